"""How scores grow from turn to turn, and how many turns change nothing."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.analysis.stats import weighted_quantile
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Paragraph, Section
from balance.report.phrases import first_with_turns, num, pct

QUANTILES = ((0.05, "low"), (0.5, "middle"), (0.95, "high"))
SELDOM = 0.02
"""A turn that so few of the games reach is left out of a chart by turn."""
QUIET = 0.01
"""From this share of unchanged scores on, turns that change nothing are drawn."""
PARTS = {("third", 1): "first third", ("third", 2): "second third", ("third", 3): "last third", ("game", 0): "all"}


def tempo(results: Results) -> Section:
    """Score by turn, points per turn, turns that change nothing."""
    blocks: list[Block] = [Paragraph("This run kept no turns (--log seats): nothing can be said about its tempo.")]
    if results.plan.whole:
        blocks = [*_tempo_figures(results), *_gains(results)]
    intro = "How scores grow, and how many turns change nothing."
    if results.plan.log_every > 1:
        intro += f" Seen in the turns of {results.plan.turns_of}."
    return Section("tempo", "Tempo", intro, blocks)


def _tempo_figures(results: Results) -> list[Block]:
    cells = results["tempo"].group_by("turn", "score").agg(pl.col("n").sum())
    rows = []
    for (turn,), group in cells.group_by("turn"):
        row = {"turn": turn, "n": group["n"].sum()}
        for at, name in QUANTILES:
            row[name] = weighted_quantile(group["score"].to_list(), group["n"].to_list(), at)
        rows.append(row)
    band = pl.DataFrame(rows).sort("turn").with_columns(pl.lit("all seats").alias("who"))
    last = band.row(-1, named=True)
    means = (
        results["tempo"]
        .group_by("turn", "agent")
        .agg(((pl.col("score") * pl.col("n")).sum() / pl.col("n").sum()).alias("mean"))
        .sort("agent", "turn")
    )
    return [
        Figure(
            "tempo-band",
            "Score by turn",
            partial(
                charts.lines, frame=band, x="turn", y="middle", low="low", high="high", unit="points", y_label="score"
            ),
            f"Median score by turn with the band in which nine of ten seats lie; it rises to {last['middle']:.0f} "
            f"on turn {last['turn']}.",
            "The line is the median, the band holds nine of ten seats still playing on that turn.",
        ),
        Figure(
            "tempo-styles",
            "Mean score by turn and style",
            partial(charts.lines, frame=means, x="turn", y="mean", by="agent", unit="points", y_label="mean score"),
            "Mean score by turn, one line per style.",
            "Seats still playing on that turn; late turns are reached by few games only.",
        ),
    ]


def _gains(results: Results) -> list[Block]:
    frame = results.gains
    if not frame.height:  # games of a single turn
        return []
    often = (pl.col("part") == "turn") & (pl.col("games") >= SELDOM * pl.col("games").max())
    turns = frame.filter(often).rename({"number": "turn"})
    most = turns.sort("gain", descending=True).row(0, named=True)
    least = turns.sort("gain").row(0, named=True)
    blocks: list[Block] = [
        Figure(
            "gains",
            "Points per turn",
            partial(
                charts.lines,
                frame=turns,
                x="turn",
                y="gain",
                low="gain_low",
                high="gain_high",
                unit="points",
                y_label="mean change of a seat's score",
            ),
            f"Mean change of a seat's score by turn: most on turn {most['turn']} ({num(most['gain'])}), least on turn "
            f"{least['turn']} ({num(least['gain'])}).",
            "From the second turn on, seats still playing, with the interval of the mean; turns that very few games "
            "reach are left out.",
        )
    ]
    if float(frame.filter(pl.col("part") == "game")["unchanged"][0]) >= QUIET:
        blocks.append(_quiet(turns))
    return [*blocks, _parts(results, frame)]


def _quiet(turns: pl.DataFrame) -> Figure:
    kinds = {"unchanged": "own score unchanged", "dead": "standing unchanged, too"}
    lines = pl.concat(
        turns.select("turn", pl.lit(says).alias("kind"), share=name, low=f"{name}_low", high=f"{name}_high")
        for name, says in kinds.items()
    )
    most = turns.sort("unchanged", descending=True).row(0, named=True)
    return Figure(
        "quiet-turns",
        "Turns that leave a seat's score as it was",
        partial(
            charts.lines,
            frame=lines,
            x="turn",
            y="share",
            by="kind",
            low="low",
            high="high",
            unit="percent",
            y_label="share of the seats' turns",
        ),
        "Share of the seats' turns that left their own score, and their own score and standing, as they were; most on "
        f"turn {most['turn']}: {pct(most['unchanged'])}.",
        "Only the score sheet is looked at: such a turn may well have prepared later points. Standing: how many seats "
        "have more.",
    )


def _parts(results: Results, frame: pl.DataFrame) -> DataTable:
    rows = frame.filter(pl.col("part") != "turn").sort("part", "number", descending=[True, False])
    names = pl.Series("name", [PARTS[row["part"], row["number"]] for row in rows.iter_rows(named=True)])
    return DataTable(
        "gains-by-third",
        "Points per turn by third of the game",
        rows.with_columns(names),
        (
            ColumnView("name", "Part of the game", "text", "By the number of turns the game had in the end."),
            ColumnView(
                *("gain", "Points a turn", "number", "Mean change of a seat's score in one turn."),
                low="gain_low",
                high="gain_high",
            ),
            ColumnView(
                *("unchanged", "Score unchanged", "percent", "Share of the seats' turns that left their score alone."),
                low="unchanged_low",
                high="unchanged_high",
            ),
            ColumnView(
                "dead",
                "Standing unchanged, too",
                "percent",
                "Share of the seats' turns that left their score and the number of seats that have more as they were.",
                low="dead_low",
                high="dead_high",
            ),
        ),
        f"From {first_with_turns(results.plan, FIRST_GAMES)}, without their first turn: the log has no "
        "score from before it. Intervals are clustered by game.",
    )
