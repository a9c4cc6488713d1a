"""`balance cards list`, `check` and `export`: the card table as read, everything wrong with it, and one to edit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.app import cards_app
from balance.cli.console import complete_games
from balance.cli.options import CardsOption, JsonOption, QuietOption, game_name
from balance.common.places import OWN_CARDS
from balance.common.units import counted

if TYPE_CHECKING:
    from balance.cards.read import CardFile
    from balance.common.errors import Problem
    from balance.engine.game import Game

MOST_SHOWN = 50
"""Problems of a table that are shown."""
OneGameArgument = Annotated[
    str | None,
    typer.Argument(metavar="GAME", parser=game_name, help="One game; none: all.", autocompletion=complete_games),
]


@cards_app.command("list")
def list_cards(
    game: OneGameArgument = None,
    cards: CardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the card table."""
    from balance.cards.read import default_cards, read_cards
    from balance.cli.console import print_json, show_table
    from balance.engine.game import find_game, game_ids
    from balance.engine.game.plan import cards_for

    file = cards_for(find_game(game), cards) if game else read_cards(cards or default_cards(), game_ids())
    wanted = [find_game(game).id] if game else game_ids()
    tables = [file.tables[name] for name in wanted if name in file.tables]
    if as_json:
        print_json([{name: row.cell(name) for name in rows.columns} for rows in tables for row in rows.rows])
        return
    for rows in tables:
        columns = [name for name in rows.columns if name != "game"]
        cells = [[row.cell(name) for name in columns] for row in rows.rows]
        title = f"{rows.game}: {len(cells)} rows of {file.path}"
        show_table(title, columns, cells, right=("copies", "cost", "points"))


