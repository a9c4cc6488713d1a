"""`balance play`: a person sits down at a table with play styles."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import StoppedError, app
from balance.cli.options import (
    CardsOption,
    PlayersOption,
    SettingsOption,
    VariantOption,
    read_pairs,
    whole_number,
)
from balance.cli.scenario import do_not_compile

if TYPE_CHECKING:
    from balance.engine.game.game_file import GameFile

WhatArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game; or the file of one that was begun.")]
SeatOption = Annotated[
    int | None, typer.Option("--seat", metavar="N", parser=whole_number, help="Your seat, from 1 (the default).")
]
OthersOption = Annotated[
    str, typer.Option("--against", metavar="LIST", help="Styles of the others: one for all, or one for each.")
]
AdviserOption = Annotated[str, typer.Option("--adviser", metavar="STYLE", help="The style that gives hints.")]
FreshSeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="S", parser=whole_number, help="Seed; default: the first of which no game is saved."
    ),
]
ScriptOption = Annotated[
    Path | None,
    typer.Option(
        "--script",
        "--save",
        metavar="FILE",
        help="Where every step is saved; if FILE is there, you go on with its game. Default: play-GAME-SEED.json here.",
    ),
]
ReviewOption = Annotated[
    bool | None,
    typer.Option(
        "--review/--no-review",
        help="Look back on your choices in a game that is over: name its file. --no-review: not even after this game.",
        show_default=False,
    ),
]
QuickOption = Annotated[bool, typer.Option("--if-compiled", hidden=True)]
"""With --review: only where that is quick."""


@app.command()
def play(
    context: typer.Context,
    what: WhatArgument,
    seat: SeatOption = None,
    players: PlayersOption = None,
    against: OthersOption = "mixed",
    adviser: AdviserOption = "greedy",
    variant: VariantOption = None,
    settings: SettingsOption = None,
    seed: FreshSeedOption = None,
    cards: CardsOption = None,
    script: ScriptOption = None,
    review: ReviewOption = None,
    if_compiled: QuickOption = False,
) -> None:
    """Play a game yourself, against play styles.

    You make every decision of your player, and see only what that player may know. The game is saved at every step: to
    go on, name its file instead of a game. `balance scenario` plays such a file again. When it is over you hear how
    your chances went, and which choices cost you most.
    """
    from balance.cli.review import show_review

    if review:
        refuse(context, Path(what), "seat", "script", *FIXED)
        show_review(Path(what), if_compiled)
        return
    do_not_compile()
    from balance.common.errors import InputError, Problem
    from balance.engine.game import find_game
    from balance.judging.saved_game import is_game, is_saved_game, load

    if script is not None and is_game(str(script)):
        raise InputError([Problem(f"--script {script}: a game is called so", allowed=f"another name: {script}.json")])
    named = is_saved_game(what)
    file = Path(what) if named else script
    if file is not None and (named or file.exists()):
        refuse(context, file, *(["script"] if named else []), *FIXED)
        begun = seated(load(file), seat)
        if not named and begun.rules is not find_game(what):
            raise other_game(file, begun, what)
    else:
        folder = file.parent if file else Path()
        asked = (players, against, adviser, variant, settings or [], seed, cards, folder)
        begun = new_game(what, place_of(seat), *asked)
        see_that_it_can_be(begun, file or saved_as(begun.rules.id, begun.seed))
        if file is None:
            begun, file = with_a_file(begun, any_seed=seed is None)
    sit_down(begun, file, review is None)


FIXED = ("players", "against", "adviser", "variant", "settings", "seed", "cards")
"""What a game that was begun says itself."""


def refuse(context: typer.Context, file: Path, *names: str) -> None:
    """Raise InputError where these options were given beside the ``file`` of a game, which has no need of them."""
    from balance.common.errors import InputError, Problem

    spoken = [option.opts[0] for option in context.command.params if is_given(context, option.name, names)]
    if spoken:
        message = f"{', '.join(spoken)} cannot be given for a game that was begun"
        raise InputError([Problem(message, file=str(file), allowed="leave that out; a new game needs another file")])


def is_given(context: typer.Context, name: str | None, names: Collection[str]) -> bool:
    """Whether an option stands on the command line, and is one of these."""
    source = context.get_parameter_source(name) if name in names and name else None
    return source is not None and source.name == "COMMANDLINE"


def sit_down(begun: GameFile, file: Path, review: bool) -> None:
    """Play on from where the game is, and look back on it when it is over. Raises StoppedError."""
    from balance.cli.review import start_review
    from balance.cli.table import TableTalk
    from balance.judging.saved_game import how_to_play_on

    talk = TableTalk(begun, file)
    # Polars takes Ctrl-C for itself when it is imported, such that a question goes on waiting for its answer.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if talk.run() and review:
            start_review(file)
    except KeyboardInterrupt:
        raise StoppedError(f"stopped. Go on with: {how_to_play_on(file)}") from None


def new_game(
    game_id: str,
    seat: int,
    players: int | None,
    against: str,
    adviser: str,
    variant: str | None,
    settings: list[str],
    seed: int | None,
    cards: Path | None,
    folder: Path,
) -> GameFile:
    """A game that is about to begin, of which the file will be in ``folder``. Raises InputError for what cannot be."""
    from balance.common.errors import InputError, Problem
    from balance.engine.game import find_game, saved_word
    from balance.engine.game.game_file import GameFile, with_person

    game = find_game(game_id)
    count = game.usual_seats if players is None else players
    if not 0 <= seat < count:
        raise InputError([Problem(f"--seat {seat + 1}", allowed=f"1 to {count}")])
    begun = GameFile(
        says=f"{game.name}, played by a person.",
        game=saved_word(game, folder),
        players=tuple({"style": style} for style in lineup(against, adviser, seat, count)),
        seed=1 if seed is None else seed,
        variant=variant or "",
        settings=read_pairs(settings),
        cards=os.path.relpath(cards, folder) if cards else "",
        folder=folder,
    )
    return with_person(begun, seat)


def place_of(seat: int | None) -> int:
    """Where she sits who asked for this seat, counted from 0; who did not say has the first."""
    return 0 if seat is None else seat - 1


def see_that_it_can_be(begun: GameFile, file: Path) -> None:
    """Raise InputError for what cannot be of a game that is about to begin; its ``file``, which is not there, is not
    named.
    """
    from balance.common.errors import InputError, Problem
    from balance.judging.saved_game import plan_to_play

    try:
        plan_to_play(begun, file)
    except InputError as error:
        problems = [problem if isinstance(problem, Problem) else Problem(problem) for problem in error.problems]
        here = str(file)
        raise InputError(
            [replace(problem, file="") if problem.file == here else problem for problem in problems]
        ) from None


def seated(begun: GameFile, seat: int | None) -> GameFile:
    """A game that was begun, with the person where she wants to sit; if she says nothing, where she sat.

    Raises InputError where there is no such seat.
    """
    from balance.common.errors import InputError, Problem
    from balance.engine.game.game_file import with_person

    if seat is None and begun.persons:
        return begun
    place = place_of(seat)
    if not 0 <= place < len(begun.players):
        raise InputError([Problem(f"--seat {seat}", allowed=f"1 to {len(begun.players)}")])
    return with_person(begun, place)


def other_game(file: Path, begun: GameFile, game: str) -> Exception:
    """The error for a file that holds a game of something else."""
    from balance.common.errors import InputError, Problem

    message = f"holds a game of {begun.game}, not of {game}"
    return InputError([Problem(message, file=str(file), allowed="another --script, or that game")])


def saved_as(game: str, seed: int, time: int = 1) -> Path:
    """Where a game is saved when nobody says, the Nth time with this seed."""
    return Path(f"play-{game}-{seed}{f'-{time}' if time > 1 else ''}.json")


def with_a_file(begun: GameFile, any_seed: bool) -> tuple[GameFile, Path]:
    """The game in a new file of its own, which nobody else has, not even who begins a game in the same moment.

    ``any_seed``: its seed is the first of which no game is saved. Raises InputError where nothing can be written.
    """
    from balance.common.errors import InputError, Problem

    number = 0
    while True:
        number += 1
        game = replace(begun, seed=number) if any_seed else begun
        file = saved_as(game.rules.id, game.seed, 1 if any_seed else number)
        try:
            with open(file, "x", encoding="utf-8") as stream:
                stream.write(game.text())
        except FileExistsError:
            continue
        except OSError as error:
            raise InputError([Problem(f"cannot be written: {error.strerror or error}", file=str(file))]) from None
        return game, file


def lineup(against: str, adviser: str, seat: int, players: int) -> list[str]:
    """A style for every seat. Raises InputError for another number of styles than there are others."""
    from balance.common.errors import InputError, Problem
    from balance.engine.game.agents import words_of

    others: list[Any] = words_of(against)
    if not all(others):
        raise InputError([Problem("--against names a style that has no name", allowed=f"1 style, or {players - 1}")])
    if len(others) == 1:
        others *= players - 1
    if len(others) != players - 1:
        raise InputError([Problem(f"--against names {len(others)} styles", allowed=f"1, or {players - 1}")])
    return [*others[:seat], adviser, *others[seat:]]
