"""The cards of a plain game: one object for each, its cells as attributes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from balance.common.faults import AuthorError


class Card:
    """A card. Its columns in cards.csv are its attributes: ``card.points``, ``card.colour``.

    What is a number there is one here; a blank cell is 0 in a column of numbers, else "".
    """

    name: str
    id: str
    kind: str
    copies: int
    number: int
    """Its place among the cards in play, from 0."""

    def __init__(self, number: int, cells: Mapping[str, Any]):
        vars(self).update(cells, number=number)

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __hash__(self) -> int:
        """By its number, so that sets of cards have the same order everywhere."""
        return self.number

    def __setattr__(self, column: str, value: Any) -> None:
        raise AuthorError(f"{self} is printed: keep what changes during a game elsewhere, as in a dict of the game")

    def __getattr__(self, column: str) -> Any:
        known = ", ".join(name for name in vars(self) if name != "number")
        raise AttributeError(f"cards.csv has no column {column!r} (columns: {known})")


def as_cards(cells: Sequence[Mapping[str, Any]]) -> tuple[Card, ...]:
    """The cards with these cells."""
    return tuple(Card(number, each) for number, each in enumerate(cells))


def as_values(rows: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """The cells of all rows as values: numbers where a column holds nothing else."""
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    read = {name: _values(name, cells) for name, cells in columns.items()}
    return [{name: values[at] for name, values in read.items()} for at in range(len(rows))]


def _values(name: str, cells: list[str]) -> list[Any]:
    if name in ("id", "name", "kind"):
        return list(cells)
    numbers = [_number(cell) for cell in cells]
    if any(cells) and all(number is not None or not cell for number, cell in zip(numbers, cells, strict=True)):
        return [0 if number is None else number for number in numbers]
    return [0] * len(cells) if name in ("points", "cost") and not any(cells) else list(cells)


def _number(cell: str) -> int | float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value
