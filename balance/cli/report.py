"""`balance report`: what the games say, as pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.console import REPORTS, RUNS, complete_runs
from balance.cli.options import PowerOption, QuietOption, WorkersOption, place, threads, win_rate

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
        from balance.cli.power import power_of
        from balance.cli.progress import ProgressWatcher
        from balance.cli.sensitivity import edits_of
        from balance.report.build import Measured

        def of(run: Any, plan: Any) -> Measured:
            status.stop()
            found = power_of(plan, self.power, self.workers, ProgressWatcher(quiet), run.path)
            tried = edits_of(plan, self.power, found, self.workers, ProgressWatcher(quiet)) if found else None
            status.start()
            return Measured(found.judged_with(self.margin) if found and self.margin else found, tried)

        return of


@app.command()
def report(
    run: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RUN",
            parser=place,
            help="Runs, those of one game side by side; `latest`, or a game: its newest; none: the newest of each.",
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
            help="What a card may be worth more or less and still be fair, as 2.5pp; default: as targets.toml says.",
        ),
    ] = None,
    workers: WorkersOption = None,
    cards_out: Annotated[
        Path | None,
        typer.Option(
            "--cards-out", metavar="FILE", help="Write the cards with their results, too: a card table like cards.csv."
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """HTML reports: findings, charts, tables, answers."""
    from balance.cli.console import say
    from balance.cli.find_run import find_run, newest
    from balance.engine.errors import InputError, Problem, aside
    from balance.engine.run import all_runs

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
        say(f"the cards and their results: {cards_out}", quiet)
    for page in written.too_large:
        size = page.stat().st_size / 1e6
        says = f"{page} has {size:.1f} MB and opens slowly: name fewer runs at once, the others with another --out"
        say(says, quiet)


def check_cards_out(file: Path, runs: list) -> None:
    """Refuse before the work what could not be written, or would destroy the table that a designer edits."""
    from balance.cards.check import RESULT
    from balance.engine.errors import InputError, Problem

    if not any("cards" in run.tables() for run in runs):
        says = "no run kept its cards (--log seats), so there are no results to write: play one with --log turns"
        raise InputError([Problem(says=says, file=str(file))])
    if file.is_file():
        with file.open(encoding="utf-8", errors="replace") as there:
            if RESULT not in there.readline():
                says = "is there already and holds no results of a report: it is not overwritten; name another file"
                raise InputError([Problem(says=says, file=str(file))])


def write(runs: list, out: Path, wanted: Wanted, cards_out: Path | None, quiet: bool) -> Written:
    """Write the pages, with a spinner that says what is being done."""
    from rich.console import Console

    from balance.cli.console import pages_into
    from balance.report.build import write_reports

    terminal = Console(stderr=True, quiet=quiet)
    with pages_into(out), terminal.status("reading the runs") as status:
        return write_reports(runs, out, lambda text: status.update(text), wanted.measure(quiet, status), cards_out)
