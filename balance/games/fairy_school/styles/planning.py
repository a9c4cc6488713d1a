"""What columns are worth when played (D6, D7): their cards, and what is studied meanwhile."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.effects import in_reach
from balance.games.fairy_school.rules.forest import completes
from balance.games.fairy_school.state import COLUMNS, CORNERS, ELEMENTS, HERE, NO_CARD, SLOTS, TO_LEFT, TO_RIGHT
from balance.games.fairy_school.styles.activating import price_of_cube
from balance.games.fairy_school.styles.worth import points_of, value_creature_now, value_payment, wanted, wanted_with

SELDOM = 1.3  # EE up to which nobody gives a cube for a card
SURE = 2.3  # EE from which on everybody does
DOUBT = 0.25  # EE by which others may see it otherwise
MEANWHILE = 2  # of each element: what others will have got by the time they look at a card


@kernel
def cubes_wished(s, t, seat, w, card):
    """Cubes that sharing the card should bring, on either side where shared cards lie before a neighbour."""
    if not t.insensitive:
        return cubes_from(s, t, seat, w, card, HERE)
    return 0.5 * (cubes_from(s, t, seat, w, card, TO_RIGHT) + cubes_from(s, t, seat, w, card, TO_LEFT))


@kernel
def cubes_from(s, t, seat, w, card, lies):
    """Cubes the card should bring lying there: the more another seat needs it, the surer it is to use it.

    Who has ``insight`` expects of others what it would do in their place, with what they will have by then.
    """
    cubes = 0.0
    for step in range(1, t.players):
        other = (seat + t.players - step) % t.players
        if s.seat[other].cubes > 0 and in_reach(t, step, lies):
            them = s.seat[other]
            if w.insight > 0.0:
                for element in range(ELEMENTS):
                    s.after[element] = them.stock[element] + MEANWHILE
                use = wanted_with(t, w, s.after, them.target, t.card[card])
                price = price_of_cube(s, t, other, w, seat)
                seldom, sure = price - DOUBT, price + DOUBT
            else:
                use = wanted(t, w, them, t.card[card])
                seldom, sure = SELDOM, SURE
            if use > 0.0:
                cubes += min(1.0, max(0.0, (use - seldom) / (sure - seldom)))
    return cubes


@kernel
def weigh_forest(s, t, seat, w):
    """What the cards in the forest would bring when played: ``own`` and, shared, ``wish`` on top, by slot."""
    me = s.seat[seat]
    for slot in range(SLOTS):
        card = me.forest[slot]
        if card == NO_CARD:
            me.own[slot] = 0.0
            me.wish[slot] = 0.0
        else:
            me.own[slot] = w.cards_in * wanted(t, w, me, t.card[card])
            me.wish[slot] = w.kind_in * cubes_wished(s, t, seat, w, card)


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
def weigh_columns_there(s, me):
    """What lies in every column, for ``s.column_worth``."""
    for column in range(COLUMNS):
        s.column_worth[column] = value_column(me, column)


@kernel
def value_corners(s, t, seat, w, a, b):
    """EE of what lies on the study slots when columns ``a`` and ``b`` are played: it will be studied or discarded.

    And of what slides there for the next turn, while there will be one.
    """
    me = s.seat[seat]
    loss = 0.0
    study = -np.inf
    for slot in CORNERS:
        if lies_on(me, slot, a, b):
            card = me.forest[slot]
            loss += w.lose_good * max(0.0, w.worth[card])
            study = max(study, value_creature(s, t, seat, w, t.card[card].creature))
    if study == -np.inf:
        study = 0.0
    if w.study_next != 0.0 and s.stage < t.trimesters:
        study += w.study_next * slides_to_corner(t, w, me, a, b, studied_now(t, w, me, a, b))
    return study - loss


@kernel
def lies_on(me, slot, a, b):
    """Whether a card lies in this slot that stays when columns ``a`` and ``b`` are played."""
    return me.forest[slot] != NO_CARD and stays(slot, a, b)


@kernel
def stays(slot, a, b):
    """Whether a slot is in none of columns ``a`` and ``b``, which are played."""
    return slot % COLUMNS != a and slot % COLUMNS != b


@kernel
def studied_now(t, w, me, a, b):
    """The creature that the seat studies on the study slots when columns ``a`` and ``b`` are played (D9); -1: none."""
    best, best_worth = -1, 0.0
    for slot in CORNERS:
        if lies_on(me, slot, a, b):
            creature = t.card[me.forest[slot]].creature
            worth = value_creature_now(t, w, me, creature)
            if not (me.studied >> creature) & 1 and (best < 0 or worth > best_worth):
                best, best_worth = creature, worth
    return best


@kernel
def slides_to_corner(t, w, me, a, b, studied):
    """Points of the creature to study that slides to a study slot when columns ``a`` and ``b`` are played.

    The top row slides to the left, the bottom row to the right (FS-48); the better of the two. The creature that is
    ``studied`` now is none to study any more.
    """
    points = 0.0
    for row in range(2):
        for distance in range(1, COLUMNS):
            slot = from_corner(row, distance)
            if lies_on(me, slot, a, b):
                points = max(points, points_next(t, w, me, me.forest[slot], studied))
                break
    return points


@kernel
def from_corner(row, distance):
    """The slot of the top (0) or bottom row so far from its study slot."""
    return distance if row == 0 else SLOTS - 1 - distance


@kernel
def points_next(t, w, me, card, studied):
    """Points of the card's creature for somebody who studies another one first."""
    creature = t.card[card].creature
    if creature == studied or (me.studied >> creature) & 1:
        return 0.0
    return points_of(t, w, me, creature)


@kernel
def value_creature(s, t, seat, w, creature):
    """EE of a chance to study the creature."""
    if (s.seat[seat].studied >> creature) & 1:
        return 0.0
    return w.study_setup * points_of(t, w, s.seat[seat], creature) + w.pair * np.float64(
        completes(t, s.seat[seat], creature)
    )
