"""What is counted in the games of a comparison: all that is known of a batch when its games are gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb
import numpy as np
import polars as pl

from balance.analysis.database import card_frame
from balance.analysis.figures import ROWS, counting
from balance.analysis.stats import SQL_MACROS
from balance.analysis.sums import Sums
from balance.engine.game import Plan

DISTRIBUTIONS = {"arm": pl.String, "measure": pl.String, "value": pl.Int64, "times": pl.Int64}
ARMS = ("A", "B")

Frames = dict[str, pl.DataFrame]
"""The stored tables of some games by name."""


def no_distributions() -> pl.DataFrame:
    """Those of no games."""
    return pl.DataFrame(schema=DISTRIBUTIONS)


@dataclass(frozen=True)
class Tally:
    """What some games count. Tallies of other games can be added, and stay small."""

    sums: Sums
    alike: int
    """Pairs that came out alike in every cell of every table."""
    first_different: int | None
    """The first game that did not."""
    distributions: pl.DataFrame
    """(arm, measure, value, times): how often a value came up.

    Of a game its turns, margin and best_score, in turns and points; of a seat its score, in points.
    """

    def __add__(self, later: Tally) -> Tally:
        """The tally of these games and of later ones."""
        distributions = (
            pl.concat([self.distributions, later.distributions])
            .group_by("arm", "measure", "value")
            .agg(pl.col("times").sum())
        )
        return Tally(
            self.sums + later.sums,
            self.alike + later.alike,
            later.first_different if self.first_different is None else self.first_different,
            distributions.sort("arm", "measure", "value"),
        )


def tally(counters: Sequence[Counter], arms: Sequence[Frames | None], first: int, games: int, case_games: int) -> Tally:
    """What ``games`` games from ``first`` on count in A and B. None: not this arm; then there are no pairs."""
    cases = games // case_games
    rows, played, distributions = [], [], []
    for arm, counter, tables in zip(ARMS, counters, arms, strict=True):
        rows.append(None if tables is None else counter.rows(tables, first, case_games))
        played.append(np.zeros(cases) if tables is None else games_of_cases(tables, first, cases, case_games))
        if tables is not None:
            distributions.append(counter.distributions(tables, arm))
    before, after = arms
    differs = np.zeros(0, bool) if before is None or after is None else unlike(before, after, first, games)
    return Tally(
        Sums.of(rows, cases, case_games, played),
        int((~differs).sum()),
        first + int(differs.argmax()) if differs.any() else None,
        pl.concat(distributions).sort("arm", "measure", "value"),
    )


def games_of_cases(tables: Frames, first: int, cases: int, case_games: int) -> np.ndarray:
    """(cases,): how many games were played of every case, from game ``first`` on."""
    return np.bincount((tables["games"]["game_no"].to_numpy() - first) // case_games, minlength=cases)


class Counter:
    """Counts a plan's figures, case by case; those of single cards only with ``cards``."""

    def __init__(self, plan: Plan, cards: bool = True):
        self.shown = plan.log_tables
        self.plan, self.cards = plan, cards
        self.connection = duckdb.connect(":memory:")
        self.connection.execute("SET threads = 1")
        self.connection.execute(SQL_MACROS)
        self.connection.register("card_table", card_frame(plan.card_table).to_arrow())

    def close(self) -> None:
        """Give back what its database holds; nothing can be counted any more."""
        self.connection.close()

    def rows(self, tables: Frames, first: int, case_games: int) -> pl.DataFrame:
        """(figure, subject, pair, x, m) of the games from ``first`` on; see ``Sums.of``."""
        for name, frame in tables.items():
            self.connection.register(f"stored_{name}", frame.to_arrow())
            self.connection.execute(f"CREATE OR REPLACE VIEW {name} AS {self.shown[name].view(f'stored_{name}')}")
        queries = self.queries(list(tables), f"((game_no - {first}) // {case_games})")
        return pl.concat([self.connection.sql(query).pl().cast(ROWS).select(*ROWS) for query in queries])

    def queries(self, tables: Sequence[str], pair: str) -> list[str]:
        """The queries of all figures that these tables have; ``pair``: the expression for a game's case."""
        return [*counting(self.plan, pair, cards=self.cards and "cards" in tables).values()]

    def distributions(self, tables: Frames, arm: str) -> pl.DataFrame:
        """(arm, measure, value, times) of the games whose rows were asked for last; see ``Tally``."""
        games = self._columns(tables, "games", "turns", "margin")
        seats = self._columns(tables, "seats", "game_no", "score")
        begins = np.flatnonzero(np.diff(seats["game_no"], prepend=-1))
        best = np.maximum.reduceat(seats["score"], begins) if len(begins) else seats["score"]
        counted = [
            (measure, *np.unique(values, return_counts=True))
            for measure, values in (*games.items(), ("score", seats["score"]), ("best_score", best))
        ]
        rows = [
            (arm, measure, int(value), int(times))
            for measure, values, counts in counted
            for value, times in zip(values, counts, strict=True)
        ]
        return pl.DataFrame(rows, DISTRIBUTIONS, orient="row")

    def _columns(self, tables: Frames, name: str, *columns: str) -> dict[str, np.ndarray]:
        """Columns of a table as arrays. What is stored needs no query: planning one takes longer than counting."""
        stored = tables[name]
        if all(column in stored.columns for column in columns):
            return {column: stored[column].to_numpy() for column in columns}
        return self.connection.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchnumpy()


def unlike(before: Frames, after: Frames, first: int, games: int) -> np.ndarray:
    """Game by game, whether a cell of any table is not the same in both."""
    differs = np.zeros(games, bool)
    for name in before:
        mine, others = before[name], after[name]
        if mine.columns != others.columns:
            return np.ones(games, bool)
        places = [frame["game_no"].to_numpy() - first for frame in (mine, others)]
        counts = [np.bincount(place, minlength=games) for place in places]
        differs |= counts[0] != counts[1]
        if differs.any():
            mine, others = (frame.filter(~differs[place]) for frame, place in zip((mine, others), places, strict=True))
        cells = [_unlike(mine[column], others[column]) for column in mine.columns]
        rows = np.logical_or.reduce(cells) if cells else np.zeros(0, bool)
        differs[mine["game_no"].to_numpy()[rows] - first] = True
    return differs


def _unlike(mine: pl.Series, others: pl.Series) -> np.ndarray:
    """Row by row, whether two columns differ. Words are compared as words where their codes are others."""
    if mine.dtype != others.dtype:
        mine, others = mine.cast(pl.String), others.cast(pl.String)
    return mine.ne_missing(others).to_numpy()
