"""What heroes do: fights, missions, tiles, Prestige (3.7 to 3.9)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.piles import draw
from balance.engine.kernels.rng import below
from balance.games.heroes.rules.damage import fits
from balance.games.heroes.rules.setup import show_mission
from balance.games.heroes.state import (
    ACTIVATION,
    DICE,
    DIE_STREAM,
    FACES,
    IMMEDIATE,
    POINTS_MISSION,
    TILE_STREAM,
)


@kernel
def roll_dice(s, t, dice):
    """HF-51, HF-52: add the faces of a set of dice to ``s.hit``."""
    for die in range(DICE):
        if (dice >> die) & 1:
            face = t.face[die, below(s, DIE_STREAM + die, FACES)]
            for i in range(4):
                s.hit[i] += face[i]


@kernel
def start_hit(s, hit):
    """Begin a damage vector with these fixed points."""
    for i in range(4):
        s.hit[i] = hit[i]


@kernel
def clear_hit(s):
    """Begin an empty damage vector."""
    for i in range(4):
        s.hit[i] = 0


@kernel
def take_adversary(s, t, seat, place):
    """HF-53: the seat takes the card at this place of the row; the others close up."""
    me = s.seat[seat]
    card = s.row[place]
    me.holds[me.held] = card
    me.held += 1
    s.recount = 1
    me.color[t.adversary[card].color] += 1
    s.in_row -= 1
    for i in range(place, s.in_row):
        s.row[i] = s.row[i + 1]
    return card


# Missions


@kernel
def attemptable(s, t, seat, rank, slots):
    """HF-62: whether the seat may go on the available mission of this rank, with these slots."""
    mission = t.mission[s.pile[rank, 0]]
    if (s.tokens[rank] >> seat) & 1 or s.seat[seat].held < mission.have:
        return False
    return mission.dice != 0 or fits(slots, mission.hit)


@kernel
def achieve(s, t, seat, rank):
    """HF-64, HF-65: gain the leftmost uncovered space; a card with all spaces covered goes below its pile.

    Returns True when the card went.
    """
    mission = t.mission[s.pile[rank, 0]]
    gain(s, seat, POINTS_MISSION, mission.point[s.covered[rank]])
    s.covered[rank] += 1
    s.tokens[rank] |= 1 << seat
    if s.covered[rank] < mission.spaces:
        return False
    count = t.pile_cards[rank]
    card = s.pile[rank, 0]
    for i in range(count - 1):
        s.pile[rank, i] = s.pile[rank, i + 1]
    s.pile[rank, count - 1] = card
    s.tokens[rank] = 0
    s.covered[rank] = 0
    s.cycled += 1
    s.known_below[rank] = min(count - 1, s.known_below[rank] + 1)
    show_mission(s, rank)
    return True


# Prestige


@kernel
def gain(s, seat, part, points):
    """HF-81 and others: Prestige on the track, booked under a component of the score."""
    me = s.seat[seat]
    me.track += points
    me.points[part] += points


# Tiles


@kernel
def draw_tile(s):
    """HF-70: a random tile, the discards mixed in when the supply is empty; -1 when there is none at all."""
    if s.in_supply == 0 and s.in_tile_discard > 0:
        s.renewed += 1
    card, s.in_supply, s.in_tile_discard = draw(
        s, TILE_STREAM, s.supply, s.in_supply, s.tile_discard, s.in_tile_discard
    )
    return card


@kernel
def discard_tile(s, tile):
    """HF-71, HF-76: the tile goes to the discards."""
    s.tile_discard[s.in_tile_discard] = tile
    s.in_tile_discard += 1


@kernel
def may_place(s, t, seat, tile, owner, position):
    """HF-72, HF-73, HF-75: whether ``seat`` may put the tile on this hero of ``owner``."""
    them = s.seat[owner]
    if them.tile[position] >= 0:
        return False
    row = t.tile[tile]
    if row.kind == IMMEDIATE:
        return False
    if row.kind == ACTIVATION:
        return owner == seat
    return owner != seat and t.hero[them.lineup[position]].icons & row.icon != 0


@kernel
def put_tile(s, seat, tile, owner, position):
    """Place the tile: from now on it replaces the hero's action."""
    them = s.seat[owner]
    s.recount = 1
    them.tile[position] = tile
    them.placer[position] = seat


@kernel
def keep_tile(s, seat, tile):
    """HF-74: the tile goes to the end of the reserve."""
    me = s.seat[seat]
    s.recount = 1
    me.reserve[me.reserved] = tile
    me.reserved += 1


@kernel
def take_from_reserve(s, seat, place):
    """The tile at this place of the reserve leaves it; the others close up."""
    me = s.seat[seat]
    me.reserved -= 1
    for i in range(place, me.reserved):
        me.reserve[i] = me.reserve[i + 1]
