"""From the results of a run to all its cards: drawn, with their verdicts, and as one table."""

from __future__ import annotations

import polars as pl

from balance.analysis.results import Results
from balance.analysis.verdicts import NOTHING, SCHEMA, TOO_STRONG, TOO_WEAK, CardPower, as_frame
from balance.cards.check import CardRow
from balance.report.cards.columns import columns
from balance.report.cards.pages import Lists, lists
from balance.report.cards.view import WORDS
from balance.report.labels import POINTS, number_text
from balance.report.page import BookCard, CardBook, DataTable
from balance.report.phrases import pct, word
from balance.report.powers import noticed, who_played

RARE = 0.06
"""Of the players: a card that fewer gain is judged in the hands of these few. Among players of another kind two such
cards were worth the opposite (docs/decisions/judging-cards.md)."""
IN_FEW_HANDS = "It is judged in the hands of these few: a play style that wants it may make more of it."
NOTE = "Choose a card for everything about it: its power, who uses it when, its partners, and games to watch."


def card_book(results: Results, replay: str = "") -> CardBook:
    """All cards in play, those first that ask for a change, the most urgent of them before the others."""
    frame = card_rows(results)
    rows = {row.id: row for row in results.plan.card_table.rows}
    more = lists(results)
    measured = {card.card: card for card in results.power.cards} if results.power else {}
    cards = [_card(rows[id], results, measured.get(id), more) for id in frame["id"]]
    filters = ("verdict", "kind") if measured else ("kind",)
    table = DataTable("card-numbers", "Every card", frame, columns(frame), searchable=True, filter_by=filters)
    also = ("power-verdicts", "power-selection")
    who = who_played(results.power) if results.power else ""
    return CardBook("card-table", "Every card", cards, table, NOTE, replay, also, who=who)


def card_rows(results: Results) -> pl.DataFrame:
    """A row per card in play: what cards.csv says, every number, and the verdict in words (null: not asked for)."""
    played = [row for row in results.plan.card_table.rows if row.copies not in ("0", "0.0")]
    cells = {name: [row.cell(name) for row in played] for name in ("id", "name", "kind", "set")}
    frame = pl.DataFrame(cells, dict.fromkeys(cells, pl.String))
    if results.plan.logs_turns:
        known = results.cards
        frame = frame.join(
            known.drop(name for name in known.columns if name in {"name", "set", *SCHEMA}),
            on="id",
            how="left",
        )
    power = as_frame(results.power).drop("kind") if results.power else _nothing_measured()
    frame = frame.join(power, left_on="id", right_on="card", how="left").with_columns(_verdict(), _impact())
    return _ordered(_beyond(frame, results.plan.players))


def _nothing_measured() -> pl.DataFrame:
    shape = {"card": pl.String, "power_verdict": pl.String, "power": pl.Float64, "power_reach": pl.Float64}
    return pl.DataFrame(schema=shape)


def _verdict() -> pl.Expr:
    order = pl.Enum(list(WORDS.values()))
    return (
        pl.col("power_verdict").replace_strict(WORDS, default=None, return_dtype=pl.String).cast(order).alias("verdict")
    )


def _impact() -> pl.Expr:
    return (pl.col("power").abs() * pl.col("power_reach")).alias("impact")


def _beyond(frame: pl.DataFrame, players: int) -> pl.DataFrame:
    """The comparison less what is usual for the kind, in win shares instead of multiples of an even one."""
    ends = [end for end in ("", "_low", "_high") if f"lift{end}" in frame.columns]
    return frame.with_columns((pl.col(f"lift{end}") / players).alias(f"beyond{end}") for end in ends)


def _ordered(frame: pl.DataFrame) -> pl.DataFrame:
    """Cards that are too strong or too weak first, by impact; the others by power; then those without a number."""
    urgent = pl.col("power_verdict").is_in([TOO_STRONG, TOO_WEAK]).fill_null(value=False)
    first = pl.when(urgent).then("impact")
    return frame.sort(~urgent, -first, -pl.col("power"), nulls_last=True, maintain_order=True)


def _card(row: CardRow, results: Results, power: CardPower | None, more: Lists) -> BookCard:
    face = results.plan.game.face_of(row, results.plan.cards)
    of = f"{row.kind[:1].upper()}{row.kind[1:]}" + (f", {word(results.plan, row.set)}" if row.set else "")
    explanation = "" if power is None or results.power is None else explain_verdict(power, results.power.players)
    verdict = "" if power is None else power.verdict
    return BookCard(row.id, row.name, row.kind, of, face, verdict, explanation, more.get(row.id, {}))


def explain_verdict(power: CardPower, players: int) -> str:
    """A verdict in sentences: what the card is worth to whom, how often that is noticed, and why it is no clearer."""
    if power.power is None:
        return power.why
    against = "doing without it" if power.against == NOTHING else "the average card of its kind"
    side = "more" if power.power >= 0 else "less"
    size, low, high = number_text(abs(power.power), POINTS, 1), _points(power.low), _points(power.high)
    said = [
        f"Gaining it is worth {size} points of win rate {side} than {against} ({low} to {high}).",
        f"{pct(power.gain_share)} of the players gain it; {noticed(power, players)}." if power.gain_share else "",
        _on_the_bench(power),
        IN_FEW_HANDS if power.verdict == TOO_WEAK and 0 < (power.gain_share or 0) < RARE else "",
        power.why,
    ]
    return " ".join(part for part in said if part)


def _on_the_bench(power: CardPower) -> str:
    """What it is worth against the weakest of its kind, a floor, where power is against their average."""
    if power.bench is None:
        return ""
    ends = f"({_points(power.bench_low)} to {_points(power.bench_high)})"
    return f"Against one of the weakest fifth of its kind it brings its users {_points(power.bench)} points {ends}."


def _points(share: float | None) -> str:
    return number_text(share, POINTS, 1, signed=True)
