"""Small runs of Heroes on disk, for the tests of its report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from balance.engine.run import Run
from balance.engine.runner import simulate
from heroes.play import make

LINEUPS: dict[str, dict[str, Any]] = {
    "mixed": {"games": 300},
    "two": {"games": 150, "players": 2},
    "three greedy": {"games": 60, "players": 3, "agents": "greedy"},
    "random": {"games": 100, "agents": "random"},
    "two random": {"games": 40, "players": 2, "agents": "random"},
    "one game": {"games": 1, "players": 2},
}
"""What is played: a name, and what differs from a table of four mixed styles."""


def heroes_run(folder: Path, **request: Any) -> Run:
    """A finished run of Heroes with the frozen cards."""
    return simulate(make(seed=11, **request), folder, workers=2)
