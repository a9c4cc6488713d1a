"""The chapter "Side by side": the figures of several runs of one game, and which of them clearly differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import polars as pl

from balance.analysis import side_by_side as analysis
from balance.analysis.results import Results
from balance.engine.game.headlines import GAINS, SHARED
from balance.report import charts
from balance.report.findings import total_of
from balance.report.labels import POINTS, form_of
from balance.report.page import Block, ColumnView, DataTable, PageChart, Section
from balance.report.phrases import num, signed_points, word

AGAINST_EVEN = "points of win rate vs. an even share"
SUMMARY = tuple(headline for name in analysis.SUMMARY for headline in (*SHARED, *GAINS) if headline.name == name)
"""Every headline figure of the chapter, in the order of the table."""
DIFFERENT = ColumnView(
    "differs",
    "Clearly different",
    "text",
    "Which runs clearly differ: their 95 % intervals do not overlap. “no”: all intervals overlap.",
)


@dataclass(frozen=True)
class Compared:
    """What the comparison needs of one run."""

    label: str
    figures: pl.DataFrame
    styles: pl.DataFrame
    seats: pl.DataFrame
    sources: pl.DataFrame
    lengths: pl.DataFrame
    """turns, share of the games."""


def compared(results: Results, label: str) -> Compared:
    """A run's figures, in the columns of ``side_by_side.SHAPE``, and how long its games last."""
    sources = analysis.points_by_source(results, partial(word, results.plan)).filter(pl.col("value") != 0)
    return Compared(
        label,
        analysis.headlines(results),
        analysis.style_gains(results),
        analysis.seat_gains(results),
        sources,
        results["length"].select("turns", share=pl.col("games") / pl.col("games").sum()),
    )


def side_by_side(runs: Sequence[Compared]) -> Section | None:
    """The chapter, or None where there is but one run."""
    if len(runs) < 2:
        return None
    named = ", ".join(run.label for run in runs)
    blocks: list[Block] = [_headlines(runs), *_length(runs), _seats(runs), *_styles(runs), *_sources(runs)]
    return Section(
        "side-by-side",
        "Side by side",
        f"The same figures for every run: {named}. In brackets are 95 % intervals; where those of two runs do not "
        f"overlap, the difference is clear. “higher” and “lower” compare with the first run, {runs[0].label}.",
        blocks,
    )


# ---- tables


def _table(runs: Sequence[Compared], frames: dict[str, pl.DataFrame], by: str, **kind: str) -> DataTable:
    """Figures of all runs, a column each; ``kind`` has the table's id, title, first heading and format."""
    frame = analysis.in_one_table(frames, by)
    column = partial(_column, first=runs[0].label, form=kind["form"], what=kind["what"])
    head = ColumnView(by, kind["head"], "text", kind["head_help"])
    return DataTable(kind["id"], kind["title"], frame, [head, *map(column, frames), DIFFERENT])


def _column(label: str, first: str, form: str, what: str, format_from: str = "") -> ColumnView:
    """One run's column."""
    help = f"{what} in the run “{label}”."
    if label != first:
        help += f" “higher” or “lower”: its interval does not touch that of “{first}”."
    return ColumnView(label, label, form, help, f"{label} low", f"{label} high", format_from, mark=f"{label} mark")


def _headlines(runs: Sequence[Compared]) -> DataTable:
    """One row per headline figure, each in its own unit."""
    frame = analysis.in_one_table({run.label: run.figures for run in runs}, "figure")
    entries = [(headline.name, headline.label, form_of(headline), headline.description) for headline in SUMMARY]
    known = pl.DataFrame(entries, ["figure", "name", "form", "means"], orient="row")
    frame = known.join(frame, on="figure", how="inner", maintain_order="left")
    column = partial(_column, first=runs[0].label, form="number", what="The row's figure", format_from="form")
    head = ColumnView("name", "Figure", "text", "What was measured; the ? says how.", help_from="means")
    return DataTable("side-figures", "Headline figures", frame, [head, *(column(run.label) for run in runs), DIFFERENT])


