"""What every card does for those who meet it."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.results import Results
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Paragraph, Section
from balance.report.phrases import pct


def cards(results: Results) -> Section:
    """The card table with a forest plot."""
    if not results.plan.whole:
        return Section("cards", "Cards", "", [Paragraph("This run kept no cards (--log seats).")])
    frame = results.cards
    swings = frame.filter(pl.col("swing").is_not_null()).sort("swing", descending=True)
    blocks: list[Block] = []
    if swings.height:
        top = swings.row(0, named=True)
        blocks.append(
            Figure(
                "card-swings",
                "Win share when used, minus when met and not used",
                partial(
                    charts.forest,
                    frame=swings,
                    label="name",
                    value="swing",
                    low="swing_low",
                    high="swing_high",
                    reference=0.0,
                    unit="percent",
                    x_label="difference in win share",
                ),
                f"Difference in win share between seats that used a card and seats that met it and did not. "
                f"Highest: {top['name']}, {pct(top['swing'])}.",
                "A correlation: seats that use cards well are seats that play well. The effect of an edit is "
                "judged by playing it, not by this chart.",
                height=max(3.0, 0.2 * swings.height + 0.8),
            )
        )
    blocks.append(DataTable("card-table", "All cards", frame, CARD_COLUMNS, searchable=True, filter_by="kind"))
    return Section("cards", "Cards", "What every card does for those who meet it.", blocks)


CARD_COLUMNS = (
    ColumnView("id", "Id", "text", "The card's id in cards.csv."),
    ColumnView("name", "Card", "text", "The card's name."),
    ColumnView("kind", "Kind", "text", "The card's kind in cards.csv."),
    ColumnView(
        "met",
        "Met",
        "percent",
        "Seats that met the card (drew it, were offered it, saw it played on them ...), of all seats.",
    ),
    ColumnView("taken", "Taken", "number", "Times taken, per seat that met it."),
    ColumnView("played", "Played", "number", "Times played, per seat that met it."),
    ColumnView("used", "Used", "number", "Times its effect was used, per seat that met it."),
    ColumnView("win_used", "Win share, used", "percent", "Mean win share of the seats that used it at least once."),
    ColumnView(
        "win_unused", "Win share, not used", "percent", "Mean win share of the seats that met it and never used it."
    ),
    ColumnView(
        "swing",
        "Swing",
        "points",
        "Win share of those that used it minus that of those that met it and did not.",
        "swing_low",
        "swing_high",
    ),
    ColumnView(
        "taken_swing",
        "Swing, taken",
        "points",
        "Win share of those that took it minus that of those that met it and did not take it.",
        "taken_swing_low",
        "taken_swing_high",
    ),
)
