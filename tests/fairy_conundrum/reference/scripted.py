"""Arranging a table of Fairy Conundrum for the slow implementation: cards where they are wanted, answers as told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairy_conundrum.reference.box import avatar, canvas, deck, shelter, token
from fairy_conundrum.reference.cards import Card, Deck, Row
from fairy_conundrum.reference.deciders import Passive
from fairy_conundrum.reference.table import Settings
from fairy_conundrum.reference.whole import Reference

TOKENS = (token(1), token(2, 2, 2))


class Told(Passive):
    """Answers as told, point by point; otherwise as passive does. Keeps what it was offered."""

    name = "told"

    def __init__(self, **answers: list[Any]):
        self.answers = answers
        self.offered: list[tuple[str, list[Any]]] = []

    def decide(self, game: Any, seat: int, point: str, options: Sequence[Any]) -> int:
        self.offered.append((point, list(options)))
        told = self.answers.get(point)
        return list(options).index(told.pop(0)) if told else super().decide(game, seat, point, options)

    def points(self) -> list[str]:
        return [point for point, _ in self.offered]


class Arranged:
    """Chance as wanted: nothing is moved, and the first is drawn."""

    def shuffle(self, purpose: int, cards: list[Any]) -> None:
        pass

    def below(self, purpose: int, n: int) -> int:
        return 0


def table(
    players: int = 2,
    decks: Sequence[Deck] | None = None,
    avatars: Sequence[tuple[Row, ...]] | None = None,
    entry: bool = True,
    **settings: Any,
) -> Reference:
    """A table in the Narration of turn 1, seat 0 first, without cards but the first shelter in the valley."""
    rows = avatars or [avatar()] * players
    decks = decks or [deck((), rows[seat], canvas(8)) for seat in range(players)]
    game = Reference(decks, [Told() for _ in range(players)], Settings(**settings), Arranged(), TOKENS)
    game.begin_turn()
    game.moment, game.acting = "narration", 0
    game.order = game.initiative_order = list(range(players))
    for player in game.players:
        if entry:
            game.enter(player.canvas[0], player.seat)
    return game


def put(game: Reference, seat: int, row: Row, zone: str = "valley", host: Card | None = None, **state: Any) -> Card:
    """One more card of a seat, in a zone."""
    card = Card(row, seat, row.kind == "token")
    game.cards.append(card)
    game.put(card, zone)
    if zone == "valley":
        card.vol, card.host = row.vol, host
    if zone == "traps":
        card.active = True
    if zone == "deck":
        game.players[seat].deck.append(card)
    if zone == "canvas":
        game.players[seat].canvas.append(card)
    for name, value in state.items():
        setattr(card, name, value)
    return card


def tell(game: Reference, seat: int, **answers: list[Any]) -> None:
    """Queue answers of a seat."""
    game.players[seat].decider.answers |= answers


def options(game: Reference, seat: int = 0) -> list[Any]:
    return game.narration_options(seat)


def rich(game: Reference, *sparkles: int) -> Reference:
    for player, n in zip(game.players, sparkles, strict=False):
        player.sparkles = n
    return game


def do(game: Reference, seat: int, *option: Any) -> None:
    """One action of a Narration, which must be legal."""
    assert tuple(option) in options(game, seat), f"{option} is not one of {options(game, seat)}"
    game.resolutions, game.acting = 0, seat
    game.do(seat, option)
    finish(game)


def act(game: Reference, seat: int, card: Card, place: int = 0) -> None:
    """Use an ability, which must be legal."""
    do(game, seat, "act", card, game.slots_of(card)[place])


def finish(game: Reference) -> None:
    """What follows by itself, and all events."""
    game.settle()
    game.drain()


def joust(game: Reference, seat: int) -> int:
    """One joust; gives the life taken."""
    game.strike([game.declare(seat)])
    return game.players[seat].row["joust_life_taken"]


def gone(game: Reference, card: Card, how: str = "reaped") -> None:
    """The card leaves the valley."""
    game.remove([card], how)
    finish(game)


def two_slots(rank: int = 2) -> Row:
    return shelter(rank, 2)
