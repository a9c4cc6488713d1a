"""Fairy's reference cards as text, edited and read again."""

from __future__ import annotations

from balance.cards import parse_cards
from balance.common.errors import Problems
from balance.games.fairy.cards import Cards, read_fairy
from helpers.cards import frozen_cards

LINES = frozen_cards().read_text(encoding="utf-8").splitlines()
REFERENCE = "\n".join([LINES[0], *(line for line in LINES if line.startswith("fairy,"))]) + "\n"


def reading(text: str) -> tuple[Cards | None, Problems]:
    problems = Problems()
    cards = read_fairy(parse_cards(text, "cards.csv", ["fairy", "heroes"]).tables["fairy"], problems)
    assert (cards is None) == bool(problems.errors)
    return cards, problems


def edited(*edits: tuple[str, str]) -> str:
    """The reference table with every first text replaced by the second; each must be there."""
    text = REFERENCE
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text
