"""What happens in a round besides laying tiles (FA-13 to FA-20, FA-32 to FA-35)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, popcount
from balance.engine.kernels.piles import shuffle
from balance.engine.kernels.table import next_seat
from balance.games.alfheim.state import (
    AT_PREPARATION,
    AT_START,
    EXPERTS,
    NONE,
    NOWHERE,
    OF_A_TYPE,
    ORDER_STREAM,
    RANKS,
    STACK,
    TYPES,
)


@kernel
def begin_round(s, t):
    """FA-13, FA-20: the next round, and the order in which swaps and secret tiles are served in it."""
    s.turn += 1
    order_seats(s, t)
    for seat in range(t.players):
        s.seat[seat].weighed = 0
        now = s.now[seat]
        now.swapped = 0
        now.at = NOWHERE
        now.placements = 0
        now.secret = NONE
        for row in range(EXPERTS):
            now.claimed[row] = NONE


@kernel
def order_seats(s, t):
    """FA-20: who is served first in this round, and who then."""
    for i in range(t.players):
        s.queue[i] = i
    if t.lead_first:
        seat = s.lead
        for i in range(t.players):
            s.queue[i] = seat
            seat = next_seat(seat, t.players)
    else:
        shuffle(s, ORDER_STREAM, s.queue, t.players)
    for i in range(t.players):
        s.now[s.queue[i]].queue = i


@kernel
def reveal_seconds(s, t):
    """FA-16: second costs, and the first one of types that wait for it.

    Tiles taken meanwhile were seen by nobody, so the one below the first is as random as any; none is left
    when four were taken.
    """
    for kind in range(TYPES):
        if t.reveal[kind] == AT_PREPARATION:
            s.second[kind] = s.deck[kind, OF_A_TYPE - 1]
        elif t.reveal[kind] == AT_START and t.second_reveal and s.taken[kind] < OF_A_TYPE - 1:
            s.second[kind] = s.deck[kind, OF_A_TYPE - 2]
        if s.second[kind] != NONE:
            s.in_force |= 1 << s.second[kind]


@kernel
def draw_clue(s, t):
    """FA-18: the lead turns up the next tile."""
    s.drawn = s.stack[STACK - s.turn]
    s.left[s.drawn] -= 1
    for seat in range(t.players):
        s.now[seat].kept = s.drawn


@kernel
def serve_swaps(s, t):
    """FA-19, FA-20: those who want get the top tile of the centre stack and put theirs under it, one after another."""
    for i in range(t.players):
        seat = s.queue[i]
        if s.wants[seat]:
            now = s.now[seat]
            now.swapped = 1
            now.kept = s.centre[s.top]
            # The stack goes round: where the top tile lay is the bottom now.
            s.centre[s.top] = s.drawn
            s.top = next_seat(s.top, s.centres)
            s.seat[seat].swaps += 1


@kernel
def show_swaps(s, t):
    """FA-14: when all have laid their tiles, everybody has seen which came into the centre stack and which left it."""
    for seat in range(t.players):
        now = s.now[seat]
        if now.swapped:
            s.in_centre[now.kept] -= 1
            s.in_centre[s.drawn] += 1


@kernel
def take_secret(s, t, seat):
    """FA-32: who has placed all types that it asks for takes the top secret tile, once."""
    me = s.seat[seat]
    if me.secret == NONE and me.fairies & t.after == t.after:
        me.secret = s.deck[t.secret, OF_A_TYPE - 1 - s.secrets]
        s.secrets += 1
        s.now[seat].secret = me.secret


@kernel
def claim_experts(s, t):
    """FA-34, FA-35: who has completed a set takes the highest tile; all of this round get the same value."""
    for row in range(EXPERTS):
        claiming = 0
        for seat in range(t.players):
            if completes(s, t, seat, row):
                claiming += 1
        for seat in range(t.players):
            if completes(s, t, seat, row):
                me = s.seat[seat]
                now = s.now[seat]
                now.rank[row] = s.claims[row]
                now.claimed[row] = t.expert[row, s.claims[row]]
                now.tied[row] = 1 if claiming > 1 else 0
                me.value[row] = now.claimed[row]
                me.experts |= 1 << row
        s.claims[row] += claiming
    for seat in range(t.players):
        count_lacks(s.seat[seat], t)


@kernel
def count_lacks(me, t):
    """What everybody can see: fairies, and the tile of the secret one, that a seat lacks for each row of experts."""
    for row in range(EXPERTS):
        missing = t.need[row] & ~me.fairies
        waits = me.secret == NONE and (missing >> t.secret) & 1
        me.lacks[row] = popcount(missing) + (1 if waits else 0)


@kernel
def completes(s, t, seat, row):
    """Whether the seat has a set that it has not claimed yet."""
    me = s.seat[seat]
    return (me.experts >> row) & 1 == 0 and me.fairies & t.need[row] == t.need[row]


@kernel
def next_value(s, t, row):
    """What the next expert tile of a row is worth, 0 when all are taken."""
    return t.expert[row, s.claims[row]] if s.claims[row] < RANKS else 0
