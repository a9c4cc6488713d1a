"""What the style `random` does without luck (section 4.4)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel


@kernel
def is_thrifty(s, t, seat):
    """Whether the seat thinks about which elements it pays with (D13): 1, or 0 for `random`, which pays by FS-10."""
    return 0 if t.style[s.style[seat]].slip >= 1.0 else 1
