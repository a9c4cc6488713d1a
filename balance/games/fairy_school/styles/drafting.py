"""Choosing cards: starting cards, projects to draft and to keep, idle picks, the final project (D1 to D5, D11)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import any_bits, any_of, slips
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.forest import completes
from balance.games.fairy_school.state import COLUMNS, ELEMENTS, FREE_COLUMN, MAX_ONGOING, SLOTS, Point
from balance.games.fairy_school.styles.worth import turns_left, wanted

ACTIVATIONS = 0.45  # of a card in the deck, a turn, its own player's: a card comes every third turn or so


@kernel
def choose_initial(s, t, seat):
    """D1: which starting card of the hand to keep, as its place there."""
    if s.drafting == 1:
        return 0
    if slips(s, t, seat, Point.INITIAL):
        return any_of(s.decision, s.drafting)
    w = t.style[s.style[seat]]
    best, best_worth = 0, -np.inf
    for i in range(s.drafting):
        card = s.draft[seat, i]
        worth = w.worth[card] + 0.3 * wish_of_table(s, t, seat, card)
        for other in range(s.picks):
            worth -= 0.2 * alike(t, card, s.aside[seat, other])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def wish_of_table(s, t, seat, card):
    """EE the card would bring the other seats, on average."""
    total = 0.0
    for other in range(t.players):
        if other != seat:
            total += wanted(t, s.seat[other], t.card[card])
    return total / (t.players - 1)


@kernel
def alike(t, one, other):
    """How much two cards make the same elements."""
    same = 0.0
    for element in range(ELEMENTS):
        same += min(t.makes[one, element], t.makes[other, element])
    return same


@kernel
def choose_layout(s, t, seat):
    """D2: which two starting cards go to the top row, and to which columns.

    Returns first, second (places among the cards put aside), column of the first, column of the second. A good
    player plays them on the first turn: one in the free column, one where an element is least missed.
    """
    if slips(s, t, seat, Point.LAYOUT):
        pair = any_bits(s.decision, (1 << s.picks) - 1, 2)
        first = 0
        while not (pair >> first) & 1:
            first += 1
        second = first + 1
        while not (pair >> second) & 1:
            second += 1
        a = any_of(s.decision, COLUMNS)
        b = any_of(s.decision, COLUMNS - 1)
        return first, second, a, b + np.int64(b >= a)
    w = t.style[s.style[seat]]
    first, second = 0, 1
    best_worth = -np.inf
    for i in range(s.picks):
        for k in range(s.picks):
            if i != k:
                worth = 1.01 * table_worth(s, t, seat, w, i) + table_worth(s, t, seat, w, k)
                if worth > best_worth:
                    first, second, best_worth = i, k, worth
    return first, second, FREE_COLUMN, COLUMNS - 1


@kernel
def table_worth(s, t, seat, w, place):
    """EE of a starting card on the top row: what it brings its owner and what sharing it may bring."""
    card = s.aside[seat, place]
    return w.worth[card] + 0.5 * w.kind_in * min(1.0, 0.4 * wish_of_table(s, t, seat, card))


@kernel
def project_worth(s, t, seat, w, card):
    """EE of an ongoing project to come: its points and what the card will do, less what is missing for it (D3, D4)."""
    me = s.seat[seat]
    row = t.card[card]
    missing = 0.0
    for element in range(ELEMENTS):
        missing += t.price[element] * max(0, row.cost[element] - me.stock[element])
    turns = max(0.0, turns_left(s, t) - 2.0)
    worth = w.proj_points * row.points + w.proj_engine * w.worth[card] * turns * ACTIVATIONS - w.proj_short * missing
    if not (me.studied >> row.creature) & 1:
        worth += w.study_setup * (1.0 + np.float64(completes(t, me, row.creature)))
    return worth


@kernel
def choose_project(s, t, seat):
    """D3: which project of the hand to put aside, as its place there."""
    if s.drafting == 1:
        return 0
    if slips(s, t, seat, Point.PROJECT):
        return any_of(s.decision, s.drafting)
    w = t.style[s.style[seat]]
    best, best_worth = 0, -np.inf
    next_seat = (seat + t.passing[s.stage] + t.players) % t.players
    for i in range(s.drafting):
        card = s.draft[seat, i]
        worth = project_worth(s, t, seat, w, card)
        if w.deny != 0.0:
            worth += w.deny * project_worth(s, t, next_seat, w, card)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def choose_kept(s, t, seat):
    """D4: the set of three cards of the pool to keep."""
    if slips(s, t, seat, Point.KEPT):
        return any_bits(s.decision, (1 << s.pool) - 1, MAX_ONGOING)
    w = t.style[s.style[seat]]
    kept = 0
    for _ in range(MAX_ONGOING):
        best, best_worth = 0, -np.inf
        for i in range(s.pool):
            if not (kept >> i) & 1:
                worth = project_worth(s, t, seat, w, s.aside[seat, i])
                if worth > best_worth:
                    best, best_worth = i, worth
        kept |= 1 << best
    return kept


@kernel
def choose_common(s, t, seat):
    """D5: which of the projects on offer in the common discard to take, as its place in the offer."""
    if slips(s, t, seat, Point.COMMON):
        return any_of(s.decision, s.offered)
    w = t.style[s.style[seat]]
    best, best_worth = 0, -np.inf
    for i in range(s.offered):
        worth = project_worth(s, t, seat, w, s.common_discard[s.offer[i]])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def choose_final(s, t, seat):
    """D11: which final project on offer to choose, as its place there: the one that is least out of reach.

    Counts on what the seat's cards make on average, over the turns of a final trimester.
    """
    if slips(s, t, seat, Point.FINAL):
        return any_of(s.decision, s.offered)
    best, best_worth = 0, -np.inf
    for i in range(s.offered):
        worth = -missing_for(s, t, seat, s.offer[i])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def missing_for(s, t, seat, final):
    """EE that a final project asks for beyond the seat's stock and what its cards will make in three turns."""
    me = s.seat[seat]
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
        need = -np.float64(me.stock[element]) - income
        for step in range(t.steps):
            need += t.final[final].cost[step, element]
        missing += t.price[element] * max(0.0, need)
    return missing