@cards_app.command("check")
def check_cards(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Card tables, or the file of your own game; default: cards.csv."),
    ] = None,
    cards: CardsOption = None,
    every: Annotated[bool, typer.Option("--all", help=f"List every problem, not just the first {MOST_SHOWN}.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Validate cards.csv: list every problem (exit code 1).

    The table of a game of your own need not name it: say `balance cards check mill.py`, and behind it other tables of
    that game.
    """
    from balance.cards.read import default_cards
    from balance.cli.console import print_json

    named = [*(files or []), *([cards] if cards else [])] or [default_cards()]
    tables = [(file, *find_problems(file, game)) for file, game in tables_of(named)]
    if as_json:
        checked = [
            {"file": str(path), "errors": [vars(e) for e in errors], "notices": [vars(n) for n in notices]}
            for path, errors, notices in tables
        ]
        print_json(checked if len(checked) > 1 else checked[0])
    else:
        for path, errors, notices in tables:
            print_problems(path, errors, notices, None if every else MOST_SHOWN)
    if any(errors for _, errors, _ in tables):
        raise typer.Exit(1)


@cards_app.command("export")
def export_cards(
    game: OneGameArgument = None,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file; there must be none yet.")] = OWN_CARDS,
    quiet: QuietOption = False,
) -> None:
    """Write the cards that come with balance to a file, to edit them."""
    from balance.cli.console import say
    from balance.common.errors import InputError, Problem
    from balance.common.files import write_text, writing_into
    from balance.engine.game import find_game

    asked = find_game(game) if game else None
    text = shipped_cards(asked)
    if os.path.lexists(out):
        raise InputError([Problem("is there already, and is not replaced", file=str(out), allowed="--out NEWFILE")])
    with writing_into(out.parent):
        out.parent.mkdir(parents=True, exist_ok=True)
        write_text(out, text)
    say(f"{out}: the cards of {asked.name if asked else 'all games'} as they come with balance", quiet)
    if out.resolve() == OWN_CARDS.resolve():
        say("  Every command in this folder reads it from now on. Keep a copy to compare with.", quiet)
    else:
        say(f"  balance compare {asked.id if asked else 'GAME'} --cards-b {out}   after an edit: did it work?", quiet)


def shipped_cards(game: Game | None) -> str:
    """The card table that comes with balance, of one game or of all. Raises InputError for a game with none in it."""
    from balance.cards.read import packaged_cards, read_cards
    from balance.common.errors import InputError, Problem
    from balance.engine.game import game_ids
    from balance.engine.game.plan import game_cards

    if game is None:
        return packaged_cards().read_text("utf-8")
    if game.file is not None:
        where = f"edit {os.path.relpath(game.own_cards)}" if game.own_cards else "a cards.csv beside it"
        raise InputError([Problem(f"{game.name} does not come with balance", file=str(game.file), allowed=where)])
    table, _ = game_cards(game, read_cards(packaged_cards(), game_ids()))
    return table.text


def print_problems(path: Path, errors: list[Problem], notices: list[Problem], most: int | None) -> None:
    """The problems of a table, at most so many, and how many there are."""
    from balance.cli.console import say

    problems = [*(("error", error) for error in errors), *(("note", notice) for notice in notices)]
    for kind, problem in problems[:most]:
        say(f"{kind}: {problem}")
    if most is not None and len(problems) > most:
        say(f"... and {len(problems) - most:,} more; --all lists them")
    say(f"{path}: {counted(len(errors), 'error')}, {counted(len(notices), 'note')}")


def tables_of(named: list[Path]) -> list[tuple[Path, Game | None]]:
    """The card tables that are meant, each with the game of one's own that it belongs to, if any. Raises InputError."""
    from balance.common.errors import InputError, Problem
    from balance.engine.game import find_game
    from balance.engine.game.own_game import ENDING

    games = [find_game(str(file)) for file in dict.fromkeys(named) if file.suffix == ENDING]
    files = [file for file in dict.fromkeys(named) if file.suffix != ENDING]
    if not games:
        return [(file, game_beside(file)) for file in files]
    if files and len(games) > 1:
        raise InputError([Problem("several games, and card tables", allowed="one game, and tables of it")])
    if files:
        return [(file, games[0]) for file in files]
    for game in games:
        if game.own_cards is None:
            raise InputError([Problem("there is no cards.csv beside it", file=str(game.file))])
    return [(Path(os.path.relpath(game.own_cards)), game) for game in games if game.own_cards]


def game_beside(file: Path) -> Game | None:
    """The game in a file beside a card table that does not say whose it is; None where it does.

    Raises InputError, with what to type, where nobody has opened such a game here: to look is to run its code.
    """
    from balance.cards.read import columns_of
    from balance.common.errors import InputError, Problem
    from balance.engine.game import find_game
    from balance.engine.game.own_game import ENDING, is_known

    columns = columns_of(file) if file.is_file() else ()
    if {"game", "source"} & {*columns} or "id" not in columns:
        return None
    game_files = [path for path in sorted(file.parent.glob(f"[!.]*{ENDING}")) if "(Game)" in _text_of(path)]
    known = [path for path in game_files if is_known(path.resolve())]
    if len(known) == 1:
        return find_game(str(known[0]))
    example = (known or game_files or [Path("mygame.py")])[0]
    message = "the column game is missing: this is the card table of one game, and does not say of which"
    raise InputError([Problem(message, file=str(file), allowed=f"balance cards check {example} {file}")])


def _text_of(path: Path) -> str:
    """What stands in a file; "" where it cannot be read: a folder, a link to nothing."""
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def further_problems(file: CardFile, games: Sequence[Game]) -> list[Problem]:
    """What games find wrong with rows of a table that has other errors, too.

    Of whole tables they say nothing: what seems to be missing may be in a row that cannot be read.
    """
    from balance.cards.own import own_table
    from balance.common.errors import Problems

    problems = Problems()
    for game in games:
        table = own_table(file.tables[game.id], game.card_columns, Problems())
        if table.rows:
            game.read_cards(table, problems)
    return [problem for problem in problems.errors if problem.line is not None]


def find_problems(path: Path, game: Game | None = None) -> tuple[list[Problem], list[Problem]]:
    """All errors and notices of a card file, the common ones and each game's own.

    ``game``: of whose own it is the table. Another table may hold some of the games only; the others are reported as
    notices.
    """
    from balance.cards.own import notice_others, own_table
    from balance.cards.read import RowsError, read_cards
    from balance.common.errors import InputError, Problem, Problems
    from balance.engine.game import game_ids, working_games

    problems = Problems()
    try:
        file = read_cards(path, game_ids(), of=game.id if game else "")
    except InputError as error:
        if not path.is_file():  # there is nothing to check
            raise
        errors = [p if isinstance(p, Problem) else Problem(p) for p in error.problems]
        if isinstance(error, RowsError):
            errors += further_problems(error.read, [game] if game else working_games())
        return sorted(dict.fromkeys(errors), key=lambda problem: problem.line or 0), problems.notices
    problems.notices += file.notices
    empty = not any(table.rows for table in file.tables.values())
    if game and empty:
        problems.notices.append(Problem("there is no card in it, only the names of the columns", file=str(path)))
    games = [game] if game else working_games()
    notice_others(file.tables.values(), {game.id: game.card_columns for game in games}, problems)
    for game in games:
        table = own_table(file.tables[game.id], game.card_columns, problems, inferred=game.file is not None)
        if table.rows or empty:
            game.read_cards(table, problems)
        else:
            problems.notices.append(Problem(f"there are no cards of {game.name}", file=str(path)))
    return problems.errors, problems.notices
