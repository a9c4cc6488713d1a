"""`balance bisect`: the edit that changed a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.app import app
from balance.cli.history import (
    GamesOption,
    PlayersOption,
    VariantOption,
    past_of,
    rememberer,
    request_of,
)
from balance.cli.options import CardsOption, GameArgument, JsonOption, QuietOption, SeedOption, WorkersOption

if TYPE_CHECKING:
    from balance.judging.history import Past, Version


@app.command()
def bisect(
    game: GameArgument,
    figure: Annotated[
        str, typer.Argument(metavar="FIGURE[:SUBJECT]", help='The figure, as turns_mean or "seat_win_share:seat 1".')
    ],
    good: Annotated[
        str | None,
        typer.Option(
            "--good", metavar="REV", help="A revision before the change; default: the oldest with the figure."
        ),
    ] = None,
    bad: Annotated[
        str | None, typer.Option("--bad", metavar="REV", help="A revision after the change; default: the working copy.")
    ] = None,
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
    from balance.cli.console import print_json, say
    from balance.judging.bisect import as_json as to_json
    from balance.judging.bisect import bisect as bisection
    from balance.judging.history import versions
    from balance.report.bisected import text

    request = request_of(game, games, players, variant, seed)
    past = past_of([game], cards)
    between = ends(past, versions(request, past), good, bad)
    remembered = rememberer(workers, quiet)
    found = bisection(figure, between, remembered)
    if as_json:
        print_json(to_json(found, remembered))
    else:
        say(text(found), quiet)
        say(f"{remembered.played} card tables played, {remembered.known} already known.", quiet)
    if not found.found:
        raise typer.Exit(1)


def ends(past: Past, found: list[Version], good: str | None, bad: str | None) -> list[Version]:
    """The versions from the good revision to the bad one. Raises InputError where these are none or cannot be read."""
    from balance.common.errors import InputError, Problem

    first = 0 if good is None else place_of(past, found, good)
    last = len(found) - 1 if bad is None else place_of(past, found, bad)
    if bad is None:  # a table that is being edited may be broken for a while
        last = max(place for place, version in enumerate(found) if version.plan)
    for revision, place in ((good, first), (bad, last)):
        if revision is not None and found[place].plan is None:
            raise InputError([Problem(says=found[place].problem)])
    if first > last:
        says = f"--good {good or ''} is newer than --bad {bad or ''}"
        raise InputError([Problem(says=says, allowed="the good revision first, the bad one later")])
    return found[first : last + 1]


def place_of(past: Past, found: list[Version], revision: str) -> int:
    """The version that was there at a revision."""
    from balance.cards.committed import commits_after
    from balance.common.errors import InputError, Problem, quoted

    later = commits_after(past.path, revision)
    places = [place for place, one in enumerate(found) if one.commit and one.commit.hash not in later]
    if not places:
        says = f"the card table was not there yet in revision {quoted(revision)}"
        raise InputError([Problem(says=says, file=str(past.path))])
    return places[-1]
