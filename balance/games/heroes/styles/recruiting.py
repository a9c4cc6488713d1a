"""What a hero is worth in a line-up, and which to let go (D13)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.heroes.rules.lineup import icons_between
from balance.games.heroes.state import EACH_TILE, LEFT, PICKS, RIGHT, ROUNDS, STRONGEST
from balance.games.heroes.styles.adversaries import most_strength_of_others, odds_to_stay_ahead

WOUNDS_EACH = 1.0
"""Counters that a hero who fights or goes on a mission brings, about."""

NOBODY = -1
"""No hero."""

LATER_FIGHTERS = 0.3
"""Such heroes that each pick still to come will place to the left of a given hero, about."""

LATER_ROUND = 0.5
"""What a half-icon on the edge counts that no hero of this round can join."""

GROWS = (0.3, 0.6, 0.6, 2.0)
"""Strength that another seat's three strongest heroes gain until the end, about, by the picks still to come."""

UNSURE = 0.4
"""By how much each pick still to come makes a lead in Strength less sure."""

SPOILS = 0.05
"""What a point of Strength counts in the end for keeping others from being the strongest."""


@kernel
def worth_at(s, t, style, seat, hero, side):
    """What a hero is worth at this end of the seat's line-up, in the eyes of ``style``."""
    me = s.seat[seat]
    row = t.hero[hero]
    worth = style.hero[hero, s.stage]
    if me.heroes == 0:
        return worth + style.open * (row.halves_left + row.halves_right)
    heals = np.int64(row.heals > 0)
    if side == LEFT:
        joined = icons_between(t, hero, me.lineup[0])
        timing = row.hurts - heals
        outer = row.halves_left
    else:
        joined = icons_between(t, me.lineup[me.heroes - 1], hero)
        timing = heals - row.hurts
        outer = row.halves_right
    if heals:
        idle = max(0.0, row.heals - wounds_before(s, t, seat, side))
        worth -= min(style.heals[hero, s.stage], style.heal * idle)
    if style.short != 0.0:
        worth += style.short * (missing_slots(t, me, hero, joined) - missing_slots(t, me, NOBODY, 0))
    if style.odds > 0.0:
        outer *= still_joined(s, PICKS - 1 - (me.heroes - s.stage))
        if s.stage == ROUNDS - 1:
            worth += worth_of_strength(s, t, seat, hero)
    return worth + style.icons * joined + style.open * outer + style.late_heal * timing


@kernel
def still_joined(s, later):
    """What a half-icon on the edge counts with so many picks to come this round: after the last, in a later round."""
    if later > 0:
        return 1.0
    return LATER_ROUND if s.stage < ROUNDS - 1 else 0.0


@kernel
def strongest_three(s, t, seat, hero):
    """The Strength of the three strongest heroes of the seat's line-up with ``hero`` (or NOBODY)."""
    me = s.seat[seat]
    first, second, third = 0, 0, 0
    for i in range(me.heroes + 1):
        if i == me.heroes and hero == NOBODY:
            break
        strength = t.hero[hero if i == me.heroes else me.lineup[i]].strength
        if strength > first:
            first, second, third = strength, first, second
        elif strength > second:
            second, third = strength, second
        elif strength > third:
            third = strength
    return 1.0 * (first + second + third)


@kernel
def worth_of_strength(s, t, seat, hero):
    """Last round: what the Strength of the hero brings by the bonuses for most Strength in the end.

    By its own, and by those of others, of which the seat has its share when they do not get them.
    """
    picks = PICKS - 1 - (s.seat[seat].heroes - s.stage)
    grows = GROWS[picks]
    spread = 1.0 + UNSURE * picks
    with_hero = strongest_three(s, t, seat, hero)
    without = strongest_three(s, t, seat, NOBODY)
    worth = 0.0
    for owner in range(t.players):
        bonus = bonus_for(s, t, owner, STRONGEST)
        if bonus == 0:
            continue
        most = 0.0  # of all but the owner and this seat
        for other in range(t.players):
            if other not in (seat, owner):
                most = max(most, strongest_three(s, t, other, NOBODY) + grows)
        if owner == seat:
            odds = odds_to_stay_ahead(with_hero - most, spread) - odds_to_stay_ahead(without - most, spread)
        else:
            theirs = strongest_three(s, t, owner, NOBODY) + grows
            odds = odds_to_stay_ahead(theirs - max(most, without), spread)
            odds -= odds_to_stay_ahead(theirs - max(most, with_hero), spread)
            odds /= t.players - 1.0
        worth += bonus * odds
    return worth


