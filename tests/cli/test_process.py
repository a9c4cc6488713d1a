"""What a shell may do to `balance`: close its outputs, press Ctrl-C at any moment, give it little memory."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

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


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), [("runs", 0), ("agents nonsense", 2)])
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
