"""A logged game as the games' ``tell`` functions receive it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from balance.engine.game.decisions import News
from balance.engine.game.game import Plan

Row = dict[str, Any]


class Happened(NamedTuple):
    """Something that happened in a game: a code of the game, and three numbers as the game means them."""

    turn: int
    """As in the log."""
    what: int
    first: int
    second: int
    third: int


@dataclass(frozen=True)
class LoggedGame:
    """All rows of one game, with every column of the views, in the order of the log."""

    plan: Plan
    game: Row
    seats: list[Row]
    turns: list[Row]
    cards: list[Row]
    happened: tuple[Happened, ...] | None = None
    """What the rules said while the game was played, in order; None: it was not played again, only the log tells."""

    def by_turn(self) -> Iterator[tuple[int, list[Row]]]:
        """The turns with the rows of the seats that played them."""
        for turn, rows in groupby(self.turns, key=lambda row: row["turn"]):
            yield turn, list(rows)


class TurnEnd(str):
    """The last line of a story about one turn: a line like any other, that knows its turn.

    Whoever shows the story may put something between the turns there.
    """

    __slots__ = ("turn",)
    turn: int

    def __new__(cls, line: str, turn: int) -> TurnEnd:
        made = super().__new__(cls, line)
        made.turn = turn
        return made


def end_turn(turn: int, lines: list[str]) -> list[str]:
    """The lines about a turn (or about several, of which ``turn`` is the last) with their end marked."""
    return [*lines[:-1], TurnEnd(lines[-1], turn)]


def seat_name(seat: int, agent: str) -> str:
    """What a player is called in a story, by the seat, which people count from 1."""
    return f"Player {seat + 1} ({agent})"


def whose(seat: int, eyes: int, agent: str) -> str:
    """What a player is called by one who sits in seat ``eyes``."""
    return "You" if seat == eyes else seat_name(seat, agent)


def news_of(seat: int, eyes: int, words: str) -> News:
    """News of a player. The words begin with the verb, which loses its s where it is the listener: draws, draw."""
    verb, *rest = words.split(" ", 1)
    return News(seat, " ".join([verb.removesuffix("s"), *rest]) if seat == eyes else words)


def places_in(mask: int) -> list[int]:
    """The places of a set of bits, from 0."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def places_of(mask: int) -> str:
    """The places of a set of bits as a person counts them: 1, 2 and 4."""
    return listed([str(place + 1) for place in places_in(mask)])


def signed(number: int) -> str:
    """A number that may be below 0, with the sign that is printed there."""
    return str(int(number)).replace("-", "−")


def listed(words: Sequence[str], joint: str = " and ") -> str:
    """Words as a person lists them: a; a and b; a, b and c; or with another ``joint``."""
    return joint.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
