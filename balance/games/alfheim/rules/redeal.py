"""Redealing what a seat cannot know (FA-14): a world that agrees with everything it has seen.

Hidden from a seat are the order of the lead's tiles and of the centre stack (nobody memorises in which order swapped
tiles went under it), costs that are not revealed, the secret tiles of the others until they are placed, footprints
until they are turned up, the order in which seats will be served, and all chance to come.
"""

from __future__ import annotations

from balance.engine.kernels.decisions import change_luck
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.piles import shuffle_unseen
from balance.games.alfheim.rules.rounds import order_seats
from balance.games.alfheim.state import (
    AT_START,
    CENTRE_STREAM,
    DECK_STREAM,
    FOOTPRINT_STREAM,
    ICONS,
    NONE,
    OF_A_TYPE,
    PREPARATION,
    STACK,
    STACK_STREAM,
    STREAMS,
    TYPES,
)


@kernel
def redeal(s, t, seat, served):
    """Redeal what the seat cannot know, by the future of this game of a batch.

    ``served``: those who swap in this round have been, so that the order of the seats has been seen.
    """
    change_luck(s, t.players, STREAMS)
    if not served:
        order_seats(s, t)
    left = 0
    for icon in range(ICONS):
        left += s.left[icon]
    shuffle_unseen(s, STACK_STREAM, s.stack, left)
    shuffle_unseen(s, CENTRE_STREAM, s.centre, s.centres)
    for kind in range(TYPES):
        if kind != t.secret:
            shuffle_unseen(s, DECK_STREAM + kind, s.deck[kind], OF_A_TYPE - count_revealed(s, t, kind))
    redeal_secrets(s, t, seat)
    redeal_footprints(s, t, seat, left)


@kernel
def count_revealed(s, t, kind):
    """How many costs of an open type are revealed: they lie at the end of its deck."""
    return (1 if t.reveal[kind] == AT_START else 0) + (1 if s.second[kind] != NONE else 0)


@kernel
def keeps_secret(s, t, other, seat):
    """FA-33: whether another seat has a secret tile that it has not placed, so that nobody else knows its cost."""
    them = s.seat[other]
    return other != seat and them.secret != NONE and (them.fairies >> t.secret) & 1 == 0


@kernel
def redeal_secrets(s, t, seat):
    """FA-32: the secret tiles that nobody has taken, and those that the others keep, are one heap, shuffled.

    Those taken stay in the deck as they were: they are not looked at again.
    """
    deck = s.deck[t.secret]
    count = OF_A_TYPE - s.secrets
    for i in range(count):
        s.heap[i] = deck[i]
    for other in range(t.players):
        if keeps_secret(s, t, other, seat):
            s.heap[count] = s.seat[other].secret
            count += 1
    shuffle_unseen(s, DECK_STREAM + t.secret, s.heap, count)
    for other in range(t.players):
        if keeps_secret(s, t, other, seat):
            count -= 1
            s.seat[other].secret = s.heap[count]
    for i in range(count):
        deck[i] = s.heap[i]


@kernel
def redeal_footprints(s, t, seat, left):
    """FA-10, FA-17: nobody knows a footprint before the preparation; while it is laid, each knows only the own one.

    ``left``: clue tiles not drawn yet; in the preparation that of the round is among them.
    """
    preparing = s.turn == PREPARATION and s.turn + left > STACK
    if s.turn >= PREPARATION and not preparing:
        return
    known = seat if preparing else NONE
    count = t.footprint_tiles - t.players
    for i in range(count):
        s.heap[i] = s.footprint_pile[i]
    for other in range(t.players):
        if other != known:
            s.heap[count] = s.seat[other].footprint
            count += 1
    shuffle_unseen(s, FOOTPRINT_STREAM, s.heap, count)
    for other in range(t.players):
        if other != known:
            count -= 1
            s.seat[other].footprint = s.heap[count]
    for i in range(count):
        s.footprint_pile[i] = s.heap[i]
