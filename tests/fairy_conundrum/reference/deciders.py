"""Who decides in Fairy Conundrum (section 4): random, the script agents, a recorded list; for the slow implementation.

A decider gets the table, the seat, the point and at least two options, and answers with a place among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairy_conundrum.reference.cards import Card

POINTS = (
    "S1", "S2", "S3", "FIRST", "EXIT", "NAR", "CON", "FOE", "MES", "MAY", "TARGET", "UNIQUE", "RADIANCE", "MORPH",
    "PRINCIPAL", "ABILITY", "SURPLUS", "HOST", "SPLIT", "DREAM", "DISCARD", "DECKOUT", "SWAP",
)  # fmt: skip


class RandomDecider:
    """All options equally likely, with the luck of this decision alone."""

    name = "random"

    def decide(self, game: Any, seat: int, point: str, options: Sequence[Any]) -> int:
        return game.chance.decisions.ask(seat, POINTS.index(point)).below(len(options))


class Passive:
    """Does nothing that it need not do: where nothing is said here it takes the first option: to stop, if one may."""

    name = "passive"

    def decide(self, game: Any, seat: int, point: str, options: Sequence[Any]) -> int:
        choose = getattr(self, point.lower(), None)
        if choose is None:
            return 0
        chosen = choose(game, seat, list(options))
        return next(place for place, option in enumerate(options) if option is chosen)

    def first(self, game: Any, seat: int, options: list[int]) -> int:
        """Destiny: itself."""
        return seat

    def foe(self, game: Any, seat: int, options: list[int]) -> int:
        """The lowest life; the options go clockwise."""
        return min(options, key=lambda other: game.players[other].life)

    def dream(self, game: Any, seat: int, options: list[str]) -> str:
        return "haversack" if "haversack" in options else options[0]

    def discard(self, game: Any, seat: int, options: list[Card]) -> Card:
        """The highest current cost, then the lowest id, then the oldest."""
        return min(options, key=lambda card: (-game.cost(card), card.row.id, card.arrival))

    def deckout(self, game: Any, seat: int, options: list[Card]) -> Card:
        """Hand cards, fairies, shards, shelters, the avatar; the lowest cost first."""

        def key(card: Card) -> Any:
            groups = (card.zone == "hand", card.is_fairy, card.kind == "shard", card.kind == "shelter", card.is_avatar)
            return groups.index(True), game.cost(card), card.row.id, card.arrival

        return min(options, key=key)

    def radiance(self, game: Any, seat: int, options: list[str]) -> str:
        return game.radiance_of_base


class Curve(Passive):
    """Calls the dearest fairy it can pay."""

    name = "curve"

    def decide(self, game: Any, seat: int, point: str, options: Sequence[Any]) -> int:
        if point == "S3":
            return 1
        if point == "NAR":
            return list(options).index(self.narrate(game, seat, options))
        return super().decide(game, seat, point, options)

    def dream(self, game: Any, seat: int, options: list[str]) -> str:
        """The first point of the turn to the canvas, if no shelter is in hand."""
        shelters = [card for card in game.lay("hand", seat) if card.kind == "shelter"]
        if game.dream_point == 0 and "canvas" in options and not shelters:
            return "canvas"
        return super().dream(game, seat, options)

    def narrate(self, game: Any, seat: int, options: Sequence[Any]) -> Any:
        places = [option for option in options if option[0] == "place"]
        if places:
            return min(places, key=lambda option: (option[1].row.rank, option[1].arrival))
        calls = [option for option in options if option[0] == "call"]
        calls = [option for option in calls if option[1].is_fairy and option[1].zone == "hand"]
        if calls:
            return min(calls, key=lambda option: (-game.cost(option[1]), option[1].row.id, option[1].arrival))
        return self.shelter(game, seat, options)

    def shelter(self, game: Any, seat: int, options: Sequence[Any]) -> Any:
        """The weakest fairy into the first empty shelter, if two are out and ready."""
        ready = [card for card in game.fairies(seat) if not card.actioned]
        empty = [
            shelter
            for shelter in game.shelters(seat)
            if not game.guests(shelter, seat) and game.free_slots(shelter) > 0
        ]
        if len(ready) >= 2 and empty:
            weakest = min(ready, key=lambda card: (game.number(card, "ray"), game.number(card, "mat"),
                                                   card.row.id, card.arrival))  # fmt: skip
            for option in options:
                if option[0] == "shelter" and weakest in option[1] and option[2] is empty[0]:
                    return option
        return options[0]


DECIDERS = {kind.name: kind for kind in (RandomDecider, Passive, Curve)}
