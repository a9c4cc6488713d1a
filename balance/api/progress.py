"""The runner's work as a person watches it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from balance.engine.playing.runner import Interrupted, Watcher
from balance.engine.runs.run import Run


def _bar(console: Console, *more: TextColumn) -> Progress:
    """A bar with the time left, on a terminal; nothing elsewhere, and nothing of it stays."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *more,
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        transient=True,
        disable=console.quiet or not console.is_terminal,
    )


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for work that tells how much of how much is done."""
    with _bar(Console(stderr=True, highlight=False)) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def kept_when_stopped() -> Iterator[None]:
    """For work that keeps what it has played: who stops it hears that the same command goes on. Raises Interrupted."""
    try:
        yield
    except (KeyboardInterrupt, Interrupted):
        raise Interrupted("Stopped. What was played is kept.\nThe same command goes on from there.") from None


class ProgressWatcher(Watcher):
    """A bar with games per second and the time left; a line at times where there is no terminal."""

    def __init__(self, quiet: bool):
        self.quiet = quiet
        self.lock = threading.Lock()
        self.begun = 0.0
        self.games = 0
        self.most: int | None = None
        """How many games it will probably be, where the plan names more."""
        self.foresee: Callable[[Run], str] | None = None
        """What can be said of a run before it begins."""
        self.console = Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True)
        self.progress = _bar(self.console, TextColumn("{task.fields[speed]}"))

    def compiling(self, name: str) -> None:
        self.console.print(f"Compiling the rules of {name} (first time only)", markup=False)

    def trying(self, cards: int) -> None:
        self.console.print(f"finding out which of {cards:,} cards can stand in for which ...", markup=False)

    def ready(self, run: Run) -> None:
        if self.foresee is not None and not self.quiet and (text := self.foresee(run)):
            self.console.print(text, markup=False)

    def started(self, done: int, total: int) -> None:
        total = total if self.most is None else min(total, max(self.most, done))
        if done:
            self.console.print(f"Resuming: {done:,} of {total:,} games are done", markup=False)
        self.begun = time.monotonic()
        self.progress.start()
        self.task = self.progress.add_task("playing", total=total, completed=done, speed="")

    def damaged(self, part: str) -> None:
        self.console.print(f"{part}: these games will be played again", markup=False)

    def played(self, games: int) -> None:
        with self.lock:
            self.games += games
            speed = self.games / max(1e-9, time.monotonic() - self.begun)
        self.progress.update(self.task, advance=games, speed=f"{speed:,.0f} games/s")

    def aim(self, total: int) -> None:
        """It will take about ``total`` games."""
        self.progress.update(self.task, total=total)

    def stopping(self) -> None:
        self.console.print("Stopping after the current part; Ctrl-C again stops at once", markup=False)

    def finished(self) -> None:
        self.progress.stop()

    @property
    def seconds(self) -> float:
        """Time since the first game began."""
        return time.monotonic() - self.begun
