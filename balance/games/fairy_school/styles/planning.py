"""What cards are worth when played, and placing the drawn ones (D6)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.effects import in_reach
from balance.games.fairy_school.rules.elements import affordable
from balance.games.fairy_school.rules.forest import bill_columns, completes
from balance.games.fairy_school.state import COLUMNS, CORNERS, ELEMENTS, HERE, NO_CARD, SLOTS, TO_LEFT, TO_RIGHT
from balance.games.fairy_school.styles.worth import value_payment, wanted

SELDOM = 1.3  # EE up to which nobody gives a cube for a card
SURE = 2.3  # EE from which on everybody does

# What a card is worth when it is played


@kernel
def cubes_wished(s, t, seat, card):
    """Cubes that sharing the card should bring, on either side where shared cards lie before a neighbour."""
    if not t.insensitive:
        return cubes_from(s, t, seat, card, HERE)
    return 0.5 * (cubes_from(s, t, seat, card, TO_RIGHT) + cubes_from(s, t, seat, card, TO_LEFT))


@kernel
def cubes_from(s, t, seat, card, lies):
    """Cubes the card should bring lying there: the more another seat needs it, the surer it is to use it."""
    cubes = 0.0
    for step in range(1, t.players):
        other = s.seat[(seat + t.players - step) % t.players]
        if other.cubes > 0 and in_reach(t, step, lies):
            cubes += min(1.0, max(0.0, (wanted(t, other, t.card[card]) - SELDOM) / (SURE - SELDOM)))
    return cubes


@kernel
def weigh_hand(s, t, seat, w):
    """What every card in hand would bring when played: ``s.own`` and, shared, ``s.wish`` on top."""
    me = s.seat[seat]
    for i in range(me.held):
        card = me.hand[i]
        same = 0  # the first card of this kind: starting decks have many that are equal
        while me.hand[same] != card:
            same += 1
        if same < i:
            s.own[i] = s.own[same]
            s.wish[i] = s.wish[same]
        else:
            s.own[i] = w.cards_in * wanted(t, me, t.card[card])
            s.wish[i] = w.kind_in * cubes_wished(s, t, seat, card)


@kernel
def weigh_forest(s, t, seat, w):
    """The same for the cards in the forest: the seat's ``own`` and ``wish``, by slot."""
    me = s.seat[seat]
    for slot in range(SLOTS):
        card = me.forest[slot]
        if card == NO_CARD:
            me.own[slot] = 0.0
            me.wish[slot] = 0.0
        else:
            me.own[slot] = w.cards_in * wanted(t, me, t.card[card])
            me.wish[slot] = w.kind_in * cubes_wished(s, t, seat, card)


@kernel
def sort_hand(s, first, count):
    """Cards in hand from ``first`` on, best first: shared (``s.by_both``) and private (``s.by_own``)."""
    for i in range(first, count):
        place = i - first
        while place > 0 and s.own[s.by_own[place - 1]] < s.own[i]:
            s.by_own[place] = s.by_own[place - 1]
            place -= 1
        s.by_own[place] = i
        both = s.own[i] + s.wish[i]
        place = i - first
        while place > 0 and s.own[s.by_both[place - 1]] + s.wish[s.by_both[place - 1]] < both:
            s.by_both[place] = s.by_both[place - 1]
            place -= 1
        s.by_both[place] = i


@kernel
def value_column(me, column):
    """EE of the cards that lie in a column, played."""
    worth = 0.0
    if me.forest[column] != NO_CARD:
        worth += me.own[column] + me.wish[column]
    if me.forest[COLUMNS + column] != NO_CARD:
        worth += me.own[COLUMNS + column]
    return worth


@kernel
def value_price(s, t, w, me):
    """EE of paying ``s.bill`` for columns."""
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    return w.paid * value_payment(s, t, w, me.target, s.bill)


@kernel
def weigh_columns_there(s, t, seat, w):
    """What lies in every column and on the study slots, for ``s.column_worth`` and ``value_corners``."""
    me = s.seat[seat]
    for column in range(COLUMNS):
        s.column_worth[column] = value_column(me, column)
    for i in range(len(CORNERS)):
        card = me.forest[CORNERS[i]]
        s.corner_loss[i] = 0.0
        s.corner_study[i] = 0.0 if i == 0 else -np.inf  # without a card: the other one, whatever it is worth
        if card != NO_CARD:
            s.corner_loss[i] = w.lose_good * max(0.0, w.worth[card])
            s.corner_study[i] = value_creature(s, t, seat, w, t.card[card].creature)
    for slot in range(SLOTS if w.study_next != 0.0 else 0):
        card = me.forest[slot]
        s.slot_study[slot] = 0.0
        if card != NO_CARD and not (me.studied >> t.card[card].creature) & 1:
            s.slot_study[slot] = t.creature[t.card[card].creature].points


@kernel
def slides_to_corner(s, me, a, b):
    """Points of the creature, not studied yet, that slides to a study slot when columns ``a`` and ``b`` are played.

    The top row slides to the left, the bottom row to the right (FS-48); the better of the two.
    """
    top = 0.0
    for column in range(1, COLUMNS):
        if column != a and column != b and me.forest[column] != NO_CARD:
            top = s.slot_study[column]
            break
    bottom = 0.0
    for column in range(COLUMNS - 2, -1, -1):
        if column != a and column != b and me.forest[COLUMNS + column] != NO_CARD:
            bottom = s.slot_study[COLUMNS + column]
            break
    return max(top, bottom)


