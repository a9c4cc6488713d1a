"""Cards that come under another: into a shelter, or stored."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    NOBODY,
    OP_LODGE,
    PIECES_PER_SEAT,
    SHELTER_BIT,
    STORED,
    VALLEY,
    CardEvent,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import move_in
from balance.games.fairy_conundrum.play.choosing import choose_piece
from balance.games.fairy_conundrum.play.departures import (
    leave_hidden,
)
from balance.games.fairy_conundrum.rules.events import log_event
from balance.games.fairy_conundrum.rules.options import offer_piece
from balance.games.fairy_conundrum.rules.pieces import (
    go_to_hand,
    next_stamp,
    renew,
    take_from_zone,
)
from balance.games.fairy_conundrum.rules.targets import has_followed
from balance.games.fairy_conundrum.rules.totals import free_slots


@kernel
def house(s, t, p, seat, op):
    """``shelter`` and ``lodge``: the fairy's unit goes into a shelter, without any entry (decision HOST)."""
    piece = s.piece[p]
    if piece.zone != VALLEY or piece.host >= 0 or piece.actioned:
        return
    begin_offers(s.decision)
    for i in range(s.laid):
        shelter = s.piece[s.lay[i]]
        if shelter.kinds == SHELTER_BIT and (op == OP_LODGE or shelter.narr == piece.narr):
            if free_slots(s, t, s.lay[i]) > 0:
                offer_piece(s, Verb.TAKE, s.lay[i])
    if s.decision.options > 0:
        move_in(s, t, p, choose_piece(s, t, seat, Point.HOST))


@kernel
def store(s, t, k, seat, source, amount):
    """FC-120: cards of the hand go face down under each card, of the narrator's choice."""
    if t.step[k].selector < 0:
        store_under(s, t, seat, source, amount)
        return
    for i in range(s.targets):
        store_under(s, t, seat, s.target[i], amount)


@kernel
def store_under(s, t, seat, bearer, amount):
    """So many cards of the hand go under one card of the valley."""
    if s.piece[bearer].zone != VALLEY:
        return
    me = s.seat[seat]
    for _ in range(min(amount, me.hand)):
        begin_offers(s.decision)
        for i in range(me.hand):
            offer_piece(s, Verb.TAKE, me.hand_card[i])
        p = choose_piece(s, t, seat, Point.TARGET)
        take_from_zone(s, p)
        renew(s, t, p)
        piece = s.piece[p]
        piece.zone = STORED
        piece.host = bearer
        piece.arrival = next_stamp(s)
        s.stored += 1
        log_event(s, p, CardEvent.STORED_AWAY)


@kernel
def unstore(s, t, bearer):
    """FC-120: what is stored under the card, or has just followed it out of the valley, goes to its owners' hands."""
    while True:
        best = NOBODY
        for p in range(s.players * PIECES_PER_SEAT):
            under = s.piece[p].zone == STORED and s.piece[p].host == bearer
            if under or has_followed(s, p, bearer):
                if best < 0 or s.piece[p].arrival < s.piece[best].arrival:
                    best = p
        if best < 0:
            return
        leave_hidden(s, best)
        renew(s, t, best)
        go_to_hand(s, best)
