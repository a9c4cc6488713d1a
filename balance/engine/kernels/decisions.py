"""Decisions: who is asked what, and the luck of a choice.

The luck of a decision, for slips, noise and ties, is keyed by (seed, game, seat, point, how often this point was asked
of this seat in this game) and by nothing that was chosen or weighed before it: a choice that is forced, or made without
asking for luck, shifts the luck of no other. A game puts ``decisions_record`` into its STATE as ``decision``, begins
every game with ``begin_decisions``, and asks with ``slips`` or ``ask``.
"""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, lowest_bit, popcount, record
from balance.engine.kernels.rng import MIX_1, below, game_key, mix, uniform

LUCK = 0
"""The one stream of a decision's record: that of the decision under way."""

CHOICES = 1 << 16
"""Purposes of chance from here on are the seats' choices: no pile or die of a game has such a number."""


def decisions_record(seats: int, points: int) -> np.dtype:
    """What decisions need of a state: for so many seats, and so many points at which somebody is asked."""
    return record(
        stream=(np.uint64, 1),  # the luck of the decision under way
        key=(np.uint64, seats),  # what makes the luck of a seat's decisions its own
        asked=(np.int64, (seats, points)),  # how often each point was asked of each seat in this game
    )


@kernel
def begin_decisions(decision, seed, game_no, players, points):
    """A game begins: nobody was asked yet."""
    game = game_key(seed, game_no)
    for seat in range(players):
        decision.key[seat] = mix(game + np.uint64(CHOICES + seat + 1) * MIX_1)
        for point in range(points):
            decision.asked[seat, point] = 0


@kernel
def draw_luck(decision, seat, point, nth):
    """Set the luck of the decision that this seat makes when this point is asked of it for the ``nth`` time, from 0."""
    decision.stream[LUCK] = decision.key[seat] + np.uint64((point << 32) + nth + 1) * MIX_1


@kernel
def ask(decision, seat, point):
    """The seat has to decide: the next decision of its at this point begins."""
    nth = decision.asked[seat, point]
    decision.asked[seat, point] = nth + 1
    draw_luck(decision, seat, point, nth)


@kernel
def slips(s, t, seat, point):
    """Ask the seat. Returns whether it makes this decision at random."""
    ask(s.decision, seat, point)
    slip = t.style[s.style[seat]].slip
    if slip <= 0.0 or slip >= 1.0:
        return slip >= 1.0
    return uniform(s.decision, LUCK) < slip


@kernel
def any_of(decision, n):
    """One of 0 .. n-1, all equally likely; asks for no luck when there is only one."""
    return below(decision, LUCK, n) if n > 1 else 0


@kernel
def any_bit(decision, mask):
    """One of the bits of ``mask``, all equally likely."""
    for _ in range(any_of(decision, popcount(mask))):
        mask &= mask - 1
    return lowest_bit(mask)


@kernel
def any_bits(decision, mask, k):
    """A set of ``k`` bits of ``mask``, every such set equally likely; no luck when it is all of them."""
    if k >= popcount(mask):
        return mask
    chosen = 0
    for _ in range(k):
        chosen |= 1 << any_bit(decision, mask & ~chosen)
    return chosen
