"""What a seat did in phase 3, out of the packed deeds, and which elements each activation moved.

The log gives the elements of a whole turn. Where a line leaves a choice, that sum, less all that is fixed, often
leaves only one possibility for each activation; only then is it told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from balance.engine.game.story import Row
from balance.games.fairy_school.cards.box import ELEMENTS, Alternative, Card, Line
from balance.games.fairy_school.state import (
    DEED_BITS,
    DEEDS_PER_WORD,
    DID_AGAIN_1,
    DID_AGAIN_2,
    DID_LINE_1,
    DID_PLACE,
    DID_REMOVE,
    DID_TAKE,
)
from balance.games.fairy_school.tell.words import NAMES, Book, amounts, column_bill, split

Vector = tuple[int, ...]  # five elements spent, five gained

MOST_SUMS = 20_000  # beyond so many sums of elements the choices of a turn are not looked into
FIXED = len(ELEMENTS) - 1  # elements one may choose from: air is none of them


@dataclass
class Activation:
    """A card that was activated, and what that led to."""

    owner: int
    card: Card
    line: Line
    again: bool
    moved: dict[int, list[Card]] = field(default_factory=dict)  # by DID_TAKE, DID_PLACE, DID_REMOVE
    studied: str = ""
    change: Vector | None = None  # None: not known


@dataclass
class Deeds:
    """Phase 3 of a seat's turn."""

    activations: list[Activation]
    untold: int  # deeds that the log had no room for
    studied: list[str]  # creatures studied by effects whose activation is not known


def read_deeds(row: Row, book: Book) -> Deeds:
    """What the row tells, in order."""
    activations: list[Activation] = []
    told = 0
    for deed, owner, card in _unpack(row["deeds"]):
        told += 1
        if deed in (DID_TAKE, DID_PLACE, DID_REMOVE):
            activations[-1].moved.setdefault(deed, []).append(book.numbered[card])
        else:
            again = deed in (DID_AGAIN_1, DID_AGAIN_2)
            line = deed - (DID_AGAIN_1 if again else DID_LINE_1)
            known = book.numbered[card]
            activations.append(Activation(owner, known, known.effect.lines[line], again))
    done = sum(row[name] for name in ("act_own", "act_left", "act_right", "taken", "drawn_placed", "removed"))
    deeds = Deeds(activations, done - told, split(row["studied_effect"]))
    if not deeds.untold:
        _give_studies(deeds)
        changes = find_changes(row, book, activations) or [None] * len(activations)
        for activation, change in zip(activations, changes, strict=True):
            activation.change = change
    return deeds


def _unpack(words: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Deed, seat and card, one after the other."""
    mask = (1 << DEED_BITS) - 1
    for word in words:
        for place in range(DEEDS_PER_WORD):
            code = (word >> (DEED_BITS * place)) & mask
            if code:
                yield code & 7, (code >> 3) & 7, code >> 6


def _give_studies(deeds: Deeds) -> None:
    """Each creature to its activation, where there is no doubt."""
    words = [(activation, _specials(activation.line)) for activation in deeds.activations]
    sure = [activation for activation, specials in words if specials == {"study"}]
    possible = [activation for activation, specials in words if "study" in specials]
    if len(sure) == len(possible) == len(deeds.studied):
        for activation, creature in zip(sure, deeds.studied, strict=True):
            activation.studied = creature
        deeds.studied = []


def _specials(line: Line) -> set[str]:
    return {alternative.special.word if alternative.special else "" for alternative in line.outcomes}


# Which elements each activation moved


def find_changes(row: Row, book: Book, activations: Sequence[Activation]) -> list[Vector | None] | None:
    """What each activation spent and gained, None where several answers fit; None for all when none or too many do."""
    options = [list_changes(activation.line) for activation in activations]
    total = _of_effects(row, book)
    before: list[set[Vector]] = [{(0,) * len(total)}]
    for own in options:
        sums = {_plus(known, change) for known in before[-1] for change in own}
        before.append({known for known in sums if all(a <= b for a, b in zip(known, total, strict=True))})
        if len(before[-1]) > MOST_SUMS:
            return None
    if total not in before[-1]:
        return None
    fitting = {total}
    changes: list[Vector | None] = []
    for own, sums in zip(reversed(options), reversed(before[:-1]), strict=True):
        found = {change for change in own for known in fitting if _minus(known, change) in sums}
        fitting = {_minus(known, change) for change in found for known in fitting} & sums
        changes.append(found.pop() if len(found) == 1 else None)
    return changes[::-1]


def list_changes(line: Line) -> list[Vector]:
    """All that one activation of the line can spend and gain."""
    each = {gained for alternative in line.outcomes for gained in _gains(alternative)}
    found = set()
    for times in range(1, line.times + 1):
        spent = tuple(times * count for count in line.cost.counts)
        for chosen in combinations_with_replacement(sorted(each), times):
            found.add(spent + tuple(sum(counts) for counts in zip(*chosen, strict=True)))
    return sorted(found)


def _gains(alternative: Alternative) -> Iterator[Vector]:
    for chosen in combinations_with_replacement(range(FIXED), alternative.free):
        yield tuple(count + chosen.count(element) for element, count in enumerate(alternative.gains.counts))


def _of_effects(row: Row, book: Book) -> Vector:
    """What all effects of the turn spent and gained."""
    spent = _minus(amounts(row, "spend"), column_bill(played_columns(row)))
    for project in split(row["realized"]):
        spent = _minus(spent, book.cards[project].cost.counts)
    if row["steps_now"]:
        for step in book.finals[row["final_id"]].steps[row["steps_total"] - row["steps_now"] : row["steps_total"]]:
            spent = _minus(spent, step.counts)
    given = [*split(row["bonus_element"]), row["leader_bonus"]]
    gained = _minus(amounts(row, "gain"), tuple(given.count(NAMES[element]) for element in ELEMENTS))
    return spent + gained


def played_columns(row: Row) -> list[int]:
    """The columns played, in order."""
    return [column for column in (row["col_a"], row["col_b"]) if column >= 0]


def _plus(one: Vector, other: Vector) -> Vector:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Vector, other: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, other, strict=True))
