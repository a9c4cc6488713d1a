"""Several runs of one game side by side: their figures in one table, and which of them clearly differ."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import polars as pl

from balance.analysis.results import Results
from balance.analysis.stats import mean_interval

SHAPE = {"figure": pl.String, "subject": pl.String, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
"""A run's figures: what is measured, of whom or what ("" of the game), and the number with its 95 % interval."""
SUMMARY = ("turns_mean", "turns_sd", "first_gain", "last_gain", "best_gain", "worst_gain", "best_score_mean",
           "margin_mean", "lead_changes_mean", "shared_share", "no_winner_share", "unfinished_share")  # fmt: skip
"""The figures that sum up a run, in the order in which they are shown."""


def headlines(results: Results) -> pl.DataFrame:
    """The figures of SUMMARY, in the columns of SHAPE; of the best and the worst style the subject names it."""
    games = results.shared_figures.filter(pl.col("figure").is_in(SUMMARY))
    rows = games.select(*SHAPE).rows()
    seats = seat_gains(results).rows()
    rows += [("first_gain", "", *seats[0][2:]), ("last_gain", "", *seats[-1][2:])]
    styles = style_gains(results).rows()
    if len(styles) > 1:
        rows += [("best_gain", *styles[0][1:]), ("worst_gain", *styles[-1][1:])]
    return pl.DataFrame(rows, SHAPE, orient="row")


def seat_gains(results: Results) -> pl.DataFrame:
    """Win share less an even share, of every seat ("seat 1" ...), in the columns of SHAPE."""
    seat = pl.lit("seat ") + (pl.col("seat") + 1).cast(pl.String)
    return _against_even(results.seats.with_columns(seat.alias("subject")), "seat_gain", results.even)


def style_gains(results: Results) -> pl.DataFrame:
    """Win share less an even share, of every play style, the best first, in the columns of SHAPE."""
    return _against_even(results.styles.rename({"agent": "subject"}), "style_gain", results.even)


def _against_even(frame: pl.DataFrame, figure: str, even: float) -> pl.DataFrame:
    """``frame`` has a subject and its win_share with the ends of the interval."""
    return frame.select(
        pl.lit(figure).alias("figure"),
        "subject",
        (pl.col("win_share") - even).alias("value"),
        (pl.col("win_share_low") - even).alias("low"),
        (pl.col("win_share_high") - even).alias("high"),
    )


def points_by_source(results: Results, named: Callable[[str], str]) -> pl.DataFrame:
    """Mean points per seat and game of every source, in the columns of SHAPE; ``named`` gives a component's source.

    Components of one source are added up, their errors as if they were independent.
    """
    sources: dict[str, tuple[float, float]] = {}
    known = results.shared_figures.filter(figure="component_mean").select("subject", "value", "se")
    for component, value, its_se in known.iter_rows():
        points, se = sources.get(named(component), (0.0, 0.0))
        sources[named(component)] = points + value, math.hypot(se, its_se)
    rows = [("points", name, points, *mean_interval(points, se)) for name, (points, se) in sources.items()]
    return pl.DataFrame(rows, SHAPE, orient="row")


def in_one_table(runs: dict[str, pl.DataFrame], by: str) -> pl.DataFrame:
    """Figures of several runs in one table, a row for every value of ``by`` (figure or subject).

    ``runs`` holds frames in the columns of SHAPE under the runs' labels. The columns are ``by``, then for every
    label L: L, "L low", "L high", "L subject", "L mark" (higher or lower where its interval lies beyond that of the
    first run, else ""), and "differs" (which runs clearly differ, in words).
    """
    order = pl.concat([frame.select(by) for frame in runs.values()]).unique(maintain_order=True)
    table = order
    for label, frame in runs.items():
        names = {"value": label, "low": f"{label} low", "high": f"{label} high", "subject": f"{label} subject"}
        shown = frame.select(pl.col(by).alias("key"), *(pl.col(old).alias(new) for old, new in names.items()))
        table = table.join(shown, left_on=by, right_on="key", how="left", maintain_order="left")
    first, labels = next(iter(runs)), list(runs)
    marks = [_mark(label, first).alias(f"{label} mark") for label in labels]
    verdicts = [verdict(row, labels) for row in table.iter_rows(named=True)]
    return table.with_columns(*marks, pl.Series("differs", verdicts, dtype=pl.String))


def _mark(label: str, first: str) -> pl.Expr:
    """A word where a run's interval does not touch that of the first run."""
    above, below = pl.col(f"{label} low") > pl.col(f"{first} high"), pl.col(f"{label} high") < pl.col(f"{first} low")
    return pl.when(above).then(pl.lit("higher")).when(below).then(pl.lit("lower")).otherwise(pl.lit(""))


def verdict(row: dict, labels: Sequence[str]) -> str:
    """Which runs' intervals do not overlap, in words.

    >>> row = {"a low": 1.0, "a high": 2.0, "b low": 3.0, "b high": 4.0}
    >>> verdict(row, ["a", "b"])
    'yes'
    """
    known = [label for label in labels if row.get(f"{label} low") is not None]
    pairs = list(combinations(known, 2))
    apart = [(a, b) for a, b in pairs if row[f"{a} high"] < row[f"{b} low"] or row[f"{b} high"] < row[f"{a} low"]]
    if not pairs:
        return "one run only"
    if not apart:
        return "no"
    if len(apart) == len(pairs):
        return "yes" if len(pairs) == 1 else "yes, all"
    for label in known:
        if apart == [pair for pair in pairs if label in pair]:
            return f"{label} from the others"
    if len(apart) <= 3:
        return "; ".join(f"{a} from {b}" for a, b in apart)
    return f"{len(apart)} of {len(pairs)} pairs"
