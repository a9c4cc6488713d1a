"""Weighing columns and their order (D7)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.legal import can_play, must_pair, second_column
from balance.games.fairy_school.state import COLUMNS, NO_CARD, NO_COLUMN, TO_LEFT, TO_RIGHT
from balance.games.fairy_school.styles.planning import (
    cubes_from,
    value_corners,
    value_price,
    weigh_columns_there,
    weigh_forest,
)
from balance.games.fairy_school.styles.worth import count_shown


@kernel
def weigh_columns(s, t, seat):
    """D7: the sets of ``list_columns``, listed again, and to play nothing: never better. Returns how many sets."""
    me = s.seat[seat]
    w = t.style[s.style[seat]]
    if not me.weighed:
        count_shown(t, me, w, 0)
        weigh_forest(s, t, seat, w)
    weigh_columns_there(s, me)
    pairs_only = must_pair(s, t, me)
    sets = 0
    for a in range(COLUMNS):
        for b in range(a, COLUMNS):
            second = second_column(a, b)
            if (second == NO_COLUMN and pairs_only) or not can_play(s, me, a, second, 0):  # which fills in the bill
                continue
            worth = s.column_worth[a] - value_price(s, t, w, me) + value_corners(s, t, seat, w, a, second)
            if second != NO_COLUMN:
                worth += s.column_worth[second]
            s.choice[sets] = a * COLUMNS + b
            s.decision.worth[sets] = worth
            sets += 1
    s.decision.worth[sets] = -np.inf
    return sets


@kernel
def better_swapped(s, t, seat, a, b):
    """FS-86: whether the shared card of column ``b`` had better be laid first, ``a``'s then going to the other side."""
    me = s.seat[seat]
    w = t.style[s.style[seat]]
    card = me.forest[a]
    other = me.forest[b]
    if card == NO_CARD or other == NO_CARD:
        return False
    first = TO_LEFT if me.side else TO_RIGHT
    then = TO_RIGHT if me.side else TO_LEFT
    straight = cubes_from(s, t, seat, w, card, first) + cubes_from(s, t, seat, w, other, then)
    return cubes_from(s, t, seat, w, other, first) + cubes_from(s, t, seat, w, card, then) > straight
