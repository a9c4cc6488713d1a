"""Reading cards.csv, as people and their spreadsheets really write it: file -> text -> cells -> rows by game."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from balance.cards.check import COLUMNS, RESULT, CardRow, CardTable, check_row, check_unique
from balance.common.errors import InputError, Problem, Problems, nearest, plain, quoted
from balance.common.files import other_case
from balance.common.places import OWN_CARDS

LARGEST_FILE = 10_000_000  # bytes

SAVE_AS_UTF8 = 'a text file in UTF-8; in a spreadsheet choose "Save as" or "Export" and then "CSV UTF-8"'
HEADER = ",".join(COLUMNS)

USUAL = {"game": "", "kind": "card", "set": "", "copies": "1", "cost": "", "effect": "", "points": "", "traits": ""} | {
    "source": "assumed"
}
"""Columns that the table of one game may lack, and what then stands in them; the game is that one."""
SLIP = 0.8
"""How like a missing column another name must be to be taken for a slip: no game has a column so like another."""
HINT = re.compile(r'\s*"?sep=\W?"?[\s,;]*', re.IGNORECASE)
"""What Excel reads as a separator and not as a row."""
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}


Cells = Iterator[tuple[int, list[str]]]
"""Of every row that is not blank, the line it begins on and its cells."""


@dataclass(frozen=True)
class CardFile:
    """A card table as read: one table per known game (without rows when the file has none for it)."""

    path: Path
    tables: dict[str, CardTable]
    notices: list[Problem]


class RowsError(InputError):
    """A card table with errors, of which there may be more: what its games say of the rows, nobody has asked yet."""

    def __init__(self, problems: Sequence[Problem], read: CardFile):
        super().__init__(problems)
        self.read = read
        """As far as it could be read; of rows with one id the first."""


@dataclass(frozen=True)
class Header:
    """Where the columns stand."""

    places: dict[str, int]  # column -> its place in a row, from 0; of a name that is there twice, the first
    own: tuple[str, ...]  # those of them that are no common ones, as often as they are there
    named: int  # all columns up to here have a name; what stands further right belongs to none
    nameless: frozenset[int]  # places of columns with a blank name
    line: int


def packaged_cards() -> Path:
    """The card table that comes with balance: inside an installed package, else at the root of the checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "cards.csv"
    return installed if installed.is_file() else here.parents[1] / "cards.csv"


def default_cards() -> Path:
    """The card table used when none is named: ./cards.csv when there is one, else the packaged one.

    Raises InputError where there is one by another name (``Cards.csv``): to read the packaged one then would surprise.
    """
    slip = other_case(OWN_CARDS)
    if slip is not None:
        raise InputError(
            [f"{quoted(slip.name)} is not read: rename it to {OWN_CARDS}, or say --cards {plain(slip.name)}"]
        )
    return OWN_CARDS if os.path.lexists(OWN_CARDS) else packaged_cards()


def read_cards(path: Path, known_games: Sequence[str], of: str = "") -> CardFile:
    """Read a card table; ``of`` one game, it may lack all columns but id and name (see USUAL).

    Raises InputError with every problem of the file at once: what cannot be opened or is no UTF-8 text,
    and everything that ``parse_cards`` finds.
    """
    path = Path(path)
    return _parse(_text_of(_bytes_of(path), str(path)), path, str(path), known_games, of)


def columns_of(path: Path) -> tuple[str, ...]:
    """The names in the first row of a card table, as far as it can be read: what is wrong with it is said elsewhere."""
    try:
        text = _with_line_feeds(_text_of(_bytes_of(path), str(path)))
    except InputError:
        return ()
    cells = _cells(text, _separator(text, str(path), Problems()), str(path), Problems())
    _, names = next(cells, (0, []))
    return tuple(dict.fromkeys(word for word in map(str.lower, names) if word and not word.startswith(RESULT)))


def parse_cards(text: str, file: str, known_games: Sequence[str], of: str = "") -> CardFile:
    """Read a card table from its text; ``file`` is its name in messages, and ``of`` is said at ``read_cards``.

    Raises InputError with every problem at once: broken quotes, missing columns, rows that do not fit
    the header, and what ``check_row`` and ``check_unique`` find.
    """
    return _parse(text, Path(file), file, known_games, of)


def _parse(text: str, path: Path, file: str, known_games: Sequence[str], of: str = "") -> CardFile:
    problems = Problems()
    text = _with_line_feeds(text.removeprefix("\ufeff"))
    _check_nul(text, file, problems)
    _check_hint(text, file, problems)
    problems.raise_if_any()
    separator = _separator(text, file, problems)
    cells = _cells(text, separator, file, problems)
    if of:
        cells = _completed(cells, of, file, problems)
    header = _header(cells, file, problems)
    are_columns_known = not problems.errors
    rows = [] if header is None else list(_rows(cells, header, file, problems))
    for row in rows:
        check_row(row, known_games, problems)
    check_unique(rows, problems)
    own, line = (header.own, header.line) if header else ((), None)
    odd = tuple(problems.notices)
    once = _once(rows) if problems.errors else rows
    tables = {
        game: CardTable(game, file, tuple(row for row in once if row.game == game), own, line, odd)
        for game in known_games
    }
    read = CardFile(path, tables, problems.notices)
    if problems.errors and are_columns_known:
        raise RowsError(problems.errors, read)
    problems.raise_if_any()
    return read