@kernel
def wounds_before(s, t, seat, side):
    """Counters that a hero at this end will find when its turn comes, about: the fighters to its left bring them."""
    me = s.seat[seat]
    fighters = LATER_FIGHTERS * (PICKS - 1 - (me.heroes - s.stage))
    if side == RIGHT:
        for i in range(me.heroes):
            fighters += t.hero[me.lineup[i]].hurts
    return WOUNDS_EACH * fighters


@kernel
def missing_slots(t, me, hero, joined):
    """Counters that the line-up with ``hero`` (or NOBODY) brings beyond its plain and energy slots, about.

    ``joined``: the complete icons that the hero adds.
    """
    missing = -1.0 * joined
    if hero != NOBODY:
        missing += t.hero[hero].damage - t.hero[hero].plain
    for i in range(me.heroes):
        row = t.hero[me.lineup[i]]
        missing += row.damage - row.plain
        if i > 0:
            missing -= icons_between(t, me.lineup[i - 1], me.lineup[i])
    return max(0.0, missing)


@kernel
def worth_of(s, t, style, seat, hero):
    """What a hero is worth at the better end."""
    return max(worth_at(s, t, style, seat, hero, LEFT), worth_at(s, t, style, seat, hero, RIGHT))


# Return


@kernel
def bonus_for(s, t, seat, head):
    """The bonuses of the adversaries the seat holds with this condition."""
    me = s.seat[seat]
    bonus = 0
    for i in range(me.held):
        row = t.adversary[me.holds[i]]
        bonus += row.bonus if row.head == head else 0
    return bonus


@kernel
def worth_keeping(s, t, seat, kept):
    """What the heroes at the positions ``kept`` (a mask) are worth to start the next round with."""
    me = s.seat[seat]
    style = t.style[s.style[seat]]
    next_round = s.stage + 1
    worth = 0.0
    before = -1
    for i in range(me.heroes):
        if not (kept >> i) & 1:
            continue
        hero = me.lineup[i]
        row = t.hero[hero]
        worth += style.hero[hero, next_round]
        if me.tile[i] >= 0:
            worth += style.act_tile[me.tile[i], next_round] - style.act_hero[hero, next_round]
        if before < 0:
            worth += style.open * row.halves_left
        else:
            worth += style.icons * icons_between(t, before, hero)
        before = hero
    return worth + style.open * t.hero[before].halves_right


@kernel
def worth_at_the_end(s, t, seat, kept, rival):
    """What the heroes kept after the last round are worth: the tiles on them, and Strength (HF-93).

    ``rival``: the most Strength that another seat can keep.
    """
    me = s.seat[seat]
    strength = 0
    tiles = 0
    for i in range(me.heroes):
        if (kept >> i) & 1:
            strength += t.hero[me.lineup[i]].strength
            tiles += np.int64(me.tile[i] >= 0)
    worth = 1.0 * tiles * bonus_for(s, t, seat, EACH_TILE)
    share = 1.0 if strength > rival else strength / (rival + 1.0)
    # Strength of one's own also keeps others from being the strongest.
    return worth + share * bonus_for(s, t, seat, STRONGEST) + SPOILS * strength


@kernel
def weigh_discards(s, t, seat):
    """D13: every three heroes to discard, by what stays."""
    everybody = (1 << s.seat[seat].heroes) - 1
    last = s.stage == ROUNDS - 1
    rival = most_strength_of_others(s, t, seat) if last else 0
    for i in range(s.decision.options):
        kept = everybody & ~s.decision.option[i].target
        if last:
            s.decision.worth[i] = worth_at_the_end(s, t, seat, kept, rival)
        else:
            s.decision.worth[i] = worth_keeping(s, t, seat, kept)
