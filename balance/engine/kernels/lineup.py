"""Who plays: which style sits in which seat, in every game anew."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, record
from balance.engine.kernels.piles import shuffle
from balance.engine.kernels.rng import below

MAX_SEATS = 16
MAX_STYLES = 64
LINEUP_STREAM = 0
"""The stream of the seat draw: number 0 in every game."""

MIXED, DEALT, FIXED = 0, 1, 2

LINEUP = record(
    mode=np.int64,  # MIXED: every seat draws a style; DEALT: a list in random order; FIXED: as listed
    choices=np.int64,  # number of entries of `style`
    style=(np.int64, MAX_STYLES),  # MIXED: the styles to draw from; otherwise one per seat
)


@kernel
def deal_styles(s, t, players):
    """Set ``s.style`` of every seat from the line-up ``t.lineup``."""
    lineup = t.lineup
    for seat in range(players):
        if lineup.mode == MIXED:
            s.style[seat] = lineup.style[below(s, LINEUP_STREAM, lineup.choices)]
        else:
            s.style[seat] = lineup.style[seat]
    if lineup.mode == DEALT:
        shuffle(s, LINEUP_STREAM, s.style, players)
