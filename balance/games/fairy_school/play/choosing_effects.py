"""D8, part by part: which card, which line, how often, which alternative, and what a special does with which cards."""

from __future__ import annotations

from math import comb

import numpy as np

from balance.engine.kernels.choices import NOTHING
from balance.engine.kernels.decision_record import SLIPPED
from balance.engine.kernels.decisions import (
    allow_slip,
    decide_unlogged,
    decided_at_once,
    decides_alone,
    offer,
    slip_at_once,
    slips_alone,
)
from balance.engine.kernels.kernel import kernel, popcount
from balance.games.fairy_school.play.choosing import STOP, begin, list_creatures
from balance.games.fairy_school.rules.effects import ALL_CREATURES, forest_cards, is_possible, is_target
from balance.games.fairy_school.rules.legal import (
    can_activate,
    line_of,
    list_activations,
    list_outcomes,
    list_targets,
    most_times,
    outcome_happens,
)
from balance.games.fairy_school.state import MOST_DRAWN, NO_CARD, SLOTS, Point, Verb
from balance.games.fairy_school.styles.activating import (
    weigh_activations,
    weigh_counts,
    weigh_discards,
    weigh_drawn,
    weigh_outcomes,
    weigh_removals,
    weigh_targets,
    weigh_times,
)
from balance.games.fairy_school.styles.chance import is_thrifty
from balance.games.fairy_school.styles.realizing import weigh_creatures

DECLINE = -1

SETS = np.array([[comb(n, k) for k in range(MOST_DRAWN + 1)] for n in range(MOST_DRAWN + 1)])
"""How many sets of k of n things there are, by n and k."""


@kernel
def choose_activation(s, t, seat):
    """The next card to activate and its line, as entry * 2 + line; STOP for none.

    A seat that can activate nothing is not asked. Weighing or listing says so, too, where that is done for sure.
    """
    thrifty = is_thrifty(s, t, seat)
    if decides_alone(s, t, seat):
        count = weigh_activations(s, t, seat)
        if count == 0:
            return STOP
        begin(s, t, seat, Point.ACTIVATION, count + 1)
    elif slips_alone(s, t, seat):
        count = list_activations(s, t, seat, 1, thrifty)
        if count == 0:  # it stops, and was asked if anything could have been activated
            decided_at_once(s.decision, seat, Point.ACTIVATION, np.int64(can_activate(s, t, seat, thrifty)))
            return STOP
        place = slip_at_once(s.decision, seat, Point.ACTIVATION, count + 1)
        return STOP if place == count else s.choice[place]
    elif not can_activate(s, t, seat, thrifty):
        return STOP
    elif begin(s, t, seat, Point.ACTIVATION, 2):
        count = weigh_activations(s, t, seat)
    else:  # what slips needs no others than the plain ones, unless they are listed
        plainly = s.decision.how == SLIPPED and not s.decision.listing
        count = list_activations(s, t, seat, plainly, thrifty)
    s.decision.count = count + 1
    if s.decision.listing:
        offer_lines(s, count)
        if s.decision.how == SLIPPED:
            for i in range(count):
                if is_possible(s, t, seat, line_of(s, t, s.choice[i]), 1, thrifty):
                    allow_slip(s.decision, i)
            allow_slip(s.decision, count)
    place = decide_unlogged(s)
    return STOP if place == count else s.choice[place]


