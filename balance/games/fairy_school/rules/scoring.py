"""The score (FS-73 to FS-76)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.table import rank_scores
from balance.games.fairy_school.rules.elements import value_of
from balance.games.fairy_school.state import (
    KINDNESS,
    NO_CARD,
    PARTS,
    RESOURCES,
    STEPS,
)

ELEMENTS_A_POINT = 10


@kernel
def score_seat(s, t, seat):
    """FS-73 to FS-75: the seat's score as it stands. Projects and studies are booked when they happen."""
    me = s.seat[seat]
    me.points[KINDNESS] = me.kindness
    if me.final != NO_CARD:
        me.points[STEPS] = me.steps * t.final[me.final].points
    me.points[RESOURCES] = value_of(me.stock) // ELEMENTS_A_POINT
    s.score[seat] = 0
    for part in range(PARTS):
        s.score[seat] += me.points[part]


@kernel
def crown(s, t):
    """FS-76: ranks and winners; equal scores share."""
    rank_scores(s.score, s.ranking, t.players)
    s.winners = 0
    for seat in range(t.players):
        s.won[seat] = np.int64(s.ranking[seat] == 1)
        s.winners += s.won[seat]
