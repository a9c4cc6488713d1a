"""The decisions of section 4, one kernel each: what is legal, what the style thinks of it, and what is chosen.

Here are all but D8, which is in ``choosing_effects``.
"""

from __future__ import annotations

from math import comb

import numpy as np

from balance.engine.kernels.choices import NOTHING
from balance.engine.kernels.decision_record import SLIPPED, WEIGHED
from balance.engine.kernels.decisions import (
    allow_slip,
    begin_apart,
    begin_decision,
    decide,
    decide_unlogged,
    decided,
    decided_at_once,
    decides_alone,
    offer,
    slip_at_once,
    slips_alone,
)
from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.games.fairy_school.rules.legal import (
    can_play,
    has_plain_choice,
    list_columns,
    list_realizations,
    may_rest,
    second_column,
)
from balance.games.fairy_school.rules.redeal import redeal
from balance.games.fairy_school.state import (
    AIR,
    COLUMNS,
    CORNERS,
    CREATURES,
    MAX_HAND,
    MAX_ONGOING,
    NO_CARD,
    NO_COLUMN,
    SLOTS,
    STEP,
    Point,
    Verb,
)
from balance.games.fairy_school.styles.activating import weigh_elements
from balance.games.fairy_school.styles.columns import better_swapped, weigh_columns
from balance.games.fairy_school.styles.drafting import (
    weigh_common,
    weigh_finals,
    weigh_initials,
    weigh_kept,
    weigh_layouts,
    weigh_projects,
)
from balance.games.fairy_school.styles.placing import plan_slot, remember_plan
from balance.games.fairy_school.styles.realizing import weigh_creatures, weigh_realizations

STOP = -1
NO_CREATURE = -1

PAIRS = np.array([comb(n, 2) for n in range(MAX_HAND + MAX_ONGOING + 1)])
"""How many pairs there are of n things."""

THREES = np.array([comb(n, 3) for n in range(MAX_HAND + MAX_ONGOING + 1)])

LAYOUTS = COLUMNS * (COLUMNS - 1)
"""Ways to lay two cards into two different columns."""


@kernel
def begin(s, t, seat, point, count):
    """Ask the seat to choose one of ``count`` options. Returns whether its style has to weigh them.

    FS-81: the first of equals is taken, but between cards to activate the lot decides.
    """
    s.decision.in_order = np.int64(point != Point.ACTIVATION)
    if begin_decision(s, t, seat, point, count):
        redeal(s, t, seat)
    return s.decision.how == WEIGHED


@kernel
def begin_together(s, t):
    """FS-78, FS-79: until ``end_group`` every seat decides for itself; asked in the order that ``s.order`` says."""
    first = begin_apart(s.decision)
    if first == s.first:
        return
    s.first = first
    place = 0
    if first >= 0:
        s.order[0] = first
        place = 1
    for i in range(t.players):
        if t.order[i] != first:
            s.order[place] = t.order[i]
            place += 1


# Cards


@kernel
def offer_hand(s, seat):
    """The cards of a draft hand."""
    for i in range(s.drafting if s.decision.listing | s.logs_turns else 0):
        offer(s.decision, Verb.TAKE, s.draft[seat, i], i)


@kernel
def choose_initial(s, t, seat):
    """D1: which starting card of the hand to keep, as its place there."""
    weighs = begin(s, t, seat, Point.INITIAL, s.drafting)
    offer_hand(s, seat)
    if weighs:
        weigh_initials(s, t, seat)
    return decide(s)


@kernel
def choose_layout(s, t, seat):
    """D2: which two starting cards go to the top row, and to which columns; read by ``layout_of``."""
    weighs = begin(s, t, seat, Point.LAYOUT, PAIRS[s.picks] * LAYOUTS)
    for second in range(s.picks):
        for first in range(second):
            for a in range(COLUMNS):
                for b in range(COLUMNS):
                    if a != b:
                        offer(s.decision, Verb.LAY_OUT, NOTHING, first | second << 3 | a << 6 | b << 9)
    if weighs:
        weigh_layouts(s, t, seat)
    return s.decision.option[decide_unlogged(s)].target


@kernel
def layout_of(target):
    """What an option of ``choose_layout`` means: two places among the cards put aside, and the column of each."""
    return target & 7, target >> 3 & 7, target >> 6 & 7, target >> 9 & 7


