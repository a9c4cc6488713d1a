"""What a scenario may set by hand: decks, piles, starting sets."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.by_hand import Handy, Pile
from balance.games.fairy_school.cards.box import DECKS
from balance.games.fairy_school.state import (
    FINAL_STREAM,
    INITIAL_STREAM,
    PILE_STREAM,
    SET_STREAM,
    START_SETS,
    TRIMESTER_STREAM,
)
from balance.games.fairy_school.table import TRIMESTERS


def handy(plan: Plan) -> Handy:
    """Projects of every trimester, final projects, starting sets and cards, and the draw pile of every seat."""
    cards, ids = plan.cards, list(plan.cards.ids)
    finals = [final.id for final in cards.finals]
    projects = (
        Pile(f"projects_{number + 1}", "of this trimester, as they are dealt", TRIMESTER_STREAM + number, ids, True)
        for number in range(len(TRIMESTERS))
    )
    if plan.variant == "expert":
        starting = Pile("initials", "starting cards: the hand of seat 0, then seat 1 ...", INITIAL_STREAM, ids, True)
    else:
        there = [letter for letter in DECKS if any(card.set == f"S{letter}" for card in cards.cards)]
        starting = Pile("letters", "the predefined deck of seat 0, seat 1 ...", INITIAL_STREAM, there)
    sets = [str(number + 1) for number in range(START_SETS)]
    draws = (
        Pile(f"draw_{seat}", f"the draw pile of seat {seat}, shuffle by shuffle", PILE_STREAM + seat, ids, True)
        for seat in range(plan.players)
    )
    return Handy(
        piles=(
            *projects,
            Pile("finals", "final projects on offer", FINAL_STREAM, finals, True),
            Pile("sets", "the starting set of seat 0, seat 1 ...", SET_STREAM, sets),
            starting,
            *draws,
        )
    )
