"""The headline figures of a run: one query counts them case by case, for a run as for a comparison."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from balance.analysis.database import Database, case_of
from balance.analysis.stats import mean_interval, share_interval, widened
from balance.analysis.sums import MA, XA, Sums
from balance.common.errors import plain
from balance.common.faults import LONGEST, GameFault
from balance.engine.game import Plan
from balance.engine.game.headlines import SHARE, Headline, Headlines, find_headline
from balance.engine.game.log import literal

SQL = Path(__file__).parent / "sql"
COUNTED = {"figures": SQL / "counted" / "figures.sql", "cards": SQL / "counted" / "cards.sql"}
"""The queries that count case by case: for the whole game, and for single cards."""
FIGURES, SPREADS = "figures", "spreads"
"""The queries that a game may have in its own sql folder: what is counted case by case, and what is no ratio."""
UNFINISHED = ("cap", "capped", "stalemate")
"""The end reasons of games that did not end by their rules."""
ROWS = {"figure": pl.String, "subject": pl.String, "pair": pl.Int64, "x": pl.Float64, "m": pl.Float64}
"""What is counted: see sql/counted/figures.sql."""
SHAPE: dict[str, pl.DataType | type[pl.DataType]] = {
    "figure": pl.String,
    "subject": pl.String,
    "value": pl.Float64,
    "se": pl.Float64,
    "n": pl.Int64,
}
"""The figures of a run."""


def counting(plan: Plan, pair: str, *, cards: bool = False) -> dict[str, str]:
    """The queries with the rows of ROWS, by their names: the shared one, the game's own, and that of the cards.

    ``pair``: the expression for a game's case.
    """
    queries = {"counted/figures": filled(COUNTED["figures"], plan, pair)}
    if file := own_file(plan, FIGURES):
        own = f"SELECT figure, subject, pair, sum(x) AS x, sum(m) AS m FROM ({filled(file, plan, pair)})"
        queries[f"{plan.game.id}/{FIGURES}"] = f"{own} GROUP BY figure, subject, pair"
    if cards:
        queries["counted/cards"] = filled(COUNTED["cards"], plan, pair)
    return queries


def own_file(plan: Plan, name: str) -> Path | None:
    """A query of the game itself, where it has it."""
    file = plan.game.folder / "sql" / f"{name}.sql"
    return file if file.exists() else None


def filled(file: Path, plan: Plan, pair: str) -> str:
    """A query of ours with the expression for a game's case, the players, and the ends that are none by the rules."""
    text = file.read_text(encoding="utf-8").replace("{pair}", pair).replace("{players}", str(plan.players))
    return text.replace("{unfinished}", ", ".join(map(literal, UNFINISHED)))


def sums_of(database: Database, counted: Sequence[str]) -> Sums:
    """What the queries ``counted`` count in a run: sums of arm A, and no arm B."""
    return functools.reduce(operator.add, (_summed(some, counted) for some in database.in_parts()))


def _summed(database: Database, counted: Sequence[str]) -> Sums:
    plan = database.plan
    case = case_of(plan)
    played = f"SELECT {case} AS pair, count(*) AS games FROM games GROUP BY pair"
    cases, games, squares = database.frame(
        f"SELECT count(*), sum(games)::BIGINT, sum(games * games)::BIGINT FROM ({played})"
    ).row(0)
    rows = " UNION ALL ".join(f"SELECT figure, subject, pair, x, m FROM ({query})" for query in counted)
    sums = database.frame(
        "SELECT figure, subject, sum(x) AS x, sum(x * x) AS xx, sum(x * coalesce(m, games)) AS xm, "
        f"sum(m) AS m, sum(m * m) AS mm, count(m) < count(*) AS per_game FROM ({rows}) JOIN ({played}) "
        "USING (pair) GROUP BY ALL ORDER BY figure, subject"
    )
    keys, per_game = tuple(sums.select("figure", "subject").iter_rows()), sums["per_game"].to_numpy()
    columns = sums.select(pl.col("x", "m", "xx", "xm", "mm").cast(pl.Float64).fill_null(0))
    x, m, xx, xm, mm = columns.to_numpy().T
    total, products = np.zeros((4, len(keys))), np.zeros((4, 4, len(keys)))
    total[XA], total[MA] = x, np.where(per_game, games, m)
    products[XA, XA], products[XA, MA], products[MA, XA] = xx, xm, xm
    products[MA, MA] = np.where(per_game, squares, mm)
    of_all = frozenset(key for key, of_games in zip(keys, per_game, strict=True) if of_games)
    played_games, played_squares = np.array([games, 0.0]), np.array([[squares, 0.0], [0.0, 0.0]])
    return Sums(keys, of_all, (cases, 0), 0, plan.match_games, played_games, played_squares, total, products)


def figure_rows(sums: Sums, known: Headlines) -> pl.DataFrame:
    """The figures of arm A in the columns of SHAPE, without those that had nothing to count.

    n: the players or games that a figure is counted among; of one that is counted among weights, the cases. Of few
    cases the standard error is the wider one of ``widened``.
    """
    cases = sums.cases[0]
    wider = widened(cases)
    with np.errstate(divide="ignore", invalid="ignore"):
        values, _, variances, _, _ = sums.moments()
    rows = [
        (
            name,
            subject,
            value,
            math.sqrt(variance / cases) * wider,
            cases if _weighed(name, known) else round(m),
        )
        for (name, subject), value, variance, m in zip(sums.keys, values, variances, sums.total[MA], strict=True)
        if m > 0
    ]
    return pl.DataFrame(rows, SHAPE, orient="row")


def as_figures(figures: pl.DataFrame) -> pl.DataFrame:
    """The rows of a query of spreads in the columns of SHAPE."""
    return figures.select(pl.col(name).cast(dtype) for name, dtype in SHAPE.items())


def _weighed(name: str, known: Headlines) -> bool:
    return find_headline(name, known).weighed


def undeclared(figures: pl.DataFrame, plan: Plan) -> None:
    """Raises GameFault where a query of the game has a figure that its headlines do not declare."""
    unknown = sorted({*figures["figure"]} - plan.game.figures.keys())
    if unknown:
        message = f"its figures.sql has {', '.join(unknown)}, which its headlines do not declare"
        raise GameFault(f"Internal error in game '{plan.game.id}': {plain(message)[:LONGEST]}")


def figure_interval(of: Headline, value: float, se: float, n: int, players: int = 1) -> tuple[float, float]:
    """The 95 % interval of a figure.

    Of several players with one style in a game only one wins: ``players`` of them tell more than as many strangers.
    """
    if of.unit != SHARE:
        return mean_interval(value, se)
    return share_interval(value, se, n, players if of.one_wins else 1)
