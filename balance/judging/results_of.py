"""The results of games that are played for one look at them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.game import Plan
from balance.engine.playing.runner import MakeExecutor, Watcher, simulated


@contextmanager
def results_of(
    plan: Plan, workers: int = 1, watcher: Watcher | None = None, executor: MakeExecutor | None = None
) -> Iterator[Results]:
    """Play ``plan``; its run is gone afterwards. ``executor``: what plays it, as for ``runner.simulate``.

    One thread adds up in one order: sums are equal to the last digit at every call, on any number of processors.
    """
    with simulated(plan, workers, watcher, executor) as run, Database(run, threads=1) as database:
        yield Results(database)
