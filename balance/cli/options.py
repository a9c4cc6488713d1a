"""Options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.console import complete_games, complete_runs

GamesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME ...]", help="Games; none: all.", autocompletion=complete_games)
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game.", autocompletion=complete_games)]
RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.", autocompletion=complete_runs)]
JsonOption = Annotated[bool, typer.Option("--json", help="Machine-readable JSON on standard output.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no tables.")]
CardsOption = Annotated[
    Path | None, typer.Option("--cards", help="Card table; default: cards.csv here, else the packaged one.")
]
StylesOption = Annotated[
    Path | None, typer.Option("--styles", help="Own play styles (TOML: a name and weights over the game's features).")
]
