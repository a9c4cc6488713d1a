"""`balance cards list` and `balance cards check`: the card table as read, and everything wrong with it."""

from __future__ import annotations

from typing import Annotated

import typer

from balance.cli.app import cards_app
from balance.cli.console import complete_games
from balance.cli.options import CardsOption, JsonOption


@cards_app.command("list")
def list_cards(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One game; none: all.", autocompletion=complete_games)
    ] = None,
    cards: CardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """The card table as read."""
    from balance.cards.read import default_cards, read_cards
    from balance.cli.console import print_json, show_table
    from balance.engine.game import find_game, game_ids

    file = read_cards(cards or default_cards(), game_ids())
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
def check_cards(cards: CardsOption = None, as_json: JsonOption = False) -> None:
    """Every problem in the card table; exit code 1 when there is one."""
    from balance.cli.console import print_json, say

    errors, notices, path = find_problems(cards)
    if as_json:
        print_json({"file": str(path), "errors": [vars(e) for e in errors], "notices": [vars(n) for n in notices]})
    else:
        for error in errors:
            say(f"error: {error}")
        for notice in notices:
            say(f"note: {notice}")
        say(f"{path}: {len(errors)} errors, {len(notices)} notes")
    if errors:
        raise typer.Exit(1)


def find_problems(cards):
    """All errors and notices of a card file, the common ones and each game's own, and the file's path.

    A table may hold some of the games only; the others are told as notices.
    """
    from balance.cards.read import default_cards, read_cards
    from balance.engine.errors import InputError, Problem, Problems
    from balance.engine.game import game_ids, working_games

    path = cards or default_cards()
    problems = Problems()
    try:
        file = read_cards(path, game_ids())
    except InputError as error:
        if not path.is_file():  # there is nothing to check
            raise
        problems.errors += [p if isinstance(p, Problem) else Problem(says=p) for p in error.problems]
        return problems.errors, problems.notices, path
    problems.notices += file.notices
    empty = not any(table.rows for table in file.tables.values())
    for game in working_games():
        table = file.tables[game.id]
        if table.rows or empty:
            game.read_cards(table, problems)
        else:
            problems.notices.append(Problem(says=f"there are no cards of {game.name}", file=str(path)))
    return problems.errors, problems.notices, path
