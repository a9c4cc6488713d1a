"""Where damage goes (D7), what is healed (D11), and what damage costs before the dice are rolled."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.games.heroes.state import ENERGIES, PLAIN_SLOT, PRESTIGE_SLOT, ROUNDS, UNTYPED

LATE_WOUNDS = 0.05
"""What a wound counts when no own turn remains in the round: all counters leave at its end (4.1)."""


@kernel
def turns_left(s, t, seat, by):
    """Own turns that ``seat`` has left this round after the present turn of the seat ``by``."""
    start = s.starts[s.stage]
    later = (seat - start) % t.players > (by - start) % t.players
    return s.seat[seat].heroes - 1 - s.position + np.int64(later)


@kernel
def in_points(s, t, seat, weight):
    """A weight for points as the seat's action counts it: in the last round all kinds of points are worth the same.

    A style without a weight for a kind goes on looking away from it.
    """
    return 1.0 if s.stage == ROUNDS - 1 and weight != 0.0 else weight


@kernel
def scarcity(s, t, seat):
    """The share of the seat's free plain and energy slots that its heroes still to act this round need, about."""
    me = s.seat[seat]
    slots = me.slots
    needed = 0.0
    for i in range(s.position + 1, me.heroes):
        needed += max(0.0, t.hero[me.lineup[i]].damage)
    free = slots.free_plain + slots.free_energy[0] + slots.free_energy[1] + slots.free_energy[2]
    return min(1.0, needed / max(1, free))


@kernel
def best_slot(s, t, seat):
    """D7: the free slot for one point of untyped damage: plain, then of the energy least needed, then the cheapest."""
    slots = s.seat[seat].slots
    if slots.free_plain > 0:
        return PLAIN_SLOT
    spare, most = -1, 0.0
    for e in ENERGIES:
        plenty = slots.free_energy[e] / t.need[e]
        if plenty > most:
            spare, most = e, plenty
    return spare if spare >= 0 else PRESTIGE_SLOT + lowest_bit(slots.free_prestige)


@kernel
def best_healing(s, t, seat):
    """D11: the covered slot to heal: prestige slots first, the dearest, then the energy that is needed most."""
    slots = s.seat[seat].slots
    covered_prestige = ((1 << slots.prestige) - 1) & ~slots.free_prestige
    if covered_prestige:
        while covered_prestige & (covered_prestige - 1):
            covered_prestige &= covered_prestige - 1
        return PRESTIGE_SLOT + lowest_bit(covered_prestige)
    needed, least = PLAIN_SLOT, np.inf
    for e in ENERGIES:
        plenty = slots.free_energy[e] / t.need[e]
        if slots.free_energy[e] < slots.energy[e] and plenty < least:
            needed, least = e, plenty
    return needed


@kernel
def weigh_slots(s, best):
    """D7, D11: of the slots offered the one known to be ``best``, and those like it."""
    for i in range(s.decision.options):
        s.decision.worth[i] = 1.0 if s.decision.option[i].target == best else 0.0


# What damage costs


@kernel
def price_slots(s, slots):
    """Fill ``s.cost``: the points lost by covering the 0, 1, 2 ... cheapest free prestige slots."""
    free = slots.free_prestige
    s.cost[0] = 0.0
    n = 0
    while free:
        s.cost[n + 1] = s.cost[n] + slots.value[lowest_bit(free)]
        n += 1
        free &= free - 1


@kernel
def weigh_roll(s, t, slots, rolls, fixed, wounds, pslot):
    """The expected worth of taking the damage of these dice and ``fixed`` points (L, F, I, untyped) on ``slots``.

    ``wounds``, ``pslot``: the weights. Needs ``price_slots``. Untyped points go on plain and energy slots
    before prestige slots. Returns (worth of the wounds alone, chance that all of the damage can be placed).
    """
    lightning, fire, ice = slots.free_energy[0], slots.free_energy[1], slots.free_energy[2]
    ordinary = lightning + fire + ice + slots.free_plain
    prestige = popcount(slots.free_prestige)
    worth = 0.0
    chance = 0.0
    for i in range(rolls.outcomes):
        outcome = rolls.outcome[i]
        hit = outcome.hit
        of_l, of_f, of_i = hit[0] + fixed[0], hit[1] + fixed[1], hit[2] + fixed[2]
        typed = min(of_l, lightning) + min(of_f, fire) + min(of_i, ice)
        untyped = hit[UNTYPED] + fixed[UNTYPED]
        room = ordinary - typed
        used = min(untyped, room)
        over = untyped - used
        covered = min(over, prestige)
        worth += outcome.p * (wounds * (typed + used) - pslot * s.cost[covered])
        if typed == of_l + of_f + of_i and over <= prestige:
            chance += outcome.p
    return worth, chance
