"""Cards of Fairy Conundrum for the slow implementation: from the card reader, and decks (FC-191)."""

from __future__ import annotations

from typing import Any

from balance.common.errors import Problems
from balance.games.fairy_conundrum.cards import read_conundrum
from fairy_conundrum.reference.cards import COPIES, OPPOSITE, Deck, Row
from fairy_conundrum.reference.table import DECK_STREAM, Chance, Settings
from helpers.cards import frozen_table


def row_of(card: Any) -> Row:
    """A card of the card reader. Its abilities are read again from their standard spelling."""
    words = [word for word in ("entry", "passage", "teleport") if getattr(card, word)]
    mature = card.mature
    return Row(
        id=card.id,
        kind=card.kind,
        name=card.name,
        set=card.set,
        cost=card.cost,
        radiance=card.radiance,
        astralae=card.astralae,
        ray=card.ray,
        mat=card.mat,
        slots=card.slots,
        vol=card.vol,
        mes=card.mes,
        morphs=tuple(card.morphs),
        traits=tuple(words),
        rank=card.rank,
        life=card.life,
        handmax=card.handmax,
        least=mature.low if mature else None,
        most=mature.high if mature else None,
        grows=mature.coefficients if mature else (0, 0, 0),
        effect="; ".join(ability.text for ability in card.abilities),
    )


def read_box() -> Box:
    """The cards of the frozen card table."""
    problems = Problems()
    cards = read_conundrum(frozen_table("fairy_conundrum"), problems)
    problems.raise_if_any()
    return Box(cards)


class Box:
    """All rows of a card table, its decks, and its tokens."""

    def __init__(self, cards: Any):
        self.cards = cards
        self.rows = [row_of(card) for card in cards.cards]
        self.tokens = [row for row in self.rows if row.kind == "token"]

    def avatar(self, place: int) -> tuple[Row, ...]:
        return tuple(self.rows[number] for number in self.cards.avatars[place])

    def canvas(self, place: int) -> tuple[Row, ...]:
        return tuple(self.rows[number] for number in self.cards.canvases[place])

    def deck(self, place: int) -> Deck:
        deck = self.cards.decks[place]
        parts = [tuple((self.rows[number], count) for number, count in part) for part in (deck.cards, deck.reserve)]
        return Deck(deck.name, self.avatar(deck.avatar), self.canvas(deck.canvas), parts[0], parts[1])

    def decks_for(self, settings: Settings, players: int, chance: Chance) -> list[Deck]:
        """What every seat brings (FC-191, FC-192)."""
        names = [deck.name for deck in self.cards.decks]
        if settings.deck_mode == "random_legal":
            return [self.random_legal(chance) for _ in range(players)]
        if settings.decks == "mixed":
            return [self.deck(chance.below(DECK_STREAM, len(names))) for _ in range(players)]
        listed = [name.strip() for name in settings.decks.split(",")]
        return [self.deck(names.index(listed[seat % len(listed)])) for seat in range(players)]

    def random_legal(self, chance: Chance) -> Deck:
        """FC-191: 40 cards, one after another."""
        avatar = self.avatar(chance.below(DECK_STREAM, len(self.cards.avatars)))
        canvas = self.canvas(chance.below(DECK_STREAM, len(self.cards.canvases)))
        pool = [row for row in self.rows if row.kind in ("fairy", "shard")]
        counts = [0] * len(pool)
        for _ in range(40):
            final = any(count and row.astralae == "F" for row, count in zip(pool, counts, strict=True))
            weights = [
                0 if count >= COPIES[row.astralae] or (final and row.astralae == "F") else weight(row, avatar[0])
                for row, count in zip(pool, counts, strict=True)
            ]
            left = chance.below(DECK_STREAM, sum(weights))
            for place, w in enumerate(weights):
                if left < w:
                    counts[place] += 1
                    break
                left -= w
        drawn = tuple((row, count) for row, count in zip(pool, counts, strict=True) if count)
        return Deck("random", avatar, canvas, drawn)


def weight(row: Row, avatar: Row) -> int:
    """FC-191."""
    if avatar.radiance == "N":
        return 4 if row.radiance == "N" else 1
    return {avatar.radiance: 4, OPPOSITE[avatar.radiance]: 1}.get(row.radiance, 2)
