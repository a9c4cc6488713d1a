"""What a style misjudges, and the best of what it sees, ties by lot."""

from __future__ import annotations

from balance.engine.kernels.decisions import LUCK, any_of
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import normal


@kernel
def noise(s, style):
    """What a style misjudges an option by, in points."""
    return style.noise * normal(s.decision, LUCK) if style.noise > 0.0 else 0.0


@kernel
def best_of(s, style, values, count):
    """The place of the highest of the first ``count`` values; equal ones are drawn from."""
    best = values[0] + noise(s, style)
    s.choice[0] = 0
    ties = 1
    for i in range(1, count):
        value = values[i] + noise(s, style)
        if value > best:
            best = value
            ties = 0
        if value == best:
            s.choice[ties] = i
            ties += 1
    return s.choice[any_of(s.decision, ties)]
