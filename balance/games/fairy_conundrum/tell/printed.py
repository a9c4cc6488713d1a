"""What cards do, in the middle of a game: their abilities as they stand there, and what they cost now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from balance.games.fairy_conundrum.cards import SHELTER, Cards
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.tell.abilities import printed_on
from balance.games.fairy_conundrum.tell.words import RADIANCES, counted


@lru_cache(maxsize=2)
def ability_words(cards: Cards) -> tuple[str, ...]:
    """Every ability of the table as a sentence, by its row there."""
    return tuple(said for card in cards.cards for said in printed_on(card, cards))


@lru_cache(maxsize=2)
def traps(cards: Cards) -> frozenset[int]:
    """The rows there that are a trap's."""
    every = (ability for card in cards.cards for ability in card.abilities)
    return frozenset(row for row, ability in enumerate(every) if ability.trigger == "TRAP")


def abilities_of(known: Sequence[str], piece: Any) -> str:
    """What a piece can do now, after a colon: what it has gained or lost is seen there. ``known``: all abilities."""
    said = [known[row] for row in piece.ability[: piece.held].tolist() if row < len(known)]
    return f": {' '.join(said)}" if said else ""


def describe_in_hand(cards: Cards, known: Sequence[str], s: Any, t: Any, p: int) -> str:
    """A card that may be played: Ivy 02, cost 3, fairy 2/2, dark: When called: imprison one of ..."""
    piece = s.piece[p]
    card = cards.cards[int(piece.card)]
    if card.kind == SHELTER:
        facts = [f"shelter {card.rank}", counted(card.slots, "slot"), f"stability {card.mat}"]
    else:
        numbers = f" {card.ray + int(piece.ray1)}/{card.mat + int(piece.mat1)}" if card.kind == "fairy" else ""
        facts = [f"cost {cost_of(s, t, p)}", f"{RADIANCES[card.radiance]} {card.kind}{numbers}"]
    facts += [word for word in ("entry", "passage", "teleport") if getattr(card, word)]
    facts += [f"volatility {card.vol}"] if card.vol else []
    facts += [f"mésangette for {card.mes} life"] if card.mes else []
    return f"{card.name}, {', '.join(facts)}{abilities_of(known, piece)}"
