"""What is printed on the cards of Fairy Conundrum, in words."""

from __future__ import annotations

from typing import Any

from balance.engine.game.faces import Face
from balance.engine.game.kinds import find_card
from balance.games.fairy_conundrum.cards.box import AVATAR, SHELTER, Card, Cards
from balance.games.fairy_conundrum.tell.abilities import printed_on
from balance.games.fairy_conundrum.tell.words import MORPHEMES, RADIANCES, STAGES


def face(row: Any, cards: Cards) -> Face:
    """The face of a card in play."""
    card = find_card(cards, row.id)
    cost = "" if card.kind in (AVATAR, SHELTER) and not card.cost else str(card.cost)
    facts = [(what, value) for what, value in _facts(card) if value]
    return Face(cost, (*printed_on(card, cards), *_flags(card)), facts=tuple(facts))


def _facts(card: Card) -> list[tuple[str, str]]:
    """Everything that is printed beside the abilities; empty where a kind has it not."""
    morphs = ", ".join(MORPHEMES[code] for code in card.morphs)
    radiance = RADIANCES[card.radiance]
    if card.kind == AVATAR:
        life = str(card.life) if card.rank == 1 else ""
        stage = STAGES[card.rank - 1]
        return [
            ("Stage", stage), ("Life", life), ("Hand maximum", str(card.handmax)), ("Maturation", _maturation(card)),
            ("Morphemes", morphs),
        ]  # fmt: skip
    if card.kind == SHELTER:
        return [
            ("Number", str(card.rank)),
            ("Slots", str(card.slots)),
            ("Stability", str(card.mat)),
            ("Morphemes", morphs),
        ]
    body = [("Ray", str(card.ray)), ("Materialisation", str(card.mat))] if card.ray or card.mat else []
    return [
        *body, ("Radiance", radiance), ("Astralae", card.astralae), ("Morphemes", morphs),
        ("Volatility", str(card.vol or "")), ("Set face down for", f"{card.mes} life" if card.mes else ""),
        ("Pantheon", card.pantheon),
    ]  # fmt: skip


def _maturation(card: Card) -> str:
    if card.mature is None:
        return ""
    low, high = card.mature.low, card.mature.high
    if low is None:
        return f"up to {high}"
    return f"from {low}" if high is None else f"{low} to {high}"


def _flags(card: Card) -> list[str]:
    """What a card has beside its abilities, a sentence each."""
    said = ["Fairies may enter and leave it."] if card.entry and card.kind == SHELTER else []
    said += ["Has passage."] if card.passage else []
    return [*said, *(["Has teleport."] if card.teleport else [])]
