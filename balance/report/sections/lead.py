"""Who leads when, when a game is decided, and whether anybody catches the leader."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.analysis.stats import weighted_quantile
from balance.report import charts
from balance.report.columns import with_shares
from balance.report.page import Block, ColumnView, DataTable, PageChart, Section
from balance.report.phrases import first_with_turns, pct, times
from balance.report.sections.scores import counted, falls

DEFICITS = 6
TURN_STEPS = 8
READ_DOWN = "Read down a column: the further behind, the smaller the chance. "
MOMENTS = {2: "a third", 3: "a half", 4: "two thirds"}
"""Sixths of a game in words."""


def lead(results: Results) -> Section:
    """Deciding turn, lead changes, runaway leaders, comeback chance; left out where one plays alone or nobody wins."""
    if results.plan.players < 2 or not results["leads"].height:  # nobody ever wins
        return Section("lead", "The lead", "", [])
    blocks: list[Block] = [_since(results), _changes(results)]
    if results["length"].height > 1:  # else the chart by turn says the same
        blocks.insert(1, _decided(results))
    if results.plan.logs_turns:
        blocks += [_runaway(results), _comeback(results)]
    intro = "Who leads, when the lead is taken for good, and whether players who are behind can still win."
    return Section("lead", "The lead", intro, blocks)


def _first(frame: pl.DataFrame, column: str, value: int) -> float:
    shares = frame.filter(pl.col(column) == value)["share"]
    return float(shares[0]) if shares.len() else 0.0


def _decided(results: Results) -> PageChart:
    tenths = with_shares(results["decided"])
    late = float(tenths.filter(pl.col("tenth") == 10)["share"].sum())
    early = float(tenths.filter(pl.col("tenth") <= 3)["share"].sum())
    named = tenths.with_columns((pl.col("tenth") * 10).alias("done"))
    return PageChart(
        "decided",
        "When the game is decided",
        partial(
            charts.bars,
            frame=named,
            x="done",
            y="share",
            unit="percent",
            x_label="% of the game played (up to)",
            y_label="share of games",
        ),
        "Share of the games by how much of the game was played when the winner took the lead for good. "
        f"Within the first three tenths: {pct(early)}; only in the last tenth: {pct(late)}.",
        f"{pct(early)} of the games are decided in the first three tenths, {pct(late)} only in the last. Decided: from "
        "here to the end the winner alone is ahead. A win by tie-break counts as decided in the last turn.",
    )


def _since(results: Results) -> PageChart:
    since = with_shares(results["leads"].group_by("lead_turn").agg(pl.col("games").sum()).sort("lead_turn"))
    turns, games = since["lead_turn"].to_list(), since["games"].to_list()
    median_turn = weighted_quantile(turns, games, 0.5) if turns else 0
    return PageChart(
        "lead-for-good",
        "On which turn the winner goes ahead for good",
        partial(
            charts.bars,
            frame=since,
            x="lead_turn",
            y="share",
            unit="percent",
            rounds=results.rounds,
            x_label="turn",
            y_label="share of games",
        ),
        "Share of the games by the turn from which on the winner was alone in the lead. "
        f"From the first turn: {pct(_first(since, 'lead_turn', 1))}; half of the games by turn {median_turn:.0f}.",
        f"In half of the games the winner is ahead for good by turn {median_turn:.0f}{_at_once(since)}. "
        "Winners who share the win lead together.",
    )


def _at_once(since: pl.DataFrame) -> str:
    share = _first(since, "lead_turn", 1)
    return f"; in {pct(share)} from the first turn on" if share > 0 else ""


def _changes(results: Results) -> PageChart:
    changes = with_shares(results["leads"].group_by("lead_changes").agg(pl.col("games").sum()).sort("lead_changes"))
    usual = weighted_quantile(changes["lead_changes"].to_list(), changes["games"].to_list(), 0.5)
    never = pct(_first(changes, "lead_changes", 0))
    return PageChart(
        "lead-changes",
        "How often the lead changes hands",
        partial(
            charts.bars,
            frame=changes,
            x="lead_changes",
            y="share",
            unit="percent",
            x_label="changes of the lead",
            y_label="share of games",
        ),
        f"Share of the games by changes of the sole lead; without any: {never}.",
        f"{_usual_changes(int(usual), never)} A change: the sole lead passes to another player; being level is no "
        "change.",
    )


def _usual_changes(count: int, never: str) -> str:
    if not count:
        return f"In {never} of games the lead never changes hands."
    return f"In the median game the lead changes hands {times(str(count))}; in {never} of games it never does."


def _runaway(results: Results) -> DataTable:
    frame = results.runaway.with_columns(
        pl.col("sixths").replace_strict(MOMENTS, return_dtype=pl.String).alias("moment"),
        pl.lit(results.even).alias("even"),
    )
    return DataTable(
        "runaway",
        "Does the leader run away?",
        frame.select(
            *("moment", "led", "win_share", "win_share_low", "win_share_high", "even"),
            *("runaway", "runaway_low", "runaway_high"),
        ),
        (
            ColumnView("moment", "After", "text", "How much of the game was played, in its own turns."),
            ColumnView("led", "Led by one", "percent", "Share of the games in which one player alone led then."),
            ColumnView(
                *("win_share", "Leader wins", "percent", "Win rate of the player who led alone then."),
                low="win_share_low",
                high="win_share_high",
            ),
            ColumnView(
                *(
                    "even",
                    "Even share",
                    "percent",
                    "What every player wins if all are equal: (1 − nobody's games) / players.",
                )
            ),
            ColumnView(
                "runaway",
                "Runaway",
                "percent",
                "Share of all games whose only winner led alone from then on, after every turn.",
                low="runaway_low",
                high="runaway_high",
            ),
        ),
        f"From {first_with_turns(results.plan, FIRST_GAMES)}. Leaders are often the better players: with "
        "mixed styles, not every win is owed to the lead.",
    )


def _comeback(results: Results) -> Block:
    frame, unit = results["comeback"], counted(results.plan)
    width = max(1, round(weighted_quantile(frame["deficit"].to_list(), frame["n"].to_list(), 0.95) / (DEFICITS - 2)))
    longest = int(weighted_quantile(frame["turn"].to_list(), frame["n"].to_list(), 0.99))
    step = max(1, -(-longest // TURN_STEPS))
    grouped = (
        frame.filter(pl.col("turn") % step == 0)
        .with_columns(((pl.col("deficit") + width - 1) // width).clip(0, DEFICITS - 1).alias("bucket"))
        .group_by("turn", "bucket")
        .agg(((pl.col("win_share") * pl.col("n")).sum() / pl.col("n").sum()).alias("win_share"), pl.col("n").sum())
        .filter(pl.col("n") >= 100)
        .sort("bucket", "turn")
        .with_columns(
            pl.col("bucket").map_elements(lambda b: _deficit_words(b, width), return_dtype=pl.String).alias("behind")
        )
    )
    return PageChart(
        "comeback",
        f"Chance to win by {unit} behind",
        partial(
            charts.grid,
            frame=grouped,
            x="turn",
            y="behind",
            value="win_share",
            unit="percent",
            y_label=f"{unit} behind",
        ),
        f"Share of the games won by players who stood so {'much' if falls(results.plan) else 'many'} {unit} behind the "
        "best after a turn. " + _comeback_text(grouped),
        f"{_comeback_verdict(grouped, unit)}{READ_DOWN if grouped.height else ''}From "
        f"{first_with_turns(results.plan, FIRST_GAMES)}; cells with fewer than 100 players are left out.",
    )


def _deficit_words(bucket: int, width: int) -> str:
    if bucket == 0:
        return "leading"
    if bucket == DEFICITS - 1:
        return f"{(bucket - 1) * width + 1} or more"
    first, last = (bucket - 1) * width + 1, bucket * width
    return str(first) if first == last else f"{first} to {last}"


def _middle(grouped: pl.DataFrame) -> list[dict[str, Any]]:
    """The cells of the middle turn, who leads first."""
    turns = grouped["turn"].unique().sort().to_list()
    return grouped.filter(pl.col("turn") == turns[len(turns) // 2]).to_dicts() if turns else []


def _comeback_verdict(grouped: pl.DataFrame, unit: str) -> str:
    """What those win who lead and those who are furthest behind, with a space behind it; "" where one is unknown."""
    rows = _middle(grouped)
    if len(rows) < 2 or rows[0]["bucket"] != 0:
        return ""
    top, last = rows[0], rows[-1]
    far = last["behind"] if unit == "life" else f"{last['behind']} {unit}"
    return (
        f"After turn {top['turn']}, players in the lead win {pct(top['win_share'])}; those {far} behind "
        f"win {pct(last['win_share'])}. "
    )


def _comeback_text(grouped: pl.DataFrame) -> str:
    rows = _middle(grouped)
    cells = ", ".join(f"{row['behind']}: {pct(row['win_share'])}" for row in rows)
    return f"After turn {rows[0]['turn']}: {cells}." if rows else ""
