"""Abilities at work: their steps, the queue of events, and mesangettes (FC-77, FC-160 to FC-164)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    BY_ABANDONING,
    EVENT_ACT,
    EVENT_ENDVOL,
    EVENT_FREE,
    EVENT_IN,
    EVENT_MOMENT,
    EVENT_PLACE,
    EVENT_SET,
    MAX_SEATS,
    NOBODY,
    ON_CALL,
    PAID_MES,
    READS_STATES,
    TRAPS,
    VALLEY,
    CardEvent,
    Point,
    Said,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import doom
from balance.games.fairy_conundrum.play.changes import change_life
from balance.games.fairy_conundrum.play.choosing import agrees, choose_piece
from balance.games.fairy_conundrum.play.costs import can_pay, pay
from balance.games.fairy_conundrum.play.departures import depart
from balance.games.fairy_conundrum.play.operations import perform
from balance.games.fairy_conundrum.play.settling import settle
from balance.games.fairy_conundrum.rules.conditions import conditions_hold
from balance.games.fairy_conundrum.rules.events import fits_filter, log_event, raise_event
from balance.games.fairy_conundrum.rules.options import offer_both, offer_pass, offer_piece
from balance.games.fairy_conundrum.rules.pieces import go_to_rest, is_fairy, place_of, renew, take_from_zone
from balance.games.fairy_conundrum.rules.targets import has_target
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def run_steps(s, t, ability, seat, source):
    """FC-160: the steps of an ability, one after another; what follows from each is settled before the next."""
    s.step = NOBODY
    s.doer = seat
    for k in range(ability.first, ability.first + ability.steps):
        if s.living > 1:
            perform(s, t, k, seat, source)
            settle(s, t)
    s.doer = NOBODY


@kernel
def can_begin(s, t, ability, seat, source, place):
    """FC-160: costs can be paid, conditions hold, and the first step has a legal target or needs none."""
    refresh(s, t)
    s.seen = 0  # no step has picked anything yet
    if not conditions_hold(s, t, ability, seat, source, place):
        return False
    if not can_pay(s, t, ability, seat, source):
        return False
    return has_target(s, t, ability.first, seat, source)


@kernel
def is_spent(s, t, p, seat, place):
    """FC-161: whether an ACT ability is used up: its fairy is actioned, or it was used this turn."""
    piece = s.piece[p]
    if is_fairy(piece):
        return piece.actioned == 1 or piece.host >= 0  # FC-63: sheltered fairies cannot be actioned
    return (piece.used >> (MAX_SEATS * place + seat)) & 1 == 1


@kernel
def act(s, t, seat, p, place):
    """FC-116, FC-161: use an ACT ability."""
    piece = s.piece[p]
    ability = t.ability[piece.ability[place]]
    if is_fairy(piece):
        piece.actioned = 1
        s.dirty |= s.always & READS_STATES
    else:
        piece.used |= 1 << (MAX_SEATS * place + seat)
    piece.once |= 1 << place
    s.now[seat].abilities_used += 1
    log_event(s, p, CardEvent.ACTED if piece.owner == seat else CardEvent.USED_BY_OTHERS)
    s.fixed_it = 0
    s.seen = 0
    s.foe = NOBODY
    s.event_now = NOBODY
    pay(s, t, ability, seat, p)
    settle(s, t)
    raise_event(s, t, EVENT_ACT, seat, NOBODY, p, 0)
    run_steps(s, t, ability, seat, p)
    resolve(s, t)


# The queue


@kernel
def resolve(s, t):
    """FC-162: event after event, mesangettes first, then triggered abilities, until the queue is empty."""
    settle(s, t)
    while s.next_event < s.events and s.living > 1:
        e = s.next_event
        s.next_event += 1
        open_window(s, t, e)
        event = s.event[e]
        for i in range(event.first, event.first + event.heard):
            if s.living > 1 and not s.heard[i].trap:
                answer(s, t, e, i)
        if event.kind == EVENT_ENDVOL:
            piece = s.piece[event.card]
            if piece.zone == VALLEY and piece.vol == 0:
                doom(s, event.card)  # FC-33
                settle(s, t)
    s.events = 0
    s.next_event = 0
    s.heards = 0


@kernel
def begin_action(s):
    """A player action begins: triggers are counted again (FC-162)."""
    s.resolved = 0


@kernel
def take_part(s, seat):
    """From here on this seat is at play."""
    s.active = seat
    happens(s, Said.PART, seat, 0, 0)


@kernel
def begin_part(s, t, seat, moment):
    """A player's part of a moment begins, and with it AT abilities (5.2)."""
    begin_action(s)
    raise_event(s, t, EVENT_MOMENT, seat, NOBODY, s.seat[seat].avatar, moment)
    resolve(s, t)


@kernel
def prepare(s, e, seat):
    """What `it` and `foe` mean while an ability answers the event ``e``."""
    event = s.event[e]
    s.event_now = e
    s.fixed_it = np.int64(event.kind != EVENT_MOMENT)
    s.seen = 0
    if s.fixed_it:
        s.seen = 1
        s.it[0] = event.card
    s.foe = event.seat if event.seat != seat else NOBODY


