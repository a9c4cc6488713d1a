"""Chance and players of Fairies of Alfheim, for the slow implementation in alfheim_reference.

A player is asked at four points: "swap" (False or True), "footprint" and "clue" (a legal cell, in the order in which
the cells became legal), and "fairy" ((type, cell) in the order of types and then of cells; None, the last: stop).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from alfheim.lines import Cell
from helpers.plain_chance import Decisions, Stream, shuffle

if TYPE_CHECKING:
    from alfheim.reference.whole import Game, Seat

Row = dict[str, Any]
POINTS = ("swap", "clue", "fairy", "footprint")  # D1 to D4
Placing = tuple[str, Cell]  # a type, and where


class Luck:
    """One stream of chance."""

    def __init__(self, stream: Stream):
        self.stream = stream

    def shuffle(self, things: list[Any]) -> None:
        shuffle(self.stream, things)

    def below(self, n: int) -> int:
        return self.stream.below(n)


class Chance:
    """All streams of a game, by purpose (the numbers of the streams)."""

    def __init__(self, seed: int, game_no: int):
        self.seed, self.game_no = seed, game_no
        self.streams: dict[int, Any] = {}
        self.decisions = Decisions(seed, game_no)

    def __call__(self, purpose: int) -> Any:
        if purpose not in self.streams:
            self.streams[purpose] = Luck(Stream(self.seed, self.game_no, purpose))
        return self.streams[purpose]


class Player:
    """Somebody who decides."""

    name = "player"

    def choose(self, point: str, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        """One of the options. The game does not ask where there is none, or where only stopping is left."""
        raise NotImplementedError


class RandomPlayer(Player):
    """The random style (FA-42): all options equally likely; nobody is asked when there is only one."""

    name = "random"

    def choose(self, point: str, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        if len(options) == 1:
            return options[0]
        return options[game.chance.decisions.ask(seat.number, POINTS.index(point)).below(len(options))]


@dataclass(frozen=True)
class Choices:
    """What a seat decides in a round."""

    swap: bool = False
    clue: Cell | None = None  # None: blocked
    footprint: Cell | None = None
    fairies: tuple[Placing, ...] = ()  # in order; after them it stops


class FollowedPlayer(Player):
    """Does what it is told, round by round."""

    def __init__(self, choices: Mapping[int, Choices], name: str = "followed"):
        self.choices, self.name = choices, name

    def choose(self, point: str, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        told = self.choices[game.round]
        if point != "fairy":
            return getattr(told, point)
        done = len(seat.placed_now)
        return told.fairies[done] if done < len(told.fairies) else None


def followed(rows: Iterable[Row], seat: int) -> FollowedPlayer:
    """A player who repeats what a seat has done in these rows of ``turns`` of a game."""
    own = [row for row in rows if row["seat"] == seat]
    return FollowedPlayer({row["turn"]: choices_of(row) for row in own}, own[0]["agent"])


def choices_of(row: Row) -> Choices:
    """What was decided in a row of ``turns``."""
    return Choices(
        swap=bool(row["swapped"]),
        clue=None if row["x"] is None else (row["x"], row["y"]),
        footprint=None if row["fp_x"] is None else (row["fp_x"], row["fp_y"]),
        fairies=tuple(placing for placing, _ in placements_of(row["placements"])),
    )


def placements_of(text: str | None) -> list[tuple[Placing, str]]:
    """The column ``placements``: (type, cell) and the id of the cost tile, in order."""
    placements = []
    for part in filter(None, (text or "").split(";")):
        where, cost_id = part.split(":")
        kind, cell = where.split("@")
        x, y = cell.split(",")
        placements.append(((kind, (int(x), int(y))), cost_id))
    return placements
