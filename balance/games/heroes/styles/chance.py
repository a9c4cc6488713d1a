"""Choosing at random: a style's slips, and `random`, which does nothing else."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.engine.kernels.rng import below, uniform
from balance.games.heroes.state import CHOICE_STREAM


@kernel
def slips(s, t, seat):
    """Whether the seat makes this decision at random."""
    slip = t.style[s.style[seat]].slip
    if slip <= 0.0 or slip >= 1.0:
        return slip >= 1.0
    return uniform(s, CHOICE_STREAM + seat) < slip


@kernel
def any_of(s, seat, n):
    """One of 0 .. n-1, all equally likely; asks for no luck when there is only one."""
    return below(s, CHOICE_STREAM + seat, n) if n > 1 else 0


@kernel
def any_bit(s, seat, mask):
    """One of the bits of ``mask``, all equally likely."""
    for _ in range(any_of(s, seat, popcount(mask))):
        mask &= mask - 1
    return lowest_bit(mask)


@kernel
def any_bits(s, seat, mask, k):
    """A set of ``k`` bits of ``mask``, every such set equally likely."""
    chosen = 0
    for _ in range(k):
        chosen |= 1 << any_bit(s, seat, mask & ~chosen)
    return chosen
