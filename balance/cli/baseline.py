"""`balance baseline`: play and store the reference figures."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.console import REPORTS
from balance.cli.options import CardsOption, GamesArgument, QuietOption, SeedOption, whole_number

BASELINES = REPORTS / "baseline"
FolderOption = Annotated[Path, typer.Option("--folder", metavar="DIR", help="Where the reference figures are kept.")]


@app.command()
def baseline(
    game: GamesArgument = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", metavar="N", parser=whole_number, help="Games to play; default: the game's own number."
        ),
    ] = None,
    seed: SeedOption = 1,
    cards: CardsOption = None,
    folder: FolderOption = BASELINES,
    quiet: QuietOption = False,
) -> None:
    """Play and store the reference figures for `balance check`."""
    from balance.analysis.drift import baseline_plan, make_baseline
    from balance.cli.console import say
    from balance.cli.progress import ProgressWatcher
    from balance.engine.errors import InputError, Problem
    from balance.engine.files import write_text
    from balance.engine.game import game_ids

    for name in game or game_ids():
        plan = baseline_plan(name, cards, seed, games)
        stored = make_baseline(plan, os.cpu_count() or 1, ProgressWatcher(quiet))
        file = folder / f"{plan.game.id}.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_text(file, json.dumps(stored, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise InputError([Problem(says=f"cannot be written: {error.strerror}", file=str(file))]) from None
        say(f"{plan.game.name}: {len(stored['figures'])} reference figures of {plan.games:,} games: {file}", quiet)
