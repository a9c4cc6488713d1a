"""Playing a plan into a run: parts over threads, resumed where it stopped, ended in good order."""

from __future__ import annotations

import errno
import math
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from balance.common.errors import BalanceError, plain
from balance.common.signals import handled_by
from balance.engine.game import Plan
from balance.engine.game.log import kept_tables
from balance.engine.kernels.kernel import compiling, is_compiled
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.threads import STEP, thread
from balance.engine.runs.checksums import damaged, take_away_damaged, write_checksums
from balance.engine.runs.run import (
    MANIFEST,
    Run,
    RunError,
    advice_for,
    all_runs,
    clear_leftovers,
    create_run,
    for_others,
    is_free,
    is_locked,
    locked,
    mark,
    open_run,
    part_file,
    recorded,
    same_request,
    shortened,
    write_part,
    writing,
)
from balance.engine.runs.scratch import scratch_folder
from balance.engine.runs.store import LOCK, Place, StoreError
from balance.engine.runs.stores import open_store

BATCHES_PER_PART = 16
"""A part is played in batches, so that the progress bar moves, however long a part takes."""


class Watcher:
    """What the runner reports while it works; the command line draws it. Does nothing by itself."""

    def compiling(self, name: str) -> None:
        """The rules of the game ``name`` are compiled now, which takes a while the first time."""

    def trying(self, cards: int) -> None:
        """Before the first game it is tried which of so many cards may stand in for which, which may take a while."""

    def ready(self, run: Run) -> None:
        """The run's folder is ours and the rules are compiled: it begins now."""

    def started(self, done: int, total: int) -> None:
        """``done`` of ``total`` games are on disk already."""

    def played(self, games: int) -> None:
        """That many more games were played."""

    def aim(self, total: int, why: str = "") -> None:
        """It will be about ``total`` games, and not as many as was thought. ``why``: what takes so many."""

    def damaged(self, part: str) -> None:
        """A part that was on disk is damaged (``part`` names it and says how): it is played again."""

    def stopping(self) -> None:
        """The user wants to stop: the parts in flight are finished first."""

    def finished(self) -> None:
        """The run is over, one way or another."""


class Goal(Protocol):
    """When a run is long enough, found out while it is played (see ``judging.until``)."""

    @property
    def words(self) -> list[str]:
        """What is wished, as it is stored in the manifest."""
        ...

    def enough(self, run: Run) -> int | None:
        """How many of the run's first parts are enough; None: not known yet."""
        ...


class GoneError(RunError):
    """Somebody removed the run's folder, or one in it, while it was written."""


class Interrupted(BalanceError):  # noqa: N818 (nothing went wrong)
    """Stopped by the user; what was played is safe."""

    exit_code = 130


def compile_rules(plan: Plan, watcher: Watcher) -> None:
    """Compile (or load) the game's kernels in this thread, before any other starts."""
    batch = GameBatch(plan)
    if not is_compiled(plan.game.play_games):
        watcher.compiling(plan.game.name)
        with compiling(plan.game.play_games):
            batch.play(0, 1)
    else:
        batch.play(0, 1)


def play_in_memory(plan: Plan, first: int = 0, count: int | None = None) -> dict[str, pl.DataFrame]:
    """The stored tables of games ``first`` .. ``first + count - 1``, for tests, benchmarks and small questions."""
    batch = GameBatch(plan)
    batch.play(first, plan.games if count is None else count)
    return {name: batch.frame(name) for name in kept_tables(plan.log)}


def default_out(plan: Plan, root: Path = Path("runs"), until: Sequence[str] | None = None) -> Place:
    """``runs/<game>/<UTC time>``, or an unfinished run of the same plan there, so that repeating a command goes on.

    A new folder is made at once: whoever begins in the same second takes the next number.
    """
    for run in reversed(all_runs(root)):
        same = same_request(run, plan, until) and run.has_code_of(plan.game)
        if not run.complete and same and not is_locked(run.path):
            return run.path
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    out = root / plan.game.id / stamp
    number = 1
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        while True:
            try:
                out.mkdir()
            except FileExistsError:
                number += 1
                out = out.with_name(f"{stamp}-{number}")
            else:
                return out


def remove_unbegun(out: Place) -> None:
    """Remove a folder that ``default_out`` made where no run could begin in it, or each try would leave one."""
    with suppress(OSError):
        if isinstance(out, Path) and not (out / MANIFEST).exists():
            (out / LOCK).unlink(missing_ok=True)
            out.rmdir()


