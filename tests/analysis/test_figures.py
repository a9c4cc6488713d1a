"""Intervals of headline figures hold the truth as often as they say, of few games, too."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from balance.analysis.figures import figure_interval, figure_rows
from balance.analysis.stats import FEW, widened
from balance.analysis.sums import MA, XA, Sums
from balance.engine.game.headlines import find_headline

RUNS = 4_000


def intervals(counted: np.ndarray, among: np.ndarray, name: str = "turns_mean") -> np.ndarray:
    """(2, RUNS): the ends in every run of what its cases count; both arrays are (cases, RUNS)."""
    cases, runs = counted.shape
    known = pl.DataFrame({"figure": name, "subject": [f"{run:05}" for run in range(runs)], "m": False})
    numbers = np.zeros((4, cases, runs))
    numbers[XA], numbers[MA] = counted, among
    rows = figure_rows(Sums.over(known, numbers, np.ones((2, cases)), 1, (True, False)), {})
    of = find_headline(name, {})
    ends = [figure_interval(of, value, se, n) for value, se, n in rows.select("value", "se", "n").iter_rows()]
    return np.array(ends).T


@pytest.mark.parametrize("cases", [2, 3, 5, 10, 29])
def test_a_mean_of_few_games_is_in_its_interval_in_95_of_100_runs(cases):
    draw = np.random.default_rng(cases)
    low, high = intervals(draw.normal(12.0, 3.0, (cases, RUNS)), np.ones((cases, RUNS)))
    assert 0.94 < ((low < 12) & (high > 12)).mean() < 0.96


def test_a_mean_among_players_is_as_sure():
    """Of three to five players a game: a ratio, whose mean is off by less than nothing here."""
    draw = np.random.default_rng(1)
    among = draw.integers(3, 6, (5, RUNS)).astype(float)
    low, high = intervals(draw.normal(12.0, 3.0, (5, RUNS)) * among, among)
    assert ((low < 12) & (high > 12)).mean() > 0.93


def test_of_many_games_no_digit_changes():
    assert FEW == 30
    assert [widened(cases) for cases in (30, 31, 10**6)] == [1.0] * 3
    assert widened(1) == 1.0
    assert widened(5) > widened(29) > 1.05
