"""A player loses and leaves the game (FC-100, FC-171)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    BY_DISSIPATING,
    FOREVER,
    GOES_FREE,
    MEMORY,
    NOBODY,
    NOWHERE,
    PIECES_PER_SEAT,
    PRISON,
    STORED,
    UNDER,
    VALLEY,
    WIDOWED_FOR_NOW,
    Said,
)
from balance.games.fairy_conundrum.play.departures import break_marriage, depart, let_follow
from balance.games.fairy_conundrum.play.release import release
from balance.games.fairy_conundrum.rules.pieces import go_to_memory, renew, take_from_zone, take_out
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def bury(s, t):
    """FC-171: players whose avatars fell leave the game, together; what is theirs goes to the memory."""
    fallen = s.fallen
    s.fallen = 0
    left = s.living
    for seat in range(s.players):
        if (fallen >> seat) & 1 and s.seat[seat].alive:
            snapshot(s, t, seat)
            s.now[seat].over = 1
            s.seat[seat].alive = 0
            s.seat[seat].gone = left
            s.living -= 1
            close_rank(s, seat)
            happens(s, Said.FALL, seat, 0, 0)
    s.dirty = 1
    for seat in range(s.players):
        if s.seat[seat].gone == left:
            clear_away(s, t, seat)
    s.dirty = 1


@kernel
def snapshot(s, t, seat):
    """How the seat stands, for its row of this turn (section 6); a fallen seat stays as it was when it fell."""
    now = s.now[seat]
    if now.over:
        return
    refresh(s, t)
    me = s.seat[seat]
    now.life_end = me.life
    now.stage = me.stage + 1
    now.maturation = me.maturation
    now.sparkles_end = me.sparkles
    now.guests = me.guests
    now.shelters_in_valley = me.homes
    now.explorers = me.explorers
    now.ray_total = me.ray
    now.mat_total = me.mat
    now.hand_end = me.hand
    now.deck_end = me.deck
    now.canvas_end = me.canvas


@kernel
def close_rank(s, seat):
    """The order of the others stays."""
    kept = 0
    for i in range(s.players):
        if s.order[i] != seat:
            s.order[kept] = s.order[i]
            kept += 1
    kept = 0
    for i in range(s.players):
        if s.initiative[i] != seat:
            s.initiative[kept] = s.initiative[i]
            kept += 1


@kernel
def clear_away(s, t, seat):
    """FC-171: what the player held goes free, his cards go to the memory unheard, guests of others step out."""
    me = s.seat[seat]
    free_held(s, t, seat)
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.owner != seat and piece.host >= 0 and s.piece[piece.host].owner == seat:
            piece.host = NOBODY
    if s.stored > 0:
        let_follow(s, t, me.avatar, BY_DISSIPATING)
    go_to_memory(s, me.avatar)
    depart(s, me.avatar, BY_DISSIPATING)
    first = seat * PIECES_PER_SEAT
    for p in range(first + 1, first + PIECES_PER_SEAT):
        zone = s.piece[p].zone
        if zone == UNDER:
            dissolve(s, t, s.piece[p].host)  # FC-124: with one part go all
        elif zone != MEMORY and zone != NOWHERE:
            dissolve(s, t, p)


@kernel
def free_held(s, t, seat):
    """Cards of others that the seat has imprisoned, bewitched or called go free, by arrival."""
    for p in range(s.players * PIECES_PER_SEAT):
        piece = s.piece[p]
        if piece.owner != seat and piece.zone in (PRISON, VALLEY) and piece.kinds != AVATAR_BIT:
            narrated = piece.zone == VALLEY and piece.narr == seat
            if narrated or (piece.jailer >= 0 and is_of(s, piece.jailer, seat)):
                piece.hold = GOES_FREE
    while True:
        best = NOBODY
        for p in range(s.players * PIECES_PER_SEAT):
            piece = s.piece[p]
            if piece.hold == GOES_FREE and (best < 0 or piece.arrival < s.piece[best].arrival):
                best = p
        if best < 0:
            return
        s.piece[best].hold = FOREVER
        release(s, t, best)


@kernel
def is_of(s, p, seat):
    """Whether a card is the seat's, or narrated by it."""
    piece = s.piece[p]
    return piece.owner == seat or (piece.zone == VALLEY and piece.narr == seat)


@kernel
def dissolve(s, t, p):
    """A card goes to the memory from wherever it is, all its parts with it, and nobody hears of it."""
    piece = s.piece[p]
    if piece.zone == VALLEY:
        break_marriage(s, p, BY_DISSIPATING)
        s.laid = take_out(s.lay, s.laid, p)
        s.bewitched -= np.int64(piece.jailer >= 0)
        s.links -= np.int64(piece.link >= 0)
        s.widows -= np.int64(piece.widow == WIDOWED_FOR_NOW)
        depart(s, p, BY_DISSIPATING)
    elif piece.zone == PRISON:
        s.prisoners -= 1
        s.links -= np.int64(piece.link >= 0)
        depart(s, p, BY_DISSIPATING)  # links to a prisoner have survived (FC-121)
    elif piece.zone == STORED:
        s.stored -= 1
    else:
        take_from_zone(s, p)
    if s.stored > 0:
        let_follow(s, t, p, BY_DISSIPATING)
    while p >= 0:
        following = s.piece[p].next
        renew(s, t, p)
        go_to_memory(s, p)
        p = following
