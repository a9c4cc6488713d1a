"""Charts that tell one thing each and write the names beside their marks: no legend to look up.

Each function draws one frame on given Matplotlib axes, as those of charts.py do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.text import Text

from balance.report import axes
from balance.report.columns import numbers
from balance.report.labels import in_lines, number_text, words
from balance.report.svg import GROUP_TEXTS, GROUPS, INK, MUTED

CORNERS = (
    "Sleepers: strong, passed over",
    "Stars: strong, wanted",
    "Duds: weak, passed over",
    "Traps: weak, wanted",
)
"""The quadrants above left, above right, below left and below right; on phones only what stands before the colon."""
UP, DOWN = 0, 1
"""Numbers of the colours for more and for less."""

Box = tuple[float, float, float, float]
"""Left, right, bottom and top, in shares of the chart."""


# ---- a band


def band(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    middle: str,
    inner: tuple[str, str],
    outer: tuple[str, str],
    unit: str = "",
    *,
    reference: float | None = None,
    rounds: Sequence[tuple[int, str]] = (),
    names: tuple[str, str] = ("half", "nine in ten"),
    x_label: str = "",
    y_label: str = "",
) -> None:
    """How something is spread along ``x``: a line for the middle one, a dark band for half, a light one for most.

    ``names``: what the two bands are called where they are widest.
    """
    if axes.empty(ax, frame):
        return
    xs = numbers(frame, x)
    for (low, high), strength in ((outer, 0.14), (inner, 0.3)):
        ax.fill_between(xs, numbers(frame, low), numbers(frame, high), color=GROUPS[0], alpha=strength, linewidth=0)
    ax.plot(xs, numbers(frame, middle), color=GROUPS[0], linewidth=2)
    axes.numbers_across(ax, frame[x], x_label or words(x))
    axes.measured(ax, y_label or words(middle), unit, reference=reference)
    axes.mark_rounds(ax, [(turn - 0.5, name) for turn, name in rounds])
    _name_bands(ax, xs, [numbers(frame, name) for name in (*outer, *inner)], names)


def _name_bands(ax: Axes, xs: np.ndarray, ends: Sequence[np.ndarray], names: tuple[str, str]) -> None:
    """The names of both bands, inside them at a place where they have room; below the chart's top and in its left."""
    low, _, inner_low, inner_high = ends
    first, last = len(xs) // 10, max(1, len(xs) * 2 // 3)
    for gap, middle, name in (
        (inner_low - low, (inner_low + low) / 2, names[1]),
        (inner_high - inner_low, (inner_high + inner_low * 2) / 3, names[0]),
    ):
        at = first + int(np.nanargmax(np.nan_to_num(gap[first:last], nan=-1))) if last > first else 0
        text = ax.text(xs[at], middle[at], name, color=INK, ha="center", va="center_baseline", parse_math=False)
        _keep_inside(ax, text, xs[at])


def _keep_inside(ax: Axes, text: Text, at: float) -> None:
    """Move words away from the edges of the chart."""
    left, right = ax.get_xlim()
    half_width = len(text.get_text()) * axes.letter_share(ax)[0] * (right - left) / 2
    text.set_x(min(max(at, left + half_width), right - half_width))


# ---- steps from a beginning to an end


def waterfall(ax: Axes, frame: pl.DataFrame, label: str, value: str, unit: str = "", *, x_label: str = "") -> None:
    """What is there at first (the first row), what each next row adds or takes away, and what is left at the end."""
    if axes.empty(ax, frame):
        return
    names, steps = frame[label].to_list(), np.nan_to_num(numbers(frame, value))
    ends = np.cumsum(steps)
    starts = np.concatenate([[0.0], ends[:-1]])
    names, starts, ends = [*names, "left at the end"], np.append(starts, 0), np.append(ends, ends[-1])
    axes.fit_rows(ax, len(names))
    totals = np.isin(np.arange(len(names)), (0, len(names) - 1))
    for rows, colour in (
        (totals, GROUPS[6]),
        (~totals & (ends >= starts), GROUPS[UP]),
        (~totals & (ends < starts), GROUPS[DOWN]),
    ):
        at = np.flatnonzero(rows)
        ax.barh(at, (ends - starts)[at], 0.64, left=starts[at], color=colour, linewidth=0)
    for row in range(len(names) - 1):
        ax.plot([ends[row]] * 2, [row - 0.32, row + 1.32], color=MUTED, linewidth=0.7)
    axes.categories_along(ax, True, names, "")
    axes.measured(ax, x_label or words(value), unit, True)
    texts = [number_text(step, unit, 1, signed=row > 0) for row, step in enumerate(steps)]
    axes.values_at_right(ax, [*texts, number_text(ends[-1], unit, 1)])


