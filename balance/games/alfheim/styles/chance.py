"""What a style misjudges."""

from __future__ import annotations

from balance.engine.kernels.decision_record import LUCK
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.rng import normal


@kernel
def misjudge(s, t, seat):
    """Every option of the decision under way is worth a little more or less, in points, to a style with noise."""
    decision = s.decision
    noise = t.style[s.style[seat]].noise
    for i in range(decision.count if noise > 0.0 else 0):
        decision.worth[i] += noise * normal(decision, LUCK)
