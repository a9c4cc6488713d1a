"""Whether the chances of a replay can be believed, and which games are worth reading."""

from __future__ import annotations

import shlex
from functools import partial

import polars as pl

from balance.analysis.chances import MODEL_GAMES, calibration_error
from balance.analysis.results import Results
from balance.engine.errors import plain
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Paragraph, Section
from balance.report.phrases import between, first_with_turns, pct, points

WORTH = {
    "comeback": "biggest comeback",
    "closest": "closest finish",
    "typical": "most typical",
    "lopsided": "most lopsided",
}
SAID = 7
"""The tenth of the chance that the text speaks of: 70 to 80 %."""


def chances(results: Results) -> Section:
    """Reliability of the win-chance model, how low winners were, games worth reading."""
    blocks: list[Block] = []
    if results.chances is not None:
        blocks = [*_worth(results), *_lowest(results), *_reliability(results)]
    return Section(
        "chances",
        "Win chances and games worth reading",
        "After every turn a model gives each seat its chance to win, from the turn and the scores alone. A replay "
        "shows these chances.",
        blocks,
    )


def _worth(results: Results) -> list[Block]:
    frame = results.worth_reading
    if not frame.height:
        return []
    run = shlex.quote(plain(str(results.database.run.path)))
    rows = frame.with_columns(
        pl.col("word").replace_strict(WORTH, return_dtype=pl.String).alias("what"),
        pl.format("balance replay {} {}", pl.lit(run), "game_no").alias("command"),
    )
    return [
        DataTable(
            "worth-reading",
            "Games worth reading",
            rows,
            (
                ColumnView("what", "Game", "text", "Why it is worth reading."),
                ColumnView("command", "To read it", "text", "Type this in a terminal; it ends with the game's number."),
                ColumnView("chance", "Lowest chance", "percent", "The winner's chance to win when it was lowest."),
                ColumnView("turns", "Turns", "int", "Its length."),
                ColumnView("margin", "Margin", "int", "Best minus second best score."),
                ColumnView("lead_changes", "Lead changes", "int", "How often the sole lead passed to another seat."),
            ),
            f"Among {first_with_turns(results.plan, MODEL_GAMES)}, those won by one seat alone. Comeback: "
            "the winner's chance was lowest. Closest: smallest margin, then decided last. Typical: nearest to the "
            "medians of length, margin, lead changes and best score. Lopsided: largest margin, then decided first. "
            "Instead of the number, balance replay takes the words comeback, closest, typical and lopsided.",
        )
    ]


def _lowest(results: Results) -> list[Block]:
    frame = results.lowest_of_winners
    if not frame.height:
        return []
    named = frame.with_columns(
        (pl.col("games") / pl.col("games").sum()).alias("share"),
        pl.format("{} to {}", pl.col("tenth") * 10, pl.col("tenth") * 10 + 10).alias("chance"),
    )
    low = float(named.filter(pl.col("tenth") == 0)["share"].sum())
    return [
        Figure(
            "lowest-chance",
            "How low the winner's chance once was",
            partial(
                charts.bars,
                frame=named,
                x="chance",
                y="share",
                unit="percent",
                x_label="the winner's lowest chance, in %",
                y_label="share of games",
            ),
            f"Share of the games by the winner's lowest chance while they went on; below 10 %: {pct(low)}.",
            "Games that one seat won alone; the first turn after which there is a chance counts, too.",
        )
    ]


def _reliability(results: Results) -> list[Block]:
    frame = results.reliability
    if not frame.height:
        return []
    seen = frame.select(
        (pl.col("predicted") * 100).alias("said"),
        *("win_share", "win_share_low", "win_share_high"),
        pl.lit("what happened").alias("who"),
    )
    ends = {"said": [0.0, 100.0], "win_share": [0.0, 1.0], "win_share_low": [0.0, 1.0], "win_share_high": [0.0, 1.0]}
    right = pl.DataFrame(ends).with_columns(pl.lit("what the model says").alias("who"))
    return [
        Paragraph(_reliability_text(results)),
        Figure(
            "reliability",
            "When the model says 70 %, how many win?",
            partial(
                charts.lines,
                frame=pl.concat([seen, right]),
                x="said",
                y="win_share",
                by="who",
                low="win_share_low",
                high="win_share_high",
                unit="percent",
                x_label="chance given, in %",
                y_label="share of those seats that won",
            ),
            "Win share of seats by the chance the model gave them. " + _reliability_text(results),
            "The model is fitted on every other game and tested on those between. The band is the "
            "interval, clustered by game.",
        ),
        DataTable(
            "reliability-table",
            "Chances given and wins seen",
            frame.with_columns(pl.format("{} to {} %", pl.col("tenth") * 10, pl.col("tenth") * 10 + 10).alias("range")),
            (
                ColumnView("range", "Chance given", "text", "The range of the chances in this row."),
                ColumnView("predicted", "Mean chance", "percent", "The mean of the chances given."),
                ColumnView(
                    *("win_share", "Won", "percent", "Mean win share of the seats they were given to."),
                    low="win_share_low",
                    high="win_share_high",
                ),
                ColumnView("n", "Chances", "int", "How many chances of this size were given, to seats after turns."),
                ColumnView("games", "Games", "int", "In how many different games."),
            ),
        ),
    ]


def _reliability_text(results: Results) -> str:
    frame = results.reliability
    text = f"On average a chance is {points(calibration_error(frame))} off what happened."
    said = frame.filter(pl.col("tenth") == SAID)
    if said.height:
        row = said.row(0, named=True)
        interval = between(row["win_share_low"], row["win_share_high"])
        won = f"{pct(row['win_share'])} win ({interval})"
        text = f"When the model says {pct(row['predicted'])} (70 to 80 %), {won}. {text}"
    return text
