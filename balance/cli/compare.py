"""`balance compare`: what an edit changes, game by game, or what differs between two runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from balance.api.defaults import GUARDED_GAMES
from balance.cli.app import app
from balance.cli.console import complete_games, complete_runs
from balance.cli.options import (
    CardsOption,
    JsonOption,
    PowerOption,
    QuietOption,
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


@app.command()
def compare(
    what: Annotated[
        list[str],
        typer.Argument(metavar="GAME | RUN_A RUN_B", help="A game, or two runs.", autocompletion=complete_either),
    ],
    cards: CardsOption = None,
    cards_b: Annotated[Path | None, typer.Option("--cards-b", metavar="FILE", help="The other card table.")] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="GIT_REV", help="Compare with cards.csv at this git revision."),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a setting on both sides; repeatable.")
    ] = None,
    settings_b: Annotated[
        list[str] | None,
        typer.Option("--set-b", metavar="KEY=VALUE", help="Change a setting on the other side; repeatable."),
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="NAME", help="Rules variant of both.")] = None,
    variant_b: Annotated[
        str | None, typer.Option("--variant-b", metavar="NAME", help="Rules variant of the other side.")
    ] = None,
    agents: Annotated[
        str | None, typer.Option("--agents", metavar="LIST", help="Styles of both, as in `balance simulate`.")
    ] = None,
    agents_b: Annotated[
        str | None, typer.Option("--agents-b", metavar="LIST", help="Styles of the other side.")
    ] = None,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", help="Keep styles in the listed order instead of shuffling.")
    ] = False,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", metavar="P", parser=whole_number, help="Players; default: the usual number."),
    ] = None,
    styles: StylesOption = None,
    seed: SeedOption = 1,
    max_games: Annotated[
        int | None,
        typer.Option(
            "--max-games",
            metavar="N",
            parser=whole_number,
            help="Go on for unedited cards, too: at most this many games of each.",
        ),
    ] = None,
    max_time: Annotated[
        float | None,
        typer.Option("--max-time", metavar="SECONDS", parser=positive_number, help="Time limit (seconds)."),
    ] = None,
    fail: Annotated[
        bool, typer.Option("--fail-on-difference", help="Decide every figure; exit code 1 if one differs.")
    ] = False,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the page.")] = REPORTS,
    no_report: Annotated[bool, typer.Option("--no-report", help="Write no page.")] = False,
    every: Annotated[bool, typer.Option("--all", help="List every change, not just the largest.")] = False,
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
        page = comparison.report(out)
        say(f"Report: {page}" if page else "No report: no game was played.", quiet or as_json)
    if comparison.stopped:
        raise typer.Exit(130)
    if fail and comparison.differs:
        raise typer.Exit(1)
