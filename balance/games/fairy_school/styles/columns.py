"""Choosing columns (D7)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import any_of, slips
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.elements import affordable
from balance.games.fairy_school.rules.forest import bill_columns, column_element, has_cards
from balance.games.fairy_school.state import AIR, COLUMNS, FREE_COLUMN, NO_CARD, NO_COLUMN, TO_LEFT, TO_RIGHT, Point
from balance.games.fairy_school.styles.planning import (
    cubes_from,
    value_column,
    value_corners,
    value_price,
    weigh_forest,
)


@kernel
def can_play(s, me, a, b, plainly):
    """FS-35, FS-36: whether columns ``a`` and ``b`` (or ``a`` alone) hold cards and can be paid, perhaps plainly."""
    if not has_cards(me, a) or (b != NO_COLUMN and not has_cards(me, b)):
        return False
    if plainly:  # FS-11: an air for every element there is none of
        return lacks_element(me, a) + lacks_element(me, b) <= me.stock[AIR]
    bill_columns(s, a, b)
    return affordable(me.stock, s.bill)


@kernel
def lacks_element(me, column):
    """1 when the column asks for an element of which there is none, else 0."""
    if column in (NO_COLUMN, FREE_COLUMN):
        return 0
    return np.int64(me.stock[column_element(column)] == 0)


@kernel
def must_pair(s, t, me):
    """FS-35: whether only pairs of columns are legal, because the setting asks for two wherever two can be paid."""
    if t.must_play_two:
        for a in range(COLUMNS - 1):
            for b in range(a + 1, COLUMNS):
                if can_play(s, me, a, b, 0):
                    return True
    return False


@kernel
def choose_columns(s, t, seat):
    """D7: one or two columns to play, in this order; NO_COLUMN for none."""
    me = s.seat[seat]
    if slips(s, t, seat, Point.COLUMNS):
        return any_columns(s, t, seat)
    w = t.style[s.style[seat]]
    if not me.weighed:
        weigh_forest(s, t, seat, w)
    pairs_only = must_pair(s, t, me)
    best_a, best_b, best_worth = NO_COLUMN, NO_COLUMN, -np.inf
    for a in range(COLUMNS):
        for b in range(a, COLUMNS):
            second = b if b > a else NO_COLUMN
            if (second == NO_COLUMN and pairs_only) or not can_play(s, me, a, second, 0):
                continue
            worth = value_column(me, a) - value_price(s, t, w, me) + value_corners(s, t, seat, w, a, second)
            if second != NO_COLUMN:
                worth += value_column(me, second)
            if worth > best_worth:
                best_a, best_b, best_worth = a, second, worth
    if best_b != NO_COLUMN and t.insensitive and not t.per_turn and better_swapped(s, t, seat, best_a, best_b):
        return best_b, best_a
    return best_a, best_b


@kernel
def better_swapped(s, t, seat, a, b):
    """FS-86: whether the shared card of column ``b`` had better be laid first, ``a``'s then going to the other side."""
    me = s.seat[seat]
    one = me.forest[a]
    other = me.forest[b]
    if one == NO_CARD or other == NO_CARD:
        return False
    first = TO_LEFT if me.side else TO_RIGHT
    then = TO_RIGHT if me.side else TO_LEFT
    straight = cubes_from(s, t, seat, one, first) + cubes_from(s, t, seat, other, then)
    return cubes_from(s, t, seat, other, first) + cubes_from(s, t, seat, one, then) > straight


@kernel
def any_columns(s, t, seat):
    """D7 at random (4.4): every set of columns that is plainly payable is equally likely, in either order."""
    me = s.seat[seat]
    options = list_columns(s, t, me, 1)
    if options == 0 and must_pair(s, t, me):
        options = list_columns(s, t, me, 0)
    if options == 0:
        return NO_COLUMN, NO_COLUMN
    chosen = s.choice[any_of(s.decision, options)]
    a = chosen // COLUMNS
    b = chosen % COLUMNS
    if a == b:
        return a, NO_COLUMN
    if any_of(s.decision, 2):
        return b, a
    return a, b


@kernel
def list_columns(s, t, me, plainly):
    """The sets of columns one may play: a * COLUMNS + b in ``s.choice``, b = a for none. Returns how many."""
    pairs_only = must_pair(s, t, me)
    options = 0
    for a in range(COLUMNS):
        for b in range(a, COLUMNS):
            second = b if b > a else NO_COLUMN
            if (second == NO_COLUMN and pairs_only) or not can_play(s, me, a, second, plainly):
                continue
            s.choice[options] = a * COLUMNS + b
            options += 1
    return options
