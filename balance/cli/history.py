"""`balance history`: the headline figures by version of the card table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.app import app
from balance.cli.options import (
    CardsOption,
    GamesArgument,
    JsonOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    VariantOption,
    WorkersOption,
    threads,
    whole_number,
)
from balance.common.places import REPORTS

if TYPE_CHECKING:
    from balance.engine.game.plan import Request
    from balance.judging.figure_cache import FigureCache
    from balance.judging.history import History, Past, Version

LAST = 20

GamesOption = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        parser=whole_number,
        help="Games for each version; default: the game's own number, at most 50,000.",
    ),
]


@app.command()
def history(
    game: GamesArgument = None,
    figure: Annotated[
        list[str] | None,
        typer.Option(
            "--figure", metavar="NAME[:SUBJECT]", help="Show this figure instead of the usual ones; repeatable."
        ),
    ] = None,
    card: Annotated[
        list[str] | None, typer.Option("--card", metavar="ID", help="Also show this card; repeatable.")
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="REV", help="Start at this git revision.")] = None,
    last: Annotated[
        int, typer.Option("--last", metavar="N", parser=whole_number, help="Show at most this many versions.")
    ] = LAST,
    games: GamesOption = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    seed: SeedOption = 1,
    cards: CardsOption = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the pages.")] = REPORTS,
    no_report: Annotated[bool, typer.Option("--no-report", help="Do not write a report.")] = False,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Headline figures by version of the card table.

    The versions come from its git repository. Without a game: all whose cards were changed. What was played once is
    remembered.
    """
    from balance.cli.console import print_json, say
    from balance.engine.game.plan import check_number
    from balance.judging.history import as_json as to_json
    from balance.judging.history import history as history_of

    check_number("--last", last, 1, 10_000)
    past = past_of(game or [], cards, since)
    requests = {name: request_of(name, games, players, variant, seed) for name in named(game, past)}
    found = chosen(past, requests, last, named_by_user=bool(game))
    told = []
    for versions in found.values():
        remembered = rememberer(workers, quiet)
        one = history_of(versions, remembered, figure or [], card or [], past.shallow)
        told.append(to_json(one, remembered))
        if not as_json and not quiet:
            show(one, remembered)
        if not no_report:
            page = write_page(one, out)
            say(f"Report: {page}", quiet or as_json)
    if as_json:
        print_json(told)


def past_of(games: list[str], cards: Path | None, since: str | None = None) -> Past:
    """The past of the card table of these games: the usual one, or that of the one game which brings its own."""
    from balance.cards.read import default_cards
    from balance.common.errors import InputError, Problem
    from balance.engine.game import find_game, game_ids
    from balance.judging.history import Past

    own = [game for game in map(find_game, games) if game.file is not None]
    if not own:
        return Past(cards or default_cards(), game_ids(), since)
    if len({*games}) > 1:
        raise InputError([Problem(f"{own[0].name} has a card table of its own", allowed="this game alone")])
    return Past(cards or own[0].own_cards or default_cards(), game_ids(), since, own[0].id)


def request_of(game: str, games: int | None, players: int | None, variant: str | None, seed: int) -> Request:
    """What is played of every version."""
    from balance.engine.game import find_game
    from balance.engine.game.plan import Request
    from balance.judging.history import usual_games

    count = usual_games(find_game(game).baseline_games) if games is None else games
    return Request(game=game, games=count, players=players, variant=variant, seed=seed)


def named(games: list[str] | None, past: Past) -> list[str]:
    """The games somebody names, each once; all that have cards where nobody does."""
    from balance.engine.game import find_game
    from balance.judging.history import games_in

    return list(dict.fromkeys(find_game(name).id for name in games)) if games else games_in(past)


def chosen(past: Past, requests: dict[str, Request], last: int, named_by_user: bool) -> dict[str, list[Version]]:
    """The versions of the games that are told of: those named, else those with several, else all."""
    from balance.judging.history import versions

    found = {name: versions(request, past, last) for name, request in requests.items()}
    if named_by_user:
        return found
    return {name: several for name, several in found.items() if len(several) > 1} or found


def rememberer(workers: int | None, quiet: bool) -> FigureCache:
    """What plays the versions, and shows on a terminal that it does."""
    from balance.api.progress import ProgressWatcher
    from balance.common.errors import plain
    from balance.judging.figure_cache import FigureCache

    def tell(text: str) -> None:
        ProgressWatcher(quiet).console.print(plain(text), markup=False)

    return FigureCache(threads(workers), lambda: ProgressWatcher(quiet), tell)


def show(history: History, remembered: FigureCache) -> None:
    """The table on the terminal, and what it means."""
    from balance.cli.console import say, show_table
    from balance.report.history import headline, marks_text, notes, table

    columns, rows, numbers = table(history)
    show_table(headline(history), columns, rows, numbers)
    say(marks_text(history))
    for note in notes(history):
        say(note)
    say(f"{remembered.played} card tables played, {remembered.known} already known.")


def write_page(history: History, out: Path) -> Path:
    """Write the page. Raises InputError where that cannot be."""
    from balance.common.errors import InputError, Problem
    from balance.common.files import write_text
    from balance.report.history import page
    from balance.report.render import render_page

    file = out / f"history-{history.plan.game.id}.html"
    try:
        out.mkdir(parents=True, exist_ok=True)
        write_text(file, render_page(page(history)))
    except OSError as error:
        raise InputError([Problem(says=f"cannot be written: {error.strerror}", file=str(file))]) from None
    return file
