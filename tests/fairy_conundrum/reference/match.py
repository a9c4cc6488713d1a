"""Matches of Fairy Conundrum (3.18) for the slow implementation: several games, the reserve between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from fairy_conundrum.reference.box import Box
from fairy_conundrum.reference.cards import Deck, Row
from fairy_conundrum.reference.table import Chance, Settings
from fairy_conundrum.reference.whole import Reference


class Match:
    """FC-180 to FC-182: games are numbered match x match_games + 0, 1, ..."""

    def __init__(self, box: Box, deciders: Sequence[Any], settings: Settings, seed: int, number: int):
        self.box, self.settings, self.seed, self.number = box, settings, seed, number
        self.deciders = list(deciders)
        self.games: list[Reference] = []

    def play(self) -> Match:
        chance = self.chance(0)
        self.decks = self.box.decks_for(self.settings, len(self.deciders), chance)
        for place in range(self.settings.match_games):
            if self.is_decided():
                break
            if place:
                chance = self.chance(place)
                self.decks = self.decks[-1:] + self.decks[:-1]  # seats alternate
                self.deciders = self.deciders[-1:] + self.deciders[:-1]
                self.decks = [self.swap(chance, seat) for seat in range(len(self.decks))]
            game = Reference(self.decks, self.deciders, self.settings, chance, self.box.tokens)
            self.games.append(game.play())
        return self

    def chance(self, place: int) -> Chance:
        return Chance(self.seed, self.number * self.settings.match_games + place)

    def wins(self) -> Counter[int]:
        """Games won by the player who sits at each seat of the first game."""
        n = len(self.deciders)
        return Counter((game.winner - place) % n for place, game in enumerate(self.games) if game.winner >= 0)

    def is_decided(self) -> bool:
        """FC-182: more than half of all games."""
        return max(self.wins().values(), default=0) * 2 > self.settings.match_games

    def swap(self, chance: Chance, seat: int) -> Deck:
        """FC-181: one card out for each card in; every card of the reserve goes in once at most."""
        deck, decider = self.decks[seat], self.deciders[seat]
        haversack, reserve = Counter(dict(deck.haversack)), Counter(dict(deck.reserve))
        gone: Counter[Row] = Counter()
        while options := self.pairs(haversack, reserve):
            place = decider.decide(SimpleNamespace(chance=chance, turn=0), seat, "SWAP", [None, *options])
            if place == 0:
                break
            out, into = options[place - 1]
            haversack.update({into: 1, out: -1})
            reserve[into] -= 1
            gone[out] += 1
        return Deck(deck.name, deck.avatar, deck.canvas, self.listed(haversack), self.listed(reserve + gone))

    def pairs(self, haversack: Counter[Row], reserve: Counter[Row]) -> list[tuple[Row, Row]]:
        outs, ins = self.listed(haversack), self.listed(reserve)
        return [(out, into) for out, _ in outs for into, _ in ins if out is not into]

    def listed(self, cards: Counter[Row]) -> tuple[tuple[Row, int], ...]:
        """In table order."""
        return tuple((row, cards[row]) for row in self.box.rows if cards[row] > 0)
