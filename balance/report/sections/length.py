"""How long games last, and how they end."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.results import Results
from balance.analysis.stats import weighted_quantile, wilson
from balance.report import charts
from balance.report.columns import with_shares
from balance.report.page import Block, ColumnView, DataTable, PageChart, Section
from balance.report.phrases import pct, turns_text, word
from balance.report.sections.scores import counted, score_word


def length(results: Results) -> Section:
    """Game length and how games end."""
    blocks = [*_lasting(results), _ends(results)]
    if results.plan.players > 1:
        blocks.append(_margins(results))
    about = "How long games last, how they end, and how many players share the win."
    return Section("length", "Length and ending", about, blocks)


def _lasting(results: Results) -> list[Block]:
    """How many turns games last; nothing where all last as long."""
    turns = with_shares(results["length"])
    values, counts = turns["turns"].to_list(), turns["games"].to_list()
    if len(values) < 2:
        return []
    low, middle, high = (weighted_quantile(values, counts, at) for at in (0.05, 0.5, 0.95))
    included = results.plan.game.turns_include
    usual = f"of the games last at most {middle:.0f} turns, nine in ten {low:.0f} to {high:.0f}."
    distribution = PageChart(
        "length-distribution",
        "How many turns a game lasts",
        partial(
            charts.bars,
            frame=turns,
            x="turns",
            y="share",
            unit="percent",
            x_label=turns_text(results.plan),
            y_label="share of games",
        ),
        f"Distribution of game length: half {usual}",
        f"Half {usual}{f' {included[:1].upper()}{included[1:]}.' if included else ''}",
    )
    return [distribution, _tail(values, counts)]


def _ends(results: Results) -> DataTable:
    reasons = pl.col("end_reason").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String)
    return DataTable(
        "ends",
        "How games end",
        with_shares(results["ends"]).select(reasons.alias("reason"), "winners", "games", "share", "turns"),
        (
            ColumnView("reason", "The game ends because", "text", "The rule that ended the game."),
            ColumnView("winners", "Winners", "int", "Players who share the win; 0: nobody won."),
            ColumnView("games", "Games", "int", "Games that ended this way."),
            ColumnView("share", "Share", "percent", "The same as a share of all games."),
            ColumnView("turns", "Mean turns", "number", f"Mean length of these games, in {turns_text(results.plan)}."),
        ),
    )


def _margins(results: Results) -> PageChart:
    margins, unit, name = with_shares(results["margins"]), counted(results.plan), score_word(results.plan)
    close = weighted_quantile(margins["margin"].to_list(), margins["games"].to_list(), 0.5)
    level = float(margins.filter(pl.col("margin") == 0)["share"].sum())
    return PageChart(
        "margins",
        "How close games are",
        partial(
            charts.histogram, frame=margins, x="margin", y="share", x_label=f"margin ({unit})", y_label="share of games"
        ),
        f"Distribution of the margin, best minus second best {name}; {pct(level)} of the games are level.",
        f"Half of the games are won by at most {close:.0f} {unit}; {pct(level)} are level before any tie-break. "
        f"Margin: best minus second best {name}.",
    )


def _tail(values: list[int], counts: list[int]) -> DataTable:
    """The length distribution in numbers, with its long end."""
    places = {"p5": 0.05, "median": 0.5, "p95": 0.95, "p99": 0.99}
    row: dict[str, float] = {name: weighted_quantile(values, counts, at) for name, at in places.items()}
    row["long"] = long_share(values, counts)
    row["long_low"], row["long_high"] = wilson(row["long"], sum(counts))
    row["shortest"], row["longest"] = min(values), max(values)
    return DataTable(
        "length-tail",
        "Game length in numbers",
        pl.DataFrame([row]),
        (
            ColumnView("shortest", "Shortest", "int", "Turns of the shortest game."),
            ColumnView("p5", "Short (5 %)", "int", "One game in twenty lasts at most this many turns."),
            ColumnView("median", "Median", "int", "Half of the games last at most this many turns."),
            ColumnView("p95", "Long (95 %)", "int", "One game in twenty lasts at least this many turns."),
            ColumnView("p99", "Very long (99 %)", "int", "One game in a hundred lasts at least this many turns."),
            ColumnView("longest", "Longest", "int", "Turns of the longest game."),
            ColumnView(
                *("long", "Over 1.5 × median", "percent", "Share of games that last more than 1.5 times the median."),
                low="long_low",
                high="long_high",
            ),
        ),
    )


def long_share(values: list[int], counts: list[int]) -> float:
    """The share of the games that last more than 1.5 times the median."""
    limit = 1.5 * weighted_quantile(values, counts, 0.5)
    return sum(count for value, count in zip(values, counts, strict=True) if value > limit) / sum(counts)
