"""Fairy's cards: what is in the box, the notation of cards.csv, and reading it."""

from balance.games.fairy.cards.box import Cards, Charm, Guess, Track, fairy_mask, right_masks
from balance.games.fairy.cards.read import read_fairy

__all__ = ["Cards", "Charm", "Guess", "Track", "fairy_mask", "read_fairy", "right_masks"]
