"""What a run of a plain game writes down: buffers, columns, and which of them the rows of ``playing`` fill."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.game import Plan
from balance.engine.game.columns import (
    CHOICE_COLUMNS,
    GAME_NO,
    SEAT,
    WINNERS,
    agent_column,
    card_columns,
    game_columns,
    lead_columns,
    seat_columns,
)
from balance.engine.game.log import COMPONENT, Column, Derived, Table
from balance.engine.kernels.buffers import BLOCK_ROWS, LEAD, MET, POSITION, STANDING, block
from balance.engine.kernels.choices import CHOICES

GAMES = block(game_no=np.int64, turns=np.int16, **LEAD)
TURNS = block(**POSITION)
COUNTS = dict.fromkeys(("seen", "taken", "played", "used", "kept"), np.int16)
CARDS = block(**MET, **COUNTS, **CHOICES)

FIELDS = {
    "games": ("game_no", "turns", "winners", "margin", "lead_changes", "lead_turn"),
    "seats": ("game_no", "seat", "agent", "score", "ranking", "shared_by"),
    "turns": ("game_no", "turn", "seat", "agent", "score"),
    "cards": ("game_no", "seat", "card", "first_turn", *COUNTS, *CHOICES),
}
"""By table, the fields of its rows in ``playing.Rows``; after those of seats come the parts of the score."""
GAMES_PER_PART = 1000
"""Plain games are slow: a part of so many is soon played, and a stopped run loses little."""


def blocks(parts: int) -> dict[str, np.dtype]:
    """The buffers of a game whose score has so many parts."""
    seats = block(**STANDING, points=(np.int32, parts))
    return {"games": GAMES, "seats": seats, "turns": TURNS, "cards": CARDS}


def rows_per_game(most_turns: int, games_per_part: int, plan: Plan, cards: Any) -> dict[str, int]:
    """The most rows of a game; of ``games`` rather more where a part should be short."""
    return {
        "games": BLOCK_ROWS // games_per_part,
        "seats": plan.players,
        "turns": most_turns * plan.players,
        "cards": plan.players * len(cards.ids),
    }


def tables(parts: tuple[str, ...], plan: Plan, cards: Any) -> dict[str, Table]:
    """The columns of the four tables."""
    points = [
        Column(f"{COMPONENT}{part}", f"points from {part.replace('_', ' ')}", field="points", place=place)
        for place, part in enumerate(parts)
    ]
    return {
        "games": Table(
            "games",
            (
                *game_columns(plan),
                Column("turns", "turns"),
                Derived("end_reason", "why it ended", "'end'"),
                WINNERS,
                *lead_columns(),
            ),
        ),
        "seats": Table("seats", (*seat_columns(plan), *points)),
        "turns": Table(
            "turns",
            (GAME_NO, Column("turn", "turn, from 1"), SEAT, agent_column(plan), Column("score", "score after it")),
        ),
        "cards": Table(
            "cards",
            (
                *card_columns(cards.ids or ("none",)),
                Column(
                    "seen",
                    "times it was drawn, or an option from elsewhere than the hand; no less than taken or played",
                ),
                Column("taken", "times it was taken"),
                Column("played", "times it was played"),
                Column("used", "times its effect was used"),
                Derived("used_by_others", "nobody books this", "0::SMALLINT"),
                Column("first_turn", "turn on which it was first taken, played or used; 0: never"),
                Column("kept", "copies in the hand at the end"),
                *CHOICE_COLUMNS,
            ),
        ),
    }
