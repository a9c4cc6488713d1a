"""`balance power`: what every card does for who gains it."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import (
    AgentsOption,
    CardsOption,
    GameArgument,
    JsonOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    SettingsOption,
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
    settings: SettingsOption = None,
    agents: AgentsOption = None,
    styles: StylesOption = None,
    cards: CardsOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """What every card does for who gains it.

    Games are played again with an ordinary card in its place, on the same luck and by the same players: the difference
    is what the card does, and not who holds it. What was measured once is remembered, and what was stopped goes on from
    where it was.
    """
    from balance.cli.console import print_json
    from balance.cli.progress import ProgressWatcher
    from balance.cli.simulate import read_pairs
    from balance.engine.plan import Request, check_number, make_plan
    from balance.engine.runner import Interrupted
    from balance.judging.power import Asked
    from balance.judging.power import as_json as to_json
    from balance.judging.remembered import remembered_power

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
    asked = Asked(tuple(sorted({*(card or [])})), until, most)
    try:
        found = remembered_power(plan, asked, threads(workers), ProgressWatcher(quiet))
    except KeyboardInterrupt:
        raise Interrupted("Stopped. What was played is kept.\nThe same command goes on from there.") from None
    if as_json:
        print_json(to_json(found))
    else:
        tell(found, plan, quiet)


def tell(found, plan, quiet: bool) -> None:
    """What to change first, then every card, then what the numbers mean."""
    from balance.cli.console import say, show_table
    from balance.report.powers import COLUMNS, NUMBERS, explained, rows, sentences, unmeasured

    say("\n".join(sentences(found, plan)), quiet)
    measured = rows(found, plan)
    if measured and not quiet:
        show_table("every card, the strongest first", COLUMNS, measured, NUMBERS)
    say("\n".join([*unmeasured(found, plan), explained(found, plan)]), quiet)
