"""The seats at the table: a check of the program, for nobody should win by where he sits."""

from __future__ import annotations

from typing import Any

import polars as pl

from balance.analysis.results import Results
from balance.analysis.stats import Z, joint_z
from balance.engine.game import First
from balance.report.phrases import between, pct

SEAT_GAP = 0.01
"""A seat is favoured when its win share is clearly farther than this from even: the whole interval, not its middle.

Where nobody goes first no seat can be, and one that merely differs from even would be a false alarm in one run of 20.
"""


def favoured_seat(results: Results) -> dict[str, Any] | None:
    """The seat that is clearly favoured, or the opposite; None where there is none.

    None as well where a game names nobody else as the first player: then the seat says who goes first.
    """
    worst, clear = _worst(results)
    return worst if clear and results.plan.game.first != First() else None


def seat_check(results: Results) -> str:
    """Whether the seats are equal, in a line."""
    worst, clear = _worst(results)
    interval = between(worst["win_share_low"], worst["win_share_high"])
    gap = f"player {worst['seat'] + 1} wins {pct(worst['win_share'])} ({interval}); {pct(results.even)} is even"
    said = "one seat is favoured" if clear else "no seat is clearly favoured"
    return f"A check of the program: {said}. Largest gap: {gap}."


def _worst(results: Results) -> tuple[dict[str, Any], bool]:
    """The seat that is farthest from even, with its ``gap``, and whether it clearly is, as one of so many seats."""
    even = results.even
    rows = results.seats.with_columns((pl.col("win_share") - even).alias("gap"))
    worst = rows.sort(pl.col("gap").abs(), descending=True).row(0, named=True)
    end = worst["win_share_low"] if worst["gap"] > 0 else worst["win_share_high"]
    error = abs(worst["win_share"] - end) * joint_z(rows.height) / Z
    return worst, abs(worst["gap"]) - error > SEAT_GAP
