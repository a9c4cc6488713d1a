"""Placing the cards drawn (D6)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.elements import affordable
from balance.games.fairy_school.rules.forest import bill_columns
from balance.games.fairy_school.state import COLUMNS, CORNERS, NO_CARD
from balance.games.fairy_school.styles.planning import (
    cubes_wished,
    from_corner,
    points_next,
    stays,
    studied_now,
    value_corners,
    value_creature,
    value_price,
    weigh_columns_there,
    weigh_forest,
)
from balance.games.fairy_school.styles.worth import count_shown, wanted

DRIFTS = 0.5  # of its worth: what a card loses that lies where it will be played or discarded next turn


@kernel
def plan_slot(s, t, seat, card):
    """D6: the slot that the style wants for this card of the hand; those before it have theirs.

    The whole hand is planned at once, from how the turn began. Where a card was placed otherwise, the cards that are
    left are planned again. So the answer depends on where cards were placed, and not on who chose that.
    """
    me = s.seat[seat]
    w = t.style[s.style[seat]]
    if not me.planned:
        plan_slots(s, t, seat, w, 0)
        me.planned = 1
    for i in range(card):
        me.astray |= np.int64(me.slot[i] != me.plan[i])
    if me.astray:
        plan_slots(s, t, seat, w, card)
    return me.plan[card]


@kernel
def plan_slots(s, t, seat, w, placed):
    """D6: slots for the cards in hand, but for the first ones, which are ``placed``."""
    me = s.seat[seat]
    count_shown(t, me, w, me.held)
    for i in range(placed):
        lay(me, i, me.slot[i])
    weigh_hand(s, t, seat, w)
    weigh_forest(s, t, seat, w)
    sort_hand(s, w, me, placed)
    a, b = best_pair(s, t, seat, w, placed)
    used = lay_out(s, t, seat, w, a, b, placed)
    used = fill_rest(s, w, me, used)
    take_up(me, used)


@kernel
def lay(me, card, slot):
    """Put a card in hand where it would go."""
    me.plan[card] = slot
    me.forest[slot] = me.hand[card]


@kernel
def take_up(me, cards):
    """Take a set of cards that were laid into the hand again."""
    for card in range(me.held):
        if (cards >> card) & 1:
            me.forest[me.plan[card]] = NO_CARD


@kernel
def remember_plan(s, seat):
    """What cards in hand bring is what they bring in the forest."""
    me = s.seat[seat]
    for i in range(me.held):
        me.own[me.slot[i]] = s.own[i]
        me.wish[me.slot[i]] = s.wish[i]
    me.weighed = 1


@kernel
def weigh_hand(s, t, seat, w):
    """What every card in hand would bring: played ``s.own``, shared ``s.wish`` on top, studied ``s.study``."""
    me = s.seat[seat]
    for i in range(me.held):
        card = me.hand[i]
        same = 0  # the first card of this kind: starting decks have many that are equal
        while me.hand[same] != card:
            same += 1
        if same < i:
            s.own[i] = s.own[same]
            s.wish[i] = s.wish[same]
            s.study[i] = s.study[same]
        else:
            s.own[i] = w.cards_in * wanted(t, w, me, t.card[card])
            s.wish[i] = w.kind_in * cubes_wished(s, t, seat, w, card)
            s.study[i] = value_creature(s, t, seat, w, t.card[card].creature)


@kernel
def sort_hand(s, w, me, first):
    """Cards in hand from ``first`` on, best first to be played: shared (``s.by_both``) and private (``s.by_own``).

    What they bring counts, and that their creature cannot be studied then.
    """
    for i in range(first, me.held):
        kept = w.study_keep * s.study[i]
        s.alone[i] = s.own[i] - kept
        s.both[i] = s.own[i] + s.wish[i] - kept
        rank(s.by_own, s.alone, i - first, i)
        rank(s.by_both, s.both, i - first, i)


@kernel
def rank(order, worth, count, card):
    """Put a card among the ``count`` that are in order, best first, behind its equals."""
    place = count
    while place > 0 and worth[order[place - 1]] < worth[card]:
        order[place] = order[place - 1]
        place -= 1
    order[place] = card


@kernel
def best_pair(s, t, seat, w, placed):
    """D6: the two columns to play: what lies there, and the best cards in hand for their empty slots."""
    me = s.seat[seat]
    best_a, best_b, best_worth = 0, 1, -np.inf
    weigh_columns_there(s, me)
    for a in range(COLUMNS - 1):
        for b in range(a + 1, COLUMNS):
            bill_columns(s, a, b)
            if not affordable(me.stock, s.bill):
                continue
            worth = s.column_worth[a] + s.column_worth[b] - value_price(s, t, w, me)
            worth += value_fill(s, me, a, b, placed) + value_rest(s, t, seat, w, a, b, placed)
            if worth > best_worth:
                best_a, best_b, best_worth = a, b, worth
    return best_a, best_b


@kernel
def value_rest(s, t, seat, w, a, b, placed):
    """EE of what is not played with two columns. Who looks to the next turn lays the hand out for them first."""
    if w.study_next == 0.0:
        return value_corners(s, t, seat, w, a, b)
    used = lay_out(s, t, seat, w, a, b, placed)
    worth = value_corners(s, t, seat, w, a, b)
    take_up(s.seat[seat], used >> placed << placed)
    return worth


@kernel
def lay_out(s, t, seat, w, a, b, placed):
    """Lay the cards that matter if two columns are played; returns the set of cards that have a slot."""
    used = fill_pair(s, seat, a, b, placed)
    used = fill_corners(s, w, s.seat[seat], a, b, used)
    return fill_next(s, t, seat, w, a, b, used)


@kernel
def value_fill(s, me, a, b, placed):
    """EE of the best cards in hand for the empty slots of two columns: shared ones first."""
    tops = np.int64(me.forest[a] == NO_CARD) + np.int64(me.forest[b] == NO_CARD)
    bottoms = np.int64(me.forest[COLUMNS + a] == NO_CARD) + np.int64(me.forest[COLUMNS + b] == NO_CARD)
    used = 0
    worth = 0.0
    for i in range(min(tops, me.held - placed)):
        card = s.by_both[i]
        used |= 1 << card
        worth += s.own[card] + s.wish[card]
    for i in range(me.held - placed):
        card = s.by_own[i]
        if bottoms > 0 and not (used >> card) & 1:
            worth += s.own[card]
            bottoms -= 1
    return worth


@kernel
def fill_pair(s, seat, a, b, placed):
    """Put the cards of ``value_fill`` where they belong; returns the set of cards that have a slot."""
    me = s.seat[seat]
    used = (1 << placed) - 1
    next_card = 0
    for i in range(2):
        column = a if i == 0 else b
        if me.forest[column] == NO_CARD and next_card < me.held - placed:
            card = s.by_both[next_card]
            next_card += 1
            lay(me, card, column)
            used |= 1 << card
    for i in range(2):
        column = a if i == 0 else b
        if me.forest[COLUMNS + column] == NO_CARD:
            for k in range(me.held - placed):
                card = s.by_own[k]
                if not (used >> card) & 1:
                    lay(me, card, COLUMNS + column)
                    used |= 1 << card
                    break
    return used


@kernel
def fill_corners(s, w, me, a, b, used):
    """Cards for empty study slots that will not be played: a creature to study, or what is least missed."""
    seen = 0  # creatures there already: only one can be studied a turn
    for slot in CORNERS:
        if not stays(slot, a, b):
            continue
        if me.forest[slot] == NO_CARD:
            for card in range(me.held):
                s.fits[card] = -w.lose_good * max(0.0, w.worth[me.hand[card]])
                if not seen:
                    s.fits[card] += s.study[card]
            used = lay_best(s, me, slot, used)
        seen = 1
    return used


@kernel
def fill_next(s, t, seat, w, a, b, used):
    """Cards for empty slots that slide to the study slots: a creature to study next turn, or what is least missed."""
    if w.study_next == 0.0 or s.stage >= t.trimesters:
        return used
    me = s.seat[seat]
    studied = studied_now(t, w, me, a, b)
    points = 0.0
    for row in range(2):
        slot = next_slot(a, b, row)
        if me.forest[slot] != NO_CARD:
            points = max(points, points_next(t, w, me, me.forest[slot], studied))
    for row in range(2):
        slot = next_slot(a, b, row)
        if me.forest[slot] == NO_CARD:
            for card in range(me.held):
                more = max(0.0, points_next(t, w, me, me.hand[card], studied) - points)
                s.fits[card] = w.study_next * more - DRIFTS * w.worth[me.hand[card]]
            used = lay_best(s, me, slot, used)
            if me.forest[slot] != NO_CARD:
                points = max(points, points_next(t, w, me, me.forest[slot], studied))
    return used


@kernel
def next_slot(a, b, row):
    """The slot of the top (0) or bottom row that slides to its study slot when two columns are played."""
    distance = 1
    while not stays(from_corner(row, distance), a, b):
        distance += 1
    return from_corner(row, distance)


@kernel
def fill_rest(s, w, me, used):
    """The other cards: the better, the farther from the study slots, so that there will be time to play them."""
    for card in range(me.held):
        s.fits[card] = w.worth[me.hand[card]] - 0.5 * s.study[card]
    for distance in range(COLUMNS - 1, -1, -1):
        for row in range(2):
            slot = from_corner(row, distance)
            if me.forest[slot] == NO_CARD:
                used = lay_best(s, me, slot, used)
    return used


@kernel
def lay_best(s, me, slot, used):
    """Lay the card in hand that fits the slot best, of those that have none; returns the set of cards that have one."""
    best = -1
    for card in range(me.held):
        if not (used >> card) & 1 and (best < 0 or s.fits[card] > s.fits[best]):
            best = card
    if best < 0:
        return used
    lay(me, best, slot)
    return used | 1 << best
