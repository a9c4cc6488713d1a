"""The headline figures of a game by version of its card table: those in the repository, and the working copy.

All versions play the same games with the same luck under the rules of now, so that only the cards differ. Commits that
leave the rows of the game as they are make no new version. What moved from one version to the next is said by
``comparison``: its intervals do not know that the luck was the same, so they are rather too wide than too narrow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from balance.analysis.baseline_file import Figures
from balance.analysis.changes import changes
from balance.analysis.comparison import MOVED, NOT_COMPARABLE, NOT_COMPUTABLE, UNDECIDED, Comparison, compare
from balance.analysis.figures import figure_interval
from balance.analysis.sums import Key
from balance.cards.check import CardTable
from balance.cards.committed import Commit, cards_of, commits, commits_after, is_shallow
from balance.cards.own import own_table
from balance.cards.read import CardFile, read_cards
from balance.common.errors import InputError, Problem, Problems, unknown
from balance.engine.game import Game, Plan
from balance.engine.game.headlines import CARD, RANGES, Headlines, find_headline
from balance.engine.game.plan import Request, make_plan
from balance.judging.figure_cache import FigureCache

WORKING_COPY = "working copy"
MOST_GAMES = 50_000
"""Games of every version, unless somebody says otherwise; less where the game's reference figures have less."""

CHOSEN: tuple[Key, ...] = tuple(
    (name, "")
    for name in (
        *("turns_mean", "seat_range_share", "shared_share"),
        *("style_range_share", "margin_mean", "best_score_mean"),
    )
)
"""The figures that are shown when nobody chooses others."""


@dataclass(frozen=True)
class Version:
    """A state of the game's cards."""

    commit: Commit | None
    """The commit that brought it; None: the working copy."""
    plan: Plan | None
    """What is played; None where the table cannot be read as cards of this game."""
    problem: str = ""
    """Why it cannot be read: the first problem, one line."""
    edits: tuple[str, ...] = ()
    """What is different from the version before that can be read, cell by cell, in words; the first has none."""

    @property
    def name(self) -> str:
        """The hash, short, or that it is the working copy."""
        return self.commit.short if self.commit else WORKING_COPY

    @property
    def date(self) -> str:
        """The commit's date; "" of the working copy."""
        return self.commit.date if self.commit else ""

    @property
    def subject(self) -> str:
        """The first line of the commit's message."""
        return self.commit.subject if self.commit else "not committed"


class Past:
    """The card table ``path`` as it was and as it is now; every state is read at most once."""

    def __init__(self, path: Path, known_games: Sequence[str], since: str | None = None, of: str = ""):
        """``since``: a revision; nothing older than the table as it was there. ``of``: as for ``read_cards``.

        Raises InputError (see ``commits``).
        """
        self.path = path
        self.known_games = known_games
        self.of = of
        self.commits = commits(path)
        if since is not None:
            later = commits_after(path, since)
            before = sum(commit.hash not in later for commit in self.commits)
            self.commits = self.commits[max(before - 1, 0) :]
        self.shallow = is_shallow(path)
        self._read: dict[str, CardFile | InputError] = {}

    def newest_first(self) -> Iterator[tuple[Commit | None, CardFile | InputError]]:
        """The working copy (no commit), then the commits, with the card file or why it cannot be read."""
        for commit in (None, *reversed(self.commits)):
            key = commit.hash if commit else ""
            if key not in self._read:
                try:
                    self._read[key] = self._state(commit)
                except InputError as error:
                    self._read[key] = error
            yield commit, self._read[key]

    def _state(self, commit: Commit | None) -> CardFile:
        if commit is None:
            return read_cards(self.path, self.known_games, self.of)
        return cards_of(self.path, commit, self.known_games, self.of)


def games_in(past: Past) -> list[str]:
    """The games that have cards in the newest table that can be read."""
    for _, file in past.newest_first():
        if isinstance(file, CardFile):
            return [game for game, table in file.tables.items() if table.rows]
    return list(past.known_games)