@kernel
def choose_project(s, t, seat):
    """D3: which project of the hand to put aside, as its place there."""
    weighs = begin(s, t, seat, Point.PROJECT, s.drafting)
    offer_hand(s, seat)
    if weighs:
        weigh_projects(s, t, seat)
    return decide(s)


@kernel
def choose_kept(s, t, seat):
    """D4: the set of three cards of the pool to keep."""
    weighs = begin(s, t, seat, Point.KEPT, THREES[s.pool])
    if s.decision.listing:
        for n in range(THREES[s.pool]):
            offer(s.decision, Verb.KEEP, NOTHING, nth_three(n))
    if weighs:
        weigh_kept(s, t, seat)
    return nth_three(decide_unlogged(s))


@kernel
def nth_three(n):
    """Set number ``n`` of three things, in the order of ``weigh_kept``: that of the last of them, then the second."""
    last = 2
    while THREES[last + 1] <= n:
        last += 1
    n -= THREES[last]
    middle = 1
    while PAIRS[middle + 1] <= n:
        middle += 1
    return 1 << last | 1 << middle | 1 << n - PAIRS[middle]


@kernel
def choose_common(s, t, seat):
    """D5: which of the projects on offer in the common discard to take, as its place in the offer."""
    weighs = begin(s, t, seat, Point.COMMON, s.offered)
    for i in range(s.offered if s.decision.listing | s.logs_turns else 0):
        offer(s.decision, Verb.TAKE, s.common_discard[s.offer[i]], i)
    if weighs:
        weigh_common(s, t, seat)
    return decide(s)


@kernel
def choose_final(s, t, seat):
    """D11: which final project on offer to choose, as its place there."""
    weighs = begin(s, t, seat, Point.FINAL, s.offered)
    for i in range(s.offered if s.decision.listing | s.logs_turns else 0):
        offer(s.decision, Verb.TAKE, t.cards + s.offer[i], i)
    if weighs:
        weigh_finals(s, t, seat)
    return decide(s)


# The forest


@kernel
def choose_slots(s, t, seat):
    """D6: a slot for every card in hand, in ``slot``: one decision for each, in the order of the hand.

    Where the style is sure to have its way, or to slip, and nobody looks, all are made at once: it is the same.
    """
    me = s.seat[seat]
    me.weighed = 0
    me.planned = 0
    me.astray = 0
    empty = 0
    for slot in range(SLOTS):
        if me.forest[slot] == NO_CARD:
            empty |= 1 << slot
    if me.held > 0 and decides_alone(s, t, seat):
        plan_slot(s, t, seat, 0)
        for i in range(me.held):
            me.slot[i] = me.plan[i]
        decided_at_once(s.decision, seat, Point.SLOTS, me.held - np.int64(me.held == popcount(empty)))
    elif slips_alone(s, t, seat):
        for i in range(me.held):
            slots = empty
            for _ in range(slip_at_once(s.decision, seat, Point.SLOTS, popcount(empty))):
                slots &= slots - 1
            me.slot[i] = lowest_bit(slots)
            empty &= ~(1 << me.slot[i])
    else:
        for i in range(me.held):
            me.slot[i] = choose_slot(s, t, seat, i, empty)
            empty &= ~(1 << me.slot[i])
    if me.planned:
        remember_plan(s, seat)


@kernel
def choose_slot(s, t, seat, card, empty):
    """D6: the slot for one card in hand, of the set of those left."""
    weighs = begin(s, t, seat, Point.SLOTS, popcount(empty))
    best = plan_slot(s, t, seat, card) if weighs else NO_CARD
    if weighs and not s.decision.listing:
        decided(s.decision)
        return best
    for slot in range(SLOTS if s.decision.listing else 0):
        if (empty >> slot) & 1:
            s.decision.worth[s.decision.options] = np.float64(slot == best)
            offer(s.decision, Verb.PLACE, s.seat[seat].hand[card], slot)
    for _ in range(decide_unlogged(s)):
        empty &= empty - 1
    return lowest_bit(empty)


