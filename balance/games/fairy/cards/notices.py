"""What is odd about Fairy's cards although it can be played: reported as notices (section 7.4 of the rules page)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from balance.cards.check import CardRow, CardTable
from balance.common.errors import Problem, Problems, quoted
from balance.games.fairy.cards.box import Cards, right_masks

UNUSED = {"charm": ("cost", "points"), "guess": ("set",), "track": ("set", "cost", "points", "traits")}
"""Columns that mean nothing for a kind; text in them is reported as a notice."""


def notice_suits(rows: Sequence[CardRow], suits: Mapping[str, str], problems: Problems) -> None:
    """Capitals do not make another suit."""
    for row in rows:
        spelling = suits[row.set.casefold()]
        if row.set != spelling:
            problems.notices.append(row.problem("set", f"taken for the suit {quoted(spelling)}, spelt differently"))


def notice_deck(table: CardTable, cards: Cards, problems: Problems) -> None:
    """Equal numbers (FY-12), suits of unequal size, no symmetry (section 5.3)."""
    deck = cards.deck
    numbers = Counter(card.number for card in deck)
    suits = Counter(card.suit for card in deck)
    if doubled := [str(number) for number, count in numbers.items() if count > 1]:
        message = f"more than one card of the deck has the number {_some(doubled)}: equal is neither higher nor lower"
        problems.notices.append(Problem(message, table.file, column="traits"))
    if len(set(suits.values())) > 1:
        sizes = _some([f"{quoted(suit)} has {count}" for suit, count in suits.items()])
        message = f"the suits differ in size ({sizes} cards), so same suit is more likely on some cards than on others"
        problems.notices.append(Problem(message, table.file, column="set"))
    ends = min(numbers) + max(numbers)
    faces = Counter((card.number, card.fairy) for card in deck)
    if faces != Counter((ends - card.number, card.fairy) for card in deck):
        message = (
            f"the deck is not symmetric: with every number n turned into {ends} - n it is another deck, "
            "so higher and lower need not be worth the same"
        )
        problems.notices.append(Problem(message, table.file, column="traits"))


def notice_guesses(cards: Cards, rows: Mapping[str, CardRow], problems: Problems) -> None:
    """A guess that is always or never right is no decision."""
    masks = right_masks(cards).view(np.uint64)
    deck = len(cards.deck)
    for g, guess in enumerate(cards.guesses):
        right = sum(int(mask).bit_count() for mask in masks[:, g])
        if right == 0:
            problems.notices.append(rows[guess.id].problem("effect", "this guess can never be right"))
        elif right == deck * (deck - 1):
            problems.notices.append(rows[guess.id].problem("effect", "this guess is right on every card"))


def _some(words: Sequence[str]) -> str:
    """The first eight of a list, and that there are more."""
    return ", ".join(words[:8]) + (f" and {len(words) - 8} more" if len(words) > 8 else "")