@kernel
def offer_lines(s, count):
    """The lines in ``s.choice``, and none."""
    for i in range(count):
        offer(s.decision, Verb.ACTIVATE, s.reachable[s.choice[i] // 2].card, s.choice[i])
    offer(s.decision, Verb.STOP, NOTHING, 0)


@kernel
def choose_again(s, t, seat, may_decline):
    """The card and line to re-activate, as entry * 2 + line, or DECLINE."""
    count = list_targets(s, t, seat, 0)
    declines = np.int64(may_decline or count == 0)
    weighs = begin(s, t, seat, Point.AGAIN, count + declines)
    if s.decision.how == SLIPPED:
        allow_plain_targets(s, t, seat, count, declines)
    if s.decision.listing:
        offer_lines(s, count)
        s.decision.options = count + declines
    if weighs:
        weigh_targets(s, t, seat, count)
    place = decide_unlogged(s)
    return DECLINE if place == count else s.choice[place]


@kernel
def allow_plain_targets(s, t, seat, count, declines):
    """4.4: a slip takes what is plainly payable, or declines where that is allowed."""
    stock = s.seat[seat].stock
    for i in range(count):
        choice = s.choice[i]
        if is_target(s, t, seat, t.card[s.reachable[choice // 2].card], choice % 2, stock, 1):
            allow_slip(s.decision, i)
    if declines:
        allow_slip(s.decision, count)


@kernel
def choose_times(s, t, seat, line):
    """How often to do a line, from 1."""
    if line.times == 1:
        return 1
    me = s.seat[seat]
    count = most_times(s, me, line, 0)
    weighs = begin(s, t, seat, Point.TIMES, count)
    if s.decision.how == SLIPPED:
        for i in range(most_times(s, me, line, 1)):
            allow_slip(s.decision, i)
    for i in range(count if s.decision.listing else 0):
        offer(s.decision, Verb.DO, NOTHING, 1 + i)
    if weighs:
        weigh_times(s, t, seat, line, count)
    return 1 + decide_unlogged(s)


@kernel
def choose_outcome(s, t, seat, line):
    """Which alternative of a line that is paid for, as its place there."""
    if line.alternatives == 1:
        return 0
    count = list_outcomes(s, t, seat, line)
    weighs = begin(s, t, seat, Point.OUTCOME, count)
    if s.decision.how == SLIPPED:
        for i in range(count):
            if outcome_happens(s, t, seat, t.alternative[line.first + s.choice[i]], 1):
                allow_slip(s.decision, i)
    for i in range(count if s.decision.listing else 0):
        offer(s.decision, Verb.DO, NOTHING, s.choice[i])
    if weighs:
        weigh_outcomes(s, t, seat, line, count)
    return s.choice[decide_unlogged(s)]


@kernel
def choose_count(s, t, seat, most):
    """How many cards to take from the discard pile, from 1 to ``most``."""
    weighs = begin(s, t, seat, Point.COUNT, most)
    for i in range(most if s.decision.listing else 0):
        offer(s.decision, Verb.DO, NOTHING, 1 + i)
    if weighs:
        weigh_counts(s, most)
    return 1 + decide_unlogged(s)


@kernel
def choose_to_take(s, t, seat):
    """Which card of the discard pile to take, as its place there."""
    me = s.seat[seat]
    weighs = begin(s, t, seat, Point.TAKEN, me.discarded)
    for i in range(me.discarded if s.decision.listing else 0):
        offer(s.decision, Verb.TAKE, me.discard[i], i)
    if weighs:
        weigh_discards(s, t, seat)
    return decide_unlogged(s)


@kernel
def choose_spares(s, t, seat, count):
    """Which ``count`` of the drawn cards to place, as a set: a good set is one of good cards."""
    me = s.seat[seat]
    weighs = begin(s, t, seat, Point.SPARES, SETS[me.held, count])
    if weighs:
        weigh_drawn(s, t, seat)
    for cards in range(1 << me.held):
        if popcount(cards) == count:
            if weighs:
                worth = 0.0
                for i in range(me.held):
                    worth += s.own[i] * ((cards >> i) & 1)
                s.decision.worth[s.decision.options] = worth
            offer(s.decision, Verb.PLACE, NOTHING, cards)
    return s.decision.option[decide_unlogged(s)].target


@kernel
def choose_to_remove(s, t, seat, may_decline):
    """The slot of the forest card that leaves the game, or DECLINE."""
    me = s.seat[seat]
    weighs = begin(s, t, seat, Point.REMOVED, forest_cards(me) + np.int64(may_decline))
    for slot in range(SLOTS):
        if me.forest[slot] != NO_CARD:
            offer(s.decision, Verb.REMOVE, me.forest[slot], slot)
    if may_decline:
        offer(s.decision, Verb.STOP, NOTHING, DECLINE)
    if weighs:
        weigh_removals(s, t, seat)
    return s.decision.option[decide_unlogged(s)].target


@kernel
def choose_study(s, t, seat):
    """A creature to study by an effect."""
    count = list_creatures(s, ALL_CREATURES & ~s.seat[seat].studied)
    weighs = begin(s, t, seat, Point.STUDY, count)
    for i in range(count if s.decision.listing else 0):
        offer(s.decision, Verb.STUDY, NOTHING, s.choice[i])
    if weighs:
        weigh_creatures(s, t, seat, count)
    return s.choice[decide_unlogged(s)]
