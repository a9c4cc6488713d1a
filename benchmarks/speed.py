"""Speed and memory of a game: plain Python, the engine, its log in memory, its log on disk, 1 and 2 threads.

    python benchmarks/speed.py [GAME] [--agents LIST] [--games N] [--compile] [--long]

Everything is measured in one run, several times in turn, and the median is shown: absolute numbers
depend on the machine and on what else it does, ratios much less. `--compile` adds the first compile
into an empty cache, `--long` runs of up to 10^7 games to show that memory does not grow.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import plain_alfheim
import plain_fairy
import plain_fairy_conundrum
import plain_fairy_school
import plain_heroes

from balance.engine.game import Plan
from balance.engine.game.log import TABLES, kept_tables
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import GameBatch, Watcher, compile_rules, simulate
from balance.engine.runs.run import games_per_part, write_part
from balance.engine.runs.store import Folder

ROUNDS = 3


@dataclass(frozen=True)
class Subject:
    """What is measured of a game unless said otherwise."""

    agents: str
    games: int
    plain: Callable[[random.Random], object]
    plain_games: int
    longest: int


SUBJECTS = {
    "fairy": Subject("greedy,greedy,greedy,random", 400_000, plain_fairy.play, 300, 10**7),
    "heroes": Subject("mixed", 20_000, plain_heroes.play, 20, 10**6),
    "fairy_school": Subject("mixed", 8_000, plain_fairy_school.play, 4, 10**6),
    "alfheim": Subject("mixed", 8_000, plain_alfheim.play, 20, 10**6),
    "fairy_conundrum": Subject("mixed", 10_000, plain_fairy_conundrum.play, 4, 10**6),
}


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def play_only(plan: Plan, games: int, threads: int) -> None:
    """Play with nothing on disk: the buffers are filled and forgotten."""

    def play_share(first: int, count: int) -> None:
        player = GameBatch(plan)
        part = games_per_part(plan)
        for start in range(first, first + count, part):
            player.clear()
            player.play(start, min(part, first + count - start))

    share = games // threads
    in_threads([lambda k=k: play_share(k * share, share) for k in range(threads)])


def play_plain(subject: Subject) -> None:
    luck = random.Random(1)
    for _ in range(subject.plain_games):
        subject.plain(luck)


def in_threads(work: list[Callable[[], object]]) -> None:
    threads = [threading.Thread(target=task) for task in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def write_only(plan: Plan, games: int, threads: int, folder: Path) -> float:
    """Seconds to write the tables of ``games`` games that are in memory already, part by part."""
    part = games_per_part(plan)
    players = [GameBatch(plan) for _ in range(threads)]
    for k, player in enumerate(players):
        player.play(k * part, part)
    times = max(1, games // (part * threads))
    tables = kept_tables(plan.log)

    def write_share(k: int) -> None:
        for n in range(times):
            for table in tables:
                write_part(players[k].frame(table), Folder(folder), f"{table}-{k}-{n}.parquet")

    took = seconds(lambda: in_threads([lambda k=k: write_share(k) for k in range(threads)]))
    return took * games / (times * part * threads)


def on_disk(plan: Plan, threads: int, folder: Path) -> tuple[float, dict[str, int], dict[str, int]]:
    """Seconds of a whole run on disk, and its rows and bytes by table."""
    import pyarrow.parquet as pq

    out = folder / "run"
    took = seconds(lambda: simulate(plan, out, threads))
    rows, size = {}, {}
    for table in TABLES:
        parts = list((out / table).glob("*.parquet"))
        rows[table] = sum(pq.ParquetFile(part).metadata.num_rows for part in parts)
        size[table] = sum(part.stat().st_size for part in parts)
    shutil.rmtree(out)
    return took, rows, size


def measure(game: str, agents: str, games: int, folder: Path) -> None:
    """Median seconds per game of every way of playing; the ways take turns so that a busy moment hits all."""
    subject = SUBJECTS[game]
    whole = make_plan(Request(game, games=games, agents=agents))
    slim = replace(whole, log="seats")
    compile_rules(whole, Watcher())
    times_of: dict[str, list[float]] = {}

    def add_time(name: str, took: float, count: float = games) -> None:
        times_of.setdefault(name, []).append(took / count)

    for _ in range(ROUNDS):
        add_time("plain Python", seconds(lambda: play_plain(subject)), subject.plain_games)
        for threads in (1, 2):
            said = f"{threads} thread{'s' if threads > 1 else ''}"
            add_time(f"engine, nothing on disk, {said}", seconds(lambda n=threads: play_only(slim, games, n)))
            add_time(f"engine, every turn in memory, {said}", seconds(lambda n=threads: play_only(whole, games, n)))
            add_time(f"engine, --log seats on disk, {said}", on_disk(slim, threads, folder)[0])
            took, rows, size = on_disk(whole, threads, folder)
            add_time(f"engine, every turn on disk, {said}", took)
            add_time(f"writing those tables alone, {said}", write_only(whole, games, threads, folder))
    medians = {name: statistics.median(times) for name, times in times_of.items()}
    show(medians, rows, size, games)


def show(medians: dict[str, float], rows: dict[str, int], size: dict[str, int], games: int) -> None:
    decisions = rows["turns"] / games
    plain = medians["plain Python"]
    print(f"{'':44}{'games/s':>12}{'decisions/s':>14}{'x plain':>9}")
    for name, took in medians.items():
        print(f"{name:44}{1 / took:12,.0f}{decisions / took:14,.0f}{plain / took:9,.0f}")
    print()
    for table in TABLES:
        speed = rows[table] / games / medians["engine, every turn on disk, 2 threads"]
        print(
            f"{table:8}{rows[table] / games:8.1f} rows/game {size[table] / rows[table]:8.2f} bytes/row "
            f"{speed:14,.0f} rows/s, 2 threads"
        )
    for threads in ("1 thread", "2 threads"):
        apart = medians[f"engine, --log seats on disk, {threads}"] + medians[f"writing those tables alone, {threads}"]
        ratio = medians[f"engine, every turn on disk, {threads}"] / apart
        print(f"a run with every turn / (playing alone + writing alone), {threads}: {ratio:.2f}")
    scaling = medians["engine, every turn on disk, 1 thread"] / medians["engine, every turn on disk, 2 threads"]
    print(f"every turn on disk, 2 threads against 1: {scaling:.2f}")


def first_compile(game: str, folder: Path) -> None:
    """Seconds of the first game with an empty cache of compiled code, and of the next process's first game."""
    command = [sys.executable, "-m", "balance", "simulate", game, "--games", "1", "--quiet", "--out"]
    for turn in ("first", "second"):
        inside = os.environ | {"BALANCE_CACHE_DIR": str(folder / "cache")}
        took = seconds(lambda n=turn, e=inside: subprocess.run([*command, str(folder / n)], env=e, check=True))
        print(f"{turn} process to play one game, cache empty before the first: {took:.1f} s")


