"""The charts of a report: each function draws one frame on given Matplotlib axes.

``x``, ``y``, ``by``, ``low``, ``high`` ... name columns of the frame. ``unit`` is "percent" for shares (0.5 is shown as
"50 %"), otherwise a word to put behind the axis's name ("points"). Rows and groups keep the order of the frame.
Names may be anything a designer types: they are shortened, and no sign in them has a meaning.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from balance.report.svg import GROUP_TEXTS, GROUPS, INK, MUTED, PAPER, RULE, svg_of

__all__ = ["bars", "forest", "grid", "histogram", "lines", "stacked", "svg_of"]

DASHES = ("-", (0, (5, 1.6)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (9, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "---", "++")
ROW = 0.215
"""Inches a row of text needs."""


@dataclass(frozen=True)
class Group:
    """One group of a chart and the look that tells it from the others, with and without colour."""

    name: str
    rows: pl.DataFrame
    number: int

    @property
    def colour(self) -> str:
        return GROUPS[self.number % len(GROUPS)]

    @property
    def text_colour(self) -> str:
        return GROUP_TEXTS[self.number % len(GROUP_TEXTS)]

    @property
    def dash(self) -> Any:
        return DASHES[self.number % len(DASHES)]

    @property
    def marker(self) -> str:
        return MARKERS[self.number % len(MARKERS)]

    @property
    def hatch(self) -> str:
        return HATCHES[self.number % len(HATCHES)]


# ---- charts


def histogram(
    ax: Axes, frame: pl.DataFrame, x: str, y: str, by: str | None = None, *, unit: str = "percent",
    x_label: str = "", y_label: str = "",
) -> None:  # fmt: skip
    """How often each number comes up: one row per value ``x`` (and group), with its count or share ``y``."""
    if _nothing(ax, frame):
        return
    groups = _groups(frame, by)
    for group in groups:
        heights, edges = _bins(_numbers(group.rows, x), _numbers(group.rows, y))
        if len(groups) <= 2:
            ax.stairs(heights, edges, fill=True, color=group.colour, alpha=0.18, linewidth=0)
        ax.stairs(
            heights, edges, color=group.colour, linewidth=1.5, linestyle=group.dash, baseline=None, label=group.name
        )
    ax.set_ylim(bottom=0)
    _number_axis(ax, frame[x], x_label or _words(x))
    _value_axis(ax.yaxis, unit)
    _name_values(ax, y_label or _words(y), unit)
    _legend(ax, groups)


def lines(
    ax: Axes, frame: pl.DataFrame, x: str, y: str, by: str | None = None, low: str | None = None,
    high: str | None = None, unit: str = "", *, reference: float | None = None, x_label: str = "", y_label: str = "",
) -> None:  # fmt: skip
    """A line per group, with a band from ``low`` to ``high``; named at its end where the lines end together."""
    if _nothing(ax, frame):
        return
    groups = _groups(frame, by)
    for group in groups:
        xs, ys = _numbers(group.rows, x), _numbers(group.rows, y)
        if low and high:
            band = _numbers(group.rows, low), _numbers(group.rows, high)
            ax.fill_between(xs, *band, color=group.colour, alpha=0.16, linewidth=0)
        ax.plot(
            xs, ys, color=group.colour, linewidth=1.6, linestyle=group.dash, label=group.name,
            marker=group.marker, markersize=3.6, markeredgewidth=0, markevery=max(1, len(xs) // 8),
        )  # fmt: skip
    _reference(ax.axhline, reference)
    _number_axis(ax, frame[x], x_label or _words(x))
    _value_axis(ax.yaxis, unit)
    _name_values(ax, y_label or _words(y), unit)
    ends = [_last(group.rows, x, y) for group in groups]
    if 1 < len(groups) <= 6 and len({end[0] for end in ends}) == 1 and math.isfinite(ends[0][0]):
        _name_lines(ax, groups, [end[1] for end in ends])
    else:
        _legend(ax, groups)


def bars(
    ax: Axes, frame: pl.DataFrame, x: str, y: str, low: str | None = None, high: str | None = None,
    by: str | None = None, unit: str = "", *, reference: float | None = None, x_label: str = "", y_label: str = "",
) -> None:  # fmt: skip
    """A bar per category ``x`` (side by side per group), with its interval; lying down where names are long."""
    if _nothing(ax, frame):
        return
    groups, names = _groups(frame, by), _categories(frame, x)
    across = _lie_down(ax, names, len(groups))
    width = 0.76 / len(groups)
    for group in groups:
        places = np.array([names[name] for name in group.rows[x].to_list()], dtype=float)
        places += (group.number - (len(groups) - 1) / 2) * width
        _draw_bars(ax, across, places, _numbers(group.rows, y), 0, width * 0.92, group, len(groups) > 1)
        if low and high:
            ends = _numbers(group.rows, low), _numbers(group.rows, high)
            (ax.hlines if across else ax.vlines)(places, *ends, color=INK, linewidth=1.1)
    _reference(ax.axvline if across else ax.axhline, reference)
    _category_axis(ax, across, list(names), x_label or _words(x))
    _value_axis(ax.xaxis if across else ax.yaxis, unit)
    _name_values(ax, y_label or _words(y), unit, across)
    _legend(ax, groups)


def stacked(
    ax: Axes, frame: pl.DataFrame, x: str, y: str, by: str, unit: str = "", *, x_label: str = "", y_label: str = ""
) -> None:
    """A bar per category ``x`` made of the parts ``by``; negative parts lie below zero, a dash marks the sum."""
    if _nothing(ax, frame):
        return
    groups, names = _groups(frame, by), _categories(frame, x)
    across = _lie_down(ax, names, 1)
    above, below = np.zeros(len(names)), np.zeros(len(names))
    for group in groups:
        part = np.zeros(len(names))
        np.add.at(part, [names[name] for name in group.rows[x].to_list()], np.nan_to_num(_numbers(group.rows, y)))
        base = np.where(part < 0, below, above)
        _draw_bars(ax, across, np.arange(len(names)), part, base, 0.7, group, True)
        above, below = above + np.maximum(part, 0), below + np.minimum(part, 0)
    if below.any():
        spread = np.arange(len(names)) - 0.42, np.arange(len(names)) + 0.42
        (ax.vlines if across else ax.hlines)(above + below, *spread, color=INK, linewidth=1.8)
        (ax.axvline if across else ax.axhline)(0, color=MUTED, linewidth=0.7)
    _category_axis(ax, across, list(names), x_label or _words(x))
    _value_axis(ax.xaxis if across else ax.yaxis, unit)
    _name_values(ax, y_label or _words(y), unit, across)
    _legend(ax, groups)


def forest(
    ax: Axes, frame: pl.DataFrame, label: str, value: str, low: str, high: str, reference: float | None = None,
    unit: str = "", *, x_label: str = "",
) -> None:  # fmt: skip
    """A point with its interval per row, first row on top. Filled: the interval leaves the reference out."""
    if _nothing(ax, frame):
        return
    _make_room(ax, len(frame))
    rows = np.arange(len(frame))
    values, lows, highs = (_numbers(frame, name) for name in (value, low, high))
    colours = [_side(least, most, reference) for least, most in zip(lows, highs, strict=True)]
    ax.hlines(rows, lows, highs, colors=colours, linewidth=1.7)
    for row, number, colour in zip(rows, values, colours, strict=True):
        ax.plot(number, row, "o", color=colour, markersize=5, markerfacecolor=PAPER if colour == MUTED else colour)
    _reference(ax.axvline, reference)
    ax.set_ylim(len(frame) - 0.4, -0.6)
    ax.set_yticks(rows, [_short(name, _letters(ax, 30, 15)) for name in frame[label].to_list()], parse_math=False)
    ax.spines["left"].set_visible(False)
    _value_axis(ax.xaxis, unit)
    ax.set_xlabel(_with_unit(x_label or _words(value), unit))
    _name_values_at_right(ax, values, unit)


def grid(
    ax: Axes, frame: pl.DataFrame, x: str, y: str, value: str, unit: str = "", *, centre: float | None = None,
    x_label: str = "", y_label: str = "",
) -> None:  # fmt: skip
    """A heat map with its number in every cell. With a ``centre``, numbers below it have another colour than above."""
    if _nothing(ax, frame):
        return
    columns, rows = _categories(frame, x), _categories(frame, y)
    _make_room(ax, len(rows), spare=1.1)
    values = _numbers(frame, value)
    tint = _tint(values, centre)
    small = _cell_width(ax, len(columns)) < 0.42
    for column, row, number in zip(frame[x].to_list(), frame[y].to_list(), values, strict=True):
        if not math.isfinite(number):
            continue
        colour, strength = tint(number)
        corner = columns[column] - 0.5, rows[row] - 0.5
        ax.add_patch(Rectangle(corner, 1, 1, facecolor=colour, alpha=strength, edgecolor="none"))
        text = _cell_number(number, unit, small)
        ax.text(columns[column], rows[row], text, ha="center", va="center", fontsize=7 if small else 8.2)
    ax.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    _grid_axes(ax, list(columns), list(rows))
    ax.set_xlabel(x_label or _words(x))
    ax.set_title(f"{y_label or _words(y)} \N{DOWNWARDS ARROW}", parse_math=False)


# ---- data


def _numbers(frame: pl.DataFrame, column: str) -> np.ndarray:
    """A column as floats, missing values as nan."""
    return frame[column].cast(pl.Float64).fill_null(math.nan).to_numpy()


def _groups(frame: pl.DataFrame, by: str | None) -> list[Group]:
    """The frame's groups in the order in which they appear."""
    if by is None:
        return [Group("", frame, 0)]
    names = frame[by].unique(maintain_order=True).to_list()
    return [Group(_short(name, 24), frame.filter(pl.col(by).eq_missing(name)), n) for n, name in enumerate(names)]


