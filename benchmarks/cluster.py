"""What a Dask cluster costs: games a second with threads and with workers, and where the time goes.

Plays Fairy on this machine with one and two threads, and on a cluster of one and two workers, then says how the time of
a part is shared among the kernels, Parquet and the cluster. `python benchmarks/cluster.py [--games N] [--log LEVEL]`
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from distributed import LocalCluster

from balance.engine.game import Plan
from balance.engine.game.log import kept_tables, parquet
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.cluster import ClusterExecutor
from balance.engine.playing.runner import GameBatch, Watcher, compile_rules, simulate
from balance.engine.runs.run import Run, games_per_part


def on_threads(plan: Plan, workers: int) -> float:
    """Seconds to play the plan here."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        simulate(plan, Path(folder) / "run", workers)
        return time.perf_counter() - begun


def on_cluster(plan: Plan, address: str) -> tuple[float, float, int]:
    """Seconds to play the plan there, those of it that workers spent on parts, and the number of parts."""
    executors: list[ClusterExecutor] = []

    def executor(*words) -> ClusterExecutor:
        executors.append(ClusterExecutor(address, *words))
        return executors[0]

    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        run: Run = simulate(plan, Path(folder) / "run", executor=executor)
        return time.perf_counter() - begun, executors[0].seconds, len(run.chunks())


def shares(plan: Plan) -> tuple[float, float]:
    """Seconds for one part: in the kernels, and for its Parquet."""
    player, games = GameBatch(plan), min(plan.games, games_per_part(plan))
    player.play(0, games)
    player.clear()
    begun = time.perf_counter()
    player.play(0, games)
    played = time.perf_counter()
    for name in kept_tables(plan.log):
        parquet(player.frame(name))
    return played - begun, time.perf_counter() - played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--log", default="turns")
    given = parser.parse_args()
    plan = make_plan(Request("fairy", games=given.games, log=given.log))
    compile_rules(plan, Watcher())
    for workers in (1, 2):
        seconds = on_threads(plan, workers)
        print(f"{workers} thread{'s' * (workers > 1)}: {plan.games / seconds:,.0f} games/s")
    for workers in (1, 2):
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local:
            on_cluster(plan, local.scheduler_address)  # compiles, or copies what is compiled
            seconds, spent, parts = on_cluster(plan, local.scheduler_address)
        idle = (seconds * workers - spent) / parts
        print(f"{workers} Dask worker{'s' * (workers > 1)}: {plan.games / seconds:,.0f} games/s", end=", ")
        print(f"{parts} parts, {1000 * spent / parts:.0f} ms of a worker each, and {1000 * idle:.0f} ms beside it")
    kernels, parquet_seconds = shares(plan)
    games = min(plan.games, games_per_part(plan))
    print(f"a part of {games:,} games: {1000 * kernels:.0f} ms in the kernels, {1000 * parquet_seconds:.0f} ms Parquet")


if __name__ == "__main__":
    main()