def _with_line_feeds(text: str) -> str:
    """The text with a line feed at the end of every line, whatever the spreadsheet program ends lines with."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _once(rows: Sequence[CardRow]) -> list[CardRow]:
    """Of rows with one id the first."""
    first: dict[tuple[str, str], CardRow] = {}
    for row in rows:
        first.setdefault((row.game, row.id), row)
    return list(first.values())


def _bytes_of(path: Path) -> bytes:
    """The content of the file; InputError in plain words when it cannot be had."""
    try:
        if path.is_dir():
            raise _unreadable(path, "this is a folder, not a file")
        if not path.exists():
            raise _unreadable(path, "there is no such file", _similar_file(path))
        if not path.is_file():
            raise _unreadable(path, "this is not an ordinary file")
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except PermissionError:
        raise _unreadable(path, "this file may not be read: the system refuses permission") from None
    except (OSError, ValueError) as trouble:
        raise _unreadable(path, f"this file cannot be read: {getattr(trouble, 'strerror', None) or trouble}") from None
    if len(raw) > LARGEST_FILE:
        raise _unreadable(path, f"this file is larger than {LARGEST_FILE // 1_000_000} MB")
    return raw


def _unreadable(path: Path, message: str, like: str | None = None) -> InputError:
    allowed = "a card table: a CSV file of at most 10 MB"
    return InputError([Problem(message, file=str(path), allowed=allowed, nearest=like)])


def _similar_file(path: Path) -> str | None:
    """The CSV file of the same folder whose name is most like the one asked for."""
    name = nearest(path.name, [other.name for other in path.parent.glob("*.csv") if other.is_file()])
    return str(path.parent / name) if name else None


def _text_of(raw: bytes, file: str) -> str:
    """The bytes as text; InputError naming the likely cause when they are not UTF-8."""
    message, line = "", None
    if raw.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        message = "this is a spreadsheet document, not a CSV file"
    elif raw.startswith((b"\xff\xfe", b"\xfe\xff")) or raw[1:20:2].count(0) > 5 or raw[0:20:2].count(0) > 5:
        message = 'this text is saved as UTF-16 (spreadsheets call it "Unicode text")'
    else:
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as trouble:
            line = raw.count(b"\n", 0, trouble.start) + 1
            strange = raw[trouble.start : trouble.start + 1].decode("cp1252", errors="replace")
            message = f"this text is not saved as UTF-8; the first place is perhaps meant as {quoted(strange)}"
    raise InputError([Problem(message, file=file, line=line, allowed=SAVE_AS_UTF8)])


def _check_nul(text: str, file: str, problems: Problems) -> None:
    """A NUL character never comes from an editor or a spreadsheet: the file is damaged."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        message = "the file is damaged: there is a NUL character in it"
        problems.errors.append(Problem(message, file=file, line=line, allowed=SAVE_AS_UTF8))


def _check_hint(text: str, file: str, problems: Problems) -> None:
    """A line before the header that tells some spreadsheets what separates cells is no row of a table."""
    for line, words in enumerate(text.split("\n"), start=1):
        if words.strip(' ,;"\t'):
            if HINT.fullmatch(words):
                message = "this line is a hint for spreadsheets, and not the names of the columns"
                allowed = "delete the line: what separates the cells is seen from the names of the columns"
                problems.errors.append(Problem(message, file, line, value=words, allowed=allowed))
            return


def _separator(text: str, file: str, problems: Problems) -> str:
    """What stands between the cells, inferred from the header: the separator that yields most column names."""
    lines = (line for line in text.split("\n") if line.strip(' ,;"\t'))
    header = next(lines, "")

    def columns_found(separator: str) -> int:
        return sum(cell.strip(' "').lower() in COLUMNS for cell in header.split(separator))

    separator = max(SEPARATORS, key=columns_found)  # the first of equals: a comma
    if separator != ",":
        message = f"the cells are separated by {SEPARATORS[separator]} instead of commas; the file was read that way"
        problems.notices.append(Problem(message, file=file))
    return separator


def _cells(text: str, separator: str, file: str, problems: Problems) -> Cells:
    """Every row that is not blank: the line it begins on and its stripped cells. Broken quotes become errors."""
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True, skipinitialspace=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as trouble:
            end = reader.line_num
            if "field limit" in str(trouble):
                goes_on = line == end
                problems.errors.append(_long_cell(line, end, file))
            else:
                goes_on = "expected after" in str(trouble)
                problems.errors.append(_quote_problem(goes_on, line, end, file))
            if not goes_on:
                return  # the rest of the file was swallowed
            continue
        if any(cells):
            yield line, cells


def _long_cell(begin: int, end: int, file: str) -> Problem:
    """What is wrong with a row on lines ``begin`` to ``end`` of which a cell is longer than is read."""
    most = f"{csv.field_size_limit():,} characters"
    doubt = "" if begin == end else '; it is in quotes: perhaps its quote " is never closed'
    return Problem(f"a cell has more than {most}{doubt}", file=file, line=begin, allowed=f"cells of at most {most}")


