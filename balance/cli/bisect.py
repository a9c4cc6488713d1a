"""`balance bisect`: the edit that changed a number."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.history import GamesOption
from balance.cli.options import (
    CardsOption,
    GameArgument,
    JsonOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    VariantOption,
    WorkersOption,
)

FigureArgument = Annotated[
    str, typer.Argument(metavar="FIGURE[:SUBJECT]", help='The figure, as turns_mean or "seat_win_share:seat 1".')
]
GoodOption = Annotated[
    str | None,
    typer.Option("--good", metavar="REV", help="A revision before the change; default: the oldest with the figure."),
]
BadOption = Annotated[
    str | None, typer.Option("--bad", metavar="REV", help="A revision after the change; default: the working copy.")
]


@app.command()
def bisect(
    game: GameArgument,
    figure: FigureArgument,
    good: GoodOption = None,
    bad: BadOption = None,
    games: GamesOption = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    seed: SeedOption = 1,
    cards: CardsOption = None,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find the edit that changed a number.

    It searches the git history of cards.csv by halves, then the commit card by card; exit code 1 if there is none.
    Results are kept.
    """
    from balance.api.bisect import bisect as search
    from balance.cli.console import answer

    bisected = search(
        game,
        figure,
        good=good,
        bad=bad,
        games=games,
        players=players,
        variant=variant,
        seed=seed,
        cards=cards,
        workers=workers,
        quiet=quiet,
    )
    answer(bisected, as_json, quiet)
    if not bisected.is_clear:
        raise typer.Exit(1)