# ---- before and after


def slopes(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    y: str,
    low: str | None = None,
    high: str | None = None,
    unit: str = "",
    *,
    x_label: str = "",
    y_label: str = "",
) -> None:
    """What a change does: a line from the first row, how it is now, to every other row; names and numbers at its end.

    Blue goes up, vermilion goes down, grey does neither: the intervals of before and after overlap.
    """
    if axes.empty(ax, frame):
        return
    names, values = frame[x].to_list(), numbers(frame, y)
    lows, highs = (numbers(frame, end) if end else values for end in (low, high))
    after = [in_lines(name, axes.letters(ax, 30, 15)) for name in names[1:]]
    axes.fit_rows(ax, sum(map(len, after)) + 3)
    for row in range(1, len(names)):
        up = 0 if lows[row] > highs[0] else 1 if highs[row] < lows[0] else None
        colour = MUTED if up is None else GROUPS[up]
        ax.plot([0, 1], [values[0], values[row]], "-o", color=colour, linewidth=1.5, markersize=4, markeredgewidth=0)
        if low and high:
            ax.vlines(1, lows[row], highs[row], color=colour, linewidth=1.2)
    ax.plot([0], values[:1], "o", color=INK, markersize=5)
    ax.set_xlim(-0.02, 1.02)
    now = "\n".join(in_lines(names[0], axes.letters(ax, 45, 16)))
    ax.set_xticks([0, 1], [now, x_label or words(x)], parse_math=False)
    before, then = ax.get_xticklabels()
    before.set_horizontalalignment("left")
    then.set_horizontalalignment("right")
    axes.measured(ax, y_label or words(y), unit)
    _name_slopes(ax, after, values[1:], unit)


def _name_slopes(ax: Axes, names: Sequence[Sequence[str]], values: np.ndarray, unit: str) -> None:
    """Each change, in its lines, and its number at the right, apart from each other."""
    bottom, top = ax.get_ylim()
    row = (top - bottom) / (axes.canvas(ax).get_figheight() - 0.8)
    gap = row * (0.165 + (max(map(len, names), default=1) - 1) * axes.LINE / 72)
    for lines, value, place in zip(names, values, axes.apart(list(values), gap, bottom, top), strict=True):
        text, of = number_text(value, unit, 1), ax.get_yaxis_transform()
        ax.text(1.03, place, text, transform=of, va="center_baseline", parse_math=False)
        axes.write(ax, lines, (1.03, place), of, "left", shift=(len(text) * axes.LETTER * 72 + axes.GAP, 0))


# ---- a map


