"""`balance simulate`: play games and write them down."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.options import (
    AgentsOption,
    CardsOption,
    GamesArgument,
    PlayersOption,
    QuietOption,
    SeedOption,
    SettingsOption,
    StylesOption,
    VariantOption,
    WorkersOption,
    place,
    threads,
    whole_number,
)

if TYPE_CHECKING:
    from balance.engine.runs.store import Place

DEFAULT_GAMES = 100_000
MOST_UNTIL = 10_000_000
"""Games of a run with --until that is never sharp enough."""
DECKS = "decks"  # the setting that --decks stands for


@app.command()
def simulate(
    game: GamesArgument = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", metavar="N", parser=whole_number, help="Games to play; default: 100000."),
    ] = None,
    until: Annotated[
        list[str] | None,
        typer.Option(
            "--until",
            metavar="WIDTH",
            help="Play until win rates are known to this precision, as 0.3pp; or FIGURE=WIDTH; repeatable.",
        ),
    ] = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    settings: SettingsOption = None,
    agents: AgentsOption = None,
    decks: Annotated[
        str | None,
        typer.Option("--decks", metavar="LIST", help="Decks, one per player; or `mixed` (default)."),
    ] = None,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", help="Keep styles in the listed order instead of shuffling.")
    ] = False,
    seed: SeedOption = 1,
    cards: CardsOption = None,
    styles: StylesOption = None,
    workers: WorkersOption = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler."),
    ] = None,
    log: Annotated[
        str, typer.Option("--log", metavar="LEVEL", help="turns, or seats (no turns, no cards: for the largest runs).")
    ] = "turns",
    log_every: Annotated[
        int,
        typer.Option(
            "--log-every",
            metavar="K",
            parser=whole_number,
            help="Log turns for every Kth game only; everything else in full.",
        ),
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            parser=place,
            help="Folder, or URL of an object store (s3://, gs://); default: runs/<game>/<UTC time>.",
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Play games with heuristic styles, every turn to Parquet.

    A run that was stopped is finished by the same command. With --until, --games says how many at most.
    """
    from balance.common.errors import InputError, Problem
    from balance.engine.game import find_game, game_ids, working_games
    from balance.engine.game.plan import Request, make_plan
    from balance.judging.until import read_wishes

    if scheduler is not None and workers is not None:
        says = "--workers is for this machine, and --scheduler for others"
        raise InputError([Problem(says=says, allowed="one of the two")])
    crew = crew_of(scheduler)
    workers = threads(workers)
    wanted = game or [one.id for one in working_games()]
    known = {name: one for each in wanted if until for name, one in find_game(each).figures.items()}
    wishes = read_wishes(until or [], known)
    if games is None:
        games = MOST_UNTIL if wishes else DEFAULT_GAMES
    if len(wanted) > 1 and any((players, variant, settings, agents, decks)):
        says = "--players, --variant, --set, --agents and --decks are for one game: name it"
        raise InputError([Problem(says=says, allowed=", ".join(game_ids()))])
    requests = [
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
            log_every=log_every,
        )
        for name in wanted
    ]
    alone = len(requests) == 1
    made = [carefully(alone, make_plan, request) for request in requests]
    plans = [plan for plan in made if plan]
    runs = [
        carefully(alone, play, plan, out if out is None or alone else out / plan.game.id, workers, quiet, wishes, crew)
        for plan in plans
    ]
    if len([run for run in runs if run]) < len(requests):
        raise typer.Exit(2)


def carefully(alone: bool, work: Callable[..., Any], *of: Any) -> Any:
    """What ``work`` gives. A mistake in one game is told, and gives None, so that the others are played."""
    from balance.cli.app import tell
    from balance.common.faults import GameFault

    try:
        return work(*of)
    except GameFault as error:
        if alone:
            raise
        tell(str(error), error.exit_code)
        return None


def crew_of(scheduler: str | None):
    """What makes those who play on a cluster, for ``simulate``; None: this machine plays."""
    if scheduler is None:
        return None
    from balance.engine.playing.cluster import cluster

    return cluster(scheduler)


