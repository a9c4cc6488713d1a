"""The rows of a card table and the checks that need to know no game."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from balance.common.errors import InputError, Problem, Problems, nearest, plain, quoted

COLUMNS = ("game", "id", "name", "kind", "set", "copies", "cost", "effect", "points", "traits", "source")
RESULT = "result_"
"""Columns whose names begin so hold what a report wrote beside the cards: no game reads them."""

SOURCES = ("rulebook", "published", "assumed")

LONGEST_NAME = 200  # characters
ID = re.compile(r"[A-Za-z0-9_.-]{1,40}")

# Two zeros at most: in "1.000" the point may well separate thousands.
WHOLE_NUMBER = re.compile(r"([+-]?[0-9]{1,18})(?:\.00?)?")
# Of a column that means what its game says; a file that a spreadsheet program saved may hold 1E+05.
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?")

CONTROL_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
HARMLESS = "\u00ad\u200c\u200d"  # soft hyphen; the joiners of Indic and Persian words and of emoji


@dataclass(frozen=True)
class CardRow:
    """One row of cards.csv: its cells as stripped text, and where it stands."""

    line: int  # in the file, from 1; the first one where quoted cells go over several lines
    game: str
    id: str
    name: str
    kind: str
    set: str
    copies: str
    cost: str
    effect: str
    points: str
    traits: str
    source: str
    file: str = field(default="", compare=False, repr=False)  # for messages
    own: Mapping[str, str] = field(default_factory=dict, hash=False)  # columns beside the common ones

    def cell(self, column: str) -> str:
        """The text of a cell; "" for a column that the file lacks."""
        return str(getattr(self, column)) if column in COLUMNS else self.own.get(column, "")

    def with_cell(self, column: str, text: str) -> CardRow:
        """The row with this text in a cell."""
        if column not in COLUMNS:
            return replace(self, own={**self.own, column: text})
        cells: dict[str, Any] = {column: text}
        return replace(self, **cells)

    def problem(
        self, column: str, message: str, allowed: str = "", nearest: str | None = None, value: str | None = None
    ) -> Problem:
        """What is wrong (or odd) with this row's cell in ``column``; shows the cell unless ``value`` is given."""
        cell = self.cell(column) if value is None else value
        return Problem(message, self.file, self.line, column, value=cell or None, allowed=allowed, nearest=nearest)


class NotationError(Exception):
    """Text of a cell that cannot be read: what is wrong and where, what is allowed there, the nearest word."""

    def __init__(self, message: str, allowed: str, like: str | None = None) -> None:
        self.message = message
        self.allowed = allowed
        self.like = like
        super().__init__(f"{message}; allowed: {allowed}")


@dataclass(frozen=True)
class CardTable:
    """The rows of one game, in the order of the file."""

    game: str
    file: str  # for messages
    rows: tuple[CardRow, ...]
    own: tuple[str, ...] = ()  # columns beside the common ones: all that the file has, or those that the game declares
    header: int | None = None  # the line of the file that names the columns
    notices: tuple[Problem, ...] = field(default=(), compare=False, repr=False)
    """What is odd about the file, whatever the game: how its cells are separated, rows that end early."""
    numeric: frozenset[str] | None = field(default=None, compare=False)
    """Columns with nothing but numbers in the rows as they were read, blanks aside: they stay numbers where rows are
    exchanged, and others stay text. None: nobody looked."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The common columns, and those beside them that a row has text in."""
        filled = (column for column in dict.fromkeys(self.own) if any(row.cell(column) for row in self.rows))
        return (*COLUMNS, *filled)

    def cells(self, but: Container[str] = ()) -> dict[str, dict[str, str]]:
        """The text of every cell by card id and column, own columns included; without the columns ``but``."""
        columns = [column for column in (*COLUMNS, *self.own) if column not in but]
        return {row.id: {column: row.cell(column) for column in columns} for row in self.rows}

    def with_cells(self, cells: Iterable[tuple[str, str, str]]) -> CardTable:
        """The table with these cells (card, column, text) changed. Raises InputError where it has no such card."""
        rows = {row.id: row for row in self.rows}
        for card, column, text in cells:
            if card not in rows:
                raise InputError([Problem(f"there is no card {card}", file=self.file)])
            rows[card] = rows[card].with_cell(column, text)
        return replace(self, rows=tuple(rows.values()))

    @property
    def text(self) -> str:
        r"""These rows as canonical CSV: the standard header, commas, ``\n`` line ends, quotes where needed.

        Two files that mean the same cards for this game give the same text.
        """
        columns = self.columns
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([row.cell(column) for column in columns] for row in self.rows)
        return out.getvalue()

    @property
    def sha256(self) -> str:
        """Fingerprint of ``text``: 64 hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def label(self) -> str:
        """Which table this is, in words: its file, and the beginning of its fingerprint."""
        return f"{plain(self.file)} (sha256 {self.sha256[:12]})"


def number_of(cell: str) -> int | float | None:
    """The number that a cell says; None: it says none."""
    if not NUMBER.fullmatch(cell):
        return None
    value = float(cell)
    return int(value) if value.is_integer() else value


def numeric_columns(columns: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Those that hold numbers and nothing else, blanks aside. ``columns``: by name, their cells."""
    filled = {name: [cell for cell in cells if cell] for name, cells in columns.items()}
    return frozenset(
        name for name, cells in filled.items() if cells and all(number_of(cell) is not None for cell in cells)
    )


