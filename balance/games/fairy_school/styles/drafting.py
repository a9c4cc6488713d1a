"""Weighing cards: starting cards, projects to draft and to keep, idle picks, the final project (D1 to D5, D11)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.forest import completes
from balance.games.fairy_school.state import COLUMNS, ELEMENTS, FREE_COLUMN, SLOTS
from balance.games.fairy_school.styles.worth import turns_left, wanted

ACTIVATIONS = 0.45  # of a card in the deck, a turn, its own player's: a card comes every third turn or so
LAST_COLUMN = COLUMNS - 1
RACE = 0.5  # of the cards are activated until the race is over
EXCHANGED = 0.2  # of its price: what an element is worth that is left, for exchanges


@kernel
def weigh_initials(s, t, seat):
    """D1: every starting card of the hand."""
    w = t.style[s.style[seat]]
    for i in range(s.drafting):
        card = s.draft[seat, i]
        worth = w.worth[card] + 0.3 * wish_of_table(s, t, seat, w, card)
        for other in range(s.picks):
            worth -= 0.2 * alike(t, card, s.aside[seat, other])
        s.decision.worth[i] = worth


@kernel
def wish_of_table(s, t, seat, w, card):
    """EE the card would bring the other seats, on average."""
    total = 0.0
    for other in range(t.players):
        if other != seat:
            total += wanted(t, w, s.seat[other], t.card[card])
    return total / (t.players - 1)


@kernel
def alike(t, card, other):
    """How much two cards make the same elements."""
    same = 0.0
    for element in range(ELEMENTS):
        same += min(t.makes[card, element], t.makes[other, element])
    return same


@kernel
def weigh_layouts(s, t, seat):
    """D2: two starting cards on the top row, for every pair and all columns for each.

    A good player plays them on the first turn: the better one in the free column, the other where an element is least
    missed. Other columns are not thought of.
    """
    w = t.style[s.style[seat]]
    n = 0
    for second in range(s.picks):
        for first in range(second):
            worth_first = table_worth(s, t, seat, w, first)
            other = table_worth(s, t, seat, w, second)
            for a in range(COLUMNS):
                for b in range(COLUMNS):
                    if a == b:
                        continue
                    worth = -np.inf
                    if a == FREE_COLUMN and b == LAST_COLUMN:
                        worth = 1.01 * worth_first + other
                    elif b == FREE_COLUMN and a == LAST_COLUMN:
                        worth = 1.01 * other + worth_first
                    s.decision.worth[n] = worth
                    n += 1


@kernel
def table_worth(s, t, seat, w, place):
    """EE of a starting card on the top row: what it brings its owner and what sharing it may bring."""
    card = s.aside[seat, place]
    return w.worth[card] + 0.5 * w.kind_in * min(1.0, 0.4 * wish_of_table(s, t, seat, w, card))


@kernel
def project_worth(s, t, seat, w, card):
    """EE of an ongoing project to come (D3, D4): its points and what the card will do, less what it costs, and again
    what of that is missing."""
    me = s.seat[seat]
    row = t.card[card]
    missing = 0.0
    cost = 0.0
    for element in range(ELEMENTS):
        missing += t.price[element] * max(0, row.cost[element] - me.stock[element])
        cost += t.price[element] * row.cost[element]
    turns = max(0.0, turns_left(s, t) - 2.0)
    worth = w.proj_points * row.points + w.proj_engine * w.worth[card] * turns * ACTIVATIONS
    worth -= w.proj_short * missing + w.proj_cost * cost
    if not (me.studied >> row.creature) & 1:
        worth += w.study_setup * (1.0 + np.float64(completes(t, me, row.creature)))
    return worth


@kernel
def weigh_projects(s, t, seat):
    """D3: every project of the hand."""
    w = t.style[s.style[seat]]
    next_seat = (seat + t.passing[s.stage] + t.players) % t.players
    for i in range(s.drafting):
        card = s.draft[seat, i]
        worth = project_worth(s, t, seat, w, card)
        if w.deny != 0.0:
            worth += w.deny * project_worth(s, t, next_seat, w, card)
        s.decision.worth[i] = worth


@kernel
def weigh_kept(s, t, seat):
    """D4: every set of three cards of the pool, as the sum of its cards."""
    w = t.style[s.style[seat]]
    for i in range(s.pool):
        s.each[i] = project_worth(s, t, seat, w, s.aside[seat, i])
    n = 0
    for i in range(s.pool):
        for k in range(i):
            for m in range(k):
                s.decision.worth[n] = s.each[i] + s.each[k] + s.each[m]
                n += 1


@kernel
def weigh_common(s, t, seat):
    """D5: every project on offer in the common discard."""
    w = t.style[s.style[seat]]
    for i in range(s.offered):
        s.decision.worth[i] = project_worth(s, t, seat, w, s.common_discard[s.offer[i]])


@kernel
def weigh_finals(s, t, seat):
    """D11: every final project on offer: the best is the one that is least out of reach."""
    for i in range(s.offered):
        s.decision.worth[i] = -missing_for(s, t, seat, s.offer[i])


@kernel
def missing_for(s, t, seat, final):
    """EE that a final project asks for beyond the seat's stock and what its cards make on average, each activated once.

    Who has ``insight`` knows that the race is over before half of them are, and that what is left can be exchanged.
    """
    me = s.seat[seat]
    insight = t.style[s.style[seat]].insight > 0.0
    played, exchanged = (RACE, EXCHANGED) if insight else (1.0, 0.0)
    missing = 0.0
    for element in range(ELEMENTS):
        income = 0.0
        for i in range(me.piled):
            income += t.makes[me.pile[i], element]
        for i in range(me.discarded):
            income += t.makes[me.discard[i], element]
        for slot in range(SLOTS):
            if me.forest[slot] >= 0:
                income += t.makes[me.forest[slot], element]
        need = -np.float64(me.stock[element]) - played * income
        for step in range(t.steps):
            need += t.final[final].cost[step, element]
        missing += t.price[element] * (max(0.0, need) - exchanged * max(0.0, -need))
    return missing
