"""The axes of a chart: their room, their ticks, their names and the names of the groups.

Every chart is drawn twice, wide and narrow (see svg.py). What must differ is decided here, from the drawing's width.
"""

from __future__ import annotations

import itertools
import math
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.figure import Figure
from matplotlib.ticker import Formatter, MaxNLocator
from matplotlib.transforms import Transform

from balance.report.groups import Group
from balance.report.labels import POINTS, SHARES, in_lines, number_text, on_one_line, short_number, true_minus
from balance.report.svg import INK, MUTED

ROW = 0.22
"""Inches a row of text needs."""
LINE, GAP = 9.5, 3.5
"""Points from one line to the next, and from a name to the chart."""
SLANT = 40
"""Degrees by which names below a chart rise where they do not fit side by side."""
LETTER = 0.072
"""Inches a letter needs."""


# ---- room


def canvas(ax: Axes) -> Figure:
    """The drawing the axes are on."""
    return cast(Figure, ax.get_figure(root=True))


def narrow(ax: Axes) -> bool:
    """Whether this is the drawing for phones."""
    return canvas(ax).get_figwidth() < 5


def letters(ax: Axes, wide: int, on_phones: int) -> int:
    """How many letters a name may have."""
    return on_phones if narrow(ax) else wide


def _room_for_letters(ax: Axes) -> int:
    """How many letters fit side by side below the chart."""
    return int((canvas(ax).get_figwidth() - 0.6) / LETTER)


def fit_rows(ax: Axes, rows: int, spare: float = 0.75) -> None:
    """Make the drawing high enough for so many rows of text, but not so high that few rows drift apart."""
    height = max(canvas(ax).get_figheight(), rows * ROW + spare)
    canvas(ax).set_figheight(min(height, rows * 2 * ROW + spare))


def lie_down(ax: Axes, names: Iterable[Any], groups: int) -> bool:
    """Whether bars lie, because their names would not fit side by side. Numbers always stand: some may go unnamed."""
    if all(name is None or isinstance(name, int | float) for name in names):
        return False
    lengths = [len(on_one_line(name)) for name in names]
    if (max(lengths) + 2) * len(lengths) < _room_for_letters(ax):
        return False
    fit_rows(ax, len(lengths) * max(1, round(groups * 0.7)), spare=1)
    return True


def empty(ax: Axes, frame: pl.DataFrame) -> bool:
    """Whether there is nothing to draw; the chart then says so."""
    if len(frame):
        return False
    ax.set_axis_off()
    ax.text(0.5, 0.5, "No data", transform=ax.transAxes, ha="center", va="center", color=MUTED)
    return True


# ---- ticks


def value_axis(axis: Axis, unit: str) -> None:
    """Ticks of a measured number, with faint lines across the chart."""
    axis.grid(True)
    number_ticks(axis, unit, integers=False)


def number_ticks(axis: Axis, unit: str, integers: bool) -> None:
    """A few round ticks, written with as few decimals as tell them apart."""
    room = 4 if isinstance(axis, XAxis) and narrow(axis.axes) else 6
    axis.set_major_locator(MaxNLocator(room, integer=integers, steps=[1, 2, 5, 10], min_n_ticks=2))
    axis.set_major_formatter(_Numbers(unit))


class _Numbers(Formatter):
    """Ticks as number_text writes them, all with the same number of decimals."""

    def __init__(self, unit: str) -> None:
        self.unit, self.decimals = unit, 0

    def set_locs(self, locs: Any) -> None:
        super().set_locs(locs)
        self.decimals = _decimals(locs, self.unit)

    def __call__(self, x: float, pos: int | None = None) -> str:
        return number_text(x, self.unit, self.decimals)


def numbers_across(ax: Axes, values: pl.Series, name: str) -> None:
    """The x axis of a number that is not measured but given: a turn, a score."""
    number_ticks(ax.xaxis, "", integers=values.dtype.is_integer() or bool((values == values.round()).all()))
    ax.set_xlabel(name, parse_math=False)


def categories_along(ax: Axes, across: bool, names: Sequence[Any], name: str) -> None:
    """The axis of bars: one tick per bar, or every so many where there are too many numbers to write."""
    if across:
        _rows_down(ax, names, letters(ax, 30, 20))
        ax.set_ylim(len(names) - 0.45, -0.55)
        return
    texts = [on_one_line(text) for text in names]
    step = max(1, math.ceil((max(map(len, texts)) + 2) * len(texts) / _room_for_letters(ax)))
    places = range(0, len(texts), step)
    ax.set_xticks(places, [texts[place] for place in places], parse_math=False)
    ax.set_xlim(-0.5, len(texts) - 0.5)
    ax.tick_params("x", length=0)
    ax.set_xlabel(name, parse_math=False)


