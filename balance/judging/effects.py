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

    @property
    def known(self) -> bool:
        """Whether there were cases enough to say anything."""
        return len(self.cases) >= FEWEST


def effect(rows: pl.DataFrame, before: str = "before", after: str = "after", unseen: float = UNSEEN) -> Effect:
    """The mean difference of two columns of ROWS: a ratio of sums by case (linearised, Cochran 1977, 6.4).

    ``unseen``: by how much one case more could differ of which nothing was seen.
    """
    if not rows["case"].is_sorted():
        rows = rows.sort("case", maintain_order=True)
    case, weight = (rows[name].to_numpy().astype(np.int64) for name in ("case", "weight"))
    starts = np.flatnonzero(np.diff(case, prepend=-1))
    cases, count = case[starts], len(starts)
    if count < 2:
        return Effect(math.nan, math.inf, cases, np.zeros(count))
    was, now = (rows[name].to_numpy().astype(np.float64) for name in (before, after))
    change, players = (np.add.reduceat(of, starts) for of in ((was - now) * weight, weight))
    mean = float(change.sum() / players.sum())
    influence = (change - mean * players) / players.sum() * math.sqrt(count / (count - 1))
    return Effect(mean, math.hypot(float(np.sqrt(influence @ influence)), unseen / count), cases, influence)


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