# ---- charts with their tables


def _joined(runs: Sequence[Compared], part: str) -> pl.DataFrame:
    """One kind of figures of all runs, with the column ``run``."""
    return pl.concat([getattr(run, part).with_columns(pl.lit(run.label).alias("run")) for run in runs])


def _length(runs: Sequence[Compared]) -> list[Block]:
    frame = _joined(runs, "lengths")
    if frame["turns"].n_unique() < 2:
        return []  # every game of every run lasts as long
    means = ((run.label, total_of(run.lengths["turns"] * run.lengths["share"])) for run in runs)
    said = "Mean turns: " + "; ".join(f"{label} {num(mean)}" for label, mean in means) + "."
    return [
        PageChart(
            "side-length",
            "How many turns a game lasts, by run",
            partial(charts.histogram, frame=frame, x="turns", y="share", by="run", y_label="share of games"),
            f"Distribution of the length for every run. {said}",
            said,
        )
    ]


def _seats(runs: Sequence[Compared]) -> Block:
    seat = pl.col("subject").str.strip_prefix("seat ").cast(pl.Int64).alias("seat")
    frame = _joined(runs, "seats").with_columns(seat)
    first = "; ".join(f"{run.label} {signed_points(run.seats['value'][0])}" for run in runs)
    return PageChart(
        "side-seats",
        "Win rate by place at the table and run",
        partial(
            charts.lines, frame=frame, x="seat", y="value", by="run", low="low", high="high", unit=POINTS,
            reference=0.0, x_label="place at the table", y_label=AGAINST_EVEN,
        ),
        f"Points of win rate against an even share, by place at the table and run. First place: {first}.",
        f"First place: {first} points. 0 is an even share with any number of players; the band is the interval.",
    )  # fmt: skip


def _styles(runs: Sequence[Compared]) -> list[Block]:
    frame = _joined(runs, "styles")
    if frame["subject"].n_unique() < 2:
        return []
    best = "; ".join(f"{run.label} {run.styles['subject'][0]} {signed_points(run.styles['value'][0])}" for run in runs)
    drawn = frame.with_columns(pl.col("run").alias("table"))
    return [
        PageChart(
            "side-styles",
            "Win rate by style and run",
            partial(charts.grid, frame=drawn, x="table", y="subject", value="value", unit=POINTS, centre=0.0,
                    signed=True, x_label="run", y_label="style"),
            f"Points of win rate against an even share, by style and run. Best: {best}.",
            f"Best: {best} points of win rate against an even share. Blue is above it, orange below.",
        ),
        _table(
            runs, {run.label: run.styles for run in runs}, "subject", id="side-style-table",
            title="Win rate of every style, vs. even", form="points",
            what="Win rate of the row's style less an even share, in points", head="Style",
            head_help="The play style.",
        ),
    ]  # fmt: skip


def _sources(runs: Sequence[Compared]) -> list[Block]:
    frame = _joined(runs, "sources")
    if not frame.height:
        return []
    sums = "; ".join(f"{run.label} {num(total_of(run.sources['value']))}" for run in runs)
    return [
        PageChart(
            "side-sources",
            "Where the points come from, by run",
            partial(charts.stacked, frame=frame, x="run", y="value", by="subject", x_label="run",
                    y_label="points per game"),
            f"Mean points per player and game by source for every run, losses below zero. Mean scores: {sums}.",
            f"Mean scores: {sums}. The parts add up to them.",
        ),
        _table(
            runs, {run.label: run.sources for run in runs}, "subject", id="side-source-table",
            title="Points by source", form="number", what="Mean points per player and game from the row's source",
            head="Source", head_help="What the points are for; losses are negative.",
        ),
    ]  # fmt: skip
