"""`balance tune`: a stronger play style, and what it does."""

from __future__ import annotations

from pathlib import Path
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
    SettingsOption,
    StylesOption,
    VariantOption,
    WorkersOption,
    positive_number,
    read_pairs,
    threads,
    whole_number,
)

MOST_GENERATIONS, MOST_GAMES = 10_000, 1_000_000


@app.command()
def tune(
    game: GameArgument,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="LIST",
            help="Styles of the other players, who each draw one; default: greedy and the strongest.",
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option("--agents", metavar="LIST", help="Styles to start from; default: greedy and the two strongest."),
    ] = None,
    max_time: Annotated[
        float | None,
        typer.Option(
            "--max-time",
            metavar="SECONDS",
            parser=positive_number,
            help="Search for about so long, instead of a number of generations. Faster machines then find more.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the style to this file (TOML).")
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option("--generations", metavar="N", parser=whole_number, help="Generations of the search; default: 40."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", parser=whole_number, help="Games of a candidate in a generation; default: by game."
        ),
    ] = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    settings: SettingsOption = None,
    styles: StylesOption = None,
    cards: CardsOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find a stronger play style, and say what it does.

    Three searches turn the weights of styles that are there. The best of them is confirmed on games it never saw, and
    told in words: what it gains, what it does differently, which cards it leans on, and whether it is an exploit, a
    plan that spoils the game. What was played is kept: a search that was stopped goes on, and the same command gives
    the same style.
    """
    from balance.cli.console import print_json, say
    from balance.engine.game.plan import Request, check_number, make_plan
    from balance.judging.tune import GENERATIONS, AskedTune, check, named
    from balance.report.recipes import as_json as to_json

    generations = GENERATIONS if generations is None else generations
    check_number("--generations", generations, 1, MOST_GENERATIONS)
    check_number("--games", 1 if games is None else games, 1, MOST_GAMES)
    request = Request(
        game=game,
        players=players,
        variant=variant,
        settings=read_pairs(settings),
        seed=seed,
        styles=styles,
        cards=cards,
    )
    plan = make_plan(request)
    asked = AskedTune(
        against=named(plan, against),
        starts=named(plan, agents),
        generations=generations,
        seconds=max_time,
        games=games,
    )
    check(plan, asked)
    check_out(out, styles)
    found = tuned(plan, asked, threads(workers), quiet)
    if out is not None:
        write(found, plan, out)
    if as_json:
        print_json(to_json(found, plan))
    else:
        tell(found, plan, out, quiet)
    say(f"Style: {out}", quiet or as_json or out is None)


def check_out(out: Path | None, styles: Path | None) -> None:
    """Raise InputError where the style cannot be written there: said now, not after the search."""
    from balance.common.errors import InputError, Problem

    if out is None:
        return
    if out.is_dir() or not out.resolve().parent.is_dir():
        says = "is a folder" if out.is_dir() else "there is no such folder"
        raise InputError([Problem(says, file=str(out), allowed="the name of a file in a folder that is there")])
    if styles is not None and styles.resolve() == out.resolve():
        raise InputError([Problem("--out would replace the styles of --styles", file=str(out), allowed="another file")])


def tuned(plan, asked, workers: int, quiet: bool):
    """What the search finds."""
    from balance.api.progress import ProgressWatcher, kept_when_stopped
    from balance.judging.tune_cache import remembered_tune

    with kept_when_stopped():
        return remembered_tune(plan, asked, workers, ProgressWatcher(quiet))


def write(found, plan, out: Path) -> None:
    """Write the style. Raises InputError where that cannot be."""
    from balance.common.errors import InputError, Problem
    from balance.common.files import output_file
    from balance.report.recipes import toml

    try:
        with output_file(out) as file:
            file.write(toml(found, plan).encode())
    except OSError as error:
        raise InputError([Problem(says=f"cannot be written: {error.strerror}", file=str(out))]) from None


def tell(found, plan, out: Path | None, quiet: bool) -> None:
    """The verdict, how it plays, what it wins against whom, and the style itself where it is not written to a file."""
    from balance.cli.console import say, show_table
    from balance.report.recipes import COLUMNS, NUMBERS, explained, recipe, rows, sentences, toml

    say("\n".join(sentences(found, plan)), quiet)
    how = recipe(found, plan)
    say(
        "\n".join([f"How it plays, compared with {found.start.name}:", *(f"  {line}" for line in how)]),
        quiet or not how,
    )
    if not quiet:
        show_table(f"{found.style.name} against each style", COLUMNS, rows(found), NUMBERS)
    say(explained(found), quiet)
    if out is not None:
        say(f"Play with it: balance simulate {plan.game.id} --styles {out} --agents {found.style.name},mixed", quiet)
    else:
        weights = [line for line in toml(found, plan).splitlines() if not line.startswith("#")]
        say("\n".join(["", *weights, "", "Keep it: the same command with --out FILE."]), quiet)
