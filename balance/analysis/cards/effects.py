"""How much more a seat wins that did something with a card than one that could have and did not.

All comparisons are one estimator: least squares with a constant per cell (a "within" or fixed-effects estimator).
With x = 1 for a seat that did it, 0 for one that did not, p the share of x in its cell, and y what is compared
(win share or score), over all seats of all cells,

    effect = sum((x - p) y) / sum((x - p)^2)

which is the mean over the cells of (mean y of those who did - mean y of those who did not), each cell weighing
n p (1 - p). One cell for everybody gives the plain difference; cells of seat, style, stratum and company compare
only seats alike in these. Cells in which all did the same compare nobody and count for nothing: with them the errors
of a game with many cells would be too wide. The standard error is clustered by game (Liang and Zeger 1986) with the
usual correction for few games and many cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from scipy import sparse

KEY = "card"


def effects(
    cells: pl.DataFrame, cases: pl.DataFrame, y: str = "w", by: Sequence[str] = (), cell: str = "cell"
) -> pl.DataFrame:
    """One row per card (and ``by``): its effect, se, did, didnt (seats on the two sides, in cells that have both).

    ``cells``: card, ``by``, ``cell``, x (bool), n and the sum ``y``. ``cases``: the same keys and x, with game_no and
    the single ``y``; a sample of whole games. The standard error is measured on the cases and carried over to all.
    """
    keys = [KEY, *by]
    overall = _within(_both_sides(_sums(cells, [*keys, cell], y)), keys)
    some = _both_sides(_sums(cases.with_columns(n=pl.lit(1, pl.Int64)), [*keys, cell], y))
    some = some.with_columns(p=pl.col("did") / pl.col("n"), mean=pl.col("all_y") / pl.col("n"))
    measured = _within(some, keys)
    residuals = (
        cases.select(*keys, cell, "game_no", "x", y)
        .join(some.select(*keys, cell, "p", "mean"), on=[*keys, cell], how="inner")
        .join(measured.select(*keys, "effect"), on=keys, how="left")
        .with_columns(x=pl.col("x").cast(pl.Float64) - pl.col("p"))
        .with_columns(u=pl.col("x") * (pl.col(y) - pl.col("mean") - pl.col("effect") * pl.col("x")))
    )
    errors = clustered(residuals, keys).join(some.group_by(keys).agg(pl.len().alias("cells")), on=keys)
    errors = errors.join(measured.select(*keys, pl.col("weight").alias("measured")), on=keys)
    rest = pl.col("cases") - pl.col("cells") - 1
    few = (pl.col("games") / (pl.col("games") - 1)) * ((pl.col("cases") - 1) / rest)
    errors = errors.with_columns(
        se=pl.when((rest > 0) & (pl.col("games") > 1)).then((pl.col("uu") * few).sqrt() / pl.col("measured"))
    )
    return (
        overall.join(errors.select(*keys, "se", "measured"), on=keys, how="left")
        .with_columns(se=pl.col("se") * (pl.col("measured") / pl.col("weight")).sqrt())
        .select(*keys, "effect", "se", "did", "didnt")
        .sort(keys)
    )


def clustered(cases: pl.DataFrame, keys: Sequence[str], u: str = "u") -> pl.DataFrame:
    """One row per ``keys``: uu (the sum over games of the squared sum of ``u``), games, cases."""
    groups, group = numbered(cases, keys)
    sums = by_game(group, cases["game_no"].to_numpy(), cases[u].fill_null(0).to_numpy(), groups.height)
    return groups.with_columns(
        uu=pl.Series(sums.power(2).sum(axis=1), dtype=pl.Float64),
        games=pl.Series(np.diff(sums.indptr), dtype=pl.Int64),
        cases=pl.Series(np.bincount(group, minlength=groups.height), dtype=pl.Int64),
    )


def numbered(rows: pl.DataFrame, keys: Sequence[str]) -> tuple[pl.DataFrame, np.ndarray]:
    """The different ``keys`` of these rows, and by row which of them it has."""
    groups = rows.select(keys).unique(maintain_order=True)
    grouped = rows.select(keys).join(groups.with_row_index("group"), on=keys, how="left", maintain_order="left")
    return groups, grouped["group"].to_numpy()


def by_game(group: np.ndarray, game: np.ndarray, values: np.ndarray, groups: int) -> sparse.csr_array:
    """(groups, games): the sums of ``values``; ten times as fast as grouping millions of rows by two columns."""
    return sparse.coo_array((values, (group, game)), shape=(groups, int(game.max(initial=0)) + 1)).tocsr()


def _sums(cells: pl.DataFrame, keys: Sequence[str], y: str) -> pl.DataFrame:
    did = pl.col("x")
    return cells.group_by(keys).agg(
        pl.col("n").sum(),
        pl.col("n").filter(did).sum().alias("did"),
        pl.col(y).sum().alias("all_y"),
        pl.col(y).filter(did).sum().alias("did_y"),
    )


def _both_sides(sums: pl.DataFrame) -> pl.DataFrame:
    """The cells in which some did it and some did not. In the others nobody has anybody to be compared with."""
    return sums.filter(pl.col("did").is_between(1, pl.col("n").cast(pl.Int64) - 1))


def _within(sums: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The estimator from the sums of every cell. A card of which no cell has both sides has no effect (no row)."""
    p = pl.col("did") / pl.col("n")
    moments = sums.group_by(keys).agg(
        (pl.col("did_y") - p * pl.col("all_y")).sum().alias("moment"),
        (pl.col("n") * p * (1 - p)).sum().alias("weight"),
        pl.col("did").sum(),
        (pl.col("n") - pl.col("did")).sum().alias("didnt"),
    )
    return moments.with_columns(effect=pl.col("moment") / pl.col("weight"))
