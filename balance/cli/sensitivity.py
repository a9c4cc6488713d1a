"""`balance sensitivity`: what a step of every number does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import (
    AgentsOption,
    CardsOption,
    GameArgument,
    JsonOption,
    MostGamesOption,
    OnlyCardsOption,
    PlayersOption,
    QuietOption,
    SeedOption,
    SettingsOption,
    StylesOption,
    UntilOption,
    VariantOption,
    WorkersOption,
    read_pairs,
    threads,
    whole_number,
)
from balance.common.places import REPORTS

MOST_GAMES = 48_000
UNTIL = 0.015
"""One and a half points of win rate."""
MOST_STEP = 1000


@app.command()
def sensitivity(
    game: GameArgument,
    card: OnlyCardsOption = None,
    step: Annotated[int, typer.Option("--step", metavar="K", parser=whole_number, help="Size of the step.")] = 1,
    until: UntilOption = UNTIL,
    most: MostGamesOption = MOST_GAMES,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the page.")] = REPORTS,
    no_report: Annotated[bool, typer.Option("--no-report", help="Do not write a report.")] = False,
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
    from balance.analysis.trial_edits import as_json as to_json
    from balance.api.progress import ProgressWatcher, kept_when_stopped
    from balance.cli.console import print_json, say
    from balance.engine.game.plan import Request, check_number, make_plan
    from balance.judging.power_cache import remembered_sensitivity
    from balance.judging.sensitivity import AskedEdits
    from balance.judging.trials import check_cards

    check_number("--max-games", most, 1, 10**9)
    check_number("--step", step, 1, MOST_STEP)
    request = Request(
        game=game,
        games=most,
        players=players,
        variant=variant,
        settings=read_pairs(settings),
        agents=agents,
        seed=seed,
        styles=styles,
        cards=cards,
    )
    plan = make_plan(request)
    asked = AskedEdits(tuple(sorted({*(card or [])})), step, until, most)
    check_cards(plan, asked.cards)
    say(f"{plan.game.name}: finding edits to try", quiet or as_json, at_once=True)
    with kept_when_stopped():
        found = remembered_sensitivity(plan, asked, threads(workers), ProgressWatcher(quiet))
    if as_json:
        print_json(to_json(found))
    else:
        tell(found, plan, quiet)
    if not no_report:
        say(write_page(found, plan, out), quiet or as_json)


def tell(found, plan, quiet: bool) -> None:
    """What moves most, every number, and what the figures mean."""
    from balance.cli.console import say, show_table
    from balance.report.sensitivities import COLUMNS, NUMBERS, explained, rows, sentences

    say("\n".join(sentences(found, plan)), quiet)
    told = rows(found, plan)
    if told and not quiet:
        show_table("Every number, largest clear change first", COLUMNS, told, NUMBERS)
    say(explained(found, plan), quiet)


def write_page(found, plan, out: Path) -> str:
    """Write the page, and say where it is; or why there is none."""
    from balance.common.files import pages_into
    from balance.report.sensitivities import write_sensitivity

    if not found.edits:
        return "No report: no number to try."
    with pages_into(out):
        return f"Report: {write_sensitivity(found, plan, out)}"
