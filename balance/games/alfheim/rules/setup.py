"""From the box to the first round (FA-2 to FA-12)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import stand_in_player
from balance.engine.kernels.piles import shuffle
from balance.engine.kernels.rng import below
from balance.engine.kernels.table import clear_lead
from balance.games.alfheim.rules.area import clear_area, lay_tile
from balance.games.alfheim.rules.rounds import count_lacks
from balance.games.alfheim.state import (
    AT_START,
    BLACK,
    CENTRE_STREAM,
    DECK_STREAM,
    EXPERTS,
    FOOTPRINT_STREAM,
    HOME,
    ICONS,
    LEAD_STREAM,
    NONE,
    NOWHERE,
    OF_A_TYPE,
    PARTS,
    RIGHT,
    STACK,
    STACK_STREAM,
    TYPES,
)

ICON_BITS = 3  # of a tile in STATE.centre_start


@kernel
def set_up(s, t):
    """FA-2 to FA-12: the lead and its stack, start tiles, the centre stack, footprints, decks and first costs."""
    s.turn = 0
    clear_lead(s)
    s.stand_in_for = stand_in_player(t, s.game_no)
    s.lead = below(s, LEAD_STREAM, t.players) if t.players > 1 else 0
    for row in range(EXPERTS):
        s.claims[row] = 0
    for seat in range(t.players):
        s.score[seat] = 0
        clear_seat(s, t, seat)
    make_stack(s, t)
    deal_pairs(s, t)
    stack_centre(s, t)
    deal_footprints(s, t)
    open_decks(s, t)


@kernel
def clear_seat(s, t, seat):
    """An empty area."""
    me = s.seat[seat]
    clear_area(me)
    me.footprint_at = NOWHERE
    me.fairies = me.experts = me.swaps = 0
    me.secret = NONE
    for row in range(EXPERTS):
        me.value[row] = 0
    count_lacks(me, t)
    for part in range(PARTS):
        me.points[part] = 0


@kernel
def make_stack(s, t):
    """FA-6, FA-12: twelve tiles in a random order; the last one, at the bottom, is removed unseen."""
    for icon in range(ICONS):
        s.left[icon] = 0
    for i in range(STACK):
        s.stack[i] = t.stack[i]
        s.left[t.stack[i]] += 1
    shuffle(s, STACK_STREAM, s.stack, STACK)


@kernel
def deal_pairs(s, t):
    """FA-7, FA-8: start pairs, all different; those that are equal go back and are drawn again. Lay them out."""
    for i in range(BLACK):
        s.heap[i] = t.black[i]
    s.centres = BLACK
    for seat in range(t.players):
        s.wants[seat] = 1
    drawing = t.players
    while drawing > 0:
        shuffle(s, CENTRE_STREAM, s.heap, s.centres)
        for seat in range(t.players):
            if s.wants[seat]:
                for i in range(2):
                    s.centres -= 1
                    s.seat[seat].start[i] = s.heap[s.centres]
        drawing = find_equal(s, t)
        for seat in range(t.players):
            if s.wants[seat]:
                for i in range(2):
                    s.heap[s.centres] = s.seat[seat].start[i]
                    s.centres += 1
    for seat in range(t.players):
        me = s.seat[seat]
        lay_tile(me, HOME, 1 + me.start[0])
        lay_tile(me, HOME + RIGHT, 1 + me.start[1])


@kernel
def find_equal(s, t):
    """FA-7: mark in ``s.wants`` the seats whose pair another seat has too. Returns how many."""
    equal = 0
    for seat in range(t.players):
        s.wants[seat] = 0
        for other in range(t.players):
            if other != seat and same_pair(s.seat[seat].start, s.seat[other].start):
                s.wants[seat] = 1
        equal += s.wants[seat]
    return equal


@kernel
def same_pair(pair, other):
    """Whether two pairs show the same icons."""
    if pair[0] == other[0]:
        return pair[1] == other[1]
    return pair[0] == other[1] and pair[1] == other[0]


@kernel
def stack_centre(s, t):
    """FA-9: the black tiles that are left."""
    for icon in range(ICONS):
        s.in_centre[icon] = 0
    s.top = 0
    s.centre_start = 0
    for i in range(s.centres):
        icon = s.heap[s.centres - 1 - i]
        s.centre[i] = icon
        s.in_centre[icon] += 1
        s.centre_start |= icon << (ICON_BITS * i)


@kernel
def deal_footprints(s, t):
    """FA-10: one for every seat."""
    for i in range(t.footprint_tiles):
        s.footprint_pile[i] = t.footprint_pile[i]
    shuffle(s, FOOTPRINT_STREAM, s.footprint_pile, t.footprint_tiles)
    for seat in range(t.players):
        s.seat[seat].footprint = s.footprint_pile[t.footprint_tiles - 1 - seat]


@kernel
def open_decks(s, t):
    """FA-4, FA-5: shuffle the decks of fairies and reveal the first costs."""
    s.in_force = 0
    s.secrets = 0
    for kind in range(TYPES):
        s.taken[kind] = 0
        s.first[kind] = NONE
        s.second[kind] = NONE
        for i in range(OF_A_TYPE):
            s.deck[kind, i] = t.deck[kind, i]
        shuffle(s, DECK_STREAM + kind, s.deck[kind], OF_A_TYPE)
        if t.reveal[kind] == AT_START:
            s.first[kind] = s.deck[kind, OF_A_TYPE - 1]
            s.in_force |= 1 << s.first[kind]
