"""A module of the tests run as a program of its own: other settings of the compiler, other environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def modules_from(*folders: Path) -> dict[str, str]:
    """The variable by which a process finds modules in these folders, and then where this one does."""
    return {"PYTHONPATH": os.pathsep.join([*map(str, folders), *filter(None, sys.path)])}


def run_module(module: str, *arguments: object, environment: Mapping[str, str], patience: int = 600) -> str:
    """What ``python -m module`` prints, with these variables and no others of the compiler's.

    A warning is an error there, and whatever fails fails here, with what was said.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", module, *map(str, arguments)],
        env=kept | modules_from(TESTS) | environment,
        capture_output=True,
        text=True,
        timeout=patience,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
