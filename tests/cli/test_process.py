"""What a shell may do to `balance`: close its outputs, press Ctrl-C at any moment, give it little memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import product

import pytest

from helpers.cards import frozen_cards
from helpers.marks import by_day

INTERRUPTED = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == module:
            os.kill(os.getpid(), number)
module, number = sys.argv.pop(1), int(sys.argv.pop(1))
sys.meta_path.insert(0, Interrupt())
from balance.cli import main
main()
"""
"""`balance` that gets a signal in the moment when it imports a module."""


@pytest.mark.slow
@pytest.mark.parametrize("module", ["typer", "balance.cli.commands", "polars", "balance.engine.runs.run"])
def test_ctrl_c_while_modules_are_imported_is_a_line(module, tmp_path):
    words = [sys.executable, "-c", INTERRUPTED, module, str(int(signal.SIGINT)), "runs"]
    ended = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "balance: stopped.\n")


WATCHED = """
import os, sys
class Watch:
    def find_spec(self, name, *_):
        if name == "numpy":
            print("threads:", os.environ.get("OPENBLAS_NUM_THREADS"))
sys.meta_path.insert(0, Watch())
from balance.cli import main
main()
"""
"""`balance` that says what NumPy is told when it is imported."""


@pytest.mark.nightly
@pytest.mark.parametrize(("given", "told"), [("", "1"), ("OPENBLAS_NUM_THREADS", "3"), ("OMP_NUM_THREADS", "None")])
def test_numpy_calculates_in_one_thread_unless_the_user_wants_more(given, told, tmp_path):
    threads = {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}
    environment = {name: value for name, value in os.environ.items() if name not in threads}
    environment |= {given: "3"} if given else {}
    words = [sys.executable, "-c", WATCHED, "agents", "fairy"]
    ended = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment, check=True)
    assert ended.stdout.startswith(f"threads: {told}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("closed", "words", "code"),
    by_day(
        [(">&-", "runs", 0), ("<&- >&- 2>&-", "agents nonsense", 2)],
        [
            (">&-", "agents nonsense", 2),
            ("2>&-", "runs", 0),
            ("2>&-", "agents nonsense", 2),
            ("<&- >&- 2>&-", "runs", 0),
        ],
    ),
)
def test_outputs_that_are_closed_are_silence(closed, words, code, tmp_path):
    command = f"'{sys.executable}' -m balance {words} {closed}"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ended.returncode == code
    assert "Traceback" not in ended.stderr
    assert not (">&-" in closed.split() and ended.stdout)
    assert not ("2>&-" in closed.split() and ended.stderr)


def test_too_little_memory_is_told_before_libraries_break_down(tmp_path):
    command = f"ulimit -v 600000; '{sys.executable}' -m balance runs"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    first, second = ended.stderr.splitlines()
    assert (ended.returncode, ended.stdout) == (2, "")
    assert first.startswith("balance: this shell allows 0.6 GB of addresses (ulimit -v); ")
    assert second == "`ulimit -v unlimited` lifts the limit."


ENDLESS_TARGET = """
[[target]]
game = "fairy"
games = 5000000
tie_rate = { at_most = 1 }
"""


TWICE = [*product((signal.SIGINT, signal.SIGTERM), (signal.SIGTERM, signal.SIGINT), (0.05, 0))]
"""The first signal, the second, and how many seconds later that comes: the same at once may be heard as one."""


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "later"), by_day(TWICE[:1], TWICE[1:]))
def test_who_will_not_wait_for_a_check_finds_nothing_left_of_it(first, second, later, tmp_path):
    """The first signal lets the games of the part end, the second does not: it comes while they are still played."""
    (tmp_path / "targets.toml").write_text(ENDLESS_TARGET)
    room = tmp_path / "room"
    room.mkdir()
    words = [sys.executable, "-m", "balance", "check", "fairy", "--power", "off", "--cards", str(frozen_cards())]
    process = subprocess.Popen(
        words, cwd=tmp_path, env={**os.environ, "TMPDIR": str(room)}, stderr=subprocess.PIPE, text=True
    )
    try:
        for _ in range(6000):
            if process.poll() is not None or any(room.rglob("*.parquet")):
                break
            time.sleep(0.01)
        assert process.poll() is None
        process.send_signal(first)
        time.sleep(later)
        assert process.poll() is None
        process.send_signal(second)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, err.splitlines()[-1]) == (130, "balance: Stopped. Nothing was kept.")
    assert "Traceback" not in err
    assert os.listdir(room) == []
