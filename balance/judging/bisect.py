"""Which edit moved a figure: a search by halves through the versions of a card table.

Every version is put to the end whose figure it is nearer to; all play the same games with the same luck. Where the
figure changes sides, the step from one version to the next is judged as such: a figure may well have crept from one end
to the other in steps too small to be seen. A commit that edited several cards is then taken apart, card by card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.analysis.changes import changes
from balance.analysis.comparison import MOVED, Comparison, compare
from balance.cards.check import CardTable
from balance.cards.committed import commits_after
from balance.common.errors import InputError, Problem, quoted
from balance.engine.game import Plan
from balance.engine.game.headlines import CARD
from balance.engine.game.plan import with_cards
from balance.judging.figure_cache import FigureCache
from balance.judging.history import Key, Past, Version, by_key, find_figure, version_json

MOST_ALONE = 40
"""Of a commit that edited more cards, none is tried alone."""


@dataclass(frozen=True)
class Alone:
    """One card's edit by itself: its row of the new table in the old one."""

    card: str
    edits: tuple[str, ...]
    compared: Comparison | None
    """The figure before and with this edit; None where it cannot be played."""
    problem: str = ""
    """Why it cannot."""

    @property
    def moves(self) -> bool:
        """Whether this edit alone moves the figure."""
        return self.compared is not None and self.compared.verdict == MOVED


@dataclass(frozen=True)
class Bisection:
    """What the search found."""

    key: Key
    versions: list[Version]
    """From the good one to the bad one, those in which the figure can be worked out."""
    overall: Comparison | None
    """The good end against the bad one; None where there are not two versions."""
    step: Comparison | None = None
    """The figure before and after the version found."""
    place: int = 0
    """Where that version stands in ``versions``."""
    rows: tuple[dict[str, Any], ...] = ()
    """The figure in the good end, before, after that version, and in the bad end, with its standard error."""
    alone: tuple[Alone, ...] = ()
    untried: int = 0
    """Edited cards that were not tried alone, because they are too many."""

    @property
    def is_clear(self) -> bool:
        """Whether one version clearly moved the figure."""
        return self.step is not None and self.step.verdict == MOVED

    @property
    def version(self) -> Version | None:
        """The version at which the figure changes sides."""
        return self.versions[self.place] if self.step else None


class Search:
    """One figure of many versions, played when it is asked for."""

    def __init__(self, word: str, cache: FigureCache):
        self.word = word
        self.cache = cache
        self.known: Key | None = None

    @property
    def key(self) -> Key:
        """The figure. It is known from the first version on that was asked for."""
        assert self.known is not None
        return self.known

    def row(self, plan: Plan, what: str = "") -> dict[str, Any] | None:
        """The figure's row; None where it cannot be worked out. Raises InputError, at the first call, if unknown."""
        if self.known and plan.game.figures[self.key[0]].of == CARD and self.key[1] not in _ids(plan.card_table):
            return None
        figures = by_key(self.cache.figures(plan, what))
        self.known = self.known or find_figure(self.word, figures)
        row = figures.get(self.key)
        return None if row is None or row["value"] is None or row["se"] is None else row

    def compare(self, before: Plan, after: Plan, what: str = "") -> Comparison:
        """The figure, then and now."""
        rows = [self.row(plan, what) for plan in (before, after)]
        old, new = ([row] if row else [] for row in rows)
        return compare(old, new, after.game.figures, games=after.games)[0]

    def halve(self, versions: list[tuple[Version, Plan]], overall: Comparison) -> int:
        """The place of the version at which the figure changes sides; those without it are taken off the list."""
        before, after = overall.before or 0.0, overall.after or 0.0
        low, high = 0, len(versions) - 1
        while high - low > 1:
            place = (low + high) // 2
            version, plan = versions[place]
            row = self.row(plan, f"{version.name}, one of {high - low - 1:,} left")
            if row is None:
                versions.pop(place)
                high -= 1
            elif abs(row["value"] - after) < abs(row["value"] - before):
                high = place
            else:
                low = place
        return high


def bisect(word: str, versions: Sequence[Version], cache: FigureCache) -> Bisection:
    """Find the version, among these from good to bad, that moved the figure ``word`` (FIGURE or FIGURE:SUBJECT).

    The newest version must have the figure, else InputError; others without it are passed over.
    """
    search = Search(word, cache)
    ends = [(version, version.plan) for version in versions if version.plan]
    search.row(ends[-1][1], f"the newest version, {ends[-1][0].name}")
    while len(ends) > 1 and search.row(ends[0][1], f"the oldest version, {ends[0][0].name}") is None:
        ends.pop(0)
    if len(ends) == 1:
        return Bisection(search.key, [ends[0][0]], None)
    overall = search.compare(ends[0][1], ends[-1][1])
    if overall.verdict != MOVED:
        return Bisection(search.key, [version for version, _ in ends], overall)
    place = search.halve(ends, overall)
    before, after = ends[place - 1][1], ends[place][1]
    step = search.compare(before, after)
    kept = [version for version, _ in ends]
    kept[place] = replace(kept[place], edits=tuple(changes(before, after)))  # since the last version with the figure
    rows = tuple(row for _, plan in (ends[0], *ends[place - 1 : place + 1], ends[-1]) if (row := search.row(plan)))
    bisection = Bisection(search.key, kept, overall, step, place, rows)
    return try_alone(search, bisection, before, after) if bisection.is_clear else bisection


