"""The charts of a report: each function draws one frame on given Matplotlib axes.

``x``, ``y``, ``by``, ``low``, ``high`` ... name columns of the frame. ``unit`` is "percent" for shares (0.5 is shown as
"50 %"), POINTS for differences of shares (0.5 is shown as 50), otherwise a word to put behind the axis's name. Rows and
groups keep the order of the frame; whole numbers along the chart, such as turns, stand in their own order, and those
that are missing leave a gap.
Names may be anything a designer types: they are shortened, and no sign in them has a meaning.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from balance.report import axes
from balance.report.columns import along, bins, categories, last_point, numbers, spots
from balance.report.groups import Group, groups_of
from balance.report.labels import SHARES, number_text, words
from balance.report.named import band, quadrants, slopes, waterfall
from balance.report.svg import GROUPS, INK, MUTED, PAPER, RULE

Rounds = Sequence[tuple[int, str]]

__all__ = [
    "band",
    "bars",
    "forest",
    "grid",
    "histogram",
    "lines",
    "quadrants",
    "scatter",
    "slopes",
    "stacked",
    "waterfall",
]


def histogram(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    y: str,
    by: str | None = None,
    unit: str = "percent",
    *,
    x_label: str = "",
    y_label: str = "",
) -> None:
    """How often each number comes up: one row per value ``x`` (and group), with its share or count ``y``."""
    if axes.empty(ax, frame):
        return
    groups = groups_of(frame, by)
    for group in groups:
        _draw_steps(ax, group, *bins(numbers(group.rows, x), numbers(group.rows, y)), filled=len(groups) <= 2)
    ax.set_ylim(bottom=0)
    axes.numbers_across(ax, frame[x], x_label or words(x))
    axes.measured(ax, y_label or words(y), unit)
    axes.legend(ax, groups)


def lines(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    y: str,
    by: str | None = None,
    low: str | None = None,
    high: str | None = None,
    unit: str = "",
    *,
    reference: float | None = None,
    rounds: Rounds = (),
    x_label: str = "",
    y_label: str = "",
) -> None:
    """A line per group, with a band from ``low`` to ``high``; named at its end where the lines end together.

    ``rounds``: (first turn, name) of parts of the game, marked where ``x`` is a turn.
    """
    if axes.empty(ax, frame):
        return
    groups = groups_of(frame, by)
    for group in groups:
        _draw_line(ax, group, x, y, low, high)
    axes.numbers_across(ax, frame[x], x_label or words(x))
    axes.measured(ax, y_label or words(y), unit, reference=reference)
    axes.mark_rounds(ax, [(turn - 0.5, name) for turn, name in rounds])
    axes.name_ends(ax, groups, [last_point(group.rows, x, y) for group in groups])


def scatter(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    y: str,
    by: str | None = None,
    low: str | None = None,
    high: str | None = None,
    unit: str = "",
    *,
    x_label: str = "",
    y_label: str = "",
) -> None:
    """A point per row, with its interval upright; groups differ in colour and shape."""
    if axes.empty(ax, frame):
        return
    groups = groups_of(frame, by)
    for group in groups:
        xs = numbers(group.rows, x)
        if low and high:
            ends = numbers(group.rows, low), numbers(group.rows, high)
            ax.vlines(xs, *ends, color=group.colour, linewidth=0.9, alpha=0.55)
        look: dict[str, Any] = {"marker": group.marker, "color": group.colour, "label": group.name}
        ax.plot(xs, numbers(group.rows, y), linestyle="none", markersize=5, markeredgewidth=0, **look)
    axes.numbers_across(ax, frame[x], x_label or words(x))
    axes.measured(ax, y_label or words(y), unit)
    axes.legend(ax, groups)


def bars(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    y: str,
    low: str | None = None,
    high: str | None = None,
    by: str | None = None,
    unit: str = "",
    *,
    reference: float | None = None,
    rounds: Rounds = (),
    x_label: str = "",
    y_label: str = "",
) -> None:
    """A bar per category ``x`` (side by side per group), with its interval; lying down where names are long.

    ``rounds``: (first turn, name) of parts of the game, marked where ``x`` is a turn.
    """
    if axes.empty(ax, frame):
        return
    groups, places = groups_of(frame, by), along(frame, x)
    across = axes.lie_down(ax, places, len(groups))
    width = axes.bar_width(ax, across, len(places) * len(groups)) / len(groups)
    for group in groups:
        at = spots(group.rows, x, places) + (group.number - (len(groups) - 1) / 2) * width
        _draw_bars(ax, across, at, numbers(group.rows, y), 0, width * (0.92 if by else 0.85), group)
        if low and high:
            ends = numbers(group.rows, low), numbers(group.rows, high)
            (ax.hlines if across else ax.vlines)(at, *ends, color=INK, linewidth=1.3)
    axes.categories_along(ax, across, list(places), x_label or words(x))
    axes.measured(ax, y_label or words(y), unit, across, reference)
    axes.mark_rounds(ax, [(places[turn] - 0.5, name) for turn, name in rounds if turn in places])
    axes.legend(ax, groups)


def stacked(
    ax: Axes, frame: pl.DataFrame, x: str, y: str, by: str, unit: str = "", *, x_label: str = "", y_label: str = ""
) -> None:
    """A bar per category ``x`` made of the parts ``by``; negative parts lie below zero, a dash then marks the sum."""
    if axes.empty(ax, frame):
        return
    groups, places = groups_of(frame, by), along(frame, x)
    across = axes.lie_down(ax, places, 1)
    middles, width = np.arange(len(places)), axes.bar_width(ax, across, len(places))
    above, below = np.zeros(len(places)), np.zeros(len(places))
    for group in groups:
        part = np.zeros(len(places))
        np.add.at(part, spots(group.rows, x, places).astype(int), np.nan_to_num(numbers(group.rows, y)))
        _draw_bars(ax, across, middles, part, np.where(part < 0, below, above), width, group)
        above, below = above + np.maximum(part, 0), below + np.minimum(part, 0)
    if below.any():
        (ax.axvline if across else ax.axhline)(0, color=MUTED, linewidth=0.7)
        (ax.vlines if across else ax.hlines)(
            above + below, middles - width * 0.65, middles + width * 0.65, color=INK, linewidth=1.8
        )
    axes.categories_along(ax, across, list(places), x_label or words(x))
    axes.measured(ax, y_label or words(y), unit, across)
    axes.legend(ax, groups)


def forest(
    ax: Axes,
    frame: pl.DataFrame,
    label: str,
    value: str,
    low: str,
    high: str,
    reference: float | None = None,
    unit: str = "",
    *,
    band: float = 0.0,
    open_above: bool = False,
    sure: str = "",
    texts: str = "",
    signed: bool = False,
    x_label: str = "",
) -> None:
    """A point with its interval per row, first row on top; hollow and grey where the interval holds the reference.

    A grey ``band`` reaches from the reference as far as that to both sides, or below it as far as that and above it
    without end where it is ``open_above``. With a column ``sure`` those rows are
    hollow and grey where it is false. ``texts``: a column with what is written at the right, if not the values
    (``signed``: these are differences).
    """
    if axes.empty(ax, frame):
        return
    axes.fit_rows(ax, len(frame))
    if reference is not None and band:
        shade: dict[str, Any] = {"color": RULE, "alpha": 0.45, "linewidth": 0}
        above = 1.5 * max(band, np.nanmax(numbers(frame, high), initial=0.0)) if open_above else band
        ax.axvspan(reference - band, reference + above, **shade)
    values, lows, highs = (numbers(frame, column) for column in (value, low, high))
    certain = frame[sure].to_list() if sure else [True] * len(frame)
    sides = np.array(
        [
            _side(least, most, reference) if sure else MUTED
            for least, most, sure in zip(lows, highs, certain, strict=True)
        ]
    )
    for colour in dict.fromkeys(sides):
        rows = np.flatnonzero(sides == colour)
        ax.hlines(rows, lows[rows], highs[rows], color=colour, linewidth=1.7)
        face = PAPER if colour == MUTED else colour
        ax.plot(values[rows], rows, "o", color=colour, markersize=4.4, markerfacecolor=face)
    axes.categories_along(ax, True, frame[label].to_list(), "")
    axes.measured(ax, x_label or words(value), unit, True, reference)
    decimals = 1 if unit in SHARES else 2
    shown = frame[texts].to_list() if texts else [number_text(number, unit, decimals, signed) for number in values]
    axes.values_at_right(ax, shown)


def grid(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    y: str,
    value: str,
    unit: str = "",
    *,
    centre: float | None = None,
    signed: bool = False,
    x_label: str = "",
    y_label: str = "",
) -> None:
    """A heat map with its number in every cell. With a ``centre``, numbers below it have another colour than above.

    ``signed``: numbers are differences, written with their sign.
    """
    if axes.empty(ax, frame):
        return
    columns, rows = along(frame, x), categories(frame, y)
    axes.fit_rows(ax, len(rows), spare=1.1)
    values = numbers(frame, value)
    tint = _tint(values, centre)
    tight = axes.cell_width(ax, len(columns)) < 0.45
    decimals = 0 if unit in SHARES else 1 if tight else 2
    for column, row, number in zip(spots(frame, x, columns), spots(frame, y, rows), values, strict=True):
        if math.isfinite(number):
            colour, strength = tint(number)
            cell = Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=colour, alpha=strength, edgecolor="none")
            ax.add_patch(cell)
            text = number_text(number, unit, 0 if abs(number) >= 100 else decimals, signed)
            ax.text(column, row, text.removesuffix(" %") if tight else text, ha="center", va="center")
    ax.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    axes.cells_along(ax, list(columns), list(rows), x_label or words(x), y_label or words(y))


# ---- marks


def _draw_steps(ax: Axes, group: Group, heights: np.ndarray, edges: np.ndarray, filled: bool) -> None:
    """One group's distribution: steps for one or two groups, lines for more, because their steps would tangle."""
    look: dict[str, Any] = {"color": group.colour, "linewidth": 1.5, "linestyle": group.dash, "label": group.name}
    if filled:
        ax.stairs(heights, edges, fill=True, color=group.colour, alpha=0.18, linewidth=0)
        ax.stairs(heights, edges, **look)
    else:
        every = max(1, len(heights) // 10)
        middles = (edges[1:] + edges[:-1]) / 2
        ax.plot(middles, heights, marker=group.marker, markersize=4, markeredgewidth=0, markevery=every, **look)


def _draw_line(ax: Axes, group: Group, x: str, y: str, low: str | None, high: str | None) -> None:
    """One group's line with its band; markers now and then, so that it differs from the others."""
    xs = numbers(group.rows, x)
    if low and high:
        ends = numbers(group.rows, low), numbers(group.rows, high)
        ax.fill_between(xs, *ends, color=group.colour, alpha=0.16, linewidth=0)
    ax.plot(
        *(xs, numbers(group.rows, y)),
        color=group.colour,
        linewidth=1.6,
        linestyle=group.dash,
        marker=group.marker,
        markersize=4,
        markeredgewidth=0,
        markevery=max(1, len(xs) // 8),
        label=group.name,
    )


def _draw_bars(ax: Axes, across: bool, at: Any, lengths: np.ndarray, base: Any, width: float, group: Group) -> None:
    """One group's bars from ``base``, standing or lying."""
    look: dict[str, Any] = {"color": group.colour, "linewidth": 0, "label": group.name}
    look |= {"hatch": group.hatch, "hatchcolor": (PAPER, 0.6)}
    if across:
        ax.barh(at, lengths, width, left=base, **look)
    else:
        ax.bar(at, lengths, width, bottom=base, **look)


def _side(low: float, high: float, reference: float | None) -> str:
    """Blue above the reference, vermilion below, grey where the interval leaves it open."""
    if reference is None or low > reference:
        return GROUPS[0]
    return GROUPS[1] if high < reference else MUTED


def _tint(values: np.ndarray, centre: float | None) -> Callable[[float], tuple[str, float]]:
    """A number's colour and strength. Never so strong that the number written over it is hard to read."""
    known = values[np.isfinite(values)]
    if centre is None:
        least, most = known.min(initial=math.inf), known.max(initial=-math.inf)
        return lambda number: (GROUPS[0], round(0.06 + 0.44 * (number - least) / ((most - least) or 1), 2))
    largest = np.abs(known - centre).max(initial=0)
    return lambda number: (GROUPS[int(number < centre)], round(0.5 * abs(number - centre) / (largest or 1), 2))
