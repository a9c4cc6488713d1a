"""Columns from a buffer through a Parquet part to a view: numbers, words, switches, and cells without a meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from balance.engine.game.log import Column, Derived, Table, literal
from balance.engine.kernels.buffers import BLANK, BLOCK_ROWS, block
from balance.engine.kernels.kernel import kernel, new
from balance.engine.runs.run import write_part
from balance.engine.runs.store import Folder

WORDS = ("iron", "silver", "gold")


def filled(dtype: Any, cells: list, **more: Any) -> np.ndarray:
    """A buffer with one field ``x``."""
    buffer = {"x": np.zeros(BLOCK_ROWS, dtype), **more}
    buffer["x"][: len(cells)] = cells
    return buffer


def shown(table: Table, buffer: Any, count: int, folder: Path) -> list[tuple]:
    """The first rows of a buffer as a reader of the run sees them."""
    file = folder / "part-00000000.parquet"
    write_part(table.frame(buffer, count), Folder(folder), file.name)
    assert sum(pl.read_parquet(file).null_count().row(0)) == 0, "nothing on disk is null"
    return duckdb.sql(table.view(f"read_parquet({literal(str(file))})")).fetchall()


# ---------------------------------------------------------------- every cell has a meaning


@pytest.mark.parametrize(
    ("column", "dtype", "cells", "seen"),
    [
        (Column("x", ""), np.int16, [-1, 0, 300], [-1, 0, 300]),
        (Column("x", ""), np.float32, [-1.0, 0.5], [-1.0, 0.5]),
        (Column("x", "", switch=True), np.int8, [0, 1], [False, True]),
        (Column("x", "", values=WORDS), np.int8, [2, 0], ["gold", "iron"]),
        (Column("x", "", values=WORDS), np.int16, [2, 0], ["gold", "iron"]),
    ],
)
def test_a_column_shows_what_the_kernels_wrote(tmp_path, column, dtype, cells, seen):
    rows = shown(Table("t", (column,)), filled(dtype, cells), len(cells), tmp_path)
    assert [value for (value,) in rows] == seen


def test_a_column_can_be_one_of_several_in_a_field(tmp_path):
    buffer = {"hits": np.arange(2 * BLOCK_ROWS, dtype=np.int32).reshape(2, BLOCK_ROWS)}
    table = Table("t", tuple(Column(name, "", field="hits", place=place) for place, name in enumerate("ab")))
    assert shown(table, buffer, 2, tmp_path) == [(0, BLOCK_ROWS), (1, BLOCK_ROWS + 1)]


def test_a_view_shows_derived_columns_and_keeps_hidden_ones_back():
    columns = (Column("a", ""), Column("b", "", hidden=True), Derived("c", "", "a + b"), Derived("d", "", "c", True))
    view = Table("t", columns).view("there")
    assert view == 'SELECT "a", "c" FROM (SELECT "a", "b", (a + b) AS "c", (c) AS "d" FROM there)'


@pytest.mark.parametrize(
    ("wanted", "view"),
    [
        ("sum(e)", 'SELECT "e" FROM (SELECT "e" FROM there)'),
        ("C > 1", 'SELECT "c" FROM (SELECT "a", "b", (a + b) AS "c" FROM there)'),
        ("d", 'SELECT "c" FROM (SELECT "a", "b", (a + b) AS "c", (c) AS "d" FROM there)'),
        ('"two words" + e', 'SELECT "two words", "e" FROM (SELECT "two words", "e" FROM there)'),
        ("a_b, ab", "SELECT FROM (SELECT FROM there)"),
    ],
)
def test_a_view_shows_the_columns_that_are_wanted_alone_and_what_they_are_made_of(wanted, view):
    columns = (
        *(Column("a", "", hidden=True), Column("b", "", hidden=True)),
        *(Derived("c", "", "a + b"), Derived("d", "", "c", hidden=True)),
        *(Column("two words", ""), Column("e", "")),
    )
    assert " ".join(Table("t", columns).view("there", wanted).split()) == view


def test_only_the_wanted_blank_cells_are_read_as_such():
    columns = (Column("x", "", blank=True), Column("y", "", blank=True))
    expected = """SELECT "y" FROM (SELECT "y" FROM (SELECT * REPLACE (nullif("y", -1) AS "y") FROM there))"""
    assert Table("t", columns).view("there", "y") == expected


# ---------------------------------------------------------------- many words


@pytest.mark.parametrize("count", [127, 128, 254, 255, 256])
@pytest.mark.parametrize("dtype", [np.int8, np.int16])
@pytest.mark.parametrize("blank", [False, True])
def test_a_byte_holds_as_many_words_as_it_can(tmp_path, count, dtype, blank):
    """Codes above 127 are negative in an int8, and mean what they mean unsigned."""
    words = tuple(f"word {number}" for number in range(count))
    codes = [0, 1, 126, count - 1, *([BLANK] if blank else [])]
    buffer = filled(dtype, np.array(codes).astype(dtype).tolist())
    table = Table("t", (Column("x", "", values=words, blank=blank),))
    if count == 256 and blank and dtype is np.int8:
        with pytest.raises(ValueError, match="column x: 257 words do not fit codes of 1 byte"):
            table.frame(buffer, len(codes))
        return
    seen = [value for (value,) in shown(table, buffer, len(codes), tmp_path)]
    assert seen == [None if code == BLANK else words[code] for code in codes]


@pytest.mark.parametrize("count", [300, 65_535, 65_536, 70_000])
@pytest.mark.parametrize("blank", [False, True])
def test_more_words_need_wider_codes(tmp_path, count, blank):
    words = tuple(f"word {number}" for number in range(count))
    with pytest.raises(ValueError, match="do not fit codes of 1 byte"):
        Column("x", "", values=words, blank=blank).cells(filled(np.int8, [0]), 1)
    codes = [0, 299, count - 1, *([BLANK] if blank else [])]
    dtype = np.int16 if count + blank <= 65_536 else np.int32
    table = Table("t", (Column("x", "", values=words, blank=blank),))
    seen = shown(table, filled(dtype, np.array(codes).astype(dtype).tolist()), len(codes), tmp_path)
    assert [value for (value,) in seen] == [None if code == BLANK else words[code] for code in codes]


# ---------------------------------------------------------------- cells without a meaning


@pytest.mark.parametrize(
    ("column", "dtype", "cells", "seen", "kind"),
    [
        (Column("x", "", blank=True), np.int8, [0, BLANK, 7], [0, None, 7], "TINYINT"),
        (Column("x", "", blank=True), np.int64, [0, BLANK, 7], [0, None, 7], "BIGINT"),
        (Column("x", "", blank=True), np.float32, [0.5, BLANK], [0.5, None], "FLOAT"),
        (Column("x", "", switch=True, blank=True), np.int8, [0, BLANK, 1], [False, None, True], "BOOLEAN"),
        (Column("x", "", values=WORDS, blank=True), np.int8, [2, BLANK, 0], ["gold", None, "iron"], "VARCHAR"),
        (Column("x", "", values=WORDS, blank=True), np.int16, [2, BLANK, 0], ["gold", None, "iron"], "VARCHAR"),
    ],
)
def test_a_blank_cell_is_null_to_readers(tmp_path, column, dtype, cells, seen, kind):
    table = Table("t", (column, Derived("kind", "", "typeof(x)"), Derived("known", "", "x IS NOT NULL")))
    rows = shown(table, filled(dtype, cells), len(cells), tmp_path)
    assert rows == [(value, kind, value is not None) for value in seen]


def test_what_is_derived_from_a_blank_cell_is_null_too(tmp_path):
    table = Table(
        "t",
        (
            Column("x", "", blank=True, hidden=True),
            Column("y", "", values=WORDS, blank=True),
            Derived("twice", "", "2 * x"),
            Derived("precious", "", "y = 'gold'"),
            Derived("both", "", "twice > 0 AND precious"),
        ),
    )
    buffer = filled(np.int16, [1, BLANK, 3], y=np.array([BLANK, 2, 2], np.int8))
    assert shown(table, buffer, 3, tmp_path) == [
        (None, 2, None, None),
        ("gold", None, True, None),
        ("gold", 6, True, True),
    ]


def test_rows_in_memory_are_shown_as_those_on_disk(tmp_path):
    table = Table("t", (Column("x", "", values=WORDS, blank=True), Column("y", "", switch=True, blank=True)))
    buffer = filled(np.int8, [1, BLANK], y=np.array([BLANK, 1], np.int8))
    connection = duckdb.connect()
    connection.register("there", table.frame(buffer, 2).to_arrow())
    assert connection.sql(table.view("there")).fetchall() == shown(table, buffer, 2, tmp_path)


BUFFER = block(prey=np.int8, hunter=np.int8)


@kernel
def hunt(turns, n):
    """Every other row has no prey."""
    for row in range(n):
        turns.hunter[row] = row
        turns.prey[row] = row if row % 2 else BLANK


def test_kernels_write_blank_cells(tmp_path):
    turns = new(BUFFER)
    hunt(turns, 3)
    table = Table("turns", (Column("hunter", ""), Column("prey", "", values=WORDS, blank=True)))
    assert shown(table, turns, 3, tmp_path) == [(0, None), (1, "silver"), (2, None)]
