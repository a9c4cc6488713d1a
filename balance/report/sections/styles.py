"""Play styles against each other, and the seats."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Section
from balance.report.phrases import num, pct


def styles(results: Results) -> Section:
    """Styles against each other."""
    frame = results.styles
    matrix = _matrix(results["head_to_head"], frame["agent"].to_list())
    top = frame.row(0, named=True)
    even = results.even * results.plan.players
    nobody = f" Here an even share has lift {num(even)}, because nobody wins {pct(results.nobody)} of the games."
    blocks: list[Block] = [
        Figure(
            "style-lift",
            "Lift by style",
            partial(
                charts.forest,
                frame=frame,
                label="agent",
                value="lift",
                low="lift_low",
                high="lift_high",
                reference=even,
                x_label="lift",
            ),
            f"Lift of every style with its interval; {even:.2f} is an even share. {top['agent']} is highest with "
            f"{num(top['lift'])}.",
            "Lift = seats at the table x win share: 1.00 is neutral at any number of players."
            + (nobody if results.nobody else ""),
        ),
        DataTable(
            "style-table",
            "Styles",
            frame,
            (
                ColumnView("agent", "Style", "text", "The play style."),
                ColumnView("seats", "Seats", "int", "Seats it played."),
                ColumnView(
                    "win_share",
                    "Win share",
                    "percent",
                    "Mean share of the win: 1 for a sole winner, 1/k for each of k.",
                    "win_share_low",
                    "win_share_high",
                ),
                ColumnView(
                    "lift", "Lift", "lift", "Seats at the table x win share; 1.00 is neutral.", "lift_low", "lift_high"
                ),
                ColumnView("score", "Mean score", "number", "Mean final score, in points.", "score_low", "score_high"),
                ColumnView("score_sd", "Spread", "number", "Standard deviation of the final score, in points."),
            ),
        ),
    ]
    if matrix["ahead"].is_not_null().any():
        blocks.append(
            Figure(
                "head-to-head",
                "Who does better than whom",
                partial(
                    charts.grid,
                    frame=matrix,
                    x="rival",
                    y="agent",
                    value="ahead",
                    unit="percent",
                    centre=0.5,
                    x_label="does better than",
                    y_label="style",
                ),
                "How often the style of the row did better than the style of the column in the same game. "
                + _matrix_text(matrix),
                f"Better = larger win share, then better rank; equal counts one half. From the first "
                f"{min(FIRST_GAMES, results.plan.games):,} games.",
            )
        )
    return Section("styles", "Play styles", "How the ways of playing do against each other.", blocks)


def _matrix(pairs: pl.DataFrame, order: list[str]) -> pl.DataFrame:
    """Every pair in the order of the styles, the empty diagonal included, so that rows and columns agree."""
    every = pl.DataFrame({"agent": order}).join(pl.DataFrame({"rival": order}), how="cross")
    return every.join(pairs, on=["agent", "rival"], how="left", maintain_order="left")


def _matrix_text(matrix: pl.DataFrame) -> str:
    best = matrix.drop_nulls("ahead").sort("ahead", descending=True).row(0, named=True)
    return f"The clearest: {best['agent']} over {best['rival']}, {pct(best['ahead'])}."


def seats(results: Results) -> Section:
    """Seat fairness."""
    frame = results.seats.with_columns((pl.lit("seat ") + (pl.col("seat") + 1).cast(pl.String)).alias("label"))
    even = results.even
    seated = (
        "Styles keep their seats in this run (--fixed-seats), so a difference may be the style's."
        if results.plan.fixed_seats
        else "Styles are spread over the seats by chance, so only the seat differs."
    )
    text = ", ".join(f"{row['label']} {pct(row['win_share'])}" for row in frame.iter_rows(named=True))
    return Section(
        "seats",
        "Seats",
        f"Whether sitting first, last or in between helps. {seated}",
        [
            Figure(
                "seat-fairness",
                "Win share by seat",
                partial(
                    charts.forest,
                    frame=frame,
                    label="label",
                    value="win_share",
                    low="win_share_low",
                    high="win_share_high",
                    reference=even,
                    unit="percent",
                    x_label="win share",
                ),
                f"Win share by seat with intervals; even would be {pct(even)}. {text}.",
                "The line is an even share: (1 - share of the games that nobody wins) / seats.",
            ),
        ],
    )
