"""How scores grow, who leads when, and whether a player who is behind can still win."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.analysis.stats import weighted_quantile
from balance.report import charts
from balance.report.page import Block, Figure, Section
from balance.report.phrases import pct

QUANTILES = ((0.05, "low"), (0.5, "middle"), (0.95, "high"))
DEFICITS = 6
TURN_STEPS = 8


def tempo(results: Results) -> Section:
    """Score by turn, lead changes, when the winner takes the lead, comeback chance."""
    lead = results["leads"]
    games = lead["games"].sum()
    changes = (
        lead.group_by("lead_changes").agg(pl.col("games").sum() / games).sort("lead_changes").rename({"games": "share"})
    )
    since = lead.group_by("lead_turn").agg(pl.col("games").sum() / games).sort("lead_turn").rename({"games": "share"})
    blocks: list[Block] = []
    if results.plan.whole:
        blocks += _tempo_figures(results)
    blocks += [
        Figure(
            "lead-for-good",
            "From which turn on the winner was never behind",
            partial(
                charts.bars,
                frame=since,
                x="lead_turn",
                y="share",
                unit="percent",
                x_label="turn",
                y_label="share of games",
            ),
            "Share of the games by the turn from which on the winner was never behind. "
            f"From the first turn: {pct(_first(since, 'lead_turn', 1))}.",
            "With several winners, the turn from which none of them was behind.",
        ),
        Figure(
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
            f"Share of the games by changes of the sole lead; without any: {pct(_first(changes, 'lead_changes', 0))}.",
            "A change is a sole lead that passes to another seat; standing level is no change.",
        ),
    ]
    if results.plan.whole:
        blocks.append(_comeback(results))
    return Section(
        "tempo", "Tempo", "How scores grow, who leads when, and whether a player who is behind can still win.", blocks
    )


def _first(frame: pl.DataFrame, column: str, value: int) -> float:
    found = frame.filter(pl.col(column) == value)["share"]
    return float(found[0]) if found.len() else 0.0


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


def _comeback(results: Results) -> Block:
    frame = results["comeback"]
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
    return Figure(
        "comeback",
        "Chance to win by points behind",
        partial(
            charts.grid, frame=grouped, x="turn", y="behind", value="win_share", unit="percent", y_label="points behind"
        ),
        "Share of the games won by seats that stood so many points behind the best score after a turn. "
        + _comeback_text(grouped),
        f"From the first {min(FIRST_GAMES, results.plan.games):,} games; cells with fewer than 100 seats are left out.",
    )


def _deficit_words(bucket: int, width: int) -> str:
    if bucket == 0:
        return "leading"
    if bucket == DEFICITS - 1:
        return f"{(bucket - 1) * width + 1} or more"
    first, last = (bucket - 1) * width + 1, bucket * width
    return str(first) if first == last else f"{first} to {last}"


def _comeback_text(grouped: pl.DataFrame) -> str:
    turns = grouped["turn"].unique().sort().to_list()
    if not turns:
        return ""
    middle = turns[len(turns) // 2]
    rows = grouped.filter(pl.col("turn") == middle).iter_rows(named=True)
    return f"After turn {middle}: " + ", ".join(f"{row['behind']}: {pct(row['win_share'])}" for row in rows) + "."