@kernel
def value_corners(s, t, w, me, a, b):
    """EE of what lies on the study slots when columns ``a`` and ``b`` are played: it will be studied or discarded.

    And of what slides there for the next turn, while there will be one.
    """
    loss = 0.0
    study = 0.0
    if a != 0 and b != 0:
        loss += s.corner_loss[0]
        study = s.corner_study[0]
    if a != COLUMNS - 1 and b != COLUMNS - 1:
        loss += s.corner_loss[1]
        study = max(study, s.corner_study[1])
    if w.study_next != 0.0 and s.stage < t.trimesters:
        study += w.study_next * slides_to_corner(s, me, a, b)
    return study - loss


@kernel
def value_creature(s, t, seat, w, creature):
    """EE of a chance to study the creature."""
    if (s.seat[seat].studied >> creature) & 1:
        return 0.0
    return w.study_setup * t.creature[creature].points + w.pair * np.float64(completes(t, s.seat[seat], creature))


# D6: placing


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
    for i in range(placed):
        me.plan[i] = me.slot[i]
        me.forest[me.slot[i]] = me.hand[i]
    weigh_hand(s, t, seat, w)
    weigh_forest(s, t, seat, w)
    sort_hand(s, placed, me.held)
    a, b = best_pair(s, t, seat, w, placed)
    used = fill_pair(s, seat, a, b, placed)
    used = fill_corners(s, t, seat, w, a, b, used)
    fill_rest(s, t, seat, w, used)
    for i in range(placed):
        me.forest[me.slot[i]] = NO_CARD


@kernel
def remember_plan(s, seat):
    """What cards in hand bring is what they bring in the forest."""
    me = s.seat[seat]
    for i in range(me.held):
        me.own[me.slot[i]] = s.own[i]
        me.wish[me.slot[i]] = s.wish[i]
    me.weighed = 1


@kernel
def best_pair(s, t, seat, w, placed):
    """D6: the two columns to play: what lies there, and the best cards in hand for their empty slots."""
    me = s.seat[seat]
    best_a, best_b, best_worth = 0, 1, -np.inf
    weigh_columns_there(s, t, seat, w)
    for a in range(COLUMNS - 1):
        for b in range(a + 1, COLUMNS):
            bill_columns(s, a, b)
            if not affordable(me.stock, s.bill):
                continue
            worth = s.column_worth[a] + s.column_worth[b] - value_price(s, t, w, me)
            worth += value_fill(s, me, a, b, placed) + value_corners(s, t, w, me, a, b)
            if worth > best_worth:
                best_a, best_b, best_worth = a, b, worth
    return best_a, best_b


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
            me.plan[card] = column
            used |= 1 << card
    for i in range(2):
        column = a if i == 0 else b
        if me.forest[COLUMNS + column] == NO_CARD:
            for k in range(me.held - placed):
                card = s.by_own[k]
                if not (used >> card) & 1:
                    me.plan[card] = COLUMNS + column
                    used |= 1 << card
                    break
    return used


@kernel
def fill_corners(s, t, seat, w, a, b, used):
    """Cards for empty study slots that will not be played: a creature to study, or what is least missed."""
    me = s.seat[seat]
    seen = 0  # creatures there already: only one can be studied a turn
    for slot in CORNERS:
        column = slot % COLUMNS
        if column in (a, b):
            continue
        if me.forest[slot] != NO_CARD:
            seen = 1
            continue
        best, best_worth = -1, -np.inf
        for card in range(me.held):
            if not (used >> card) & 1:
                kind = me.hand[card]
                worth = -w.lose_good * max(0.0, w.worth[kind])
                if not seen:
                    worth += value_creature(s, t, seat, w, t.card[kind].creature)
                if worth > best_worth:
                    best, best_worth = card, worth
        if best >= 0:
            me.plan[best] = slot
            used |= 1 << best
            seen = 1
    return used


@kernel
def fill_rest(s, t, seat, w, used):
    """The other cards: the better, the farther from the study slots, so that there will be time to play them."""
    me = s.seat[seat]
    for card in range(me.held):
        kind = me.hand[card]
        s.far[card] = w.worth[kind] - 0.5 * value_creature(s, t, seat, w, t.card[kind].creature)
    for distance in range(COLUMNS - 1, -1, -1):
        for row in range(2):
            slot = distance if row == 0 else SLOTS - 1 - distance
            if me.forest[slot] != NO_CARD or is_taken(me, slot, used):
                continue
            best, best_worth = -1, -np.inf
            for card in range(me.held):
                if not (used >> card) & 1 and s.far[card] > best_worth:
                    best, best_worth = card, s.far[card]
            if best >= 0:
                me.plan[best] = slot
                used |= 1 << best


@kernel
def is_taken(me, slot, used):
    """Whether a card in hand has this slot already."""
    for card in range(me.held):
        if (used >> card) & 1 and me.plan[card] == slot:
            return True
    return False
