"""The card table cards.csv: reading it and checking what all games have in common."""

from balance.cards.check import COLUMNS, SOURCES, CardRow, CardTable, integer, one_of
from balance.cards.read import CardFile, default_cards, packaged_cards, parse_cards, read_cards

__all__ = [
    "COLUMNS",
    "SOURCES",
    "CardFile",
    "CardRow",
    "CardTable",
    "default_cards",
    "integer",
    "one_of",
    "packaged_cards",
    "parse_cards",
    "read_cards",
]
