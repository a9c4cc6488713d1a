"""`balance cards list` and `balance cards check`: the card table as read, and everything wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.app import cards_app
from balance.cli.console import complete_games
from balance.cli.options import CardsOption, JsonOption, game_name

if TYPE_CHECKING:
    from balance.common.errors import Problem

MOST_TOLD = 50
"""Problems of a table that are told."""


@cards_app.command("list")
def list_cards(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", parser=game_name, help="One game; none: all.", autocompletion=complete_games),
    ] = None,
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
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE", help="Card tables; default: cards.csv.")] = None,
    cards: CardsOption = None,
    every: Annotated[bool, typer.Option("--all", help=f"List every problem, not just the first {MOST_TOLD}.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Validate cards.csv: list every problem (exit code 1)."""
    from balance.cards.read import default_cards
    from balance.cli.console import print_json

    named = [*(files or []), *([cards] if cards else [])] or [default_cards()]
    found = [(file, *find_problems(file)) for file in dict.fromkeys(named)]
    if as_json:
        checked = [
            {"file": str(path), "errors": [vars(e) for e in errors], "notices": [vars(n) for n in notices]}
            for path, errors, notices in found
        ]
        print_json(checked if len(checked) > 1 else checked[0])
    else:
        for path, errors, notices in found:
            tell_problems(path, errors, notices, None if every else MOST_TOLD)
    if any(errors for _, errors, _ in found):
        raise typer.Exit(1)


def tell_problems(path: Path, errors: list[Problem], notices: list[Problem], most: int | None) -> None:
    """The problems of a table, at most so many, and how many there are."""
    from balance.cli.console import say

    lines = [*(f"error: {error}" for error in errors), *(f"note: {notice}" for notice in notices)]
    for line in lines[:most]:
        say(line)
    if most is not None and len(lines) > most:
        say(f"... and {len(lines) - most:,} more; --all lists them")
    say(f"{path}: {len(errors):,} errors, {len(notices):,} notes")


def find_problems(path: Path) -> tuple[list[Problem], list[Problem]]:
    """All errors and notices of a card file, the common ones and each game's own.

    A table may hold some of the games only; the others are told as notices.
    """
    from balance.cards.own import notice_others, own_table
    from balance.cards.read import read_cards
    from balance.common.errors import InputError, Problem, Problems
    from balance.engine.game import game_ids, working_games

    problems = Problems()
    try:
        file = read_cards(path, game_ids())
    except InputError as error:
        if not path.is_file():  # there is nothing to check
            raise
        problems.errors += [p if isinstance(p, Problem) else Problem(p) for p in error.problems]
        return problems.errors, problems.notices
    problems.notices += file.notices
    empty = not any(table.rows for table in file.tables.values())
    games = working_games()
    notice_others(file.tables.values(), {game.id: game.card_columns for game in games}, problems)
    for game in games:
        table = own_table(file.tables[game.id], game.card_columns, problems)
        if table.rows or empty:
            game.read_cards(table, problems)
        else:
            problems.notices.append(Problem(f"there are no cards of {game.name}", file=str(path)))
    return problems.errors, problems.notices