def quadrants(
    ax: Axes,
    frame: pl.DataFrame,
    x: str,
    y: str,
    label: str,
    *,
    x_label: str,
    y_label: str,
    corners: tuple[str, str, str, str] = CORNERS,
) -> None:
    """A point per row around (0, 0) in four named quadrants; those with a ``label`` stand out and are named.

    Blue diamonds lie above, vermilion squares below. Names are written from the outside in, beside, above or below
    their point, and left out where all of that would cover another name or a point that stands out.
    """
    if axes.empty(ax, frame):
        return
    xs, ys = numbers(frame, x), numbers(frame, y)
    plain = frame.filter(pl.col(label) == "")
    ax.plot(numbers(plain, x), numbers(plain, y), "o", color=MUTED, markersize=3.6, markeredgewidth=0, alpha=0.6)
    named = frame.filter(pl.col(label) != "").sort(pl.col(y).abs(), descending=True)
    for side, marker, rows in ((UP, "D", pl.col(y) > 0), (DOWN, "s", pl.col(y) <= 0)):
        some = named.filter(rows)
        look: dict[str, Any] = {"color": GROUPS[side], "markersize": 5, "markeredgewidth": 0}
        ax.plot(numbers(some, x), numbers(some, y), marker, **look)
    for axis, values in ((ax.set_xlim, xs), (ax.set_ylim, ys)):
        low, high = min(0.0, float(np.nanmin(values))), max(0.0, float(np.nanmax(values)))
        spare = 0.12 * ((high - low) or 1)
        axis(low - spare, high + spare)
    axes.numbers_across(ax, frame[x], x_label)
    axes.measured(ax, y_label, "", reference=0.0)
    ax.axvline(0, color=MUTED, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1.5)
    room = _Room(ax)
    for name, across, up in zip(corners, (0, 1, 0, 1), (1, 1, 0, 0), strict=True):
        _corner(ax, room, name.partition(":")[0] if axes.narrow(ax) else name, across, up)
    for row in named.iter_rows(named=True):
        room.keep(row[x], row[y])
    for row in named.iter_rows(named=True):
        _name_point(ax, room, row[label], row[x], row[y])


class _Room:
    """What is covered already."""

    def __init__(self, ax: Axes) -> None:
        self.wide, self.high = axes.letter_share(ax)
        self.xlim, self.ylim = ax.get_xlim(), ax.get_ylim()
        self.taken: list[Box] = []

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point as shares of the chart."""
        (left, right), (bottom, top) = self.xlim, self.ylim
        return (x - left) / (right - left), (y - bottom) / (top - bottom)

    def keep(self, x: float, y: float) -> None:
        """No name may cover this point."""
        across, up = self.place(x, y)
        self.taken.append((across - self.wide / 2, across + self.wide / 2, up - self.high / 4, up + self.high / 4))

    def free(self, box: Box) -> bool:
        left, right, bottom, top = box
        if left < 0 or right > 1 or bottom < 0 or top > 1:
            return False
        return not any(left < b and a < right and bottom < d and c < top for a, b, c, d in self.taken)


def _corner(ax: Axes, room: _Room, name: str, across: int, up: int) -> None:
    """A quadrant's name in its corner."""
    length = len(name) * room.wide
    room.taken.append(
        (across * (1 - length), across * (1 - length) + length, up * (1 - room.high), up + (1 - up) * room.high)
    )
    text = ax.text(across, up, name, transform=ax.transAxes, color=MUTED, style="italic", parse_math=False)
    text.set(ha="right" if across else "left", va="top" if up else "bottom")


def _name_point(ax: Axes, room: _Room, name: str, x: float, y: float) -> None:
    """A point's name where it covers nothing, in full: right or left of it, above or below; nowhere without room."""
    in_one, in_several = in_lines(name, axes.letters(ax, 40, 24)), in_lines(name, axes.letters(ax, 20, 12))
    for lines in (in_one, in_several) if len(in_one) < len(in_several) else (in_several,):
        for side, box in _around(room, *room.place(x, y), lines):
            if room.free(box):
                room.taken.append(box)
                at = box[side == "right"], (box[2] + box[3]) / 2
                axes.write(ax, lines, at, ax.transAxes, side, colour=GROUP_TEXTS[UP if y > 0 else DOWN])
                return


def _around(room: _Room, across: float, up: float, lines: Sequence[str]) -> Iterator[tuple[str, Box]]:
    """Where a name of these lines may stand by its point, the best place first: at which side it ends, and its box."""
    length, half_height = max(map(len, lines)) * room.wide, room.high * len(lines) / 2
    dx, dy = 0.85 * room.wide, half_height + 0.35 * room.high
    for side, left, shift in (
        ("left", across + dx, 0.0), ("right", across - dx - length, 0.0),
        ("left", across - dx, dy), ("left", across - dx, -dy),
        ("right", across + dx - length, dy), ("right", across + dx - length, -dy),
    ):  # fmt: skip
        yield side, (left, left + length, up + shift - half_height, up + shift + half_height)
