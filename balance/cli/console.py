"""What the commands share: words for the terminal, JSON, progress, and the completion of names."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from balance.engine.errors import plain
from balance.engine.runner import Watcher

RUNS = Path("runs")
REPORTS = Path("reports")


def complete_games(incomplete: str) -> list[str]:
    """Game ids for shell completion."""
    from balance.engine.game import game_ids

    return [game for game in game_ids() if game.startswith(incomplete)]


def complete_runs(incomplete: str) -> list[str]:
    """Run folders for shell completion."""
    return [str(path.parent) for path in sorted(RUNS.glob("*/*/manifest.json")) if str(path).startswith(incomplete)]


def console(quiet: bool = False) -> Console:
    """The terminal; silent with ``quiet``."""
    return Console(quiet=quiet, highlight=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """``value`` as JSON on standard output, and nothing else."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[str] = ()) -> Table:
    """A table for the terminal; ``right`` names the columns of numbers. Text is never read as markup."""
    made = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", header_style="dim")
    for row in rows:
        made.add_row(*(Text(plain(str(cell))) for cell in row))
    return made


def duration(seconds: float) -> str:
    """A time in words a person would use."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


class ProgressWatcher(Watcher):
    """Draws the runner's work: a bar with games per second and the time left; a line at times where there is no terminal."""

    def __init__(self, quiet: bool):
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.quiet = quiet
        self.lock = threading.Lock()
        self.begun = 0.0
        self.games = 0
        self.console = Console(stderr=True, quiet=quiet, highlight=False)
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=self.console,
            transient=True,
            disable=quiet or not self.console.is_terminal,
        )

    def compiling(self, name: str) -> None:
        self.console.print(f"compiling the rules of {name} (first time only)", markup=False)

    def started(self, done: int, total: int) -> None:
        if done:
            self.console.print(f"going on: {done:,} of {total:,} games are already there", markup=False)
        self.begun = time.monotonic()
        self.progress.start()
        self.task = self.progress.add_task("playing", total=total, completed=done, speed="")

    def played(self, games: int) -> None:
        with self.lock:
            self.games += games
            speed = self.games / max(1e-9, time.monotonic() - self.begun)
        self.progress.update(self.task, advance=games, speed=f"{speed:,.0f} games/s")

    def finished(self) -> None:
        self.progress.stop()

    @property
    def seconds(self) -> float:
        """Time since the first game began."""
        return time.monotonic() - self.begun