def versions(request: Request, past: Past, last: int | None = None) -> list[Version]:
    """The versions of the request's game, oldest first; at most the ``last`` ones.

    Raises InputError where not one of them can be played as requested.
    """
    listed: list[Version] = []
    error: InputError | None = None
    for commit, file in past.newest_first():
        table = file.tables.get(request.game) if isinstance(file, CardFile) else None
        newer = listed[-1].plan if listed else None
        if newer and table and newer.card_table.sha256 == _seen_by(newer.game, table).sha256:
            listed[-1] = replace(listed[-1], commit=commit)
            continue
        if last is not None and len(listed) == last:
            break
        try:
            if isinstance(file, InputError):
                raise file
            listed.append(Version(commit, make_plan(request, file)))
        except InputError as trouble:
            error = error or trouble
            listed.append(Version(commit, None, str(trouble).partition("\n")[0]))
    if error and not any(version.plan for version in listed):
        raise error
    return _with_edits(listed[::-1])


def _seen_by(game: Game, table: CardTable) -> CardTable:
    """The table as the game sees it, whatever is wrong with it."""
    return own_table(table, game.card_columns, Problems())


def _with_edits(versions: Sequence[Version]) -> list[Version]:
    described, before = [], None
    for version in versions:
        edits = tuple(changes(before, version.plan)) if before and version.plan else ()
        before = version.plan or before
        described.append(replace(version, edits=edits))
    return described


def usual_games(baseline_games: int) -> int:
    """How many games are played of every version when nobody says."""
    return min(baseline_games, MOST_GAMES)


# ---------------------------------------------------------------- figures


def by_key(figures: Figures) -> dict[Key, dict[str, Any]]:
    """Figures by what they are, RANGES included.

    The standard error of a range is the sum of those of its ends: however these go together, it is no greater.
    """
    known = {(row["figure"], row["subject"]): row for row in figures}
    for span in RANGES:
        rows = [row for row in figures if row["figure"] == span.range_of and row["value"] is not None]
        if rows:
            least, *_, most = sorted([rows[0], *rows], key=lambda row: row["value"])
            errors = [row["se"] for row in (least, most)]
            known[span.name, ""] = {
                "figure": span.name,
                "subject": "",
                "value": most["value"] - least["value"],
                "se": None if None in errors else sum(errors),
                "n": most["n"],
            }
    return known


def interval(row: dict[str, Any], plan: Plan) -> tuple[float | None, float | None]:
    """The 95 % interval of a figure of the plan's games; (None, None) where it has no value."""
    if row["value"] is None or row["se"] is None:
        return None, None
    of = find_headline(row["figure"], plan.game.figures)
    return figure_interval(of, row["value"], row["se"], row["n"], plan.players)


def find_figure(word: str, known: Collection[Key]) -> Key:
    """``FIGURE`` or ``FIGURE:SUBJECT`` as a key. Raises InputError with the nearest known name."""
    name, _, subject = word.partition(":")
    names = sorted({figure for figure, _ in known})
    if name not in names:
        raise unknown("figure", name, names)
    subjects = sorted(subject for figure, subject in known if figure == name)
    if subject in subjects:
        return name, subject
    if subject:
        raise unknown(f"{name} of", subject, [subject for subject in subjects if subject])
    allowed = ", ".join(f"{name}:{subject}" for subject in subjects)
    raise InputError([Problem(f"{name} of what? There is one for each of several", allowed=allowed)])


def figures_of_card(card: str, known: Collection[Key], of: Headlines) -> list[Key]:
    """All figures of a card. Raises InputError with the nearest known card."""
    of_cards = [(figure, subject) for figure, subject in known if find_headline(figure, of).of == CARD]
    cards = sorted({subject for _, subject in of_cards})
    if card not in cards:
        raise unknown("card with figures,", card, cards)
    return sorted(key for key in of_cards if key[1] == card)


def text_of(key: Key) -> str:
    """A figure as it is typed."""
    return ":".join(key) if key[1] else key[0]


# ---------------------------------------------------------------- history


