"""Windows has no fcntl, no resource, no fork and no numbers of users: nothing of them is in the way of a run."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import balance
from helpers.cards import frozen_cards

PACKAGE = Path(balance.__file__).parent
ONLY_POSIX = {"fcntl", "resource", "termios", "pwd", "grp", "pty"}
AS_ON_WINDOWS = """
import os, sys, types
import duckdb, jinja2, matplotlib.pyplot, numba, polars, pyarrow.fs, rich.progress, scipy.stats, typer
import multiprocessing.connection, concurrent.futures, subprocess, tempfile, socket

def locking(number, mode, size):
    assert os.lseek(number, 0, os.SEEK_CUR) == 0  # the same byte for everybody

sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2, get_osfhandle=None)
for name in ("fcntl", "resource", "termios", "pwd", "grp", "pty"):
    sys.modules[name] = None
for name in ("fork", "getuid", "geteuid", "O_NOFOLLOW", "O_DIRECTORY", "waitpid", "WNOHANG"):
    delattr(os, name)
sys.platform = "win32"
from balance.cli import main
for line in sys.stdin.read().splitlines():
    sys.argv = ["balance", *line.split("|")]
    try:
        main()
    except SystemExit as end:
        print("ended with", end.code, flush=True)
"""
"""Libraries are loaded as they are on this system; what is ours finds what Windows has."""


def as_on_windows(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    """Commands, their words between bars, one after another in a process."""
    command = [sys.executable, "-c", AS_ON_WINDOWS]
    own = os.environ | {"TMPDIR": str(folder)}  # locks hold nothing there: what others have in /tmp is theirs
    typed = "\n".join(lines)
    return subprocess.run(command, input=typed, cwd=folder, env=own, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_run_is_played_asked_and_listed_without_what_windows_has_not(tmp_path: Path):
    (tmp_path / "cards.csv").write_bytes(frozen_cards().read_bytes())
    done = as_on_windows(
        tmp_path,
        "simulate|fairy|--games|50|--out|run|--quiet",
        "query|run|SELECT count(*) AS n FROM seats|--format|csv",
        "query|run|SELECT 1|--timeout|5",
    )
    assert done.stdout.splitlines() == ["ended with 0", "n", "200", "ended with 0", "ended with 2"], done.stderr
    assert done.stderr == "balance: --timeout is not kept to on Windows: leave it out.\n"


def guarded(tree: ast.Module) -> set[ast.AST]:
    """All that stands below an `if` about sys.platform."""
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "sys.platform" in ast.unparse(node.test)]
    nodes = {inner for test in tests for inner in ast.walk(test)}
    for function in ast.walk(tree):  # `if sys.platform == "win32": return` guards what comes after it
        body = getattr(function, "body", None)
        for place, statement in enumerate(body if isinstance(body, list) else ()):
            if statement in tests and isinstance(statement.body[-1], ast.Return | ast.Raise):
                nodes |= {inner for later in body[place + 1 :] for inner in ast.walk(later)}
    return nodes


@pytest.mark.slow
def test_what_only_posix_has_is_imported_only_there():
    wrong = []
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if not re.search(rf"\b({'|'.join(ONLY_POSIX)})\b", text):
            continue
        tree = ast.parse(text)
        safe = guarded(tree)
        for node in ast.walk(tree):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [str(node.module)]
            if node not in safe and ONLY_POSIX & set(names):
                wrong.append(f"{file.relative_to(PACKAGE)}:{node.lineno}")
    assert wrong == []
