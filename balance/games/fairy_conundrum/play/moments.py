"""The moments of a turn apart from Narration and joust (FC-29 to FC-36, FC-90 to FC-95)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.engine.kernels.rng import below
from balance.games.fairy_conundrum.codes import (
    BY_INITIATIVE,
    CONTINUOUS,
    NOBODY,
    PIECES_PER_SEAT,
    PRISON,
    READS_PLAYERS,
    READS_STATES,
    STAGES,
    TIE_STREAM,
    TURN_END,
    VALLEY,
    Point,
    Said,
    Verb,
)
from balance.games.fairy_conundrum.play.abilities import begin_action, resolve
from balance.games.fairy_conundrum.play.arrivals import is_first_of_unit, may_pass_entry, move_out
from balance.games.fairy_conundrum.play.changes import end_labels, take_volatility
from balance.games.fairy_conundrum.play.choosing import choose, choose_piece
from balance.games.fairy_conundrum.play.costs import discard_from_hand
from balance.games.fairy_conundrum.play.draws import draw_either
from balance.games.fairy_conundrum.play.maturation import mature_all
from balance.games.fairy_conundrum.play.release import release
from balance.games.fairy_conundrum.rules.options import offer_number, offer_pass, offer_piece, piece_of
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.rules.totals import gathering_of, initiative_of, is_barred
from balance.games.fairy_conundrum.rules.values import refresh, teleports

# Destiny


@kernel
def comes_before(s, t, seat, other):
    """FC-31: lower initiative, then maturation, then gathering. 1: ``seat`` first, -1: ``other``, 0: a tie."""
    gap = initiative_of(s, t, other) - initiative_of(s, t, seat)
    if gap == 0:
        gap = s.seat[other].maturation - s.seat[seat].maturation
    if gap == 0:
        gap = gathering_of(s, t, other) - gathering_of(s, t, seat)
    return np.int64(gap > 0) - np.int64(gap < 0)


@kernel
def find_order(s, t):
    """FC-31, FC-32: who chooses, who plays first (decision FIRST), destiny order and initiative order."""
    find_chooser(s, t)
    begin_offers(s.decision)
    for seat in range(s.players):
        if s.seat[seat].alive:
            offer_number(s, seat)
    first = choose_piece(s, t, s.chooser, Point.FIRST)
    find_initiative(s, t)
    count = 0
    for i in range(s.players):
        seat = (first + i) % s.players
        if s.seat[seat].alive:
            s.order[count] = seat
            count += 1
    if t.order_after_first == BY_INITIATIVE:
        s.order[0] = first
        count = 1
        for i in range(s.living):
            if s.initiative[i] != first:
                s.order[count] = s.initiative[i]
                count += 1


@kernel
def find_chooser(s, t):
    """FC-31: the lowest initiative; a fair die among those that are tied in everything."""
    best = NOBODY
    tied = 0
    for seat in range(s.players):
        if not s.seat[seat].alive:
            continue
        order = 1 if best < 0 else comes_before(s, t, seat, best)
        if order > 0:
            best = seat
            tied = 1 << seat
        elif order == 0:
            tied |= 1 << seat
    count = 0
    for seat in range(s.players):
        count += (tied >> seat) & 1
    s.chooser = best
    if count > 1:
        left = below(s, TIE_STREAM, count)
        for seat in range(s.players):
            if (tied >> seat) & 1:
                if left == 0:
                    s.chooser = seat
                left -= 1


@kernel
def find_initiative(s, t):
    """FC-32: the chooser, then ascending by the keys of FC-31, ties by seat from the chooser."""
    count = 0
    for i in range(s.players):
        seat = (s.chooser + i) % s.players
        if not s.seat[seat].alive:
            continue
        at = count
        while at > 1 and comes_before(s, t, seat, s.initiative[at - 1]) > 0:
            s.initiative[at] = s.initiative[at - 1]
            at -= 1
        s.initiative[at] = seat
        count += 1


# Volatility, Renewal, Gathering


@kernel
def tick(s, t, seat):
    """FC-33: one label off each of the seat's cards that has some, in order of arrival."""
    last = 0
    newest = s.stamp
    while s.living > 1 and s.seat[seat].alive:
        p = NOBODY
        for i in range(s.laid):
            piece = s.piece[s.lay[i]]
            if piece.narr == seat and piece.vol > 0 and last < piece.arrival <= newest:
                p = s.lay[i]
                break
        if p < 0:
            return
        last = s.piece[p].arrival
        take_volatility(s, t, p, 1)
        resolve(s, t)


