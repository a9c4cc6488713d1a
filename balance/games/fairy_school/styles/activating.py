"""Weighing activations: which, how often, with what outcome (D8), and elements of one's choice (D12)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.legal import line_of
from balance.games.fairy_school.state import AIR, ELEMENTS, NO_CARD, PROJECT, SLOTS
from balance.games.fairy_school.styles.worth import (
    mean_worth,
    turns_left,
    value_element,
    value_less,
    value_outcome,
    wanted,
    weigh_line,
    worst_slot,
)

ENOUGH = 1e-300  # EE: what is worth more is better than doing nothing
OWN_CUBES = 5  # own cards one would activate in a turn: their cubes come home


# Which card, which line


@kernel
def weigh_activations(s, t, seat):
    """D8: every line that can be activated, and to stop.

    Lists the lines in ``s.choice``, as ``list_activations`` would: what is -inf is not possible (FS-42). Of equal cards
    of one player the first is a hair better: the lot is between players (FS-81). Returns how many lines there are.
    """
    w = t.style[s.style[seat]]
    s.spare_cubes = s.seat[seat].cubes - 1
    for owner in range(t.players):
        s.best_of[owner] = -np.inf
    options = 0
    for i in range(s.reached):
        entry = s.reachable[i]
        if entry.done:
            continue
        card = t.card[entry.card]
        cube = price_of_cube(s, t, seat, w, entry.owner)
        for k in range(card.lines):
            worth = weigh_line(s, t, seat, w, t.line[card.first + k]) - cube
            if worth > -np.inf:
                s.choice[options] = 2 * i + k
                s.decision.worth[options] = np.nextafter(worth, -np.inf) if worth == s.best_of[entry.owner] else worth
                s.best_of[entry.owner] = max(s.best_of[entry.owner], worth)
                options += 1
    s.decision.worth[options] = ENOUGH
    return options


@kernel
def weigh_targets(s, t, seat, count):
    """D8: the lines of ``list_targets``, and to decline."""
    w = t.style[s.style[seat]]
    s.spare_cubes = 0
    for i in range(count):
        worth = weigh_line(s, t, seat, w, line_of(s, t, s.choice[i]))
        s.decision.worth[i] = worth - price_of_cube(s, t, seat, w, s.reachable[s.choice[i] // 2].owner)
    s.decision.worth[count] = ENOUGH


@kernel
def price_of_cube(s, t, seat, w, owner):
    """EE of a cube on a card of this owner: it comes home from an own card and is a point for anybody else."""
    if owner == seat:
        return 0.0
    price = w.kind_out
    if is_ahead(s, t, owner):
        price += w.kind_out_leader
    price += w.kind_out_rival / (t.players - 1)
    left = s.seat[seat].cubes + s.now[seat].act_own - 1  # cubes on own cards come home
    return price + w.cube_reserve * max(0, OWN_CUBES - left) * turns_left(s, t)


@kernel
def is_ahead(s, t, owner):
    """Whether nobody has a higher score than this seat, as it stood at the end of the last turn."""
    for other in range(t.players):
        if s.score[other] > s.score[owner]:
            return False
    return s.turn > 1


# Carrying out a line


@kernel
def weigh_times(s, t, seat, line, count):
    """D8: to do a line once, twice and so on."""
    weigh_line(s, t, seat, t.style[s.style[seat]], line)
    for i in range(count):
        s.decision.worth[i] = s.total[i]


@kernel
def weigh_outcomes(s, t, seat, line, count):
    """D8: the alternatives in ``s.choice`` of a line that is paid for."""
    me = s.seat[seat]
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    s.spare_cubes = me.cubes
    for i in range(count):
        alternative = t.alternative[line.first + s.choice[i]]
        s.decision.worth[i] = value_outcome(s, t, seat, t.style[s.style[seat]], alternative)


@kernel
def weigh_elements(s, t, seat):
    """D12: earth, plants, fire and water."""
    me = s.seat[seat]
    for element in range(AIR):
        s.decision.worth[element] = value_element(t, me.stock, me.target, element)


@kernel
def weigh_counts(s, most):
    """D8: how many cards to take from the discard pile, from 1 to ``most``: the more the better."""
    for i in range(most):
        s.decision.worth[i] = i


@kernel
def weigh_discards(s, t, seat):
    """D8: every card of the discard pile, to be taken."""
    me = s.seat[seat]
    w = t.style[s.style[seat]]
    for i in range(me.discarded):
        s.decision.worth[i] = wanted(t, w, me, t.card[me.discard[i]])


@kernel
def weigh_drawn(s, t, seat):
    """D8: each of the drawn cards, in ``s.own``."""
    me = s.seat[seat]
    w = t.style[s.style[seat]]
    for i in range(me.held):
        s.own[i] = wanted(t, w, me, t.card[me.hand[i]])


@kernel
def weigh_removals(s, t, seat):
    """D8: every card of the forest, slot by slot, to leave the game; and none, behind them.

    Projects never should, nor any but the worst card if the style does not care for a thin deck.
    """
    me = s.seat[seat]
    w = t.style[s.style[seat]]
    mean = mean_worth(w, me)
    worst = worst_slot(s, t, seat, w)
    n = 0
    for slot in range(SLOTS):
        card = me.forest[slot]
        if card == NO_CARD:
            continue
        thinks = t.card[card].kind != PROJECT and (w.thin > 0.0 or slot == worst)
        s.decision.worth[n] = value_less(s, t, w, mean - w.worth[card]) if thinks else -np.inf
        n += 1
    s.decision.worth[n] = ENOUGH
