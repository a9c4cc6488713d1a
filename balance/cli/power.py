"""`balance power`: what every card does for who gains it."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import (
    CardsOption,
    GameArgument,
    JsonOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    StylesOption,
    VariantOption,
    WorkersOption,
    threads,
    whole_number,
)

MOST_GAMES = 160_000


def points(text: str | float) -> float:
    """A width from the command line: "1pp" (points of win rate) or 0.01, as a share."""
    found = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*(pp|%)?\s*", str(text))
    value = 0.0 if found is None else float(found[1]) / (100 if found[2] else 1)
    if not 0.001 <= value <= 0.5:
        raise typer.BadParameter("allowed: points of win rate from 0.1pp to 50pp, as 1pp")
    return value


@app.command()
def power(
    game: GameArgument,
    card: Annotated[
        list[str] | None, typer.Option("--card", metavar="ID", help="Only this card; repeatable. Default: all.")
    ] = None,
    until: Annotated[
        float,
        typer.Option("--until", metavar="WIDTH", parser=points, help="Play until every interval is this much wide."),
    ] = points("1pp"),
    most: Annotated[
        int,
        typer.Option(
            "--max-games", metavar="N", parser=whole_number, help="Look at so many games as they are, at most."
        ),
    ] = MOST_GAMES,
    players: PlayersOption = None,
    variant: VariantOption = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game; repeatable.")
    ] = None,
    agents: Annotated[
        str | None, typer.Option("--agents", metavar="LIST", help="Styles, as in `balance simulate`.")
    ] = None,
    styles: StylesOption = None,
    cards: CardsOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """What every card does for who gains it: games played again with an ordinary card in its place.

    On the same luck, and by the same players: the difference is what the card does, and not who holds it. What was
    measured once is remembered, and what was stopped goes on from where it was.
    """
    from balance.cli.console import print_json, say
    from balance.cli.progress import ProgressWatcher
    from balance.cli.simulate import read_pairs
    from balance.engine.plan import Request, check_number, make_plan
    from balance.engine.runner import Interrupted
    from balance.judging.power import as_json as to_json
    from balance.judging.remembered import remembered_power
    from balance.report.powers import text

    check_number("--max-games", most, 1, 10**9)
    request = Request(
        game=game,
        games=most,
        players=players,
        variant=variant,
        settings=read_pairs(settings or []),
        agents=agents,
        seed=seed,
        styles=styles,
        cards=cards,
    )
    plan = make_plan(request)
    wanted = tuple(dict.fromkeys(card or []))
    try:
        found = remembered_power(plan, wanted, until, most, None, threads(workers), ProgressWatcher(quiet))
    except KeyboardInterrupt:
        raise Interrupted("Stopped. What was played is kept.\nThe same command goes on from there.") from None
    if as_json:
        print_json(to_json(found))
    else:
        say(text(found, plan), quiet)
