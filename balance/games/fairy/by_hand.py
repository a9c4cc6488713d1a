"""What a scenario may set by hand: the order of the deck."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.by_hand import Handy, Pile
from balance.games.fairy.state import DECK_STREAM


def handy(plan: Plan) -> Handy:
    """The deck: its first card is the first pile card."""
    ids = [charm.id for charm in plan.cards.deck]
    return Handy(piles=(Pile("deck", "the first pile card, then those that are revealed", DECK_STREAM, ids),))
