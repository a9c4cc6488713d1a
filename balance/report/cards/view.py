"""From the book of cards to what its template and the script need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.analysis.verdicts import FAIR, IGNORED, NONE, TOO_STRONG, TOO_WEAK, UNDECIDED
from balance.report.page import BookCard, CardBook, ColumnView, DataTable
from balance.report.tables import Cell, TableView, cells_of, slug, view_of

WORDS = {
    TOO_STRONG: "Too strong",
    TOO_WEAK: "Too weak",
    UNDECIDED: "Undecided",
    FAIR: "Fair",
    IGNORED: "Ignored",
    NONE: "Not measured",
}
"""Verdicts as the page writes them, those first that ask for something."""
KINDS = 8
"""Kinds with a colour of their own."""


@dataclass(frozen=True)
class DrawnCard:
    """A card of the gallery."""

    card: BookCard
    colour: int
    """Of its kind, from 1."""
    verdict: str
    """In words; "" where nobody asked for one."""
    power: Cell | None

    @property
    def slug(self) -> str:
        """The class of the verdict's mark."""
        return slug(self.verdict)


@dataclass(frozen=True)
class BookView:
    """The book as its template needs it."""

    table: TableView
    cards: list[DrawnCard]
    sorts: list[tuple[str, int]]
    """(what to sort the cards by, its place among the columns)."""


def view_of_book(book: CardBook) -> BookView:
    """The book, ready to be rendered."""
    table = book.table
    kinds = list(dict.fromkeys(card.kind for card in book.cards))
    powers: Sequence[Cell | None] = _powers(table) or [None] * len(book.cards)
    cards = [
        DrawnCard(card, kinds.index(card.kind) % KINDS + 1, WORDS.get(card.verdict, ""), power)
        for card, power in zip(book.cards, powers, strict=True)
    ]
    sorts = [(view.label, place) for place, view in enumerate(table.columns) if _sorted_by(view)]
    return BookView(view_of(table, more=_more(book)), cards, sorts)


def _powers(table: DataTable) -> list[Cell]:
    """The cells of the column power; none where it was not measured."""
    return next((cells_of(table, view) for view in table.columns if view.name == "power"), [])


def _sorted_by(view: ColumnView) -> bool:
    return view.shown or view.name == "impact"


def _more(book: CardBook) -> Mapping[str, Any]:
    """What the script needs beside the table."""
    return {
        "replay": book.replay,
        "prefix": book.prefix,
        "who": book.who,
        "cards": [{"id": card.id, "of": card.of, "says": card.explanation, **card.more} for card in book.cards],
    }
