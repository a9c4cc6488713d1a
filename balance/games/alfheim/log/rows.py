"""The buffers of the four tables, and the kernels that fill their rows."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import (
    LEAD,
    MET,
    POSITION,
    STANDING,
    block,
    log_lead,
    log_met,
    log_position,
    log_standing,
)
from balance.engine.kernels.choices import CHOICES, fill_choices
from balance.engine.kernels.events import fill_events
from balance.engine.kernels.fields import copies
from balance.engine.kernels.kernel import kernel, popcount
from balance.engine.kernels.lineup import own_number
from balance.games.alfheim.log.events import all_cards
from balance.games.alfheim.state import (
    EVENTS,
    EXPERTS,
    ICONS,
    NONE,
    PARTS,
    PREPARATION,
    ROUND_LOG,
    SIDE,
    STACK,
    TYPES,
)

ICON_BITS = 3
CLAIM_BITS = 9  # of each row of experts in TURNS.claims: value + 1 (0: no claim), and 1 more bit when tied
VALUE_BITS = 8
CODE_BITS = 6  # of a placement: cost tile + 1, column and row of its cell
PLACE_BITS = 3 * CODE_BITS
PLACED_PER_WORD = 3
PLACED_WORDS = 3

TURNS = block(
    **POSITION,
    **ROUND_LOG,
    placed=(np.int64, PLACED_WORDS),
    claims=np.int32,
    footprint_at=np.int16,
    start=np.int8,
    drawn=np.int8,
    footprint=np.int8,
    tomte_drawn=np.int8,
)

SEATS = block(
    **STANDING,
    points=(np.int32, PARTS),
    n_fairies=np.int8,
    tomte_left=np.int8,
    n_swaps=np.int8,
)

GAMES = block(
    game_no=np.int64,
    stack=np.int64,  # the lead's tiles as drawn, packed, the first lowest
    centre=np.int64,  # the centre stack, packed, its top lowest
    **LEAD,
    lead=np.int8,
    first=(np.int8, TYPES),
    second=(np.int8, TYPES),
)

CARDS = block(**MET, **CHOICES, **EVENTS.fields)


@kernel
def log_turn(turns, n, s, t, seat):
    """A seat's round, after everything that happened in it. Cells that may be blank are so already."""
    me = s.seat[seat]
    now = s.now[seat]
    log_position(turns, n, s, seat)
    log_done(turns, n, now)
    turns.start[n] = me.start[0] * ICONS + me.start[1]
    turns.drawn[n] = s.drawn
    if s.turn == PREPARATION:
        turns.footprint_at[n] = me.footprint_at
        turns.footprint[n] = me.footprint
    log_fairies(turns, n, s, t, seat)
    turns.tomte_drawn[n] = own_number(s, t, seat, now.secret)
    claims = 0
    for row in range(EXPERTS):
        if now.claimed[row] != NONE:
            claims |= ((now.claimed[row] + 1) | now.tied[row] << VALUE_BITS) << (CLAIM_BITS * row)
    turns.claims[n] = claims


@copies(ROUND_LOG)
def log_done(turns, n, now):
    """What it did with its tile, and what it might have placed."""


@kernel
def log_fairies(turns, n, s, t, seat):
    """The fairies placed, packed."""
    now = s.now[seat]
    for word in range(PLACED_WORDS):
        packed = 0
        for i in range(PLACED_PER_WORD):
            number = word * PLACED_PER_WORD + i
            if number < now.placements:
                placed = now.placed[number]
                x = placed.cell % SIDE
                y = placed.cell // SIDE
                code = (own_number(s, t, seat, placed.cost) + 1) | x << CODE_BITS | y << (2 * CODE_BITS)
                packed |= code << (PLACE_BITS * i)
        turns.placed[word, n] = packed


@kernel
def log_seat(seats, n, s, t, seat):
    """One seat's game."""
    log_standing(seats, n, s, seat)
    me = s.seat[seat]
    for part in range(PARTS):
        seats.points[part, n] = me.points[part]
    seats.n_fairies[n] = popcount(me.fairies)
    seats.tomte_left[n] = np.int64(me.secret != NONE and (me.fairies >> t.secret) & 1 == 0)
    seats.n_swaps[n] = me.swaps


@kernel
def log_game(games, n, s, t):
    """The game as a whole."""
    log_lead(games, n, s, s.score, t.players, s.turn)
    games.game_no[n] = s.game_no
    games.lead[n] = s.lead
    packed = 0
    for i in range(STACK):
        packed |= s.stack[STACK - 1 - i] << (ICON_BITS * i)
    games.stack[n] = packed
    games.centre[n] = s.centre_start
    for kind in range(TYPES):
        games.first[kind, n] = s.first[kind]
        games.second[kind, n] = s.second[kind]


@kernel
def log_cards(cards, n, s, t):
    """What every seat met, from row ``n`` on. Returns the next free row, and forgets the events."""
    for seat in range(t.players):
        for card in range(all_cards(t)):
            me = s.met[seat, card]
            if me.counts[0] == 0:
                continue
            if me.there:
                log_met(cards, n, s, seat, card, me.first_turn)
                fill_choices(cards, n, s.choices, seat, card)
                fill_events(cards.counts, n, me.counts)
                n += 1
            me.there = 0
            me.first_turn = 0
            me.counts[0] = 0
    return n
