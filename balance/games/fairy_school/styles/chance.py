"""Choosing at random: a style's slips, and `random`, which does nothing else (section 4.4)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.engine.kernels.rng import below, uniform
from balance.games.fairy_school.state import CHOICE_STREAM


@kernel
def slips(s, t, seat):
    """Whether the seat makes this decision at random."""
    slip = t.style[s.style[seat]].slip
    if slip <= 0.0 or slip >= 1.0:
        return slip >= 1.0
    return uniform(s, CHOICE_STREAM + seat) < slip


@kernel
def is_thrifty(s, t, seat):
    """Whether the seat thinks about which elements it pays with (D13): 1, or 0 for `random`, which pays by FS-10."""
    return 0 if t.style[s.style[seat]].slip >= 1.0 else 1


@kernel
def any_of(s, seat, n):
    """One of 0 .. n-1, all equally likely; asks for no luck when there is only one."""
    return below(s, CHOICE_STREAM + seat, n) if n > 1 else 0


@kernel
def any_bits(s, seat, count, k):
    """A set of ``k`` of the numbers 0 .. count-1, every such set equally likely; no luck when it is all of them."""
    if k >= count:
        return (1 << count) - 1
    chosen = 0
    for _ in range(k):
        free = ((1 << count) - 1) & ~chosen
        for _ in range(any_of(s, seat, popcount(free))):
            free &= free - 1
        chosen |= 1 << lowest_bit(free)
    return chosen