@kernel
def renew_fairies(s, t, seat):
    """FC-34: restore all, then bring out sheltered ones and free imprisoned teleporters (decision EXIT)."""
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.narr == seat and piece.actioned:
            piece.actioned = 0
            s.dirty |= s.always & READS_STATES
    while s.living > 1 and s.seat[seat].alive:
        list_exits(s, t, seat)
        option = s.decision.option[choose(s, t, seat, Point.EXIT)]
        verb, p = option.verb, piece_of(option)
        if verb == Verb.PASS:
            return
        begin_action(s)
        if verb == Verb.EXIT:
            move_out(s, t, p)
        else:
            release(s, t, p)
        resolve(s, t)


@kernel
def list_exits(s, t, seat):
    """Stop, the units that can leave their shelter, the imprisoned fairies that can free themselves (FC-137)."""
    refresh(s, t)
    begin_offers(s.decision)
    offer_pass(s)
    if s.seat[seat].guests > 0:
        for i in range(s.laid):
            p = s.lay[i]
            piece = s.piece[p]
            if piece.narr == seat and piece.host >= 0 and is_first_of_unit(s, p) and may_pass_entry(s, t, seat, p):
                offer_piece(s, Verb.EXIT, p)
    if s.prisoners > 0:
        list_teleporters(s, t, seat)


@kernel
def list_teleporters(s, t, seat):
    """The seat's imprisoned fairies with teleport, by arrival."""
    last = 0
    while True:
        best = NOBODY
        first = seat * PIECES_PER_SEAT
        for p in range(first, first + PIECES_PER_SEAT):
            piece = s.piece[p]
            if (
                piece.zone != PRISON
                or not is_fairy(piece)
                or piece.waiting
                or not teleports(s, t, p)
                or is_barred(s, t, p)
            ):
                continue
            if piece.arrival > last and (best < 0 or piece.arrival < s.piece[best].arrival):
                best = p
        if best < 0:
            return
        last = s.piece[best].arrival
        offer_piece(s, Verb.FREE, best)


@kernel
def gather(s, t, seat):
    """FC-35, FC-36."""
    amount = gathering_of(s, t, seat)
    s.seat[seat].sparkles += amount
    s.now[seat].gathered = amount
    happens(s, Said.GATHERED, seat, amount, 0)
    s.dirty |= s.always & READS_PLAYERS


# Dream, Awakening


@kernel
def dream(s, t, seat):
    """FC-90: draw as many cards as the dream value, one at a time."""
    refresh(s, t)
    for point in range(s.seat[seat].dream):
        if s.living <= 1 or not s.seat[seat].alive:
            return
        s.seat[seat].dream_point = point
        draw_either(s, t, seat)
        s.seat[seat].dream_point = NOBODY
        resolve(s, t)


@kernel
def awake(s, t, seat):
    """FC-93: discard down to the hand maximum."""
    refresh(s, t)
    me = s.seat[seat]
    while me.hand > me.handmax:
        discard_from_hand(s, t, seat, 1)
        refresh(s, t)  # the maximum may count cards in hand
    resolve(s, t)


@kernel
def end_turn(s, t):
    """FC-93: once, after everybody's discards: damage heals, what lasts until the end of the turn ends."""
    for i in range(s.laid):
        s.dirty |= s.piece[s.lay[i]].damage
        s.piece[s.lay[i]].damage = 0
    s.hurt = 0
    for seat in range(s.players):
        s.seat[seat].absorbed = 0
    if s.prisoners > 0:
        for p in range(s.players * PIECES_PER_SEAT):
            s.piece[p].damage = 0
    end_labels(s, t, TURN_END, NOBODY)
    while s.prisoners + s.bewitched > 0:
        best = NOBODY
        for p in range(s.players * PIECES_PER_SEAT):
            piece = s.piece[p]
            if piece.jailer >= 0 and piece.hold == TURN_END and (piece.zone == PRISON or piece.zone == VALLEY):
                if best < 0 or piece.arrival < s.piece[best].arrival:
                    best = p
        if best < 0:
            break
        release(s, t, best)
    begin_action(s)
    resolve(s, t)
    if t.maturation_timing == CONTINUOUS:
        mature_all(s, t)


@kernel
def begin_turn(s, t):
    """A new turn: abilities may be used again (FC-161)."""
    for i in range(s.laid):
        s.piece[s.lay[i]].used = 0
        s.piece[s.lay[i]].once = 0
    for i in range(s.downs):
        s.piece[s.down[i]].once = 0
    if s.prisoners > 0:
        for p in range(s.players * PIECES_PER_SEAT):
            if s.piece[p].zone == PRISON:
                s.piece[p].used = 0
                s.piece[p].once = 0
    for seat in range(s.players):
        piece = s.piece[s.seat[seat].avatar]
        piece.used = 0
        piece.once = 0
        for stage in range(STAGES):
            s.seat[seat].used[stage] = 0
            s.seat[seat].once[stage] = 0
        s.seat[seat].placed = 0
        s.seat[seat].called = 0
        s.seat[seat].done = 0
        s.seat[seat].dream_point = NOBODY
    s.dirty |= s.always & READS_PLAYERS
