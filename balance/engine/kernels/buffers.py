"""The buffers that kernels fill, and the kernels that fill what every game logs.

A buffer ("block") is a record of columns: ``turns.score[n] = 7`` sets one cell, compiled and in plain Python alike.
The columns they become are declared in balance.engine.game.columns. What a kernel asks of a game's state is said at
each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.kernels.kernel import kernel, record
from balance.engine.kernels.table import margin_of

BLOCK_ROWS = 1 << 20
"""Rows of a buffer. A part never has more, so a run's memory does not grow with its length."""

COLUMN_ROWS = BLOCK_ROWS + 4096 + 64
"""Rows that a column of a buffer has room for. A row is written all over the buffer, once in every column: were these a
power of two apart, all of its cells would compete for the same few places of the processor's caches and page tables."""

TURNS_AND_CARDS, CARDS_ALONE = 1, 2
"""What a kernel is told in ``logs_turns`` to write of every game, beside its result; 0: nothing."""
BLANK = -1
"""What kernels write into a cell that has no meaning, where the column says ``blank``: readers see NULL."""


def block(**columns: Any) -> np.dtype:
    """The record type of a table's buffer: each field a dtype, or ``(dtype, n)`` for n columns of one kind."""
    return record(
        **{
            name: (spec[0], (spec[1], COLUMN_ROWS)) if isinstance(spec, tuple) else (spec, COLUMN_ROWS)
            for name, spec in columns.items()
        }
    )


# ---------------------------------------------------------------- games

LEAD = {"winners": np.int8, "margin": np.int32, "lead_changes": np.int16, "lead_turn": np.int16}
"""The fields that ``log_lead`` fills, for the ``block`` of games."""


@kernel
def log_lead(games, n, s, score, players, turn):
    """Fill winners, margin, lead_changes and lead_turn in row ``n``: the fields LEAD of the block ``games``.

    ``s`` has ``won`` (by seat, 0/1), ``winners``, and what ``kernels.table.watch_lead`` books: ``lead_changes``,
    ``leaders`` and ``led_since``. ``score``: int64 by seat, what the margin is about. ``turn``: the last one.
    Winners who are not those with the best score at the end (a tie-break by something else) take the lead in it.
    """
    games.winners[n] = s.winners
    games.margin[n] = margin_of(score, players)
    games.lead_changes[n] = s.lead_changes
    won = np.int64(0)
    for seat in range(players):
        won |= np.int64(s.won[seat]) << seat
    since = s.led_since if won == s.leaders else turn
    games.lead_turn[n] = since if won else 0


# ---------------------------------------------------------------- seats

STANDING = {
    "game_no": np.int64,
    "score": np.int32,
    "seat": np.int8,
    "agent": np.int8,
    "ranking": np.int8,
    "shared_by": np.int8,
}
"""The fields that ``log_standing`` fills, for the ``block`` of seats."""


@kernel
def log_standing(seats, n, s, seat):
    """Fill who sat there and how it ended in row ``n``: the fields STANDING of the block ``seats``.

    ``s`` has ``game_no``, ``winners`` and, by seat, ``style``, ``score``, ``ranking`` (1 = best) and ``won`` (0/1).
    """
    seats.game_no[n] = s.game_no
    seats.seat[n] = seat
    seats.agent[n] = s.style[seat]
    seats.score[n] = s.score[seat]
    seats.ranking[n] = s.ranking[seat]
    seats.shared_by[n] = s.winners * s.won[seat]


# ---------------------------------------------------------------- turns

POSITION = {"game_no": np.int64, "score": np.int32, "turn": np.int16, "seat": np.int8, "agent": np.int8}
"""The fields that ``log_position`` fills, for the ``block`` of turns."""


@kernel
def log_position(turns, n, s, seat):
    """Say in row ``n`` whose it is, when, and how the seat stands: the fields POSITION of the block ``turns``.

    ``s`` has ``game_no``, ``turn`` and, by seat, ``style`` and ``score``.
    """
    turns.game_no[n] = s.game_no
    turns.turn[n] = s.turn
    turns.seat[n] = seat
    turns.agent[n] = s.style[seat]
    turns.score[n] = s.score[seat]


# ---------------------------------------------------------------- cards

MET = {"game_no": np.int64, "seat": np.int8, "card": np.int16, "first_turn": np.int16}
"""The fields that ``log_met`` fills, for the ``block`` of cards."""


@kernel
def log_met(cards, n, s, seat, card, turn):
    """Say in row ``n`` which card the seat met, first on this turn: the fields MET of the block ``cards``."""
    cards.game_no[n] = s.game_no
    cards.seat[n] = seat
    cards.card[n] = card
    cards.first_turn[n] = turn
