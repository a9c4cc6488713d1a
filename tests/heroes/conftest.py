"""Small runs of Heroes that the tests of its report read. They are played once, and nobody may change them."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
import pytest

from balance.analysis.database import Database
from balance.analysis.experiments import play_experiments
from balance.analysis.results import Results
from balance.engine.run import Run
from heroes.logged import Logged
from heroes.runs import LINEUPS, heroes_run


@pytest.fixture(scope="session")
def heroes_runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Runs of several line-ups, every turn logged."""
    folder = tmp_path_factory.mktemp("heroes")
    return {name: heroes_run(folder / name.replace(" ", "-"), **request) for name, request in LINEUPS.items()}


@pytest.fixture(scope="session")
def side_plays(heroes_runs: dict[str, Run]) -> pl.DataFrame:
    """The experiments of the questions, few games each."""
    with Database(heroes_runs["mixed"]) as database:
        return play_experiments(database.plan, database.plan.game.experiments, games=60)


@pytest.fixture(scope="session")
def heroes(heroes_runs: dict[str, Run], side_plays: pl.DataFrame) -> Iterator[Results]:
    """The queries over 300 games of four mixed styles."""
    with Database(heroes_runs["mixed"]) as database:
        database.add("experiments", side_plays)
        yield Results(database)


@pytest.fixture(scope="session")
def logged(heroes: Results) -> Logged:
    """All rows of these games."""
    return Logged(heroes)
