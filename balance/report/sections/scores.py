"""Final scores by style, and what they are made of."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Section
from balance.report.phrases import num, word


def scores(results: Results) -> Section:
    """Score distribution by style and its components."""
    frame = results["scores"].with_columns((pl.col("seats") / pl.col("seats").sum().over("agent")).alias("share"))
    styles = results.styles
    lines = [
        f"{row['agent']} {num(row['score'])}" for row in styles.sort("score", descending=True).iter_rows(named=True)
    ]
    parts = _components(results)
    blocks: list[Block] = [
        Figure(
            "score-distribution",
            "Final scores by style",
            partial(
                charts.histogram,
                frame=frame,
                x="score",
                y="share",
                by="agent",
                x_label="final score",
                y_label="share of seats",
            ),
            f"Distribution of the final score for each style. Mean scores: {', '.join(lines)}.",
            "Share of the style's seats that ended with this score.",
        ),
        Figure(
            "score-components",
            "Where the points come from, by style",
            partial(
                charts.stacked,
                frame=parts,
                x="agent",
                y="points",
                by="source",
                x_label="style",
                y_label="points per game",
            ),
            "Mean points per game by source, for each style, losses below zero. " + _component_text(parts),
            "Mean points per seat and game; the parts add up to the mean score.",
        ),
        DataTable(
            "component-table",
            "Points by source and style",
            parts,
            (
                ColumnView("agent", "Style", "text", "The play style."),
                ColumnView("source", "Source", "text", "What the points are for; losses are negative."),
                ColumnView("points", "Points", "number", "Mean points per seat and game."),
            ),
            filter_by="agent",
        ),
    ]
    if results.places.height:
        blocks.append(_places(results))
    return Section("scores", "Scores", "How high scores get, and what they are made of.", blocks)


def _places(results: Results) -> DataTable:
    named = pl.col("component").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String)
    there = (pl.col("winners") != 0) | (pl.col("last") != 0)
    code = pl.col("component").str.strip_prefix("pts_").str.replace_all("_", " ")
    alike = pl.when(pl.col("source").is_duplicated()).then(pl.format("{} ({})", "source", code)).otherwise("source")
    frame = results.places.filter(there).with_columns(named.alias("source")).with_columns(source=alike)
    frame = frame.sort("gap", descending=True)
    return DataTable(
        "places",
        "Where winners and the last get their points",
        frame,
        (
            ColumnView("source", "Source", "text", "What the points are for; losses are negative."),
            ColumnView(
                "winners", "Winners", "number", "Mean points of the winners.", low="winners_low", high="winners_high"
            ),
            ColumnView(
                "last", "Last", "number", "Mean points of the seats of the last rank.", low="last_low", high="last_high"
            ),
            ColumnView("gap", "Gap", "number", "Winners minus last, game by game.", low="gap_low", high="gap_high"),
        ),
        f"From the first {min(FIRST_GAMES, results.plan.games):,} games that have a winner and a loser. The source "
        "with the largest gap goes with winning most.",
    )


def _components(results: Results) -> pl.DataFrame:
    frame = results["components"].filter(pl.col("points").abs().max().over("component") > 0)
    order = results.styles["agent"].to_list()
    named = frame.with_columns(
        pl.col("component").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String).alias("source")
    )
    summed = named.group_by("agent", "source", maintain_order=True).agg(pl.col("points").sum())
    return summed.sort(
        pl.col("agent").replace_strict(order, range(len(order))),
        pl.col("points").mean().over("source"),
        descending=[False, True],
    )


def _component_text(parts: pl.DataFrame) -> str:
    whole = parts.group_by("source").agg(pl.col("points").mean()).sort("points", descending=True)
    return (
        "Averaged over styles: "
        + ", ".join(f"{row['source']} {num(row['points'])}" for row in whole.iter_rows(named=True))
        + "."
    )
