"""Does it hold among other players? Verdicts and figures, group by group."""

from __future__ import annotations

from typing import Any

import polars as pl

from balance.analysis.results import Results
from balance.analysis.robust import Robust
from balance.analysis.verdicts import UNDECIDED, CardPower, Power
from balance.common.units import counted
from balance.engine.game import Plan
from balance.report.labels import form_of
from balance.report.page import Block, ColumnView, DataTable, Paragraph, Section
from balance.report.phrases import card_names, signed_points
from balance.report.powers import points_text
from balance.report.survivals import alone, summary, where_firm

TITLE = "Does it hold among other players?"
UNTRIED = "Whether verdicts survive other players was not tried: `balance report RUN --players robust` tries it."
UNKNOWN = None, None, None
AHEAD = "Players who look ahead are slow: their games are too few to judge single cards, and their intervals are wide."


def robust(results: Results) -> Section:
    """How verdicts and figures fare among other players; or how to find out."""
    survived = results.robust
    if survived is None:
        return Section("robust", TITLE, "", [Paragraph(UNTRIED)] if results.power is not None else [])
    blocks: list[Block] = []
    if survived.survivals:
        blocks += [Paragraph(line) for line in _how(survived, results.power)]
        blocks.append(_cards(survived, results.plan))
    blocks.append(_figures(survived, results.plan))
    return Section("robust", TITLE, summary(survived, results.plan), blocks)


def _how(robust: Robust, power: Power | None) -> list[str]:
    """What was done, what firm means, and what was not tried."""
    others = [group.where for group in robust.judged[1:] if not group.style]
    where = ", ".join([alone(robust.peers), *others] if robust.peers else others)
    lines = [
        f"These cards were measured again more closely, here and among other players: {where}. Where nothing is clear a"
        " verdict is undecided, which is no contradiction."
    ]
    if robust.peers:
        lines.append(
            f"A verdict is firm where it is {where_firm(robust)}, and nowhere the opposite: change these cards first."
            " These are the strongest styles of which no two weigh mostly the same."
        )
    if power and (undecided := power.count(UNDECIDED)):
        lines.append(
            f"{counted(undecided, 'card')} not decided here {'was' if undecided == 1 else 'were'} not tried:"
            " `--power full --players robust` decides and tries more."
        )
    if robust.groups[-1].power is None:
        lines.append(AHEAD)
    return lines


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
        for place, known in enumerate(robust.powers.of(survival.card)):
            row[f"group_{place}"] = _said(known)
        rows.append(row)
    columns = [
        ColumnView("name", "Card", "text", "The card's name in cards.csv.", link="id"),
        ColumnView("verdict", "Verdict", "text", "Among these players."),
        ColumnView("held", "Survives", "text", "In how many groups of players, of those in which it was judged."),
    ]
    if robust.peers:
        columns.append(ColumnView("firm", "Firm", "text", f"yes: {where_firm(robust)}, and nowhere the opposite."))
    if robust.reversals:
        where = "Where power is clearly on the other side of the average card."
        columns.append(ColumnView("opposite", "The opposite", "text", where))
    for place, group in enumerate(robust.judged):
        margin = points_text(group.power.margin) if group.power else ""
        help = f"Power {group.where}, in points of win rate, its 95 % interval, and the verdict; margin {margin}."
        columns.append(ColumnView(f"group_{place}", group.heading, "text", help))
    table = pl.DataFrame(rows, infer_schema_length=None)
    return DataTable("robust-cards", "Verdicts by group of players", table, tuple(columns))


def _said(card: CardPower | None) -> str:
    """Power and verdict of a card in a group: "+5.7 ± 1.2 too strong"."""
    if card is None or card.power is None or card.low is None or card.high is None:
        return "" if card is None else card.verdict
    return f"{signed_points(card.power)} ± {50 * (card.high - card.low):.1f} {card.verdict}"


def _figures(robust: Robust, plan: Plan) -> DataTable:
    """The headline figures that differ between the groups."""
    known = plan.game.figures
    values = {
        name: {round(group.figures.get(name, UNKNOWN)[0] or 0.0, 4) for group in robust.groups}
        for name in robust.groups[0].figures
    }
    names = [name for name, different in values.items() if name in known and len(different) > 1]
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
        few = "" if group.games == robust.groups[0].games else f" ({group.games:,} games)"
        name, help = f"group_{place}", f"In {group.games:,} games {group.where}."
        ends = f"{name}_low", f"{name}_high"
        columns.append(ColumnView(name, group.heading + few, "number", help, *ends, format_from="form"))
    table = pl.DataFrame(rows, infer_schema_length=None)
    return DataTable("robust-figures", "The game by group of players", table, tuple(columns), folded=True)
