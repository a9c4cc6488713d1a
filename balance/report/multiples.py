"""Small charts side by side, one for each figure: how it went from version to version."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from balance.report import axes
from balance.report.svg import GROUPS, INK, MUTED

PANEL = 1.55
"""Inches a small chart is high."""
TICKS = 4


@dataclass(frozen=True)
class Panel:
    """One small chart: a number for each of several places, its interval, and whether it moved there.

    A place without a number is a gap in the line.
    """

    title: str
    values: Sequence[float | None]
    lows: Sequence[float | None]
    highs: Sequence[float | None]
    moved: Sequence[bool]
    unit: str = ""
    """percent: shares; POINTS: differences of shares, as the title says; else nothing."""


def small_lines(ax: Axes, panels: Sequence[Panel], across: str) -> None:
    """Draw the panels instead of ``ax``: three side by side, on phones one below the other; ``across`` names x."""
    canvas, narrow = axes.canvas(ax), axes.narrow(ax)
    ax.remove()
    columns = 1 if narrow else min(3, max(2, len(panels)))
    rows = math.ceil(len(panels) / columns)
    canvas.set_figheight(rows * PANEL + 0.2)
    letters = int((canvas.get_figwidth() / columns - 0.2) / axes.LETTER)
    for place, panel in enumerate(panels):
        part = canvas.add_subplot(rows, columns, place + 1)
        _draw(part, panel)
        part.set_title("\n".join(textwrap.wrap(panel.title, letters)[:3]), parse_math=False, color=INK)
        if place >= len(panels) - columns:
            part.set_xlabel(across, parse_math=False)


def _draw(ax: Axes, panel: Panel) -> None:
    xs = np.arange(1, len(panel.values) + 1)
    values, lows, highs = (
        np.array([math.nan if number is None else number for number in numbers])
        for numbers in (panel.values, panel.lows, panel.highs)
    )
    moved = np.array(panel.moved, bool)
    ax.plot(xs, values, color=MUTED, linewidth=1)
    for which, colour, marker, size in ((~moved, GROUPS[0], "o", 3.4), (moved, GROUPS[1], "D", 5)):
        ax.vlines(xs[which], lows[which], highs[which], color=colour, linewidth=1.2)
        ax.plot(xs[which], values[which], marker, color=colour, markersize=size, markeredgewidth=0)
    ax.set_xlim(0.5, len(xs) + 0.5)
    axes.number_ticks(ax.xaxis, "", integers=True)
    axes.value_axis(ax.yaxis, panel.unit)
    for axis, integer in ((ax.xaxis, True), (ax.yaxis, False)):
        axis.set_major_locator(MaxNLocator(TICKS, integer=integer, steps=[1, 2, 5, 10], min_n_ticks=2))
