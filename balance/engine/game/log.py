"""The log: what a game's tables hold, and the Parquet parts that the buffers of its kernels become.

A whole column goes from a buffer to disk without a copy. Only what cannot be derived is stored; the other columns are
SQL expressions in the view that ``balance query`` and the report read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from balance.engine.kernels.buffers import BLANK

TABLES = ("games", "seats", "turns", "cards")
"""Every table, in the order of a kernel's arguments."""
COMPONENT = "pts_"
"""How the names of the columns begin that add up to a score, in every game. Queries read ``COLUMNS('pts_.*')``."""


def kept_tables(log: str) -> tuple[str, ...]:
    """The tables that a run of this log level keeps, in the order of TABLES."""
    return TABLES if log == "turns" else TABLES[:2]


@dataclass(frozen=True)
class Column:
    """A stored column. ``field`` (and ``place`` in it) is where the kernels write it, by default its own name.

    With ``values`` the kernels write codes and the column holds those words; with ``switch`` it is a bool.
    With ``blank`` a cell is BLANK (-1) unless a kernel writes it, and readers see NULL there: its numbers
    are 0 or more, or at least never -1. Nothing on disk is null: a number stays -1 there, a word is '' and
    a switch a number.
    A ``hidden`` column is stored for the expressions of others and not shown.
    ``part_of``, in ``seats``: the column without which it says nothing ("of these, times right"), or that it repeats
    in part (the score before a tie-break). ``within``: which it is of the components that share one word.
    """

    name: str
    description: str
    field: str = ""
    place: int | None = None
    values: tuple[str, ...] | None = None
    switch: bool = False
    hidden: bool = False
    blank: bool = False
    part_of: str = ""
    within: str = ""

    def array(self, filled: Any) -> np.ndarray:
        """Where the kernels write this column in a buffer."""
        array = filled[self.field or self.name]
        return array if self.place is None else array[self.place]

    def cells(self, filled: Any, count: int, rows: np.ndarray | None = None) -> pl.Series:
        """The first ``count`` cells of this column in a buffer, without a copy where that is possible.

        ``rows``: of these, the ones of these numbers.

        Raises ValueError for more words than the buffer's cells have codes.
        """
        array = self.array(filled)[:count]
        if rows is not None:
            array = array[rows]
        if self.values is not None:
            return self._words(array)
        return pl.Series(self.name, array.view(np.bool_) if self.switch and not self.blank else array)

    def _words(self, codes: np.ndarray) -> pl.Series:
        """Codes count as unsigned, so that BLANK is the highest number, and one more than it is 0 again."""
        words = [*([""] if self.blank else []), *(self.values or ())]
        codes = codes.view(f"u{codes.dtype.itemsize}")
        if len(words) > np.iinfo(codes.dtype).max + 1:
            raise ValueError(f"column {self.name}: {len(words)} words do not fit codes of {codes.dtype.itemsize} byte")
        return pl.Series(self.name, codes + codes.dtype.type(1) if self.blank else codes).cat.to(pl.Enum(words))

    @property
    def read(self) -> str:
        """The SQL expression that reads a ``blank`` column from disk."""
        known = f'nullif("{self.name}", {literal(BLANK if self.values is None else "")})'
        return f"{known}::BOOLEAN" if self.switch else known


@dataclass(frozen=True)
class Derived:
    """A column that follows from others: an SQL expression over the columns before it."""

    name: str
    description: str
    sql: str
    hidden: bool = False
    part_of: str = ""
    within: str = ""


@dataclass(frozen=True)
class Table:
    """One table of a game's log: its columns in the order they are shown."""

    name: str
    columns: tuple[Column | Derived, ...]

    @property
    def stored(self) -> list[Column]:
        """The columns that are written to disk."""
        return _stored(self.columns)

    @property
    def components(self) -> tuple[str, ...]:
        """The columns that add up to the score."""
        return tuple(column.name for column in self.columns if column.name.startswith(COMPONENT))

    def words(self, name: str) -> tuple[str, ...]:
        """The words of a stored column, by their codes. Raises KeyError where it has none."""
        for column in self.stored:
            if column.name == name and column.values is not None:
                return column.values
        raise KeyError(name)

    def blank_columns(self, filled: Any) -> list[np.ndarray]:
        """The columns of a buffer whose cells are BLANK unless a kernel writes them."""
        return [column.array(filled) for column in self.stored if column.blank]

    def frame(self, filled: Any, count: int, rows: np.ndarray | None = None, wanted: str | None = None) -> pl.DataFrame:
        """The first ``count`` rows of a buffer as they go to disk; of these, the ones of these numbers.

        ``wanted``: SQL that reads them; only what it needs.
        """
        columns = self.stored if wanted is None else _stored(self._needed(wanted))
        return pl.DataFrame([column.cells(filled, count, rows) for column in columns])

    def rows_with(self, name: str, word: str, filled: Any, count: int) -> np.ndarray:
        """The numbers of the rows, of the first ``count``, whose column ``name`` holds ``word``. Raises KeyError."""
        column = next(column for column in self.stored if column.name == name)
        codes = column.array(filled)[:count]
        return np.flatnonzero(codes.view(f"u{codes.dtype.itemsize}") == self.words(name).index(word))

    def view(self, source: str, wanted: str | None = None) -> str:
        """The SELECT that shows the table, derived columns included, over the SQL relation ``source``.

        ``wanted``: SQL that reads it. Only the columns it names are shown: to plan a query of a wide table takes
        longer than to answer it of few rows.
        """
        columns = self.columns if wanted is None else self._needed(wanted)
        shown = [f'"{column.name}"' for column in columns if not column.hidden]
        stored = [f'"{column.name}"' for column in _stored(columns)]
        derived = [f'({column.sql}) AS "{column.name}"' for column in columns if isinstance(column, Derived)]
        blank = [column for column in _stored(columns) if column.blank]
        if blank:
            read = ", ".join(f'{column.read} AS "{column.name}"' for column in blank)
            source = f"(SELECT * REPLACE ({read}) FROM {source})"
        return f"SELECT {', '.join(shown)} FROM (SELECT {', '.join([*stored, *derived])} FROM {source})"

    def _needed(self, sql: str) -> list[Column | Derived]:
        """The columns that this SQL names, and those of which they are made. A word that is no column does no harm."""
        words, needed = _words(sql), []
        for column in reversed(self.columns):
            if _words(column.name) <= words:
                needed.append(column)
                words |= _words(column.sql) if isinstance(column, Derived) else set()
        return needed[::-1]


def _stored(columns: Iterable[Column | Derived]) -> list[Column]:
    return [column for column in columns if isinstance(column, Column)]


def _words(sql: str) -> set[str]:
    return set(re.findall(r"\w+", sql.lower()))


def parquet(frame: pl.DataFrame) -> bytes:
    """The bytes of a part: the same for the same rows."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=1, statistics=False)
    return file.getvalue()  # a view would outlive the file, of which newer Pythons complain


def literal(value: Any) -> str:
    """``value`` as an SQL literal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def pick(code: str, values: Iterable[Any]) -> str:
    """An SQL expression: the entry of ``values`` that the word or code in column ``code`` stands for."""
    cases = " ".join(f"WHEN {literal(word)} THEN {literal(value)}" for word, value in values)
    return f"CASE {code} {cases} END"
