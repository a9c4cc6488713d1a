"""Cards come into the valley, and in and out of shelters (FC-20, FC-60 to FC-68)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    EVENT_IN,
    EVENT_OUT,
    NOBODY,
    NOT_WIDOWED,
    VALLEY,
    WIDOWED_FOR_NOW,
    CardEvent,
    D,
    N,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.choosing import choose_piece
from balance.games.fairy_conundrum.rules.events import log_event, raise_event
from balance.games.fairy_conundrum.rules.options import offer_piece
from balance.games.fairy_conundrum.rules.pieces import next_stamp
from balance.games.fairy_conundrum.rules.places import change_place, join
from balance.games.fairy_conundrum.rules.stand_ins import are_copies
from balance.games.fairy_conundrum.rules.totals import copies_in_valley


@kernel
def arrive(s, t, p, narr, host):
    """Put a piece, which is in no list and not barred, into the valley (FC-20, FC-52). No event is raised."""
    piece = s.piece[p]
    piece.zone = VALLEY
    piece.narr = narr
    piece.host = host
    piece.arrival = next_stamp(s)
    s.lay[s.laid] = p
    s.laid += 1
    s.hearing |= piece.hears
    join(s, t, p)
    piece.arrived_bare = np.int64(piece.morphs == 0)
    s.widows += np.int64(piece.widow == WIDOWED_FOR_NOW)
    keep_unique(s, t, p)


@kernel
def keep_unique(s, t, p):
    """FC-20: of a D or N only one copy stays on a side; its narrator chooses which is reaped."""
    if s.living <= 1:
        return
    narr = s.piece[p].narr
    q = p
    while q >= 0:
        card = s.piece[q].card
        letter = t.card[card].letter
        if (letter in (D, N)) and copies_in_valley(s, t, card, narr) > 1:
            begin_offers(s.decision)
            for i in range(s.laid):
                if s.piece[s.lay[i]].narr == narr and not is_doomed(s, s.lay[i]):
                    part = s.lay[i]
                    while part >= 0:
                        if are_copies(t, s.piece[part].card, card):
                            offer_piece(s, Verb.TAKE, s.lay[i])
                        part = s.piece[part].next
            if s.decision.options > 1:
                doom(s, choose_piece(s, t, narr, Point.UNIQUE))
        q = s.piece[q].next


@kernel
def doom(s, p):
    """The piece will be reaped as soon as what is under way is done."""
    if not is_doomed(s, p):
        s.doom[s.doomed] = p
        s.doomed += 1


@kernel
def is_doomed(s, p):
    """Whether the piece is about to be reaped."""
    for i in range(s.doomed):
        if s.doom[i] == p:
            return True
    return False


@kernel
def move_in(s, t, p, shelter):
    """The unit of ``p`` goes into a shelter: an entrance, and an exit from the one it was in (FC-68)."""
    spouse = s.piece[p].spouse
    if s.piece[p].host >= 0:
        move_out(s, t, p)
    enter(s, t, p, shelter)
    if spouse >= 0:
        enter(s, t, spouse, shelter)


@kernel
def enter(s, t, p, shelter):
    """One card enters a shelter."""
    piece = s.piece[p]
    change_place(s, t, p, shelter)
    log_event(s, p, CardEvent.SHELTERED)
    raise_event(s, t, EVENT_IN, piece.narr, NOBODY, p, 0)


@kernel
def may_pass_entry(s, t, seat, p):
    """FC-61, FC-137: the unit of ``p`` can go in and out: by the entry option, or one of it teleports."""
    if s.seat[seat].entry > 0:
        return True
    piece = s.piece[p]
    return piece.teleport == 1 or (piece.spouse >= 0 and s.piece[piece.spouse].teleport == 1)


@kernel
def move_out(s, t, p):
    """The unit of ``p`` leaves its shelter for the exploration."""
    spouse = s.piece[p].spouse
    step_out(s, t, p)
    if spouse >= 0 and s.piece[spouse].host >= 0:
        step_out(s, t, spouse)


@kernel
def step_out(s, t, p):
    """One card leaves its shelter."""
    piece = s.piece[p]
    raise_event(s, t, EVENT_OUT, piece.narr, NOBODY, p, 0)
    change_place(s, t, p, NOBODY)
    piece.out_turn = s.turn
    if s.seat[piece.narr].alive:  # what becomes of a fallen player's cards is not counted
        s.now[piece.narr].exits += 1
        log_event(s, p, CardEvent.EXITED)


@kernel
def is_first_of_unit(s, p):
    """A married pair is listed once, by the one that arrived first."""
    q = s.piece[p].spouse
    return q < 0 or s.piece[q].arrival > s.piece[p].arrival


@kernel
def marry(s, p, q):
    """FC-125: two fairies side by side."""
    for partner in (p, q):
        if s.piece[partner].widow == WIDOWED_FOR_NOW:
            s.widows -= 1
        s.piece[partner].widow = NOT_WIDOWED
        s.piece[partner].lost = NOBODY
    s.piece[p].spouse = q
    s.piece[q].spouse = p
    s.dirty = 1
