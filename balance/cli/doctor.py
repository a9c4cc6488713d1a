"""`balance doctor`: what is wrong with a game."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.console import complete_games
from balance.cli.options import JsonOption, positive_number, whole_number
from balance.common.units import counted

BOUNDS = "NUMBA_BOUNDSCHECK"


@app.command()
def doctor(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="The game, or its file as pig.py.", autocompletion=complete_games)
    ],
    games: Annotated[
        int,
        typer.Option("--games", "-n", metavar="N", parser=whole_number, help="Games at each number of players."),
    ] = 200,
    max_time: Annotated[
        float,
        typer.Option("--max-time", metavar="SECONDS", parser=positive_number, help="Time for these games (seconds)."),
    ] = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Find mistakes in a game.

    It is played with the fewest, the usual and the most players, with every index checked: does it end, is it the same
    again, do points add up, is every card seen, do styles differ? Ends with exit code 1 if something is wrong; oddities
    are only listed.
    """
    os.environ.setdefault(BOUNDS, "1")  # read when Numba is imported, which nobody has done yet
    from balance.api.progress import ProgressWatcher
    from balance.cli.console import print_json, say
    from balance.engine.game.plan import check_number
    from balance.engine.plain.playing import unheard
    from balance.judging.doctor import examine

    check_number("--games", games, 2, 100_000)
    with unheard():
        name, findings = examine(game, games, max_time, ProgressWatcher(quiet=as_json))
    errors = [finding for finding in findings if finding.error]
    if as_json:
        print_json({"game": name, "findings": [vars(finding) for finding in findings]})
    else:
        for finding in sorted(findings, key=lambda finding: not finding.error):
            say(f"{'error' if finding.error else 'note'}: {finding.text}")
        say(f"{name}: {counted(len(errors), 'error')}, {counted(len(findings) - len(errors), 'note')}")
    if errors:
        raise typer.Exit(1)
