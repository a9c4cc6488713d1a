"""Pairs of cards that win more together than their parts, or less."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from scipy import sparse
from scipy.special import ndtr

from balance.analysis.cards.numbers import Compared
from balance.analysis.stats import benjamini_hochberg, with_interval

FEW = 50
"""A pair is looked at when so many seats had both cards, so many the one alone, so many the other, so many neither."""
PEERS = 10
"""So many pairs of two kinds make an average to measure each of them by."""
FALSE_DISCOVERY_RATE = 0.05
"""Of the pairs shown as more or less than their parts, at most this share may be so by chance."""
ROWS = 10_000
"""Seats that are multiplied at once: most met so many of the cards that whole matrices are faster than sparse ones."""


def card_pairs(compared: Compared, kinds: Mapping[str, str]) -> pl.DataFrame:
    """One row per pair (card, other) with enough seats, the surest first.

    together (seats that did with both what the cards are judged by: took, played or used them), synergy (in win
    share: both, minus what the two alone would add up to), with _se, _low, _high, and sure (it stands the correction
    for looking at so many pairs). The win share of a seat is taken minus that of all seats alike (same cell), so that
    what good players have in common is no synergy. Over the seats that saw both cards,

        synergy = mean(both) - mean(only the one) - mean(only the other) + mean(neither) - usual

    where usual is the mean of that over all pairs of the same two ``kinds`` (card -> kind): chances to win do not add
    up, so that any two good cards together bring more, or less, than their sum. 0 for fewer than PEERS pairs.

    The interval takes the spread in each of the four groups as it is. But among so many pairs there are always some
    with a small group that happens to be too much alike, and these would be the surest of all. So ``sure`` asks for
    the larger of that error and the one with the spread that the four groups have in common.
    """
    cases = compared.cases.select("card", "game_no", "seat", "x")
    names = cases["card"].unique().sort().cast(pl.String).to_list()
    seats = compared.facts.cases.select("game_no", "seat", "cell", "win_share").unique(["game_no", "seat"])
    seats = seats.sort("game_no", "seat").with_row_index("row")
    left = seats.select(pl.col("win_share") - pl.col("win_share").mean().over("cell")).to_series().to_numpy()
    at = cases.join(seats.select("game_no", "seat", "row"), on=["game_no", "seat"], how="left")
    places = at["row"].to_numpy(), (at["card"].rank("dense").cast(pl.Int64) - 1).to_numpy()
    shape = len(seats), len(names)
    saw = sparse.csr_array((np.ones(len(at)), places), shape=shape)
    did = sparse.csr_array((at["x"].cast(pl.Float64).to_numpy(), places), shape=shape)
    return _judged(_contrasts(names, saw, did, left), kinds)


def _contrasts(names: list[str], saw: sparse.csr_array, did: sparse.csr_array, left: np.ndarray) -> pl.DataFrame:
    """All pairs, from what the seats (rows) saw of and did with the cards (columns), and what is left of their wins."""
    n, s, q = _four(saw, did, np.stack([np.ones_like(left), left, left * left]))
    first, other = np.triu_indices(len(names), 1)
    kept = np.min(n, axis=0)[first, other] >= FEW
    first, other = first[kept], other[kept]
    cases = n[:, first, other]
    mean = s[:, first, other] / cases
    squares = np.maximum(0, q[:, first, other] - cases * mean**2)
    common = squares.sum(axis=0) / (cases.sum(axis=0) - 4)
    return pl.DataFrame(
        {
            "card": pl.Series([names[place] for place in first], dtype=pl.String),
            "other": pl.Series([names[place] for place in other], dtype=pl.String),
            "together": cases[0].astype(np.int64),
            "synergy": np.array([1.0, -1.0, -1.0, 1.0]) @ mean,
            "synergy_se": np.sqrt((squares / cases / (cases - 1)).sum(axis=0)),
            "common_se": np.sqrt(common * (1 / cases).sum(axis=0)),
        }
    ).filter(pl.col("synergy_se") > 0)


def _judged(pairs: pl.DataFrame, kinds: Mapping[str, str]) -> pl.DataFrame:
    """The pairs less what is usual for their kinds, and which of them are clearly more or less than that."""
    kind, other = (pl.col(name).replace_strict(kinds, default="", return_dtype=pl.String) for name in ("card", "other"))
    peers = [pl.min_horizontal(kind, other), pl.max_horizontal(kind, other)]
    weight = 1 / pl.col("synergy_se") ** 2
    mean = (pl.col("synergy") * weight).sum().over(peers) / weight.sum().over(peers)
    usual = pl.when(pl.len().over(peers) >= PEERS).then(mean).otherwise(0.0)
    pairs = pairs.with_columns(pl.col("synergy") - usual)
    cautious = pairs.select(pl.max_horizontal("synergy_se", "common_se")).to_series()
    p = 2 * ndtr(-(pairs["synergy"] / cautious).abs().to_numpy())
    sure = pl.Series("sure", benjamini_hochberg(p.tolist(), FALSE_DISCOVERY_RATE), dtype=pl.Boolean)
    pairs = with_interval(pairs.with_columns(sure, p=pl.Series(p, dtype=pl.Float64)), "synergy", "synergy_se")
    return pairs.sort("p", "card", "other").drop("p", "common_se")


def _four(saw: sparse.csr_array, did: sparse.csr_array, weights: np.ndarray) -> np.ndarray:
    """By weight, its sums over the seats that saw both cards and did with both, only one, only the other, neither.

    (weights, 4, cards, cards): ``[w, 1, i, j]`` is those that did with i and not with j.
    """
    both, first, room = np.zeros((3, len(weights), saw.shape[1], saw.shape[1]))
    for begin in range(0, saw.shape[0], ROWS):
        some = slice(begin, begin + ROWS)
        seen, done = saw[some].toarray(), did[some].toarray()
        for place, weight in enumerate(weights[:, some, None]):
            weighed = (done * weight).T
            both[place] += weighed @ done
            first[place] += weighed @ seen
            room[place] += (seen * weight).T @ seen
    other = first.transpose(0, 2, 1)
    return np.stack([both, first - both, other - both, room - first - other + both], axis=1)
