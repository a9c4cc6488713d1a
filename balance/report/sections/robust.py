"""Does it hold among other players? Verdicts and figures, group by group."""

from __future__ import annotations

from typing import Any

import polars as pl

from balance.analysis.results import Results
from balance.analysis.robust import Group, Robust
from balance.engine.game import Plan
from balance.report.labels import form_of
from balance.report.page import Block, ColumnView, DataTable, Paragraph, Section
from balance.report.phrases import card_names
from balance.report.survivals import summary, tables_of_strong

TITLE = "Does it hold among other players?"
UNTRIED = "Whether verdicts survive other players was not tried: `balance report RUN --players robust` tries it."
HOW = (
    "The cards that are too strong or too weak were judged again, closely, and the same figures counted, among other"
    " players: where everybody plays one of the strongest styles (none made from another), where choices are careless,"
    " with fewer and with more players. A verdict survives in a group where it is the same; where nothing is clear it"
    " is undecided, which is no contradiction. It is firm where it is the same among all who play well: change these"
    " cards first."
)
UNKNOWN = None, None, None
AHEAD = "Players who look ahead are slow: their games are too few to judge single cards, and their intervals are wide."


def robust(results: Results) -> Section:
    """How verdicts and figures fare among other players; or how to find out."""
    survived = results.robust
    if survived is None:
        return Section("robust", TITLE, "", [Paragraph(UNTRIED)] if results.power is not None else [])
    blocks: list[Block] = [Paragraph(HOW)]
    if survived.survivals:
        if any(group.power is None for group in survived.groups):
            blocks.append(Paragraph(AHEAD))
        blocks.append(_cards(survived, results.plan))
    blocks.append(_figures(survived, results.plan))
    return Section("robust", TITLE, summary(survived, results.plan), blocks)


def _view(place: int, group: Group, format: str, help: str, format_from: str = "") -> ColumnView:
    """The column of a group, whose cells ``_cells`` makes."""
    heading, name = group.name[:1].upper() + group.name[1:], f"group_{place}"
    return ColumnView(name, heading, format, help, f"{name}_low", f"{name}_high", format_from=format_from)


def _cells(place: int, value: float | None, low: float | None, high: float | None) -> dict[str, Any]:
    return {f"group_{place}": value, f"group_{place}_low": low, f"group_{place}_high": high}


def _cards(robust: Robust, plan: Plan) -> DataTable:
    rows, names = [], card_names(plan)
    for survival in robust.survivals:
        row: dict[str, Any] = {
            "id": survival.card,
            "name": names.get(survival.card, survival.card),
            "verdict": survival.verdict,
            "held": f"{len(survival.same)} of {survival.groups}",
            "firm": "yes" if survival.firm else "",
            "opposite": ", ".join(survival.reversed),
        }
        for place, group in enumerate(robust.judged):
            known = group.power.of(survival.card) if group.power else None
            row |= _cells(place, *(known.power, known.low, known.high) if known else UNKNOWN)
        rows.append(row)
    columns = [
        ColumnView("name", "Card", "text", "The card's name in cards.csv.", link="id"),
        ColumnView("verdict", "Verdict", "text", "Among these players."),
        ColumnView("held", "Survives", "text", "In how many groups of players, of those in which it was judged."),
        ColumnView("firm", "Firm", "text", f"yes: the same at {tables_of_strong(robust)}, of different tastes."),
    ]
    if robust.reversals:
        where = "Where power is clearly on the other side of the average card."
        columns.append(ColumnView("opposite", "The opposite", "text", where))
    for place, group in enumerate(robust.judged):
        columns.append(_view(place, group, "points", f"Power {group.where}, in points of win rate."))
    table = pl.DataFrame(rows, infer_schema_length=None)
    return DataTable("robust-cards", "Verdicts by group of players", table, tuple(columns))


def _figures(robust: Robust, plan: Plan) -> DataTable:
    known = plan.game.figures
    names = [name for name in robust.groups[0].figures if name in known]
    rows = []
    for name in names:
        row: dict[str, Any] = {
            "figure": known[name].label,
            "means": known[name].description,
            "form": form_of(known[name]),
        }
        for place, group in enumerate(robust.groups):
            row |= _cells(place, *group.figures.get(name, UNKNOWN))
        rows.append(row)
    columns = [ColumnView("figure", "Figure", "text", "A headline figure of the game.", help_from="means")]
    for place, group in enumerate(robust.groups):
        columns.append(_view(place, group, "number", f"In {group.games:,} games {group.where}.", format_from="form"))
    table = pl.DataFrame(rows, infer_schema_length=None)
    return DataTable("robust-figures", "The game by group of players", table, tuple(columns), folded=True)
