"""Pairs of cards that win more together than their parts, or less."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import sparse, stats

from balance.analysis.cards.facts import CardFacts
from balance.analysis.cards.numbers import sides
from balance.analysis.stats import benjamini_hochberg, with_interval

FEW = 50
"""A pair is looked at when so many seats had both cards, so many the one alone and so many the other alone."""
FALSE_ALARMS = 0.05
"""Of the pairs shown as more or less than their parts, at most this share may be so by chance."""


def card_pairs(facts: CardFacts, events: pl.DataFrame) -> pl.DataFrame:
    """One row per pair (card, other) with enough seats, the surest first.

    together (seats that did with both what the cards are judged by: took, played or used them), synergy (in win
    share: both, minus what the two alone would add up to), with _se, _low, _high, and sure (it stands the correction
    for looking at so many pairs). The win share of a seat is taken minus that of all seats alike (same cell), so that
    what good players have in common is no synergy.

        synergy = mean(both) - mean(only the one) - mean(only the other) + mean(neither)

    Its interval takes the spread in each of the four groups as it is. But among so many pairs there are always some
    whose smallest group happens to be too much alike, and those would be the surest of all. So sure asks for the
    larger of that error and the one with the spread that the four groups have in common.
    """
    did = sides(facts.cases, events).filter(pl.col("x")).select("card", "game_no", "seat")
    names = did["card"].unique().sort().cast(pl.String).to_list()
    seats = (
        facts.cases.select("game_no", "seat", "cell", "win_share").unique(["game_no", "seat"]).sort("game_no", "seat")
    )
    rest = seats.with_columns(e=pl.col("win_share") - pl.col("win_share").mean().over("cell")).with_row_index("row")
    at = did.join(rest.select("game_no", "seat", "row"), on=["game_no", "seat"], how="left")
    codes = at["card"].rank("dense").cast(pl.Int64) - 1
    held = sparse.csr_array((np.ones(len(at)), (at["row"].to_numpy(), codes.to_numpy())), shape=(len(rest), len(names)))
    return _contrasts(names, held, rest["e"].to_numpy())


def _contrasts(names: list[str], held: sparse.csr_array, e: np.ndarray) -> pl.DataFrame:
    """All pairs from the seats (rows) that held the cards (columns) and what was left of their win share."""
    sums = [_four(held, weight) for weight in (np.ones_like(e), e, e * e)]
    one, other = np.triu_indices(len(names), 1)
    n, s, q = ([cell[one, other] for cell in four] for four in sums)
    kept = np.min(n, axis=0) >= FEW
    one, other = one[kept], other[kept]
    cases, total, squares = (np.array([cell[kept] for cell in four]) for four in (n, s, q))
    mean = total / cases
    synergy = np.array([1, -1, -1, 1]) @ mean
    se = np.sqrt((np.maximum(0, squares / cases - mean**2) / (cases - 1)).sum(axis=0))
    common = np.maximum(0, squares - total * mean).sum(axis=0) / (cases.sum(axis=0) - 4)
    cautious = np.maximum(se, np.sqrt(common * (1 / cases).sum(axis=0)))
    p = 2 * stats.norm.sf(np.abs(synergy) / np.where(cautious > 0, cautious, np.inf))
    frame = pl.DataFrame(
        {
            "card": [names[place] for place in one],
            "other": [names[place] for place in other],
            "together": cases[0].astype(np.int64),
            "synergy": synergy,
            "synergy_se": se,
            "sure": pl.Series(benjamini_hochberg(list(p), FALSE_ALARMS), dtype=pl.Boolean),
            "p": p,
        },
        schema_overrides={"card": pl.String, "other": pl.String},
    )
    return with_interval(frame, "synergy", "synergy_se").sort("p", "card", "other").drop("p")


def _four(held: sparse.csr_array, weight: np.ndarray) -> list[np.ndarray]:
    """Sums of ``weight`` over the seats with both cards, only the one, only the other, neither; each (cards, cards)."""
    both = (held.T @ (held * weight[:, None]).tocsr()).toarray()
    each = np.asarray(held.T @ weight)
    total = weight.sum()
    return [both, each[:, None] - both, each[None, :] - both, total - each[:, None] - each[None, :] + both]