def cells_along(ax: Axes, columns: Sequence[Any], rows: Sequence[Any], across: str, down: str) -> None:
    """The axes of a grid: names of columns below, in lines, and slanted where they do not fit side by side."""
    wide = cell_width(ax, len(columns))
    below, slant = [in_lines(_name(name), int(wide / LETTER)) for name in columns], 0
    if any(len(line) > int(wide / LETTER) for lines in below for line in lines):
        below, slant = [_slanted(ax, _name(name), wide) for name in columns], SLANT
    _columns_below(ax, below, slant)
    depth = _depth(below, slant)
    _rows_down(ax, list(map(_name, rows)), _row_letters(ax), 1 + depth / 72)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(across, labelpad=GAP + depth, parse_math=False)
    ax.text(-0.012, 1.03, down, transform=ax.transAxes, ha="right", color=MUTED, parse_math=False)


def _slanted(ax: Axes, name: Any, wide: float) -> list[str]:
    """A slanted name in so many lines as do not meet those of the next column."""
    lines = in_lines(name, letters(ax, 20, 14))
    room = wide * 72 * math.sin(math.radians(SLANT))
    return lines if len(lines) * LINE <= room else [" ".join(lines)]


def _columns_below(ax: Axes, names: Sequence[Sequence[str]], slant: float) -> None:
    """The names of columns, centred below them or rising to them."""
    if _in_one_line(names) and not slant:
        ax.set_xticks(range(len(names)), [lines[0] for lines in names], parse_math=False)
        return
    ax.set_xticks(range(len(names)), [""] * len(names))
    side = "right" if slant else "center"
    for column, lines in enumerate(names):
        shift = (0, -GAP - len(lines) * LINE / 2)
        write(ax, lines, (column, 0), ax.get_xaxis_transform(), side, shift=shift, slant=slant)


def _depth(names: Sequence[Sequence[str]], slant: float) -> float:
    """How many points names below a chart reach down, of those that the axis does not know of."""
    if _in_one_line(names) and not slant:
        return 0
    rise = LETTER * 72 * math.sin(math.radians(slant))
    return max(len(lines) * LINE + max(map(len, lines)) * rise for lines in names)


def _in_one_line(names: Sequence[Sequence[str]]) -> bool:
    return all(len(lines) == 1 for lines in names)


def _rows_down(ax: Axes, names: Sequence[Any], room: int, spare: float = 1) -> None:
    """The names of rows at the left, long ones in lines; the drawing becomes high enough for these.

    ``spare``: inches for what is above and below the rows.
    """
    every = [in_lines(name, room) for name in names]
    ax.set_yticks(range(len(every)), [lines[0] if len(lines) == 1 else "" for lines in every], parse_math=False)
    most = max(map(len, every))
    if most > 1:
        high = ROW + (most - 1) * LINE / 72
        canvas(ax).set_figheight(max(canvas(ax).get_figheight(), len(every) * high + spare))
    for row, lines in enumerate(every):
        if len(lines) > 1:
            write(ax, lines, (0, row), ax.get_yaxis_transform(), "right", shift=(-GAP, 0))


def write(
    ax: Axes,
    lines: Sequence[str],
    at: tuple[float, float],
    of: Transform,
    side: str,
    *,
    shift: tuple[float, float] = (0, 0),
    slant: float = 0,
    colour: str = INK,
) -> None:
    """Lines of words around a place ``at`` in ``of``, a ``shift`` of points away from it, rising by ``slant`` degrees.

    Each line is a text of its own: only so do all end alike in the reader's font.
    """
    look: dict[str, Any] = {"ha": side, "va": "center_baseline", "color": colour, "parse_math": False}
    look |= {"rotation": slant, "rotation_mode": "anchor", "annotation_clip": False}
    down = math.sin(math.radians(slant)) * LINE, -math.cos(math.radians(slant)) * LINE
    for number, line in enumerate(lines):
        below = number - (len(lines) - 1) / 2
        place = shift[0] + below * down[0], shift[1] + below * down[1]
        ax.annotate(line, at, place, xycoords=of, textcoords="offset points", **look)


def _row_letters(ax: Axes) -> int:
    """How many letters of a grid's rows are written out."""
    return letters(ax, 26, 16)


def _name(name: Any) -> Any:
    """What stands at a row or a column, a number with a true minus sign."""
    return true_minus(str(name)) if isinstance(name, int | float) else name


def letter_share(ax: Axes) -> tuple[float, float]:
    """How wide and how high a letter is, as a share of the chart."""
    return LETTER / (canvas(ax).get_figwidth() - 0.6), 0.15 / (canvas(ax).get_figheight() - 0.8)


def bar_width(ax: Axes, across: bool, bars: int) -> float:
    """How much of its place a bar, or a group of bars, fills: less where there are few, or they would be slabs."""
    if across:
        return 0.64
    return min(0.76, 0.75 * bars / (canvas(ax).get_figwidth() - 0.6))


def cell_width(ax: Axes, columns: int) -> float:
    """Inches for a cell of a grid, about."""
    return (canvas(ax).get_figwidth() - _row_letters(ax) * LETTER) / columns


