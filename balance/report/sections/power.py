"""What cards do for players who gain them: the chart of all that stand out, for whom it holds, what is wanted."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import polars as pl

from balance.analysis.results import Results
from balance.analysis.verdicts import FAIR, IGNORED, NONE, TOO_STRONG, TOO_WEAK, UNDECIDED, CardPower, Power, as_frame
from balance.common.units import counted
from balance.engine.game import Plan
from balance.judging.tables import TABLES
from balance.report import charts
from balance.report.columns import both_ends
from balance.report.labels import POINTS
from balance.report.page import Block, ColumnView, DataTable, PageChart, Paragraph, Section
from balance.report.phrases import card_names, pct, signed_points, some_names, word
from balance.report.powers import TABLES_EXPLAINED, opposite, points_text, who_played
from balance.report.sensitivities import charted

SHOWN = 15
"""Cards at either end of the chart."""
NAMED = 6
"""Cards named at either end of the map."""
OFF = (
    "What cards do was not measured (`--power off`). `balance report RUN` measures it: it plays games again with other "
    "cards in their places."
)
TRIED = (
    "Of the strongest and the weakest cards: the same games with one number changed. `balance sensitivity` tries all."
)
USEFUL = (
    "They are compared with doing without, for no card can stand in for another: a useful card is worth more than 0, "
    "and a high number is no fault."
)
NOBODY = "In this game nobody gains a card that could be exchanged; the page of a card says why."
WHO = (
    ColumnView("name", "Card", "text", "The card's name in cards.csv.", link="id"),
    ColumnView("kind", "Kind", "text", "The card's kind in cards.csv."),
)
ID = ColumnView("id", "Id", "text", "The card's id in cards.csv.")
EXCEPT = ColumnView("except", "Except", "text", "For whom, and at which tables, the opposite clearly holds.")


def power(results: Results) -> Section:
    """The cards that stand out, whole kinds, trial edits, what holds for whom, and what is wanted and not worth it."""
    title, intro = (
        "What cards do",
        "What a card is worth to players who gain it: the same games were played without it.",
    )
    powers = results.power
    if powers is None:
        said = results.uncontested.capitalize()
        why = f"{said}: no card decides who wins, and nothing was measured." if said else results.other_rules or OFF
        return Section("power", title, "", [Paragraph(why)] if results.plan.logs_turns else [])
    frame = _frame(results, powers)
    measured = frame.filter(pl.col("power").is_not_null()).sort("power", descending=True)
    if measured.is_empty():
        return Section("power", title, "", [Paragraph(NOBODY)])
    blocks: list[Block] = [Paragraph(_count(powers)), Paragraph(_reading(powers, results), "How this was measured")]
    blocks += [_forest(measured, powers)]
    blocks += [] if powers.against_nothing else [_kinds(frame, results.plan)]
    blocks += charted(results.edits, results.plan, TRIED) if results.edits else []
    blocks += _by_style(powers, measured)
    blocks += _by_table(powers, frame)
    blocks += [] if powers.against_nothing else _wanted(measured)
    return Section("power", title, intro, blocks)


def _frame(results: Results, power: Power) -> pl.DataFrame:
    """A row per card in play: its power, what it is called, and how much it is wanted."""
    names = card_names(results.plan)
    frame = as_frame(power).rename({"card": "id"})
    frame = frame.with_columns(name=pl.col("id").replace(names))
    known = results.cards if results.plan.logs_turns else pl.DataFrame()
    wanted = [name for name in ("desire", "desire_low", "desire_high", "role") if name in known.columns]
    return frame.join(known.select("id", *wanted), on="id", how="left") if wanted else frame


def _count(power: Power) -> str:
    """How many cards have which verdict: "28 of 126 cards are too strong, 34 too weak, 43 fair, 21 undecided"."""
    verdicts = Counter(card.verdict for card in power.cards if card.verdict != NONE)
    order = (TOO_STRONG, TOO_WEAK, FAIR, IGNORED, UNDECIDED)
    said = [f"{verdicts[verdict] or 'none'} {verdict}" for verdict in order if verdicts[verdict] or verdict != IGNORED]
    many, _, first = said[0].partition(" ")
    if power.against_nothing:
        first, said = said[1].partition(" ")[2], said[1:]
        many = str(verdicts[TOO_WEAK] or "none")
    be = "is" if many in ("1", "none") else "are"
    text = f"{many} of {counted(verdicts.total(), 'card')} {be} {first}, {', '.join(said[1:])}."
    return f"{text[:1].upper()}{text[1:]}{f' {USEFUL}' if power.against_nothing else ''}"


def _reading(power: Power, results: Results) -> str:
    margin = points_text(power.margin)
    if power.against_nothing:
        return (
            "Every game was played again without a card, with the same luck. What players who gained it won, less what "
            "the same players won without it, is its power. A card is too weak if that is clearly more than "
            f"{margin} below 0, and fair if it is clearly not. At most {power.games:,} games were looked at, until a "
            f"card's interval is ±{points_text(power.until)}; `balance power {results.plan.game.typed}` looks at more. "
            f"{who_played(power)}"
        )
    return (
        "Every game was played again with an ordinary card of its kind in a card's place, with the same luck. What "
        "players who gained it won, less what the same players won then, less the average of its kind, is its power. "
        f"A card is too strong or too weak if that is clearly more than {margin} "
        f"({pct(power.margin * power.players)} of an even share), and fair if it is clearly less. At most "
        f"{power.games:,} games were looked at, until a card's interval is ±{points_text(power.until)}; "
        f"`balance power {results.plan.game.typed}` looks at more. {who_played(power)}"
    )


def _forest(measured: pl.DataFrame, power: Power) -> PageChart:
    alone = power.against_nothing
    against = "doing without it" if alone else "the average of the card's kind"
    fair = (
        f"fair, from {points_text(power.margin)} below 0 up" if alone else f"fair, within {points_text(power.margin)}"
    )
    rows = both_ends(measured, SHOWN).with_columns(pl.col("power_verdict").is_in([TOO_STRONG, TOO_WEAK]).alias("sure"))
    top, last = measured.row(0, named=True), measured.row(-1, named=True)
    few = f" Shown: {SHOWN} strongest, {SHOWN} weakest of {measured.height}." if rows.height < measured.height else ""
    return PageChart(
        "card-power",
        "Power by card",
        partial(
            charts.forest,
            frame=rows,
            label="name",
            value="power",
            low="power_low",
            high="power_high",
            reference=0.0,
            unit=POINTS,
            band=power.margin,
            open_above=alone,
            sure="sure",
            x_label="power",
        ),
        f"What cards are worth to players who gain them. Strongest: {top['name']}, {signed_points(top['power'])} "
        f"points of win rate; weakest: {last['name']}, {signed_points(last['power'])}.",
        f"Strongest: {top['name']} ({signed_points(top['power'])} points of win rate); weakest: {last['name']} "
        f"({signed_points(last['power'])}), against {against}. Grey band: {fair}; filled: clearly beyond it; "
        f"hollow beyond it: not confirmed, for it may be chance among so many cards, or two-way does not agree.{few}",
    )


def _family(plan: Plan, against: str) -> str:
    """What cards that stand in for one another are called: "mission 2", or as the game says, "Sunlight Fairy"."""
    codes = against.removeprefix("another ").split(" ")
    return " ".join(word(plan, code) for code in codes if code in plan.game.words) or " ".join(codes)


def _kinds(frame: pl.DataFrame, plan: Plan) -> DataTable:
    """A row for all cards that stand in for one another: what they have in common, which their power leaves out."""
    measured = frame.filter(pl.col("power").is_not_null())
    names = {against: _family(plan, against) for against in measured["power_against"].unique()}
    rows = (
        measured.with_columns(family=pl.col("power_against").replace_strict(names, return_dtype=pl.String))
        .sort("power", descending=True)
        .group_by("family", maintain_order=True)
        .agg(
            pl.len().alias("cards"),
            pl.col("power_users").mean().alias("users"),
            pl.col("power_two_way").mean().alias("two_way"),
            pl.col("power_reach").sum().alias("gained"),
            pl.col("name").first().alias("strongest"),
            pl.col("name").last().alias("weakest"),
            (pl.col("power").max() - pl.col("power").min()).alias("span"),
        )
    )
    columns = (
        ColumnView("family", "Kind", "text", "All measured cards of a kind, and of one rank, stack or type."),
        ColumnView("cards", "Cards", "int", "How many there are."),
        ColumnView("gained", "Gained", "number", "How many of them a player gains in a game, on average."),
        ColumnView(
            "users",
            "Users' power",
            "points",
            "The mean of users' power: what any one of these cards is worth. Power leaves it out.",
        ),
        ColumnView(
            "two_way",
            "Two-way",
            "points",
            "The mean of two-way: about 0 where these cards stand in for each other; where nothing does, users' power.",
        ),
        ColumnView("span", "Span", "points", "From the weakest to the strongest card of the kind."),
        ColumnView("strongest", "Strongest", "text", "Its strongest card."),
        ColumnView("weakest", "Weakest", "text", "Its weakest card."),
    )
    return DataTable("power-kinds", "Whole kinds", rows, columns)


def _by_style(power: Power, measured: pl.DataFrame) -> list[Block]:
    """Power for the players of every style, of the cards that stand out."""
    shown = both_ends(measured, SHOWN // 2)
    names = dict(shown.select("id", "name").iter_rows())
    rows = [
        {"name": names[card.card], "style": style.name, "value": style.power}
        for card in power.cards
        if card.card in names
        for style in card.by_style
    ]
    if not rows:
        return []
    order = pl.DataFrame({"name": shown["name"]})
    styles = pl.DataFrame({"style": sorted({row["style"] for row in rows})})
    frame = order.join(styles, how="cross").join(
        pl.DataFrame(rows), on=["name", "style"], how="left", maintain_order="left"
    )
    return [
        PageChart(
            "power-styles",
            "By play style",
            partial(
                charts.grid,
                frame=frame,
                x="style",
                y="name",
                value="value",
                unit=POINTS,
                centre=0.0,
                x_label="players of this style",
                y_label="card",
            ),
            "Power of the cards that stand out, for the players of every style.",
            "Points of win rate for players of one style. Empty: too few of them gained the card.",
        )
    ]


def _by_table(power: Power, frame: pl.DataFrame) -> list[Block]:
    """Power at weak, mixed and strong tables; nothing where all tables are equally strong."""
    names = {row["id"]: row for row in frame.select("id", "name", "kind").iter_rows(named=True)}
    rows = [names[card.card] | _at_tables(card) for card in power.measured if card.by_table]
    if not rows:
        return []
    table = pl.DataFrame(rows, infer_schema_length=None)
    there = [_table_column(name) for name in TABLES if name in table.columns]
    columns = (*WHO, ColumnView("verdict", "Verdict"), *there, EXCEPT, ID)
    return [DataTable("power-tables", "Does it hold at other tables?", table, columns, TABLES_EXPLAINED, folded=True)]


def _at_tables(card: CardPower) -> dict[str, Any]:
    ends = ("", "_low", "_high")
    row: dict[str, Any] = {"verdict": card.verdict, "except": opposite(card) if card.depends else ""}
    for of in card.by_table:
        row |= {f"{of.name}{end}": value for end, value in zip(ends, (of.power, of.low, of.high), strict=True)}
    return row


def _table_column(table: str) -> ColumnView:
    help = f"Power of those who gain it at a {table} table, in points of win rate."
    return ColumnView(table, f"{table.capitalize()} tables", "points", help, f"{table}_low", f"{table}_high")


def _wanted(measured: pl.DataFrame) -> list[Block]:
    """What the styles pick against what it is worth."""
    if "desire" not in measured.columns:
        return []
    both = measured.filter(pl.col("desire").is_not_null()).sort("power")
    if both.height <= 2:
        return []
    decided = both.filter(pl.col("power_verdict").is_in([TOO_STRONG, TOO_WEAK]))
    roles: Any = {role: decided.filter(pl.col("role") == role)["name"].to_list() for role in ("trap", "sleeper")}
    outer = both_ends(both, NAMED)["id"].to_list()
    standing = (pl.col("role") != "") | (pl.col("id").is_in(outer) & (pl.col("power_verdict") != FAIR))
    frame = both.with_columns(
        pl.when(standing).then("name").otherwise(pl.lit("")).alias("standing"), points=100 * pl.col("power")
    )
    words = "; ".join(f"{role}s: {some_names(names, NAMED)}" for role, names in roles.items() if names)
    odd = f"{words[:1].upper()}{words[1:]}." if words else "No card is known to be a trap or a sleeper."
    return [
        PageChart(
            "card-map",
            "Wanted and strong",
            partial(
                charts.quadrants,
                frame=frame,
                x="desire",
                y="points",
                label="standing",
                x_label="desirability",
                y_label="power (points of win rate)",
            ),
            f"Desirability against power, a point per card. {words}",
            f"{odd} Right: wanted more than the average card. Up: worth more than the average card of its kind. Traps "
            "(wanted, weak) are below right, sleepers (strong, passed over) above left.",
            height=4.2,
        )
    ]
