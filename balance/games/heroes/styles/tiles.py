"""Where to put tiles (D3, D10), and which opponent to hurt or to give to (D12)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import any_of, slips
from balance.engine.kernels.kernel import kernel, popcount
from balance.games.heroes.rules.adventure import may_place
from balance.games.heroes.rules.damage import count_covered
from balance.games.heroes.state import ACTIVATION, EACH_TILE, HITROLL, LONGEST, ON_DRAW, ROUNDS, Point
from balance.games.heroes.styles.recruiting import WOUNDS_EACH, bonus_for
from balance.games.heroes.styles.wounds import LATE_WOUNDS, price_slots, turns_left, weigh_roll

KEEP = -1
STAYS = 0.5
"""Later rounds in which an own hero with a tile acts again, per round to come, about. Others discard theirs."""

PATIENCE = 0.3
"""A tile is placed only for more than this: a better place may come."""

BYSTANDER = 0.5
"""How much hurting somebody counts who does not lead, the leader being 1."""


@kernel
def place_number(owner, position):
    """A hero at the table as one number."""
    return owner * LONGEST + position


@kernel
def count_places(s, t, seat, tile):
    """How many heroes the tile may be put on."""
    places = 0
    for owner in range(t.players):
        for position in range(s.seat[owner].heroes):
            places += np.int64(may_place(s, t, seat, tile, owner, position))
    return places


@kernel
def nth_place(s, t, seat, tile, n):
    """Legal place number ``n`` of the tile."""
    for owner in range(t.players):
        for position in range(s.seat[owner].heroes):
            if may_place(s, t, seat, tile, owner, position):
                if n == 0:
                    return place_number(owner, position)
                n -= 1
    return KEEP


@kernel
def leads(s, t, seat, by):
    """Whether the seat has the best score of all others than ``by``."""
    for other in range(t.players):
        if other != by and s.score[other] > s.score[seat]:
            return False
    return True


@kernel
def acts_again(s, t, seat, owner, position, acting):
    """Whether the hero still has its turn this round. ``acting``: the present turn's action is under way (HF-72)."""
    if owner == seat and not acting:
        return position >= s.position
    return position >= s.seat[owner].heroes - turns_left(s, t, owner, seat)


@kernel
def idle_healing(s, t, seat, tile, position):
    """The worth of an activation tile's healing that finds no counters when the hero's turn comes this round."""
    row = t.tile[tile]
    style = t.style[s.style[seat]]
    me = s.seat[seat]
    if row.heals == 0:
        return 0.0
    slots = me.slots
    if position == me.heroes - 1:  # afterwards all counters leave anyway, and only prestige slots count
        found = 1.0 * (slots.prestige - popcount(slots.free_prestige))
    else:
        found = 1.0 * count_covered(slots)
        for i in range(s.position, position):
            found += WOUNDS_EACH * t.hero[me.lineup[i]].hurts
    return min(style.heals_tile[tile], style.heal * max(0.0, row.heals - found))


@kernel
def worth_of_place(s, t, seat, tile, owner, position, acting):
    """What putting the tile on this hero is worth to the seat: what its owner wins or loses by the other action."""
    style = t.style[s.style[seat]]
    hero = s.seat[owner].lineup[position]
    change = style.act_tile[tile] - style.act_hero[hero]
    now = acts_again(s, t, seat, owner, position, acting)
    if owner != seat:
        lost = -change if now else 0.0
        return style.hurt * lost * (1.0 if leads(s, t, owner, seat) else BYSTANDER)
    worth = change * STAYS * (ROUNDS - 1 - s.stage)
    if now:
        worth += change - idle_healing(s, t, seat, tile, position)
    return worth


@kernel
def choose_place(s, t, seat, tile, acting):
    """D3, D10: a legal place for the tile (as by ``place_number``), or KEEP. There is at least one place.

    ``acting``: the tile was drawn by the action of this turn; then `on_draw` allows no keeping (HF-74).
    """
    must = acting and t.tile_timing == ON_DRAW
    if slips(s, t, seat, Point.PLACE if acting else Point.RESERVE):
        n = any_of(s.decision, count_places(s, t, seat, tile) + (0 if must else 1))
        return nth_place(s, t, seat, tile, n)  # one more than there are: KEEP
    kind = t.tile[tile].kind
    best, best_worth = KEEP, PATIENCE
    if kind != ACTIVATION:
        # On somebody else's hero it no longer counts for the adversaries that pay for own tiles.
        best_worth = 1.0 * bonus_for(s, t, seat, EACH_TILE)
    if must:
        best_worth = -np.inf
    for owner in range(t.players):
        if (owner == seat) != (kind == ACTIVATION):
            continue
        for position in range(s.seat[owner].heroes):
            if may_place(s, t, seat, tile, owner, position):
                worth = worth_of_place(s, t, seat, tile, owner, position, acting)
                if worth > best_worth:
                    best, best_worth = place_number(owner, position), worth
    return best


# Opponents


@kernel
def opponent(seat, n, players):
    """Opponent number ``n`` of the seat, from its left."""
    return (seat + 1 + n) % players


@kernel
def worth_of_hit(s, t, seat, victim, step):
    """What a hit on this opponent is worth to the seat: the points and slots it is expected to lose."""
    style = t.style[s.style[seat]]
    slots = s.seat[victim].slots
    price_slots(s, slots)
    rolls = t.rolls[step.dice if step.op == HITROLL else 0]
    lost = 0.3 if turns_left(s, t, victim, seat) > 0 else 0.3 * LATE_WOUNDS
    worth, _ = weigh_roll(s, t, slots, rolls, step.hit, -lost, 1.0)
    return -style.hurt * worth * (1.0 if leads(s, t, victim, seat) else BYSTANDER)


@kernel
def choose_victim(s, t, seat, step):
    """D12: the opponent who takes the damage: the one who loses most by it, the leader before others."""
    if slips(s, t, seat, Point.OPPONENT):
        return opponent(seat, any_of(s.decision, t.players - 1), t.players)
    best, best_worth, best_score = -1, 0.0, 0
    for n in range(t.players - 1):
        other = opponent(seat, n, t.players)
        worth = worth_of_hit(s, t, seat, other, step)
        if best < 0 or worth > best_worth or (worth == best_worth and s.score[other] > best_score):
            best, best_worth, best_score = other, worth, s.score[other]
    return best


@kernel
def choose_friend(s, t, seat):
    """D12: the opponent who is given points: the last."""
    if slips(s, t, seat, Point.OPPONENT):
        return opponent(seat, any_of(s.decision, t.players - 1), t.players)
    best = opponent(seat, 0, t.players)
    for n in range(1, t.players - 1):
        other = opponent(seat, n, t.players)
        if s.score[other] < s.score[best]:
            best = other
    return best
