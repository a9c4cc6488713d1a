"""`balance report`: what the games say, as pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.app import app
from balance.cli.console import REPORTS, RUNS, complete_runs
from balance.cli.options import QuietOption

if TYPE_CHECKING:
    from balance.report.build import Written


@app.command()
def report(
    run: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RUN",
            help="Runs, those of one game side by side on one page; none: the newest of every game.",
            autocompletion=complete_runs,
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the pages.")] = REPORTS,
    quiet: QuietOption = False,
) -> None:
    """HTML reports: findings, charts, tables, a designer's questions."""
    from balance.cli.console import say
    from balance.engine.errors import InputError, Problem
    from balance.engine.run import all_runs, open_run

    runs = [open_run(path) for path in run] if run else newest(all_runs(RUNS))
    if not runs:
        raise InputError([Problem(says="there is no finished run under runs/: play one with `balance simulate`")])
    for one in runs:
        if not one.complete:
            says = "the run is unfinished: repeat its `balance simulate` command first"
            raise InputError([Problem(says=says, file=str(one.path))])
    written = write(runs, out, quiet)
    count = len(written.pages)
    say(f"{count} report{'s' if count != 1 else ''}: open {written.index}", quiet)
    for page in written.too_large:
        size = page.stat().st_size / 1e6
        says = f"{page} has {size:.1f} MB and opens slowly: name fewer runs at once, the others with another --out"
        say(says, quiet)


def newest(runs: list) -> list:
    """The newest finished run of every game."""
    found = {}
    for run in runs:
        if run.complete:
            found[run.manifest["game"]] = run
    return list(found.values())


def write(runs: list, out: Path, quiet: bool) -> Written:
    """Write the pages, with a spinner that says what is being done."""
    from rich.console import Console

    from balance.engine.errors import InputError, Problem
    from balance.report.build import write_reports

    terminal = Console(stderr=True, quiet=quiet)
    try:
        with terminal.status("reading the runs") as status:
            return write_reports(runs, out, tell=lambda text: status.update(text))
    except OSError as error:
        raise InputError([Problem(says=f"cannot be written: {error.strerror}", file=str(out))]) from None
