"""What keeps a query in bounds: memory, time, room on disk; and that nothing of it is left, whatever ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ENDLESS = "SELECT count(DISTINCT a.range || '-' || b.range) FROM range(100000) a, range(100000) b"
"""Fills the memory that a query has, then the disk."""
LITTLE_MEMORY = """
from balance.cli import apart, main
begin = apart.work_apart

def work_apart(*asked):
    begin(*asked)
    from balance.analysis import database
    database.MEMORY_LIMIT = "100MB"

apart.work_apart = work_apart
main()
"""
"""`balance` whose queries soon go on on the disk: in the child, for libraries start threads when they are imported."""


@pytest.fixture
def started(small_run, tmp_path):
    """Starts `balance query` as a process whose temporary folder is ours."""
    (tmp_path / "spill").mkdir()
    processes: list[subprocess.Popen] = []

    def start(sql: str, *more: str, program: tuple[str, ...] = ("-m", "balance")) -> subprocess.Popen:
        words = [sys.executable, *program, "query", str(small_run.path), sql, *more]
        where = {**os.environ, "TMPDIR": str(tmp_path / "spill")}
        processes.append(
            subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=where)
        )
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def spilled(folder: Path) -> bool:
    """Whether a query has begun to write into this temporary folder."""
    return any(file.suffix == ".tmp" for file in folder.rglob("duckdb_temp*"))


def wait_until(true, seconds: float = 60) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.nightly
def test_a_query_of_an_ordinary_size_ends_as_it_would_in_this_process(started, tmp_path):
    for sql, code, says in (("SELECT 1 AS n", 0, "n\n1\n1 row\n"), ("SELECT nonsense", 2, "")):
        process = started(sql, "--timeout", "60")
        out, err = process.communicate()
        assert (process.returncode, out, "Traceback" in err) == (code, says, False)
    assert os.listdir(tmp_path / "spill") == []


@pytest.mark.nightly
def test_memory_that_the_engine_does_not_count_is_refused_too(started):
    """Eight gigabytes in one value."""
    _, err = (process := started("SELECT len(range(1000000000))")).communicate()
    assert process.returncode == 2
    assert err.splitlines()[0].startswith("balance: The query needs more room than it may have: 1GB of memory")


def test_a_time_limit_holds_and_leaves_nothing(started, tmp_path):
    process = started(ENDLESS, "--timeout", "3", "--output", "x.csv")
    _, err = process.communicate()
    assert (process.returncode, err) == (
        2,
        "balance: Stopped after 3 seconds, as --timeout asks: there is no answer yet.\n",
    )
    assert os.listdir(tmp_path) == ["spill"]
    assert os.listdir(tmp_path / "spill") == []


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_what_a_query_put_on_disk_goes_whatever_ends_it(started, tmp_path, number):
    process = started(ENDLESS, program=("-c", LITTLE_MEMORY))
    wait_until(lambda: spilled(tmp_path / "spill"))
    process.send_signal(number)
    _, err = process.communicate()
    if number == signal.SIGKILL:  # the child has nobody to answer any more
        wait_until(lambda: not os.listdir(tmp_path / "spill"))
    else:
        assert (process.returncode, err) == (130, "balance: stopped.\n")
    assert os.listdir(tmp_path / "spill") == []


def test_what_a_killed_query_wrote_is_removed(started, tmp_path):
    process = started(ENDLESS, "--output", "x.csv")
    wait_until(lambda: list(tmp_path.glob(".x.csv.*.tmp")))
    process.kill()
    process.communicate()
    wait_until(lambda: os.listdir(tmp_path) == ["spill"])
    wait_until(lambda: not os.listdir(tmp_path / "spill"))


def test_a_time_limit_may_be_longer_than_the_system_can_wait(started):
    out, err = (process := started("SELECT 1 AS n", "--timeout", "1e20")).communicate()
    assert (process.returncode, out, err) == (0, "n\n1\n1 row\n", "")
