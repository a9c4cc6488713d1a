"""The runner's work as a person watches it."""

from __future__ import annotations

import html
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from balance.common.units import clock
from balance.engine.playing.runner import Interrupted, Watcher
from balance.engine.runs.run import Run


def in_notebook() -> bool:
    """Whether a notebook shows what is displayed, as Jupyter does."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


class NotebookLine:
    """A line under a notebook's cell that is written over, at most a few times a second, and goes at the end."""

    STEP = 0.2

    def __init__(self, quiet: bool):
        self.quiet = quiet
        self.handle: Any = None
        self.said = 0.0

    def say(self, text: str, at_once: bool = True) -> None:
        """Write the text over what stands there; where it changes often, only now and then."""
        now = time.monotonic()
        if self.quiet or not (at_once or now - self.said > self.STEP):
            return
        self.said = now
        shown = {"text/plain": text, "text/html": f"<small>{html.escape(text)}</small>"}
        if self.handle is None:
            from IPython.display import display  # a notebook has it

            self.handle = display(shown, raw=True, display_id=True)
        else:
            self.handle.update(shown, raw=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.handle is not None:
            self.handle.update({"text/plain": "", "text/html": ""}, raw=True)
            self.handle = None


class NotebookBar:
    """What a Progress of Rich is on a terminal: one task, shown in a line."""

    def __init__(self, quiet: bool):
        self.line = NotebookLine(quiet)
        self.task: dict[str, Any] = {}

    def __enter__(self) -> NotebookBar:
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()

    def start(self) -> None:
        """Nothing is shown before there is a task."""

    def add_task(self, description: str, total: int | None = None, completed: int = 0, speed: str = "") -> int:
        """the task that is shown from now on."""
        self.task = {"description": description, "total": total, "completed": completed, "speed": speed}
        return 0

    def update(self, task: int, advance: int = 0, **changed: Any) -> None:
        """Tell how far it is."""
        self.task |= changed
        self.task["completed"] += advance
        total, done = self.task["total"], self.task["completed"]
        of = f" of {total:,} ({100 * done / max(total, 1):.0f} %)" if total is not None else ""
        self.line.say(f"{self.task['description']}: {done:,}{of} {self.task['speed']}".rstrip(), at_once=False)

    def stop(self) -> None:
        """Take it away."""
        self.line.clear()


class Stages:
    """What is being done: a spinner on a terminal, a line in a notebook, elsewhere a line for every stage."""

    def __init__(self, quiet: bool):
        self.console = Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True, force_jupyter=False)
        self.notebook = NotebookLine(quiet) if in_notebook() else None
        self.status = self.console.status("reading the runs")
        self.begun = time.monotonic()

    def begin(self, text: str) -> None:
        """The next stage begins."""
        if self.notebook:
            self.notebook.say(text)
        elif self.console.is_terminal:
            self.status.update(text)
        else:
            self.console.print(f"{clock(time.monotonic() - self.begun):>5}  {text}", markup=False)

    def keep(self, text: str) -> None:
        """Say what stays on the screen; a notebook says no such thing."""
        if not self.notebook:
            self.console.print(text, markup=False)

    def start(self) -> None:
        """Show the spinner, again where something else was shown meanwhile."""
        if self.console.is_terminal and not self.notebook:
            self.status.start()

    def stop(self) -> None:
        """Make room for what else is shown."""
        if self.notebook:
            self.notebook.clear()
        self.status.stop()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Make room as long as something else is shown."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def __enter__(self) -> Stages:
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()


def _bar(console: Console, *more: TextColumn) -> Any:
    """A bar with the time left, on a terminal or in a notebook; nothing elsewhere, and nothing of it stays."""
    if in_notebook():
        return NotebookBar(console.quiet)
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


LONG = 20
"""Seconds after which a person wonders whether the first game ever ends."""


class ProgressWatcher(Watcher):
    """A bar with games per second and the time left; a line at times where there is no terminal."""

    def __init__(self, quiet: bool):
        self.quiet = quiet
        self.lock = threading.Lock()
        self.begun = 0.0
        self.games = 0
        self.done = 0
        """Games that were there before."""
        self.most: int | None = None
        """How many games it will probably be, where the plan names more."""
        self.foresee: Callable[[Run], str] | None = None
        """What can be said of a run before it begins."""
        self.console = Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True)
        self.progress = _bar(self.console, TextColumn("{task.fields[speed]}"))

    @contextmanager
    def wondering(self, text: str) -> Iterator[None]:
        """While this goes on: say so, once, where no game is over after LONG seconds."""

        def say() -> None:
            if not self.games:
                self.console.print(text, markup=False)

        timer = threading.Timer(LONG, say)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # a thread that is left when Python ends can free a database then, which aborts the process

    def compiling(self, name: str) -> None:
        self.console.print(f"Compiling the rules of {name} (first time only)", markup=False)

    def trying(self, cards: int) -> None:
        self.console.print(f"finding out which of {cards:,} cards can stand in for which ...", markup=False)

    def ready(self, run: Run) -> None:
        if self.foresee is not None and not self.quiet and (text := self.foresee(run)):
            self.console.print(text, markup=False)

    def started(self, done: int, total: int) -> None:
        total = total if self.most is None else min(total, max(self.most, done))
        self.done = done
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

    def aim(self, total: int, why: str = "") -> None:
        """It will take about ``total`` games, to know what ``why`` names."""
        self.progress.update(self.task, total=total, description=f"playing to decide: {why}" if why else "playing")

    def stopping(self) -> None:
        self.console.print("Stopping after the current part; Ctrl-C again stops at once", markup=False)

    def finished(self) -> None:
        self.progress.stop()

    @property
    def seconds(self) -> float:
        """Time since the first game began."""
        return time.monotonic() - self.begun
