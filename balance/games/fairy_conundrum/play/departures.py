"""Cards leave the valley, and what is on and under them goes with them (FC-65, 3.15)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    BY_BOUNCING,
    BY_DISSIPATING,
    BY_PRISON,
    BY_REAPING,
    BY_RETURNING,
    EVENT_LEFT,
    EVENT_REAPED,
    MAX_PIECES,
    NOBODY,
    NOT_WIDOWED,
    PIECES_PER_SEAT,
    PRISON,
    SHELTER_BIT,
    STORED,
    VALLEY,
    WIDOWED,
    WIDOWED_FOR_NOW,
    CardEvent,
)
from balance.games.fairy_conundrum.play.arrivals import step_out
from balance.games.fairy_conundrum.rules.events import log_event, raise_event
from balance.games.fairy_conundrum.rules.pieces import (
    go_to_deck,
    go_to_hand,
    go_to_memory,
    go_to_rest,
    next_stamp,
    renew,
    shuffle_deck,
    take_from_zone,
    take_out,
)


@kernel
def mark_leaving(s, p):
    """The piece is one of those that the next ``remove`` takes out of the valley."""
    if s.piece[p].zone != VALLEY:
        return
    for i in range(s.leaving):
        if s.leave[i] == p:
            return
    s.leave[s.leaving] = p
    s.leaving += 1


@kernel
def is_leaving(s, p):
    """Whether the piece is marked."""
    for i in range(s.leaving):
        if s.leave[i] == p:
            return True
    return False


@kernel
def remove(s, t, how, jailer, hold):
    """FC-110 to FC-117, FC-164: all marked pieces leave the valley together, shelters with their guests (FC-65).

    ``how``: BY_REAPING .. BY_PRISON; ``jailer`` and ``hold`` of those that go to prison.
    """
    i = 0
    while i < s.leaving:
        p = s.leave[i]
        if s.piece[p].kinds == SHELTER_BIT:
            for k in range(s.laid):
                if s.piece[s.lay[k]].host == p:
                    mark_leaving(s, s.lay[k])
        i += 1
    for i in range(s.leaving):
        p = s.leave[i]
        piece = s.piece[p]
        if how == BY_PRISON:
            piece.home = piece.host
            if piece.host >= 0 and not is_leaving(s, piece.host):
                step_out(s, t, p)  # FC-64
        kind = EVENT_REAPED if how == BY_REAPING else EVENT_LEFT
        raise_event(s, t, kind, piece.narr, NOBODY, p, 0)
    for i in range(s.leaving):
        break_marriage(s, s.leave[i], how)
    decks = 0
    for i in range(s.leaving):
        decks |= take_away(s, t, s.leave[i], how, jailer, hold)
    s.leaving = 0
    for seat in range(s.players):
        if (decks >> seat) & 1:
            shuffle_deck(s, seat)


@kernel
def reap_doomed(s, t):
    """All that was to be reaped is reaped now."""
    for i in range(s.doomed):
        mark_leaving(s, s.doom[i])
    s.doomed = 0
    remove(s, t, BY_REAPING, NOBODY, 0)


@kernel
def break_marriage(s, p, how):
    """FC-125, FC-126: the spouse is widowed, for ever or until this card returns, unless it leaves with it.

    Imprisoned together, each waits for the other: one may come out alone, or on another side.
    """
    piece = s.piece[p]
    q = piece.spouse
    if q < 0:
        return
    piece.spouse = NOBODY
    other = s.piece[q]
    other.spouse = NOBODY
    s.dirty = 1
    if is_leaving(s, q):
        if how == BY_PRISON:
            widow_for_now(s, p, q)
            widow_for_now(s, q, p)
        return
    if how in (BY_PRISON, BY_BOUNCING, BY_RETURNING):
        widow_for_now(s, q, p)
    else:
        other.widow = WIDOWED


@kernel
def widow_for_now(s, q, p):
    """``q`` waits for ``p``, or a copy of it."""
    other = s.piece[q]
    if other.widow == NOT_WIDOWED:
        other.widow = WIDOWED_FOR_NOW
        other.lost = p
        other.lost_card = s.piece[p].card
        s.widows += 1


@kernel
def take_away(s, t, p, how, jailer, hold):
    """Move one piece out of the valley, with its parts and what is stored under it. Returns the decks to shuffle."""
    piece = s.piece[p]
    if how == BY_PRISON and s.doer >= 0:
        s.now[s.doer].imprisoned += s.seat[s.doer].alive  # the row of a fallen seat is written
    if how == BY_PRISON and piece.token:
        how = BY_DISSIPATING  # FC-122
    s.laid = take_out(s.lay, s.laid, p)
    s.dirty = 1
    depart(s, p, how)
    s.bewitched -= np.int64(piece.jailer >= 0)
    s.widows -= np.int64(piece.widow == WIDOWED_FOR_NOW)
    if how == BY_PRISON:
        jail(s, t, p, jailer, hold)
        return 0
    narr = piece.narr
    bearer = p
    if piece.link >= 0:
        s.links -= 1
    decks = 0
    while p >= 0:
        part = s.piece[p]
        following = part.next
        log_leaving(s, p, how)
        if how == BY_REAPING:
            count_reaped(s, narr)
        renew(s, t, p)
        decks |= send(s, t, p, how)
        p = following
    if s.stored > 0:
        decks |= let_follow(s, t, bearer, how)
    return decks


@kernel
def count_reaped(s, narr):
    """For the log: a card of this narrator is reaped, perhaps by an ability of another player."""
    s.now[narr].reaped_own += 1
    if s.doer >= 0 and s.doer != narr:
        s.now[s.doer].reaped_foe += s.seat[s.doer].alive  # the row of a fallen seat is written


@kernel
def depart(s, p, how):
    """A card has left the valley: what hangs on it is settled later (``settle``)."""
    if s.departed == MAX_PIECES:
        for i in range(s.untied, s.departed):
            s.depart[i - s.untied] = s.depart[i]
            s.depart_how[i - s.untied] = s.depart_how[i]
        s.departed -= s.untied
        s.untied = 0
    s.depart[s.departed] = p
    s.depart_how[s.departed] = how
    s.departed += 1


@kernel
def log_leaving(s, p, how):
    """Write the way it left into the card's events."""
    if how == BY_REAPING:
        log_event(s, p, CardEvent.REAPED)
    elif how == BY_DISSIPATING:
        log_event(s, p, CardEvent.DISSIPATED)
    elif how == BY_BOUNCING:
        log_event(s, p, CardEvent.BOUNCED)
    elif how == BY_PRISON:
        log_event(s, p, CardEvent.IMPRISONED)


