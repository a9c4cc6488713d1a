"""Events, who hears them, and what is written down about pieces (FC-162, section 6)."""

from __future__ import annotations

from balance.engine.kernels.events import add_events, count_event, forget_events
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_conundrum.codes import (
    ACT,
    ALWAYS,
    AT,
    EVENT_BITS,
    EVENT_CALL,
    EVENT_ENDVOL,
    EVENT_HIT,
    EVENT_IN,
    EVENT_JOUST,
    EVENT_LEFT,
    EVENT_MOMENT,
    EVENT_OUT,
    EVENT_PLACE,
    EVENT_REAPED,
    EVENT_SHARD,
    FOE_SIDE,
    MAX_EVENTS,
    MAX_HEARD,
    NOBODY,
    ON_CALL,
    ON_ENDVOL,
    ON_IN,
    ON_LEAVE,
    ON_OUT,
    ON_REAPED,
    OWN,
    TRAP,
    WHEN,
    CardEvent,
)
from balance.games.fairy_conundrum.rules.filters import passes
from balance.games.fairy_conundrum.rules.values import refresh


@kernel
def log_event(s, p, event):
    """Count a card event of a piece (section 6): up to 255 of each are told apart."""
    log_event_from(s, p, event, 0)


@kernel
def log_event_from(s, p, event, zone):
    """The same, with the zone that the piece comes from."""
    if not s.logs_turns:
        return
    piece = s.piece[p]
    happens(s, event, p, piece.card, zone)
    count_event(piece.counts, event, EVENT_BITS)
    if event == CardEvent.CALLED and piece.called_turn == 0:
        piece.called_turn = s.turn
    if (event in (CardEvent.CALLED, CardEvent.PLACED, CardEvent.TOKEN_MADE)) and piece.first_turn == 0:
        piece.first_turn = s.turn


@kernel
def hand_on_log(s, p, q):
    """What was logged of ``p`` is from now on of ``q``, if there is one, for ``p`` becomes a token of another card."""
    piece = s.piece[p]
    if q >= 0:
        other = s.piece[q]
        add_events(other.counts, EVENT_BITS, piece.counts, EVENT_BITS)
        if other.first_turn == 0 or 0 < piece.first_turn < other.first_turn:
            other.first_turn = piece.first_turn
        if other.called_turn == 0 or 0 < piece.called_turn < other.called_turn:
            other.called_turn = piece.called_turn
        other.joust_ray += piece.joust_ray
    forget(piece)


@kernel
def forget(piece):
    """Nothing has happened to the piece yet, for the log."""
    forget_events(piece.counts)
    piece.first_turn = 0
    piece.called_turn = 0
    piece.joust_ray = 0


@kernel
def raise_event(s, t, kind, seat, other, card, moment):
    """Something happened: it goes into the queue with all who hear it now. Returns its place, -1 when nobody listens.

    ``seat``: whose event; ``other``: joust and hit: who is struck; ``card``: the piece; ``moment``: of EVENT_MOMENT.
    """
    bit = kind + moment if kind == EVENT_MOMENT else kind
    if not (s.hearing >> bit) & 1:
        return NOBODY
    if s.events == MAX_EVENTS:
        s.now[seat].cut = 1
        return NOBODY
    refresh(s, t)
    place = s.events
    event = s.event[place]
    event.kind = kind
    event.seat = seat
    event.other = other
    event.card = card
    event.moment = moment
    event.cancelled = 0
    event.first = s.heards
    if kind in (EVENT_CALL, EVENT_SHARD, EVENT_PLACE):
        hear(s, t, card, s.piece[card].narr, event, bit, 1)  # FC-54: before all others
    for i in range(s.living):
        listener = s.order[i]
        hear(s, t, s.seat[listener].avatar, listener, event, bit, 0)
        for k in range(s.hearers):
            piece = s.piece[s.hearer[k]]
            if (piece.hears >> bit) & 1 and (piece.narr == listener or (piece.visitors >> listener) & 1):
                hear(s, t, s.hearer[k], listener, event, bit, 0)
    for k in range(s.downs):
        piece = s.piece[s.down[k]]
        if piece.live and (piece.traps >> bit) & 1:
            hear_trap(s, t, s.down[k], event, bit)
    event.heard = s.heards - event.first
    if event.heard == 0:
        return NOBODY
    s.events += 1
    return place