def simulate(
    plan: Plan,
    out: Place,
    workers: int = 1,
    watcher: Watcher | None = None,
    goal: Goal | None = None,
    executor: MakeExecutor | None = None,
) -> Run:
    """Play ``plan`` into ``out`` (folder or object store): a new run, or the rest of an unfinished one of it.

    With a ``goal`` the run ends after the part with which that is reached; the plan says how many games at most.
    ``executor`` makes what plays the parts, by default threads of this process.

    Raises RunError when it holds something else, or games by other code, another process writes it, or the disk is
    full; Interrupted on Ctrl-C or SIGTERM, after the parts in flight are stored.
    """
    watcher = watcher or Watcher()
    run = _open_or_create(plan, out, goal)
    if run.complete and not damaged(run, run.done_chunks()):
        return run
    with locked(out):
        run = _open_or_create(plan, out, goal)  # as it is now that nobody else writes it
        if not run.has_code_of(plan.game):  # two codes, two games, and no row would say which
            raise RunError(
                f"{plain(str(out))}: cannot be finished: its games were played by other code of {plan.game.name} or of"
                " balance.\nGo back to that code, choose another --out, or remove that folder."
            )
        with writing(out):
            clear_leftovers(run)  # first, for it refuses links: a part behind one may be another run's
            for part in take_away_damaged(run):
                watcher.damaged(part)
            run = mark(run) if run.complete else recorded(run)  # what has no checksum is played again
        try:
            compile_rules(plan, watcher)
            watcher.ready(run)
            watcher.started(run.games_done(), plan.games)
            run = (executor or Executor)(plan, run, watcher, goal).work(workers)
        except KeyboardInterrupt:  # while compiling, or impatient
            raise Interrupted(how_to_go_on(run)) from None
        finally:
            watcher.finished()
        with writing(out):
            return mark(run, complete=True)


@contextmanager
def simulated(
    plan: Plan, workers: int = 1, watcher: Watcher | None = None, executor: MakeExecutor | None = None
) -> Iterator[Run]:
    """Play ``plan`` for a look at it, into a temporary folder that is gone afterwards. ``executor`` as ``simulate``."""
    with scratch_folder() as folder:
        try:
            run = simulate(plan, folder / "run", workers, watcher, executor=executor)
        except Interrupted:
            raise Interrupted("Stopped. Nothing was kept.") from None
        except RunError as error:
            reason = str(error).splitlines()[0].partition(". ")[0].rstrip(".")
            message = f"{reason}. The games are played in a temporary folder."
            where = tempfile.gettempdir()
            if isinstance(error, GoneError):
                advice = f"Something clears {where} while it is in use: name another folder in TMPDIR."
            else:
                advice = f"Make room in {where}, or name a larger folder in TMPDIR."
            raise RunError(f"{message}\n{advice}") from None
        yield run


def _open_or_create(plan: Plan, out: Place, goal: Goal | None) -> Run:
    wished = None if goal is None else goal.words
    if not open_store(out).exists(MANIFEST):
        if not is_free(out):
            raise RunError(f"{plain(str(out))}: is not empty and holds no run. Choose another --out.")
        return create_run(out, plan, wished)
    run = open_run(out)
    if not same_request(run, plan, wished):
        raise RunError(
            f"{plain(str(out))}: holds another run (other cards, settings, styles, seed, number of games or version)."
            "\nChoose another --out, or remove that folder."
        )
    return run


