"""`balance history`: the headline figures by version of the card table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from balance.api.defaults import VERSIONS
from balance.cli.app import app, others_first
from balance.cli.options import (
    CardsOption,
    GamesArgument,
    JsonOption,
    NoReportOption,
    PlayersOption,
    QuietOption,
    ReportsOption,
    SeedOption,
    VariantOption,
    WorkersOption,
    whole_number,
)
from balance.common.places import REPORTS

if TYPE_CHECKING:
    from balance.api.history import CardHistory

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


FigureOption = Annotated[
    list[str] | None,
    typer.Option("--figure", metavar="NAME[:SUBJECT]", help="Show this figure instead of the usual ones; repeatable."),
]
AlsoCardOption = Annotated[
    list[str] | None, typer.Option("--card", metavar="ID", help="Also show this card; repeatable.")
]
SinceOption = Annotated[str | None, typer.Option("--since", metavar="REV", help="Start at this git revision.")]
LastOption = Annotated[
    int, typer.Option("--last", metavar="N", parser=whole_number, help="Show at most this many versions.")
]


@app.command()
def history(
    game: GamesArgument = None,
    figure: FigureOption = None,
    card: AlsoCardOption = None,
    since: SinceOption = None,
    last: LastOption = VERSIONS,
    games: GamesOption = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    seed: SeedOption = 1,
    cards: CardsOption = None,
    out: ReportsOption = REPORTS,
    no_report: NoReportOption = False,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Headline figures by version of the card table.

    The versions come from its git repository. Without a game: all whose cards were changed. What was played once is
    remembered.
    """
    from balance.api.history import history as look_back
    from balance.cli.console import print_json, say, show

    silent = quiet or as_json

    def show_history(history: CardHistory) -> None:
        if not silent:
            show(history)
        if not no_report:
            say(f"Report: {history.report(out)}", silent)

    with others_first() as failed:
        histories = look_back(
            *(game or []),
            figure=figure,
            card=card,
            since=since,
            last=last,
            games=games,
            players=players,
            variant=variant,
            seed=seed,
            cards=cards,
            workers=workers,
            quiet=quiet,
            measured=show_history,
            failed=failed,
        )
        if as_json:
            print_json(histories.as_json())
