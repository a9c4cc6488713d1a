"""What new reference figures would change: the figures, the cards, and what they are figures of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from balance.analysis.comparison import NOT_COMPARABLE, NOT_COMPUTABLE, Comparison, compare
from balance.engine.game import Plan
from balance.judging.reference import card_cells, differences

NEW, GONE = "new", "gone"


@dataclass(frozen=True)
class BaselineUpdate:
    """The stored reference figures of a game beside those that would take their place."""

    others: tuple[str, ...]
    """What the new ones are of that the old ones are not, in words."""
    cards: Mapping[str, str]
    """By id every card row that changed: its cells before and after, in words."""
    comparisons: tuple[Comparison, ...]
    """Every figure with its verdict; a figure that one of both does not have is NEW or GONE."""

    def count(self, verdict: str) -> int:
        """How many figures have this verdict."""
        return sum(figure.verdict == verdict for figure in self.comparisons)


def baseline_update(stored: dict[str, Any], fresh: dict[str, Any], plan: Plan) -> BaselineUpdate:
    """What changes when ``fresh``, played by ``plan``, takes the place of ``stored``."""
    others = [*differences(stored, plan), *(_numbers(stored, fresh))]
    before = {(row["figure"], row["subject"]) for row in stored["figures"]}
    after = {(row["figure"], row["subject"]) for row in fresh["figures"]}
    compared = compare(stored["figures"], fresh["figures"], plan.game.figures, games=fresh["games"])
    comparisons = tuple(_named(figure, before, after) for figure in compared)
    return BaselineUpdate(tuple(others), dict(_cards(stored["card_rows"], fresh["card_rows"], plan)), comparisons)


def _numbers(stored: dict[str, Any], fresh: dict[str, Any]) -> Iterator[str]:
    for name in ("games", "seed"):
        if stored[name] != fresh[name]:
            yield f"{name} {fresh[name]:,} instead of {stored[name]:,}"


def _named(figure: Comparison, before: set[tuple[str, str]], after: set[tuple[str, str]]) -> Comparison:
    key = (figure.figure, figure.subject)
    if figure.verdict == NOT_COMPARABLE and key not in before:
        return replace(figure, verdict=NEW)
    return replace(figure, verdict=GONE) if figure.verdict == NOT_COMPUTABLE and key not in after else figure


def _cards(before: dict[str, Any], after: dict[str, list[str]], plan: Plan) -> Iterator[tuple[str, str]]:
    """Each card that is new, gone or has other cells, and which."""
    columns = card_cells(plan)
    for card in [*after, *(card for card in before if card not in after)]:
        old, new = before.get(card), after.get(card)
        if old is None or new is None:
            yield card, "new" if old is None else "gone"
        elif not isinstance(old, list) or len(old) != len(new):
            yield card, "other columns"
        elif old != new:
            cells = [cell for cell in zip(columns[card], old, new, strict=True) if cell[1] != cell[2]]
            yield card, "; ".join(f"{name} {a or '(empty)'} -> {b or '(empty)'}" for name, a, b in cells)
