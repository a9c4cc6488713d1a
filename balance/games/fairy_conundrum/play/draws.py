"""Drawing, milling, and paying for empty decks with one's cards (FC-90 to FC-92)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import BY_DISSIPATING, DECK, END_DECKOUT, NOBODY, CardEvent, Point, Verb
from balance.games.fairy_conundrum.play.choosing import choose_piece
from balance.games.fairy_conundrum.play.costs import abandon_card
from balance.games.fairy_conundrum.play.departures import mark_leaving, remove
from balance.games.fairy_conundrum.play.settling import settle
from balance.games.fairy_conundrum.rules.events import log_event, log_event_from
from balance.games.fairy_conundrum.rules.options import offer_number, offer_piece
from balance.games.fairy_conundrum.rules.pieces import go_to_hand, go_to_memory, renew, shed_labels, take_from_zone


@kernel
def draw_top(s, seat):
    """The top card of a haversack that is not empty goes to the hand. Returns the piece."""
    me = s.seat[seat]
    me.deck -= 1
    p = me.deck_card[me.deck]
    shed_labels(s.piece[p])
    go_to_hand(s, p)
    return p


@kernel
def draw_shelter(s, seat):
    """The top card of a canvas that is not empty goes to the hand. Returns the piece."""
    me = s.seat[seat]
    me.canvas -= 1
    p = me.canvas_card[me.canvas]
    shed_labels(s.piece[p])
    go_to_hand(s, p)
    return p


@kernel
def has_ended(s, seat):
    """FC-100: whether the seat has just lost, or the game is over: both at once, whatever is left of a step."""
    standing = s.living
    for other in range(s.players):
        standing -= (s.fallen >> other) & 1
    return standing <= 1 or not s.seat[seat].alive or (s.fallen >> seat) & 1 == 1


@kernel
def draw_card(s, t, seat):
    """One card from the haversack; FC-92 when it is empty."""
    if has_ended(s, seat):
        return
    if s.seat[seat].deck > 0:
        log_event(s, draw_top(s, seat), CardEvent.DRAWN)
        s.now[seat].drawn_haversack += 1
    else:
        pay_for_empty_deck(s, t, seat)


@kernel
def draw_canvas(s, seat):
    """One card from the canvas; an empty one changes nothing (FC-91)."""
    if s.seat[seat].canvas > 0:
        log_event(s, draw_shelter(s, seat), CardEvent.DRAWN)
        s.now[seat].drawn_canvas += 1


@kernel
def draw_either(s, t, seat):
    """FC-90: one dream point, for a deck of the seat's choice that is not empty (decision DREAM)."""
    if has_ended(s, seat):
        return
    me = s.seat[seat]
    begin_offers(s.decision)
    if me.deck > 0:
        offer_number(s, 0)
    if me.canvas > 0:
        offer_number(s, 1)
    if s.decision.options == 0:
        pay_for_empty_deck(s, t, seat)
        return
    deck = choose_piece(s, t, seat, Point.DREAM)
    if deck == 1:
        draw_canvas(s, seat)
    else:
        draw_card(s, t, seat)


@kernel
def pay_for_empty_deck(s, t, seat):
    """FC-92: a card that cannot be drawn costs one of the hand or of the seat's own in the valley, or the avatar."""
    me = s.seat[seat]
    begin_offers(s.decision)
    for i in range(me.hand):
        offer_piece(s, Verb.TAKE, me.hand_card[i])
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.narr == seat and piece.owner == seat:
            offer_piece(s, Verb.TAKE, s.lay[i])
    for i in range(s.downs):
        if s.piece[s.down[i]].owner == seat:
            offer_piece(s, Verb.TAKE, s.down[i])
    offer_piece(s, Verb.TAKE, me.avatar)
    p = choose_piece(s, t, seat, Point.DECKOUT)
    if p == me.avatar:
        s.fallen |= 1 << seat
        s.last_end = END_DECKOUT
        log_event(s, p, CardEvent.DISSIPATED)
    else:
        dissipate_card(s, t, p)
        settle(s, t)  # what goes with it cannot pay for the next


@kernel
def dissipate_card(s, t, p):
    """FC-112: one card goes to the memory from wherever it is."""
    s.leaving = 0
    mark_leaving(s, p)
    if s.leaving > 0:
        remove(s, t, BY_DISSIPATING, NOBODY, 0)
        return
    take_from_zone(s, p)
    renew(s, t, p)
    go_to_memory(s, p)
    log_event(s, p, CardEvent.DISSIPATED)


@kernel
def mill(s, t, seat, count):
    """Abandon the top cards of a haversack, as many as there are."""
    me = s.seat[seat]
    for _ in range(min(count, me.deck)):
        p = me.deck_card[me.deck - 1]
        abandon_card(s, t, p)
        s.now[seat].discarded += 1
        log_event_from(s, p, CardEvent.DISCARDED, DECK)
