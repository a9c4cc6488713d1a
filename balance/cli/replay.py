"""`balance replay`: one logged game, told and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.console import RUNS
from balance.cli.options import RunArgument
from balance.cli.scenario import do_not_compile

WORDS = ("comeback", "closest", "typical", "lopsided")
"""Words in place of a game's number: see analysis/sql/chances/worth.sql."""

GameNumber = Annotated[
    str, typer.Argument(metavar="GAME_NO", help=f"Number of the game, from 0; or {', '.join(WORDS)}.")
]
PictureOption = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE", help="Also draw the final position as SVG."),
]


@app.command()
def replay(run: RunArgument, game_no: GameNumber, picture: PictureOption = None) -> None:
    """Show one logged game turn by turn.

    After each turn it gives every player's chance to win. A word picks a game worth reading: the biggest comeback, the
    closest finish, the most typical or the most lopsided game.
    """
    if every_turn_is_there(run):  # nothing is played: the rules need no compiler, which takes long to import
        do_not_compile()
    from balance.cli.console import say, write_file
    from balance.cli.find_run import find_run
    from balance.judging.replay import draw_game, find_worth_reading, tell_game_with_chances

    number = None if game_no in WORDS else whole_number_of(game_no)
    opened = find_run(run)
    model = None
    if number is None:
        number, model = find_worth_reading(opened, game_no)
    if picture:
        write_file(picture, draw_game(opened, number))
    for line in tell_game_with_chances(opened, number, model):
        say(line)


def every_turn_is_there(run: Any) -> bool:
    """Whether the run, or each of those that may be meant, kept the turns of all its games."""
    import json

    here = Path(str(run)) / "manifest.json"
    try:
        manifests = [
            json.loads(file.read_bytes()) for file in ([here] if here.is_file() else RUNS.glob("*/*/" + here.name))
        ]
        kept = [one["log"] == "turns" and one.get("log_every", 1) == 1 for one in manifests]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # told where the run is opened
        return False
    return bool(kept) and all(kept)


def whole_number_of(text: str) -> int:
    """The number of a game. Raises InputError, with the nearest word, for what is none."""
    from balance.common.errors import InputError, Problem, nearest, quoted

    try:
        return int(text)
    except ValueError:
        says = f"there is no game {quoted(text)}"
        allowed = f"a whole number from 0, {', '.join(WORDS)}"
        raise InputError([Problem(says=says, allowed=allowed, nearest=nearest(text, WORDS))]) from None
