"""`balance baseline`: play and store the reference figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app, others_first
from balance.cli.options import (
    CardsOption,
    CheckedPowerOption,
    GamesArgument,
    QuietOption,
    WorkersOption,
    whole_number,
)
from balance.common.places import BASELINES

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
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", metavar="S", parser=whole_number, help="Same seed, same games; default: 1."),
    ] = None,
    cards: CardsOption = None,
    folder: FolderOption = BASELINES,
    power: CheckedPowerOption = "quick",
    update: Annotated[
        bool, typer.Option("--update", help="List changes first; same games and seed as before.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List changes without storing them.")] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Tell everything that moved or is undecided, not just what moved most.")
    ] = False,
    workers: WorkersOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play and store reference figures for `balance check`."""
    from balance.api.baseline import baseline as play_and_store
    from balance.cli.console import say

    with others_first() as failed:
        play_and_store(
            *(game or []),
            games=games,
            seed=seed,
            cards=cards,
            folder=folder,
            power=power,
            update=update,
            dry_run=dry_run,
            workers=workers,
            quiet=quiet,
            measured=lambda baseline: say(baseline.text(all=every), quiet),
            failed=failed,
        )
