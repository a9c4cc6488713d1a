"""What hung on a card that left: prisoners and bewitched cards go free, links end (FC-64, FC-117, FC-118, FC-121)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    BY_BOUNCING,
    BY_DISSIPATING,
    BY_PRISON,
    BY_REAPING,
    EVENT_FREE,
    EVENT_IN,
    NOBODY,
    PIECES_PER_SEAT,
    PRISON,
    STAY,
    VALLEY,
    CardEvent,
)
from balance.games.fairy_conundrum.play.arrivals import arrive, doom, is_doomed, keep_unique, step_out
from balance.games.fairy_conundrum.play.changes import end_labels
from balance.games.fairy_conundrum.play.departures import reap_doomed, widow_for_now
from balance.games.fairy_conundrum.rules.events import log_event, raise_event
from balance.games.fairy_conundrum.rules.totals import free_slots, is_barred


@kernel
def release(s, t, p):
    """FC-64, FC-117, FC-118: a held card goes back to its owner, where it was; that is no call."""
    piece = s.piece[p]
    s.bewitched -= np.int64(piece.zone == VALLEY and piece.jailer >= 0)
    piece.jailer = NOBODY
    home = piece.home
    if home >= 0 and (s.piece[home].zone != VALLEY or is_doomed(s, home) or not s.seat[s.piece[home].narr].alive):
        home = NOBODY
    if piece.zone == PRISON:
        if is_barred(s, t, p):
            piece.waiting = 1
            return
        piece.waiting = 0
        s.prisoners -= 1
        piece.home = NOBODY
        if home >= 0 and free_slots(s, t, home) < 1:
            home = NOBODY
        arrive(s, t, p, piece.owner, home)
    else:
        piece.home = NOBODY
        part_from_spouse(s, p)
        if piece.host >= 0:
            step_out(s, t, p)
        if home >= 0 and free_slots(s, t, home) < 1:
            home = NOBODY
        piece.narr = piece.owner
        piece.host = home
        s.dirty = 1
        keep_unique(s, t, p)
    if s.doomed > 0:
        reap_doomed(s, t)
    raise_event(s, t, EVENT_FREE, piece.owner, NOBODY, p, 0)
    if home >= 0 and piece.zone == VALLEY:
        log_event(s, p, CardEvent.SHELTERED)
        raise_event(s, t, EVENT_IN, piece.owner, NOBODY, p, 0)


@kernel
def part_from_spouse(s, p):
    """FC-126: a bewitched or released card leaves its spouse a widow for now."""
    piece = s.piece[p]
    q = piece.spouse
    if q >= 0:
        piece.spouse = NOBODY
        s.piece[q].spouse = NOBODY
        widow_for_now(s, q, p)


@kernel
def first_held_by(s, jailer):
    """The first card by arrival that ``jailer`` holds for as long as it stays in the valley, -1."""
    best = NOBODY
    for p in range(s.players * PIECES_PER_SEAT):
        piece = s.piece[p]
        if piece.jailer == jailer and piece.hold == STAY and piece.zone in (PRISON, VALLEY):
            if best < 0 or piece.arrival < s.piece[best].arrival:
                best = p
    return best


@kernel
def free_waiting(s, t):
    """FC-21: released copies of an E come out, the oldest first, when the other copy has left."""
    while True:
        best = NOBODY
        for p in range(s.players * PIECES_PER_SEAT):
            piece = s.piece[p]
            if piece.zone == PRISON and piece.waiting and not is_barred(s, t, p):
                if best < 0 or piece.arrival < s.piece[best].arrival:
                    best = p
        if best < 0:
            return
        release(s, t, best)


@kernel
def forget_home(s, shelter):
    """FC-64: a shelter that is gone takes nobody back."""
    for p in range(s.players * PIECES_PER_SEAT):
        if s.piece[p].home == shelter:
            s.piece[p].home = NOBODY


@kernel
def end_links(s, p, how):
    """FC-121: cards linked to one that is reaped, dissipated or bounced are reaped; otherwise the link just ends."""
    fatal = how in (BY_REAPING, BY_DISSIPATING, BY_BOUNCING)
    for i in range(s.laid):
        if s.piece[s.lay[i]].link == p:
            unlink(s, s.lay[i])
            if fatal:
                doom(s, s.lay[i])
    for q in range(s.players * PIECES_PER_SEAT if s.prisoners > 0 else 0):
        if s.piece[q].link == p and s.piece[q].zone == PRISON:
            unlink(s, q)


@kernel
def unlink(s, q):
    """A card is linked no more."""
    s.piece[q].link = NOBODY
    s.links -= 1
    s.dirty = 1


@kernel
def untie(s, t, p, how):
    """A card has left the valley: what it was responsible for ends (FC-117, FC-118, FC-121)."""
    end_labels(s, t, STAY, p)
    if how != BY_PRISON and s.prisoners + s.bewitched > 0:
        forget_home(s, p)
    while s.prisoners + s.bewitched > 0:
        q = first_held_by(s, p)
        if q < 0:
            break
        release(s, t, q)
    if s.links > 0 and how != BY_PRISON:
        end_links(s, p, how)
    if s.prisoners > 0:
        free_waiting(s, t)
