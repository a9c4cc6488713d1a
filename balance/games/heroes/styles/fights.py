"""How many adversaries to fight (D5), with which dice (D6), and which of them to take (D8)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, popcount
from balance.games.heroes.state import DICE_SETS
from balance.games.heroes.styles.adversaries import promise_with, weigh_row
from balance.games.heroes.styles.wounds import LATE_WOUNDS, in_points, price_slots, scarcity, turns_left, weigh_roll


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
    style = t.style[s.style[seat]]
    weight = style.wounds
    if style.scarce != 0.0:
        weight += style.scarce * scarcity(s, t, seat)
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

    Fills ``s.fight`` and ``s.fight_dice``, and returns what the best is worth. Looks at ``slots`` as the seat's own
    (HF-57: the safest pair of dice depends on the slots that are free).
    """
    style = t.style[s.style[seat]]
    weigh_row(s, t, seat)
    price_slots(s, slots)
    wounds = wound_weight(s, t, seat)
    pslot = in_points(s, t, seat, style.pslot)
    nothing = t.rolls[0].outcome[0].hit
    best_of_all = -np.inf
    for k in range(fewest(s, t), most(s, step) + 1):
        prize = best_worth(s, k)
        best = 0.0 if k == 0 else -np.inf
        for dice in range(1, DICE_SETS if k > 0 else 1):
            if dice & step.added or popcount(dice) != k:
                continue
            cost, chance = weigh_roll(s, t, slots, t.rolls[dice | step.added], nothing, wounds, pslot)
            worth = cost + chance * prize
            s.fight_dice[dice] = worth
            best = max(best, worth)
        s.fight[k] = best
        best_of_all = max(best_of_all, best)
    return best_of_all


@kernel
def weigh_numbers(s, t, seat, step, low):
    """D5: every number of adversaries to fight, from ``low``."""
    weigh_fight(s, t, seat, s.seat[seat].slots, step)
    s.fight_weighed = 1
    for i in range(s.decision.count):
        s.decision.worth[i] = s.fight[low + i]


@kernel
def weigh_dice(s, t, seat, step):
    """D6: every set of dice offered."""
    if not s.fight_weighed:  # nobody asked how many to fight, or that was no choice of the style
        weigh_fight(s, t, seat, s.seat[seat].slots, step)
    for i in range(s.decision.options):
        s.decision.worth[i] = s.fight_dice[s.decision.option[i].target]


@kernel
def weigh_spoils(s, t, seat):
    """D8: every set of places of the row that is offered."""
    style = t.style[s.style[seat]]
    adv = in_points(s, t, seat, style.adv)
    if style.deny_adv != 0.0:
        weigh_row(s, t, seat)
    for i in range(s.decision.options):
        places = s.decision.option[i].target
        worth = adv * promise_with(s, t, seat, s.row, places)
        for place in range(s.in_row if style.deny_adv != 0.0 else 0):
            if (places >> place) & 1:
                worth += style.deny_adv * s.wanted[place]
        s.decision.worth[i] = worth
