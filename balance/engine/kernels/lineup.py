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

LINEUP = record(
    dealt=np.int64,  # 1: in a random order in every game; 0: as listed
    choices=(np.int64, MAX_SEATS),  # number of styles that each draws from; 1: it has its style
    style=(np.int64, (MAX_SEATS, MAX_STYLES)),  # these styles
)


@kernel
def deal_styles(s, t, players):
    """Set ``s.style`` of every seat from the line-up ``t.lineup``."""
    lineup = t.lineup
    for seat in range(players):
        choices = lineup.choices[seat]
        drawn = below(s, LINEUP_STREAM, choices) if choices > 1 else 0
        s.style[seat] = lineup.style[seat, drawn]
    if lineup.dealt:
        shuffle(s, LINEUP_STREAM, s.style, players)
