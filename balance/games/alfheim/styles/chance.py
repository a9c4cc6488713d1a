"""Choosing at random: a style's slips, `random`, which does nothing else (FA-42), noise, and ties."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import below, normal, uniform
from balance.games.alfheim.state import CHOICE_STREAM


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
def noise(s, seat, style):
    """What a style misjudges an option by, in points."""
    return style.noise * normal(s, CHOICE_STREAM + seat) if style.noise > 0.0 else 0.0


@kernel
def best_of(s, seat, style, values, count):
    """The place of the highest of the first ``count`` values; equal ones are drawn from."""
    best = values[0] + noise(s, seat, style)
    s.choice[0] = 0
    ties = 1
    for i in range(1, count):
        value = values[i] + noise(s, seat, style)
        if value > best:
            best = value
            ties = 0
        if value == best:
            s.choice[ties] = i
            ties += 1
    return s.choice[any_of(s, seat, ties)]
