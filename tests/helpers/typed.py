"""What a reader of a page does: lines of the shell are typed, and between them is written into files."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from helpers.outside_game import CHECKOUT
from helpers.pages import DOCS

PART = re.compile(r"^    (settings|def \w+)\b(?:(?<=settings)[^\n]*\n|.*?(?=^    def |\Z))", re.MULTILINE | re.DOTALL)
"""The settings of a class, in a line, or a method."""

CLUSTER = DOCS / "how-to" / "run-on-a-cluster.md"
"""The page that has several machines, whose lines are typed in an order and in environments of their own."""
BESIDE = ("make", ".", "git", "cat", "pip", "openssl", "chmod", "export")
"""What begins lines that tests/docs/test_typed_beside.py types, each where it has what it needs."""
OUR_OWN = ("GIT_", "MAKE", "GAME", "MFLAGS", "PYTHON", "VIRTUAL_ENV", "VENV")
"""How variables begin that would reach from whoever runs the tests into what is typed."""
PATIENCE = 1800
"""Seconds after which what is typed is taken to have no end."""


@contextmanager
def begun(
    script: str, folder: Path, home: Path, shell: str = "sh -e", output: int | IO = subprocess.PIPE, **variables: str
) -> Iterator[subprocess.Popen[str]]:
    """Lines of a shell up to the first that fails, with this `balance`, in a home of one's own.

    What they have started ends with the block at the latest.
    """
    bin = home / "bin"
    if not bin.exists():
        bin.mkdir(parents=True)
        for program in ("balance", "dask"):
            (bin / program).write_text(f'#!/bin/sh\nexec {sys.executable} -m {program} "$@"\n')
            (bin / program).chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OUR_OWN)}
    environment |= {"HOME": str(home), "PATH": f"{bin}:{os.environ['PATH']}", "PYTHONPATH": str(CHECKOUT)}
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "Me", f"GIT_{who}_EMAIL": "me@example.org"}
    with subprocess.Popen(
        [*shell.split(), "-c", script],
        cwd=folder,
        env=environment | variables,
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=output,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            end_all(process)


def end_all(process: subprocess.Popen[str]) -> None:
    """End the group that a process leads: with patience, so that all clear away what they have made."""
    with suppress(ProcessLookupError):  # none of them is left
        os.killpg(process.pid, signal.SIGTERM)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            time.sleep(0.05)
            process.poll()  # one that is not asked for stays in its group
            os.killpg(process.pid, 0)
        os.killpg(process.pid, signal.SIGKILL)


def typed(
    script: str, folder: Path, home: Path, shell: str = "sh -e", **variables: str
) -> subprocess.CompletedProcess[str]:
    """What becomes of these lines. Who is asked at a table leaves it at once."""
    with begun(script, folder, home, shell, **variables) as process:
        out, err = process.communicate("q\n", timeout=PATIENCE)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@contextmanager
def left_running(script: str, folder: Path, home: Path, until: str) -> Iterator[re.Match[str]]:
    """These lines, typed and left to themselves: they have printed ``until``, and end with the block."""
    printed = folder / "printed.txt"
    with open(printed, "w") as output, begun(script, folder, home, output=output) as process:
        end = time.monotonic() + 120
        while not (found := re.search(until, printed.read_text())):
            assert process.poll() is None, printed.read_text()
            assert time.monotonic() < end, printed.read_text()
            time.sleep(0.1)
        yield found


def write_piece(folder: Path, piece: str) -> None:
    """Put the settings and methods of a piece of a class in place of those of the game that was begun, if one was."""
    for file in folder.glob("mill.py"):
        text = file.read_text(encoding="utf-8")
        new = {part[1]: part[0].rstrip() + "\n\n" for part in PART.finditer(piece)}
        there = [part[1] for part in PART.finditer(text)]
        assert new
        assert all(there.count(name) == 1 for name in new)
        file.write_text(PART.sub(lambda part, new=new: new.get(part[1], part[0]), text), encoding="utf-8")
