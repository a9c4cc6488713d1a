"""What may stand in the place of a card, and when a player has gained one (see ``engine.game.kinds``)."""

from __future__ import annotations

from dataclasses import replace

from balance.engine.game.kinds import Kind, find_card
from balance.games.fairy.cards import Cards


def without(cards: Cards, id: str) -> Cards:
    """The cards when one player of every game may not make this guess."""
    return replace(cards, stand_in=replace(find_card(cards, id), allowed=False))


KINDS = (
    Kind(
        "guess",
        gained="played",
        one_player=True,
        absent=without,
        why="Every player has all the guesses in every turn, and none can stand in for another: one player of every"
        " game does without it, which shows what it is worth to who makes it.",
    ),
    Kind(
        "charm",
        why="Nobody gains a charm: all lie in the deck that everybody guesses."
        " `balance sensitivity` shows what its number does.",
    ),
    Kind("track", why="There is one track, alike for everybody. `balance compare` with an edit shows what it does."),
)
