"""`balance new`: a game of one's own to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import QuietOption


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help='Name of the game, as "Night Market".')],
    into: Annotated[
        Path, typer.Option("--into", metavar="DIR", help="Folder for the game's folder; default: here.")
    ] = Path(),
    quiet: QuietOption = False,
) -> None:
    """Begin a game of your own.

    It is a folder with a game in plain Python that can be played, its cards, a play style, targets and a test.
    """
    from balance.cli.console import say
    from balance.engine.plain.new import new_game

    paths = new_game(name, into)
    file, folder = paths[0], paths[0].parent
    say(f"{folder}: {', '.join(path.name for path in paths)}", quiet)
    say(f"  cd {folder}", quiet)
    for command, what in {
        f"balance doctor {file.name}": "find mistakes",
        f"balance simulate {file.name} --games 10000": "play it",
        f"balance replay {file.name} closest": "read a game",
        f"balance report {file.name}": "see what is too strong",
        f"balance check {file.name}": "is it as targets.toml wants it?",
    }.items():
        say(f"  {command:<50}{what}", quiet)