@kernel
def answer(s, t, e, i):
    """A triggered ability resolves, if its conditions hold and its costs can be paid."""
    heard = s.heard[i]
    event = s.event[e]
    ability = t.ability[heard.ability]
    p = heard.card
    seat = heard.seat
    piece = s.piece[p]
    place = place_of(piece, heard.ability, heard.place)
    if not s.seat[seat].alive:
        return
    if ability.trigger == ON_CALL and (event.cancelled or piece.zone != VALLEY or piece.object != heard.object):
        return
    if s.resolved >= t.trigger_cap:
        s.now[seat].cut = 1
        return
    prepare(s, e, seat)
    if ability.trigger == ON_CALL:
        s.fixed_it = 0
        s.seen = 0
    refresh(s, t)
    if not conditions_hold(s, t, ability, seat, p, place) or not can_pay(s, t, ability, seat, p):
        return
    if ability.optional:
        if not has_target(s, t, ability.first, seat, p):
            return
        begin_offers(s.decision)
        offer_pass(s)
        offer_both(s, Verb.TAKE, p, heard.ability)
        s.source = p
        s.step = ability.first
        if not agrees(s, t, seat, Point.MAY):
            return
    s.resolved += 1
    if place >= 0:
        piece.once |= 1 << place
    pay(s, t, ability, seat, p)
    settle(s, t)
    run_steps(s, t, ability, seat, p)


# Mesangettes


@kernel
def open_window(s, t, e):
    """FC-77: in initiative order every player whose mesangettes are met may activate one of them."""
    event = s.event[e]
    traps = 0
    for i in range(event.first, event.first + event.heard):
        traps += s.heard[i].trap
    if traps == 0:
        return
    asked = 0
    n = 0
    while n < s.living:
        seat = s.initiative[n]
        n += 1
        if not (asked >> seat) & 1:
            asked |= 1 << seat
            offer_traps(s, t, e, seat)
            n = 0  # somebody may have fallen, and the others moved up


@kernel
def is_fulfilled(s, t, e, i):
    """Whether the mesangette of a listener is met still (FC-77)."""
    heard = s.heard[i]
    event = s.event[e]
    piece = s.piece[heard.card]
    if piece.zone != TRAPS or not piece.live or piece.object != heard.object:
        return False
    kind = event.kind
    ability = t.ability[heard.ability]
    about_card = kind <= EVENT_PLACE or kind in (EVENT_IN, EVENT_SET, EVENT_ACT, EVENT_FREE)
    if about_card:
        if s.piece[event.card].zone != VALLEY and s.piece[event.card].zone != TRAPS:
            return False
        if not fits_filter(s, t, ability, heard.card, event):
            return False
    prepare(s, e, heard.seat)
    refresh(s, t)
    if not conditions_hold(s, t, ability, heard.seat, heard.card, heard.place):
        return False
    return has_target(s, t, ability.first, heard.seat, heard.card)


@kernel
def offer_traps(s, t, e, seat):
    """One player's mesangettes that are met: activate one, or all of them lapse (decision MES)."""
    event = s.event[e]
    triggered = 0
    s.targets = 0
    for i in range(event.first, event.first + event.heard):
        heard = s.heard[i]
        if heard.trap and heard.seat == seat and is_fulfilled(s, t, e, i) and not is_listed(s, heard.card):
            s.target[s.targets] = heard.card
            s.targets += 1
            triggered += 1
    if triggered == 0:
        return
    if s.resolved >= t.trigger_cap:
        s.now[seat].cut = 1
        return
    begin_offers(s.decision)
    offer_pass(s)
    for i in range(triggered):
        p = s.target[i]
        if s.seat[seat].life >= t.card[s.piece[p].card].mes:
            offer_piece(s, Verb.TAKE, p)
    s.event_now = e
    p = choose_piece(s, t, seat, Point.MES)
    if p < 0:
        for i in range(triggered):
            lapse(s, seat, s.target[i])
        return
    fire(s, t, e, seat, p)


@kernel
def is_listed(s, p):
    """Whether the piece is among the targets."""
    for i in range(s.targets):
        if s.target[i] == p:
            return True
    return False


@kernel
def lapse(s, seat, p):
    """FC-77: inactive for good, but it can still be called."""
    s.piece[p].live = 0
    s.now[seat].traps_lapsed += 1
    log_event(s, p, CardEvent.TRAP_LAPSED)


@kernel
def fire(s, t, e, seat, p):
    """FC-77: pay its cost in life, resolve what it does, and lay it to rest unless it moved."""
    s.resolved += 1
    s.now[seat].traps_fired += 1
    log_event(s, p, CardEvent.TRAP_FIRED)
    piece = s.piece[p]
    event = s.event[e]
    number = piece.object
    first, count = event.first, event.heard
    triggered = 0  # which of its abilities are, as bits
    for i in range(count):
        heard = s.heard[first + i]
        if heard.trap and heard.card == p and i < 63 and is_fulfilled(s, t, e, first + i):
            triggered |= 1 << i
    piece.live = 0
    change_life(s, t, seat, -t.card[piece.card].mes, PAID_MES)
    for i in range(count):
        heard = s.heard[first + i]
        if (triggered >> i) & 1 and s.living > 1:
            ability = t.ability[heard.ability]
            prepare(s, e, seat)
            if can_pay(s, t, ability, seat, p):
                pay(s, t, ability, seat, p)
                run_steps(s, t, ability, seat, p)
    if piece.zone == TRAPS and piece.object == number:
        take_from_zone(s, p)
        renew(s, t, p)
        go_to_rest(s, t, p)
        depart(s, p, BY_ABANDONING)
    settle(s, t)
