"""What is in the box of Fairy, read from a card table in the plainest way: part of the reference implementation."""

from __future__ import annotations

import csv
import functools
import io
import re
from dataclasses import dataclass
from types import CodeType


@dataclass(frozen=True)
class Card:
    """A charm card in the deck."""

    id: str
    number: int
    suit: str
    fairy: bool


@dataclass(frozen=True)
class Guess:
    """A line of the score card."""

    id: str
    key: str
    condition: str
    gain: int
    loss: int


@functools.cache
def as_python(condition: str) -> CodeType:
    """A condition of section 5.2, turned into Python."""
    python = condition.lower()
    python = re.sub(r"suit\s*(!?=)\s*([a-z0-9]+)", r"(suit \1 '\2')", python)
    python = python.replace("same suit", "(suit = pile_suit)").replace("pile fairy", "pile_fairy")
    python = re.sub(r"(?<![<>!])=", "==", python)
    return compile(re.sub(r"\bmod\b", "%", python), "condition", "eval")


def is_right(condition: str, pile: Card, following: Card) -> bool:
    """Whether the condition holds when ``following`` is flipped onto ``pile``."""
    known = {
        "next": following.number,
        "pile": pile.number,
        "gap": abs(following.number - pile.number),
        "suit": following.suit.lower(),
        "pile_suit": pile.suit.lower(),
        "fairy": following.fairy,
        "pile_fairy": pile.fairy,
    }
    return bool(eval(as_python(condition), {"__builtins__": {}}, known))


class Box:
    """What is in the box: the deck, the guesses and the track of a card table."""

    def __init__(self, text: str):
        rows = list(csv.DictReader(io.StringIO(text)))
        self.charms: list[str] = []
        self.deck: list[Card] = []
        self.guesses: list[Guess] = []
        for row in rows:
            traits = dict(pair.split("=") for pair in row["traits"].replace(" ", "").split(";") if pair)
            if row["kind"] == "charm" and int(row["copies"]):
                card = Card(row["id"], int(traits["number"]), row["set"], row["effect"] == "fairy")
                self.charms.append(card.id)
                self.deck += [card] * int(row["copies"])
            elif row["kind"] == "guess" and int(row["copies"]):
                guess = Guess(row["id"], traits["key"], row["effect"], int(row["points"]), int(row["cost"]))
                self.guesses.append(guess)
            elif row["kind"] == "track":
                floor, top, start = re.findall(r"-?\d+", row["effect"])
                self.floor, self.top, self.start = int(floor), int(top), int(start)
        self.fairies = sum(card.fairy for card in self.deck)
        self.right = {
            (guess.key, pile): {
                following
                for following in range(len(self.deck))
                if following != pile and is_right(guess.condition, self.deck[pile], self.deck[following])
            }
            for guess in self.guesses
            for pile in range(len(self.deck))
        }
