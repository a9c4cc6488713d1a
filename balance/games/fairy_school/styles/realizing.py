"""Studying at the corners (D9), realizing projects and steps (D10)."""

from __future__ import annotations

from balance.engine.kernels.decisions import any_of, slips
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.elements import affordable, settle
from balance.games.fairy_school.state import CORNERS, CREATURES, ELEMENTS, NO_CARD, Point
from balance.games.fairy_school.styles.drafting import ACTIVATIONS
from balance.games.fairy_school.styles.worth import best_study, turns_left, value_payment

STOP = -1
STEP = 3  # after the places of the ongoing projects
DEAR = 8.0  # EE lost by exchanges: rather wait


@kernel
def choose_corner(s, t, seat):
    """D9: the creature to study of those on the study slots, -1 for none."""
    me = s.seat[seat]
    eligible = 0
    for slot in CORNERS:
        if me.forest[slot] != NO_CARD:
            eligible |= 1 << t.card[me.forest[slot]].creature
    eligible &= ~me.studied
    if eligible == 0:
        return -1
    if not slips(s, t, seat, Point.CORNER):
        return best_study(s, t, seat, eligible)
    options = 0
    for creature in range(CREATURES):
        if (eligible >> creature) & 1:
            s.choice[options] = creature
            options += 1
    s.choice[options] = -1
    return s.choice[any_of(s.decision, options + 1)]


@kernel
def choose_realization(s, t, seat):
    """D10: the place of an ongoing project to realize, STEP for the next final step, or STOP."""
    me = s.seat[seat]
    at_random = slips(s, t, seat, Point.REALIZATION)
    w = t.style[s.style[seat]]
    options = 0
    best, best_worth = STOP, 0.0
    for i in range(STEP + 1):
        if not can_realize(s, t, me, i):
            continue
        if at_random:
            s.choice[options] = i
            options += 1
            continue
        worth = value_step(s, t, seat, w) if i == STEP else value_project(s, t, seat, w, i)
        if worth > best_worth:
            best, best_worth = i, worth
    if not at_random:
        return best
    s.choice[options] = STOP
    return s.choice[any_of(s.decision, options + 1)]


@kernel
def can_realize(s, t, me, option):
    """FS-49, FS-66: whether an ongoing project, or the next step, is there and affordable."""
    if option == STEP:
        return me.final != NO_CARD and me.steps < t.steps and affordable(me.stock, t.final[me.final].cost[me.steps])
    return option < me.projects and affordable(me.stock, t.card[me.ongoing[option]].cost)


@kernel
def value_project(s, t, seat, w, place):
    """EE of realizing a project now: its points, its activations to come, less what paying for it takes.

    While the trimester goes on, it had better wait than be paid with many exchanges.
    """
    me = s.seat[seat]
    row = t.card[me.ongoing[place]]
    turns = max(0.0, turns_left(s, t) - 1.0)
    worth = w.proj_points * row.points + w.proj_engine * w.worth[me.ongoing[place]] * turns * ACTIVATIONS
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
        s.bill[element] = me.target[element] - row.cost[element]
    worth -= w.paid * value_payment(s, t, w, s.bill, row.cost)
    goes_on = s.stage < t.trimesters and s.turn % t.turns != 0
    if goes_on and exchange_loss(t, me.stock, s.after, row.cost) > DEAR:
        return -1.0
    return worth


@kernel
def exchange_loss(t, before, after, cost):
    """EE lost by exchanges in paying a cost."""
    lost = 0.0
    for element in range(ELEMENTS):
        lost += t.price[element] * (before[element] - after[element] - cost[element])
    return lost


@kernel
def value_step(s, t, seat, w):
    """EE of the next final step: its points, and being ahead in the race, less what exchanges lose.

    What it costs is no argument: nothing else brings as many points for it so late.
    """
    me = s.seat[seat]
    final = t.final[me.final]
    ahead = t.steps
    for other in range(t.players):
        if other != seat:
            ahead = min(ahead, me.steps + 1 - s.steps_before[other])
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    settle(s.after, final.cost[me.steps], me.target, 1, s.paid)
    lost = exchange_loss(t, me.stock, s.after, final.cost[me.steps])
    return w.step * final.points + w.race * ahead - w.paid * lost
