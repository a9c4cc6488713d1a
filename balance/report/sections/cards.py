"""What goes along with every card: how often it is met, chosen and used, and what those win who did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl

from balance.analysis.cards import metrics
from balance.analysis.cards.metrics import Metric
from balance.analysis.cards.peers import FEW
from balance.analysis.cards.summary import CardSummary
from balance.analysis.results import Results
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Paragraph, Section

TITLE = "Linked to winning"
READING = (
    "What those win who met, took, played or used a card, against others who did not. These numbers tell who holds a "
    "card, not what it does: good players choose good cards, and who is winning can afford more. What a "
    "card does stands "
    "under *What cards do*."
)
SHOWN = 7
"""Cards at either end of the chart of first turns."""
PAIRS, FEWEST_PAIRS = 60, 10
"""Pairs in the table, the surest first: all that are sure up to so many, and never fewer than so many."""
TURN_STEPS = 12
"""Columns of the chart of first turns, at most."""
LEAST_SEATS = 100
"""Seats a cell of a chart needs."""

WHO = (
    ColumnView("name", "Card", "text", "The card's name in cards.csv."),
    ColumnView("kind", "Kind", "text", "The card's kind in cards.csv."),
)
ID = ColumnView("id", "Id", "text", "The card's id in cards.csv.")


def cards(results: Results) -> Section:
    """How often, what is chosen, win shares, ways of comparing, first turns and pairs."""
    if not results.plan.whole:
        return Section("cards", TITLE, "", [Paragraph("This run kept no cards (--log seats).")])
    summary = results.card_summary
    table = summary.table.sort("lift", descending=True, nulls_last=True)
    judged = table.filter(pl.col("lift").is_not_null() & (pl.min_horizontal("did", "didnt") >= FEW))
    blocks: list[Block] = [Paragraph(READING)]
    blocks.append(_table("card-table", "How often", table, metrics.HOW_OFTEN))
    if summary.choices is not None:
        blocks.append(_choices(table))
    blocks.append(_table("card-wins", "How much those win who did what", table, _used(table, metrics.WIN_SHARES)))
    blocks.append(_table("card-effects", "The comparison, made in several ways", table, metrics.EFFECTS))
    blocks += _first_turns(summary, judged)
    blocks += _pairs(summary)
    return Section("cards", TITLE, "What goes along with every card: read it to understand, not to judge.", blocks)


def _column(metric: Metric) -> ColumnView:
    ends = (f"{metric.name}_low", f"{metric.name}_high") if metric.interval else ("", "")
    return ColumnView(metric.name, metric.label, metric.format, f"{metric.says} {metric.biases}".strip(), *ends)


def _table(ident: str, title: str, table: pl.DataFrame, shown: Sequence[Metric], note: str = "") -> DataTable:
    columns = [*WHO, *map(_column, shown), ID]
    return DataTable(ident, title, table, columns, note, searchable=True, filter_by="kind")


def _used(table: pl.DataFrame, shown: Sequence[Metric]) -> list[Metric]:
    """The columns that say anything in this game."""
    return [metric for metric in shown if table[metric.name].is_not_null().any()]


def _ends(table: pl.DataFrame, many: int) -> pl.DataFrame:
    """The first and last rows."""
    return table if table.height <= 2 * many else pl.concat([table.head(many), table.tail(many)])


def _choices(table: pl.DataFrame) -> DataTable:
    chosen = table.filter(pl.col("options").is_not_null()).sort("desire", descending=True, nulls_last=True)
    note = "What the styles pick when they could pick several cards, and what they pick it instead of."
    return _table("card-choices", "What is wanted", chosen, metrics.CHOSEN, note)


def _first_turns(summary: CardSummary, judged: pl.DataFrame) -> list[Block]:
    """Lift by the turn a card was first played, for the cards that stand out."""
    names = judged.select("id", "name")
    turns = summary.first_turns.join(names, left_on="card", right_on="id", how="inner")
    if turns.is_empty():
        return []
    step = max(1, -(-int(turns["first_turn"].max()) // TURN_STEPS))  # type: ignore[arg-type]
    last = pl.col("first") + step - 1
    text = pl.col("first").cast(pl.String) if step == 1 else pl.format("{}-{}", "first", last)
    binned = (
        turns.with_columns(first=(pl.col("first_turn") - 1) // step * step + 1)
        .group_by("card", "name", "first")
        .agg(pl.col("n").sum(), pl.col("w").sum())
        .filter(pl.col("n") >= LEAST_SEATS)
        .with_columns(lift=pl.col("w") / pl.col("n") * summary.facts.players, turns=text)
        .sort("first")
    )
    shown = [name for name in _ends(judged, SHOWN)["name"] if name in set(binned["name"])]
    if not shown:
        return []
    cells = pl.DataFrame({"name": shown}).join(binned.select("first", "turns").unique().sort("first"), how="cross")
    frame = cells.join(binned, on=["name", "turns"], how="left", maintain_order="left")
    return [
        Figure(
            "card-first-turns",
            "Lift by the turn of its first play",
            partial(
                charts.grid, frame=frame, x="turns", y="name", value="lift", centre=1.0, x_label="turn", y_label="card"
            ),
            "Lift of the seats that first played a card on these turns, for the cards that stand out.",
            f"Lift (1.00 is an equal share) of the seats that played it first on these turns. Empty: fewer than "
            f"{LEAST_SEATS} seats. Late plays happen in games that lasted: compare a row with the others, not the "
            f"columns of one row.",
        )
    ]


def _pairs(summary: CardSummary) -> list[Block]:
    pairs = summary.pairs
    if pairs.is_empty():
        return []
    sure = int(pairs["sure"].sum())
    shown = min(pairs.height, max(FEWEST_PAIRS, min(sure, PAIRS)))
    lifts = [pl.col(f"synergy{end}").mul(summary.facts.players).alias(f"synergy{end}") for end in ("", "_low", "_high")]
    columns = (
        ColumnView("name", "Card", "text", "One card of the pair."),
        ColumnView("other_name", "With", "text", "The other card."),
        ColumnView("together", "Seats", "int", "Seats that took (or played, or used) both, in the games looked at."),
        ColumnView(
            "synergy",
            "Together",
            "signed",
            "Lift with both, minus what the two alone would add up to; above 0 they help each other.",
            "synergy_low",
            "synergy_high",
        ),
        ColumnView(
            "sure",
            "Sure",
            "text",
            "Yes: it stands the correction for looking at so many pairs (at most 5 % of the yeses are chance).",
        ),
    )
    note = (
        f"{pairs.height:,} pairs with enough seats were looked at in the first {summary.facts.cases_games:,} games; "
        f"{sure} are surely more, or less, than their parts. The surest {shown} are shown: without a yes, a number "
        f"here is most likely chance."
    )
    frame = pairs.head(shown).with_columns(lifts)
    return [DataTable("card-pairs", "Pairs that are more than their parts", frame, columns, note, searchable=True)]
