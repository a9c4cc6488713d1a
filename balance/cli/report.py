"""`balance report`: what the games say, as pages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.console import complete_runs
from balance.cli.options import PowerOption, QuietOption, WorkersOption, place, threads, win_rate
from balance.common.places import REPORTS, RUNS

if TYPE_CHECKING:
    from balance.report.build import Written


@dataclass(frozen=True)
class Wanted:
    """How much of what cards do is measured, by what they are judged, and on how many threads."""

    power: str
    margin: float | None
    workers: int

    def measure(self, quiet: bool, status: Any) -> Callable[[Any, Any], Any]:
        """What finds out what a run's cards do. Its progress takes the place of the spinner ``status``."""
        from balance.api.progress import ProgressWatcher
        from balance.cli.power import power_of
        from balance.cli.sensitivity import edits_of
        from balance.judging.luck import FULL, QUICK, remembered_luck
        from balance.judging.strength_cache import known_gap
        from balance.report.build import Measured

        def of(run: Any, plan: Any) -> Measured:
            status.stop()
            found = power_of(plan, self.power, self.workers, ProgressWatcher(quiet), run.path)
            tried = edits_of(plan, self.power, found, self.workers, ProgressWatcher(quiet)) if found else None
            luck = None
            if self.power != "off":
                games = FULL if self.power == "full" else QUICK
                luck = remembered_luck(plan, games, self.workers, ProgressWatcher(quiet))
            status.start()
            found = found.judged_with(self.margin) if found and self.margin else found
            return Measured(found, tried, luck, known_gap(plan))

        return of


@app.command()
def report(
    run: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RUN",
            parser=place,
            help="Runs, those of one game side by side; `latest` or a game: its newest; default: all newest.",
            autocompletion=complete_runs,
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the pages.")] = REPORTS,
    power: PowerOption = "quick",
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin",
            metavar="WIDTH",
            parser=win_rate,
            help="How far a fair card may be from average, as 2.5pp; default: from targets.toml.",
        ),
    ] = None,
    workers: WorkersOption = None,
    cards_out: Annotated[
        Path | None,
        typer.Option("--cards-out", metavar="FILE", help="Also write the cards with their results as CSV."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Write HTML reports: findings, charts, tables, answers."""
    from balance.api.find_run import find_run, newest
    from balance.cli.console import say
    from balance.common.errors import InputError, Problem, aside
    from balance.engine.runs.run import all_runs

    runs = [find_run(path) for path in run] if run else list(newest(all_runs(RUNS)).values())
    if not runs:
        raise InputError([Problem(says="there is no finished run under runs/: play one with `balance simulate`")])
    for one in runs:
        if not one.complete:
            says = "the run is unfinished: repeat its `balance simulate` command first"
            raise InputError([Problem(says=says, file=str(one.path))])
    if cards_out:
        check_cards_out(cards_out, runs)
    written = write(runs, out, Wanted(power, margin, threads(workers)), cards_out, quiet)
    for line in written.left_out:
        aside(line)
    count = len(written.pages)
    say(f"{count} report{'s' if count != 1 else ''}: open {written.index}", quiet)
    if cards_out:
        say(f"Cards with results: {cards_out}", quiet)
    for page in written.too_large:
        size = page.stat().st_size / 1e6
        says = f"{page} is {size:.1f} MB and opens slowly: name fewer runs, or use another --out for some"
        say(says, quiet)


def check_cards_out(file: Path, runs: list) -> None:
    """Refuse before the work what could not be written, or would destroy the table that a designer edits."""
    from balance.cards.check import RESULT
    from balance.common.errors import InputError, Problem

    if not any("cards" in run.tables() for run in runs):
        says = "no run kept its cards (--log seats), so there are no results to write: play one with --log turns"
        raise InputError([Problem(says=says, file=str(file))])
    if file.is_file():
        with file.open(encoding="utf-8", errors="replace") as there:
            if RESULT not in there.readline():
                says = "is there already and holds no results of a report: it is not overwritten; name another file"
                raise InputError([Problem(says=says, file=str(file))])


def write(runs: list, out: Path, wanted: Wanted, cards_out: Path | None, quiet: bool) -> Written:
    """Write the pages; on a terminal a spinner says what is being done, elsewhere a line for every stage."""
    from rich.console import Console

    from balance.cli.console import pages_into
    from balance.common.units import clock
    from balance.report.build import write_reports

    terminal = Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True)
    begun = time.monotonic()

    def tell(text: str) -> None:
        if terminal.is_terminal:
            status.update(text)
        else:
            terminal.print(f"{clock(time.monotonic() - begun):>5}  {text}", markup=False)

    with pages_into(out), terminal.status("reading the runs") as status:
        return write_reports(runs, out, tell, wanted.measure(quiet, status), cards_out)
