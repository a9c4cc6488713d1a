"""What may be chosen (section 4.1): columns, lines of cards, cards to activate again, what can be realized.

A list stands in ``s.choice``, in an order that is the same for all seats. ``plainly``: what `random` chooses from is
narrower, see FS-11 and section 4.4.
"""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.effects import can_happen, has_target, is_possible, is_target
from balance.games.fairy_school.rules.elements import affordable, plainly_payable
from balance.games.fairy_school.rules.forest import bill_columns, column_element, has_cards
from balance.games.fairy_school.state import AIR, COLUMNS, ELEMENTS, FREE_COLUMN, NO_CARD, NO_COLUMN, REACT, STEP

# Columns (D7)


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
def list_columns(s, t, me, plainly):
    """The sets of columns one may play: a * COLUMNS + b in ``s.choice``, b = a for none. Returns how many."""
    pairs_only = must_pair(s, t, me)
    options = 0
    for a in range(COLUMNS):
        for b in range(a, COLUMNS):
            second = second_column(a, b)
            if (second == NO_COLUMN and pairs_only) or not can_play(s, me, a, second, plainly):
                continue
            s.choice[options] = a * COLUMNS + b
            options += 1
    return options


@kernel
def second_column(a, b):
    """The second column of a set of ``list_columns``."""
    return b if b > a else NO_COLUMN


@kernel
def has_plain_choice(t, me):
    """Whether at a glance there is more than one column to choose, plainly payable: most of the time."""
    if t.must_play_two:
        return False
    columns = 0
    for column in range(COLUMNS):
        columns += np.int64(has_cards(me, column) and lacks_element(me, column) <= me.stock[AIR])
    return columns > 1


@kernel
def may_rest(s, t, me):
    """FS-38, section 4.4: whether a seat may play no column: none can be paid for without exchanging elements.

    Not where two must be played.
    """
    for column in range(COLUMNS):
        if can_play(s, me, column, NO_COLUMN, 1):
            return False
    return not must_pair(s, t, me)


# Activations (D8)


@kernel
def can_activate(s, t, seat, thrifty):
    """FS-42: whether any card in reach can be activated."""
    for i in range(s.reached):
        if not s.reachable[i].done:
            card = t.card[s.reachable[i].card]
            for k in range(card.lines):
                if is_possible(s, t, seat, t.line[card.first + k], 0, thrifty):
                    return True
    return False


@kernel
def list_activations(s, t, seat, plainly, thrifty):
    """FS-42: the lines that can be activated, as entry * 2 + line. Returns how many."""
    options = 0
    for i in range(s.reached):
        if s.reachable[i].done:
            continue
        card = t.card[s.reachable[i].card]
        for k in range(card.lines):
            if is_possible(s, t, seat, t.line[card.first + k], plainly, thrifty):
                s.choice[options] = 2 * i + k
                options += 1
    return options


@kernel
def list_targets(s, t, seat, plainly):
    """FS-61, FS-62: the cards and lines that can be re-activated, as entry * 2 + line. Returns how many."""
    me = s.seat[seat]
    options = 0
    for i in range(s.reached):
        if s.reachable[i].done:
            card = t.card[s.reachable[i].card]
            for k in range(card.lines):
                if is_target(s, t, seat, card, k, me.stock, plainly):
                    s.choice[options] = 2 * i + k
                    options += 1
    return options


@kernel
def line_of(s, t, choice):
    """The line that an option of these lists means."""
    return t.line[t.card[s.reachable[choice // 2].card].first + choice % 2]


@kernel
def most_times(s, me, line, plainly):
    """FS-53: how often a line can be paid, at least once."""
    most = 1
    for times in range(2, line.times + 1):
        for element in range(ELEMENTS):
            s.bill[element] = line.cost[element] * times
        if not (plainly_payable(me.stock, s.bill) if plainly else affordable(me.stock, s.bill)):
            break
        most = times
    return most


@kernel
def list_outcomes(s, t, seat, line):
    """FS-42: the alternatives of a line that is paid for that do something. Returns how many."""
    options = 0
    for i in range(line.alternatives):
        if outcome_happens(s, t, seat, t.alternative[line.first + i], 0):
            s.choice[options] = i
            options += 1
    return options


@kernel
def outcome_happens(s, t, seat, alternative, plainly):
    """FS-42: whether an alternative does something."""
    me = s.seat[seat]
    return can_happen(s, t, seat, alternative) or (
        alternative.special == REACT and me.cubes > 0 and has_target(s, t, seat, me.stock, plainly)
    )


# Projects and steps (D10)


@kernel
def can_realize(s, t, me, option):
    """FS-49, FS-66: whether an ongoing project, or the next step, is there and affordable."""
    if option == STEP:
        return me.final != NO_CARD and me.steps < t.steps and affordable(me.stock, t.final[me.final].cost[me.steps])
    return option < me.projects and affordable(me.stock, t.card[me.ongoing[option]].cost)


@kernel
def list_realizations(s, t, seat):
    """FS-49, FS-66: the places of ongoing projects that can be realized, and STEP. Returns how many."""
    me = s.seat[seat]
    options = 0
    for i in range(STEP + 1):
        if can_realize(s, t, me, i):
            s.choice[options] = i
            options += 1
    return options
