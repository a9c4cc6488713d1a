"""Intervals and verdicts. Every rate has an interval; a verdict needs size and certainty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import polars as pl

LEVEL = 0.95
FEW = 30
"""Cases. Sums of fewer are not yet normal."""
FORESEEABLE = 10_000_000
"""Games. A larger forecast is none: nobody plays so many, and it rests on a difference of which little is known."""
Z = 1.959963984540054
"""Standard errors that hold the truth in LEVEL of the cases; written out, for SciPy takes long to import."""
Z_OF_MANY = 3.2905267314919255
"""Standard errors from which on a difference is clear though dozens are looked at: one in a thousand by chance."""
STEPS, CLOSE = 200, 1e-12
"""Steps at most towards a root, and how near is near enough, as a share."""
Number = TypeVar("Number", float, np.ndarray)
SQL_MACROS = f"""
CREATE MACRO z() AS ({Z!r}::DOUBLE);
CREATE MACRO z_of_many() AS ({Z_OF_MANY!r}::DOUBLE);
CREATE MACRO wilson_middle(share, n) AS ((share + z() ** 2 / (2 * n)) / (1 + z() ** 2 / n));
CREATE MACRO wilson_half(share, n) AS
    (z() / (1 + z() ** 2 / n) * sqrt(greatest(0, share * (1 - share)) / n + z() ** 2 / (4 * n ** 2)));
CREATE MACRO wilson_low(share, n) AS (greatest(0, least(share, wilson_middle(share, n) - wilson_half(share, n))));
CREATE MACRO wilson_high(share, n) AS (least(1, greatest(share, wilson_middle(share, n) + wilson_half(share, n))));
CREATE MACRO effective_cases(share, se, n) AS
    (CASE WHEN se > 0 AND share * (1 - share) > 0 THEN least(n, share * (1 - share) / se ** 2) ELSE n END);
CREATE MACRO share_low(share, se, n) AS (wilson_low(share, effective_cases(share, se, n)));
CREATE MACRO share_high(share, se, n) AS (wilson_high(share, effective_cases(share, se, n)));
CREATE MACRO mean_se(x) AS (stddev(x) / sqrt(count(x)));
CREATE MACRO sums_se(x, m, xx, xm, mm) AS
    (sqrt(greatest(0, xx - 2 * x / nullif(m, 0) * xm + (x / nullif(m, 0)) ** 2 * mm)) / nullif(m, 0));
CREATE MACRO ratio_se(x, m) AS (sums_se(sum(x), sum(m), sum(x * x), sum(x * m), sum(m * m)));
CREATE MACRO case_se(x, m) AS
    (CASE WHEN count_if(m > 0) > 1
          THEN CASE WHEN max(m) = 1 THEN mean_se(CASE WHEN m > 0 THEN x END) ELSE ratio_se(x, m) END END);
CREATE MACRO sd_se(x) AS (coalesce(sqrt(greatest(0, kurtosis_pop(x) + 2) / count(x)) * stddev(x) / 2, 0));
"""
"""The same for queries, as macros of DuckDB.

wilson_low(share, n) and wilson_high(share, n) are the ends of ``wilson``, share_low(share, se, n) and share_high(share,
se, n) those of ``share_interval``, ``mean - z() * se`` and ``mean + z() * se`` those of ``mean_interval``. Over rows
that are independent cases, mean_se(x) is the standard error of avg(x) (null: one case alone says none), sd_se(x) that
of stddev(x) (from the fourth moment), and ratio_se(x, m) that of sum(x) / sum(m) (linearised: Cochran 1977, 6.4);
sums_se(x, m, xx, xm, mm) the same from the sums of x, m and their products, where cases without x have no row.
case_se(x, m) is that of the mean of one number per game, where x is its sum over a case of m games: of single games,
what mean_se says, of one case alone null, too. ``ratio_stderr`` and ``case_stderr`` say the same of arrays.
"""


def joint_z(figures: float) -> float:
    """The Z of so many intervals that hold together: all of them in 95 of 100 runs (Bonferroni)."""
    from scipy.special import ndtri  # not at every start of the program

    return -float(ndtri((1 - LEVEL) / 2 / max(1, figures)))


def widened(cases: int) -> float:
    """By how much a standard error of so few cases is wider, so that Z of it hold the truth as often as of many.

    The variance was divided by the number of cases, and Student's t takes the place of the normal quantile. 1 from FEW
    on, where it hardly matters, and for one case alone, which says nothing of errors.
    """
    if not 1 < cases < FEW:
        return 1.0
    from scipy.special import stdtrit  # not at every start of the program

    return math.sqrt(cases / (cases - 1)) * float(stdtrit(cases - 1, (1 + LEVEL) / 2)) / Z


def normal_below(z: float) -> float:
    """The chance that a normal number lies so many standard deviations above its mean, or lower.

    Of one number; SciPy's takes columns, and long to import.
    """
    return math.erfc(-z / math.sqrt(2)) / 2


def wilson(share: float, n: float, z: float = Z) -> tuple[float, float]:
    """Wilson's score interval (95 %) for a share of ``n`` (effectively) independent cases; (0, 1) for n = 0."""
    if n <= 0:
        return 0.0, 1.0
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half_width = z / (1 + z * z / n) * math.sqrt(max(0.0, share * (1 - share)) / n + z * z / (4 * n * n))
    return max(0.0, min(share, middle - half_width)), min(1.0, max(share, middle + half_width))


