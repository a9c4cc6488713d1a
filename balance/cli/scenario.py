"""`balance scenario`: games and positions, choices, and what must come of them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import JsonOption

NO_COMPILING = "NUMBA_DISABLE_JIT"
"""The variable under which rules run as plain Python."""

FilesArgument = Annotated[list[Path], typer.Argument(metavar="FILE ...", help="Scenarios, one JSON file each.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Show failures only.")]


@app.command()
def scenario(files: FilesArgument, quiet: QuietOption = False, as_json: JsonOption = False) -> None:
    """Play games from a file and check how they end.

    A file says which game, its seed and players, what is chosen, which piles and dice are set by hand, and what is
    expected. `balance replay --script` writes one.
    """
    do_not_compile()
    from balance.cli.console import print_json, say
    from balance.common.errors import BalanceError
    from balance.engine.game.scenario import summary
    from balance.judging.scenarios import run_scenario

    outcomes, unusable = [], []
    for file in files:
        try:
            outcome = run_scenario(file)
        except BalanceError as error:
            unusable.append(error)
            continue
        outcomes.append(outcome)
        if not as_json:
            say(f"{outcome.path}: {outcome.failure or 'pass'}", quiet and outcome.passed)
    if as_json:
        print_json(
            [{"file": str(outcome.path), "passed": outcome.passed, "failure": outcome.failure} for outcome in outcomes]
        )
    elif len(files) > 1:
        say(summary(outcomes), quiet)
    if unusable:
        raise BalanceError("\n".join(map(str, unusable)))
    if not all(outcome.passed for outcome in outcomes):
        raise typer.Exit(1)


def do_not_compile() -> None:
    """Let the rules run as plain Python, unless the user says otherwise: one position is not worth compiling for.

    Once Numba is loaded it is too late: half of the rules would be compiled.
    """
    if "numba" not in sys.modules:
        os.environ.setdefault(NO_COMPILING, "1")
