"""How often every length, margin and score comes up in A and in B, one laid over the other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import polars as pl

from balance.analysis.tally import ARMS
from balance.report import charts
from balance.report.page import HOW_LONG, Block, ColumnView, DataTable, PageChart, Section
from balance.report.phrases import num

MEASURES = {
    "turns": ("length-chart", "How long a game lasts", "turns", "games", "Length of a game, in turns."),
    "best_score": ("best-chart", "The best score of a game", "points", "games", "Best score of a game, in points."),
    "margin": (
        "margin-chart", "How close games are", "points", "games", "Best minus second best score of a game, in points.",
    ),
    "score": ("score-chart", "The score of a player", "points", "players", "Final score of a player, in points."),
}  # fmt: skip
"""Every measure: the id of its chart, title, unit, of what its shares are, and what it means."""
MOST_BARS = 60
"""Steps of a chart: of more values, neighbours are counted together."""
RARE = 0.0005
"""What lies beyond all but this share, at either end, in both arms is left out of a chart, or it would be a sliver."""
PARTS = (0.1, 0.5, 0.9)


def distributions_section(distributions: pl.DataFrame, labels: tuple[str, str]) -> Section:
    """The chapter. ``distributions``: (arm, measure, value, times); ``labels``: what A and B are."""
    blocks: list[Block] = [
        _chart(measure, rows, labels)
        for measure in MEASURES
        if (rows := distributions.filter(pl.col("measure") == measure))["value"].n_unique() > 1
    ]
    blocks.append(_numbers(distributions))
    intro = "Means may stay while games change. Each chart lays B over A: how often every number comes up."
    return Section("shape", "Lengths and scores", intro, blocks, HOW_LONG)


def quantile(rows: pl.DataFrame, part: float) -> int:
    """The least value that at least this share of the cases do not exceed. ``rows``: (value, times) by value."""
    times = rows["times"].to_numpy()
    return int(rows["value"][int(np.searchsorted(times.cumsum(), part * times.sum()))])


def mean(rows: pl.DataFrame) -> float:
    """The mean of the values, each as often as it came up."""
    return float((rows["value"] * rows["times"]).sum()) / float(rows["times"].sum())


def _chart(measure: str, rows: pl.DataFrame, labels: tuple[str, str]) -> PageChart:
    ident, title, unit, counted, means = MEASURES[measure]
    arms = [rows.filter(pl.col("arm") == arm) for arm in ARMS]
    there = [(label, arm) for label, arm in zip(labels, arms, strict=True) if arm.height]
    low, high = (_end(pick, [arm for _, arm in there], part) for pick, part in ((min, RARE), (max, 1 - RARE)))
    step = math.ceil((high - low + 1) / MOST_BARS)
    drawn = pl.concat(_steps(arm, low, high, step).with_columns(pl.lit(label).alias("arm")) for label, arm in there)
    cut = rows.filter(~pl.col("value").is_between(low, high)).height > 0
    averages = ", ".join(f"{label} {num(mean(arm))}" for label, arm in there)
    note = f"On average: {averages}. {means} Share of the {counted} of A and of B, in percent."
    if step > 1:
        note += f" Every step counts {step} neighbouring values together."
    if cut:
        note += " Rare values beyond both ends are left out of the picture."
    said = "; ".join(f"{label}: mean {num(mean(arm))}, median {quantile(arm, 0.5)}" for label, arm in there)
    draw = partial(
        charts.histogram, frame=drawn, x="value", y="share", by="arm", x_label=unit, y_label=f"share of {counted}"
    )
    return PageChart(ident, title, draw, f"Two distributions, one over the other. {said}.", note)


def _end(pick: Callable[[Iterator[int]], int], arms: list[pl.DataFrame], part: float) -> int:
    return pick(quantile(arm, part) for arm in arms)


def _steps(rows: pl.DataFrame, low: int, high: int, step: int) -> pl.DataFrame:
    """(value, share) in steps from ``low`` on; every step in the middle of its values."""
    everything = rows["times"].sum()
    step_of = (pl.col("value") - low) // step
    shares = rows.filter(pl.col("value").is_between(low, high)).group_by(step_of.alias("place")).agg(pl.sum("times"))
    every_step = pl.DataFrame({"place": range((high - low) // step + 1)}).join(shares, on="place", how="left")
    return every_step.sort("place").select(
        value=low + pl.col("place") * step + (step - 1) / 2, share=pl.col("times").fill_null(0) / everything
    )


def _numbers(distributions: pl.DataFrame) -> DataTable:
    rows = []
    for measure, (_, title, _, _, means) in MEASURES.items():
        row: dict[str, object] = {"title": title, "means": means}
        for arm in ARMS:
            values = distributions.filter((pl.col("measure") == measure) & (pl.col("arm") == arm)).sort("value")
            row[f"{arm} mean"] = mean(values) if values.height else None
            row[arm] = ", ".join(str(quantile(values, part)) for part in PARTS) if values.height else ""
        rows.append(row)
    middle = "A tenth lie at or below the first number, half at or below the second, nine tenths at or below the third."
    columns = [
        ColumnView("title", "Measure", "text", "What was counted; the ? says how.", help_from="means"),
        *(ColumnView(f"{arm} mean", f"{arm}: mean", "number", f"Mean in {arm}, in turns or points.") for arm in ARMS),
        *(ColumnView(arm, f"{arm}: 10, 50, 90 %", "text", f"In {arm}, in turns or points. {middle}") for arm in ARMS),
    ]
    return DataTable("spread", "Lengths and scores in numbers", pl.DataFrame(rows), columns)