def share_interval(share: float, se: float, n: float, together: int = 1, z: float = Z) -> tuple[float, float]:
    """Interval of a share whose standard error allows for seats of one game being alike.

    The standard error gives the number of independent cases that would be as informative, and Wilson's interval is
    taken for that number: never more than the ``n`` there are, or than ``together`` times as many, for cases that
    come so many together and of which one can win at most (they tell more than as many strangers).
    """
    variance = share * (1 - share)
    effective = n if se <= 0 or variance <= 0 else min(n * together, variance / (se * se))
    return wilson(share, effective, z)


def mean_stderr(values: np.ndarray) -> tuple[float, float]:
    """The mean of independent cases, and its standard error: infinite for one case alone."""
    stderr = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else math.inf
    return float(values.mean()), stderr


def squares_off(ratio: Number, xx: Number, xm: Number, mm: Number) -> Number:
    """The sum over cases of ``(x - ratio * m) ** 2``, from the sums of x * x, x * m and m * m.

    Numbers, or arrays of them, one of each ratio. It may come out a trifle below 0.
    """
    return xx - 2 * ratio * xm + ratio * ratio * mm


def ratio_stderr(x: Number, m: Number, xx: Number, xm: Number, mm: Number) -> Number:
    """The standard error of x / m, which are sums over independent cases, as are their squares and products."""
    return np.sqrt(np.maximum(0.0, squares_off(x / m, xx, xm, mm))) / m


def case_stderr(x: np.ndarray, m: np.ndarray) -> float | None:
    """The standard error of sum(x) / sum(m), a number per game, over independent cases of ``m`` games each.

    x, m: (cases,); cases without a game do not count. None for one case alone.
    """
    x, m = x[m > 0], m[m > 0]
    if len(x) < 2:
        return None
    return mean_stderr(x)[1] if m.max() == 1 else float(ratio_stderr(x.sum(), m.sum(), x @ x, x @ m, m @ m))


def mean_interval(mean: float, se: float, z: float = Z) -> tuple[float, float]:
    """Interval of a mean over many games: the normal one."""
    return mean - z * se, mean + z * se


def with_interval(
    frame: pl.DataFrame, value: str, se: str, n: str = "", share: bool = False, together: int = 1
) -> pl.DataFrame:
    """``frame`` with the columns ``<value>_low`` and ``<value>_high``."""
    ends: list[tuple[float | None, float | None]] = []
    for row in frame.iter_rows(named=True):
        if row[value] is None or (row[se] is None and not share):
            ends.append((None, None))
        elif share:
            ends.append(share_interval(row[value], row[se] or 0.0, row[n], together))
        else:
            ends.append(mean_interval(row[value], row[se]))
    low, high = zip(*ends, strict=True) if ends else ((), ())
    return frame.with_columns(
        pl.Series(f"{value}_low", low, dtype=pl.Float64), pl.Series(f"{value}_high", high, dtype=pl.Float64)
    )


def round_number(games: float) -> int:
    """A number of games to write down, rounded up: two digits, the rest zeros."""
    unit = 10 ** max(0, len(str(math.ceil(games))) - 2)
    return math.ceil(games / unit) * unit


def games_text(games: int) -> str:
    """So many games, as a forecast; of more than are foreseeable only that."""
    if games > FORESEEABLE:
        return f"more games than can be played, over {FORESEEABLE // 10**6} million,"
    return f"about {games:,} games"


def weighted_quantile(values: Sequence[float], counts: Sequence[int], at: float) -> float:
    """The value below or at which the share ``at`` of the cases lies."""
    order = np.argsort(values)
    sums = np.cumsum(np.asarray(counts)[order])
    return float(np.asarray(values)[order][np.searchsorted(sums, at * sums[-1])])


def true_variance(measured: Sequence[tuple[float, float]]) -> float:
    """The variance around 0 of what was measured as (value, standard error), without that of chance; 0: no more.

    With it, values are as far from 0 as they should be: the sum of value² / (variance + stderr²) is their number
    (Paule and Mandel 1982; found by Newton's steps, which never go too far: DerSimonian and Kacker 2007).
    """
    values, errors = np.asarray(measured, float).reshape(-1, 2).T
    squares, chance = values**2, np.maximum(errors, 1e-12) ** 2
    variance = 0.0
    for _ in range(STEPS):
        weights = 1 / (variance + chance)
        too_far = float((squares * weights).sum()) - len(squares)
        if too_far <= CLOSE * len(squares):
            break
        variance += too_far / float((squares * weights**2).sum())
    return variance


def benjamini_hochberg(p: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many tests stand when at most ``rate`` of those may be false (Benjamini and Hochberg 1995)."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    last = max((rank for rank, i in enumerate(order, 1) if p[i] <= rate * rank / len(p)), default=0)
    discoveries = set(order[:last])
    return [i in discoveries for i in range(len(p))]
