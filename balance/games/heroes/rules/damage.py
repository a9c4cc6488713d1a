"""Damage and healing: which slots are free, which are covered (3.5, HF-80)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.games.heroes.state import ENERGIES, PLAIN_SLOT, PRESTIGE_SLOT, UNTYPED


@kernel
def fits(slots, hit):
    """HF-30: whether all of the damage (L, F, I, untyped) can be placed."""
    total = hit[UNTYPED]
    for e in ENERGIES:
        if hit[e] > slots.free_energy[e]:
            return False
        total += hit[e]
    return total <= count_free(slots)


@kernel
def points_of(hit):
    """Points of damage, typed and untyped."""
    return hit[0] + hit[1] + hit[2] + hit[UNTYPED]


@kernel
def free_generic(slots):
    """Free plain and prestige slots."""
    return slots.free_plain + popcount(slots.free_prestige)


@kernel
def write_free(slots, free):
    """Write the free slots into ``free``: L, F, I, generic."""
    for e in ENERGIES:
        free[e] = slots.free_energy[e]
    free[UNTYPED] = free_generic(slots)


@kernel
def count_free(slots):
    """Free slots of all kinds."""
    return slots.free_energy[0] + slots.free_energy[1] + slots.free_energy[2] + free_generic(slots)


@kernel
def count_covered(slots):
    """Counters on the slots: what can be healed."""
    energies = slots.energy[0] + slots.energy[1] + slots.energy[2]
    return energies + slots.plain + slots.prestige - count_free(slots)


@kernel
def cover_typed(slots, hit):
    """HF-31: typed points go first, each on a slot of its type. Returns how many were placed."""
    placed = 0
    for e in ENERGIES:
        n = min(hit[e], slots.free_energy[e])
        slots.free_energy[e] -= n
        placed += n
    return placed


@kernel
def cover(slots, slot):
    """Put a counter on a free slot: an energy, PLAIN_SLOT, or PRESTIGE_SLOT + the number of the prestige slot."""
    if slot < PLAIN_SLOT:
        slots.free_energy[slot] -= 1
    elif slot == PLAIN_SLOT:
        slots.free_plain -= 1
    else:
        slots.free_prestige &= ~(1 << (slot - PRESTIGE_SLOT))


@kernel
def uncover(slots, slot):
    """Take the counter off a covered slot, numbered as in ``cover``."""
    if slot < PLAIN_SLOT:
        slots.free_energy[slot] += 1
    elif slot == PLAIN_SLOT:
        slots.free_plain += 1
    else:
        slots.free_prestige |= 1 << (slot - PRESTIGE_SLOT)


@kernel
def uncovered_points(slots):
    """HF-90: the values of the prestige slots that are not covered."""
    free = slots.free_prestige
    points = 0
    while free:
        points += slots.value[lowest_bit(free)]
        free &= free - 1
    return points
