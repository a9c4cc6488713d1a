"""Card events: what a seat's cards went through (section 6). Only runs that keep their cards log them."""

from __future__ import annotations

from balance.engine.kernels.events import count_event
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import own_number
from balance.games.alfheim.state import (
    EVENT_BITS,
    EXPERTS,
    ICONS,
    NONE,
    NOWHERE,
    PAIR,
    RANKS,
    TYPES,
    Event,
)

# Where the rows of a kind begin among the cards: player clues, centre clues, fairies, footprints, experts
CENTRE_CARDS = ICONS
FAIRY_CARDS = 2 * ICONS


@kernel
def footprint_cards(t):
    """The card of the first footprint row."""
    return FAIRY_CARDS + t.costs


@kernel
def expert_cards(t):
    """The card of the first expert tile."""
    return FAIRY_CARDS + t.costs + t.footprints


@kernel
def cost_card(s, t, seat, place):
    """The card of the cost tile that the seat has in this place."""
    cost = own_number(s, t, seat, place)
    return FAIRY_CARDS + cost if cost < t.costs else all_cards(t) - 1


@kernel
def all_cards(t):
    """How many cards there are, the one that stands in for another included: it is the last one."""
    return expert_cards(t) + EXPERTS * RANKS + t.stand_in.there


@kernel
def log_event(s, seat, card, event):
    """The event happened to a card of the seat."""
    me = s.met[seat, card]
    me.there = 1
    count_event(me.counts, event, EVENT_BITS)


@kernel
def log_played(s, seat, card, event):
    """The card is paid or placed, perhaps for the first time."""
    log_event(s, seat, card, event)
    log_event(s, seat, card, Event.KEPT)
    if s.met[seat, card].first_turn == 0:
        s.met[seat, card].first_turn = s.turn


@kernel
def log_start(s, t):
    """Start pairs, footprints, the first costs."""
    for seat in range(t.players):
        for i in range(PAIR):
            log_event(s, seat, CENTRE_CARDS + s.seat[seat].start[i], Event.HELD)
            log_event(s, seat, CENTRE_CARDS + s.seat[seat].start[i], Event.KEPT)
        log_event(s, seat, footprint_cards(t) + s.seat[seat].footprint, Event.HELD)
        for kind in range(TYPES):
            if s.first[kind] != NONE:
                log_event(s, seat, cost_card(s, t, seat, s.first[kind]), Event.REVEALED)


@kernel
def log_preparation(s, t):
    """The costs revealed in the preparation, and the footprints placed in it."""
    for seat in range(t.players):
        for kind in range(TYPES):
            if s.second[kind] != NONE:
                log_event(s, seat, cost_card(s, t, seat, s.second[kind]), Event.REVEALED)
        if s.seat[seat].footprint_at != NOWHERE:
            log_played(s, seat, footprint_cards(t) + s.seat[seat].footprint, Event.PLACED)


@kernel
def log_clue(s, seat):
    """The clue tile of this round."""
    now = s.now[seat]
    log_event(s, seat, s.drawn, Event.DRAWN)
    if now.swapped:
        log_event(s, seat, s.drawn, Event.SWAPPED_OUT)
        log_event(s, seat, now.kept, Event.SWAPPED_IN)
    if now.at != NOWHERE:
        log_played(s, seat, now.kept, Event.PLACED)


@kernel
def log_cost_tiles(s, t, seat):
    """What the seat paid with, and the secret tile it got."""
    now = s.now[seat]
    if now.secret != NONE:
        log_event(s, seat, cost_card(s, t, seat, now.secret), Event.HELD)
    for i in range(now.placements):
        cost = now.placed[i].cost
        log_played(s, seat, cost_card(s, t, seat, cost), Event.PAID)
        for other in range(t.players):
            if other != seat:
                # Not an event of the other seat: nobody meets a secret tile by seeing it placed.
                count_event(s.met[other, cost_card(s, t, other, cost)].counts, Event.USED_BY_OTHERS, EVENT_BITS)


@kernel
def log_claims(s, t, seat):
    """Expert tiles; when tied, the one whose value was got."""
    for row in range(EXPERTS):
        if s.now[seat].claimed[row] != NONE:
            card = expert_cards(t) + row * RANKS + s.now[seat].rank[row]
            log_event(s, seat, card, Event.CLAIMED)
            log_event(s, seat, card, Event.KEPT)
