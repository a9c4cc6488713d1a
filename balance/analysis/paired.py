"""What differs between two arms, by how much, and how sure that is at every moment of a comparison.

Two arms A and B are two ways to play one game: two card tables, rules, line-ups, or two runs. Both play the same
*cases* with the same luck. A case is a game, or a match of several, for games of a match are not independent. Every
figure is a ratio: what is counted over among how many, both summed over the cases. Only sums over the cases are kept.

**How sure.** The difference of two ratios is, for many cases, the mean of one number per case (its influence, by
linearisation), so that pairing is in the numbers: cases that come out alike in both arms add nothing to the spread. Its
interval is an *asymptotic confidence sequence*: it holds at all times at once, so that one may look after every
batch and stop when one likes (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas: Time-uniform central limit theory and
asymptotic confidence sequences, Annals of Statistics 2024, theorem 2.2). An interval that is only right at one look
would, looked at often enough, call every game changed.

**Many figures.** Half of the chance of a false alarm, ALARM, is shared equally among the figures of single cards, half
among all others, which are fewer and matter more. So of comparisons of a game with itself (other luck in the arms), at
most the share ALARM ever calls any figure moved.

**Verdicts** need size and certainty, as in ``drift``. moved: the difference is larger than the margin and the interval
leaves zero out. same: the interval lies inside the margin. Otherwise undecided, with the games that would decide.
Margins are those of ``drift``; of a mean near zero, of which 2 % are nothing, the margin is SPREAD_MARGIN of how much
it differs from case to case. A difference about as large as its margin would stay undecided for ever: a figure is
*settled* when it is decided, or known to two thirds of its margin. What is met too rarely to be known is not judged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from balance.analysis.drift import MOVED, NOT_COMPARABLE, SAME, UNDECIDED, Comparison, margin_of
from balance.analysis.results import is_share

Key = tuple[str, str]
"""A figure and what it is of."""

ALARM = 0.05
"""The chance that a comparison of a game with itself ever calls any figure moved."""
SHARPEST_AT = 20_000
"""Cases at which the intervals are as narrow as they can be; before and after they are a little wider."""
SPREAD_MARGIN = 0.025
"""The least margin of a mean, in standard deviations of a case: about what one percentage point is for a win share."""
KNOWN = 2 / 3
"""A figure whose interval reaches no further than this share of its margin is known well enough."""
RARE = 0.02
"""A figure that is counted among fewer than so many in a case (seats that meet a card) is too rare to be judged."""
TOO_RARE = "too rare"
FIRST_LOOK = 1000
"""Cases before anything is judged: sums of fewer are not yet normal."""

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
    whole: frozenset[Key]
    """The figures that are counted among all games of a case, in cases without a row, too."""
    cases: tuple[int, int]
    pairs: int
    together: int
    """Games of a case at most: a match that is decided leaves its other games out."""
    games: np.ndarray
    games_products: np.ndarray
    total: np.ndarray
    products: np.ndarray

    @staticmethod
    def of(
        arms: Sequence[pl.DataFrame | None], cases: int, together: int, games: Sequence[np.ndarray] | None = None
    ) -> Sums:
        """The sums of ``cases`` cases. ``arms``: the rows (figure, subject, pair, x, m) of A and B; None: not this arm.

        ``pair`` is the case, 0 .. cases - 1. ``m`` is null where a figure is counted among all games of the case.
        ``games``: how many were played of every case, in A and in B (0 where there is no arm); default: all.
        """
        there = [arm is not None for arm in arms]
        known = figures_of([arm for arm in arms if arm is not None])
        played = np.outer(there, np.full(cases, float(together))) if games is None else np.array(games, float)
        nothing = np.zeros((2, cases, known.height))
        numbers = np.concatenate(
            [nothing if arm is None else numbers_of(arm, known, mine) for arm, mine in zip(arms, played, strict=True)]
        )
        return Sums.over(known, numbers, played, together, there)

    @staticmethod
    def over(
        known: pl.DataFrame, numbers: np.ndarray, games: np.ndarray, together: int, there: Sequence[bool] = (True, True)
    ) -> Sums:
        """The sums over cases of their ``numbers`` (4, cases, K).

        ``known``: the K figures, as of ``figures_of``. ``games`` (2, cases): how many were played. ``there``: which of
        A and B.
        """
        keys = tuple(known.select("figure", "subject").iter_rows())
        cases = numbers.shape[1]
        return Sums(
            keys,
            frozenset(key for key, whole in zip(keys, known["m"], strict=True) if whole),
            (cases * there[0], cases * there[1]),
            cases if all(there) else 0,
            together,
            games.sum(axis=1),
            games @ games.T,
            numbers.sum(axis=1),
            np.einsum("ick,jck->ijk", numbers, numbers),
        )

    def __add__(self, other: Sums) -> Sums:
        """The sums of both."""
        keys = tuple(sorted({*self.keys, *other.keys}))
        mine, others = self._with(keys, self.whole | other.whole), other._with(keys, self.whole | other.whole)
        return Sums(
            keys,
            mine.whole,
            (self.cases[0] + other.cases[0], self.cases[1] + other.cases[1]),
            self.pairs + other.pairs,
            self.together,
            self.games + other.games,
            self.games_products + other.games_products,
            mine.total + others.total,
            mine.products + others.products,
        )

    def _with(self, keys: tuple[Key, ...], whole: frozenset[Key]) -> Sums:
        """The same sums, with rows for figures that had nothing to count here."""
        if keys == self.keys:
            return self
        place = {key: k for k, key in enumerate(keys)}
        total, products = np.zeros((4, len(keys))), np.zeros((4, 4, len(keys)))
        for key in whole - {*self.keys}:
            total[[MA, MB], place[key]] = self.games
            products[np.ix_([MA, MB], [MA, MB], [place[key]])] = self.games_products[:, :, None]
        mine = [place[key] for key in self.keys]
        total[:, mine], products[:, :, mine] = self.total, self.products
        return replace(self, keys=keys, whole=whole, total=total, products=products)


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


@dataclass(frozen=True)
class Difference(Comparison):
    """One figure in both arms. A value is None where the arm had nothing to count.

    ``games_needed`` is about how many games of each arm would settle it.
    """

    correlation: float | None = None
    """How alike the pairs are: 1 as if nothing had changed, 0 as with other luck."""
    unpaired_games: int | None = None
    """How many games of each arm with other luck would be as sharp; None where no pair differs."""

    @property
    def settled(self) -> bool:
        """Whether more games would tell little more."""
        return self.verdict != UNDECIDED or self.games_needed is None


def reach(cases: int, alarm: float) -> float:
    """The interval's half width in standard errors, for one figure whose false alarms may have the chance ``alarm``.

    >>> round(reach(20_000, 0.05), 2), round(reach(20_000, 0.05 / 300), 2)
    (3.09, 4.63)
    """
    rho = (2 * math.log(1 / alarm) + math.log(1 + 2 * math.log(1 / alarm))) / SHARPEST_AT
    grown = cases * rho
    return math.sqrt(2 * (grown + 1) / grown * math.log(math.sqrt(grown + 1) / alarm))


def judge(sums: Sums) -> list[Difference]:
    """Every figure of either arm with its interval and verdict, in the order of the keys."""
    cases = min(sums.cases)
    times = _reaches(sums.keys, cases)
    with np.errstate(divide="ignore", invalid="ignore"):
        before, after, spread_a, spread_b, shared = _moments(sums)
        floor = np.where([is_share(figure) for figure, _ in sums.keys], _one_case(sums), 0.0)
        alone = spread_a / sums.cases[0] + spread_b / sums.cases[1]
        square = alone - 2 * shared * sums.pairs / sums.cases[0] / sums.cases[1]
        # What was never seen to differ is not thereby impossible: as if one more pair had come out as unlike as two
        # games with other luck do, or, of a share, had changed sides.
        seen = np.maximum(square, 0.0)
        square = seen + np.maximum(spread_a + spread_b, floor) / cases**2
        half = times * np.sqrt(square)
        correlation = np.where(spread_a * spread_b > 0, shared / np.sqrt(spread_a * spread_b), np.nan)
        saved = np.where(seen > 1e-12 * alone, alone / seen, np.nan)
        least = np.where([is_share(figure) for figure, _ in sums.keys], 0.0, SPREAD_MARGIN * np.sqrt(spread_a))
        rare = np.maximum(sums.total[MA] / sums.cases[0], sums.total[MB] / sums.cases[1]) < RARE
    columns = (before, after, half, least, correlation, saved)
    numbers = [_Numbers(*(float(column[k]) for column in columns)) for k in range(len(sums.keys))]
    found = [_difference(key, one, cases, sums.together) for key, one in zip(sums.keys, numbers, strict=True)]
    return [
        replace(one, verdict=TOO_RARE, games_needed=None) if too_rare else one
        for one, too_rare in zip(found, rare, strict=True)
    ]


def half_widths(sums: Sums, alarm: float) -> dict[Key, float]:
    """Of arm A alone: by figure, half the width of an interval that is ever wrong with the chance ``alarm``."""
    cases = sums.cases[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        _, _, spread, _, _ = _moments(sums)
        floor = np.where([is_share(figure) for figure, _ in sums.keys], _one_case(sums), 0.0)
        half = reach(cases, alarm) * np.sqrt(spread / cases + np.maximum(spread, floor) / cases**2)
    return {key: float(one) if math.isfinite(one) else math.inf for key, one in zip(sums.keys, half, strict=True)}


class _Numbers(NamedTuple):
    """One figure: its values, half the width of its interval, its least margin, and how alike its pairs are."""

    before: float
    after: float
    half: float
    least: float
    correlation: float
    saved: float


def _reaches(keys: Sequence[Key], cases: int) -> np.ndarray:
    """By figure: the half width of its interval in standard errors."""
    of_cards = [figure.startswith("card_") for figure, _ in keys]
    many = {True: sum(of_cards), False: len(keys) - sum(of_cards)}
    return np.array([reach(cases, ALARM / 2 / many[one]) for one in of_cards])


def _moments(sums: Sums) -> tuple[np.ndarray, ...]:
    """By figure: both ratios, the variances of a case's influence on each, and the covariance within pairs."""
    total, products = sums.total, sums.products
    n_a, n_b = sums.cases
    a, b = total[XA] / total[MA], total[XB] / total[MB]
    mean_a, mean_b = total[MA] / n_a, total[MB] / n_b
    spread_a = (products[XA, XA] - 2 * a * products[XA, MA] + a * a * products[MA, MA]) / n_a / mean_a**2
    spread_b = (products[XB, XB] - 2 * b * products[XB, MB] + b * b * products[MB, MB]) / n_b / mean_b**2
    crossed = products[XA, XB] - a * products[MA, XB] - b * products[XA, MB] + a * b * products[MA, MB]
    shared = crossed / max(1, sums.pairs) / (mean_a * mean_b)
    # The terms are large and their differences may be nothing but rounding.
    size = np.fmax(products[XA, XA] / n_a / mean_a**2, products[XB, XB] / n_b / mean_b**2) * 1e-12
    return a, b, np.where(spread_a > size, spread_a, 0.0), np.where(spread_b > size, spread_b, 0.0), shared