def _decimals(ticks: Iterable[float], unit: str) -> int:
    """The fewest decimals that tell neighbouring ticks apart."""
    scaled = np.unique(np.fromiter(ticks, dtype=float)) * (100 if unit in SHARES else 1)
    for decimals in range(5):
        if np.allclose(scaled, np.round(scaled, decimals), atol=10.0 ** -(decimals + 3)):
            return decimals
    return 5


# ---- names


def mark_rounds(ax: Axes, starts: Sequence[tuple[float, str]]) -> None:
    """Where parts of the game begin, along a chart by turn: an upright line, and the name where it has room."""
    starts = [(at, name) for at, name in starts if ax.get_xlim()[0] - 1 <= at <= ax.get_xlim()[1]]
    if len(starts) < 2:
        return
    left, right = ax.get_xlim()
    room = min(after - before for (before, _), (after, _) in itertools.pairwise([*starts, (right, "")]))
    room *= (canvas(ax).get_figwidth() - 0.6) / (right - left)
    for at, name in starts:
        if at > left:
            ax.axvline(at, color=MUTED, linewidth=0.5, zorder=0.9)
        label = name if len(name) * LETTER < room else name.split()[-1]
        text = ax.text(max(at, left), 0.995, f" {label}", transform=ax.get_xaxis_transform(), color=MUTED)
        text.set(va="top", parse_math=False)
    bottom, top = ax.get_ylim()
    ax.set_ylim(bottom, top + 0.09 * (top - bottom))


def measured(ax: Axes, name: str, unit: str, across: bool = False, reference: float | None = None) -> None:
    """Everything about the measured axis: ticks, a line to compare with, and its name.

    The name stands above the chart, where it is read first and takes no width, or below lying bars. It says what the
    line is, too; the sign of percent stands at the numbers, the word for a difference of shares in the name.
    """
    value_axis(ax.xaxis if across else ax.yaxis, unit)
    said = "points" if unit == POINTS else unit
    if unit not in ("", "percent") and said not in name:
        name = f"{name} ({said})"
    if reference is not None:
        (ax.axvline if across else ax.axhline)(reference, color=MUTED, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1.5)
    if reference:  # the line at 0 says itself what it is
        line = f"dotted line: {short_number(reference, unit)}"
        name = f"{name}; {line}" if len(name) + len(line) < _room_for_letters(ax) else f"{name};\n{line}"
    name = "\n".join(textwrap.fill(part, _room_for_letters(ax)) for part in name.split("\n"))
    if across:
        ax.set_xlabel(name, loc="left", parse_math=False)
    else:
        ax.set_title(name, parse_math=False)


def legend(ax: Axes, groups: Sequence[Group]) -> None:
    """The groups' names above the chart, in their order."""
    if len(groups) < 2:
        return
    handles, names = ax.get_legend_handles_labels()
    width = max(map(len, names)) * LETTER + 0.55
    columns = max(1, min(len(names), int((canvas(ax).get_figwidth() - 0.2) / width)))
    canvas(ax).set_figheight(canvas(ax).get_figheight() + 0.17 * (math.ceil(len(names) / columns) - 1))
    made = canvas(ax).legend(handles, names, loc="outside upper left", ncols=columns, columnspacing=1.4)
    for text in made.get_texts():
        text.set_parse_math(False)


def name_ends(ax: Axes, groups: Sequence[Group], ends: Sequence[tuple[float, float]]) -> None:
    """Each group's name at the right end of its line, moved apart where lines end close together.

    Where lines are many, end apart or have long names, a legend has more room.
    """
    together = len({end[0] for end in ends}) == 1
    if not together or len(groups) > 6 or max(len(group.name) for group in groups) > letters(ax, 20, 12):
        legend(ax, groups)
        return
    if len(groups) < 2:
        return
    bottom, top = ax.get_ylim()
    gap = (top - bottom) * 0.165 / (canvas(ax).get_figheight() - 0.8)
    for group, place in zip(groups, apart([end[1] for end in ends], gap, bottom, top), strict=True):
        name = ax.text(1.015, place, group.name, transform=ax.get_yaxis_transform())
        name.set(va="center_baseline", color=group.text_colour, parse_math=False)


def apart(places: Sequence[float], gap: float, bottom: float, top: float) -> np.ndarray:
    """The places, moved as little as keeps them ``gap`` apart and inside the axis, in the same order."""
    order = np.argsort(places, kind="stable")
    moved = np.asarray(places, dtype=float).copy()
    for before, after in itertools.pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    for after, before in itertools.pairwise(order[::-1]):
        moved[after] = min(moved[after], top if after == order[-1] else math.inf)
        moved[before] = min(moved[before], moved[after] - gap)
    return np.maximum(moved, bottom)


def values_at_right(ax: Axes, texts: Sequence[str]) -> None:
    """The numbers of a chart's rows in a column at its right edge."""
    for row, text in enumerate(texts):
        ax.text(1.02, row, text, transform=ax.get_yaxis_transform(), va="center_baseline", color=MUTED)
