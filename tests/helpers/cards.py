"""The card table that tests play with: it stays as it is when a designer edits the cards.csv of the project."""

from __future__ import annotations

import functools
from pathlib import Path

from balance.cards import CardTable, read_cards
from balance.cards.read import CardFile
from balance.engine.game import game_ids


def frozen_cards() -> Path:
    """tests/data/cards.csv, which no test changes: who wants other cards makes a table of its own."""
    return Path(__file__).resolve().parents[1] / "data" / "cards.csv"


@functools.cache
def frozen_file() -> CardFile:
    """All of it, read once."""
    return read_cards(frozen_cards(), game_ids())


def frozen_table(game: str) -> CardTable:
    """The rows of a game in it."""
    return frozen_file().tables[game]