@dataclass(frozen=True)
class Row:
    """A version with its figures."""

    number: int
    """From 1, the oldest."""
    version: Version
    figures: dict[Key, dict[str, Any]]
    """Empty where the version cannot be read."""
    compared: dict[Key, Comparison]
    """With the version before that can be read; empty for the first."""

    @property
    def moved(self) -> list[Comparison]:
        """The figures that moved since the version before."""
        return [figure for figure in self.compared.values() if figure.verdict == MOVED]

    def mark(self, key: Key) -> str:
        """A word for what a figure did since the version before: up, down, ?, new, gone, or nothing."""
        figure = self.compared.get(key)
        if figure is None:
            return ""
        moved = "up" if (figure.difference or 0.0) > 0 else "down"
        return {MOVED: moved, UNDECIDED: "?", NOT_COMPARABLE: "new", NOT_COMPUTABLE: "gone"}.get(figure.verdict, "")


@dataclass(frozen=True)
class History:
    """What the versions say."""

    plan: Plan
    """Of the newest version that can be read."""
    rows: list[Row]
    keys: list[Key]
    """The figures that were chosen."""
    shallow: bool
    """The repository does not have its whole past."""


def history(
    versions: Sequence[Version], cache: FigureCache, figures: Sequence[str], cards: Sequence[str], shallow: bool
) -> History:
    """The figures of these versions. ``figures``: those to show, FIGURE or FIGURE:SUBJECT; ``cards``: ids.

    Raises InputError for figures and cards that no version has.
    """
    rows: list[Row] = []
    before: dict[Key, dict[str, Any]] = {}
    for number, version in enumerate(versions, 1):
        if version.plan is None:
            rows.append(Row(number, version, {}, {}))
            continue
        now = by_key(cache.figures(version.plan, f"version {number} of {len(versions)}, {version.name}"))
        known, games = version.plan.game.figures, version.plan.games
        judged = compare([*before.values()], [*now.values()], known, games=games) if before else []
        rows.append(Row(number, version, now, {(figure.figure, figure.subject): figure for figure in judged}))
        before = now
    plan = next(version.plan for version in reversed(versions) if version.plan)
    return History(plan, rows, _chosen(rows, figures, cards, plan.game.figures), shallow)


def _chosen(rows: Sequence[Row], figures: Sequence[str], cards: Sequence[str], of: Headlines) -> list[Key]:
    known = {key for row in rows for key in row.figures}
    chosen = [find_figure(word, known) for word in figures] or [key for key in CHOSEN if key in known]
    chosen += [key for card in cards for key in figures_of_card(card, known, of)]
    return list(dict.fromkeys(chosen))


def as_json(past: History, played: int, known: int) -> dict[str, Any]:
    """A history as JSON; how many of its versions were played now, and how many before."""
    plan = past.plan
    names = ("game", "rules_version", "players", "variant", "seed", "games")
    return {
        **{name: value for name, value in plan.identity().items() if name in names},
        "shallow": past.shallow,
        "played": played,
        "known": known,
        "figures": [text_of(key) for key in past.keys],
        "versions": [_row_json(row, past.keys) for row in past.rows],
    }


def _row_json(row: Row, keys: Sequence[Key]) -> dict[str, Any]:
    compared = [row.compared[key] for key in keys if key in row.compared]
    return {
        **version_json(row.version),
        "figures": [row.figures[key] for key in keys if key in row.figures],
        "compared": [figure.as_json() for figure in compared],
        "moved": [text_of((figure.figure, figure.subject)) for figure in row.moved],
    }


def version_json(version: Version) -> dict[str, Any]:
    """A version as JSON; the working copy has no commit."""
    commit = version.commit
    return {
        "commit": commit.hash if commit else None,
        "date": commit.date if commit else None,
        "author": commit.author if commit else None,
        "subject": version.subject if commit else None,
        "cards_sha256": version.plan.card_table.sha256 if version.plan else None,
        "problem": version.problem or None,
        "edits": list(version.edits),
    }
