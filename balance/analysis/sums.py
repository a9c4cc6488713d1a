"""What a figure counts, summed over the cases of one arm or of two: all that is kept of the games.

A *case* is a game, or a match of several, for games of a match are not independent. Every figure is a ratio: what is
counted over among how many, both summed over the cases. For many cases a ratio, and the difference of two, is the mean
of one number per case, its influence (linearisation: Cochran 1977, 6.4); the spread of these numbers follows from sums
of squares and products, so that sums of other cases can be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from balance.analysis.stats import squares_off

Key = tuple[str, str]
"""A figure and what it is of."""

XA, MA, XB, MB = range(4)
"""The four numbers of a case: what is counted in A and among how many, and the same in B."""


@dataclass(frozen=True)
class Sums:
    """Sums over cases, for every figure.

    ``keys``: the K figures. ``cases``: how many in A and in B; ``pairs``: how many of them are the same case (all or
    none). ``games`` (2,): games played in A and B; ``games_products`` (2, 2): sums of the products of a case's games.
    ``total`` (4, K): sums of the four numbers; ``products`` (4, 4, K): of their products.
    """

    keys: tuple[Key, ...]
    of_all_games: frozenset[Key]
    """The figures that are counted among all games of a case, in cases without a row, too."""
    cases: tuple[int, int]
    pairs: int
    case_games: int
    """Games of a case at most: a match that is decided leaves its other games out."""
    games: np.ndarray
    games_products: np.ndarray
    total: np.ndarray
    products: np.ndarray

    @staticmethod
    def of(
        arms: Sequence[pl.DataFrame | None], cases: int, case_games: int, games: Sequence[np.ndarray] | None = None
    ) -> Sums:
        """The sums of ``cases`` cases. ``arms``: the rows (figure, subject, pair, x, m) of A and B; None: not this arm.

        ``pair`` is the case, 0 .. cases - 1. ``m`` is null where a figure is counted among all games of the case.
        ``games``: how many were played of every case, in A and in B (0 where there is no arm); default: all.
        """
        there = [arm is not None for arm in arms]
        known = figures_of([arm for arm in arms if arm is not None])
        played = np.outer(there, np.full(cases, float(case_games))) if games is None else np.array(games, float)
        nothing = np.zeros((2, cases, known.height))
        numbers = np.concatenate(
            [nothing if arm is None else numbers_of(arm, known, mine) for arm, mine in zip(arms, played, strict=True)]
        )
        return Sums.over(known, numbers, played, case_games, there)

    @staticmethod
    def over(
        known: pl.DataFrame,
        numbers: np.ndarray,
        games: np.ndarray,
        case_games: int,
        there: Sequence[bool] = (True, True),
    ) -> Sums:
        """The sums over cases of their ``numbers`` (4, cases, K).

        ``known``: the K figures, as of ``figures_of``. ``games`` (2, cases): how many were played. ``there``: which of
        A and B.
        """
        keys = tuple(known.select("figure", "subject").iter_rows())
        cases = numbers.shape[1]
        return Sums(
            keys,
            frozenset(key for key, every in zip(keys, known["m"], strict=True) if every),
            (cases * there[0], cases * there[1]),
            cases if all(there) else 0,
            case_games,
            games.sum(axis=1),
            games @ games.T,
            numbers.sum(axis=1),
            np.einsum("ick,jck->ijk", numbers, numbers),
        )

    def __add__(self, other: Sums) -> Sums:
        """The sums of both."""
        keys = tuple(sorted({*self.keys, *other.keys}))
        mine, others = (
            self._with(keys, self.of_all_games | other.of_all_games),
            other._with(keys, self.of_all_games | other.of_all_games),
        )
        return Sums(
            keys,
            mine.of_all_games,
            (self.cases[0] + other.cases[0], self.cases[1] + other.cases[1]),
            self.pairs + other.pairs,
            self.case_games,
            self.games + other.games,
            self.games_products + other.games_products,
            mine.total + others.total,
            mine.products + others.products,
        )

    def _with(self, keys: tuple[Key, ...], of_all_games: frozenset[Key]) -> Sums:
        """The same sums, with rows for figures that had nothing to count here."""
        if keys == self.keys:
            return self
        place = {key: k for k, key in enumerate(keys)}
        total, products = np.zeros((4, len(keys))), np.zeros((4, 4, len(keys)))
        for key in of_all_games - {*self.keys}:
            total[[MA, MB], place[key]] = self.games
            products[np.ix_([MA, MB], [MA, MB], [place[key]])] = self.games_products[:, :, None]
        mine = [place[key] for key in self.keys]
        total[:, mine], products[:, :, mine] = self.total, self.products
        return replace(self, keys=keys, of_all_games=of_all_games, total=total, products=products)

    def moments(self) -> tuple[np.ndarray, ...]:
        """By figure: both ratios, the variances of a case's influence on each, and the covariance within pairs."""
        total, products = self.total, self.products
        n_a, n_b = self.cases
        a, b = total[XA] / total[MA], total[XB] / total[MB]
        mean_a, mean_b = total[MA] / n_a, total[MB] / n_b
        variance_a = squares_off(a, products[XA, XA], products[XA, MA], products[MA, MA]) / n_a / mean_a**2
        variance_b = squares_off(b, products[XB, XB], products[XB, MB], products[MB, MB]) / n_b / mean_b**2
        crossed = products[XA, XB] - a * products[MA, XB] - b * products[XA, MB] + a * b * products[MA, MB]
        shared = crossed / max(1, self.pairs) / (mean_a * mean_b)
        # The terms are large and their differences may be nothing but rounding.
        size = np.fmax(products[XA, XA] / n_a / mean_a**2, products[XB, XB] / n_b / mean_b**2) * 1e-12
        return a, b, np.where(variance_a > size, variance_a, 0.0), np.where(variance_b > size, variance_b, 0.0), shared


def figures_of(arms: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """All figures of some arms: place, figure, subject, and m: whether it is counted among all games of a case."""
    known = pl.concat([arm.group_by("figure", "subject").agg(pl.col("m").null_count() > 0) for arm in arms])
    return known.unique(["figure", "subject"]).sort("figure", "subject").with_row_index("place")


def numbers_of(rows: pl.DataFrame, known: pl.DataFrame, games: np.ndarray) -> np.ndarray:
    """(2, cases, K): what every case of one arm counts of every figure, and among how many.

    ``rows``: (figure, subject, pair, x, m), as of ``Sums.of``. ``known``: figure, subject, place (0 .. K - 1), and
    whether it is counted among all games of a case (m). ``games`` (cases,): the games played of every case.
    """
    numbers = np.zeros((2, len(games), known.height))
    rows = rows.join(known.select("figure", "subject", "place"), on=["figure", "subject"])
    pair, place = rows["pair"].to_numpy(), rows["place"].to_numpy()
    numbers[0, pair, place] = rows["x"].to_numpy()
    numbers[1, pair, place] = rows["m"].fill_null(0).to_numpy()
    numbers[1][:, known["m"].to_numpy()] = games[:, None]
    return numbers
