"""What to say of a card: too strong, too weak, fair, or not decided yet, and whether it holds among other players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import polars as pl
from scipy import stats

from balance.analysis.stats import FORESEEABLE, Z, benjamini_hochberg, with_interval

MARGIN = 0.10
"""How much lift a card may bring or cost and still be fair: a tenth of an equal share of the wins."""
FEW = 30
"""Seats a side needs before anything is said of a card."""
FALSE_ALARMS = 0.05
"""Of all cards called too strong or too weak, at most this share may be called so by chance."""
POWER = 0.8
"""After the games said to be needed, this share of such cards is decided (or more)."""
MOST_GAMES = 1000
"""A card that needs more than so many times the games lies on the margin itself."""

PEERS = 4
"""So many cards of a kind and set, compared by the same event, make an average to measure each of them by."""

STRONG, WEAK, FAIR, UNDECIDED = "too strong", "too weak", "fair", "undecided"


def against_peers(cards: pl.DataFrame, by: tuple[str, ...] = (), lacking: str | float = 0.0) -> pl.DataFrame:
    """``cards`` (card, kind, set, event, effect, effect_se, did) with ``usual``, and ``effect`` less that.

    ``usual`` is the mean effect of the other cards like it, weighed by the seats that did it: what taking (or playing,
    or using) *any* such card goes with, which is no merit of a single one. Like it are the cards of the same kind and
    set; where these are fewer than PEERS, itself included, those of the same kind; where there are fewer still, it is
    ``lacking`` (a column or a number). What is not known of the others adds to ``effect_se``, and effect_low and
    effect_high are the ends of the interval of the difference.
    """
    mine = pl.when(pl.col("effect").is_not_null()).then("did")
    weight = mine.fill_null(0)
    terms = {"usual": pl.col("effect") * mine, "usual_se": (pl.col("effect_se") * mine) ** 2}
    found: dict[str, list[pl.Expr]] = {name: [] for name in terms}
    for peers in (["event", *by, "kind", "set"], ["event", *by, "kind"]):
        seats = mine.sum().over(peers) - weight
        enough = (mine.count().over(peers) >= PEERS) & (seats > 0)
        for name, term in terms.items():
            others = term.sum().over(peers) - term.fill_null(0)
            mean = others / seats if name == "usual" else others.clip(0).sqrt() / seats
            found[name].append(pl.when(enough).then(mean))
    cards = cards.with_columns(
        pl.coalesce(*found["usual"], lacking).alias("usual"), pl.coalesce(*found["usual_se"], 0.0).alias("usual_se")
    )
    cards = cards.with_columns(
        effect=pl.col("effect") - pl.col("usual"), effect_se=(pl.col("effect_se") ** 2 + pl.col("usual_se") ** 2).sqrt()
    )
    return with_interval(cards.drop("usual_se", "effect_low", "effect_high", strict=False), "effect", "effect_se")


def verdicts(cards: pl.DataFrame, players: int, games: int, margin: float = MARGIN) -> pl.DataFrame:
    """``cards`` (card, effect, effect_se, did, didnt) with lift, lift_low, lift_high, verdict and games_needed.

    The effect in lift (players x win share) is judged against ``margin``: wholly inside is fair; beyond it is too
    strong or too weak, when that stands the correction for many cards (Benjamini and Hochberg 1995 on the chance to
    be as far beyond the margin by luck); else undecided, with the number of games that would probably decide it
    (null: it lies on the margin, or there is nothing to compare).
    """
    rows = list(cards.select("effect", "effect_se", "did", "didnt").iter_rows())
    judged = [place for place, row in enumerate(rows) if _has_figure(row)]
    stands = benjamini_hochberg([_chance(rows[place], players, margin) for place in judged], FALSE_ALARMS)
    beyond = {place for place, sure in zip(judged, stands, strict=True) if sure}
    strict = float(stats.norm.isf(FALSE_ALARMS * (len(beyond) + 1) / max(1, len(judged)) / 2))
    fair = {place for place in judged if _fair(rows[place], players, margin)}
    said = [
        (STRONG if row[0] > 0 else WEAK) if place in beyond else (FAIR if place in fair else UNDECIDED)
        for place, row in enumerate(rows)
    ]
    needed = [
        _games_needed(row, players, games, margin, strict) if verdict == UNDECIDED else None
        for verdict, row in zip(said, rows, strict=True)
    ]
    return cards.with_columns(
        *(
            pl.col(name).mul(players).alias(name.replace("effect", "lift"))
            for name in ("effect", "effect_low", "effect_high")
        ),
        verdict=pl.Series(said, dtype=pl.String),
        games_needed=pl.Series(needed, dtype=pl.Int64),
    )


def _has_figure(row: tuple) -> bool:
    """Whether there is enough to compare: a card without a figure is not one of the many that are judged."""
    return row[0] is not None and row[1] is not None and min(row[2:]) >= FEW


def _fair(row: tuple, players: int, margin: float) -> bool:
    """Whether the card's interval lies inside the margin."""
    lift, spread = in_lift(row, players)
    return -margin < lift - Z * spread and lift + Z * spread < margin