def with_decks(settings: dict[str, str], decks: str | None, game: str) -> dict[str, str]:
    """The settings, and the list of ``--decks`` as one of them. Raises InputError for a game without decks."""
    from balance.common.errors import InputError, Problem
    from balance.engine.game import find_game, working_games

    if decks is None:
        return settings
    if not any(setting.name == DECKS for setting in find_game(game).settings):
        played = [one.id for one in working_games() if any(setting.name == DECKS for setting in one.settings)]
        says = f"--decks {decks}: {find_game(game).name} has no decks"
        raise InputError([Problem(says=says, allowed=f"games with decks: {', '.join(played)}")])
    if DECKS in settings:
        raise InputError([Problem(says=f"--decks {decks}: --set {DECKS} says it too", allowed="one of the two")])
    return settings | {DECKS: decks}


def read_pairs(settings: list[str]) -> dict[str, str]:
    """KEY=VALUE words as a dictionary. Raises InputError for a word without `=` and for a key given twice."""
    from balance.common.errors import InputError, Problem

    pairs: dict[str, str] = {}
    for word in settings:
        key, equals, value = word.partition("=")
        if not equals or key.strip() in pairs:
            raise InputError([Problem(says=f"--set {word}", allowed="KEY=VALUE, each key once")])
        pairs[key.strip()] = value
    return pairs


def play(plan, out: Place | None, workers: int, quiet: bool, wishes=(), crew=None):
    """Play one plan and say how it went. Returns the finished run."""
    from balance.analysis.stats import games_text
    from balance.api.progress import ProgressWatcher
    from balance.cli.console import say
    from balance.common.units import duration
    from balance.engine.playing.runner import compile_rules, default_out, simulate
    from balance.engine.runs.run import MANIFEST, open_run
    from balance.engine.runs.stores import open_store
    from balance.judging.until import Until

    watcher = ProgressWatcher(quiet)
    goal = None
    if wishes:
        compile_rules(plan, watcher)
        goal = Until(wishes, plan)
        watcher.most = goal.games()
    folder = out or default_out(plan, until=goal.words if goal else None)
    before = open_run(folder).complete if open_store(folder).exists(MANIFEST) else False
    if crew is None:
        watcher.foresee = lambda run: expected(run, plan, goal, workers)
    run = simulate(plan, folder, workers, watcher, goal, crew)
    if before:
        says = f"complete again after {watcher.games:,} games" if watcher.games else "already complete"
        say(f"{plan.game.name}: this run is {says}: {run.path}", quiet)
        return run
    seconds = watcher.seconds
    speed = f"{watcher.games / max(seconds, 1e-9):,.0f} games/s"
    games = run.manifest["games"]
    say(f"{plan.game.name}: {games:,} games in {duration(seconds)} ({speed}): {run.path}", quiet)
    if plan.card_table.rows:
        say(f"  cards: {plan.card_table.label}", quiet)
    if goal and not goal.reached:
        says = f"not yet as sharp as --until asks; {games_text(goal.games())} would be"
        say(f"{plan.game.name}: {says} (--games says how many at most).", quiet)
    return run


def expected(run, plan, goal, workers: int) -> str:
    """How many games will be played, how long it will take and how much room it needs; "" for a short run."""
    from balance.common.errors import plain
    from balance.common.units import duration, size
    from balance.engine.playing.forecast import forecast

    found = forecast(plan)
    if found is None:
        return ""
    done = run.games_done()
    games = max(0, min(plan.games, goal.games() if goal else plan.games) - done)
    room = found.bytes(games)
    text = f"about {duration(found.seconds(games, min(workers, os.cpu_count() or 1)))} and {size(room)} in {run.path}"
    lines = [f"{plan.game.name}: {'about ' if goal else ''}{games:,} games{' more' if done else ''}, {plain(text)}"]
    if isinstance(run.path, Path) and (free := free_room(run.path)) < room:
        lines.append(f"There are only {size(free)} free: make room, choose another --out, or take --log seats.")
    return "\n".join(lines)


def free_room(folder: Path) -> int:
    """Bytes that are free where ``folder`` is, or will be."""
    import shutil

    there = next(place for place in (folder.resolve(), *folder.resolve().parents) if place.exists())
    return shutil.disk_usage(there).free
