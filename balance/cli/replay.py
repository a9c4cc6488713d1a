"""`balance replay`: one logged game, told and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from balance.api.defaults import WORTH_READING
from balance.cli.app import app
from balance.cli.options import RunArgument, whole_number
from balance.cli.scenario import do_not_compile
from balance.common.places import MANIFEST, RUNS, run_folders

GameNumber = Annotated[
    str, typer.Argument(metavar="GAME_NO", help=f"Number of the game, from 0; or {', '.join(WORTH_READING)}.")
]
PictureOption = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE", help="Also draw the final position as SVG."),
]


WhyOption = Annotated[
    bool,
    typer.Option(
        "--why", help="Also show every decision: the options, what the style thought of them and why, what was chosen."
    ),
]
WhatIfOption = Annotated[
    int | None,
    typer.Option(
        "--what-if",
        metavar="DECISION",
        parser=whole_number,
        help="Play on from a decision (by its number in --why) with each of its options, over many futures.",
    ),
]
ScriptOption = Annotated[
    Path | None,
    typer.Option(
        "--script",
        metavar="FILE",
        help="Write the game as a scenario: every choice, and how it ended. balance scenario plays it again.",
    ),
]
FuturesOption = Annotated[
    int,
    typer.Option(
        "--futures", metavar="N", parser=whole_number, help="With --what-if: futures in which every option is tried."
    ),
]


@app.command()
def replay(
    run: RunArgument,
    game_no: GameNumber,
    picture: PictureOption = None,
    why: WhyOption = False,
    what_if: WhatIfOption = None,
    futures: FuturesOption = 400,
    script: ScriptOption = None,
) -> None:
    """Show one logged game turn by turn.

    After each turn it gives every player's chance to win. A word picks a game worth reading: the biggest comeback, the
    closest finish, the most typical or the most lopsided game.
    """
    played_again = why or what_if is not None or script is not None
    if not played_again and every_turn_is_there(run):  # one game is played at most: a compiler takes longer to import
        do_not_compile()
    from balance.api.find_run import find_run
    from balance.api.replay import number_of, read_game, tell
    from balance.cli.console import say
    from balance.common.files import write_file
    from balance.engine.game.plan import check_number
    from balance.judging.replay import draw_game

    check_number("--futures", futures, 10, 100_000)
    check_number("--what-if", what_if or 0, 0, 10**9)
    asked = read_game(game_no)
    opened = find_run(run)
    number, model = number_of(opened, asked)
    if picture:
        write_file(picture, draw_game(opened, number))
    if script is not None:
        write_script(opened, number, script)
    elif what_if is not None:
        tell_what_if_of(opened, number, what_if, futures)
    else:
        for line in tell(opened, number, model, why):
            say(line)


def write_script(run: Any, game_no: int, file: Path) -> None:
    """Write a game as a scenario, with its cards beside it where they are not the usual ones."""
    from balance.api.progress import ProgressWatcher
    from balance.cli.console import say
    from balance.common.errors import InputError, Problem
    from balance.common.files import write_file
    from balance.engine.game.game_file import cards_of
    from balance.judging.decisions import decisions_of
    from balance.judging.scenarios import file_of

    if not file.name or file.is_dir():
        raise InputError([Problem("is a folder: name a file in it", file=str(file))])
    decided = decisions_of(run, game_no, ProgressWatcher(quiet=False))
    table = decided.plan.card_table
    usual = cards_of(decided.plan.game, None).tables.get(table.game)
    cards = "" if usual is not None and usual.text == table.text else f"{file.stem}.csv"
    if cards:
        write_cards(file.with_name(cards), table.text)
    write_file(file, file_of(decided, cards, file.parent).text())
    say(f"{file}: {len(decided.decisions)} decisions. Play them again with: balance scenario {file}")


def write_cards(file: Path, text: str) -> None:
    """Write the cards of a scenario. Raises InputError where a file of that name holds anything else."""
    from balance.common.errors import InputError, Problem
    from balance.common.files import write_file

    if file.is_file() and file.read_bytes() != text.encode():
        message = "is there already and holds other cards than this run's: it is not overwritten"
        raise InputError([Problem(message, file=str(file), allowed="another name for the script: its cards take it")])
    write_file(file, text)


def tell_what_if_of(run: Any, game_no: int, number: int, futures: int) -> None:
    """Say what comes of the options of a decision."""
    from balance.api.progress import ProgressWatcher, counting
    from balance.cli.console import say
    from balance.judging.decisions import decisions_of, what_if
    from balance.report.decisions import tell_what_if

    decided = decisions_of(run, game_no, ProgressWatcher(quiet=False))
    with counting("playing futures") as progress:
        outcomes = what_if(decided, number, futures, progress)
    for line in tell_what_if(decided, number, outcomes, futures):
        say(line)


def every_turn_is_there(run: Any) -> bool:
    """Whether the run, or each of those that may be meant, kept the turns of all its games."""
    import json

    here = Path(str(run))
    folders = [here] if (here / MANIFEST).is_file() else run_folders(RUNS)
    try:
        manifests = [json.loads((folder / MANIFEST).read_bytes()) for folder in folders]
        kept = [manifest["log"] == "turns" and manifest.get("log_every", 1) == 1 for manifest in manifests]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # reported where the run is opened
        return False
    return bool(kept) and all(kept)
