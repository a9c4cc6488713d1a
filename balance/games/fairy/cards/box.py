"""Fairy's cards as the game knows them, and which card makes which guess right on which other card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.games.fairy.cards.notation import (
    COMPARISONS,
    And,
    Compare,
    Condition,
    Not,
    Number,
    Or,
    Quantity,
    SameSuit,
    ShowsFairy,
    SuitIs,
)
from balance.games.fairy.state import GUESS_ROWS, MAX_CARDS


@dataclass(frozen=True)
class Charm:
    """A charm card (section 2.2)."""

    id: str
    name: str
    number: int
    suit: str  # in the spelling of the first card of the suit
    fairy: bool
    copies: int  # in the deck


@dataclass(frozen=True)
class Guess:
    """One of the guesses on the score cards (section 2.3)."""

    id: str
    name: str
    key: str  # short name, for columns and weights
    gain: int  # points when right
    loss: int  # points lost when wrong, >= 0
    condition: Condition
    allowed: bool = True  # False, of a stand-in alone: its player may not make it


@dataclass(frozen=True)
class Track:
    """The score card (FY-4, FY-14, FY-15)."""

    id: str
    copies: int  # the most players there can be (FY-5)
    floor: int  # points; no score falls below
    top: int  # points that end the base game (FY-19)
    start: int  # points everybody begins with


@dataclass(frozen=True)
class Cards:
    """Everything in play; rows with copies 0 are left out."""

    charms: tuple[Charm, ...]
    guesses: tuple[Guess, ...]
    track: Track
    stand_in: Guess | None = None  # for one player of every game, in the place of the guess of its id

    @property
    def ids(self) -> tuple[str, ...]:
        """Charm ids, then guess ids, then what stands in: the log knows a card by its place in here."""
        stand_in = (f"{self.stand_in.id}'",) if self.stand_in else ()
        return tuple(charm.id for charm in self.charms) + tuple(guess.id for guess in self.guesses) + stand_in

    @property
    def all_guesses(self) -> tuple[Guess, ...]:
        """The guesses, and behind them what stands in for one of them."""
        return (*self.guesses, *((self.stand_in,) if self.stand_in else ()))

    @property
    def deck(self) -> tuple[Charm, ...]:
        """The deck before shuffling: one entry for every copy (FY-1)."""
        return tuple(charm for charm in self.charms for _ in range(charm.copies))

    @property
    def keys(self) -> tuple[str, ...]:
        """The short names of the guesses."""
        return tuple(guess.key for guess in self.guesses)


def evaluate(condition: Condition, pile: Charm, following: Charm) -> bool:
    """Is the condition true when ``following`` is flipped onto ``pile``?"""
    match condition:
        case Or(parts):
            return any(evaluate(part, pile, following) for part in parts)
        case And(parts):
            return all(evaluate(part, pile, following) for part in parts)
        case Not(part):
            return not evaluate(part, pile, following)
        case Compare(left, sign, right):
            return COMPARISONS[sign](_value(left, pile, following), _value(right, pile, following))
        case SameSuit():
            return following.suit == pile.suit
        case ShowsFairy(of_pile):
            return pile.fairy if of_pile else following.fairy
        case SuitIs(name, equal):
            return (following.suit == name) == equal


def _value(value: Number | Quantity, pile: Charm, following: Charm) -> int:
    """The number a value stands for. The remainder of a negative number is not negative: -1 mod 3 is 2."""
    if isinstance(value, Number):
        return value.value
    numbers = {"next": following.number, "pile": pile.number, "gap": abs(following.number - pile.number)}
    number = numbers[value.name]
    return number if value.mod is None else number % value.mod


def right_masks(cards: Cards) -> NDArray[np.int64]:
    """Which next cards make which guess right: an int64 array [64, 9].

    Bit j of [i, g] is set when guess g is right with card i of the deck on the pile and card j next
    (FY-11, FY-12). A card never follows itself. Bit 63 is the sign bit. A stand-in comes behind the guesses.
    """
    deck = cards.deck
    masks = np.zeros((MAX_CARDS, GUESS_ROWS), np.uint64)
    for i, pile in enumerate(deck):
        for g, guess in enumerate(cards.all_guesses):
            right = (j for j, card in enumerate(deck) if j != i and evaluate(guess.condition, pile, card))
            masks[i, g] = sum(1 << j for j in right)
    return masks.view(np.int64)


def fairy_mask(cards: Cards) -> np.int64:
    """The cards of the deck that show a fairy: bit i for card i. Bit 63 is the sign bit."""
    return np.uint64(sum(1 << i for i, card in enumerate(cards.deck) if card.fairy)).astype(np.int64)
