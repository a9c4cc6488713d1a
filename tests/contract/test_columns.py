"""The tables of a run have the columns that the game declares, in this order and of these types, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from balance.analysis.database import Database
from balance.engine.game import game_ids
from balance.engine.game.log import TABLES, Column
from balance.engine.kernels.buffers import BLANK
from balance.engine.playing.game_batch import GameBatch
from helpers.contract import FROZEN, all_tables, tables_of
from helpers.frozen import FrozenRuns
from helpers.marks import by_day
from helpers.play import make, played

GAMES = 20
USUAL = [(game, FROZEN) for game in game_ids()]
every_table = pytest.mark.parametrize(
    ("game", "table"), by_day(USUAL, [table for table in all_tables() if table not in USUAL])
)


def declared(column: Column, block: Any) -> pl.DataType:
    """The type on disk of a column whose cells the kernels write into this buffer."""
    if column.values is not None:
        return pl.Enum([*([""] if column.blank else []), *column.values])
    if column.switch and not column.blank:
        return pl.Boolean()
    return pl.Series(column.array(block)[:0]).dtype


@every_table
def test_parts_have_the_declared_columns_and_no_cell_is_null(game: str, table: str, frozen: FrozenRuns):
    run, batch = frozen.run(game, table), GameBatch(make(game, **tables_of(game)[table]))
    assert run.tables() == TABLES
    for name in TABLES:
        wanted = [(column.name, declared(column, batch.blocks[name])) for column in batch.tables[name].stored]
        if name == "seats":
            wanted.append(("win_share", pl.Float32()))  # for whoever reads a part without a view
        assert run.parts(name)
        for part in run.parts(name):
            frame = pl.read_parquet(part)
            assert list(frame.schema.items()) == wanted, name
            assert [column.name for column in frame.iter_columns() if column.null_count()] == [], name


@every_table
def test_readers_see_the_declared_columns_and_null_only_where_a_cell_may_be_blank(
    game: str, table: str, frozen: FrozenRuns
):
    tables = GameBatch(make(game, **tables_of(game)[table])).tables
    with Database(frozen.run(game, table)) as database:
        shown = {name: database.frame(f"SELECT * FROM {name}") for name in TABLES}
    for name, frame in shown.items():
        columns = [column for column in tables[name].columns if not column.hidden]
        assert frame.columns == [column.name for column in columns]
        for column in columns:
            if isinstance(column, Column):
                assert column.blank or not frame[column.name].null_count(), (name, column.name)
            if isinstance(column, Column) and column.values is not None:
                assert set(frame[column.name].drop_nulls().cast(pl.String)) <= {*column.values}, (name, column.name)


@every_table
def test_kernels_write_codes_that_have_a_word_switches_that_are_on_or_off_and_numbers(game: str, table: str):
    plan = make(game, **tables_of(game)[table])
    batch = played(plan, 0, min(plan.games, -(-GAMES // plan.match_games) * plan.match_games))
    for name, used in zip(TABLES, batch.used, strict=True):
        assert used
        for column in batch.tables[name].stored:
            cells = column.array(batch.blocks[name])[:used]
            assert odd(column, cells).size == 0, (name, column.name, odd(column, cells))


@every_table
def test_a_column_that_says_nothing_alone_names_the_one_it_is_a_part_of(game: str, table: str):
    seats = make(game, **tables_of(game)[table]).log_tables["seats"]
    names = [column.name for column in seats.columns]
    for place, column in enumerate(seats.columns):
        if column.description.startswith(("of these", "of them", "of those", "the same as")):
            assert column.part_of, column.name
        if column.part_of:
            assert column.part_of in names[:place], column.name


def odd(column: Column, cells: np.ndarray) -> np.ndarray:
    """The cells that the column cannot hold; codes count as unsigned, but for BLANK."""
    if cells.dtype.kind == "f":
        return cells[~np.isfinite(cells)]
    there = cells[cells != BLANK] if column.blank else cells
    if column.values is not None:
        return there[there.view(f"u{there.dtype.itemsize}") >= len(column.values)]
    if column.switch:
        return there[(there != 0) & (there != 1)]
    return there[there < BLANK] if column.blank else there[:0]