def _chance(row: tuple, players: int, margin: float) -> float:
    """The chance to see a card so far beyond the margin, on either side, were it on the margin."""
    lift, spread = in_lift(row, players)
    return float(2 * stats.norm.sf((abs(lift) - margin) / spread)) if abs(lift) > margin else 1.0


def in_lift(row: Sequence[Any], players: int) -> tuple[float, float]:
    """The effect and its error in lift, of a card's effect, effect_se, did and didnt.

    Where all on a side end alike nothing is left to measure an error by: then it is that of one seat more or less.
    """
    effect, se, did, didnt = row
    return effect * players, max(se, 1 / min(did, didnt)) * players


def _games_needed(row: tuple, players: int, games: int, margin: float, strict: float) -> int | None:
    """Games after which the card would keep clear of the margin, if its effect is what it seems.

    Outside the margin by ``strict`` standard errors, as many as the correction for many cards asks for; inside by Z,
    on both sides. And some more, so that luck keeps no more than 1 - POWER of such cards undecided. At least so many
    that FEW seats stand on either side.
    """
    if row[0] is None or row[1] is None:
        return None
    lift, spread = in_lift(row, players)
    beyond = abs(lift) - margin
    clear = strict + stats.norm.ppf(POWER) if beyond > 0 else Z + stats.norm.ppf((1 + POWER) / 2)
    times = max((clear * spread / max(1e-12, abs(beyond))) ** 2, FEW / min(row[2:]))
    needed = math.ceil(games * times)
    return needed if 1 < times < MOST_GAMES and needed <= FORESEEABLE else None


def roles(cards: pl.DataFrame) -> pl.Series:
    """Trap (wanted more than the average card, and yet loses), sleeper (the other way round) or nothing, by card.

    ``cards``: desire, effect, and their _se. Both sides of zero must be sure: a card's p is the larger of the two, and
    of all cards called so at most FALSE_ALARMS may be by chance.
    """
    rows = list(cards.select("desire", "desire_se", "effect", "effect_se").iter_rows())
    named = benjamini_hochberg([_contrary(*row) for row in rows], FALSE_ALARMS)
    words = ["" if not sure else "trap" if row[0] > 0 else "sleeper" for row, sure in zip(rows, named, strict=True)]
    return pl.Series("role", words, dtype=pl.String)


def _contrary(desire: float | None, desire_se: float | None, effect: float | None, effect_se: float | None) -> float:
    """The chance that a card lies on opposite sides of zero only by luck in one of the two."""
    if desire is None or not desire_se or effect is None or not effect_se or desire * effect >= 0:
        return 1.0
    return float(2 * stats.norm.sf(min(abs(desire) / desire_se, abs(effect) / effect_se)))


def survival(cards: pl.DataFrame, among: pl.DataFrame, players: int, margin: float = MARGIN) -> pl.DataFrame:
    """How a card's verdict fares in each of several groups of seats: one row per card.

    ``among`` (card, group, effect, effect_low, effect_high, did, didnt) has a row per card and group. Columns: holds
    (groups whose effect lies on the same side of the margin as the verdict says, or inside for fair), groups (those
    with enough seats), against (the names of those that are, beyond doubt, on the other side of zero; of a fair
    card: beyond the margin).
    """
    lift, low, high = (pl.col(name) * players for name in ("effect", "effect_low", "effect_high"))
    strong, weak, fair = (pl.col("verdict") == verdict for verdict in (STRONG, WEAK, FAIR))
    holds = pl.when(strong).then(lift > margin).when(weak).then(lift < -margin).when(fair).then(lift.abs() <= margin)
    against = pl.when(strong).then(high < 0).when(weak).then(low > 0).when(fair).then((low > margin) | (high < -margin))
    groups = among.filter(pl.min_horizontal("did", "didnt") >= FEW).join(cards.select("card", "verdict"), on="card")
    counted = groups.group_by("card").agg(
        holds.sum().alias("holds"), pl.len().alias("groups"), pl.col("group").filter(against).alias("against")
    )
    return (
        cards.select("card").join(counted, on="card", how="left").with_columns(pl.col("holds", "groups").fill_null(0))
    )
