"""Where to put tiles (D3, D10)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, popcount
from balance.games.heroes.rules.damage import count_covered
from balance.games.heroes.state import ACTIVATION, EACH_TILE, FIGHT, LONGEST, ROUNDS, Verb
from balance.games.heroes.styles.opponents import BYSTANDER, leads
from balance.games.heroes.styles.options import weigh_option
from balance.games.heroes.styles.recruiting import WOUNDS_EACH, bonus_for
from balance.games.heroes.styles.wounds import turns_left

STAYS = 0.5
"""Later rounds in which an own hero with a tile acts again, per round to come, about. Others discard theirs."""

LEAST_GAIN = 0.3
"""A tile is placed only for more than this: a better place may come."""

RATHER_KEPT = 1e-9
"""What keeping a tile is better than a place that brings as much: the tile may find a better one."""

TAKEN = 0.7
"""Adversaries that a seat takes in a turn of the last round, about."""

ENOUGH = 2.0
"""Adversaries that there must be for a fight to be worth what it is on average."""


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
        healed = 1.0 * (slots.prestige - popcount(slots.free_prestige))
    else:
        healed = 1.0 * count_covered(slots)
        for i in range(s.position, position):
            healed += WOUNDS_EACH * t.hero[me.lineup[i]].hurts
    return min(style.heals_tile[tile, s.stage], style.heal * max(0.0, row.heals - healed))


@kernel
def best_option(s, t, seat, card):
    """What the best option of a hero or tile is worth to the seat, as things stand."""
    best = weigh_option(s, t, seat, t.option[card.option[0]])
    for i in range(1, card.options):
        best = max(best, weigh_option(s, t, seat, t.option[card.option[i]]))
    return best


@kernel
def still_there(s, t, turns):
    """The share of its worth that a fight so many turns ahead will have in the last round: adversaries run out."""
    left = t.adversary_cards - s.revealed + s.in_row - TAKEN * t.players * turns
    return min(1.0, max(0.0, left / ENOUGH))


@kernel
def fights(t, card):
    """Whether the first option of a hero or tile begins with a fight."""
    return t.step[t.option[card.option[0]].first].op == FIGHT


@kernel
def gain_now(s, t, seat, tile, position, acting):
    """What the seat's hero wins or loses this round when it acts by the tile.

    With ``odds``, when its turn has come, by what both actions can do now, and in the last round by the adversaries
    that will be left.
    """
    style = t.style[s.style[seat]]
    hero = s.seat[seat].lineup[position]
    if style.odds > 0.0 and position == s.position and not acting:
        return best_option(s, t, seat, t.tile[tile]) - best_option(s, t, seat, t.hero[hero])
    of_tile = style.act_tile[tile, s.stage]
    printed = style.act_hero[hero, s.stage]
    if style.odds > 0.0 and s.stage == ROUNDS - 1:
        share = still_there(s, t, position - s.position)
        of_tile *= share if fights(t, t.tile[tile]) else 1.0
        printed *= share if fights(t, t.hero[hero]) else 1.0
    return of_tile - printed - idle_healing(s, t, seat, tile, position)


@kernel
def worth_of_place(s, t, seat, tile, owner, position, acting):
    """What putting the tile on this hero is worth to the seat: what its owner wins or loses by the other action."""
    style = t.style[s.style[seat]]
    hero = s.seat[owner].lineup[position]
    change = style.act_tile[tile, s.stage] - style.act_hero[hero, s.stage]
    now = acts_again(s, t, seat, owner, position, acting)
    if owner != seat:
        lost = -change if now else 0.0
        return style.hurt * lost * (1.0 if leads(s, t, owner, seat) else BYSTANDER)
    worth = change * STAYS * (ROUNDS - 1 - s.stage)
    if now:
        worth += gain_now(s, t, seat, tile, position, acting)
    return worth


@kernel
def worth_of_waiting(s, t, seat, tile):
    """What the activation tile is worth to a seat that places it when a hero's turn comes, later in this round or in
    the next."""
    style = t.style[s.style[seat]]
    me = s.seat[seat]
    rounds = ROUNDS - 1 - s.stage
    most = 0.0
    for i in range(me.heroes):
        if me.tile[i] >= 0:
            continue
        if rounds > 0:  # then it acts at once, and again as a tile that is placed today
            change = style.act_tile[tile, s.stage + 1] - style.act_hero[me.lineup[i], s.stage + 1]
            most = max(most, change * (1.0 + STAYS * (rounds - 1)))
        if i > s.position:
            most = max(most, worth_of_place(s, t, seat, tile, seat, i, True))
    return most


@kernel
def weigh_places(s, t, seat, tile, acting):
    """D3, D10: every place offered for the tile, and keeping it.

    ``acting``: the tile was drawn by the action of this turn.
    """
    kept = LEAST_GAIN
    if t.tile[tile].kind == ACTIVATION:
        patience = t.style[s.style[seat]].patience
        if patience > 0.0:
            kept = max(kept, patience * worth_of_waiting(s, t, seat, tile))
    else:
        # On somebody else's hero it no longer counts for the adversaries that pay for own tiles.
        kept = 1.0 * bonus_for(s, t, seat, EACH_TILE)
    for i in range(s.decision.options):
        option = s.decision.option[i]
        worth = kept + RATHER_KEPT
        if option.verb == Verb.DO:
            worth = worth_of_place(s, t, seat, tile, option.target // LONGEST, option.target % LONGEST, acting)
        s.decision.worth[i] = worth
