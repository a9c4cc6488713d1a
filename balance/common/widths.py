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


WIN_RATES = "points of win rate from 0.1pp to 50pp, as 1pp"
"""What ``read_win_rate`` takes."""


def read_win_rate(text: str) -> float:
    """A width of win rates, as a share. Raises ValueError for what is none, or too narrow or wide (see WIN_RATES)."""
    value, _ = read_width(text)
    if not 0.001 <= value <= 0.5:
        raise ValueError(text)
    return value