@kernel
def send(s, t, p, how):
    """Put a renewed piece into its owner's zone. Returns the bit of the deck that must be shuffled."""
    piece = s.piece[p]
    if piece.token or how == BY_DISSIPATING:
        go_to_memory(s, p)
    elif how == BY_BOUNCING:
        go_to_hand(s, p)
    elif how == BY_RETURNING:
        go_to_deck(s, t, p)
        return 1 << piece.owner if piece.kinds != SHELTER_BIT else 0
    else:
        go_to_rest(s, t, p)
    return 0


@kernel
def jail(s, t, p, jailer, hold):
    """FC-117: into its owner's prison, keeping all it has."""
    piece = s.piece[p]
    piece.zone = PRISON
    piece.arrival = next_stamp(s)
    piece.narr = piece.owner
    piece.jailer = jailer
    piece.hold = hold
    s.prisoners += 1
    log_event(s, p, CardEvent.IMPRISONED)


@kernel
def let_follow(s, t, p, how):
    """FC-120: cards stored under a card that has left go to the same place, each to its owner's zone.

    Returns the decks to shuffle.
    """
    object_left = s.piece[p].object - 1
    decks = 0
    q = first_stored(s, p)
    while q >= 0:
        piece = s.piece[q]
        s.stored -= 1
        s.followed = 1
        renew(s, t, q)
        decks |= send(s, t, q, how)
        piece.lost = p
        piece.lost_card = object_left
        q = first_stored(s, p)
    return decks


@kernel
def first_stored(s, bearer):
    """The first card by arrival that is stored under ``bearer``, -1: none."""
    best = NOBODY
    for p in range(s.players * PIECES_PER_SEAT):
        piece = s.piece[p]
        if piece.zone == STORED and piece.host == bearer and (best < 0 or piece.arrival < s.piece[best].arrival):
            best = p
    return best


@kernel
def leave_hidden(s, p):
    """Out of a zone that is not the valley: its list, or the count of prisoners or stored cards."""
    if s.piece[p].zone == PRISON:
        s.prisoners -= 1
        s.links -= np.int64(s.piece[p].link >= 0)
    elif s.piece[p].zone == STORED:
        s.stored -= 1
    else:
        take_from_zone(s, p)
