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
    cases: np.ndarray
    """(names,) In how many of them there was any."""
    sums: np.ndarray
    """(names,)"""
    products: np.ndarray
    """(names, names)"""

    @classmethod
    def of(cls, counted: Mapping[str, np.ndarray]) -> Moments:
        """Of what was counted in every case, by name."""
        by_case = np.array(list(counted.values()), np.float64)
        return cls(tuple(counted), np.count_nonzero(by_case, axis=1), by_case.sum(axis=1), by_case @ by_case.T)

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.names, self.cases + other.cases, self.sums + other.sums, self.products + other.products)

    def sum(self, name: str) -> float:
        """The sum of one of them."""
        return float(self.sums[self.names.index(name)])

    def ratio(self, above: Mapping[str, float], below: str, unseen: float = 0.0) -> Estimate | None:
        """A weighted sum of some, divided by another one (linearised: Cochran 1977, 6.4).

        Only cases that have any of what it is divided by tell of it; None: there are too few. ``unseen``: how far one
        more of them could move it of which nothing was seen.
        """
        weights = self._weights(above)
        under, cases = self.sum(below), int(self.cases[self.names.index(below)])
        if cases < FEWEST:
            return None
        value = float(weights @ self.sums) / under
        influence = (weights - value * self._weights({below: 1.0})) / under
        variance = float(influence @ self.products @ influence) * cases / (cases - 1)
        return Estimate(value, math.hypot(math.sqrt(max(0.0, variance)), unseen / cases))

    def _weights(self, by_name: Mapping[str, float]) -> np.ndarray:
        weights = np.zeros(len(self.names))
        for name, weight in by_name.items():
            weights[self.names.index(name)] = weight
        return weights

    def frame(self) -> pl.DataFrame:
        """As a table, to be kept: a row per name."""
        products = dict(zip(self.names, self.products.T, strict=True))
        return pl.DataFrame({"name": self.names, "cases": self.cases, "sum": self.sums, **products})

    @classmethod
    def from_frame(cls, frame: pl.DataFrame) -> Moments:
        """What ``frame`` made of some."""
        names = tuple(frame["name"])
        return cls(names, frame["cases"].to_numpy(), frame["sum"].to_numpy(), frame.select(names).to_numpy())
