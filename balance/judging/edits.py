"""Trial edits: every number of a card one step up or down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.analysis.trial_edits import Edit
from balance.cards.check import CardRow
from balance.common.errors import InputError
from balance.engine.game import Plan
from balance.engine.game.kinds import Kind
from balance.engine.game.plan import with_cards
from balance.judging.trials import Patch, check_cards, kinds_of, patch

COLUMNS = ("cost", "effect", "points", "traits")
"""Columns in which amounts stand, beside the game's own. How many copies there are is none: with more or fewer, another
deck is shuffled."""
WHOLE_NUMBER = re.compile(r"(?<![\w.])[+-]\d+|\d+")
"""A number with its sign, if the sign is not that of a subtraction or a range."""
WORD_WITH_NUMBER = re.compile(r"\b[A-Za-z]+-[A-Za-z]*\d+\b")
"""The id of another card."""
TRAIT = re.compile(r"(?P<name>\w+)\s*=[^;]*")


@dataclass(frozen=True)
class PlannedEdit(Edit):
    """An edit that can be played."""

    plan: Plan = field(compare=False, repr=False)
    """The plan with the cell as it might be."""
    patch: Patch = field(compare=False, repr=False)
    """In what its TABLE differs."""


@dataclass(frozen=True)
class Edits:
    """The edits of some cards, and how many there are beside them that cannot be tried."""

    tried: tuple[PlannedEdit, ...]
    refused: int
    """The rules do not allow them: a cost below 0, a second card of one number."""
    unseen: int
    """The rules do not see them: no game can differ."""


def edits(plan: Plan, cards: Sequence[str] = (), step: int = 1) -> Edits:
    """Every number of every card ``step`` up and ``step`` down. ``cards``: of these only.

    Raises InputError for a card that is not in play.
    """
    kinds = kinds_of(plan)
    check_cards(plan, cards, kinds)
    rules = plan.table()
    tried: list[PlannedEdit] = []
    refused = unseen = 0
    for row in plan.card_table.rows:
        if row.id not in (cards or kinds):
            continue
        kind = kinds[row.id]
        for column, place, text, up in _steps(row, (*COLUMNS, *plan.card_table.own), kind, step):
            edited = _edited(plan, row, column, text, column in kind.of_set)
            if edited is None:
                refused += 1
                continue
            changed = patch(rules, edited[1])
            if len(changed[0]):
                tried.append(PlannedEdit(row.id, column, place, row.cell(column), text, up, edited[0], changed))
            else:
                unseen += 1
    return Edits(tuple(tried), refused, unseen)


def _steps(row: CardRow, columns: Sequence[str], kind: Kind, step: int) -> Iterator[tuple[str, int, str, bool]]:
    """Column, place, the cell as it might be, and whether its number is larger then."""
    for column in columns:
        cell = row.cell(column)
        for place, (begin, end) in enumerate(_numbers(cell, column, kind)):
            for up in (True, False):
                number = int(cell[begin:end] or 1) + (step if up else -step)
                sign = "+" if cell[begin] == "+" and number >= 0 else ""
                yield column, place, f"{cell[:begin]}{sign}{number}{cell[end:]}", up


def _numbers(cell: str, column: str, kind: Kind) -> list[tuple[int, int]]:
    """Where the numbers of a cell stand that are amounts, and no parts of names; (n, n): a 1 is left out there."""
    if column in kind.names:
        return []
    taken = [match.span() for match in WORD_WITH_NUMBER.finditer(cell)]
    if column == "traits":
        taken += [trait.span() for trait in TRAIT.finditer(cell) if trait["name"] in kind.names]
    spans = [match.span() for match in WHOLE_NUMBER.finditer(cell)]
    if kind.ones and column in ("cost", "effect"):
        spans += [match.span() for match in re.finditer(kind.ones, cell)]
    return [span for span in sorted(spans) if not any(low < span[1] and span[0] < high for low, high in taken)]


def _edited(plan: Plan, row: CardRow, column: str, text: str, all_of_set: bool) -> tuple[Plan, Any] | None:
    """The plan with this cell, and its TABLE, which is what the rules see of it; None: they do not allow it."""
    rows = plan.card_table.rows if all_of_set else (row,)
    alike = [other.id for other in rows if (other.kind, other.set) == (row.kind, row.set)]
    try:
        edited = with_cards(plan, plan.card_table.with_cells((id, column, text) for id in alike))
        return edited, edited.table()
    except InputError:
        return None