def integer(
    row: CardRow, column: str, problems: Problems, low: int, high: int, default: int | None = None
) -> int | None:
    """The whole number in a cell, from ``low`` to ``high``; a blank cell means ``default`` where there is one.

    Accepts ``7.0``, as some spreadsheets write 7. Anything else adds an error to ``problems`` and gives None.
    """
    cell = row.cell(column)
    if not cell and default is not None:
        return default
    match = WHOLE_NUMBER.fullmatch(cell)
    number = int(match[1]) if match else None
    if number is not None and low <= number <= high:
        return number
    message = "the cell is blank" if not cell else "this is not a whole number"
    if number is not None:
        message = "this number is too small" if number < low else "this number is too large"
    problems.errors.append(row.problem(column, message, allowed=f"a whole number from {low} to {high}"))
    return None


def one_of(row: CardRow, column: str, problems: Problems, known: Sequence[str]) -> bool:
    """True when the cell is one of the ``known`` words; otherwise adds an error naming the nearest."""
    cell = row.cell(column)
    if cell in known:
        return True
    message = f"there is no {column} of this name" if cell else "the cell is blank"
    allowed = ", ".join(known) or "(none)"
    problems.errors.append(
        row.problem(column, message, allowed=allowed, nearest=nearest(cell, known) if cell else None)
    )
    return False


def check_row(row: CardRow, known_games: Sequence[str], problems: Problems) -> None:
    """Add every error of a row that can be seen without knowing its game: game, id, source, strange characters."""
    one_of(row, "game", problems, known_games)
    if not ID.fullmatch(row.id):
        message = "this is not a usable id" if row.id else "the cell is blank"
        allowed = "1 to 40 letters a-z, digits, points, dashes and underscores, such as FY07"
        problems.errors.append(row.problem("id", message, allowed))
    if not row.name:
        problems.notices.append(row.problem("name", "the cell is blank: pages and replays say the id"))
    if len(row.name) > LONGEST_NAME:
        message = f"the name has {len(row.name)} characters"
        problems.errors.append(row.problem("name", message, f"at most {LONGEST_NAME} characters"))
    one_of(row, "source", problems, SOURCES)
    for column in COLUMNS:
        check_characters(row, column, problems)


def check_unique(rows: Sequence[CardRow], problems: Problems) -> None:
    """Add an error for every id that an earlier row of the same game bears already."""
    first: dict[tuple[str, str], CardRow] = {}
    for row in rows:
        earlier = first.setdefault((row.game, row.id), row)
        if earlier is not row and row.id:
            message = f"the id is taken: line {earlier.line} ({quoted(earlier.name)}) has it already"
            problems.errors.append(row.problem("id", message, f"ids that differ within the game {row.game}"))


def check_characters(row: CardRow, column: str, problems: Problems) -> None:
    """Nothing invisible may hide in a cell: it would change what a terminal or a report shows."""
    cell, several_lines_allowed = row.cell(column), column != "name"
    if cell.isprintable():  # nearly every one: none of its characters is of these categories
        return
    for at, character in enumerate(cell, start=1):
        if unicodedata.category(character) not in CONTROL_CATEGORIES or character in HARMLESS:
            continue
        if character in "\n\t" and several_lines_allowed:
            continue
        what = "a line break" if character == "\n" else f"an invisible character (U+{ord(character):04X})"
        allowed = "text that can be printed" + ("" if several_lines_allowed else ", on one line")
        problems.errors.append(row.problem(column, f"character {at} is {what}", allowed))
        return
