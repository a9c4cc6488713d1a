"""`balance replay`: one logged game, told."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import RunArgument


@app.command()
def replay(run: RunArgument, game_no: Annotated[int, typer.Argument(metavar="GAME_NO", help="From 0.")]) -> None:
    """One logged game, told turn by turn in plain words."""
    from balance.analysis.replay import tell_game
    from balance.cli.console import console
    from balance.engine.run import open_run

    out = console()
    for line in tell_game(open_run(run), game_no):
        out.print(line, markup=False)
