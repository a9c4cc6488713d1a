"""Drawing, milling, and paying for empty decks with one's cards (FC-90 to FC-92)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.play.costs import abandon_card
from balance.games.fairy_conundrum.play.departures import mark_leaving, remove
from balance.games.fairy_conundrum.play.settling import settle
from balance.games.fairy_conundrum.rules.events import note
from balance.games.fairy_conundrum.rules.pieces import go_to_hand, go_to_memory, renew, shed_labels, take_from_zone
from balance.games.fairy_conundrum.state import (
    BY_DISSIPATING,
    DISCARDED,
    DISSIPATED,
    DRAWN,
    END_DECKOUT,
    NOBODY,
    P_DECKOUT,
    P_DREAM,
)
from balance.games.fairy_conundrum.styles.decide import begin_options, decide, offer


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
        note(s, draw_top(s, seat), DRAWN)
        s.now[seat].drawn_haversack += 1
    else:
        pay_for_empty_deck(s, t, seat)


@kernel
def draw_canvas(s, seat):
    """One card from the canvas; an empty one changes nothing (FC-91)."""
    if s.seat[seat].canvas > 0:
        note(s, draw_shelter(s, seat), DRAWN)
        s.now[seat].drawn_canvas += 1


@kernel
def draw_either(s, t, seat):
    """FC-90: one dream point, for a deck of the seat's choice that is not empty (decision DREAM)."""
    if has_ended(s, seat):
        return
    me = s.seat[seat]
    begin_options(s)
    if me.deck > 0:
        offer(s, 0, 0, 0)
    if me.canvas > 0:
        offer(s, 0, 1, 0)
    if s.options == 0:
        pay_for_empty_deck(s, t, seat)
        return
    deck = s.option[decide(s, t, seat, P_DREAM)].card
    if deck == 1:
        draw_canvas(s, seat)
    else:
        draw_card(s, t, seat)


@kernel
def pay_for_empty_deck(s, t, seat):
    """FC-92: a card that cannot be drawn costs one of the hand or of the seat's own in the valley, or the avatar."""
    me = s.seat[seat]
    begin_options(s)
    for i in range(me.hand):
        offer(s, 0, me.hand_card[i], 0)
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.narr == seat and piece.owner == seat:
            offer(s, 0, s.lay[i], 0)
    for i in range(s.downs):
        if s.piece[s.down[i]].owner == seat:
            offer(s, 0, s.down[i], 0)
    offer(s, 0, me.avatar, 0)
    p = s.option[decide(s, t, seat, P_DECKOUT)].card
    if p == me.avatar:
        s.fallen |= 1 << seat
        s.last_end = END_DECKOUT
        note(s, p, DISSIPATED)
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
    note(s, p, DISSIPATED)


@kernel
def mill(s, t, seat, count):
    """Abandon the top cards of a haversack, as many as there are."""
    me = s.seat[seat]
    for _ in range(min(count, me.deck)):
        p = me.deck_card[me.deck - 1]
        abandon_card(s, t, p)
        s.now[seat].discarded += 1
        note(s, p, DISCARDED)
