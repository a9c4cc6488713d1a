"""What an adversary is worth to a seat (4.1)."""

from __future__ import annotations

import math

from balance.engine.kernels.kernel import kernel
from balance.games.heroes.rules.scoring import best_collections, count_tiles, has_majority, is_strongest
from balance.games.heroes.state import (
    COLORS,
    COUNT,
    DISCARDS,
    EACH,
    EACH_TILE,
    ICON_FIGHT,
    ICON_TILE,
    MOST,
    ROUNDS,
    ROW,
    SET,
    STRONGEST,
    TURNS,
)
from balance.games.heroes.styles.wounds import in_points, turns_left

STAYS_STRONGEST = 0.7
"""Line-ups still change: what a bonus for Strength counts that would be earned now."""

EARLY_STRENGTH = 4.0
"""By how much the lead in Strength changes until the end, before the last round."""

FOLLOWS = 0.08
"""Adversaries of a given colour that a seat takes per row of its own that is still to come, about."""

TAKES = 0.42
"""Adversaries in all that it takes per such row. What fits best how often seats with fewer came to 5 and to 7."""

VARIES = 0.32
"""By how much that number varies: its variance per row, by the same fit."""


@kernel
def promise(s, t, seat):
    """What the adversaries a seat holds will pay in the end, as far as can be seen: earned bonuses in full,
    others by the share of the way to them.

    The worth of a card is the promise with it minus the promise without it: its own points, the bonuses it
    earns now or later, and the bonuses of other cards that it helps on. What is not earned yet counts by the
    foresight of the seat's style; with its odds, what others contest, and a number of adversaries, count by the
    chance to have it in the end.
    """
    me = s.seat[seat]
    style = t.style[s.style[seat]]
    later = style.foresight
    total = 0.0
    sets = 0
    full = 0.0  # what collection cards would pay, by their share of a set
    for i in range(me.held):
        row = t.adversary[me.holds[i]]
        total += row.points
        head = row.head
        if head == SET:
            sets += 1
            full += progress(row, me.color)
        elif head == EACH:
            total += row.bonus * (me.color[row.number] + FOLLOWS * (TURNS - s.turn))
        elif head == EACH_TILE:
            total += row.bonus * count_tiles(s, seat)
        elif head == MOST:
            total += row.bonus * majority_share(s, t, seat, row.number, style)
        elif head == STRONGEST:
            total += row.bonus * strength_share(s, t, seat, style)
        elif head == COUNT and style.odds > 0.0:
            total += row.bonus * odds_to_reach(s, me.held - row.number)
        elif head == COUNT:
            total += row.bonus * (1.0 if me.held >= row.number else later * me.held / row.number)
    if full > 0.0:
        earned = best_collections(s, t, seat)
        if style.odds > 0.0:
            total += earned + later * sets_to_come(s, t, seat, sets)
        else:
            total += earned + later * max(0.0, full - earned)
    return total


@kernel
def progress(row, colors):
    """The bonus of a collection card times the square of the share of its three colours that there are."""
    share = 0
    for color in range(COLORS):
        share += min(row.need[color], colors[color])
    return row.bonus * share * share / 9.0


@kernel
def sets_to_come(s, t, seat, sets):
    """What the seat's collection cards that do not pay yet promise, of the colours that those that pay leave.

    After ``best_collections``, which says which pay.
    """
    for color in range(COLORS):
        s.left[color] = s.seat[seat].color[color]
    for i in range(sets):
        if (s.paying >> i) & 1:
            for color in range(COLORS):
                s.left[color] = max(0, s.left[color] - t.adversary[s.collection[i]].need[color])
    total = 0.0
    for i in range(sets):
        if not (s.paying >> i) & 1:
            total += progress(t.adversary[s.collection[i]], s.left)
    return total


@kernel
def most_strength(s, t, seat):
    """The Strength of the strongest heroes that the seat can keep after the last round."""
    me = s.seat[seat]
    total = me.strength
    gone = 0
    for _ in range(DISCARDS):
        weakest = -1
        for i in range(me.heroes):
            strength = t.hero[me.lineup[i]].strength
            if not (gone >> i) & 1 and (weakest < 0 or strength < t.hero[me.lineup[weakest]].strength):
                weakest = i
        gone |= 1 << weakest
        total -= t.hero[me.lineup[weakest]].strength
    return total


