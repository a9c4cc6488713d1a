"""`balance replay`: one logged game, told."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import RunArgument, whole_number

GameNumber = Annotated[int, typer.Argument(metavar="GAME_NO", parser=whole_number, help="From 0.")]


@app.command()
def replay(run: RunArgument, game_no: GameNumber) -> None:
    """One logged game, told turn by turn in plain words."""
    from balance.analysis.replay import tell_game
    from balance.cli.console import say
    from balance.engine.run import open_run

    for line in tell_game(open_run(run), game_no):
        say(line)
