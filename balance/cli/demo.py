"""`balance demo`: every game played and reported, one process per game, so that no core waits."""

from __future__ import annotations

import multiprocessing
import os
import queue
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.console import say
from balance.cli.options import (
    QuietOption,
    ReportsOption,
    whole_number,
)
from balance.common.places import REPORTS
from balance.common.units import clock

if TYPE_CHECKING:
    from balance.engine.game import Plan
    from balance.engine.runs.run import Run
    from balance.report.page import IndexEntry

SILENT = 15
"""Seconds without news after which a line says what is still being done."""
COMPILING, PLAYING = "compiling the rules", "playing"
STAGES = (
    COMPILING,
    PLAYING,
    "measuring what cards do",
    "reading the run",
    "playing the experiments",
    "answering",
    "drawing",
)
"""What is done for a game, in this order; from the third on as the report tells it."""
SOURCE_PER_SECOND = 7500
"""Bytes of rules that are compiled in a second."""
USUAL = (10.0, 10.0, 13.0, 14.0, 5.0, 9.0)
"""About how many seconds a core needs for each stage after compiling, which goes by the length of the rules."""
MORE = 1
"""So many more games than cores are at work after the first page: one uses a core or several, and now and then none."""
TRIED = "heroes"
"""The game with which one goes on."""
EDITED = "edited.csv"
LUCK_GAMES = 1_000
"""That are played again to see what is luck."""
GLANCE = 10
"""What cards do is measured in one game of so many: a first impression, with the width that it has."""
READY = "ready"
FAILED = "failed"