def memory(game: str, folder: Path) -> None:
    """Peak memory of whole processes, up to the longest run."""
    longest = SUBJECTS[game].longest
    for log in ("turns", "seats"):
        for games in (longest // 100, longest // 10, longest):
            out = folder / "memory"
            command = [sys.executable, "-m", "balance", "simulate", game, "--games", str(games), "--log", log]
            child = subprocess.Popen([*command, "--out", str(out), "--quiet"])
            _, _, usage = os.wait4(child.pid, 0)
            print(f"--log {log}, {games:>10,} games: {usage.ru_maxrss / 1024:,.0f} MB at the peak")
            shutil.rmtree(out)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("game", nargs="?", default="fairy", choices=SUBJECTS, help="the game to measure")
    words.add_argument("--agents", help="play styles, as for balance simulate")
    words.add_argument("--games", type=int, help="games per measurement")
    words.add_argument("--compile", action="store_true", help="also the first compile")
    words.add_argument("--long", action="store_true", help="also peak memory of runs of growing length")
    given = words.parse_args()
    subject = SUBJECTS[given.game]
    with tempfile.TemporaryDirectory() as folder:
        if given.compile:
            first_compile(given.game, Path(folder))
        measure(given.game, given.agents or subject.agents, given.games or subject.games, Path(folder))
        print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
        if given.long:
            memory(given.game, Path(folder))


if __name__ == "__main__":
    main()