def _categories(frame: pl.DataFrame, column: str) -> dict[Any, int]:
    """The categories of a column and their places, in the order in which they appear."""
    return {name: place for place, name in enumerate(frame[column].unique(maintain_order=True).to_list())}


def _bins(xs: np.ndarray, ys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heights and edges of the steps: bins as wide as the closest two values, values that never came up at zero."""
    xs, places = np.unique(xs, return_inverse=True)
    heights = np.bincount(places, weights=np.nan_to_num(ys))
    step = np.diff(xs).min() if len(xs) > 1 else 1.0
    bins = np.rint((xs - xs[0]) / step).astype(int)
    if bins[-1] > 2000:
        middles = (xs[1:] + xs[:-1]) / 2
        return heights, np.array([xs[0] - step / 2, *middles, xs[-1] + step / 2])
    full = np.zeros(bins[-1] + 1)
    np.add.at(full, bins, heights)
    return full, xs[0] + step * (np.arange(bins[-1] + 2) - 0.5)


def _last(rows: pl.DataFrame, x: str, y: str) -> tuple[float, float]:
    """The last point of a line that has a value."""
    known = np.isfinite(_numbers(rows, y))
    if not known.any():
        return math.nan, math.nan
    return _numbers(rows, x)[known][-1], _numbers(rows, y)[known][-1]


def _tint(values: np.ndarray, centre: float | None):
    """A number's colour and strength. Never so strong that the number written over it is hard to read."""
    known = values[np.isfinite(values)]
    if centre is None:
        least, most = (known.min(), known.max()) if len(known) else (0, 1)
        return lambda number: (GROUPS[0], round(0.06 + 0.44 * (number - least) / ((most - least) or 1), 2))
    reach = np.abs(known - centre).max() if len(known) else 1
    return lambda number: (GROUPS[number < centre], round(0.5 * abs(number - centre) / (reach or 1), 2))


def _side(low: float, high: float, reference: float | None) -> str:
    """Blue above the reference, vermilion below, grey where the interval leaves it open."""
    if reference is None or low > reference:
        return GROUPS[0]
    return GROUPS[1] if high < reference else MUTED


# ---- words and numbers


def _words(column: str) -> str:
    """A column's name as words."""
    return column.replace("_", " ")


def _short(name: object, letters: int) -> str:
    """A name on one line, cut with an ellipsis where it is too long."""
    text = "(none)" if name is None else " ".join(str(name).split())
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


def _with_unit(name: str, unit: str) -> str:
    """An axis's name with its unit; percent signs stand at the numbers."""
    return name if unit in ("", "percent") or unit in name else f"{name} ({unit})"


def number_text(number: float, unit: str, decimals: int) -> str:
    """A number as people write it: 1,234 or 52.1 %, with a true minus sign."""
    if not math.isfinite(number):
        return "–"
    text = f"{number * 100 if unit == 'percent' else number:,.{decimals}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")
    return text.replace("-", "\N{MINUS SIGN}") + (" %" if unit == "percent" else "")


def _decimals(numbers: Sequence[float], unit: str) -> int:
    """The fewest decimals that tell neighbouring ticks apart."""
    gaps = np.diff(np.unique(np.asarray(numbers, dtype=float))) * (100 if unit == "percent" else 1)
    return max(0, -math.floor(math.log10(gaps.min()) + 1e-9)) if len(gaps) else 0


def _cell_number(number: float, unit: str, small: bool) -> str:
    """The number in a cell of a grid; in small cells without its sign of percent."""
    text = number_text(number, unit, 0 if unit == "percent" or abs(number) >= 100 else 2)
    return text.removesuffix(" %") if small else text
