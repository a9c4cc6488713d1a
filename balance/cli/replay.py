"""`balance replay`: one logged game, told and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import RunArgument

WORDS = ("comeback", "closest", "typical", "lopsided")
"""Words in place of a game's number: see analysis/sql/chances/worth.sql."""

GameNumber = Annotated[
    str, typer.Argument(metavar="GAME_NO", help=f"From 0; or one of the words {', '.join(WORDS)}: that game.")
]
PictureOption = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE", help="Draw the final position, too: an SVG file."),
]


@app.command()
def replay(run: RunArgument, game_no: GameNumber, picture: PictureOption = None) -> None:
    """One logged game, told turn by turn, and drawn.

    After each turn it says how likely every seat is to win. A word picks a game worth reading among the first games of
    the run: the biggest comeback, the closest finish, the most typical game, the most lopsided one.
    """
    from balance.analysis.replay import draw_game, find_worth_reading, tell_game_with_chances
    from balance.cli.console import say, write_file
    from balance.cli.find_run import find_run

    number = None if game_no in WORDS else whole_number_of(game_no)
    opened = find_run(run)
    model = None
    if number is None:
        number, model = find_worth_reading(opened, game_no)
    if picture:
        write_file(picture, draw_game(opened, number))
    for line in tell_game_with_chances(opened, number, model):
        say(line)


def whole_number_of(text: str) -> int:
    """The number of a game. Raises InputError, with the nearest word, for what is none."""
    from balance.engine.errors import InputError, Problem, nearest, quoted

    try:
        return int(text)
    except ValueError:
        says = f"there is no game {quoted(text)}"
        allowed = f"a whole number from 0, {', '.join(WORDS)}"
        raise InputError([Problem(says=says, allowed=allowed, nearest=nearest(text, WORDS))]) from None