class Executor:
    """The threads of one simulation. Each plays and writes its own parts; kernels and Parquet release the GIL.

    What plays elsewhere than in threads replaces ``play`` (see ``cluster``).
    """

    def __init__(self, plan: Plan, run: Run, watcher: Watcher, goal: Goal | None = None):
        self.plan = plan
        self.run = run
        self.watcher = watcher
        self.goal = goal
        self.enough: int | None = None
        done = set(run.done_chunks())
        self.left = len(run.chunks()) - len(done)
        self.todo = (chunk for chunk in run.chunks() if chunk not in done)
        self.taking = threading.Lock()
        self.stop = threading.Event()
        self.trouble: BaseException | None = None
        self.announced = False
        self.batches: list[GameBatch] = []
        self.asked = math.inf
        """When it was to stop."""
        self.given_up: list[GameBatch] = []

    def work(self, workers: int) -> Run:
        """Play what is not there yet. Returns the run, shortened to the parts that reach the goal."""
        self._look()
        with _stopping_in_order(self.stop):
            self.play(workers)
        if self.trouble is not None:
            self.stop.set()
        self._look()
        if self.trouble is not None or (self.stop.is_set() and self.enough is None):
            self._end_early()
        return self.run if self.enough is None else shortened(self.run, self.enough)

    def play(self, workers: int) -> None:
        """Play the parts ``todo`` until there are none, or ``stop`` is set; what went wrong becomes ``trouble``."""
        threads = [thread(self._thread) for _ in range(min(workers, self.left))]
        for worker in threads:
            worker.start()
        for worker in threads:
            while worker.is_alive() and not self.given_up:
                worker.join(STEP)  # in small steps, for no signal interrupts a join
                self.tick()

    def tick(self) -> None:
        """To be called again and again while games are played: whether it is enough, or the user wants to stop."""
        self._look()
        if self.stop.is_set() and self.trouble is None and self.enough is None and not self.announced:
            self.watcher.stopping()
            self.announced = True
        if self.stop.is_set() and self.enough is None:
            self.asked = min(self.asked, time.monotonic())
            self.given_up = [batch for batch in self.batches if batch.hangs(self.asked)]

    def _look(self) -> None:
        """End the playing when the goal is reached."""
        if self.goal is not None and self.enough is None and not self.stop.is_set():
            self.enough = self.goal.enough(self.run)
            if self.enough is not None:
                self.stop.set()

    def _thread(self) -> None:
        try:
            batch = GameBatch(self.plan)
            self.batches.append(batch)
            while not self.stop.is_set():
                with self.taking:
                    chunk = next(self.todo, None)
                if chunk is None:
                    return
                play_part(batch, self.run, chunk, self._played)
        except BaseException as error:  # reported by the main thread, in words
            self.trouble = error
            self.stop.set()

    def _played(self, games: int) -> None:
        if self.given_up:
            raise Interrupted("These games ended after all, and nobody waits for them any more.")
        self.watcher.played(games)

    def _end_early(self) -> None:
        with suppress(OSError, StoreError):  # what counts is on disk: the parts themselves
            mark(self.run)
        if self.trouble is None:
            raise Interrupted("\n".join([how_to_go_on(self.run), *self._not_ended()]))
        number = _disk_trouble(self.trouble)
        if number is None:
            raise self.trouble
        where = plain(str(self.run.path))
        if number == errno.ENOENT:
            message = f"Writing failed: the run's folder, or one in it, is gone. {_safe(self.run)}."
            raise GoneError(f"{message}\nThe same command with --out {where} plays what is missing.")
        message = f"Writing failed: {os.strerror(number)}. {_safe(self.run)}."
        raise RunError(f"{message}\n{advice_for(number)}, then repeat the command with --out {where}.")

    def _not_ended(self) -> list[str]:
        """Which games nobody waited for."""
        if not self.given_up:
            return []
        first, last = self.given_up[0].playing
        return [f"Nobody waited for games {first:,} to {last:,} of {self.plan.game.name}: does each end?"]


MakeExecutor = Callable[[Plan, Run, Watcher, Goal | None], Executor]
"""Makes what plays the parts of a run."""


def play_part(batch: GameBatch, run: Run, chunk: int, played: Callable[[int], None]) -> None:
    """Play and write one part; ``played`` hears of every batch of games."""
    first = chunk * run.games_per_part
    count = run.games_in(chunk)
    at_once = -(-count // BATCHES_PER_PART)
    batch.clear()
    for start in range(0, count, at_once):
        games = min(at_once, count - start)
        batch.play(first + start, games)
        played(games)
    write_part_of(batch, run, chunk)


def write_part_of(batch: GameBatch, run: Run, chunk: int) -> None:
    """Write the part that was played at a table."""
    # Sealed by the games table: as long as its part is missing, the chunk does not exist.
    sums = {}
    for table in reversed(run.tables()):
        sums[table] = write_part(for_others(run, table, batch.frame(table)), run.store, part_file(table, chunk))
    write_checksums(run, chunk, sums)


def how_to_go_on(run: Run) -> str:
    """What is said to who stops a run."""
    if run.games_done() == run.manifest["games"]:
        return f"Stopped. {_safe(run)}: nothing is left to play."
    return f"Stopped. {_safe(run)}.\nThe same command with --out {plain(str(run.path))} plays the rest."


def _safe(run: Run) -> str:
    return f"{run.games_done():,} of {run.manifest['games']:,} games are safe in {plain(str(run.path))}"


def _disk_trouble(error: BaseException) -> int | None:
    """The number of what the system said when a file could not be written; Polars hides it in the text."""
    if isinstance(error, OSError):
        return error.errno or errno.EIO
    hidden = re.search(r"\(os error (\d+)\)", str(error)) if isinstance(error, pl.exceptions.PolarsError) else None
    return int(hidden[1]) if hidden else None


@contextmanager
def _stopping_in_order(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C and SIGTERM set ``stop`` instead of killing; a second Ctrl-C is an ordinary one."""

    def on_signal(number: int, frame: Any) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    with handled_by(on_signal):
        yield
