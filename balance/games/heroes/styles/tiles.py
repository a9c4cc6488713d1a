"""Where to put tiles (D3, D10), and which opponent to hurt or to give to (D12)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, popcount
from balance.games.heroes.rules.damage import count_covered
from balance.games.heroes.state import ACTIVATION, EACH_TILE, HITROLL, LONGEST, ROUNDS, Verb
from balance.games.heroes.styles.recruiting import WOUNDS_EACH, bonus_for
from balance.games.heroes.styles.wounds import LATE_WOUNDS, price_slots, turns_left, weigh_roll

STAYS = 0.5
"""Later rounds in which an own hero with a tile acts again, per round to come, about. Others discard theirs."""

LEAST_GAIN = 0.3
"""A tile is placed only for more than this: a better place may come."""

RATHER_KEPT = 1e-9
"""What keeping a tile is better than a place that brings as much: the tile may find a better one."""

BY_SCORE = 1e-9
"""What a point of the score counts among opponents who would lose as much."""

BYSTANDER = 0.5
"""How much hurting somebody counts who does not lead, the leader being 1."""


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
        healed = 1.0 * (slots.prestige - popcount(slots.free_prestige))
    else:
        healed = 1.0 * count_covered(slots)
        for i in range(s.position, position):
            healed += WOUNDS_EACH * t.hero[me.lineup[i]].hurts
    return min(style.heals_tile[tile, s.stage], style.heal * max(0.0, row.heals - healed))


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
        worth += change - idle_healing(s, t, seat, tile, position)
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
def weigh_victims(s, t, seat, step):
    """D12: every opponent to hurt: the one who loses most by it, the leader before others; equal ones by score."""
    for i in range(t.players - 1):
        victim = opponent(seat, i, t.players)
        s.decision.worth[i] = worth_of_hit(s, t, seat, victim, step) + BY_SCORE * s.score[victim]


@kernel
def weigh_friends(s, t, seat):
    """D12: every opponent to give points to: the last is the best."""
    for i in range(t.players - 1):
        s.decision.worth[i] = -1.0 * s.score[opponent(seat, i, t.players)]
