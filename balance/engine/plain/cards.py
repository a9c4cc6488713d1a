"""The cards of a plain game: one object for each, its cells as attributes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from balance.cards.check import number_of, numeric_columns
from balance.common.faults import AuthorError

PLACE = "number"
"""The attribute of a card that is its place, and no column."""


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
        return self.name or self.id

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


def as_values(rows: Sequence[Mapping[str, str]], numeric: Collection[str] | None = None) -> list[dict[str, Any]]:
    """The cells of all rows as values: a number where a column is ``numeric``, and 0 for a blank in it.

    None: those columns are that hold nothing else.
    """
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    known = numeric_columns(columns) if numeric is None else numeric
    read = {name: _values(name, cells, known) for name, cells in columns.items()}
    return [{name: values[at] for name, values in read.items()} for at in range(len(rows))]


def _values(name: str, cells: list[str], numeric: Collection[str]) -> list[Any]:
    counts = name in numeric or (name in ("points", "cost") and not any(cells))
    if not counts or name in ("id", "name", "kind"):
        return list(cells)
    values = [number_of(cell) if cell else 0 for cell in cells]
    return list(cells) if None in values else values
