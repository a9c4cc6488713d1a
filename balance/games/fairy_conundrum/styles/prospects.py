"""What a style expects of this turn's joust and of its avatar's growth."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    ACT,
    HIGHEST,
    LOWEST,
    NEUTRAL,
    STAGES,
    W_GATHER,
    W_GROW,
    W_JOUST,
    W_KILL,
    W_LETHAL,
    W_RISK,
    W_STAGE,
)
from balance.games.fairy_conundrum.rules.totals import count_maturation, opposite_of

LEAST_FEAR = -30.0  # nobody of any temper wants to fall
LEAST_CARE = -0.3  # or to be struck for nothing
LAST_HARVEST = 8  # turn
FIRST_STAGE = 10.0  # maturation that a stage without a lower bound is thought to begin below


@kernel
def life_lost(attack, mat, absorbed):
    """FC-81: what an attack would cost an avatar with this defence."""
    if attack <= 0:
        return 0
    defence = max(0, mat - absorbed) if mat >= 0 else mat
    return max(0, attack - defence)


@kernel
def outlook(s, t, style, seat, ray, mat, burn):
    """Worth of this turn's jousts, had the seat so much more ray and materialisation, a foe ``burn`` less life."""
    me = s.seat[seat]
    best = 0.0
    most = 0
    all_of_it = 0
    for other in range(s.players):
        foe = s.seat[other]
        if other == seat or not foe.alive:
            continue
        lost = life_lost(me.ray + ray, foe.mat, foe.absorbed)
        worth = style.weight[W_JOUST] * lost + style.weight[W_KILL] * np.float64(lost + burn > foe.life)
        best = max(best, worth)
        loss = life_lost(foe.ray, me.mat + mat, me.absorbed)
        most = max(most, loss)
        all_of_it += loss
    lethal = min(LEAST_FEAR, style.weight[W_LETHAL]) * np.float64(most > me.life)
    return best + min(LEAST_CARE, style.weight[W_RISK]) * 0.5 * (most + all_of_it) + lethal


@kernel
def danger(s, seat):
    """How near somebody is to falling: the share of its life that this turn's joust could take, of who is nearest."""
    me = s.seat[seat]
    most = 0.0
    for other in range(s.players):
        foe = s.seat[other]
        if other == seat or not foe.alive:
            continue
        most = max(most, life_lost(foe.ray, me.mat, me.absorbed) / (me.life + 1.0))
        most = max(most, life_lost(me.ray, foe.mat, foe.absorbed) / (foe.life + 1.0))
    return min(1.0, most)


@kernel
def harvest(s, style, volatility):
    """Worth of one more sparkle a turn, for as long as it is thought to be gathered: the earlier the more.

    Every style knows that an empty shelter is a sparkle lost. A guest that is volatile is gone before the gathering of
    its last turn.
    """
    turns = np.float64(min(style.harvest, max(1, LAST_HARVEST - s.turn)))
    if volatility > 0:
        turns = min(turns, volatility - 1.0)
    return max(1.0, style.weight[W_GATHER]) * turns


@kernel
def growth(s, t, style, seat, gain):
    """Worth of so much more maturation: a share of the way to the next stage, and the stage if it gets there.

    Who is ``ripe`` counts the maturation as it stands now, others what it was at the last Maturation.
    """
    if gain == 0:
        return 0.0
    way = style.weight[W_GROW] * share_of_way(s, t, seat, gain)
    if style.ripe > 0.0:
        now = count_maturation(s, t, seat)
        return ripeness(s, t, style, seat, now + gain) - ripeness(s, t, style, seat, now) + way
    me = s.seat[seat]
    high = t.card[me.stages[me.stage]].high
    arrives = me.stage < STAGES - 1 and me.maturation <= high and me.maturation + gain > high
    return way + style.weight[W_STAGE] * np.float64(arrives)


@kernel
def share_of_way(s, t, seat, gain):
    """What share of the way through its stage the avatar makes by so much maturation; none in the last stage."""
    me = s.seat[seat]
    card = t.card[me.stages[me.stage]]
    if me.stage == STAGES - 1 or card.high == HIGHEST:
        return 0.0
    return gain / (FIRST_STAGE if card.low == LOWEST else np.float64(max(1, card.high + 1 - card.low)))


@kernel
def ripeness(s, t, style, seat, maturation):
    """Worth of so much maturation: its stage, and what stage III does, which in stage II counts by the way squared."""
    me = s.seat[seat]
    stage = stage_of(t, me, maturation)
    if stage == 0:
        return 0.0
    share = 1.0
    if stage < STAGES - 1:
        card = t.card[me.stages[stage]]
        share = ((maturation - card.low) / (card.high + 1.0 - card.low)) ** 2
    more = lasting_points(t, me.stages[STAGES - 1]) - lasting_points(t, me.stages[STAGES - 2])
    return style.weight[W_STAGE] * stage + style.ripe * more * share


@kernel
def stage_of(t, me, maturation):
    """The stage that an avatar would have with so much maturation (FC-86)."""
    stage = me.stage
    while stage < STAGES - 1 and maturation > t.card[me.stages[stage]].high:
        stage += 1
    while stage > 0 and maturation < t.card[me.stages[stage]].low:
        stage -= 1
    return stage


@kernel
def lasting_points(t, row):
    """Points of what an avatar's stage does by itself: abilities that want an action are left out."""
    card = t.card[row]
    points = 0.0
    for i in range(card.first, card.first + card.abilities):
        if t.ability[i].trigger != ACT:
            points += max(0.0, t.ability_worth[i])
    return points


@kernel
def growth_of_cost(s, t, seat, radiance, cost):
    """FC-84: what a fairy or shelter of this radiance and cost adds to the seat's maturation."""
    me = s.seat[seat]
    own = s.piece[me.avatar].radiance
    if not t.opposite_regresses and own != NEUTRAL and radiance == opposite_of(own):
        return 0
    return t.card[me.stages[me.stage]].coefficient[radiance] * cost
