"""Fairy Conundrum's cards: what is in the box, the notation of cards.csv, and reading it."""

from balance.games.fairy_conundrum.cards.abilities import Ability, effect_text
from balance.games.fairy_conundrum.cards.box import (
    ASTRALAE,
    AVATAR,
    FAIRY,
    KINDS,
    LIMITS,
    MORPHEMES,
    RADIANCES,
    SHARD,
    SHELTER,
    TOKEN,
    Card,
    Cards,
    Deck,
    Maturation,
)
from balance.games.fairy_conundrum.cards.notation import parse_effect
from balance.games.fairy_conundrum.cards.read import read_conundrum

__all__ = [
    "ASTRALAE",
    "AVATAR",
    "FAIRY",
    "KINDS",
    "LIMITS",
    "MORPHEMES",
    "RADIANCES",
    "SHARD",
    "SHELTER",
    "TOKEN",
    "Ability",
    "Card",
    "Cards",
    "Deck",
    "Maturation",
    "effect_text",
    "parse_effect",
    "read_conundrum",
]
