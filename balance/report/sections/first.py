"""Who goes first, and what that is worth; the seats, where one is favoured that should not be."""

from __future__ import annotations

from functools import partial
from typing import Any

from balance.analysis.results import Results
from balance.report import charts
from balance.report.labels import POINTS
from balance.report.page import Block, ColumnView, DataTable, PageChart, Paragraph, Section
from balance.report.phrases import pct, signed_points
from balance.report.seats import favoured_seat, seat_check
from balance.report.sections.styles import seats

COLUMNS = (
    ColumnView("who", "Player", "text", "Who is first, and the others in order."),
    ColumnView("share", "Win rate", "percent", "Share of games won; players who share a win share its credit."),
    ColumnView("even", "Even", "percent", "The win rate if going first were worth nothing."),
    ColumnView("gain", "Worth", "points", "Win rate less even, in points.", "gain_low", "gain_high"),
    ColumnView("games", "Games", "int", "Games that count."),
)


def first(results: Results) -> Section:
    """What going first is worth, or why nobody does; left out, without blocks, where one is alone or nobody wins."""
    rule = results.plan.game.first
    title = "Who goes first"
    if results.plan.players < 2 or results.uncontested:
        return Section("first", title, "", [])
    if rule.nobody or not results.first.height:
        why = f"Nobody goes first: {rule.nobody}." if rule.nobody else "This run kept no turns that tell who is first."
        return Section("first", title, why, [Paragraph(seat_check(results))])
    return Section("first", title, f"{rule.who}: does that help? {rule.how}".strip(), _blocks(results))


def _blocks(results: Results) -> list[Block]:
    frame, rule = results.first, results.plan.game.first
    text = "; ".join(f"{row['who']} {signed_points(row['gain'])}" for row in frame.iter_rows(named=True))
    top = frame.row(0, named=True)
    return [
        PageChart(
            "first-worth",
            "What going first is worth",
            partial(
                charts.forest, frame=frame, label="who", value="gain", low="gain_low", high="gain_high",
                reference=0.0, unit=POINTS, signed=True, x_label=f"points of win rate against {rule.against}",
            ),
            f"Points of win rate against {rule.against}: {text}.",
            f"{_counted(results, top)} win {pct(top['share'])}; {pct(top['even'])} would be even.",
            height=1.2 + 0.3 * frame.height,
        ),
        DataTable("first-table", "Going first in numbers", frame, COLUMNS, folded=True),
    ]  # fmt: skip


def _counted(results: Results, top: dict[str, Any]) -> str:
    """Who is meant, where a game says which games count: "In the 17,252 games that count, players who are first"."""
    if not results.plan.game.first.how:
        return "Players who are first"
    return f"In the {top['games']:,} games that count, players who are first"


def seats_in_doubt(results: Results) -> Section:
    """The win rate by seat, where one is clearly favoured; else without blocks, and left out."""
    if favoured_seat(results) is None:
        return Section("seats", "Seats", "", [])
    return seats(results)
