"""Card events: what a seat's cards went through (section 6).

An event of a card stands in the row of the seat that owns the copy. Only runs that keep their cards log them.
"""

from __future__ import annotations

from balance.engine.kernels.events import count_event
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_school.state import (
    COLUMNS,
    CORNERS,
    EVENT_BITS,
    NO_CARD,
    PLAYED,
    SLOTS,
    Event,
    Said,
)


@kernel
def log_event(s, seat, card, event):
    """The event happened to a card of the seat."""
    me = s.met[seat, card]
    if me.met_turn == 0:
        me.met_turn = max(1, s.turn)
    count_event(me.counts, event, EVENT_BITS)


@kernel
def log_played(s, seat, card, event):
    """The card is played, shared or personal; perhaps for the first time."""
    log_event(s, seat, card, event)
    if s.met[seat, card].first_turn == 0:
        s.met[seat, card].first_turn = s.turn


# Before the first turn


@kernel
def log_start(s, t, drafted):
    """Cards owned from the start; those drafted were seen before."""
    for seat in range(t.players):
        me = s.seat[seat]
        for i in range(me.piled):
            log_event(s, seat, me.pile[i], Event.OWNED)
            log_event(s, seat, me.pile[i], Event.SEEN)
        for i in range(me.initials):
            log_event(s, seat, me.initial[i], Event.OWNED)
            if not drafted:
                log_event(s, seat, me.initial[i], Event.SEEN)
        for i in range(me.projects):
            log_event(s, seat, me.ongoing[i], Event.SEEN)
            log_event(s, seat, me.ongoing[i], Event.KEPT_ONGOING)


@kernel
def log_picked(s, seat, place):
    """The seat looks at its hand and is about to put the card at this place of it aside."""
    for i in range(s.drafting):
        log_event(s, seat, s.draft[seat, i], Event.SEEN)
        log_event(s, seat, s.draft[seat, i], Event.SEEN_DRAFT)
    log_event(s, seat, s.draft[seat, place], Event.PICKED)


@kernel
def log_kept(s, seat, keep):
    """Of the pool the set ``keep`` stays, the others go to the common discard."""
    for i in range(s.pool):
        log_event(s, seat, s.aside[seat, i], Event.KEPT_ONGOING if (keep >> i) & 1 else Event.DROPPED)


@kernel
def log_common(s, seat, place):
    """An idle seat looks at what is on offer and takes the one at this place of the offer."""
    for i in range(s.offered):
        log_event(s, seat, s.common_discard[s.offer[i]], Event.SEEN)
    log_event(s, seat, s.common_discard[s.offer[place]], Event.IDLE_TAKEN)


@kernel
def log_final(s, t, seat, place):
    """The seat looks at the final projects on offer and takes the one at this place."""
    for i in range(s.offered):
        log_event(s, seat, t.cards + s.offer[i], Event.SEEN)
        log_event(s, seat, t.cards + s.offer[i], Event.OFFERED)
    log_event(s, seat, t.cards + s.offer[place], Event.CHOSEN)


# A turn


@kernel
def log_hand(s, seat):
    """The drawn cards are about to be placed."""
    me = s.seat[seat]
    for i in range(me.held):
        log_event(s, seat, me.hand[i], Event.DRAWN)
        log_event(s, seat, me.hand[i], Event.PLACED_TOP if me.slot[i] < COLUMNS else Event.PLACED_BOTTOM)


@kernel
def log_columns_played(s, seat):
    """The cards of the chosen columns are played."""
    now = s.now[seat]
    for i in range(PLAYED):
        if now.top[i] != NO_CARD:
            log_played(s, seat, now.top[i], Event.PLAYED_SHARED)
        if now.bottom[i] != NO_CARD:
            log_played(s, seat, now.bottom[i], Event.PLAYED_PERSONAL)


@kernel
def log_activation(s, t, seat, entry, line, again):
    """The seat activates a line (0 or 1) of a card, perhaps again."""
    owner = entry.owner
    log_event(s, owner, entry.card, Event.ACT_OWNER if owner == seat else Event.ACT_OTHERS)
    log_event(s, owner, entry.card, Event.LINE1 + line)
    if again:
        log_event(s, owner, entry.card, Event.REACTIVATED)
    happens(s, Said.LINE_1 + 2 * again + line, seat, owner, entry.card)


@kernel
def log_taken(s, t, seat, card):
    """A card came back from the discard pile and is played."""
    log_event(s, seat, card, Event.TAKEN_BACK)
    log_played(s, seat, card, Event.PLAYED_PERSONAL)
    happens(s, Said.TAKES, seat, card, 0)


@kernel
def log_spare(s, t, seat, card, placed):
    """A card was drawn by an effect, and perhaps placed."""
    log_event(s, seat, card, Event.DRAWN)
    if placed:
        log_played(s, seat, card, Event.PLAYED_PERSONAL)
        happens(s, Said.PLACES, seat, card, 0)


@kernel
def log_removed(s, t, seat, card):
    """A card left the game."""
    log_event(s, seat, card, Event.REMOVED)
    happens(s, Said.REMOVES, seat, card, 0)


@kernel
def log_corners(s, seat):
    """The cards on the study slots are about to be discarded."""
    me = s.seat[seat]
    for slot in CORNERS:
        if me.forest[slot] != NO_CARD:
            log_event(s, seat, me.forest[slot], Event.CORNER_DISCARDED)


@kernel
def log_realized(s, t, seat):
    """The projects and steps of this turn, all together at its end."""
    now = s.now[seat]
    for i in range(now.realizing):
        log_event(s, seat, now.realized[i], Event.REALIZED)
        me = s.met[seat, now.realized[i]]
        if me.realized_turn == 0:
            me.realized_turn = s.turn
    for _ in range(now.steps_now):
        log_played(s, seat, t.cards + s.seat[seat].final, Event.STEPS_DONE)


@kernel
def log_end(s, t):
    """The cards of every final deck."""
    for seat in range(t.players):
        me = s.seat[seat]
        for i in range(me.piled):
            log_event(s, seat, me.pile[i], Event.KEPT)
        for i in range(me.discarded):
            log_event(s, seat, me.discard[i], Event.KEPT)
        for slot in range(SLOTS):
            if me.forest[slot] != NO_CARD:
                log_event(s, seat, me.forest[slot], Event.KEPT)