@kernel
def most_strength_of_others(s, t, seat):
    """The most Strength that another seat can keep."""
    most = 0
    for other in range(t.players):
        if other != seat:
            most = max(most, most_strength(s, t, other))
    return most


@kernel
def odds_to_stay_ahead(lead, spread):
    """The chance that a lead is one in the end, if its changes have this standard deviation, about normally."""
    return 1.0 / (1.0 + math.exp(-1.7 * (lead - 0.5) / spread))


@kernel
def odds_to_reach(s, ahead):
    """The chance that a seat ends with as many adversaries as asked for, of which it holds so many more, or fewer."""
    if ahead >= 0:
        return 1.0
    rows = TURNS - s.turn
    return odds_to_stay_ahead(ahead + TAKES * rows + 1.0, math.sqrt(0.1 + VARIES * rows))


@kernel
def majority_share(s, t, seat, color, style):
    """1 with most adversaries of the colour, else ``foresight`` times the share of the way there; or the odds."""
    most = 0
    for other in range(t.players):
        if other != seat:
            most = max(most, s.seat[other].color[color])
    mine = s.seat[seat].color[color]
    if style.odds > 0.0:
        return odds_to_stay_ahead(mine - most, math.sqrt(0.1 + 2.0 * FOLLOWS * (TURNS - s.turn)))
    if has_majority(s, t, seat, color):
        return 1.0
    return style.foresight * mine / (most + 1)


@kernel
def strength_share(s, t, seat, style):
    """The same for Strength, which still changes: after the last round the strongest heroes stay."""
    if style.odds > 0.0:
        lead = most_strength(s, t, seat) - most_strength_of_others(s, t, seat)
        return odds_to_stay_ahead(lead, 1.0 if s.stage == ROUNDS - 1 else EARLY_STRENGTH)
    later = style.foresight
    if is_strongest(s, t, seat):
        return STAYS_STRONGEST
    most = 0
    for other in range(t.players):
        if other != seat:
            most = max(most, s.seat[other].strength)
    return later * STAYS_STRONGEST * s.seat[seat].strength / (most + 1)


@kernel
def promise_with(s, t, seat, cards, places):
    """The promise of the seat with those of the ``cards`` whose places are in the mask as well."""
    me = s.seat[seat]
    held = me.held
    for place in range(ROW):
        if (places >> place) & 1:
            me.holds[me.held] = cards[place]
            me.held += 1
            me.color[t.adversary[cards[place]].color] += 1
    total = promise(s, t, seat)
    for i in range(held, me.held):
        me.color[t.adversary[me.holds[i]].color] -= 1
    me.held = held
    return total


@kernel
def can_still_fight(s, t, seat, by):
    """Whether a hero of the seat may fight after the present turn of the seat ``by``, by its own action, or a tile."""
    me = s.seat[seat]
    if s.stage < ROUNDS - 1 or me.reserved > 0:
        return True
    for position in range(me.heroes - turns_left(s, t, seat, by), me.heroes):
        if me.tile[position] >= 0 or t.hero[me.lineup[position]].icons & (ICON_FIGHT | ICON_TILE):
            return True
    return False


@kernel
def weigh_row(s, t, seat):
    """Fill ``s.worth``: what each card of the row is worth to the seat, in points times its weight for them."""
    style = t.style[s.style[seat]]
    adv = in_points(s, t, seat, style.adv)
    without = promise(s, t, seat)
    for place in range(s.in_row):
        s.worth[place] = adv * (promise_with(s, t, seat, s.row, 1 << place) - without)
    if style.deny_adv == 0.0:
        return
    for place in range(s.in_row):
        s.wanted[place] = 0.0
    for other in range(t.players):
        if other == seat or not can_still_fight(s, t, other, seat):
            continue
        theirs = promise(s, t, other)
        for place in range(s.in_row):
            s.wanted[place] = max(s.wanted[place], promise_with(s, t, other, s.row, 1 << place) - theirs)
    for place in range(s.in_row):
        s.worth[place] += style.deny_adv * s.wanted[place]