def versions_between(past: Past, versions: Sequence[Version], good: str | None, bad: str | None) -> Sequence[Version]:
    """The versions from the good revision to the bad one. Raises InputError where these are none or cannot be read."""
    first = 0 if good is None else _place_of(past, versions, good)
    last = len(versions) - 1 if bad is None else _place_of(past, versions, bad)
    if bad is None:  # a table that is being edited may be broken for a while
        last = max(place for place, version in enumerate(versions) if version.plan)
    for revision, place in ((good, first), (bad, last)):
        if revision is not None and versions[place].plan is None:
            raise InputError([Problem(versions[place].problem)])
    if first > last:
        message = f"--good {good or ''} is newer than --bad {bad or ''}"
        raise InputError([Problem(message, allowed="the good revision first, the bad one later")])
    return versions[first : last + 1]


def _place_of(past: Past, versions: Sequence[Version], revision: str) -> int:
    """The version that was there at a revision."""
    later = commits_after(past.path, revision)
    places = [place for place, version in enumerate(versions) if version.commit and version.commit.hash not in later]
    if not places:
        message = f"the card table was not there yet in revision {quoted(revision)}"
        raise InputError([Problem(message, file=str(past.path))])
    return places[-1]


# ---------------------------------------------------------------- one card at a time


def try_alone(search: Search, bisection: Bisection, before: Plan, after: Plan) -> Bisection:
    """What was found, with every card's edit played alone where several cards were edited."""
    cards = edited_cards(before, after)
    if len(cards) == 1:
        return bisection
    if len(cards) > MOST_ALONE:
        return replace(bisection, untried=len(cards))
    return replace(bisection, alone=tuple(_alone(search, before, *card) for card in cards))


def edited_cards(before: Plan, after: Plan) -> list[tuple[str, tuple[str, ...], CardTable]]:
    """For every edited card its id, its edits in words, and the old table with nothing but these edits."""
    edited = []
    for card in dict.fromkeys((*_ids(after.card_table), *_ids(before.card_table))):
        table = with_row(before.card_table, after.card_table, card)
        edits = tuple(changes(before, replace(before, card_table=table)))
        if edits:
            edited.append((card, edits, table))
    return edited


def with_row(old: CardTable, new: CardTable, card: str) -> CardTable:
    """The old table with one card as it is in the new one: changed, added behind the same neighbour, or removed."""
    theirs = {row.id: row for row in new.rows}
    kept = (row for row in old.rows if row.id != card or card in theirs)
    rows = [theirs[card] if row.id == card else row for row in kept]
    if card in theirs and card not in _ids(old):
        above = {row.id for row in new.rows[: _ids(new).index(card)]}
        place = max((place for place, row in enumerate(rows, 1) if row.id in above), default=0)
        rows.insert(place, theirs[card])
    return replace(old, rows=tuple(rows))


def _alone(search: Search, before: Plan, card: str, edits: tuple[str, ...], table: CardTable) -> Alone:
    try:
        plan = with_cards(before, table)
        plan.table()
    except InputError as error:
        return Alone(card, edits, None, str(error).partition("\n")[0])
    return Alone(card, edits, search.compare(before, plan, f"the edit of {card} alone"))


def _ids(table: CardTable) -> list[str]:
    return [row.id for row in table.rows]


def as_json(bisection: Bisection, played: int, known: int) -> dict[str, Any]:
    """A bisection as JSON; how many versions were played now, and how many before."""
    return {
        "figure": bisection.key[0],
        "subject": bisection.key[1],
        "found": bisection.is_clear,
        "played": played,
        "known": known,
        "good": version_json(bisection.versions[0]),
        "bad": version_json(bisection.versions[-1]),
        "versions": len(bisection.versions),
        "whole": bisection.overall.as_json() if bisection.overall else None,
        "version": version_json(bisection.version) if bisection.version else None,
        "step": bisection.step.as_json() if bisection.step else None,
        "values": dict(zip(("good", "before", "after", "bad"), bisection.rows, strict=False)),
        "alone": [_alone_json(trial) for trial in bisection.alone],
        "untried": bisection.untried,
    }


def _alone_json(trial: Alone) -> dict[str, Any]:
    compared = trial.compared.as_json() if trial.compared else None
    return {
        "card": trial.card,
        "edits": trial.edits,
        "compared": compared,
        "problem": trial.problem,
        "moves": trial.moves,
    }
