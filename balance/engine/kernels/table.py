"""Ideas of the game table: who is next, who stands where, who leads."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel


@kernel
def next_seat(seat, players):
    """The seat to the left: clockwise, after the last comes the first."""
    return seat + 1 if seat + 1 < players else 0


@kernel
def rank_scores(score, rank, players):
    """Fill ``rank`` (1 = best, ties share the better place: 1, 2, 2, 4) from ``score``.

    Both are int64 arrays with one entry per seat.
    """
    for seat in range(players):
        place = 1
        for other in range(players):
            if score[other] > score[seat]:
                place += 1
        rank[seat] = place


@kernel
def margin_of(score, players):
    """Best score minus second best; 0 when the lead is shared or there is one player."""
    best = score[0]
    second = best
    for seat in range(1, players):
        if score[seat] > best:
            second = best
            best = score[seat]
        elif seat == 1 or score[seat] > second:
            second = score[seat]
    return best - second


@kernel
def clear_lead(s):
    """Before the first turn nobody has led. ``s``: see ``watch_lead``."""
    s.leader = -1
    s.lead_changes = 0
    s.leaders = 0
    s.led_since = 0


@kernel
def watch_lead(s, score, players, turn):
    """Book who leads after this turn, for the columns ``lead_changes`` and ``lead_turn``.

    ``s`` has ``leader`` (seat in sole lead last, -1 before anybody was), ``lead_changes`` (how often
    the sole lead passed to another seat), ``leaders`` (the seats that share the best score, a bit for
    each) and ``led_since`` (the turn from which on these led, and nobody else).
    """
    best = score[0]
    for seat in range(1, players):
        best = max(best, score[seat])
    leaders = np.int64(0)
    count = 0
    leader = 0
    for seat in range(players):
        ahead = np.int64(score[seat] == best)
        leaders |= ahead << seat
        count += ahead
        leader = seat if ahead else leader
    if leaders != s.leaders:
        s.leaders = leaders
        s.led_since = turn
    if count == 1:
        s.lead_changes += np.int64(s.leader >= 0 and s.leader != leader)
        s.leader = leader
