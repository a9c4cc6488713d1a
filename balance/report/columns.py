"""The columns of a frame as a chart needs them: numbers, places along an axis, bins."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl

MOST_PLACES = 200
"""Numbers along a chart that are farther apart than this stand side by side: with gaps nothing could be seen."""


MOST_BINS = 2000
"""Of a histogram: of more nobody sees one."""


def numbers(frame: pl.DataFrame, column: str) -> np.ndarray:
    """A column as floats, missing values as nan."""
    return frame[column].cast(pl.Float64).fill_null(math.nan).to_numpy()


def both_ends(frame: pl.DataFrame, many: int) -> pl.DataFrame:
    """The first and last so many rows; all where there are no more."""
    return frame if frame.height <= 2 * many else pl.concat([frame.head(many), frame.tail(many)])


def with_shares(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with the column share: of all ``games``."""
    return frame.with_columns((pl.col("games") / pl.col("games").sum()).alias("share"))


def categories(frame: pl.DataFrame, column: str) -> dict[Any, int]:
    """The categories of a column and their places, in the order in which they appear."""
    return {name: place for place, name in enumerate(frame[column].unique(maintain_order=True).to_list())}


def along(frame: pl.DataFrame, column: str) -> dict[Any, int]:
    """The same along a chart: whole numbers at their distance, so that what is missing between two leaves a gap."""
    known = frame[column].drop_nulls().unique().sort()
    if not known.dtype.is_integer() or known.len() < len(frame[column].unique()):
        return categories(frame, column)
    seen = known.to_list()
    step = math.gcd(*(after - before for before, after in pairwise(seen))) or 1
    every = range(seen[0], seen[-1] + 1, step)
    shown = every if len(every) <= MOST_PLACES else seen
    return {number: place for place, number in enumerate(shown)}


def spots(frame: pl.DataFrame, column: str, places: dict[Any, int]) -> np.ndarray:
    """The place of each row's category."""
    return np.array([places[name] for name in frame[column].to_list()], dtype=float)


def bins(xs: np.ndarray, heights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heights and edges of the steps: bins as wide as the closest two values, values that never came up at zero.

    Of whole numbers as wide as their common step: every number has a bin of its own, at its place.
    """
    xs, heights = xs[np.argsort(xs)], np.nan_to_num(heights[np.argsort(xs)])
    gaps = [gap for gap in np.diff(xs) if gap > 0] or [1.0]
    whole = all(float(x).is_integer() for x in xs)
    step = max(math.gcd(*map(int, gaps)) if whole else min(gaps), (xs[-1] - xs[0]) / MOST_BINS)
    places = np.rint((xs - xs[0]) / step).astype(int)
    full = np.zeros(places[-1] + 1)
    np.add.at(full, places, heights)
    return full, xs[0] + step * (np.arange(len(full) + 1) - 0.5)


def last_point(rows: pl.DataFrame, x: str, y: str) -> tuple[float, float]:
    """The last point of a line that has a value; the beginning of time where it has none."""
    xs, ys = numbers(rows, x), numbers(rows, y)
    known = np.flatnonzero(np.isfinite(ys))
    return (xs[known[-1]], ys[known[-1]]) if len(known) else (-math.inf, 0.0)
