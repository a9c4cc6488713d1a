"""Weighing creatures at the corners (D9), and projects and steps to realize (D10)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.elements import count_elements, pay_cost, value_of
from balance.games.fairy_school.rules.scoring import ELEMENTS_A_POINT
from balance.games.fairy_school.state import ELEMENTS, NO_CARD, STEP
from balance.games.fairy_school.styles.activating import ENOUGH
from balance.games.fairy_school.styles.drafting import ACTIVATIONS
from balance.games.fairy_school.styles.worth import count_shown, turns_left, value_creature_now, value_payment

DEAR = 8.0  # EE lost by exchanges: rather wait
NEVER = -1.0  # below whatever may be worth it
LONG_RACE = 10  # turns of the final trimester after which nobody waits for cheaper steps any more
WORKING_STOCK = 14  # elements that pay for columns and lines of the next turns


@kernel
def weigh_creatures(s, t, seat, count):
    """D8, D9: the creatures in ``s.choice``. To study none, which stands behind them, is never better."""
    me = s.seat[seat]
    w = t.style[s.style[seat]]
    count_shown(t, me, w, 0)
    for i in range(count):
        s.decision.worth[i] = value_creature_now(t, w, me, s.choice[i])
    s.decision.worth[count] = NEVER


@kernel
def weigh_realizations(s, t, seat, count):
    """D10: the options of ``list_realizations``, and to stop."""
    w = t.style[s.style[seat]]
    for i in range(count):
        place = s.choice[i]
        s.decision.worth[i] = value_step(s, t, seat, w) if place == STEP else value_project(s, t, seat, w, place)
    s.decision.worth[count] = ENOUGH


@kernel
def value_project(s, t, seat, w, place):
    """EE of realizing a project now: its points, its activations to come, less what paying for it takes.

    Before the final trimester a stock is needed to go on with: who pays its last elements can play the free column
    only. While the trimester goes on, it had better wait than be paid with many exchanges. Who has all steps has ended
    the game: a style that sweeps then weighs points alone.
    """
    me = s.seat[seat]
    row = t.card[me.ongoing[place]]
    if w.sweep > 0.0 and me.final != NO_CARD and me.steps == t.steps:
        return w.proj_points * (row.points - points_of_left_overs(s, me, row.cost))
    turns = max(0.0, turns_left(s, t) - 1.0)
    worth = w.proj_points * row.points + w.proj_engine * w.worth[me.ongoing[place]] * turns * ACTIVATIONS
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
        s.bill[element] = me.target[element] - row.cost[element]
    worth -= w.paid * value_payment(s, t, w, s.bill, row.cost)
    if s.stage < t.trimesters:
        worth -= w.patience + w.stock_reserve * max(0, WORKING_STOCK - count_elements(s.after))
    goes_on = s.stage < t.trimesters and s.turn % t.turns != 0
    if goes_on and exchange_loss(t, me.stock, s.after, row.cost) > DEAR:
        return NEVER
    return worth


@kernel
def points_of_left_overs(s, me, cost):
    """The points that the elements of this cost would be at the end of the game (FS-74)."""
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    pay_cost(s.after, cost, me.target, 1, s.paid)
    return value_of(me.stock) // ELEMENTS_A_POINT - value_of(s.after) // ELEMENTS_A_POINT


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

    What it costs is no argument: nothing else brings as many points for it so late. Nor are exchanges in a race
    that does not end: with ``insight`` nobody waits on and on for elements that its cards do not make.
    """
    me = s.seat[seat]
    final = t.final[me.final]
    ahead = t.steps
    for other in range(t.players):
        if other != seat:
            ahead = min(ahead, me.steps + 1 - s.steps_before[other])
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    pay_cost(s.after, final.cost[me.steps], me.target, 1, s.paid)
    lost = exchange_loss(t, me.stock, s.after, final.cost[me.steps])
    if w.insight > 0.0 and s.final_turn > LONG_RACE:
        lost = 0.0
    return w.step * final.points + w.race * ahead - w.paid * lost
