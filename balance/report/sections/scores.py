"""Final scores by style, and what they are made of."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.engine.game import Plan
from balance.report import charts
from balance.report.labels import number_text
from balance.report.page import Block, ColumnView, DataTable, PageChart, Section
from balance.report.phrases import amount, num, pct, word

BE = {True: "is", False: "are"}
"""Life is, points are."""
SOURCE = ColumnView("source", "Source", "text", "Where they come from; losses are negative.")


def scores(results: Results) -> Section:
    """Score distribution by style and its components."""
    frame = results["scores"].with_columns((pl.col("seats") / pl.col("seats").sum().over("agent")).alias("share"))
    name, lost = score_word(results.plan), falls(results.plan)
    blocks: list[Block] = [_waterfall(results)] if lost else []
    blocks += [_distribution(results, frame, name), *_by_source(results.plan, _components(results), name)]
    if results.places.height:
        blocks += _places(results)
    intro = "How much life is lost, and to what." if lost else "How high scores get, and what they are made of."
    return Section("scores", name.capitalize() if lost else "Scores", intro, blocks)


def _by_source(plan: Plan, parts: pl.DataFrame, name: str) -> list[Block]:
    """Where they come from, by style: as a chart and as a table."""
    unit = counted(plan)
    losses = float(parts["points"].min() or 0) < 0  # type: ignore[arg-type]
    return [
        PageChart(
            "score-components",
            f"Where the {name} goes, by style" if falls(plan) else "Where the points come from, by style",
            partial(
                charts.grid,
                frame=parts,
                x="agent",
                y="source",
                value="points",
                centre=0.0 if losses else None,
                x_label="style",
                y_label="source",
            ),
            f"Mean {unit} per game by source, for each style, losses below zero. " + _component_text(parts),
            f"{_most_text(plan, parts)} Mean {unit} per player and game; the stronger the colour, the more"
            + (", orange is lost." if losses else "."),
        ),
        DataTable(
            "component-table",
            f"{unit.capitalize()} by source and style, in numbers",
            parts,
            (
                ColumnView("agent", "Style", "text", "The play style."),
                SOURCE,
                ColumnView("points", unit.capitalize(), "number", f"Mean {unit} per player and game."),
            ),
            filter_by="agent",
            folded=True,
        ),
    ]


def score_word(plan: Plan) -> str:
    """What the game counts: "score", or the game's own word for it, such as "life"."""
    return plan.game.words.get("score", "score")


def falls(plan: Plan) -> bool:
    """Whether what is counted is lost, not gained."""
    return score_word(plan) == "life"


def counted(plan: Plan) -> str:
    """What the score is so many of: "points", or "life"."""
    return "life" if falls(plan) else "points"


def _distribution(results: Results, frame: pl.DataFrame, name: str) -> PageChart:
    means = results.styles.sort("score", descending=True)
    lines = [f"{row['agent']} {num(row['score'])}" for row in means.iter_rows(named=True)]
    best, worst = means.row(0, named=True), means.row(-1, named=True)
    verdict = f"Mean: {amount(best['score'])}."
    if means.height > 1:
        verdict = (
            f"Highest on average: {best['agent']} with {amount(best['score'])}; lowest: {worst['agent']} with "
            f"{amount(worst['score'])}."
        )
    return PageChart(
        "score-distribution",
        f"Final {name} by style",
        partial(
            charts.histogram,
            frame=frame,
            x="score",
            y="share",
            by="agent",
            x_label=f"final {name}",
            y_label="share of players",
        ),
        f"Distribution of the final {name} for each style. Means: {', '.join(lines)}.",
        f"{verdict} Share of players with the style who end with this {name}.",
    )