def _quote_problem(misplaced: bool, begin: int, end: int, file: str) -> Problem:
    """What is wrong with the quotes of the row on lines ``begin`` to ``end``."""
    if misplaced:
        extent = "" if begin == end else f" (a cell in quotes reaches from here to line {end}: was its end forgotten?)"
        message = f"there is text behind the closing quote of a cell{extent}"
    else:
        message = 'a cell opens with a quote " that is never closed, so that the rest of the file was read as this cell'
    return Problem(message, file=file, line=begin, allowed='"text in quotes", and "" for a quote inside of it')


def _header(cells: Iterator[tuple[int, list[str]]], file: str, problems: Problems) -> Header | None:
    """The first row with any text in it. None, with errors, when it does not name every column."""
    line, names = next(cells, (None, []))
    if line is None:
        if not problems.errors:
            problems.errors.append(Problem("the file is empty", file=file, allowed=f"a first line {HEADER}"))
        return None
    words = [name.lower() for name in names]
    if not set(words) & set(COLUMNS):
        message = "the first line must name the columns"
        problems.errors.append(Problem(message, file, line, value=",".join(names), allowed=HEADER))
        return None
    before = len(problems.errors)
    _check_columns(line, words, file, problems)
    if len(problems.errors) > before:
        return None
    nameless = frozenset(place for place, word in enumerate(words) if not word)
    own = tuple(word for word in words if _is_extra(word))
    return Header({column: words.index(column) for column in (*COLUMNS, *own)}, own, len(words), nameless, line)


def _completed(cells: Cells, of: str, file: str, problems: Problems) -> Cells:
    """The rows of a table of one game, the columns that it lacks before the others."""
    line, names = next(cells, (None, []))
    if line is None:
        return
    words = [name.lower() for name in names]
    missing = [column for column in USUAL if column not in words]
    for word in (word for word in words if _is_extra(word)):
        if meant := get_close_matches(word, missing, n=1, cutoff=SLIP):
            message = "this looks like a slip for a column that is missing"
            problems.errors.append(Problem(message, file, line, word, allowed=HEADER, nearest=meant[0]))
    yield line, [*missing, *names]
    before = [(USUAL | {"game": of})[column] for column in missing]
    for line, texts in cells:
        if len(texts) < len(names):
            message = f"the row ends before the column {names[len(texts)]}: from there on its cells are read as blank"
            problems.notices.append(Problem(message, file, line, allowed="a comma for every cell, blank ones too"))
        yield line, [*before, *texts, *[""] * (len(names) - len(texts))]


def _is_extra(word: str) -> bool:
    """Whether a column stands beside those that all games share, and was not written by a report."""
    return bool(word) and word not in COLUMNS and not word.startswith(RESULT)


def _check_columns(line: int, words: list[str], file: str, problems: Problems) -> None:
    """Errors for missing, misspelt and doubled columns of those that all games share."""
    extra = [word for word in words if _is_extra(word)]
    for column in COLUMNS:
        if words.count(column) > 1:
            message = f"{words.count(column)} columns have this name"
            problems.errors.append(Problem(message, file, line, column, allowed="every column once"))
    missing = [column for column in COLUMNS if column not in words]
    if "game" in missing and len(missing) > len(COLUMNS) // 2:
        message = "most columns are missing, game among them: is this the table of a game of your own?"
        problems.errors.append(Problem(message, file, line, allowed=f"{HEADER}; --cards FILE names another table"))
        return
    for column in missing:
        like = get_close_matches(column, extra, n=1, cutoff=SLIP)
        if not like:
            problems.errors.append(Problem("this column is missing", file, line, column, allowed=HEADER))
            continue
        extra.remove(like[0])
        message = "this column is missing, and another one looks like a slip for it"
        problems.errors.append(Problem(message, file, line, column, value=like[0], allowed=HEADER, nearest=column))


def _rows(cells: Iterator[tuple[int, list[str]]], header: Header, file: str, problems: Problems) -> Iterator[CardRow]:
    """The rows below the header. Text beyond the columns, or an early end, is an error: cells have slipped."""
    for line, texts in cells:
        stray = [text for place, text in enumerate(texts) if place >= header.named or place in header.nameless]
        stray = [text for text in stray if text]
        if stray:
            message = "there is text where the header names no column; probably a comma in this row splits a cell"
            allowed = 'cells with a comma in them stand in quotes: "one, two"'
            problems.errors.append(Problem(message, file, line, value=stray[0], allowed=allowed))
            continue
        if len(texts) <= header.places["source"]:  # which is never blank
            message = f"the row ends before the column source: it has {len(texts)} of {header.named} cells"
            problems.errors.append(Problem(message, file, line, allowed="a comma for every cell, blank ones too"))
            continue
        texts = texts + [""] * (header.named - len(texts))
        own = {column: texts[header.places[column]] for column in header.own}
        common = {column: texts[header.places[column]] for column in COLUMNS}
        yield CardRow(line, **common, file=file, own=own)
