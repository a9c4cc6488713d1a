"""What the story calls seats, cards, numbers and stages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from balance.engine.game.story import LoggedGame, Row, listed, seat_name
from balance.games.fairy_conundrum.cards import Cards

STAGES = ("I", "II", "III")
RADIANCES = {"L": "light", "D": "dark", "N": "neutral"}
MORPHEMES = {
    "RO": "rose", "RE": "red", "OR": "orange", "YE": "yellow", "GR": "green", "TU": "turquoise", "BL": "blue",
    "VI": "violet", "WH": "white", "BK": "black", "GY": "grey", "BR": "brown",
}  # fmt: skip
COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


@dataclass(frozen=True)
class Book:
    """The cards and the seats of one game."""

    cards: Cards
    seats: Mapping[int, str]  # with their styles
    fallen: frozenset[int]  # seats whose avatar fell

    def named(self, numbers: Iterable[int]) -> str:
        """Cards by their rows, copies told together: two Daisy 01 and Fern 03."""
        return listed([several(self.cards.cards[card].name, count) for card, count in Counter(numbers).items()])


def open_book(game: LoggedGame) -> Book:
    """The words of one game."""
    seats = {row["seat"]: seat_name(row["seat"], row["agent"]) for row in game.seats}
    return Book(game.plan.cards, seats, _find_fallen(game))


def _find_fallen(game: LoggedGame) -> frozenset[int]:
    """Ranks tell who stands; but several of the first rank fell together and last, unless the turns were over."""
    first = [row["seat"] for row in game.seats if row["rank"] == 1]
    all_fell = len(first) > 1 and game.game["end_reason"] != "stalemate"
    return frozenset(row["seat"] for row in game.seats if row["rank"] > 1 or all_fell)


def short(seat: int) -> str:
    """A player inside a sentence, without the style."""
    return f"Player {seat + 1}"


def several(name: str, count: int) -> str:
    """Copies of a card: Daisy 01; two Daisy 01."""
    return name if count == 1 else f"{COUNTS.get(count, count)} {name}"


def counted(number: int, word: str) -> str:
    """1 card, 2 cards."""
    words = {"fairy": "fairies", "copy": "copies", "ability": "abilities"}
    return f"{number} {word if number == 1 else words.get(word, f'{word}s')}"


def times(number: int) -> str:
    """Once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def stage_of(row: Row) -> str:
    """The stage of the avatar as the cards write it."""
    return f"stage {STAGES[row['stage'] - 1]}"
