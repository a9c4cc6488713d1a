"""How many adversaries to fight (D5), with which dice (D6), and which of them to take (D8)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import any_bits, any_of, slips
from balance.engine.kernels.kernel import kernel, popcount
from balance.games.heroes.state import DICE_SETS, Point
from balance.games.heroes.styles.adversaries import promise_with, weigh_row
from balance.games.heroes.styles.wounds import LATE_WOUNDS, price_slots, turns_left, weigh_roll

ALL_DICE = DICE_SETS - 1


@kernel
def fewest(s, t):
    """HF-45: the smallest number of adversaries a fight may be against."""
    return 0 if t.allow_decline or s.in_row == 0 else 1


@kernel
def most(s, step):
    """HF-50, HF-56: the largest number of adversaries a fight may be against."""
    return min(step.n, s.in_row)


@kernel
def wound_weight(s, t, seat):
    """The weight of a wound now: small when the seat has no turn left in the round."""
    weight = t.style[s.style[seat]].wounds
    return weight if turns_left(s, t, seat, seat) > 0 else weight * LATE_WOUNDS


@kernel
def best_worth(s, k):
    """What the ``k`` best cards of the row are worth together, each for itself."""
    total = 0.0
    left = (1 << s.in_row) - 1
    for _ in range(k):
        best = -1
        for place in range(s.in_row):
            if (left >> place) & 1 and (best < 0 or s.worth[place] > s.worth[best]):
                best = place
        left &= ~(1 << best)
        total += s.worth[best]
    return total


@kernel
def weigh_fight(s, t, seat, slots, step):
    """Find the best fight: every number of adversaries with every set of dice, by the exact results of the dice.

    Fills ``s.best_dice`` for every number, ``s.best_k``, and returns what the best is worth. Looks at ``slots``
    as the seat's own (HF-57: the safest pair of dice depends on the slots that are free).
    """
    style = t.style[s.style[seat]]
    weigh_row(s, t, seat)
    price_slots(s, slots)
    wounds = wound_weight(s, t, seat)
    nothing = t.rolls[0].outcome[0].hit
    best_of_all = -np.inf
    for k in range(fewest(s, t), most(s, step) + 1):
        prize = best_worth(s, k)
        best = 0.0 if k == 0 else -np.inf
        for dice in range(1, DICE_SETS if k > 0 else 1):
            if dice & step.added or popcount(dice) != k:
                continue
            cost, chance = weigh_roll(s, t, slots, t.rolls[dice | step.added], nothing, wounds, style.pslot)
            worth = cost + chance * prize
            if worth > best:
                best = worth
                s.best_dice[k] = dice
        if best > best_of_all:
            best_of_all = best
            s.best_k = k
    return best_of_all


@kernel
def choose_k(s, t, seat, step):
    """D5: how many adversaries to fight."""
    low = fewest(s, t)
    if slips(s, t, seat, Point.COUNT):
        return low + any_of(s.decision, most(s, step) - low + 1)
    weigh_fight(s, t, seat, s.seat[seat].slots, step)
    return s.best_k


@kernel
def choose_dice(s, t, seat, step, k):
    """D6: the set of ``k`` dice to roll, the added one apart."""
    if slips(s, t, seat, Point.DICE):
        return any_bits(s.decision, ALL_DICE & ~step.added, k)
    if t.style[s.style[seat]].slip > 0.0:  # perhaps D5 was a slip and nothing is weighed yet
        weigh_fight(s, t, seat, s.seat[seat].slots, step)
    return s.best_dice[k]


@kernel
def choose_adversaries(s, t, seat, k):
    """D8: the mask of the ``k`` places of the row to take."""
    row = (1 << s.in_row) - 1
    if k == s.in_row:
        return row
    if slips(s, t, seat, Point.SPOILS):
        return any_bits(s.decision, row, k)
    style = t.style[s.style[seat]]
    if style.deny_adv != 0.0:
        weigh_row(s, t, seat)
    best, best_worth = 0, -np.inf
    for places in range(1, row):
        if popcount(places) != k:
            continue
        worth = style.adv * promise_with(s, t, seat, s.row, places)
        for place in range(s.in_row if style.deny_adv != 0.0 else 0):
            if (places >> place) & 1:
                worth += style.deny_adv * s.wanted[place]
        if worth > best_worth:
            best, best_worth = places, worth
    return best
