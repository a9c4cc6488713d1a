"""The slow implementation plays the scenarios: stacks, decks, areas as in the file, choices as the kernels made them.

Only in plain Python (NUMBA_DISABLE_JIT=1) do the kernels play scenarios.

python -m alfheim.scenarios_followed FILE ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alfheim.lines import drawn
from alfheim.reference.log import tables
from alfheim.reference.players import Chance, Luck, followed
from alfheim.reference.whole import Game, Settings
from balance.engine.game.game_file import GameFile
from balance.engine.game.story import LoggedGame
from balance.games.alfheim.cards.box import AFTER, TYPES
from balance.games.alfheim.state import (
    CENTRE_STREAM,
    DECK_STREAM,
    FOOTPRINT_STREAM,
    LEAD_STREAM,
    ORDER_STREAM,
    STACK_STREAM,
)
from balance.judging.scenarios import PlayedFile
from helpers.followed_scenarios import play_both

PILES = {CENTRE_STREAM: "centre", FOOTPRINT_STREAM: "footprints", ORDER_STREAM: "served", STACK_STREAM: "clues"}
PILES |= {DECK_STREAM + number: kind for number, kind in enumerate(TYPES)}


class SetLuck(Luck):
    """A stream whose first shuffles, or numbers, are those of a file."""

    def __init__(self, luck: Luck, orders: Sequence[Any], numbers: Sequence[int], from_end: bool):
        super().__init__(luck.stream)
        nested = bool(orders) and isinstance(orders[0], list)
        self.orders = [*orders] if nested else [[*orders]] if orders else []
        self.numbers, self.from_end = [*numbers], from_end

    def shuffle(self, things: list[Any]) -> None:
        super().shuffle(things)
        named = []
        for id in map(str, self.orders.pop(0) if self.orders else ()):
            named.append(next(thing for thing in reversed(things) if getattr(thing, "id", str(thing)) == id))
            things.remove(named[-1])
        things[:] = [*things, *named[::-1]] if self.from_end else [*named, *things]

    def below(self, n: int) -> int:
        return self.numbers.pop(0) if self.numbers else super().below(n)


class SetChance(Chance):
    """The chance of a game of a file."""

    def __init__(self, file: GameFile):
        super().__init__(file.seed, file.game_no)
        self.file = file

    def __call__(self, purpose: int) -> Any:
        new = purpose not in self.streams
        luck = super().__call__(purpose)
        if new:
            orders = self.file.piles.get(PILES.get(purpose, ""), [])
            numbers = self.file.dice.get("lead", []) if purpose == LEAD_STREAM else []
            self.streams[purpose] = SetLuck(luck, orders, numbers, purpose != ORDER_STREAM)
        return self.streams[purpose]


class Laid(Game):
    """A game of a file."""

    def __init__(self, file: GameFile, played: PlayedFile):
        self.file = file
        players = [followed(played.rows.turns, seat) for seat in range(played.plan.players)]
        settings = Settings(**played.plan.settings)
        super().__init__(played.plan.cards, played.plan.players, players, settings, SetChance(file))

    def take_round(self) -> None:
        if self.round + 1 == self.file.position.get("round"):
            for seat, player in zip(self.seats, self.file.players, strict=True):
                if "area" in player:
                    seat.lay(drawn(*player["area"]))
                    seat.fairies, seat.secret, seat.experts = {}, None, {}
                for kind in player.get("fairies", ()):
                    seat.fairies[kind] = next(tile for tile in self.cards.fairies if tile.type == kind)
                    if self.cards.reveal[kind].when != AFTER and self.decks[kind]:
                        self.decks[kind].pop(0)
            self.claims = {row: sum(row in seat.experts for seat in self.seats) for row in self.claims}
        super().take_round()


def slow(file: GameFile, played: PlayedFile) -> LoggedGame:
    """What the slow implementation logs."""
    rows = tables(Laid(file, played).play())
    return LoggedGame(played.plan, rows["games"][0], rows["seats"], rows["turns"], rows["cards"])


if __name__ == "__main__":
    play_both(slow)
