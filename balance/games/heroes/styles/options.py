"""Which option of an action to perform (D4), and which mission to go on (D9)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.heroes.rules.adventure import attemptable
from balance.games.heroes.rules.damage import count_covered
from balance.games.heroes.state import (
    EACH_TILE,
    ENERGIES,
    FIGHT,
    GIFT,
    HEAL,
    HIT,
    HITROLL,
    MISSION,
    PICKS,
    RANKS,
    ROLL,
    ROUNDS,
    SHINE,
    TILE,
    Verb,
)
from balance.games.heroes.styles.fights import weigh_fight, wound_weight
from balance.games.heroes.styles.opponents import opponent, worth_of_hit
from balance.games.heroes.styles.recruiting import bonus_for
from balance.games.heroes.styles.wounds import LATE_WOUNDS, in_points, price_slots, scarcity, turns_left, weigh_roll

DECLINE = -1

RATHER_DECLINED = 1e-9
"""What declining is better than a mission that brings as much: none at all, where it cannot succeed."""


@kernel
def missions_for(s, t, seat, slots):
    """The ranks whose available mission the seat may attempt, as a mask (HF-62)."""
    ranks = 0
    for rank in range(RANKS):
        ranks |= np.int64(attemptable(s, t, seat, rank, slots)) << rank
    return ranks


@kernel
def weigh_mission(s, t, seat, rank, slots):
    """What attempting the mission is worth: its next space by the chance to get it, less the wounds."""
    style = t.style[s.style[seat]]
    mission = t.mission[s.pile[rank, 0]]
    price_slots(s, slots)
    pslot = in_points(s, t, seat, style.pslot)
    cost, chance = weigh_roll(s, t, slots, t.rolls[mission.dice], mission.hit, wound_weight(s, t, seat), pslot)
    return cost + chance * in_points(s, t, seat, style.mis) * mission.point[s.covered[rank]]


@kernel
def weigh_offered_missions(s, t, seat):
    """D9: the missions offered; declining is worth nothing, or a trifle to who minds the odds."""
    declining = RATHER_DECLINED if t.style[s.style[seat]].odds > 0.0 else 0.0
    for i in range(s.decision.options):
        option = s.decision.option[i]
        worth = declining
        if option.verb == Verb.DO:
            worth = weigh_mission(s, t, seat, option.target, s.seat[seat].slots)
        s.decision.worth[i] = worth


@kernel
def weigh_options(s, t, seat, card):
    """D4: every option of ``card`` (a hero or a tile)."""
    for i in range(card.options):
        s.decision.worth[i] = weigh_option(s, t, seat, t.option[card.option[i]])


@kernel
def weigh_option(s, t, seat, option):
    """What an option is expected to be worth: its steps one after another, on a copy of the slots."""
    style = t.style[s.style[seat]]
    slots = s.spare
    copy_slots(s.seat[seat].slots, slots)
    worth = 0.0
    for i in range(option.steps):
        step = t.step[option.first + i]
        op = step.op
        if op == FIGHT:
            worth += weigh_fight(s, t, seat, slots, step)
        elif op == MISSION:
            worth += weigh_missions(s, t, seat, slots)
        elif op == TILE:
            worth += weigh_tile(s, t, seat)
        elif op == HEAL:
            worth += weigh_healing(s, t, seat, slots, step.n)
        elif op == SHINE:
            worth += in_points(s, t, seat, style.pts) * step.n
        elif op == GIFT:
            worth += style.gift * step.n
        elif op == ROLL:
            price_slots(s, slots)
            pslot = in_points(s, t, seat, style.pslot)
            cost, _ = weigh_roll(s, t, slots, t.rolls[step.dice], step.hit, wound_weight(s, t, seat), pslot)
            worth += cost
        elif op in (HIT, HITROLL):
            worth += weigh_hit(s, t, seat, step)
    return worth


@kernel
def weigh_missions(s, t, seat, slots):
    """What the best mission for the seat is worth; 0 where there is none, or where it may decline (HF-45)."""
    ranks = missions_for(s, t, seat, slots)
    best = 0.0 if t.allow_decline or ranks == 0 else -np.inf
    for rank in range(RANKS):
        if (ranks >> rank) & 1:
            best = max(best, weigh_mission(s, t, seat, rank, slots))
    return best


@kernel
def weigh_tile(s, t, seat):
    """What drawing a tile is worth: less the fewer own turns remain to act with it, more for who is paid per tile."""
    if s.in_supply + s.in_tile_discard == 0:
        return 0.0
    rounds = ROUNDS - 1 - s.stage
    left = turns_left(s, t, seat, seat) + rounds * (PICKS + 1)
    worth = t.style[s.style[seat]].tiles * left / (left + 2.0)
    return worth + bonus_for(s, t, seat, EACH_TILE)


@kernel
def weigh_healing(s, t, seat, slots, count):
    """What healing so many counters (-1: all) is worth; takes them off ``slots``."""
    style = t.style[s.style[seat]]
    left = count_covered(slots)
    if count >= 0:
        left = min(left, count)
    worth = 0.0
    covered = ((1 << slots.prestige) - 1) & ~slots.free_prestige
    dear = slots.prestige - 1
    while covered and left:
        if (covered >> dear) & 1:
            worth += in_points(s, t, seat, style.pslot) * slots.value[dear]
            covered &= ~(1 << dear)
            slots.free_prestige |= 1 << dear
            left -= 1
        dear -= 1
    healed = style.healed
    if style.scarce != 0.0:
        healed -= style.scarce * scarcity(s, t, seat)
    if turns_left(s, t, seat, seat) == 0:
        healed *= LATE_WOUNDS
    worth += healed * left
    for e in ENERGIES:
        n = min(left, slots.energy[e] - slots.free_energy[e])
        slots.free_energy[e] += n
        left -= n
    slots.free_plain += left
    return worth


@kernel
def weigh_hit(s, t, seat, step):
    """What hitting the best victim is worth."""
    best = 0.0
    for n in range(t.players - 1):
        best = max(best, worth_of_hit(s, t, seat, opponent(seat, n, t.players), step))
    return best


@kernel
def copy_slots(slots, to):
    """Make ``to`` say what ``slots`` says."""
    for e in ENERGIES:
        to.energy[e] = slots.energy[e]
        to.free_energy[e] = slots.free_energy[e]
    to.plain = slots.plain
    to.free_plain = slots.free_plain
    to.prestige = slots.prestige
    to.free_prestige = slots.free_prestige
    for i in range(slots.prestige):
        to.value[i] = slots.value[i]
