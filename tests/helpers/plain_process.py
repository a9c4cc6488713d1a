"""`balance` in a process of its own in which rules run as plain Python, without a second of imports at every start.

One process imports what such commands need, compiles nothing, and forks for every command.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing import reduction
from pathlib import Path
from typing import Any
from unittest.mock import patch

from balance import cli
from balance.cli.scenario import NO_COMPILING
from helpers.own_process import TESTS, modules_from

PATIENCE = 60.0
"""Seconds after which a command is given up."""
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["helpers.plain_imports"])
AS_PLAIN_PYTHON = {NO_COMPILING: "1", "OPENBLAS_NUM_THREADS": "1"}


class Handed:
    """A file descriptor that a process is given: the number it has there."""

    def __init__(self, number: int):
        self.number = number

    def __reduce__(self) -> Any:
        return _taken, (reduction.DupFd(self.number),)


def _taken(handed: Any) -> int:
    return int(handed.detach())


def begin(words: Sequence[str], folder: Path, environment: Mapping[str, str], *streams: int) -> Any:
    """Begin `balance WORDS` in ``folder``; gives a process of ``multiprocessing``.

    ``streams``: the descriptors of what it reads, prints on and complains on.
    """
    process = FORKS.Process(target=_command, args=(words, folder, dict(environment), [*map(Handed, streams)]))
    with patch.dict(os.environ, AS_PLAIN_PYTHON | modules_from(TESTS)):  # of the process that imports
        process.start()
    return process


def code_of(process: Any, patience: float = PATIENCE) -> int:
    """Its exit code, when it has ended."""
    process.join(patience)
    if process.exitcode is None:
        process.kill()
        raise AssertionError(f"a command goes on after {patience:.0f} s")
    return int(process.exitcode)


def plain_balance(words: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """What `balance WORDS` prints, without anybody who answers."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, open(os.devnull) as nothing:
        process = begin(words, folder, os.environ, nothing.fileno(), out.fileno(), err.fileno())
        code = code_of(process, 10 * PATIENCE)
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode())
    return subprocess.CompletedProcess([*words], code, *said)


def _command(words: Sequence[str], folder: Path, environment: Mapping[str, str], streams: Sequence[int]) -> None:
    """In the new process: what Python does at the start of a program, and the program."""
    for standard, number in enumerate(streams):
        os.dup2(number, standard)
        os.close(number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (these stay open)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs tests in the background ignores it
    sys.argv = ["balance", *words]
    try:
        cli.main()
    finally:
        sys.stdout.flush()
        atexit._run_exitfuncs()
