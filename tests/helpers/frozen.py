"""Runs that many tests read: each is played once for all processes of a test session, and nobody may change it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import polars as pl
import pytest

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.playing.runner import simulate
from balance.engine.runs.run import Run
from balance.judging.experiments import play_experiments
from helpers.contract import FROZEN, tables_of
from helpers.play import make

ARM_GAMES = 60
"""Games of every arm of an experiment."""
KEPT_OPEN = 3
"""So many runs at most are open for questions at once."""


class FrozenRuns:
    """The runs of all games, made when first asked for."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._open: dict[tuple[str, str], tuple[Results, ExitStack]] = {}

    def run(self, game: str, table: str = FROZEN) -> Run:
        """The finished run of a game at a table (see ``contract.tables_of``), every turn logged."""
        name = f"{game}-{table.replace(' ', '-')}"
        with self._alone(name):
            return simulate(make(game, **tables_of(game)[table]), self.folder / name, workers=2)

    def side_plays(self, game: str) -> pl.DataFrame:
        """The experiments of the game's questions, few games each."""
        run, file = self.run(game), self.folder / f"{game}-experiments.parquet"
        with self._alone(file.name):
            if not file.exists():
                with Database(run) as database:
                    plan = database.plan
                play_experiments(plan, plan.game.experiments, games=ARM_GAMES).write_parquet(file)
        return pl.read_parquet(file)

    def results(self, game: str, table: str = FROZEN) -> Results:
        """The queries over a run, its experiments beside it. It stays open as long as few others are asked for."""
        key = (game, table)
        if key not in self._open:
            while len(self._open) >= KEPT_OPEN:
                self._open.pop(next(iter(self._open)))[1].close()
            stack = ExitStack()
            database = stack.enter_context(Database(self.run(game, table)))
            database.add("experiments", self.side_plays(game))
            self._open[key] = Results(database), stack
        return self._open[key][0]

    def close(self) -> None:
        """Close all that is open."""
        for _, stack in self._open.values():
            stack.close()
        self._open.clear()

    @contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        """One process at a time makes what bears this name."""
        with (self.folder / f"{name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def frozen_runs(factory: pytest.TempPathFactory) -> FrozenRuns:
    """Those of this test session: the processes of pytest-xdist have one folder above their own."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder = root / "frozen"
    folder.mkdir(exist_ok=True)
    return FrozenRuns(folder)
