"""The buffers of the four tables, and the kernels that fill their rows."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import (
    BLANK,
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
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.log.events import log_end
from balance.games.fairy_school.rules.elements import count_elements
from balance.games.fairy_school.state import (
    CREATURES,
    ELEMENTS,
    EVENTS,
    FINAL,
    MAX_HAND,
    MAX_ONGOING,
    MAX_SEATS,
    PLAYED,
    SEAT_LOG,
    TURN_LOG,
)

ACT_BITS = 8  # of each count in TURNS.acts
CUBE_BITS = 8  # of each count in TURNS.kind_from
EXCHANGE_BITS = 16  # of each count in TURNS.exchanges

TURNS = block(
    **POSITION,
    **TURN_LOG,
    kind_from=np.int64,  # cubes received, by giver, packed
    acts=np.int64,  # act_own, act_left, act_right, react, taken, drawn_placed, removed, packed
    exchanges=np.int64,  # conv3, conv4, conv6, jokers, packed
    end=(np.int32, ELEMENTS),
    cubes_supply=np.int16,
    kind_total=np.int16,
    realized=(np.int16, MAX_ONGOING),
    ongoing=(np.int16, MAX_ONGOING),
    final_id=np.int16,
    col=(np.int8, PLAYED),
    steps_total=np.int8,
)

SEATS = block(
    **STANDING,
    **SEAT_LOG,
    left_over=np.int32,
    initial=(np.int16, MAX_HAND),
    final_id=np.int16,
    cubes_left=np.int16,
    start_set=np.int8,
    studied=np.int8,
)

GAMES = block(
    game_no=np.int64,
    **LEAD,
    turns=np.int16,
    final_turns=np.int8,
    finishers=np.int8,
    ending=np.int8,
)

CARDS = block(
    **MET,
    **CHOICES,
    **EVENTS.fields,
    met_turn=np.int8,
    realized_turn=np.int8,
    family=np.int8,
)


# Cells of `turns` that may be blank are so already: only what happened is written.


@kernel
def log_turn(turns, n, s, t, seat):
    """A seat's turn, after everything that happened in it."""
    me = s.seat[seat]
    now = s.now[seat]
    log_position(turns, n, s, seat)
    log_done(turns, n, now)
    for i in range(PLAYED):
        turns.col[i, n] = me.column[i]
    log_cubes(turns, n, me, now)
    for element in range(ELEMENTS):
        turns.end[element, n] = me.stock[element]
    turns.exchanges[n] = (
        now.conv3 | now.conv4 << EXCHANGE_BITS | now.conv6 << (2 * EXCHANGE_BITS) | now.jokers << (3 * EXCHANGE_BITS)
    )
    log_projects(turns, n, me, now)


@copies(TURN_LOG)
def log_done(turns, n, now):
    """What it drew and played, studied, gained, spent and exchanged."""


@kernel
def log_cubes(turns, n, me, now):
    """Activations, and the cubes that moved."""
    turns.cubes_supply[n] = me.cubes
    turns.kind_total[n] = me.kindness
    packed = 0
    for giver in range(MAX_SEATS):
        packed |= now.kind_from[giver] << (CUBE_BITS * giver)
    turns.kind_from[n] = packed
    turns.acts[n] = (
        now.act_own
        | now.act_left << ACT_BITS
        | now.act_right << (2 * ACT_BITS)
        | now.react << (3 * ACT_BITS)
        | now.taken << (4 * ACT_BITS)
        | now.placed << (5 * ACT_BITS)
        | now.removed << (6 * ACT_BITS)
    )


@kernel
def log_projects(turns, n, me, now):
    """Projects and the final project."""
    for i in range(now.realizing):
        turns.realized[i, n] = now.realized[i]
    for i in range(me.projects):
        turns.ongoing[i, n] = me.ongoing[i]
    turns.final_id[n] = me.final
    turns.steps_total[n] = me.steps


@kernel
def log_seat(seats, n, s, t, seat):
    """One seat's game."""
    log_standing(seats, n, s, seat)
    me = s.seat[seat]
    log_achieved(seats, n, me)
    for i in range(MAX_HAND):
        seats.initial[i, n] = me.initial[i] if i < me.initials else BLANK
    seats.left_over[n] = count_elements(me.stock)
    seats.start_set[n] = me.start_set + 1
    seats.final_id[n] = me.final
    seats.cubes_left[n] = me.cubes
    studied = 0
    for creature in range(CREATURES):
        studied += (me.studied >> creature) & 1
    seats.studied[n] = studied


@copies(SEAT_LOG)
def log_achieved(seats, n, me):
    """Its points by source, and what it has realized."""


@kernel
def log_game(games, n, s, t):
    """The game as a whole."""
    log_lead(games, n, s, s.score, t.players, s.turn)
    games.game_no[n] = s.game_no
    games.turns[n] = s.turn
    games.final_turns[n] = s.final_turn
    games.finishers[n] = s.finishers
    games.ending[n] = s.ending


@kernel
def log_cards(cards, n, s, t):
    """What every seat met, from row ``n`` on. Returns the next free row, and forgets the events."""
    log_end(s, t)
    for seat in range(t.players):
        for card in range(t.cards + t.finals + t.stand_in.there):
            me = s.met[seat, card]
            if me.met_turn == 0:
                continue
            log_met(cards, n, s, seat, card, me.first_turn)
            fill_choices(cards, n, s.choices, seat, card)
            cards.family[n] = FINAL if t.cards <= card < t.cards + t.finals else t.card[card].kind
            cards.met_turn[n] = me.met_turn
            cards.realized_turn[n] = me.realized_turn
            me.met_turn = 0
            me.first_turn = 0
            me.realized_turn = 0
            fill_events(cards.counts, n, me.counts)
            n += 1
    return n
