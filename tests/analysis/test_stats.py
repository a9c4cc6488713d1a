"""Intervals hold what they promise, and tests of many things at once are corrected as they should be."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest
from scipy import stats

import balance
from balance.analysis.stats import (
    LEVEL,
    SQL_MACROS,
    Z_OF_MANY,
    Z,
    benjamini_hochberg,
    case_stderr,
    mean_interval,
    mean_stderr,
    ratio_stderr,
    share_interval,
    true_variance,
    weighted_quantile,
    wilson,
    with_interval,
)

# ---------------------------------------------------------------- Wilson


def test_the_numbers_written_out_are_those_of_scipy():
    assert (stats.norm.ppf(0.5 + LEVEL / 2), stats.norm.ppf(0.5 + 0.999 / 2)) == (Z, Z_OF_MANY)


@pytest.mark.slow
def test_a_replay_that_plays_nothing_starts_without_scipy():
    code = """\
import sys
from balance.cli.scenario import do_not_compile
do_not_compile()
import balance.api.replay
sys.exit(any(name.startswith("scipy") for name in sys.modules))"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (0 / 20, 20, 0.0000, 0.1611),
        (1 / 29, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_values(share, n, low, high):
    assert wilson(share, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("n", [1, 2, 7, 50, 1000])
def test_wilson_agrees_with_scipy(n):
    for wins in {0, 1, n // 3, n - 1, n}:
        theirs = stats.binomtest(wins, n).proportion_ci(0.95, method="wilson")
        assert wilson(wins / n, n) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_holds_the_share_and_stays_between_0_and_1():
    for share in (0.0, 1e-9, 0.3, 0.5, 1 - 1e-9, 1.0):
        for n in (0.5, 1, 10, 1e9):
            low, high = wilson(share, n)
            assert 0.0 <= low <= share <= high <= 1.0


def test_without_cases_everything_is_possible():
    assert wilson(0.5, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("p", "n"), [(0.5, 40), (0.25, 100), (0.05, 60), (0.01, 400)])
def test_wilson_covers_the_true_share_about_95_times_in_100(p, n):
    """Exactly: the chance of every outcome whose interval holds p."""
    covered = 0.0
    for wins in range(n + 1):
        low, high = wilson(wins / n, n)
        covered += stats.binom.pmf(wins, n, p) * (low <= p <= high)
    assert 0.92 < covered < 0.98


# ---------------------------------------------------------------- clustered shares


def test_a_clustered_share_is_as_wide_as_its_standard_error_says():
    low, high = share_interval(0.4, 0.01, 100_000)
    assert (high - low) / 2 == pytest.approx(Z * 0.01, rel=0.01)


def test_independent_cases_give_wilsons_interval():
    assert share_interval(0.3, math.sqrt(0.3 * 0.7 / 200), 200) == pytest.approx(wilson(0.3, 200))


def test_a_small_standard_error_never_counts_for_more_cases_than_there_are():
    assert share_interval(0.3, 1e-9, 200) == wilson(0.3, 200)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_share_that_never_varied_is_not_certain(share):
    assert share_interval(share, 0.0, 50) == wilson(share, 50)


def test_clustered_intervals_cover_where_naive_ones_do_not():
    """Seats of one game are alike: here all four have the same outcome."""
    random = np.random.default_rng(5)
    games, seats, p, held, naive = 200, 4, 0.3, 0, 0
    for _ in range(1000):
        outcome = random.random(games) < p
        share = outcome.mean()
        se = math.sqrt(((outcome - share) ** 2).sum()) / games
        low, high = share_interval(share, se, games * seats)
        held += low <= p <= high
        low, high = wilson(share, games * seats)
        naive += low <= p <= high
    assert 930 <= held <= 970
    assert naive < 750


# ---------------------------------------------------------------- means and frames


def test_a_mean_has_the_normal_interval():
    assert mean_interval(10.0, 2.0) == pytest.approx((10 - 1.959964 * 2, 10 + 1.959964 * 2), abs=1e-5)


def test_a_frame_gets_an_interval_for_every_row():
    frame = pl.DataFrame({"x": [0.5, None, 0.2], "se": [0.1, 0.1, None], "n": [25, 25, 25]})
    means = with_interval(frame, "x", "se")
    assert means.columns == ["x", "se", "n", "x_low", "x_high"]
    assert means.row(0)[3:] == pytest.approx(mean_interval(0.5, 0.1))
    assert means.rows()[1][3:] == means.rows()[2][3:] == (None, None)
    shares = with_interval(frame, "x", "se", "n", share=True)
    assert shares.row(0)[3:] == pytest.approx(share_interval(0.5, 0.1, 25))
    assert with_interval(frame.clear(), "x", "se").schema["x_low"] == pl.Float64


# ---------------------------------------------------------------- quantiles


@pytest.mark.parametrize("at", [0.05, 0.25, 0.5, 0.9, 0.95, 1.0])
def test_a_quantile_of_counted_values_is_that_of_the_values_one_by_one(at):
    random = np.random.default_rng(2)
    values = random.permutation(40)
    counts = random.integers(1, 9, 40)
    one_by_one = np.repeat(values, counts)
    assert weighted_quantile(values, counts, at) == np.quantile(one_by_one, at, method="inverted_cdf")


def test_a_quantile_of_one_value_is_that_value():
    assert weighted_quantile([7], [3], 0.01) == weighted_quantile([7], [3], 1.0) == 7.0


# ---------------------------------------------------------------- many tests at once


def test_the_variance_of_what_was_measured_is_found_though_luck_adds_to_it():
    rng = np.random.default_rng(3)
    errors = rng.uniform(0.5, 3, 20_000)
    values = rng.normal(0, 2, 20_000) + rng.normal(0, errors)
    assert true_variance([*zip(values, errors, strict=True)]) == pytest.approx(4, rel=0.05)


def test_equal_errors_are_taken_off_the_mean_of_squares():
    assert true_variance([(3.0, 1.0), (-1.0, 1.0), (2.0, 1.0)]) == pytest.approx((9 + 1 + 4) / 3 - 1)


@pytest.mark.parametrize("measured", [[], [(0.0, 0.0)], [(0.5, 1.0), (-0.5, 1.0)]])
def test_what_is_no_farther_off_than_luck_alone_has_no_variance(measured):
    assert true_variance(measured) == 0


def test_benjamini_hochberg_gives_the_published_example():
    """Benjamini and Hochberg (1995), section 3.2: 15 p-values, of which four stand."""
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
         0.7590, 1.000]  # fmt: skip
    assert benjamini_hochberg(p) == [True] * 4 + [False] * 11


@pytest.mark.parametrize("seed", range(5))
def test_benjamini_hochberg_agrees_with_scipy(seed):
    random = np.random.default_rng(seed)
    p = random.permutation(np.concatenate([random.random(60), random.random(20) / 200]))
    for rate in (0.01, 0.05, 0.2):
        assert benjamini_hochberg(list(p), rate) == list(stats.false_discovery_control(p) <= rate)


def test_benjamini_hochberg_of_nothing_and_of_ties():
    assert benjamini_hochberg([]) == []
    assert benjamini_hochberg([0.04, 0.04, 0.04]) == [True] * 3
    assert benjamini_hochberg([0.06, 0.06]) == [False] * 2


# ---------------------------------------------------------------- the same in queries


def asked(sql: str, **columns: list[float]) -> tuple:
    """What a query over a table ``t`` of these columns says in its only row."""
    with duckdb.connect() as connection:
        connection.execute(SQL_MACROS)
        connection.register("t", pl.DataFrame(columns or {"none": [0.0]}).to_arrow())
        return tuple(connection.sql(sql).fetchall()[0])


@pytest.mark.parametrize(("wins", "n"), [(0, 20), (1, 29), (15, 148), (81, 263), (148, 148)])
def test_queries_have_the_interval_of_scipy(wins, n):
    expected = stats.binomtest(wins, n).proportion_ci(method="wilson")
    interval = asked(f"SELECT wilson_low({wins} / {n}, {n}), wilson_high({wins} / {n}, {n})")
    assert interval == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_queries_know_the_same_z():
    assert asked("SELECT z(), z_of_many()") == pytest.approx((stats.norm.isf(0.025), stats.norm.isf(0.0005)))


@pytest.mark.parametrize(
    ("share", "se", "n"), [(0.25, 0.01, 5000), (0.25, 0.0, 500), (0.0, 0.01, 40), (0.5, 0.001, 90)]
)
def test_queries_take_the_interval_of_a_share_for_so_many_independent_cases(share, se, n):
    interval = asked(f"SELECT share_low({share}, {se}, {n}), share_high({share}, {se}, {n})")
    assert interval == pytest.approx(share_interval(share, se, n), abs=1e-12)


def test_queries_have_the_standard_errors_of_numpy():
    chance = np.random.default_rng(4)
    m = chance.integers(1, 5, 400).astype(float)
    x = chance.gamma(2.0, 1.5, 400) * m
    mean, sd, ratio = asked("SELECT mean_se(x), sd_se(x), ratio_se(x, m) FROM t", x=list(x), m=list(m))
    assert mean == pytest.approx(stats.sem(x))
    assert ratio == pytest.approx(math.sqrt(((x - x.sum() / m.sum() * m) ** 2).sum()) / m.sum())
    assert sd == pytest.approx(x.std(ddof=1) / 2 * math.sqrt((stats.kurtosis(x) + 2) / 400))


@pytest.mark.slow
def test_the_standard_error_of_a_standard_deviation_is_that_of_many_samples():
    chance = np.random.default_rng(5)
    samples = chance.normal(size=(300, 200))
    said = [asked("SELECT sd_se(x) FROM t", x=list(sample))[0] for sample in samples[:20]]
    assert np.mean(said) == pytest.approx(samples.std(axis=1, ddof=1).std(), rel=0.15)


def test_one_case_alone_has_no_standard_error():
    """As ``mean_stderr`` says: it is not known, and surely not 0."""
    assert asked("SELECT mean_se(x), case_se(x, m) FROM t", x=[3.0], m=[1.0]) == (None, None)
    assert mean_stderr(np.array([3.0]))[1] == math.inf
    assert asked("SELECT mean_se(x) FROM t", x=[3.0, 3.0]) == (0.0,)


@pytest.mark.parametrize(
    "m", [[1] * 5, [3, 2, 3, 3, 2], [1, 0, 1, 1, 0], [1], [3], [2, 0]], ids=lambda m: ",".join(map(str, m))
)
def test_arrays_and_queries_say_the_same_error_of_cases(m):
    """Of single games, of matches, of cases without a game; one alone says none, however many games it has."""
    m = np.array(m, float)
    x = np.array([0.5, 2.0, 1.0, 0.0, 1.0])[: len(m)] * (m > 0)
    (queried,) = asked("SELECT case_se(x, m) FROM t", x=list(x), m=list(m))
    assert case_stderr(x, m) == (None if queried is None else pytest.approx(queried))
    assert (queried is None) == (np.count_nonzero(m) < 2)
    with np.errstate(invalid="ignore"):
        (queried,) = asked("SELECT ratio_se(x, m) FROM t", x=list(x), m=list(m))
        assert ratio_stderr(x.sum(), m.sum(), x @ x, x @ m, m @ m) == pytest.approx(queried)


def test_the_interval_of_a_share_of_one_case_is_wide():
    frame = pl.DataFrame({"x": [1.0], "se": [None], "n": [1]}, schema_overrides={"se": pl.Float64})
    assert with_interval(frame, "x", "se", "n", share=True).rows()[0][3:] == wilson(1.0, 1)
    assert with_interval(frame, "x", "se").rows()[0][3:] == (None, None)


def test_of_nothing_there_is_no_ratio():
    assert asked("SELECT ratio_se(x, m) FROM t", x=[0.0, 0.0], m=[0.0, 0.0]) == (None,)


def test_no_query_types_a_number_of_a_normal_distribution():
    """1.96 and what follows from it stand once: a level of 90 % would be one edit."""
    typed = re.compile(r"(?<![\w.])(?:1\.9[26]\d*|1\.64\d*|2\.58|3\.84\d*|3\.92|0\.96\d*)(?![\w.])|\b\d\.\d \* \w*se\b")
    for file in Path(balance.__file__).parent.rglob("*.sql"):
        text = re.sub(r"--[^\n]*", "", file.read_text(encoding="utf-8"))
        assert not typed.search(text), f"{file.name}: {typed.search(text)}"
