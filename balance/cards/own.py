"""Columns that a game has beside those that all games share: which of a file's are its own, and what the others are."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from balance.cards.check import COLUMNS, CardTable, check_characters, number_of, numeric_columns
from balance.cards.notices import notice_first
from balance.common.errors import Problem, Problems, quoted

SLIP = 0.8  # how like a column of the game another name must be to be taken for a slip


def own_table(table: CardTable, columns: Sequence[str], problems: Problems, inferred: bool = False) -> CardTable:
    """The table as its game sees it: with the game's own ``columns``, in this order, and no others.

    A file may lack any of them. Adds an error where one is named twice, misspelt, or holds strange characters.

    ``inferred``: the game reads from the cells what a column holds. Then this is so for good, and adds notices.
    """
    if table.rows:
        _check_names(table, columns, problems)
    rows = tuple(
        replace(row, own={column: row.own[column] for column in columns if column in row.own}) for row in table.rows
    )
    for row in rows:
        for column in row.own:
            check_characters(row, column, problems)
    owned = replace(table, rows=rows, own=tuple(columns))
    return _inferred(owned, problems) if inferred else owned


def _check_names(table: CardTable, columns: Sequence[str], problems: Problems) -> None:
    """Slips are looked for only beside other columns of the game: else a file may name columns as it likes."""
    for column in columns:
        if table.own.count(column) > 1:
            message = f"{table.own.count(column)} columns have this name"
            problems.errors.append(Problem(message, table.file, table.header, column, allowed="every column once"))
    missing = [column for column in columns if column not in table.own]
    if len(missing) == len(columns):
        return
    for name in dict.fromkeys(table.own):
        meant = difflib.get_close_matches(name, missing, n=1, cutoff=SLIP) if name not in columns else []
        if meant:
            message = "no game reads this column, and it looks like a slip for one that is missing"
            allowed = ",".join(columns)
            problem = Problem(
                message, table.file, table.header, meant[0], value=name, allowed=allowed, nearest=meant[0]
            )
            problems.errors.append(problem)


def _inferred(table: CardTable, problems: Problems) -> CardTable:
    """The table with the columns that are numeric. Adds a notice of every column of the game that the file lacks, and
    of those that are numbers but for a cell or two."""
    columns = {column: [row.cell(column) for row in table.rows] for column in (*COLUMNS, *table.own)}
    for column in table.own if table.rows else ():
        if not any(column in row.own for row in table.rows):
            message = "the game has this column, and the file has not: it counts as blank"
            problems.notices.append(Problem(message, table.file, table.header, column))
        words = [row for row in table.rows if row.cell(column) and number_of(row.cell(column)) is None]
        if words and 2 * len(words) < sum(map(bool, columns[column])):
            message = (
                f"most of this column are numbers, and this is none ({len(words)} such): so all of it counts as text"
            )
            cell, allowed = words[0].cell(column), "a number, with a point: 1.5"
            problems.notices.append(Problem(message, table.file, words[0].line, column, value=cell, allowed=allowed))
    return replace(table, numeric=numeric_columns(columns))


def notice_others(tables: Collection[CardTable], own: Mapping[str, Sequence[str]], problems: Problems) -> None:
    """What a file has in columns that are not its game's. ``own``: the columns of every game, by its id."""
    named = dict.fromkeys(name for table in tables for name in table.own)
    unread = [name for name in named if not any(name in columns for columns in own.values())]
    if unread:
        message = f"columns that no game reads are left alone: {', '.join(map(quoted, unread))}"
        first = next(iter(tables))
        problems.notices.append(Problem(message, first.file, first.header))
    for name in named:
        owners = [game for game, columns in own.items() if name in columns]
        rows = [row for table in tables if table.game not in owners for row in table.rows if row.cell(name)]
        if owners:
            games = "the game " + owners[0] if len(owners) == 1 else "the games " + ", ".join(owners)
            notice_first(rows, name, f"only rows of {games} use this column; its text", problems)
