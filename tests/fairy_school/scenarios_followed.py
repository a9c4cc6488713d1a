"""The slow implementation plays the scenarios: piles and forests as in the file, choices as the kernels made them.

Only in plain Python (NUMBA_DISABLE_JIT=1) can somebody listen to the choices of the kernels.

python -m fairy_school.scenarios_followed FILE ...
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.game_file import GameFile
from balance.engine.game.story import LoggedGame
from balance.games.fairy_school.cards.box import ELEMENTS
from balance.judging.scenarios import PlayedFile
from fairy_school.followed import Choices, FollowedGame, Heard
from fairy_school.reference.table import Chance, Copy, Luck, Seat
from helpers.followed_scenarios import play_both

PILES = {"trimester": "projects_{}", "final": "finals", "set": "sets", "initial": "letters", "pile": "draw_{}"}
FROM_THE_FRONT = ("set", "initial")


def id_of(thing: Any) -> str:
    """What a card, a set or a deck is called."""
    return getattr(getattr(thing, "card", thing), "id", str(thing))


class SetLuck(Luck):
    """A stream whose first shuffles are those of a file."""

    def __init__(self, luck: Luck, orders: Sequence[Any], from_end: bool):
        super().__init__(luck.stream)
        nested = bool(orders) and all(isinstance(order, list) for order in orders)
        self.orders, self.from_end = [*orders] if nested else [orders], from_end

    def shuffle(self, things: list[Any]) -> None:
        super().shuffle(things)
        named = []
        for id in map(str, self.orders.pop(0) if self.orders else ()):
            named.append(next(thing for thing in reversed(things) if id_of(thing) == id))
            things.remove(named[-1])
        things[:] = [*things, *named[::-1]] if self.from_end else [*named, *things]


class SetChance(Chance):
    """The chance of a game of a file."""

    def __init__(self, file: GameFile):
        super().__init__(file.seed, file.game_no)
        self.file = file
        self.set: dict[tuple[str, int], SetLuck] = {}

    def __call__(self, name: str, which: int = 0) -> Luck:
        luck = super().__call__(name, which)
        pile = PILES.get(name, "").format(which + (name == "trimester"))
        if pile not in self.file.piles:
            return luck
        set_luck = SetLuck(luck, self.file.piles[pile], name not in FROM_THE_FRONT)
        return self.set.setdefault((name, which), set_luck)


class Laid(FollowedGame):
    """A game of a file."""

    def __init__(self, plan: Plan, file: GameFile, made: Sequence[deque[Heard]]):
        super().__init__(plan, file.game_no, made)
        self.file, self.chance = file, SetChance(file)

    def take_turn(self) -> None:
        if self.turns + 1 == self.file.position.get("turn"):
            for seat, player in zip(self.seats, self.file.players, strict=True):
                self.lay(seat, player)
        super().take_turn()

    def copies(self, ids: Sequence[str | None]) -> list[Any]:
        """New copies of these cards."""
        cards = {card.id: card for card in self.cards.cards}
        return [None if id is None else Copy(cards[id]) for id in ids]

    def lay(self, seat: Seat, player: Mapping[str, Any]) -> None:
        """What the file says of a seat."""
        seat.stock = [player["elements"].get(element, 0) for element in ELEMENTS]
        rows = [[*player.get(row, ()), *[None] * 5][:5] for row in ("top", "bottom")]
        seat.forest = self.copies([*rows[0], *rows[1]])
        seat.draw = self.copies(player.get("draw", ())[::-1])
        seat.discard = self.copies(player.get("discard", ())[::-1])
        seat.ongoing = self.copies(player["ongoing"])
        seat.realized = [copy for copy in seat.deck() if copy.card.kind == "project"]
        if "final" in player:
            seat.final = next(final for final in self.cards.finals if final.id == player["final"])
        creatures = [creature.id for creature in self.cards.creatures]
        seat.studied = [creatures.index(id) for id in player.get("studied", ())]
        seat.steps, seat.kindness = player.get("steps", 0), player.get("kindness", 0)
        seat.cubes = player.get("cubes", seat.cubes)


class Slow:
    """The slow implementation, which listens to the choices of the kernels."""

    def __init__(self) -> None:
        self.choices = Choices()

    def __call__(self, file: GameFile, played: PlayedFile) -> LoggedGame:
        made = [self.choices.made.pop((file.game_no, seat), deque()) for seat in range(played.plan.players)]
        game = Laid(played.plan, file, made)
        game.play()
        assert not any(made), "choices were not asked for"
        rows = game.tables()
        return LoggedGame(played.plan, rows["games"][0], rows["seats"], rows["turns"], rows["cards"])


if __name__ == "__main__":
    play_both(Slow())
