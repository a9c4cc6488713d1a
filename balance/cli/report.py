"""`balance report`: what the games say, as pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.api.defaults import PLAYERS, USUAL
from balance.cli.app import app
from balance.cli.console import complete_runs
from balance.cli.options import (
    BriefOption,
    PowerOption,
    QuietOption,
    ReportsOption,
    WorkersOption,
    one_of,
    place,
    win_rate,
)
from balance.common.places import REPORTS, RUNS

RunsArgument = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="RUN",
        parser=place,
        help="Runs, those of one game side by side; `latest` or a game: its newest; default: all newest.",
        autocompletion=complete_runs,
    ),
]
MarginOption = Annotated[
    float | None,
    typer.Option(
        "--margin",
        metavar="WIDTH",
        parser=win_rate,
        help="How far a fair card may be from average, as 2.5pp; default: from targets.toml.",
    ),
]
WhoOption = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="WHO",
        parser=one_of(PLAYERS),
        help="robust: also judge cards among stronger, careless, fewer and more players (takes minutes).",
    ),
]
CardsOutOption = Annotated[
    Path | None, typer.Option("--cards-out", metavar="FILE", help="Also write the cards with their results as CSV.")
]


@app.command()
def report(
    run: RunsArgument = None,
    out: ReportsOption = REPORTS,
    power: PowerOption = "quick",
    margin: MarginOption = None,
    players: WhoOption = USUAL,
    workers: WorkersOption = None,
    cards_out: CardsOutOption = None,
    brief: BriefOption = False,
    quiet: QuietOption = False,
) -> None:
    """Write HTML reports: findings, charts, tables, answers."""
    from balance.api.find_run import find_run, newest
    from balance.api.report import report as write
    from balance.cli.console import say
    from balance.common.errors import InputError, Problem, aside
    from balance.common.units import counted
    from balance.engine.runs.run import all_runs

    runs = [find_run(path) for path in run] if run else list(newest(all_runs(RUNS)).values())
    if not runs:
        raise InputError([Problem("there is no finished run under runs/: play one with `balance simulate`")])
    written = write(
        runs,
        out,
        power=power,
        margin=margin,
        players=players,
        workers=workers,
        cards_out=cards_out,
        brief=brief,
        quiet=quiet,
    )
    for line in (*written.left_out, *written.pageless):
        aside(line)
    say(f"{counted(len(written.pages), 'report')}: open {written.index}", quiet)
    if cards_out:
        say(f"Cards with results: {cards_out}", quiet)
    for page in written.too_large:
        size = page.stat().st_size / 1e6
        message = f"{page} is {size:.1f} MB and opens slowly: name fewer runs, use another --out for some, or --brief"
        say(message, quiet)
    if written.pageless:
        raise typer.Exit(2)
