"""`balance simulate`: play games and write them down."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import (
    CardsOption,
    GamesArgument,
    QuietOption,
    SeedOption,
    StylesOption,
    WorkersOption,
    whole_number,
)

DEFAULT_GAMES = 100_000
DECKS = "decks"  # the setting that --decks stands for


@app.command()
def simulate(
    game: GamesArgument = None,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", parser=whole_number, help="Games to play.")
    ] = DEFAULT_GAMES,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", metavar="P", parser=whole_number, help="Seats; default: the game's usual count."
        ),
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="NAME", help="Rules variant.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A named setting of the rules; repeatable.")
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option("--agents", metavar="LIST", help="Styles, comma-separated, one per seat; or `mixed` (default)."),
    ] = None,
    decks: Annotated[
        str | None,
        typer.Option("--decks", metavar="LIST", help="Names of decks, one per seat; or `mixed` (default)."),
    ] = None,
    fixed_seats: Annotated[bool, typer.Option("--fixed-seats", help="Keep the listed styles in their seats.")] = False,
    seed: SeedOption = 1,
    cards: CardsOption = None,
    styles: StylesOption = None,
    workers: WorkersOption = None,
    log: Annotated[
        str, typer.Option("--log", metavar="LEVEL", help="turns, or seats (no turns, no cards: for the largest runs).")
    ] = "turns",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder; default: runs/<game>/<UTC time>.")
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Play games with heuristic styles, write every turn to Parquet.

    A run that was stopped is finished by the same command.
    """
    from balance.engine.errors import InputError, Problem
    from balance.engine.game import game_ids
    from balance.engine.plan import Request, check_number, make_plan

    workers = workers if workers is not None else (os.cpu_count() or 1)
    check_number("--workers", workers, 1, 1024)
    wanted = game or game_ids()
    if len(wanted) > 1 and any((players, variant, settings, agents, decks)):
        says = "--players, --variant, --set, --agents and --decks are for one game: name it"
        raise InputError([Problem(says=says, allowed=", ".join(game_ids()))])
    plans = [
        make_plan(
            Request(
                game=name,
                games=games,
                players=players,
                variant=variant,
                settings=with_decks(read_pairs(settings or []), decks, name),
                agents=agents,
                fixed_seats=fixed_seats,
                seed=seed,
                cards=cards,
                styles=styles,
                log=log,
            )
        )
        for name in wanted
    ]
    for plan in plans:
        folder = out / plan.game.id if out and len(plans) > 1 else out
        play(plan, folder, workers, quiet)


def with_decks(settings: dict[str, str], decks: str | None, game: str) -> dict[str, str]:
    """The settings, and the list of ``--decks`` as one of them. Raises InputError for a game without decks."""
    from balance.engine.errors import InputError, Problem
    from balance.engine.game import find_game, game_ids

    if decks is None:
        return settings
    if not any(setting.name == DECKS for setting in find_game(game).settings):
        played = [name for name in game_ids() if any(one.name == DECKS for one in find_game(name).settings)]
        says = f"--decks {decks}: {find_game(game).name} has no decks"
        raise InputError([Problem(says=says, allowed=f"games with decks: {', '.join(played)}")])
    if DECKS in settings:
        raise InputError([Problem(says=f"--decks {decks}: --set {DECKS} says it too", allowed="one of the two")])
    return settings | {DECKS: decks}


def read_pairs(settings: list[str]) -> dict[str, str]:
    """KEY=VALUE words as a dictionary. Raises InputError for a word without `=` and for a key given twice."""
    from balance.engine.errors import InputError, Problem

    pairs: dict[str, str] = {}
    for word in settings:
        key, equals, value = word.partition("=")
        if not equals or key.strip() in pairs:
            raise InputError([Problem(says=f"--set {word}", allowed="KEY=VALUE, each key once")])
        pairs[key.strip()] = value
    return pairs


def play(plan, out: Path | None, workers: int, quiet: bool):
    """Play one plan and say how it went. Returns the finished run."""
    from balance.cli.console import duration, say
    from balance.cli.progress import ProgressWatcher
    from balance.engine.run import MANIFEST, open_run
    from balance.engine.runner import default_out, simulate

    folder = out or default_out(plan)
    before = open_run(folder).complete if (folder / MANIFEST).exists() else False
    watcher = ProgressWatcher(quiet)
    run = simulate(plan, folder, workers, watcher)
    if before:
        say(f"{plan.game.name}: this run is already complete: {run.path}", quiet)
    else:
        seconds = watcher.seconds
        speed = f"{watcher.games / max(seconds, 1e-9):,.0f} games/s"
        say(f"{plan.game.name}: {plan.games:,} games in {duration(seconds)} ({speed}): {run.path}", quiet)
    return run
