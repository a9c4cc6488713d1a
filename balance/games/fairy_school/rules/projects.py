"""Projects: choosing in turn, realizing, final steps, the last spending (FS-31 to FS-33, FS-49, FS-64 to FS-72)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import below
from balance.games.fairy_school.rules.elements import affordable, count_elements, pay_cost, value_of
from balance.games.fairy_school.state import (
    ELEMENTS,
    MAX_FINALS,
    MAX_ONGOING,
    ORDER_STREAM,
    PROJECTS,
)

# Choosing one after the other


@kernel
def line_up(s, t, idle):
    """FS-32: the seats that choose, in order, in ``s.queue``; with ``idle`` those without a project, else all.

    Most kindness first, then fewest elements, then by lot. Returns how many they are.
    """
    waiting = 0
    for seat in range(t.players):
        if not idle or s.seat[seat].projects == 0:
            s.queue[waiting] = seat
            waiting += 1
    for i in range(waiting):
        best = i
        equals = 1
        for k in range(i + 1, waiting):
            order = comes_before(s.seat[s.queue[k]], s.seat[s.queue[best]])
            if order > 0:
                best = k
                equals = 1
            elif order == 0:
                equals += 1
                if below(s, ORDER_STREAM, equals) == 0:
                    best = k
        seat = s.queue[i]
        s.queue[i] = s.queue[best]
        s.queue[best] = seat
    return waiting


@kernel
def comes_before(owner, other):
    """FS-32: 1 when the first of two seats chooses before the second, -1 when after, 0 when they are equal."""
    if owner.kindness != other.kindness:
        return 1 if owner.kindness > other.kindness else -1
    mine = count_elements(owner.stock)
    theirs = count_elements(other.stock)
    if mine != theirs:
        return 1 if mine < theirs else -1
    return 0


@kernel
def offer_common(s, t):
    """FS-31: the projects of this trimester in the common discard, as places there, in ``s.offer``."""
    s.offered = 0
    for i in range(s.common):
        if t.card[s.common_discard[i]].trimester == s.stage and s.offered < MAX_FINALS:
            s.offer[s.offered] = i
            s.offered += 1


@kernel
def pick_common(s, t, seat, place):
    """FS-31: the seat takes the project at this place of the common discard; the last one fills the gap."""
    card = s.common_discard[place]
    s.common -= 1
    s.common_discard[place] = s.common_discard[s.common]
    me = s.seat[seat]
    me.ongoing[me.projects] = card
    me.projects += 1
    me.idle_picks += 1
    s.now[seat].idle_pick = card


@kernel
def offer_finals(s, t):
    """FS-64, FS-72: one final project more than seats, as far as there are any, in ``s.offer``."""
    s.offered = min(t.players + 1, t.final_cards)
    for i in range(s.offered):
        s.offer[i] = s.final_pile[t.final_cards - 1 - i]


@kernel
def pick_final(s, seat, place):
    """FS-64: the seat takes the final project at this place of the offer; the last one fills the gap."""
    s.seat[seat].final = s.offer[place]
    s.offered -= 1
    s.offer[place] = s.offer[s.offered]


# Phase 6


@kernel
def realize(s, t, seat, place, thrifty):
    """FS-49: pay for an ongoing project, which is then no longer wanted; it goes on top of the draw pile."""
    me = s.seat[seat]
    card = me.ongoing[place]
    cost = t.card[card].cost
    for element in range(ELEMENTS):
        me.target[element] -= cost[element]
    pay_cost(me.stock, cost, me.target, thrifty, s.now[seat])
    book_project(s, t, seat, place)


@kernel
def book_project(s, t, seat, place):
    """FS-49: the project at this place is paid for; the later ones move up."""
    me = s.seat[seat]
    now = s.now[seat]
    card = me.ongoing[place]
    me.projects -= 1
    for i in range(place, me.projects):
        me.ongoing[i] = me.ongoing[i + 1]
    me.pile[me.piled] = card
    me.piled += 1
    me.known += 1
    me.realized += 1
    me.points[PROJECTS] += t.card[card].points
    now.realized[now.realizing] = card
    now.realizing += 1


@kernel
def take_step(s, t, seat, thrifty):
    """FS-66: pay for the next step of the final project."""
    me = s.seat[seat]
    cost = t.final[me.final].cost[me.steps]
    me.steps += 1
    for element in range(ELEMENTS):
        me.target[element] -= cost[element]
    pay_cost(me.stock, cost, me.target, thrifty, s.now[seat])
    s.now[seat].steps_now += 1


@kernel
def most_advanced(s, t):
    """FS-67: the highest step count at the table."""
    best = 0
    for seat in range(t.players):
        best = max(best, s.seat[seat].steps)
    return best


@kernel
def all_cubes(s, t):
    """FS-71: cubes left in all supplies."""
    cubes = 0
    for seat in range(t.players):
        cubes += s.seat[seat].cubes
    return cubes


# The last spending


@kernel
def bill_rest(s, t, seat, steps, projects):
    """FS-70: the joint cost of the next ``steps`` steps and a set of ongoing projects, in ``s.bill``."""
    me = s.seat[seat]
    for element in range(ELEMENTS):
        s.bill[element] = 0
    for step in range(me.steps, me.steps + steps):
        cost = t.final[me.final].cost[step]
        for element in range(ELEMENTS):
            s.bill[element] += cost[element]
    for i in range(me.projects):
        if (projects >> i) & 1:
            cost = t.card[me.ongoing[i]].cost
            for element in range(ELEMENTS):
                s.bill[element] += cost[element]


@kernel
def points_of_rest(t, me, steps, projects):
    """FS-70: the points of so many further steps and this set of ongoing projects."""
    points = steps * t.final[me.final].points
    for i in range(me.projects):
        if (projects >> i) & 1:
            points += t.card[me.ongoing[i]].points
    return points


@kernel
def spend_last(s, t, seat):
    """FS-70: carry out the further realizations that bring most.

    Ties: more steps, then higher left-over value, then fewer projects, then the first in the order of the projects.
    """
    me = s.seat[seat]
    best_steps = 0
    best_projects = 0
    best_points = 0
    best_left = value_of(me.stock)
    for steps in range(t.steps - me.steps, -1, -1):
        for projects in range(1 << me.projects):
            if steps == 0 and projects == 0:
                continue
            points = points_of_rest(t, me, steps, projects)
            if points < best_points or (points == best_points and steps < best_steps):
                continue
            bill_rest(s, t, seat, steps, projects)
            if not affordable(me.stock, s.bill):
                continue
            left = value_after(s, seat)
            if points == best_points and steps == best_steps:
                if left < best_left:
                    continue
                if left == best_left and not simpler(projects, best_projects):
                    continue
            best_steps = steps
            best_projects = projects
            best_points = points
            best_left = left
    if best_steps > 0 or best_projects > 0:
        bill_rest(s, t, seat, best_steps, best_projects)
        pay_cost(me.stock, s.bill, me.target, 0, s.now[seat])
        me.steps += best_steps
        s.now[seat].steps_now += best_steps
        booked = 0
        for place in range(MAX_ONGOING):
            if (best_projects >> place) & 1:
                book_project(s, t, seat, place - booked)
                booked += 1
    me.finished = np.int64(me.steps == t.steps)


@kernel
def value_after(s, seat):
    """FS-70: the left-over value after paying ``s.bill`` (FS-10)."""
    me = s.seat[seat]
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    pay_cost(s.after, s.bill, me.target, 0, s.paid)
    return value_of(s.after)


@kernel
def simpler(projects, others):
    """FS-70: fewer projects, then those that come first among the ongoing ones."""
    count = 0
    other_count = 0
    for i in range(MAX_ONGOING):
        count += (projects >> i) & 1
        other_count += (others >> i) & 1
    if count != other_count:
        return count < other_count
    for i in range(MAX_ONGOING):
        if (projects >> i) & 1 != (others >> i) & 1:
            return (projects >> i) & 1 == 1
    return False