@kernel
def queue_unheard(s, kind, card):
    """An event that nobody hears goes into the queue, for what follows it by itself. Returns whether it found room."""
    if s.events == MAX_EVENTS:
        return False
    event = s.event[s.events]
    event.kind = kind
    event.card = card
    event.cancelled = 0
    event.first = s.heards
    event.heard = 0
    s.events += 1
    return True


@kernel
def hear(s, t, p, seat, event, bit, on_call):
    """Write down the abilities of a card that the event sets off; ``on_call``: its CALL abilities only, or the rest."""
    piece = s.piece[p]
    if piece.hushed or not (piece.hears >> bit) & 1:
        return
    for place in range(piece.held):
        ability = t.ability[piece.ability[place]]
        if not (ability.hears >> bit) & 1 or (ability.trigger == ON_CALL) != (on_call == 1):
            continue
        if is_set_off(s, t, ability, p, seat, event):
            write_heard(s, p, seat, piece.ability[place], place, 0)


@kernel
def hear_trap(s, t, p, event, bit):
    """Write down the TRAP abilities of a mesangette whose condition is met (FC-77)."""
    piece = s.piece[p]
    for place in range(piece.held):
        ability = t.ability[piece.ability[place]]
        if ability.trigger == TRAP and (ability.hears >> bit) & 1:
            if fits_side(s, ability, piece.owner, event) and fits_filter(s, t, ability, p, event):
                write_heard(s, p, piece.owner, piece.ability[place], place, 1)


@kernel
def write_heard(s, p, seat, ability, place, trap):
    """One more listener of the event under way."""
    if s.heards == MAX_HEARD:
        s.now[seat].cut = 1
        return
    heard = s.heard[s.heards]
    heard.card = p
    heard.seat = seat
    heard.ability = ability
    heard.place = place
    heard.trap = trap
    heard.object = s.piece[p].object
    s.heards += 1


@kernel
def copy_heard(s, heard):
    """A listener of an event is written down once more, behind all others."""
    place, number = s.heards, heard.object
    write_heard(s, heard.card, heard.seat, heard.ability, heard.place, heard.trap)
    if s.heards > place:
        s.heard[place].object = number


@kernel
def is_set_off(s, t, ability, p, seat, event):
    """Whether an event sets off an ability of the piece ``p``, used by ``seat`` (5.2)."""
    trigger = ability.trigger
    kind = event.kind
    if trigger == WHEN:
        return fits_side(s, ability, seat, event) and fits_filter(s, t, ability, p, event)
    if trigger == AT:
        return kind == EVENT_MOMENT and event.seat == seat
    if trigger in (ON_IN, ON_OUT):
        if kind != EVENT_IN and kind != EVENT_OUT:
            return False
        guest = s.piece[event.card]
        return event.card == p or (guest.host == p and guest.narr == seat)  # FC-69
    if event.card != p:
        return False
    if trigger == ON_CALL:
        return kind in (EVENT_CALL, EVENT_SHARD, EVENT_PLACE)
    if s.piece[p].narr != seat:
        return False
    if trigger == ON_LEAVE:
        return kind in (EVENT_LEFT, EVENT_REAPED)
    if trigger == ON_REAPED:
        return kind == EVENT_REAPED
    return trigger == ON_ENDVOL and kind == EVENT_ENDVOL and trigger != ACT and trigger != ALWAYS


@kernel
def fits_side(s, ability, seat, event):
    """Whether the event is of the side an ability names; a joust is one's own or meets oneself (5.2)."""
    if event.kind == EVENT_JOUST or event.kind == EVENT_HIT:
        if ability.side == OWN:
            return event.seat == seat
        if ability.side == FOE_SIDE:
            return event.other == seat
        return event.seat == seat or event.other == seat
    if ability.side == OWN:
        return event.seat == seat
    return event.seat != seat if ability.side == FOE_SIDE else True


@kernel
def fits_filter(s, t, ability, p, event):
    """Whether the card of the event passes the ability's filter."""
    if ability.filter < 0:
        return True
    return event.card >= 0 and passes(s, t, t.selector[ability.filter], event.card, p, 0)
