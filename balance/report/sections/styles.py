"""Play styles against each other, and the places at the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.report import charts
from balance.report.labels import POINTS, short_number
from balance.report.page import Block, ColumnView, DataTable, PageChart, Paragraph, Section
from balance.report.phrases import pct, share, signed_points

ENDS = ("", "_low", "_high")
SCORES = (
    ColumnView("agent", "Style", "text", "The play style."),
    ColumnView("seats", "Players", "int", "Players with this style, over all games."),
    ColumnView("score", "Mean score", "number", "Mean final score.", "score_low", "score_high"),
    ColumnView("score_sd", "Spread", "number", "Standard deviation of the final score."),
)
WINS = (
    ColumnView(
        *("win_share", "Win rate", "percent", "Share of games won; players who share a win share its credit."),
        low="win_share_low",
        high="win_share_high",
    ),
    ColumnView(
        *("above", "vs. even", "points", "Win rate less an even share, in points of win rate."),
        low="above_low",
        high="above_high",
    ),
)


def styles(results: Results) -> Section:
    """Styles against each other, or side by side where every game is won, or none: then only scores tell them apart.

    Of one style alone what it scores.
    """
    if results.uncontested:
        about = f"What the play styles score: {results.uncontested}, so who wins says nothing."
        return Section("styles", "Play styles", about, [_table(results.styles, SCORES)])
    if results.styles.height == 1:  # what it wins of its own games says nothing
        alone: list[Block] = [_table(results.styles, SCORES), Paragraph(how_good(results))]
        return Section("styles", "Play styles", "All players have the same style.", alone)
    frame = _against_even(results.styles, results.even)
    matrix = _matrix(results["head_to_head"], frame["agent"].to_list())
    blocks: list[Block] = [
        PageChart(
            "style-lift",
            "Win rate by style",
            _above_even(frame, "agent", results.even),
            "Win rate of every style against an even share, with intervals, in points. " + _all_text(frame, "agent"),
            _verdict(frame, "agent", results.even, "style"),
        ),
        _table(frame, (*SCORES[:2], *WINS, *SCORES[2:])),
    ]
    if matrix["ahead"].is_not_null().any():
        blocks.append(_head_to_head(results, matrix))
    blocks.append(Paragraph(how_good(results)))
    return Section("styles", "Play styles", "How the play styles do against each other.", blocks)


def how_good(results: Results) -> str:
    """How much better these players could be, or how to find out."""
    gap, plan = results.gap, results.plan
    if gap is None:
        return f"How good are these players? Not measured yet: `balance strength {plan.game.typed}` finds out."
    wins = f"How good are these players? One that looks ahead wins {share(gap.share, gap.low, gap.high)}"
    among = (
        f"{wins} among {gap.against} players, the strongest style; {pct(gap.even)} would be even ({gap.games} games)."
    )
    if gap.low > gap.even:
        return f"{among} So better play exists: a verdict on a card may rest on what these styles miss."
    return f"{among} It is not known to find anything that they miss."


def _against_even(frame: pl.DataFrame, even: float) -> pl.DataFrame:
    """With the columns above, above_low, above_high: win rate less an even share."""
    return frame.with_columns((pl.col(f"win_share{end}") - even).alias(f"above{end}") for end in ENDS)


def _above_even(frame: pl.DataFrame, label: str, even: float) -> partial[None]:
    """Draws win rates around an even share."""
    return partial(
        charts.forest,
        frame=frame,
        label=label,
        value="above",
        low="above_low",
        high="above_high",
        reference=0.0,
        unit=POINTS,
        signed=True,
        x_label=f"points of win rate above or below an even share ({short_number(even, 'percent')})",
    )


def _verdict(frame: pl.DataFrame, label: str, even: float, what: str) -> str:
    """Who wins clearly more or less than an even share: best first, then worst."""
    sure = frame.filter((pl.col("above_low") > 0) | (pl.col("above_high") < 0)).sort("above", descending=True)
    if not sure.height:
        return f"No {what} wins clearly more or less than an even share of {pct(even)}."
    ends = [sure.row(0, named=True), sure.row(-1, named=True)][: sure.height]
    said = [f"{row[label]} wins {pct(row['win_share'])}, {signed_points(row['above'])} points" for row in ends]
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}. An even share is {pct(even)}; grey: not clearly different."


def _all_text(frame: pl.DataFrame, label: str) -> str:
    return ", ".join(f"{row[label]} {signed_points(row['above'])}" for row in frame.iter_rows(named=True)) + "."


def _table(frame: pl.DataFrame, views: Sequence[ColumnView]) -> DataTable:
    return DataTable("style-table", "Styles", frame, views)


def _head_to_head(results: Results, matrix: pl.DataFrame) -> PageChart:
    return PageChart(
        "head-to-head",
        "Who does better than whom",
        partial(
            charts.grid,
            frame=matrix.with_columns(more=pl.col("ahead") - 0.5),
            x="rival",
            y="agent",
            value="more",
            unit=POINTS,
            centre=0.0,
            signed=True,
            x_label="than this style",
            y_label="this style",
        ),
        "How often the style of the row did better than the style of the column in the same game, less one half, in "
        f"points. {_matrix_text(matrix)}",
        f"{_matrix_text(matrix)} Blue: the row does better more than half of the time; orange: less; points above or "
        f"below 50 %. Better: a larger share of the win, then a better rank. From the first "
        f"{min(FIRST_GAMES, results.plan.games):,} games.",
    )


def _matrix(pairs: pl.DataFrame, order: list[str]) -> pl.DataFrame:
    """Every pair in the order of the styles, the empty diagonal included, so that rows and columns agree."""
    every = pl.DataFrame({"agent": order}).join(pl.DataFrame({"rival": order}), how="cross")
    return every.join(pairs, on=["agent", "rival"], how="left", maintain_order="left")


def _matrix_text(matrix: pl.DataFrame) -> str:
    best = matrix.drop_nulls("ahead").sort("ahead", descending=True).row(0, named=True)
    return f"Clearest: {best['agent']} does better than {best['rival']} {pct(best['ahead'])} of the time."


def seats(results: Results) -> Section:
    """Whether the place at the table matters."""
    place = (pl.lit("player ") + (pl.col("seat") + 1).cast(pl.String)).alias("label")
    frame = _against_even(results.seats.with_columns(place), results.even)
    seated = (
        "Styles keep their places in this run (--fixed-seats), so a difference may be the style's."
        if results.plan.fixed_seats
        else "Styles are dealt to the places by chance, so only the place differs."
    )
    figure = PageChart(
        "seat-fairness",
        "Win rate by place at the table",
        _above_even(frame, "label", results.even),
        "Win rate by place at the table against an even share, with intervals, in points. " + _all_text(frame, "label"),
        _verdict(frame, "label", results.even, "place at the table"),
    )
    return Section("seats", "Seats", f"Whether the place at the table helps. {seated}", [figure])
