"""`balance simulate`: play games and write them down."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app, others_first
from balance.cli.options import (
    AgentsOption,
    CardsOption,
    FixedSeatsOption,
    GamesArgument,
    PlayersOption,
    QuietOption,
    SeedOption,
    SettingsOption,
    StylesOption,
    VariantOption,
    WorkersOption,
    place,
    read_pairs,
    whole_number,
)

GamesOption = Annotated[
    int | None, typer.Option("--games", "-n", metavar="N", parser=whole_number, help="Games to play; default: 100000.")
]
UntilWishesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--until",
        metavar="WIDTH",
        help="Play until win rates are known to this precision, as 0.3pp; or FIGURE=WIDTH; repeatable.",
    ),
]
DecksOption = Annotated[
    str | None, typer.Option("--decks", metavar="LIST", help="Decks, one per player; or `mixed` (default).")
]
SchedulerOption = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler.")
]
LogOption = Annotated[
    str, typer.Option("--log", metavar="LEVEL", help="turns, or seats (no turns, no cards: for the largest runs).")
]
LogEveryOption = Annotated[
    int,
    typer.Option(
        "--log-every",
        metavar="K",
        parser=whole_number,
        help="Log turns for every Kth game only; everything else in full.",
    ),
]
RunFolderOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        parser=place,
        help="Folder, or URL of an object store (s3://, gs://); default: runs/<game>/<UTC time>.",
    ),
]


@app.command()
def simulate(
    game: GamesArgument = None,
    games: GamesOption = None,
    until: UntilWishesOption = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    settings: SettingsOption = None,
    agents: AgentsOption = None,
    decks: DecksOption = None,
    fixed_seats: FixedSeatsOption = False,
    seed: SeedOption = 1,
    cards: CardsOption = None,
    styles: StylesOption = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    log: LogOption = "turns",
    log_every: LogEveryOption = 1,
    out: RunFolderOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play games between play styles and save every turn.

    A run that was stopped is finished by the same command. With --until, --games is the limit.
    """
    from balance.api.simulate import simulate_each
    from balance.cli.console import say
    from balance.common.errors import InputError, Problem
    from balance.engine.game import game_ids, working_games

    names = game or [each.id for each in working_games()]
    if len(names) > 1 and any((players, variant, settings, agents, decks)):
        message = "--players, --variant, --set, --agents and --decks are for one game: name it"
        raise InputError([Problem(message, allowed=", ".join(game_ids()))])
    with others_first() as failed:
        simulate_each(
            names,
            games=games,
            until=until,
            players=players,
            variant=variant,
            set=read_pairs(settings),
            agents=agents,
            decks=decks,
            fixed_seats=fixed_seats,
            seed=seed,
            cards=cards,
            styles=styles,
            workers=workers,
            scheduler=scheduler,
            log=log,
            log_every=log_every,
            out=out,
            quiet=quiet,
            played=lambda run: say("\n".join(run.lines), quiet),
            failed=failed,
        )
