"""`balance replay`: one logged game, told and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import RunArgument, whole_number

GameNumber = Annotated[int, typer.Argument(metavar="GAME_NO", parser=whole_number, help="From 0.")]
PictureOption = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE", help="Draw the final position, too: an SVG file."),
]


@app.command()
def replay(run: RunArgument, game_no: GameNumber, picture: PictureOption = None) -> None:
    """One logged game, told turn by turn, and drawn."""
    from balance.analysis.replay import draw_game, tell_game
    from balance.cli.console import say
    from balance.engine.run import open_run

    opened = open_run(run)
    if picture:
        save(draw_game(opened, game_no), picture)
    for line in tell_game(opened, game_no):
        say(line)


def save(text: str, file: Path) -> None:
    """Write the picture, whole or not at all."""
    from balance.engine.errors import InputError, Problem
    from balance.engine.files import output_file

    try:
        with output_file(file) as output:
            output.write(text.encode())
    except OSError as error:
        raise InputError([Problem(says=f"cannot be written: {error.strerror or error}", file=str(file))]) from None
