"""How much something changed for the same players: means of differences, by case, with their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from balance.analysis.stats import Z

FEWEST = 30
"""Cases. Of fewer nothing is said."""
UNSEEN = 0.5
"""A win share that changes hands: what was never seen is not thereby impossible, as if it happened in one more case."""
LEAST_LEFT = 0.5
"""A residual is divided by what leverage leaves of it, but by no less than this."""


@dataclass(frozen=True)
class Estimate:
    """A number and its standard error."""

    value: float
    se: float

    @property
    def low(self) -> float:
        """The lower end of the interval (95 %)."""
        return self.value - Z * self.se

    @property
    def high(self) -> float:
        """The upper end of the interval (95 %)."""
        return self.value + Z * self.se


@dataclass(frozen=True)
class Effect(Estimate):
    """The mean of ``before - after`` over some players. Cases (games, matches) are independent, players of one not."""

    cases: np.ndarray
    """The numbers of the cases."""
    influence: np.ndarray
    """By case: how far it moves the mean; their squares sum to the square of the standard error."""
    seen: int
    """In so many of the cases both were seen, before and after."""

    @property
    def known(self) -> bool:
        """Whether there were cases enough to say anything."""
        return self.seen >= FEWEST


@dataclass(frozen=True)
class _Mean:
    """The mean of a column over players: a ratio of sums by case."""

    value: float
    cases: np.ndarray
    """Their numbers, rising."""
    players: np.ndarray
    """By case, how many."""
    off: np.ndarray
    """By case, how much more than as many players usually have."""

    @property
    def influence(self) -> np.ndarray:
        """By case, how far it moves the mean (linearised, Cochran 1977, 6.4)."""
        count = len(self.cases)
        return self.off / self.players.sum() * math.sqrt(count / (count - 1))


def effect(
    rows: pl.DataFrame,
    before: str = "before",
    after: str = "after",
    unseen: float = UNSEEN,
    everybody: pl.DataFrame | None = None,
) -> Effect:
    """The mean difference of two columns of ROWS.

    ``unseen``: by how much one case more could differ of which nothing was seen. ``everybody``: the column ``before``
    of all players of whom the rows have some, chosen by nothing but chance; what it tells of the difference is used.
    """
    case, weight, was, now = _columns(rows, before, after)
    cases = case[_starts(case)]
    if (count := len(cases)) < 2:
        return Effect(math.nan, math.inf, cases, np.zeros(count), count)
    change = _mean(case, weight, was - now)
    value, influence = change.value, change.influence
    of_all = _mean(*_columns(everybody, before)) if everybody is not None and count >= FEWEST else change
    if len(of_all.cases) > count:
        cases = of_all.cases
        value, influence = _put_right(change, _mean(case, weight, was), of_all)
    return Effect(value, math.hypot(float(np.sqrt(influence @ influence)), unseen / count), cases, influence, count)


def _put_right(change: _Mean, of_some: _Mean, of_all: _Mean) -> tuple[float, np.ndarray]:
    """The mean change, were the some no luckier than all, and what each case of all has to do with it.

    Regression in double sampling (Cochran 1977, 12.6). Every case pulls the line nearer to itself, most where few win:
    residuals are corrected for their leverage (HC3: MacKinnon and White 1985).
    """
    squares = float(of_some.off @ of_some.off) or 1.0
    slope = float(of_some.off @ change.off) / squares
    leverage = of_some.off**2 / squares + 1 / len(change.cases)
    residual = (change.off - slope * of_some.off) / np.maximum(1 - leverage, LEAST_LEFT)
    influence = slope * of_all.influence
    influence[np.searchsorted(of_all.cases, change.cases)] += residual / change.players.sum()
    return change.value + slope * (of_all.value - of_some.value), influence


def _columns(rows: pl.DataFrame, *names: str) -> list[np.ndarray]:
    """The columns case, weight and these (as float64) of the rows, sorted by case."""
    if not rows["case"].is_sorted():
        rows = rows.sort("case", maintain_order=True)
    case, weight = (rows[name].to_numpy().astype(np.int64) for name in ("case", "weight"))
    return [case, weight, *(rows[name].to_numpy().astype(np.float64) for name in names)]


def _starts(case: np.ndarray) -> np.ndarray:
    """Where the rows of every case begin."""
    return np.flatnonzero(np.concatenate([[True], case[1:] != case[:-1]])[: len(case)])


def _mean(case: np.ndarray, weight: np.ndarray, values: np.ndarray) -> _Mean:
    starts = _starts(case)
    sums, players = (np.add.reduceat(of, starts) for of in (values * weight, weight))
    value = float(sums.sum() / players.sum())
    return _Mean(value, case[starts], players, sums - value * players)


def less_their_mean(effects: Sequence[Effect]) -> list[Estimate]:
    """Every effect less the mean of all: what they have in common is taken out, with the uncertainty that this has."""
    if not effects:
        return []
    size = 1 + max(int(effect.cases.max()) for effect in effects)
    mean = sum(effect.value for effect in effects) / len(effects)
    common = np.zeros(size)
    for effect in effects:
        common[effect.cases] += effect.influence / len(effects)
    of_mean = float(common @ common)
    estimates = []
    for effect in effects:
        variance = effect.se**2 - 2 * float(effect.influence @ common[effect.cases]) + of_mean
        estimates.append(Estimate(effect.value - mean, math.sqrt(max(0.0, variance))))
    return estimates
