"""`balance sensitivity`: what a step of every number does."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.api.defaults import SENSITIVITY_GAMES, SENSITIVITY_UNTIL
from balance.cli.app import app
from balance.cli.options import (
    AgentsOption,
    CardsOption,
    GameArgument,
    JsonOption,
    MostGamesOption,
    NoReportOption,
    OnlyCardsOption,
    PlayersOption,
    QuietOption,
    ReportsOption,
    SeedOption,
    SettingsOption,
    StylesOption,
    UntilOption,
    VariantOption,
    WorkersOption,
    read_pairs,
    whole_number,
)
from balance.common.places import REPORTS

StepOption = Annotated[int, typer.Option("--step", metavar="K", parser=whole_number, help="Size of the step.")]


@app.command()
def sensitivity(
    game: GameArgument,
    card: OnlyCardsOption = None,
    step: StepOption = 1,
    until: UntilOption = SENSITIVITY_UNTIL,
    most: MostGamesOption = SENSITIVITY_GAMES,
    out: ReportsOption = REPORTS,
    no_report: NoReportOption = False,
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
    """What happens when a card's number goes up or down by one.

    Games are played again with the number changed, with the same luck: how much more or less players who gain the card
    win, how often it is gained, how long games last. Results are kept, and a stopped measurement resumes.
    """
    from balance.api.sensitivity import sensitivity as measure
    from balance.cli.console import answer, say

    edits = measure(
        game,
        card=card,
        step=step,
        until=until,
        max_games=most,
        players=players,
        variant=variant,
        set=read_pairs(settings),
        agents=agents,
        styles=styles,
        cards=cards,
        seed=seed,
        workers=workers,
        quiet=quiet,
        announce=lambda text: say(text, quiet or as_json, at_once=True),
    )
    answer(edits, as_json, quiet)
    if not no_report:
        page = edits.report(out)
        say(f"Report: {page}" if page else "No report: no number to try.", quiet or as_json)
