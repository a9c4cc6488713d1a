"""The slow implementation plays the scenarios: piles, dice, position as in the file, choices as the kernels made them.

Only in plain Python (NUMBA_DISABLE_JIT=1) can somebody listen to the choices of the kernels.

python -m heroes.scenarios_followed FILE ...
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.game_file import GameFile
from balance.engine.game.story import LoggedGame
from balance.games.heroes.cards.box import RANKS, TYPES, Damage
from balance.games.heroes.state import ADVERSARY_STREAM, AGE_STREAM, HERO_STREAM, MISSION_STREAM, TILE_STREAM
from balance.judging.scenarios import PlayedFile
from helpers.followed_scenarios import play_both
from helpers.plain_chance import shuffle
from heroes.followed import Choices, Followed
from heroes.reference import HeroCard, MissionCard, Seat, Slot, add_damage, copies, parse_damage

PILES = {AGE_STREAM: "age", HERO_STREAM: "heroes", TILE_STREAM: "tiles", ADVERSARY_STREAM: "adversaries"}
ENERGY = dict(zip(("lightning", "fire", "ice"), TYPES, strict=True))


def id_of(thing: Any) -> str:
    """What a card, or a seat, is called."""
    return getattr(getattr(thing, "card", thing), "id", str(thing))


class Laid(Followed):
    """A game of a file."""

    def __init__(self, plan: Plan, file: GameFile, made: Sequence[tuple[str, int, Any]]):
        self.file = file
        self.rolls = {color: list(results) for color, results in file.dice.items()}
        self.left = {name: list(order) for name, order in file.piles.items()}
        super().__init__(plan, file.game_no, made)

    def first(self, name: str, things: Iterable[Any]) -> list[Any]:
        """The cards that the file names, in its order, then the others."""
        others, named = list(things), []
        for id in map(str, self.left.pop(name, ())):
            named.append(next(thing for thing in others if id_of(thing) == id))
            others.remove(named[-1])
        return [*named, *others]

    def shuffled(self, things: Iterable[Any]) -> list[Any]:
        stream = next(self.shuffles, TILE_STREAM)
        things = list(things)
        shuffle(self.streams[stream], things)
        if stream == AGE_STREAM:
            return self.first(PILES[stream], things)
        return self.first(PILES[stream], things[::-1] if stream == TILE_STREAM else things)[::-1]

    def mission_pile(self, rank: str) -> list[MissionCard]:
        pile = copies(card for card in self.cards.missions if card.rank == rank)
        pile.sort(key=lambda card: not card.start)
        others = pile[1:]
        shuffle(self.streams[MISSION_STREAM + RANKS.index(rank)], others)
        return [MissionCard(card) for card in (pile[0], *self.first(f"missions_{rank}", others))]

    def roll(self, dice: Iterable[str]) -> Damage:
        return add_damage(self.one(color) for color in dice)

    def one(self, color: str) -> Damage:
        """What one die shows."""
        return parse_damage(self.rolls[color].pop(0)) if self.rolls.get(color) else super().roll([color])

    def adventure(self) -> None:
        if self.round == self.file.position.get("round", 1):
            for seat, player in zip(self.seats, self.file.players, strict=True):
                self.lay(seat, player)
        super().adventure()

    def lay(self, seat: Seat, player: Any) -> None:
        """What the file says of a seat."""
        heroes = {card.id: card for card in self.cards.heroes}
        tiles = {card.id: card for card in self.cards.tiles}
        foes = {card.id: card for card in self.cards.adversaries}
        seat.lineup = [HeroCard(heroes[id]) for id in player["lineup"]]
        seat.adversaries = [foes[id] for id in player.get("adversaries", ())]
        seat.points["shine"] = player.get("track", 0)
        for place, id in player.get("tiles", {}).items():
            seat.lineup[int(place) - 1].tile = tiles[id]
        seat.make_slots()
        if "slots" in player:
            given = player["slots"]
            seat.slots = [Slot(kind) for word, kind in ENERGY.items() for _ in range(given.get(word, 0))]
            seat.slots += [Slot("g", value) for value in [*[0] * given.get("plain", 0), *given.get("prestige", ())]]
        for value in player.get("covered", {}).get("prestige", ()):
            next(slot for slot in seat.free_slots("g") if slot.value == value).covered = True


class Slow:
    """The slow implementation, which listens to the choices of the kernels."""

    def __init__(self) -> None:
        self.choices = Choices()

    def __call__(self, file: GameFile, played: PlayedFile) -> LoggedGame:
        game = Laid(played.plan, file, self.choices.made.pop(file.game_no))
        game.play()
        assert next(game.made, None) is None, "a choice was not asked for"
        seats = [{**row, "win_share": row["win_credit"]} for row in game.seat_rows()]
        return LoggedGame(played.plan, game.game_row(), seats, game.turn_rows(), [])


if __name__ == "__main__":
    play_both(Slow())
