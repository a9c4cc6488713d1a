"""`balance compare`: what an edit changes, game by game, or what differs between two runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.api.defaults import GUARDED_GAMES
from balance.cli.app import app
from balance.cli.console import complete_games, complete_runs
from balance.cli.options import (
    BriefOption,
    CardsOption,
    FixedSeatsOption,
    JsonOption,
    NoReportOption,
    PlayersOption,
    PowerOption,
    QuietOption,
    ReportsOption,
    SeedOption,
    StylesOption,
    WorkersOption,
    positive_number,
    read_pairs,
    whole_number,
)
from balance.common.places import REPORTS


def complete_either(incomplete: str) -> list[str]:
    """Games and runs for shell completion."""
    return [*complete_games(incomplete), *complete_runs(incomplete)]


SidesArgument = Annotated[
    list[str], typer.Argument(metavar="GAME | RUN_A RUN_B", help="A game, or two runs.", autocompletion=complete_either)
]
CardsBOption = Annotated[Path | None, typer.Option("--cards-b", metavar="FILE", help="The other card table.")]
AgainstOption = Annotated[
    str | None, typer.Option("--against", metavar="GIT_REV", help="Compare with cards.csv at this git revision.")
]
BothSettingsOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a setting on both sides; repeatable.")
]
SettingsBOption = Annotated[
    list[str] | None,
    typer.Option("--set-b", metavar="KEY=VALUE", help="Change a setting on the other side; repeatable."),
]
BothVariantOption = Annotated[str | None, typer.Option("--variant", metavar="NAME", help="Rules variant of both.")]
VariantBOption = Annotated[
    str | None, typer.Option("--variant-b", metavar="NAME", help="Rules variant of the other side.")
]
BothAgentsOption = Annotated[
    str | None, typer.Option("--agents", metavar="LIST", help="Styles of both, as in `balance simulate`.")
]
AgentsBOption = Annotated[str | None, typer.Option("--agents-b", metavar="LIST", help="Styles of the other side.")]
MaxGamesOption = Annotated[
    int | None,
    typer.Option(
        "--max-games",
        metavar="N",
        parser=whole_number,
        help="Go on for unedited cards, too: at most this many games of each.",
    ),
]
MaxTimeOption = Annotated[
    float | None, typer.Option("--max-time", metavar="SECONDS", parser=positive_number, help="Time limit (seconds).")
]
FailOption = Annotated[
    bool, typer.Option("--fail-on-difference", help="Decide every figure; exit code 1 if one differs.")
]
AllOption = Annotated[bool, typer.Option("--all", help="List every change, not just the largest.")]


@app.command()
def compare(
    what: SidesArgument,
    cards: CardsOption = None,
    cards_b: CardsBOption = None,
    against: AgainstOption = None,
    settings: BothSettingsOption = None,
    settings_b: SettingsBOption = None,
    variant: BothVariantOption = None,
    variant_b: VariantBOption = None,
    agents: BothAgentsOption = None,
    agents_b: AgentsBOption = None,
    fixed_seats: FixedSeatsOption = False,
    players: PlayersOption = None,
    styles: StylesOption = None,
    seed: SeedOption = 1,
    max_games: MaxGamesOption = None,
    max_time: MaxTimeOption = None,
    fail: FailOption = False,
    out: ReportsOption = REPORTS,
    no_report: NoReportOption = False,
    brief: BriefOption = False,
    every: AllOption = False,
    power: PowerOption = "quick",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Did my edit work? Compare two card tables, settings or runs.

    Both sides play the same games with the same luck until players, styles, length and the edited cards are decided:
    moved, or the same within their margins. The last line says how many games would decide the other cards. First comes
    every edited card: its power before and after, and what the same players win. The page shows the rest.
    """
    from balance.api.compare import compare as find
    from balance.cli.console import print_json, say

    comparison = find(
        *what,
        cards=cards,
        cards_b=cards_b,
        against=against,
        set=read_pairs(settings),
        set_b=read_pairs(settings_b),
        variant=variant,
        variant_b=variant_b,
        agents=agents,
        agents_b=agents_b,
        fixed_seats=fixed_seats,
        players=players,
        styles=styles,
        seed=seed,
        max_games=GUARDED_GAMES if fail and max_games is None and len(what) == 1 else max_games,
        max_time=max_time,
        power=power,
        workers=workers,
        quiet=quiet,
    )
    if as_json:
        print_json(comparison.as_json())
    else:
        say(comparison.text(every), quiet)
    if not no_report:
        page = comparison.report(out, brief=brief)
        say(f"Report: {page}" if page else "No report: no game was played.", quiet or as_json)
    if comparison.stopped:
        raise typer.Exit(130)
    if fail and comparison.differs:
        raise typer.Exit(1)
