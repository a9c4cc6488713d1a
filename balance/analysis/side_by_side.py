"""Several runs of one game side by side: their figures in one table, and which of them surely differ."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import polars as pl

from balance.analysis.results import Results, figure_interval
from balance.analysis.stats import mean_interval, share_interval

SHAPE = {"figure": pl.String, "subject": pl.String, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
"""A run's figures: what is measured, of whom or what ("" of the game), and the number with its 95 % interval."""
FROM_GAMES = (
    *("turns_mean", "turns_sd", "shared_share", "no_winner_share"),
    *("best_score_mean", "margin_mean", "lead_changes_mean"),
)


def headlines(results: Results, unfinished: Sequence[str]) -> pl.DataFrame:
    """The figures that sum up a run, in the columns of SHAPE.

    Those of FROM_GAMES in turns, points, changes or shares of the games; first_lift and last_lift of the first
    and the last seat; best_lift and worst_lift of the play styles (the subject names the style);
    unfinished_share, the share of the games whose end reason is in ``unfinished``.
    """
    games = results["figures"].filter(pl.col("figure").is_in(FROM_GAMES))
    total = float(results["ends"]["games"].sum())
    stuck = float(results["ends"].filter(pl.col("end_reason").is_in(unfinished))["games"].sum()) / total
    rows = [(row["figure"], "", row["value"], *figure_interval(**row)) for row in games.iter_rows(named=True)]
    rows.append(("unfinished_share", "", stuck, *share_interval(stuck, 0.0, total)))
    seats = seat_lifts(results).rows()
    rows += [("first_lift", "", *seats[0][2:]), ("last_lift", "", *seats[-1][2:])]
    styles = style_lifts(results).rows()
    if len(styles) > 1:
        rows += [("best_lift", *styles[0][1:]), ("worst_lift", *styles[-1][1:])]
    return pl.DataFrame(rows, SHAPE, orient="row")


def seat_lifts(results: Results) -> pl.DataFrame:
    """Win share x seats of every seat ("seat 1" ...), in the columns of SHAPE."""
    players = results.plan.players
    return results.seats.select(
        pl.lit("seat_lift").alias("figure"),
        (pl.lit("seat ") + (pl.col("seat") + 1).cast(pl.String)).alias("subject"),
        (pl.col("win_share") * players).alias("value"),
        (pl.col("win_share_low") * players).alias("low"),
        (pl.col("win_share_high") * players).alias("high"),
    )


def style_lifts(results: Results) -> pl.DataFrame:
    """Win share x seats of every play style, the best first, in the columns of SHAPE."""
    names = {"agent": "subject", "lift": "value", "lift_low": "low", "lift_high": "high"}
    frame = results.styles.rename(names).with_columns(pl.lit("style_lift").alias("figure"))
    return frame.select(list(SHAPE))


def points_by_source(results: Results, named: Callable[[str], str]) -> pl.DataFrame:
    """Mean points per seat and game of every source, in the columns of SHAPE; ``named`` gives a component's source.

    Components of one source are added up, their errors as if they were independent.
    """
    sources: dict[str, tuple[float, float]] = {}
    for row in results.components.iter_rows(named=True):
        points, se = sources.get(named(row["component"]), (0.0, 0.0))
        sources[named(row["component"])] = points + row["points"], math.hypot(se, row["se"])
    rows = [("points", name, points, *mean_interval(points, se)) for name, (points, se) in sources.items()]
    return pl.DataFrame(rows, SHAPE, orient="row")


def beside(runs: dict[str, pl.DataFrame], by: str) -> pl.DataFrame:
    """Figures of several runs in one table, a row for every value of ``by`` (figure or subject).

    ``runs`` holds frames in the columns of SHAPE under the runs' labels. The columns are ``by``, then for every
    label L: L, "L low", "L high", "L subject", "L mark" (higher or lower where its interval lies beyond that of the
    first run, else ""), and "surely" (which runs differ, in words).
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
    return table.with_columns(*marks, pl.Series("surely", verdicts, dtype=pl.String))


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
