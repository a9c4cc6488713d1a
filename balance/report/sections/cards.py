"""What every card does for those who meet it: verdicts first, then the numbers behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl

from balance.analysis.cards import metrics
from balance.analysis.cards.metrics import Metric
from balance.analysis.cards.summary import CardSummary
from balance.analysis.cards.verdicts import FAIR, FEW, STRONG, UNDECIDED, WEAK
from balance.analysis.results import Results
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Paragraph, Section
from balance.report.phrases import lift_words, some_names

SHOWN = 15
"""Cards at either end of the chart."""
NAMED = 6
"""Cards named at either end of the map."""
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
    """Verdicts, then choices, win shares, ways of comparing, first turns and pairs."""
    if not results.plan.whole:
        return Section("cards", "Cards", "", [Paragraph("This run kept no cards (--log seats).")])
    summary = results.card_summary
    table = summary.table.sort("lift", descending=True, nulls_last=True)
    blocks: list[Block] = [Paragraph(_reading(summary))]
    judged = table.filter(pl.col("lift").is_not_null() & (pl.min_horizontal("did", "didnt") >= FEW))
    if judged.height:
        blocks += [_forest(judged, summary.margin), _survival_chart(summary, judged)]
    blocks.append(
        _table("card-verdicts", "Verdicts", table, (*metrics.JUDGED[:2], metrics.EFFECTS[0], *metrics.JUDGED[2:]))
    )
    if summary.choices is not None:
        blocks += _choices(table)
    blocks.append(_table("card-table", "How often", table, metrics.HOW_OFTEN))
    blocks.append(_table("card-wins", "How much those win who did what", table, _used(table, metrics.WIN_SHARES)))
    blocks.append(_table("card-effects", "The comparison, made in several ways", table, metrics.EFFECTS))
    blocks += _first_turns(summary, judged)
    blocks += _pairs(summary)
    return Section("cards", "Cards", "What every card does for those who meet it, and how sure that is.", blocks)


def _reading(summary: CardSummary) -> str:
    counts = dict(summary.table["verdict"].value_counts().iter_rows())
    said = ", ".join(f"{counts.get(verdict, 0)} {verdict}" for verdict in (STRONG, WEAK, FAIR, UNDECIDED))
    return (
        f"Of {summary.table.height} cards: {said}. A card is too strong when seats that take it (or play it, or use "
        f"it) win at least {summary.margin:.2f} lift more, beyond doubt, than seats alike that saw it and did not, "
        f"measured against the average card of its kind; too weak when they win so much less. It is fair when it "
        f"surely lies between. Lift is seats at the table x win share: "
        f"{lift_words(summary.margin, summary.facts.players)}. These are correlations "
        f"among the styles that played: an edit is judged by playing it on the same luck."
    )


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


def _forest(judged: pl.DataFrame, margin: float) -> Figure:
    rows = _ends(judged, SHOWN).with_columns(pl.col("verdict").is_in([STRONG, WEAK]).alias("sure"))
    top, last = judged.row(0, named=True), judged.row(-1, named=True)
    few = f" The {SHOWN} highest and {SHOWN} lowest of {judged.height} cards." if rows.height < judged.height else ""
    return Figure(
        "card-lifts",
        "Improvement by card",
        partial(
            charts.forest,
            frame=rows,
            label="name",
            value="lift",
            low="lift_low",
            high="lift_high",
            reference=0.0,
            band=margin,
            sure="sure",
            x_label="improvement in lift",
        ),
        f"Improvement in lift for those who take, play or use a card. Highest: {top['name']}, {top['lift']:+.2f}; "
        f"lowest: {last['name']}, {last['lift']:+.2f}.",
        f"Lift of seats that did it minus lift of seats alike that saw the card and did not, against the average card "
        f"of its kind, with 95 % intervals. Grey: within {margin:.2f} of that average, which is fair. Filled: surely "
        f"beyond it, so many cards allowed for.{few}",
    )


def _survival_chart(summary: CardSummary, judged: pl.DataFrame) -> Figure:
    """The effect inside every style and at weak, mixed and strong tables, for the cards that stand out."""
    rows = _ends(judged, SHOWN // 2)
    company = summary.among_companies.with_columns(pl.col("group") + " table")
    among = pl.concat([summary.among_styles, company.select(summary.among_styles.columns)])
    order = [*summary.among_styles["group"].unique().sort(), *(f"{c} table" for c in ("weak", "mixed", "strong"))]
    frame = (
        rows.select("id", "name")
        .join(pl.DataFrame({"group": order}), how="cross")
        .join(among, left_on=["id", "group"], right_on=["card", "group"], how="left", maintain_order="left")
        .with_columns(
            pl.when(pl.min_horizontal("did", "didnt") >= LEAST_SEATS)
            .then(pl.col("effect") * summary.facts.players)
            .alias("lift")
        )
    )
    return Figure(
        "card-survival",
        "Does it hold among other players?",
        partial(
            charts.grid,
            frame=frame,
            x="group",
            y="name",
            value="lift",
            centre=0.0,
            x_label="seats of this style, or at these tables",
            y_label="card",
        ),
        "Improvement in lift of the cards that stand out, inside every style and at weak, mixed and strong tables.",
        f"The same improvement, worked out inside one style, or inside the weak, mixed and strong third of the tables "
        f"(by the mean win share of the styles at them). Empty: fewer than {LEAST_SEATS} seats on one side.",
    )


def _choices(table: pl.DataFrame) -> list[Block]:
    chosen = table.filter(pl.col("options").is_not_null())
    both = chosen.filter(pl.col("desire").is_not_null() & pl.col("lift").is_not_null()).sort("lift")
    blocks: list[Block] = []
    if both.height > 2:
        outer = _ends(both, NAMED)["id"].to_list()
        standing = (pl.col("role") != "") | (pl.col("id").is_in(outer) & (pl.col("verdict") != FAIR))
        frame = both.with_columns(pl.when(standing).then("name").otherwise(pl.lit("")).alias("standing"))
        roles = {role: both.filter(pl.col("role") == role)["name"].to_list() for role in ("trap", "sleeper")}
        words = "; ".join(f"{role}s: {some_names(names, NAMED)}" for role, names in roles.items() if names)
        blocks.append(
            Figure(
                "card-map",
                "Wanted and strong",
                partial(
                    charts.quadrants,
                    frame=frame,
                    x="desire",
                    y="lift",
                    label="standing",
                    x_label="desirability",
                    y_label="improvement in lift",
                ),
                f"Desirability against improvement, a point per card. {words}",
                "Desirability against improvement in lift. Right: wanted more than the average card. Up: wins more "
                "than the average card of its kind. Below right are traps (wanted, weak), above left sleepers "
                f"(strong, passed over). {_sentence(words)}",
                height=4.2,
            )
        )
    note = "What the styles pick when they could pick several cards, and what they pick it instead of."
    blocks.append(
        _table(
            "card-choices",
            "What is wanted",
            chosen.sort("desire", descending=True, nulls_last=True),
            (*metrics.CHOSEN, metrics.JUDGED[1]),
            note,
        )
    )
    return blocks


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else "None of either here."


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
    shown = [name for name in _ends(judged, SHOWN // 2)["name"] if name in set(binned["name"])]
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
