"""Small plans, what a run has on disk, and `balance` as a process of its own: for the tests of runs."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
from polars.testing import assert_frame_equal

from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import simulate
from balance.engine.runs.run import Run, open_run
from helpers.cards import frozen_cards, frozen_file

BALANCE = """
import sys
parts = int(sys.argv.pop(1))
import balance.engine.runs.run
balance.engine.runs.run.MOST_GAMES_PER_PART = parts
from balance.cli import main
main()
"""
"""`balance` with at most so many games per part."""


def small_plan(**changes: Any) -> Plan:
    """Fairy with the frozen cards."""
    request = Request(**{"game": "fairy", "games": 300, "seed": 5, **changes})
    return make_plan(request, None if request.cards else frozen_file())


def tables(run: Run) -> dict[str, pl.DataFrame]:
    """Everything a run has on disk."""
    return {name: pl.concat([pl.read_parquet(part) for part in run.parts(name)]) for name in run.tables()}


def assert_same_rows(run: Run, other: Run) -> None:
    """Both runs hold the same tables with the same rows in the same order, whatever their parts."""
    mine, others = tables(run), tables(other)
    assert mine.keys() == others.keys()
    for name in mine:
        assert_frame_equal(mine[name], others[name])


def limit_parts(monkeypatch: Any, games: int) -> None:
    """Parts of at most so many games."""
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", games)


def played(folder: Path, workers: int = 1, **changes: Any) -> Run:
    """A finished run of ``small_plan`` in ``folder``."""
    return simulate(small_plan(**changes), folder, workers)


def simulate_words(out: Path, games: int, *more: str) -> list[str]:
    """The command that plays ``small_plan`` into ``out``."""
    cards = ["--cards", str(frozen_cards())]
    return ["simulate", "fairy", "--games", str(games), "--seed", "5", "--out", str(out), *cards, *more]


def balance(*words: str, parts: int = 250_000, **more: Any) -> subprocess.CompletedProcess:
    """`balance` with these words, as a process of its own, to its end."""
    command = [sys.executable, "-c", BALANCE, str(parts), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, **more)


def balance_until(
    moment: Callable[[], bool], strike: signal.Signals | Callable[[], object], *words: str, parts: int
) -> subprocess.CompletedProcess:
    """`balance` as a process that gets a signal, or that something else happens to, as soon as ``moment()`` is true."""
    command = [sys.executable, "-c", BALANCE, str(parts), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not moment() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.002)
    if callable(strike):
        strike()
    else:
        process.send_signal(strike)  # nobody gets it where the process has ended by itself
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def sealed_parts(out: Path) -> int:
    """How many parts of the run in ``out`` are whole on disk."""
    return len(list((out / "games").glob("part-*.parquet")))


def finished(out: Path) -> Run:
    """The finished run in ``out``: complete, and nothing half-written in its folder."""
    run = open_run(out)
    assert run.complete
    assert run.manifest["games_done"] == run.manifest["games"] == run.games_done()
    assert not list(out.rglob("*.tmp"))
    for name in run.tables():
        assert sorted(path.name for path in (out / name).iterdir()) == [path.name for path in run.parts(name)]
    return run
