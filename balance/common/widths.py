"""Widths of intervals as people write them: 1pp, 1 %, 0.01."""

from __future__ import annotations

POINTS = ("pp", "%")
"""Behind a number of percentage points."""


def read_width(text: str) -> tuple[float, bool]:
    """The width, of percentage points as a share, and whether it was written in points. Raises ValueError."""
    number = text.strip()
    for unit in POINTS:
        if number.endswith(unit):
            return float(number.removesuffix(unit)) / 100, True
    return float(number), False
