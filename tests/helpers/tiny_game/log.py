"""What a run of Tiny writes down."""

from __future__ import annotations

import numpy as np

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
from balance.engine.game.log import Column, Derived, Table
from balance.engine.kernels.buffers import LEAD, MET, POSITION, STANDING, block

GAMES = block(**LEAD, game_no=np.int64, turns=np.int16, end_reason=np.int8)
SEATS = block(**STANDING)
TURNS = block(**POSITION)
CARDS = block(**MET, options_in=np.int64, chosen_in=np.int64)

COUNTS = ("seen", "taken", "played", "used", "used_by_others", "kept")


def rows_per_game(plan, cards):
    """The most rows a game adds to each table."""
    return {"games": 1, "seats": plan.players, "turns": 10 * plan.players, "cards": 0}


def tables(plan, cards):
    """The columns of the four tables."""
    return {
        "games": Table(
            "games",
            (
                *game_columns(plan),
                Column("turns", "throws"),
                Column("end_reason", "why it ended", values=("done",)),
                WINNERS,
                *lead_columns(),
            ),
        ),
        "seats": Table("seats", (*seat_columns(plan), Derived("pts_dice", "points from dice", "score"))),
        "turns": Table(
            "turns",
            (GAME_NO, Column("turn", "throw, from 1"), SEAT, agent_column(plan), Column("score", "score after it")),
        ),
        "cards": Table(
            "cards",
            (
                *card_columns(("none",)),
                Column("first_turn", "turn of the first meeting"),
                *(Derived(name, "cards are not in this game", "0::SMALLINT") for name in COUNTS),
                *CHOICE_COLUMNS,
            ),
        ),
    }