def _named(results: Results, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame of components with the column source: each in words; of those that share a word, which it is."""
    columns = results.plan.log_tables["seats"].columns
    which = pl.col("component").replace_strict({column.name: column.within or column.name for column in columns})
    named = pl.col("component").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String)
    alike = pl.when(pl.col("source").is_duplicated()).then(pl.format("{} ({})", "source", which)).otherwise("source")
    return frame.with_columns(named.alias("source")).with_columns(source=alike)


def _waterfall(results: Results) -> PageChart:
    """From the life at the start to what is left: gains first, then the largest losses."""
    frame = _named(results, results.components.filter(pl.col("points") != 0))
    frame = frame.sort(pl.col("points") < 0, pl.col("points").abs(), descending=[False, True])
    losses = frame.filter(pl.col("points") < 0)
    lost = float(losses["points"].sum())
    text = "; ".join(f"{row['source']} {number_text(row['points'], '', 1)}" for row in frame.iter_rows(named=True))
    verdict = "No life is lost."
    if losses.height:
        worst = losses.row(0, named=True)
        verdict = f"{most_lost(results.plan, worst['source'])}: {pct(worst['points'] / lost)} of all losses."
    return PageChart(
        "life",
        "From the life at the start to the life left",
        partial(charts.waterfall, frame=frame, label="source", value="points", x_label="mean life of a player"),
        f"Mean life of a player, step by step: {text}; left at the end "
        f"{number_text(float(frame['points'].sum()), '', 1)}.",
        f"{verdict} Mean per player and game, winners and losers together. Below 0 a player is out.",
    )


def _places(results: Results) -> list[Block]:
    """What winners have and the last have not."""
    there = (pl.col("winners") != 0) | (pl.col("last") != 0)
    frame = _named(results, results.places.filter(there)).sort("gap", descending=True)
    top, unit = frame.row(0, named=True), counted(results.plan)
    said = ", ".join(f"{row['source']} {number_text(row['gap'], '', 1, True)}" for row in frame.iter_rows(named=True))
    verdict = f"Winners differ most from the last in “{top['source']}”: {number_text(top['gap'], '', 1, True)} {unit}."
    return [
        PageChart(
            "places",
            "Winner minus last, by source",
            partial(
                charts.forest,
                frame=frame,
                label="source",
                value="gap",
                low="gap_low",
                high="gap_high",
                reference=0.0,
                signed=True,
                x_label=f"{unit} of the winner minus {unit} of the last",
            ),
            f"{unit.capitalize()} of the winners minus {unit} of the last, by source, with intervals: {said}.",
            f"{verdict} From the first {min(FIRST_GAMES, results.plan.games):,} games that have a winner and a loser.",
        ),
        DataTable(
            "places-table",
            "Winner and last in numbers",
            frame,
            (
                SOURCE,
                _with_ends("winners", "Winners", f"Mean {unit} of the winners."),
                _with_ends("last", "Last", f"Mean {unit} of the last."),
                _with_ends("gap", "Gap", "Winners minus last, game by game."),
            ),
            folded=True,
        ),
    ]


def _with_ends(name: str, title: str, help: str) -> ColumnView:
    return ColumnView(name, title, "number", help, low=f"{name}_low", high=f"{name}_high")


def _components(results: Results) -> pl.DataFrame:
    frame = results["components"].filter(pl.col("points").abs().max().over("component") > 0)
    order = results.styles["agent"].to_list()
    named = frame.with_columns(
        pl.col("component").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String).alias("source")
    )
    summed = named.group_by("agent", "source", maintain_order=True).agg(pl.col("points").sum())
    if falls(results.plan):  # what all begin with says nothing of their styles
        summed = summed.filter(pl.col("points").mean().over("source") < pl.col("points").mean().over("source").max())
    return summed.sort(
        pl.col("agent").replace_strict(order, range(len(order))),
        pl.col("points").mean().over("source"),
        descending=[False, True],
    )


def most_lost(plan: Plan, source: str) -> str:
    """Where most is lost: "Most points are lost to wrong guesses". Who counts life names sources by how it is lost."""
    return f"Most {counted(plan)} {BE[falls(plan)]} {'' if falls(plan) else 'lost to '}{source}"


def _most_text(plan: Plan, parts: pl.DataFrame) -> str:
    """The source of most, over all styles alike."""
    overall = parts.group_by("source", maintain_order=True).agg(pl.col("points").mean())
    if not overall.height:
        return ""
    top = overall.sort(pl.col("points").abs(), descending=True).row(0, named=True)
    much = f"{num(abs(top['points']))} {counted(plan)} on average."
    return (
        f"The largest part: {top['source']}, {much}"
        if top["points"] > 0
        else f"{most_lost(plan, top['source'])}: {much}"
    )


def _component_text(parts: pl.DataFrame) -> str:
    overall = parts.group_by("source").agg(pl.col("points").mean()).sort("points", descending=True)
    return (
        "Averaged over styles: "
        + ", ".join(f"{row['source']} {num(row['points'])}" for row in overall.iter_rows(named=True))
        + "."
    )
