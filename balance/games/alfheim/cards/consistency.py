"""What Fairies of Alfheim's rows must be together: six icons, nine types, whole rows of experts (section 5.6).

Nothing is called missing while a row that cannot be read may be it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from balance.cards.check import CardRow
from balance.common.errors import Problem, Problems
from balance.games.alfheim.cards.box import (
    AFTER,
    CENTRE_TILES,
    EXPERTS,
    FAIRIES_OF_A_TYPE,
    ICONS,
    PLAYER_TILES,
    RANKS,
    TYPES,
    Cost,
    Reveal,
)
from balance.games.alfheim.state import MAX_FOOTPRINTS, MAX_SEATS

PLAYER, CENTRE = CLUE_SETS = ("player", "centre")
TILES = {PLAYER: PLAYER_TILES, CENTRE: CENTRE_TILES}
MOST_BLACK = 11
"""Centre tiles of one icon. With twelve, three seats may hold all the others: those left never differ (FA-7)."""


@dataclass(frozen=True)
class Entry:
    """A row and its copies, withdrawn ones (copies 0) too; None: the cell cannot be read, here and below."""

    row: CardRow
    copies: int | None

    @property
    def in_play(self) -> bool:
        """Whether it is in play, or may be."""
        return self.copies != 0


@dataclass(frozen=True)
class ClueEntry(Entry):
    """A clue row."""

    icon: str | None


@dataclass(frozen=True)
class FairyEntry(Entry):
    """A fairy row."""

    cost: Cost | None
    reveal: Reveal | None
    points: int | None


@dataclass(frozen=True)
class FootprintEntry(Entry):
    """A footprint row."""

    icons: str | None


@dataclass(frozen=True)
class ExpertEntry(Entry):
    """An expert row."""

    rank: int | None
    need: tuple[str, ...] | None
    points: int | None


SomeEntry = TypeVar("SomeEntry", bound=Entry)


@dataclass(frozen=True)
class Rows:
    """All rows, by kind."""

    file: str  # for messages
    clues: tuple[ClueEntry, ...]
    fairies: tuple[FairyEntry, ...]
    footprints: tuple[FootprintEntry, ...]
    experts: tuple[ExpertEntry, ...]
    complete: frozenset[str]  # kinds: these are all, as no kind is misspelt, and all their sets can be read

    def missing(self, message: str, column: str, allowed: str) -> Problem:
        """The error for what should be somewhere in the table."""
        return Problem(message, self.file, column=column, allowed=allowed)


def check_together(rows: Rows, problems: Problems) -> None:
    """Everything of this module."""
    icons = check_icons(rows, problems)
    if icons:
        check_named_icons(rows, icons, problems)
    check_types(rows, problems)
    check_secret(rows, problems)
    check_footprints(rows, problems)
    check_experts(rows, problems)


# Clues


def check_icons(rows: Rows, problems: Problems) -> str:
    """Six icons, each on one clue row of either set. Gives those that costs may name; "" when that is unknown."""
    of_set = {name: [clue for clue in rows.clues if clue.row.set == name and clue.in_play] for name in CLUE_SETS}
    for name, clues in of_set.items():
        _check_doubled(clues, name, problems)
        _check_tiles(rows, clues, name, problems)
    if "clue" not in rows.complete or any(clue.icon is None or clue.copies is None for clue in rows.clues):
        return ""
    by_icon = {name: {clue.icon: clue.row for clue in clues if clue.icon} for name, clues in of_set.items()}
    icons = sorted({*by_icon[PLAYER], *by_icon[CENTRE]})
    if len(icons) != ICONS:
        message = f"the number of icons on clue rows in play is {len(icons)}: {', '.join(icons) or 'none'}"
        problems.errors.append(rows.missing(message, "effect", f"{ICONS} different icons; copies 0 withdraws a row"))
    for name, other in ((PLAYER, CENTRE), (CENTRE, PLAYER)):
        for icon in sorted({*by_icon[name]} - {*by_icon[other]}):
            problems.errors.append(_one_sided(rows, by_icon[name][icon], icon, other))
    return "".join(sorted({clue.icon for clue in rows.clues if clue.icon} if len(icons) != ICONS else icons))


def _check_doubled(clues: Sequence[ClueEntry], name: str, problems: Problems) -> None:
    first: dict[str, CardRow] = {}
    for clue in clues:
        earlier = first.setdefault(clue.icon, clue.row) if clue.icon else clue.row
        if earlier is not clue.row:
            message = f"the icon {clue.icon} has a clue row of the set {name} already, on line {earlier.line}"
            problems.errors.append(
                clue.row.problem("effect", message, "one row for each icon; copies says how many tiles")
            )


def _check_tiles(rows: Rows, clues: Sequence[ClueEntry], name: str, problems: Problems) -> None:
    """Twelve tiles of a colour, for eleven rounds (FA-12), and eighteen black ones (FA-7)."""
    tiles = sum(clue.copies or 0 for clue in clues)
    readable = "clue" in rows.complete and all(clue.copies is not None for clue in clues)
    if tiles > TILES[name] or (readable and tiles < TILES[name]):
        message = f"the number of clue tiles of the set {name} is {tiles}, copies counted"
        problems.errors.append(rows.missing(message, "copies", f"{TILES[name]}"))
    for clue in clues if name == CENTRE else ():
        if (clue.copies or 0) > MOST_BLACK:
            message = "with so many centre tiles of one icon it may happen that start pairs can never differ"
            problems.errors.append(clue.row.problem("copies", message, f"at most {MOST_BLACK} of {CENTRE_TILES}"))


def _one_sided(rows: Rows, row: CardRow, icon: str, other: str) -> Problem:
    """The error for an icon that one set has and the other has not."""
    message = f"the icon {icon} has no clue row of the set {other}"
    withdrawn = [clue.row.line for clue in rows.clues if clue.row.set == other and clue.icon == icon]
    if withdrawn:
        message += f" in play: the one on line {withdrawn[0]} has copies 0"
    return row.problem("effect", message, "for each icon one clue row of the set player and one of the set centre")


def check_named_icons(rows: Rows, icons: str, problems: Problems) -> None:
    """Costs and footprints in play name only icons that are there."""

    def check(row: CardRow, column: str, named: str) -> None:
        for icon in sorted({*named} - {*icons}):
            message = f"there is no icon {icon} on the clue rows in play"
            problems.errors.append(row.problem(column, message, ", ".join(icons)))

    for fairy in rows.fairies:
        if fairy.in_play and fairy.cost:
            check(fairy.row, "cost", fairy.cost.icons)
    for footprint in rows.footprints:
        if footprint.in_play and footprint.icons:
            check(footprint.row, "effect", footprint.icons)


# Fairies


def check_types(rows: Rows, problems: Problems) -> None:
    """Five tiles of each of the nine types, of one worth and revealed in one way (section 2)."""
    complete = "fairy" in rows.complete
    for type in TYPES:
        own = [fairy for fairy in rows.fairies if fairy.row.set == type and fairy.in_play]
        tiles = sum(fairy.copies or 0 for fairy in own)
        allowed = f"{FAIRIES_OF_A_TYPE} for every type, copies counted"
        if not own and complete:
            problems.errors.append(rows.missing(f"there is no fairy row of the type {type} in play", "set", allowed))
            continue
        few = complete and tiles < FAIRIES_OF_A_TYPE and all(fairy.copies is not None for fairy in own)
        if few or tiles > FAIRIES_OF_A_TYPE:
            message = f"the number of fairies of the type {type}, which begins here, is {tiles}"
            problems.errors.append(own[0].row.problem("copies", message, allowed))
        what = f"of the type {type}"
        _check_same(own, "points", lambda fairy: fairy.points, f"the points {what} are others", problems)
        _check_same(own, "effect", lambda fairy: fairy.reveal, f"the effect {what} is another one", problems)


def _check_same(
    entries: Iterable[SomeEntry], column: str, value: Callable[[SomeEntry], Any], message: str, problems: Problems
) -> None:
    """All values that can be read are the most frequent one; ``says`` goes on with the line where that stands."""
    read = [entry for entry in entries if value(entry) is not None]
    for usual, _ in Counter(map(value, read)).most_common(1):
        model = next(entry.row for entry in read if value(entry) == usual)
        for entry in read:
            if value(entry) != usual:
                same = f"{message} on line {model.line}: {getattr(model, column)}"
                problems.errors.append(entry.row.problem(column, same, f"the same in all rows of the set {model.set}"))


def check_secret(rows: Rows, problems: Problems) -> None:
    """Exactly one type comes in secret, and not by itself (FA-32)."""
    allowed = "one type with after:, in all its rows"
    secret: dict[str, CardRow] = {}
    for fairy in rows.fairies:
        type = fairy.row.set
        if not fairy.in_play or type not in TYPES or fairy.reveal is None or fairy.reveal.when != AFTER:
            continue
        if secret and type not in secret:
            before, row = next(iter(secret.items()))
            message = f"a second type has after:, beside {before} on line {row.line}"
            problems.errors.append(fairy.row.problem("effect", message, allowed))
        secret.setdefault(type, fairy.row)
        if type in fairy.reveal.after:
            message = f"a tile of the type {type} is to come after one of the same type: it never would"
            problems.errors.append(fairy.row.problem("effect", message, "other types behind after:"))
    readable = "fairy" in rows.complete and all(fairy.reveal is not None for fairy in rows.fairies if fairy.in_play)
    if readable and rows.fairies and not secret:
        problems.errors.append(rows.missing("no type of fairies has after:", "effect", allowed))


# Footprints, experts


def check_footprints(rows: Rows, problems: Problems) -> None:
    """One for each of five players (FA-10), and no more than there is room for."""
    tiles = sum(footprint.copies or 0 for footprint in rows.footprints)
    readable = "footprint" in rows.complete and all(entry.copies is not None for entry in rows.footprints)
    message = f"the number of footprints in play is {tiles}"
    if readable and tiles < MAX_SEATS:
        problems.errors.append(
            rows.missing(message, "copies", f"at least {MAX_SEATS}, copies counted: one for each player")
        )
    if tiles > MAX_FOOTPRINTS:
        problems.errors.append(rows.missing(message, "copies", f"at most {MAX_FOOTPRINTS}, copies counted"))


def check_experts(rows: Rows, problems: Problems) -> None:
    """In each of three rows the ranks 1 to 5, asking for the same and never worth more than before (FA-11, FA-35)."""
    for name in EXPERTS:
        own = [expert for expert in rows.experts if expert.row.set == name and expert.in_play]
        _check_ranks(rows, own, name, problems)
        _check_same(own, "effect", lambda expert: expert.need, f"what the experts of {name} need is another", problems)
        best = {expert.rank: expert for expert in reversed(own) if expert.rank is not None}
        for rank in range(2, RANKS + 1):
            if rank - 1 in best and rank in best:
                _check_falls(best[rank - 1], best[rank], problems)


def _check_ranks(rows: Rows, own: Sequence[ExpertEntry], name: str, problems: Problems) -> None:
    first: dict[int, CardRow] = {}
    for expert in own:
        earlier = first.setdefault(expert.rank, expert.row) if expert.rank else expert.row
        if earlier is not expert.row:
            message = f"the experts of {name} have the rank {expert.rank} already, on line {earlier.line}"
            problems.errors.append(expert.row.problem("effect", message, f"each of the ranks 1 to {RANKS} once"))
    gone = [str(rank) for rank in range(1, RANKS + 1) if rank not in first]
    unread = any(expert.rank is None or expert.copies is None for expert in own)
    if gone and "expert" in rows.complete and not unread:
        plural = "s" if len(gone) > 1 else ""
        message = f"the experts of {name} in play lack the rank{plural} {', '.join(gone)}"
        allowed = f"each of the ranks 1 to {RANKS} once, with copies 1"
        problems.errors.append(rows.missing(message, "effect", allowed))


def _check_falls(before: ExpertEntry, expert: ExpertEntry, problems: Problems) -> None:
    if before.points is not None and expert.points is not None and expert.points > before.points:
        message = f"rank {expert.rank} is worth more than rank {before.rank} on line {before.row.line}: {before.points}"
        problems.errors.append(expert.row.problem("points", message, "values that do not rise with the rank"))
