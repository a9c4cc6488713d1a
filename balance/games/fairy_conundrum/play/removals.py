"""Cards that an operation takes out of the valley, or moves elsewhere."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    AVATAR_BIT,
    BY_ABANDONING,
    BY_BOUNCING,
    BY_DISSIPATING,
    BY_PRISON,
    BY_REAPING,
    BY_RETURNING,
    HAND,
    OP_ABANDON,
    OP_BOUNCE,
    OP_DISCARD,
    OP_DISSIPATE,
    OP_FETCH,
    OP_IMPRISON,
    OP_REAP,
    OP_TODECK,
    PRISON,
    SHELTER_BIT,
    STAY,
    TURN_END,
    VALLEY,
    CardEvent,
)
from balance.games.fairy_conundrum.play.changes import (
    fell_avatar,
)
from balance.games.fairy_conundrum.play.departures import (
    count_reaped,
    depart,
    leave_hidden,
    let_follow,
    log_leaving,
    mark_leaving,
    remove,
    send,
)
from balance.games.fairy_conundrum.rules.events import log_event, log_event_from
from balance.games.fairy_conundrum.rules.pieces import (
    go_to_deck,
    go_to_hand,
    go_to_memory,
    go_to_rest,
    renew,
    shuffle_deck,
)


@kernel
def is_removal(op):
    """Whether an operation takes its targets out of the valley, all together (FC-164)."""
    return OP_REAP <= op <= OP_ABANDON or op in (OP_IMPRISON, OP_FETCH, OP_DISCARD)


@kernel
def way_of(op):
    """How the targets of an operation leave the valley."""
    if op == OP_REAP:
        return BY_REAPING
    if op == OP_DISSIPATE:
        return BY_DISSIPATING
    if op in (OP_BOUNCE, OP_FETCH):
        return BY_BOUNCING
    if op == OP_TODECK:
        return BY_RETURNING
    return BY_PRISON if op == OP_IMPRISON else BY_ABANDONING


@kernel
def remove_targets(s, t, op, source, until):
    """Reap, dissipate, bounce, return, abandon, fetch or imprison the targets."""
    how = way_of(op)
    s.leaving = 0
    decks = 0
    for i in range(s.targets):
        p = s.target[i]
        piece = s.piece[p]
        if piece.kinds == AVATAR_BIT:
            if how == BY_REAPING:
                count_reaped(s, piece.owner)
            fell_avatar(s, piece.owner)
            log_event(s, p, CardEvent.DISSIPATED if how == BY_DISSIPATING else CardEvent.REAPED)
        elif piece.zone == VALLEY:
            mark_leaving(s, p)
    if s.leaving > 0:
        remove(s, t, how, source, TURN_END if until == TURN_END else STAY)  # first, for who hears of it is found first
    for i in range(s.targets if how != BY_PRISON else 0):
        p = s.target[i]
        if s.piece[p].object == s.target_object[i] and s.piece[p].zone != VALLEY:
            decks |= move_elsewhere(s, t, p, how)
    for other in range(s.players):
        if (decks >> other) & 1:
            shuffle_deck(s, other)


@kernel
def move_elsewhere(s, t, p, how):
    """A card that is not in the valley changes its zone. Returns the deck to shuffle, as a bit."""
    piece = s.piece[p]
    if piece.zone == PRISON:
        return leave_prison(s, t, p, how)
    leave_hidden(s, p)
    zone = piece.zone
    renew(s, t, p)
    if how == BY_DISSIPATING or piece.token:
        go_to_memory(s, p)
        log_event(s, p, CardEvent.DISSIPATED)
    elif how == BY_BOUNCING:
        go_to_hand(s, p)
    elif how == BY_RETURNING:
        go_to_deck(s, t, p)
        return 1 << piece.owner if piece.kinds != SHELTER_BIT else 0
    else:
        go_to_rest(s, t, p)
        log_event_from(s, p, CardEvent.DISCARDED, zone)
        if zone == HAND:
            s.now[piece.owner].discarded += 1
    return 0


@kernel
def leave_prison(s, t, p, how):
    """A prisoner goes elsewhere, with its parts and what is stored under it; links end as from the valley (FC-121)."""
    s.prisoners -= 1
    s.links -= np.int64(s.piece[p].link >= 0)
    depart(s, p, how)
    log_leaving(s, p, how)
    if how == BY_ABANDONING:
        log_event_from(s, p, CardEvent.DISCARDED, PRISON)
    bearer = p
    decks = 0
    while p >= 0:
        following = s.piece[p].next
        renew(s, t, p)
        decks |= send(s, t, p, how)
        p = following
    if s.stored > 0:
        decks |= let_follow(s, t, bearer, how)
    return decks
