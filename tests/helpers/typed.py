"""What a reader of a page does: lines of the shell are typed, and between them is written into files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from helpers.outside_game import CHECKOUT

PART = re.compile(r"^    (settings|def \w+)\b(?:(?<=settings)[^\n]*\n|.*?(?=^    def |\Z))", re.MULTILINE | re.DOTALL)
"""The settings of a class, in a line, or a method."""

ELSEWHERE = "needs a cluster at this address: tests/engine/test_cluster.py plays on one that it starts"
ENDLESS = "listens at every address of the machine until it is ended: tests/engine/test_cluster.py starts it at one"
NOT_TYPED = {
    "balance simulate fairy --games 1000000000 --log seats --out s3://my-bucket/runs/large"
    " --scheduler tcp://10.0.0.1:8786": ELSEWHERE,
    "balance simulate fairy --games 1000000000 --log seats --out s3://my-bucket/runs/large"
    " --scheduler tls://10.0.0.1:8786": ELSEWHERE,
    "dask worker tcp://10.0.0.1:8786 --nworkers 8 --nthreads 1": ELSEWHERE,
    "dask worker tls://10.0.0.1:8786 --nworkers 8 --nthreads 1": ELSEWHERE,
    "dask scheduler": ENDLESS,
    "dask scheduler --protocol tls": ENDLESS,
}
"""Lines of the shell that no test types, each with its reason; their options are looked at all the same."""
BESIDE = ("make", ".", "git", "cat", "pip", "openssl", "chmod", "export")
"""What begins lines that tests/docs/test_typed_beside.py types, each where it has what it needs."""
OUR_OWN = ("GIT_", "MAKE", "GAME", "MFLAGS", "PYTHON", "VIRTUAL_ENV", "VENV")
"""How variables begin that would reach from whoever runs the tests into what is typed."""


def typed(
    script: str, folder: Path, home: Path, shell: str = "sh -e", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Lines of a shell up to the first that fails, with this `balance`, in a home of one's own.

    Who is asked at a table leaves it at once.
    """
    bin = home / "bin"
    if not bin.exists():
        bin.mkdir(parents=True)
        (bin / "balance").write_text(f'#!/bin/sh\nexec {sys.executable} -m balance "$@"\n')
        (bin / "balance").chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OUR_OWN)}
    environment |= {"HOME": str(home), "PATH": f"{bin}:{os.environ['PATH']}", "PYTHONPATH": str(CHECKOUT)}
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "Me", f"GIT_{who}_EMAIL": "me@example.org"}
    command = [*shell.split(), "-c", script]
    return subprocess.run(command, cwd=folder, env=environment | variables, input="q\n", capture_output=True, text=True)


def write_piece(folder: Path, piece: str) -> None:
    """Put the settings and methods of a piece of a class in place of those of the game that was begun, if one was."""
    for file in folder.glob("mill.py"):
        text = file.read_text(encoding="utf-8")
        new = {part[1]: part[0].rstrip() + "\n\n" for part in PART.finditer(piece)}
        there = [part[1] for part in PART.finditer(text)]
        assert new
        assert all(there.count(name) == 1 for name in new)
        file.write_text(PART.sub(lambda part, new=new: new.get(part[1], part[0]), text), encoding="utf-8")