@kernel
def choose_columns(s, t, seat):
    """D7: one or two columns to play, in this order; NO_COLUMN for none."""
    me = s.seat[seat]
    rests = plainly = False
    if has_plain_choice(t, me):  # more than one option for sure: how many is counted by whoever lists or weighs them
        weighs = begin(s, t, seat, Point.COLUMNS, 2)
        plainly = s.decision.how == SLIPPED and not s.decision.listing
        sets = weigh_columns(s, t, seat) if weighs else list_columns(s, t, me, plainly)
        s.decision.count = sets
    else:
        sets = list_columns(s, t, me, 0)
        rests = sets == 0 or may_rest(s, t, me)
        weighs = begin(s, t, seat, Point.COLUMNS, sets + rests)
        if weighs:
            weigh_columns(s, t, seat)
    if s.decision.how == SLIPPED and not plainly:
        allow_plain_columns(s, me, sets, rests)
    if s.decision.listing:
        for i in range(sets):
            offer(s.decision, Verb.PLAY, NOTHING, 1 << s.choice[i] // COLUMNS | 1 << s.choice[i] % COLUMNS)
        if rests:
            offer(s.decision, Verb.STOP, NOTHING, 0)
    place = decide_unlogged(s)
    if place == sets:
        return NO_COLUMN, NO_COLUMN
    a = s.choice[place] // COLUMNS
    b = second_column(a, s.choice[place] % COLUMNS)
    if b != NO_COLUMN and choose_order(s, t, seat, a, b):
        return b, a
    return a, b


@kernel
def allow_plain_columns(s, me, sets, rests):
    """4.4: a slip takes what is plainly payable; where nothing is, it plays nothing or, where it must, anything."""
    if rests:
        allow_slip(s.decision, sets)
        return
    for i in range(sets):
        a = s.choice[i] // COLUMNS
        if can_play(s, me, a, second_column(a, s.choice[i] % COLUMNS), 1):
            allow_slip(s.decision, i)


@kernel
def choose_order(s, t, seat, a, b):
    """D7: whether column ``b`` is played before ``a``; it matters where shared cards change sides (FS-86)."""
    weighs = begin(s, t, seat, Point.ORDER, 2)
    swaps = weighs and t.insensitive and not t.per_turn and better_swapped(s, t, seat, a, b)
    if weighs and not s.decision.listing:
        decided(s.decision)
        return swaps
    if s.decision.listing:
        offer(s.decision, Verb.PLAY, NOTHING, a)
        offer(s.decision, Verb.PLAY, NOTHING, b)
        s.decision.worth[0] = np.float64(not swaps)
        s.decision.worth[1] = np.float64(swaps)
    return decide_unlogged(s) == 1


@kernel
def choose_corner(s, t, seat):
    """D9: the creature to study of those on the study slots, NO_CREATURE for none."""
    me = s.seat[seat]
    eligible = 0
    for slot in CORNERS:
        if me.forest[slot] != NO_CARD:
            eligible |= 1 << t.card[me.forest[slot]].creature
    count = list_creatures(s, eligible & ~me.studied)
    weighs = begin(s, t, seat, Point.CORNER, count + 1)
    if s.decision.listing:
        for i in range(count):
            offer(s.decision, Verb.STUDY, NOTHING, s.choice[i])
        offer(s.decision, Verb.STOP, NOTHING, 0)
    if weighs:
        weigh_creatures(s, t, seat, count)
    place = decide_unlogged(s)
    return NO_CREATURE if place == count else s.choice[place]


@kernel
def list_creatures(s, creatures):
    """The creatures of a set, in ``s.choice``. Returns how many."""
    count = 0
    for creature in range(CREATURES):
        if (creatures >> creature) & 1:
            s.choice[count] = creature
            count += 1
    return count


# Elements and projects


@kernel
def choose_element(s, t, seat):
    """D12: earth, plants, fire or water."""
    weighs = begin(s, t, seat, Point.ELEMENT, AIR)
    for element in range(AIR if s.decision.listing else 0):
        offer(s.decision, Verb.DO, NOTHING, element)
    if weighs:
        weigh_elements(s, t, seat)
    return decide_unlogged(s)


@kernel
def choose_realization(s, t, seat):
    """D10: the place of an ongoing project to realize, STEP for the next final step, or STOP."""
    me = s.seat[seat]
    count = list_realizations(s, t, seat)
    weighs = begin(s, t, seat, Point.REALIZATION, count + 1)
    if s.decision.listing:
        for i in range(count):
            place = s.choice[i]
            card = t.cards + me.final if place == STEP else me.ongoing[place]
            offer(s.decision, Verb.REALIZE, card, place)
        offer(s.decision, Verb.STOP, NOTHING, 0)
    if weighs:
        weigh_realizations(s, t, seat, count)
    place = decide_unlogged(s)
    return STOP if place == count else s.choice[place]
