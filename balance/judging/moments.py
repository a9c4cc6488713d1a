"""Sums over cases, and what follows from them: ratios with their uncertainty, from nothing but means and products."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from balance.judging.effects import FEWEST, Estimate


@dataclass(frozen=True)
class Moments:
    """Of independent cases: how many, the sums of what was counted in each, and the sums of all products of two."""

    names: tuple[str, ...]
    cases: int
    sums: np.ndarray
    """(names,)"""
    products: np.ndarray
    """(names, names)"""

    @classmethod
    def of(cls, counted: Mapping[str, np.ndarray]) -> Moments:
        """Of what was counted in every case, by name."""
        by_case = np.array(list(counted.values()), np.float64)
        return cls(tuple(counted), by_case.shape[1], by_case.sum(axis=1), by_case @ by_case.T)

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.names, self.cases + other.cases, self.sums + other.sums, self.products + other.products)

    @property
    def known(self) -> bool:
        """Whether there were cases enough to say anything."""
        return self.cases >= FEWEST

    def sum(self, name: str) -> float:
        """The sum of one of them."""
        return float(self.sums[self.names.index(name)])

    def ratio(self, above: Mapping[str, float], below: str, unseen: float = 0.0) -> Estimate | None:
        """A weighted sum of some, divided by another one (linearised: Cochran 1977, 6.4); None: nothing to divide by.

        ``unseen``: how far one case more could move it of which nothing was seen.
        """
        weights = self._weights(above)
        under = self.sum(below)
        if under <= 0 or not self.known:
            return None
        value = float(weights @ self.sums) / under
        influence = (weights - value * self._weights({below: 1.0})) / under
        variance = float(influence @ self.products @ influence) * self.cases / (self.cases - 1)
        return Estimate(value, math.hypot(math.sqrt(max(0.0, variance)), unseen / self.cases))

    def _weights(self, by_name: Mapping[str, float]) -> np.ndarray:
        weights = np.zeros(len(self.names))
        for name, weight in by_name.items():
            weights[self.names.index(name)] = weight
        return weights

    def frame(self) -> pl.DataFrame:
        """As a table, to be kept: a row per name, with the number of cases."""
        products = dict(zip(self.names, self.products.T, strict=True))
        return pl.DataFrame({"name": self.names, "cases": self.cases, "sum": self.sums, **products})

    @classmethod
    def from_frame(cls, frame: pl.DataFrame) -> Moments:
        """What ``frame`` made of some."""
        names = tuple(frame["name"])
        cases = int(frame["cases"][0])
        return cls(names, cases, frame["sum"].to_numpy(), frame.select(names).to_numpy())