@app.command()
def demo(
    out: ReportsOption = REPORTS,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="W", parser=whole_number, help="Games at a time; default: one per core."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Play every game and write all reports."""
    from balance.api.options import threads
    from balance.cards.read import default_cards, read_cards
    from balance.common.errors import BalanceError
    from balance.common.files import writing_into
    from balance.engine.game import game_ids, working_games
    from balance.report.index import write_index

    read_cards(default_cards(), game_ids())  # what no game can read is said once, and at once
    workers = workers if workers is None else threads(workers)
    cores = os.cpu_count() or 1
    shortest, *others = sorted(map(Job, working_games()), key=Job.left)
    # The shortest first, so that there is a page soon; then the longest, beside which the others are done.
    at_once = (workers, workers) if workers else (cores, cores + MORE)
    side = SideBySide([shortest, *reversed(others)], out, at_once, min(workers or cores, cores), quiet)
    with writing_into(out):
        out.mkdir(parents=True, exist_ok=True)
    side.line("every game is compiled, played and reported")
    failed = side.run()
    pages = sorted((job.game.id, job.entry) for job in side.jobs if job.entry)
    if pages:
        index = write_index([entry for _, entry in pages], out)
        how_many = f"{len(pages)} of {len(side.jobs)}" if failed else "All"
        say(f"{how_many} pages are written. Open {index.resolve()} in a browser.", quiet)
    if failed:
        raise BalanceError("\n".join(failed))
    say(f"Next: {next_step()} judge your edit.", quiet)


def next_step() -> str:
    """What to edit here, and what to type then. A table that is in no commit is left as it is: a copy is edited."""
    from balance.cards.read import default_cards
    from balance.common.errors import InputError
    from balance.engine.game import find_game
    from balance.engine.game.plan import committed_for

    begin, command = "", "balance"
    if not shutil.which(command):
        activate = Path(sys.executable).with_name("activate")
        if activate.exists():
            begin = f"type `. {activate}`, "
        else:
            command = f"{Path(sys.executable).name} -m balance"
    try:
        committed_for(find_game(TRIED), "HEAD")
    except InputError:
        change, other = f"copy {default_cards()} to {EDITED}, change a number of a hero there", f"--cards-b {EDITED}"
    else:
        change, other = f"change a number of a hero in {default_cards()}", "--against HEAD"
    return f"{begin}{change}, and let `{command} compare {TRIED} {other} --max-games 20000`"


@dataclass
class Job:
    """A game on its way to its page."""

    game: Any
    stage: int = -1
    since: float = 0.0
    process: Any = None
    entry: IndexEntry | None = None

    def __post_init__(self) -> None:
        from balance.engine.kernels.kernel import is_compiled, source_size

        length = 0 if is_compiled(self.game.play_games) else source_size(self.game.play_games)
        self.expected = [length / SOURCE_PER_SECOND, *USUAL]

    def left(self) -> float:
        """Seconds still to come."""
        if self.stage < 0:
            return sum(self.expected)
        gone = time.monotonic() - self.since
        return sum(self.expected[self.stage + 1 :]) + max(0, sum(self.expected[self.stage : self.stage + 1]) - gone)

    def enter(self, stage: int) -> None:
        """A stage begins."""
        self.stage, self.since = stage, time.monotonic()


class SideBySide:
    """The processes of several games, and the lines that say how far they are: on a terminal as in a file."""

    def __init__(self, jobs: list[Job], out: Path, at_once: tuple[int, int], cores: int, quiet: bool):
        """``at_once``: games at a time, before there is a page and then."""
        self.jobs = jobs
        self.out = out
        self.at_once = at_once
        self.cores = cores
        self.quiet = quiet
        self.begun = self.spoken = time.monotonic()
        # Spawned, not forked: threads of the libraries do not survive a fork.
        self.spawning = multiprocessing.get_context("spawn")
        self.news: Any = self.spawning.Queue()

    def line(self, text: str) -> None:
        """A line with the time since the beginning and about the time that is left."""
        self.spoken = time.monotonic()
        each = [job.left() for job in self.jobs]
        left = max(sum(each) / self.cores, *each) * self.slowness()
        rest = f" (about {clock(max(left, 5))} left)" if any(each) else ""
        say(f"{clock(self.spoken - self.begun):>5}  {text}{rest}", self.quiet, at_once=True)

    def slowness(self) -> float:
        """How many times as long as foreseen it takes on this machine: at least once."""
        done = sum(sum(job.expected) - job.left() for job in self.jobs)
        spent = (time.monotonic() - self.begun) * self.cores
        return max(1.0, spent / done) if done > SILENT else 1.0

    def run(self) -> list[str]:
        """Bring every game to its page. Returns what went wrong, in words."""
        failed = []
        try:
            while not all(job.stage >= len(STAGES) for job in self.jobs):
                self.start()
                for job, what, value in self.heard():
                    if what == FAILED:
                        failed.append(value)
                    self.take(job, what, value)
                if time.monotonic() - self.spoken > SILENT:
                    self.line(
                        "; ".join(f"{job.game.name}: still {STAGES[max(job.stage, 0)]}" for job in self.at_work())
                    )
        finally:
            for job in self.at_work():
                job.process.terminate()
        return failed

    def at_work(self) -> list[Job]:
        """The games that have a process now."""
        return [job for job in self.jobs if job.process is not None and job.stage < len(STAGES)]

    def start(self) -> None:
        """Begin the next games as long as there is room."""
        room = self.at_once[any(job.entry for job in self.jobs)]
        for job in [job for job in self.jobs if job.process is None][: room - len(self.at_work())]:
            job.process = self.spawning.Process(
                target=bring_to_page, args=(job.game.id, self.out, self.cores, self.news), daemon=True
            )
            job.process.start()

    def heard(self) -> Iterator[tuple[Job, str, Any]]:
        """What a process tells within a second, if any does: what stage, and what is known. One that died is news."""
        try:
            game, what, value = self.news.get(timeout=1)
            yield next(job for job in self.jobs if job.game.id == game), what, value
        except queue.Empty:
            for job in self.at_work():
                if not job.process.is_alive() and self.news.empty():
                    yield job, FAILED, f"{job.game.name}: its process died; `balance simulate {job.game.id}` says more"

    def take(self, job: Job, what: str, value: Any) -> None:
        """Book and say what was heard of a game."""
        if what in STAGES:
            job.enter(STAGES.index(what))
            self.line(f"{job.game.name}: {value or what}")
            return
        job.enter(len(STAGES))
        job.process.join()
        if what == READY:
            job.entry = value
        self.line(f"{job.game.name}: {f'its page is {self.out / job.game.id}.html' if what == READY else 'failed'}")


def bring_to_page(game: str, out: Path, cores: int, news: Any) -> None:
    """What the process of one game does: play the demo's games, write the page, and tell how far it is.

    ``cores``: all there are, so that none waits for the last game; while several are at work they share.
    """
    from balance.common.errors import DEBUG_VARIABLE, BalanceError
    from balance.common.faults import internal_error
    from balance.common.files import writing_into
    from balance.engine.game import find_game, game_folders
    from balance.engine.game.plan import Request, make_plan
    from balance.engine.playing.runner import Watcher, default_out, simulate
    from balance.judging.luck import cached_luck
    from balance.judging.power import QUICK
    from balance.judging.power_cache import cached_power
    from balance.report.build import Measured, write_page

    class NewsOfPlaying(Watcher):
        def started(self, done: int, total: int) -> None:
            news.put((game, PLAYING, f"playing {total:,} games"))

    def glance(run: Run, plan: Plan) -> Measured:
        power = cached_power(plan, replace(QUICK, most=plan.games // GLANCE), cores, run_folder=run.path)
        return Measured(power, luck=cached_luck(plan, LUCK_GAMES, cores))

    try:
        news.put((game, COMPILING, ""))
        plan = make_plan(Request(game=game, games=find_game(game).demo_games))
        run = simulate(plan, default_out(plan), cores, NewsOfPlaying())
        with writing_into(out):
            page = write_page(game, [run], out, once_each(lambda stage: news.put((game, stage, ""))), glance)
        news.put((game, READY, page.entry))
    except BalanceError as error:
        news.put((game, FAILED, f"{game}: {error}"))
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        news.put((game, FAILED, f"{game}: {internal_error(error, game_folders())}"))
    except KeyboardInterrupt:
        pass


def once_each(on_stage: Callable[[str], None]) -> Callable[[str], None]:
    """A listener to the words of the report: ``on_stage`` hears of each stage when its first word comes."""
    shown = set()

    def listen(text: str) -> None:
        stage = next((stage for stage in STAGES[2:] if text.startswith(stage)), None)
        if stage and stage not in shown:
            shown.add(stage)
            on_stage(stage)

    return listen