def _one_case(sums: Sums) -> np.ndarray:
    """By figure: the squared influence of one case that changes sides altogether."""
    typical = sums.products[MA, MA] / sums.total[MA]
    return (typical / (sums.total[MA] / sums.cases[0])) ** 2


def _difference(key: Key, numbers: _Numbers, cases: int, together: int) -> Difference:
    figure, subject = key
    a, b, half = _known(numbers.before), _known(numbers.after), numbers.half
    margin = max(margin_of(figure, a or 0.0), _known(numbers.least) or 0.0)
    if a is None or b is None:
        return Difference(figure, subject, a, b, None, None, None, margin, NOT_COMPARABLE)
    change = 0.0 if abs(b - a) <= 1e-9 * max(1.0, abs(a)) else b - a
    verdict, needed = _verdict(change, half, margin, cases)
    return Difference(
        *(figure, subject, a, b, change, change - half, change + half, margin, verdict),
        None if needed is None else needed * together,
        _known(numbers.correlation),
        round(numbers.saved * cases * together) if math.isfinite(numbers.saved) else None,
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _verdict(change: float, half: float, margin: float, cases: int) -> tuple[str, int | None]:
    size = abs(change)
    if cases >= FIRST_LOOK and size > margin and size > half:
        return MOVED, None
    if cases >= FIRST_LOOK and size + half < margin:
        return SAME, None
    if cases >= FIRST_LOOK and half <= KNOWN * margin:
        return UNDECIDED, None
    distance = size if size > margin else max(margin - size, KNOWN * margin)
    return UNDECIDED, max(FIRST_LOOK, math.ceil(cases * (half / distance) ** 2))


def count(differences: Iterable[Difference], verdict: str) -> int:
    """How many have this verdict."""
    return sum(one.verdict == verdict for one in differences)
