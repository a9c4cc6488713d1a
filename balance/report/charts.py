"""The charts of a report: each function draws one frame on given Matplotlib axes.

``x``, ``y``, ``by``, ``low``, ``high`` ... name columns of the frame. ``unit`` is "percent" for shares (0.5 is shown as
"50 %"), POINTS for differences of shares (0.5 is shown as 50), otherwise a word to put behind the axis's name. Rows and
groups keep the order of the frame; whole numbers along the chart, such as turns, stand in their own order, and those
that are missing leave a gap.
Names may be anything a designer types: they are shortened, and no sign in them has a meaning.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from balance.report import axes
from balance.report.groups import Group, groups_of
from balance.report.labels import SHARES, number_text, words
from balance.report.svg import GROUP_TEXTS, GROUPS, INK, MUTED, PAPER, RULE, svg_of

MOST_PLACES = 200
"""Numbers along a chart that are farther apart than this stand side by side: with gaps nothing could be seen."""

__all__ = ["bars", "forest", "grid", "histogram", "lines", "scatter", "stacked", "svg_of"]


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
        _draw_steps(ax, group, *_bins(_numbers(group.rows, x), _numbers(group.rows, y)), filled=len(groups) <= 2)
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
    x_label: str = "",
    y_label: str = "",
) -> None:
    """A line per group, with a band from ``low`` to ``high``; named at its end where the lines end together."""
    if axes.empty(ax, frame):
        return
    groups = groups_of(frame, by)
    for group in groups:
        _draw_line(ax, group, x, y, low, high)
    axes.numbers_across(ax, frame[x], x_label or words(x))
    axes.measured(ax, y_label or words(y), unit, reference=reference)
    axes.name_ends(ax, groups, [_last_point(group.rows, x, y) for group in groups])


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
        xs = _numbers(group.rows, x)
        if low and high:
            ends = _numbers(group.rows, low), _numbers(group.rows, high)
            ax.vlines(xs, *ends, color=group.colour, linewidth=0.9, alpha=0.55)
        look: dict[str, Any] = {"marker": group.marker, "color": group.colour, "label": group.name}
        ax.plot(xs, _numbers(group.rows, y), linestyle="none", markersize=5, markeredgewidth=0, **look)
    axes.numbers_across(ax, frame[x], x_label or words(x))
    axes.measured(ax, y_label or words(y), unit)
    axes.legend(ax, groups)


def quadrants(ax: Axes, frame: pl.DataFrame, x: str, y: str, label: str, *, x_label: str, y_label: str) -> None:
    """A point per row around (0, 0); those with a ``label`` stand out: blue above, vermilion below.

    They are named from the outside in, as long as names have room.
    """
    if axes.empty(ax, frame):
        return
    axes.numbers_across(ax, frame[x], x_label)
    axes.measured(ax, y_label, "", reference=0.0)
    ax.axvline(0, color=MUTED, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1.5)
    plain = frame.filter(pl.col(label) == "")
    ax.plot(_numbers(plain, x), _numbers(plain, y), "o", color=MUTED, markersize=3.6, markeredgewidth=0, alpha=0.6)
    named = frame.filter(pl.col(label) != "")
    right = _numbers(frame, x).max() / 2
    taken: list[tuple[float, float, float]] = []
    wide, high = axes.letter_share(ax)
    reach, height = np.ptp(_numbers(frame, x)) or 1, np.ptp(_numbers(frame, y)) or 1
    for row in named.sort(pl.col(y).abs(), descending=True).iter_rows(named=True):
        colour, text = (GROUPS[0], GROUP_TEXTS[0]) if row[y] > 0 else (GROUPS[1], GROUP_TEXTS[1])
        ax.plot(row[x], row[y], "D" if row[y] > 0 else "s", color=colour, markersize=5, markeredgewidth=0)
        side = -1 if row[x] > right else 1
        length = (len(row[label]) + 3) * wide * reach
        low, up = (row[x], row[x] + length) if side > 0 else (row[x] - length, row[x])
        if any(low < b and a < up and abs(row[y] - at) < high * height for a, b, at in taken):
            continue
        taken.append((low, up, row[y]))
        ax.annotate(
            row[label], (row[x], row[y]), (6 * side, 0), textcoords="offset points", color=text,
            ha="right" if side < 0 else "left", va="center_baseline", parse_math=False,
        )  # fmt: skip


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
    x_label: str = "",
    y_label: str = "",
) -> None:
    """A bar per category ``x`` (side by side per group), with its interval; lying down where names are long."""
    if axes.empty(ax, frame):
        return
    groups, places = groups_of(frame, by), _places_along(frame, x)
    across = axes.lie_down(ax, places, len(groups))
    width = axes.bar_width(ax, across, len(places) * len(groups)) / len(groups)
    for group in groups:
        at = _at(group.rows, x, places) + (group.number - (len(groups) - 1) / 2) * width
        _draw_bars(ax, across, at, _numbers(group.rows, y), 0, width * (0.92 if by else 0.85), group)
        if low and high:
            ends = _numbers(group.rows, low), _numbers(group.rows, high)
            (ax.hlines if across else ax.vlines)(at, *ends, color=INK, linewidth=1.3)
    axes.categories_along(ax, across, list(places), x_label or words(x))
    axes.measured(ax, y_label or words(y), unit, across, reference)
    axes.legend(ax, groups)


def stacked(
    ax: Axes, frame: pl.DataFrame, x: str, y: str, by: str, unit: str = "", *, x_label: str = "", y_label: str = ""
) -> None:
    """A bar per category ``x`` made of the parts ``by``; negative parts lie below zero, a dash then marks the sum."""
    if axes.empty(ax, frame):
        return
    groups, places = groups_of(frame, by), _places_along(frame, x)
    across = axes.lie_down(ax, places, 1)
    middles, width = np.arange(len(places)), axes.bar_width(ax, across, len(places))
    above, below = np.zeros(len(places)), np.zeros(len(places))
    for group in groups:
        part = np.zeros(len(places))
        np.add.at(part, _at(group.rows, x, places).astype(int), np.nan_to_num(_numbers(group.rows, y)))
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
    sure: str = "",
    texts: str = "",
    x_label: str = "",
) -> None:
    """A point with its interval per row, first row on top; hollow and grey where the interval holds the reference.

    A grey ``band`` reaches from the reference as far as that to both sides. With a column ``sure`` those rows are
    hollow and grey where it is false. ``texts``: a column with what is written at the right, if not the values.
    """
    if axes.empty(ax, frame):
        return
    axes.fit_rows(ax, len(frame))
    if reference is not None and band:
        ax.axvspan(reference - band, reference + band, color=RULE, alpha=0.45, linewidth=0)
    values, lows, highs = (_numbers(frame, column) for column in (value, low, high))
    told = frame[sure].to_list() if sure else [True] * len(frame)
    for row, (number, least, most) in enumerate(zip(values, lows, highs, strict=True)):
        colour = _side(least, most, reference) if told[row] else MUTED
        ax.hlines(row, least, most, color=colour, linewidth=1.7)
        ax.plot(number, row, "o", color=colour, markersize=4.4, markerfacecolor=PAPER if colour == MUTED else colour)
    axes.categories_along(ax, True, frame[label].to_list(), "")
    axes.measured(ax, x_label or words(value), unit, True, reference)
    decimals = 1 if unit in SHARES else 2
    shown = frame[texts].to_list() if texts else [number_text(number, unit, decimals) for number in values]
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
    x_label: str = "",
    y_label: str = "",
) -> None:
    """A heat map with its number in every cell. With a ``centre``, numbers below it have another colour than above."""
    if axes.empty(ax, frame):
        return
    columns, rows = _places_along(frame, x), _places(frame, y)
    axes.fit_rows(ax, len(rows), spare=1.1)
    values = _numbers(frame, value)
    tint = _tint(values, centre)
    tight = axes.cell_width(ax, len(columns)) < 0.45
    decimals = 0 if unit in SHARES else 1 if tight else 2
    for column, row, number in zip(_at(frame, x, columns), _at(frame, y, rows), values, strict=True):
        if math.isfinite(number):
            colour, strength = tint(number)
            cell = Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=colour, alpha=strength, edgecolor="none")
            ax.add_patch(cell)
            text = number_text(number, unit, 0 if abs(number) >= 100 else decimals)
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
    """One group's line with its band; markers now and then, so that it can be told from the others."""
    xs = _numbers(group.rows, x)
    if low and high:
        ends = _numbers(group.rows, low), _numbers(group.rows, high)
        ax.fill_between(xs, *ends, color=group.colour, alpha=0.16, linewidth=0)
    ax.plot(
        *(xs, _numbers(group.rows, y)),
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
    reach = np.abs(known - centre).max(initial=0)
    return lambda number: (GROUPS[int(number < centre)], round(0.5 * abs(number - centre) / (reach or 1), 2))


# ---- data


def _numbers(frame: pl.DataFrame, column: str) -> np.ndarray:
    """A column as floats, missing values as nan."""
    return frame[column].cast(pl.Float64).fill_null(math.nan).to_numpy()


def _places(frame: pl.DataFrame, column: str) -> dict[Any, int]:
    """The categories of a column and their places, in the order in which they appear."""
    return {name: place for place, name in enumerate(frame[column].unique(maintain_order=True).to_list())}


def _places_along(frame: pl.DataFrame, column: str) -> dict[Any, int]:
    """The same along a chart: whole numbers at their distance, so that what is missing between two leaves a gap."""
    known = frame[column].drop_nulls().unique().sort()
    if not known.dtype.is_integer() or known.len() < len(frame[column].unique()):
        return _places(frame, column)
    numbers = known.to_list()
    step = math.gcd(*(after - before for before, after in pairwise(numbers))) or 1
    every = range(numbers[0], numbers[-1] + 1, step)
    shown = every if len(every) <= MOST_PLACES else numbers
    return {number: place for place, number in enumerate(shown)}


def _at(frame: pl.DataFrame, column: str, places: dict[Any, int]) -> np.ndarray:
    """The place of each row's category."""
    return np.array([places[name] for name in frame[column].to_list()], dtype=float)


def _bins(xs: np.ndarray, heights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heights and edges of the steps: bins as wide as the closest two values, values that never came up at zero."""
    xs, heights = xs[np.argsort(xs)], np.nan_to_num(heights[np.argsort(xs)])
    step = max(min((gap for gap in np.diff(xs) if gap > 0), default=1.0), (xs[-1] - xs[0]) / 2000)
    places = np.rint((xs - xs[0]) / step).astype(int)
    full = np.zeros(places[-1] + 1)
    np.add.at(full, places, heights)
    return full, xs[0] + step * (np.arange(len(full) + 1) - 0.5)


def _last_point(rows: pl.DataFrame, x: str, y: str) -> tuple[float, float]:
    """The last point of a line that has a value; the beginning of time where it has none."""
    xs, ys = _numbers(rows, x), _numbers(rows, y)
    known = np.flatnonzero(np.isfinite(ys))
    return (xs[known[-1]], ys[known[-1]]) if len(known) else (-math.inf, 0.0)
