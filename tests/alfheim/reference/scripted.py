"""Laying out a table of Fairies of Alfheim for the slow implementation: players who do as told, chance as wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from alfheim.box import ICONS, box, tiles
from alfheim.lines import drawn
from alfheim.reference.players import Chance, Player
from alfheim.reference.whole import Game, Seat, Settings
from balance.games.alfheim.cards.box import TYPES, Cards


class Told(Player):
    """Answers as told, point by point; otherwise keeps the tile, takes the first cell, places no fairy."""

    def __init__(self, **answers: list[Any]):
        self.answers = answers

    def choose(self, point: str, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        told = self.answers.get(point)
        return told.pop(0) if told else options[-1 if point == "fairy" else 0]


class Arranged:
    """Chance as wanted: the next order of a pile, by purpose; otherwise nothing is moved, and 0 is drawn."""

    def __init__(self, orders: Mapping[int, Sequence[str]]):
        self.orders = {purpose: list(piles) for purpose, piles in orders.items()}
        self.before: list[str] = []  # piles as they were given to be shuffled in these orders

    def __call__(self, purpose: int) -> Arranged:
        self.purpose = purpose
        return self

    def shuffle(self, things: list[Any]) -> None:
        if wanted := self.orders.get(self.purpose):
            self.before.append("".join(things))
            order = list(wanted.pop(0))
            assert Counter(order) == Counter(things)
            things[:] = order

    def below(self, n: int) -> int:
        return 0


def table(players: int = 2, cards: Cards | None = None, **settings: Any) -> Game:
    """A table in round 1 where nothing is revealed, and everybody does as told."""
    game = Game(cards or box(), players, [Told() for _ in range(players)], Settings(**settings))
    game.set_up()
    game.in_force = {kind: [] for kind in TYPES}
    return at_round(game, 1)


def at_round(game: Game, number: int) -> Game:
    game.round, game.order = number, list(range(game.players))
    for seat in game.seats:
        game.start_row(seat)
    return game


def reveal(game: Game, *ids: str) -> None:
    for tile in game.cards.fairies:
        if tile.id in ids:
            game.in_force[tile.type].append(tile)


def types_payable(game: Game, seat: Seat) -> set[str]:
    return {kind for kind, _ in game.placings(seat)}


def three_nisse(*answers: Any) -> tuple[Game, Seat]:
    """Two Nisse are placed, the third is payable, and the line pays the Tomte on top of the deck."""
    game = at_round(table(), 5)
    seat = game.seats[0]
    seat.lay(drawn("BCJHM"))
    seat.fairies = {tile.type: tile for tile in game.cards.fairies if tile.id in ("nisse_1_a", "nisse_2_a")}
    game.decks["tomte"] = tiles("tomte", ["CHJ"])
    reveal(game, "nisse_3_a")
    seat.player = Told(fairy=[*answers])
    game.place_fairies(seat)
    game.claim_experts()
    return game, seat


def pile(*pairs: str, kept: str = "") -> str:
    """Black tiles from which these pairs are dealt one after another; others have been kept. The top is the last."""
    rest = Counter(ICONS * 3) - Counter("".join(pairs) + kept)
    return "".join(rest.elements()) + "".join(pairs)[::-1]


def played(players: int = 4, number: int = 0, cards: Cards | None = None, **settings: Any) -> Game:
    """A game of random seats."""
    return Game(cards or box(), players, settings=Settings(**settings), chance=Chance(1, number)).play()
