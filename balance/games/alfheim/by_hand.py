"""What a scenario may set by hand: stacks, decks and lots."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.by_hand import Die, Handy, Pile
from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.state import (
    CENTRE_STREAM,
    DECK_STREAM,
    FOOTPRINT_STREAM,
    LEAD_STREAM,
    ORDER_STREAM,
    STACK_STREAM,
)


def handy(plan: Plan) -> Handy:
    """The stacks of clues, the footprints, the costs of every type, who leads, who is served first."""
    cards = plan.cards
    seats = [str(seat) for seat in range(plan.players)]
    costs = [fairy.id for fairy in cards.fairies]
    footprints = [one.id for one in cards.footprints]
    icons = list(cards.icons)
    centre = "start tiles, two for each seat, then the centre stack; again where start tiles are drawn anew"
    decks = (
        Pile(kind, "its costs, as they are revealed or taken", DECK_STREAM + number, costs, from_end=True)
        for number, kind in enumerate(TYPES)
    )
    return Handy(
        piles=(
            Pile("clues", "the icons of the rounds; the last is removed", STACK_STREAM, icons, from_end=True),
            Pile("centre", centre, CENTRE_STREAM, icons, from_end=True),
            Pile("footprints", "one for each seat, seat 0 first", FOOTPRINT_STREAM, footprints, from_end=True),
            *decks,
            Pile("served", "seats in the order of being served, round by round", ORDER_STREAM, seats),
        ),
        dice=(Die("lead", "the seat that leads", LEAD_STREAM, seats),),
    )
