"""`balance check`: play again, compare with the reference figures, and fail when they drifted."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.baseline import BASELINES, FolderOption
from balance.cli.options import CardsOption, GamesArgument, JsonOption, QuietOption

FORMATS = ("text", "json", "markdown", "junit", "github")


@app.command()
def check(
    game: GamesArgument = None,
    cards: CardsOption = None,
    folder: FolderOption = BASELINES,
    fmt: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text, json, markdown, junit or github.")
    ] = "text",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compare with the reference figures; exit code 1 when they moved."""
    from balance.analysis.drift import check_game
    from balance.cli.console import emit
    from balance.cli.progress import ProgressWatcher
    from balance.cli.verdicts import WRITERS
    from balance.engine.errors import unknown
    from balance.engine.game import find_game, game_ids

    fmt = "json" if as_json else fmt
    if fmt not in FORMATS:
        raise unknown("format", fmt, FORMATS)
    checks = []
    for name in game or game_ids():
        found = find_game(name)
        file = folder / f"{found.id}.json"
        checks.append(check_game(found.id, file, cards, os.cpu_count() or 1, lambda: ProgressWatcher(quiet)))
    if not (quiet and fmt == "text"):
        emit(WRITERS[fmt](checks))
    if any(one.failed for one in checks):
        raise typer.Exit(1)
