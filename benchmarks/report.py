"""Time and memory of a report on a run, chapter by chapter, without and with the games played beside it.

    python benchmarks/report.py RUN [--beside]

The run should be large: 1,000,000 games of Fairy School have 46 million turn rows and 200 million card rows.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.runs.run import open_run
from balance.judging.experiments import play_experiments
from balance.report import answers
from balance.report.findings import find
from balance.report.sections import SECTIONS


def timed(name: str, work: Callable[[], Any]) -> float:
    """Do it, and print the seconds it took and the peak memory of this process so far."""
    begun, busy = time.perf_counter(), time.process_time()
    work()
    took, cpu = time.perf_counter() - begun, time.process_time() - busy
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name:24}{took:9.1f} s{cpu:9.1f} s of processors{peak:9,.0f} MB at the peak", flush=True)
    return took


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("run", type=Path, help="the run to report on")
    words.add_argument("--beside", action="store_true", help="also play the experiments and answer the questions")
    given = words.parse_args()
    with Database(open_run(given.run)) as database:
        results = Results(database)
        total = sum(timed(chapter.__name__, lambda make=chapter: make(results)) for chapter in SECTIONS)
        total += timed("findings", lambda: find(results))
        if given.beside:
            game = results.plan.game
            played: list[Any] = []
            total += timed("experiments", lambda: played.append(play_experiments(results.plan, game.experiments)))
            database.add("experiments", played[0])
            total += timed("questions", lambda: answers.questions(results))
    print(f"{'together':24}{total:9.1f} s")


if __name__ == "__main__":
    main()
