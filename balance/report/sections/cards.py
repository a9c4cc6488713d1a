"""All cards, and what goes along with them: when they are first played, and which help each other."""

from __future__ import annotations

import shlex
from functools import partial

import polars as pl

from balance.analysis.cards.peers import FEW
from balance.analysis.cards.summary import CardSummary
from balance.analysis.results import Results
from balance.common.errors import plain
from balance.report import charts
from balance.report.cards.book import card_book
from balance.report.columns import both_ends
from balance.report.labels import POINTS
from balance.report.page import Block, ColumnView, DataTable, PageChart, Paragraph, Section
from balance.report.phrases import card_names

NOTHING_KEPT = (
    "This run kept no cards (--log seats): what is linked to winning, and when cards are played, is not known."
)
NOTHING = 0.005
"""A win rate that is nowhere so far from even is written as 0 points on all turns."""
SHOWN = 7
"""Cards at either end of the chart of first turns."""
PAIRS, FEWEST_PAIRS = 60, 10
"""Pairs in the table, the clearest first: all that are clear up to so many, and never fewer than so many."""
TURN_STEPS = 12
"""Columns of the chart of first turns, at most."""
LEAST_SEATS = 100
"""Players a cell of a chart needs."""


def cards(results: Results) -> Section:
    """Every card, drawn and in numbers."""
    run = shlex.quote(plain(str(results.database.run.path)))
    blocks: list[Block] = [] if results.plan.logs_turns else [Paragraph(NOTHING_KEPT)]
    blocks.append(card_book(results, f"balance replay {run}"))
    return Section("cards", "Cards", "Every card of this run, with all that is known about it.", blocks)


def linked(results: Results) -> Section:
    """First turns and pairs: read them to understand, not to judge."""
    title = "When cards are played, and with which"
    if not results.plan.logs_turns:
        return Section("linked", title, "", [])
    summary = results.card_summary
    names = card_names(results.plan)
    table = summary.table.sort("lift", descending=True, nulls_last=True).with_columns(name=pl.col("id").replace(names))
    judged = table.filter(pl.col("lift").is_not_null() & (pl.min_horizontal("did", "didnt") >= FEW))
    blocks = [*_first_turns(summary, judged, results.even), *_pairs(summary)]
    return Section("linked", title, "What is linked to winning: read it to understand, not to judge.", blocks)


def _first_turns(summary: CardSummary, judged: pl.DataFrame, even: float) -> list[Block]:
    """What players won who first played a card on a turn, for the cards that stand out."""
    names = judged.select("id", "name")
    turns = summary.first_turns.join(names, left_on="card", right_on="id", how="inner")
    if turns.is_empty():
        return []
    binned = _worth_by_turns(turns, even)
    notable = binned.filter(pl.col("worth").abs() >= NOTHING)["name"].unique()  # what all do at once tells nothing
    judged = judged.filter(pl.col("name").is_in(notable.implode()))
    shown = both_ends(judged, SHOWN)["name"].to_list()
    if not shown:
        return []
    cells = pl.DataFrame({"name": shown}).join(binned.select("first", "turns").unique().sort("first"), how="cross")
    frame = cells.join(binned, on=["name", "turns"], how="left", maintain_order="left")
    return [
        PageChart(
            "card-first-turns",
            "Win rate by the turn of its first play",
            partial(
                charts.grid,
                frame=frame,
                x="turns",
                y="name",
                value="worth",
                unit=POINTS,
                centre=0.0,
                x_label="turn",
                y_label="card",
            ),
            "Win rate of the players who first played a card on these turns, for the cards that stand out.",
            "Compare rows, not columns: late plays happen in games that lasted. Points of win rate above or below an "
            f"even share; empty: fewer than {LEAST_SEATS} players.",
            detail=True,
        )
    ]


def _worth_by_turns(turns: pl.DataFrame, even: float) -> pl.DataFrame:
    """By card and a few turns in a row ("3–4"), ``worth``: the win share of first plays then, less an even one."""
    step = max(1, -(-int(turns["first_turn"].max()) // TURN_STEPS))  # type: ignore[arg-type]
    last = pl.col("first") + step - 1
    text = pl.col("first").cast(pl.String) if step == 1 else pl.format("{}–{}", "first", last)
    return (
        turns.with_columns(first=(pl.col("first_turn") - 1) // step * step + 1)
        .group_by("card", "name", "first")
        .agg(pl.col("n").sum(), pl.col("w").sum())
        .filter(pl.col("n") >= LEAST_SEATS)
        .with_columns(worth=pl.col("w") / pl.col("n") - even, turns=text)
        .sort("first")
    )


def _clear(pairs: pl.DataFrame) -> str:
    """How many pairs are clearly worth more, and less, than their parts: "one clearly helps itself"."""
    sure = pairs.filter(pl.col("sure"))
    more, less = (sure.filter(sign * pl.col("synergy") > 0).height for sign in (1, -1))
    said = [f"{many:,} clearly {what}" for many, what in ((more, "worth more"), (less, "worth less")) if many]
    return f"{' and '.join(said)} than both cards add up to" if said else "none is clearly worth more than its parts"


def _pairs(summary: CardSummary) -> list[Block]:
    pairs = summary.pairs
    if pairs.is_empty():
        return []
    sure = int(pairs["sure"].sum())
    shown = min(pairs.height, max(FEWEST_PAIRS, min(sure, PAIRS)))
    columns = (
        ColumnView("name", "Card", "text", "One card of the pair.", link="card"),
        ColumnView("other_name", "With", "text", "The other card.", link="other"),
        ColumnView("together", "Players", "int", "Players who took (or played, or used) both, in the games looked at."),
        ColumnView(
            "synergy",
            "Together",
            "points",
            "Points of win rate with both, less what the two add up to; above 0 they help each other.",
            "synergy_low",
            "synergy_high",
            drawn=True,
        ),
        ColumnView(
            "sure",
            "Clear",
            "text",
            "Yes: clear, even among so many pairs. At most 5 % of these are chance.",
        ),
    )
    clear = _clear(pairs)
    note = (
        f"Of {pairs.height:,} pairs, {clear}. A number without a yes is most likely chance. From the first "
        f"{summary.facts.cases_games:,} games."
    )
    frame = pairs.head(shown)
    return [
        DataTable("card-pairs", "Pairs that are more, or less, than their parts", frame, columns, note, searchable=True)
    ]
