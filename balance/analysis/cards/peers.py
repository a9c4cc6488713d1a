"""A card beside the other cards of its kind: what is usual among them, and which are wanted wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from balance.analysis.stats import benjamini_hochberg, normal_below, with_interval
from balance.analysis.verdicts import NOTHING

FEW = 30
"""Seats a side needs before anything is said of a card."""
FALSE_DISCOVERY_RATE = 0.05
"""Of all cards called traps or sleepers, at most this share may be called so by chance."""
PEERS = 4
"""So many cards of a kind and set, compared by the same event, make an average to measure each of them by."""


def against_peers(cards: pl.DataFrame) -> pl.DataFrame:
    """``cards`` (card, kind, set, event, effect, effect_se, did) with ``usual``, and ``effect`` less that.

    ``usual`` is the mean effect of the other cards like it, weighed by the seats that did it: what taking (or playing,
    or using) *any* such card is linked to, which is no merit of a single one. Like it are the cards of the same kind
    and set; where these are fewer than PEERS, itself included, those of the same kind; where there are fewer still, it
    is 0. What is not known of the others adds to ``effect_se``, and effect_low and effect_high are the ends of the
    interval of the difference.
    """
    mine = pl.when(pl.col("effect").is_not_null()).then("did")
    weight = mine.fill_null(0)
    terms = {"usual": pl.col("effect") * mine, "usual_se": (pl.col("effect_se") * mine) ** 2}
    columns: dict[str, list[pl.Expr]] = {name: [] for name in terms}
    for peers in (["event", "kind", "set"], ["event", "kind"]):
        seats = mine.sum().over(peers) - weight
        enough = (mine.count().over(peers) >= PEERS) & (seats > 0)
        for name, term in terms.items():
            others = term.sum().over(peers) - term.fill_null(0)
            mean = others / seats if name == "usual" else others.clip(0).sqrt() / seats
            columns[name].append(pl.when(enough).then(mean))
    cards = cards.with_columns(pl.coalesce(*exprs, 0.0).alias(name) for name, exprs in columns.items())
    cards = cards.with_columns(
        effect=pl.col("effect") - pl.col("usual"), effect_se=(pl.col("effect_se") ** 2 + pl.col("usual_se") ** 2).sqrt()
    )
    return with_interval(cards.drop("usual_se", "effect_low", "effect_high", strict=False), "effect", "effect_se")


def with_lift(cards: pl.DataFrame, players: int) -> pl.DataFrame:
    """``cards`` with their effect and its interval in lift (players x win share): lift, lift_low, lift_high."""
    return cards.with_columns(
        pl.col(name).mul(players).alias(name.replace("effect", "lift"))
        for name in ("effect", "effect_low", "effect_high")
    )


def in_lift(row: Sequence[Any], players: int) -> tuple[float, float]:
    """The effect and its error in lift, of a card's effect, effect_se, did and didnt.

    Where all on a side end alike nothing is left to measure an error by: then it is that of one seat more or less.
    """
    effect, se, did, didnt = row
    return effect * players, max(se, 1 / min(did, didnt)) * players


def roles(cards: pl.DataFrame) -> pl.Series:
    """Trap (wanted more than the average card, and yet weak), sleeper (the other way round) or nothing, by card.

    ``cards``: desire, power, and their _se. Both sides of zero must be sure: a card's p is the larger of the two, and
    of all cards called so at most FALSE_DISCOVERY_RATE may be by chance. A card that was held against nothing is
    neither: that it is worth more than that is no surprise.
    """
    if "power_against" in cards.columns:
        cards = cards.with_columns(power=pl.when(pl.col("power_against") != NOTHING).then("power"))
    rows = list(cards.select("desire", "desire_se", "power", "power_se").iter_rows())
    named = benjamini_hochberg([_opposite(*row) for row in rows], FALSE_DISCOVERY_RATE)
    words = ["" if not sure else "trap" if row[0] > 0 else "sleeper" for row, sure in zip(rows, named, strict=True)]
    return pl.Series("role", words, dtype=pl.String)


def _opposite(desire: float | None, desire_se: float | None, power: float | None, power_se: float | None) -> float:
    """The chance that a card lies on opposite sides of zero only by luck in one of the two."""
    if desire is None or not desire_se or power is None or not power_se or desire * power >= 0:
        return 1.0
    return 2 * normal_below(-min(abs(desire) / desire_se, abs(power) / power_se))
