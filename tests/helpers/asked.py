"""The questions of a game asked of hand-made tables, in which every answer can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb
import polars as pl

from balance.analysis.database import EVEN_SHARE
from balance.analysis.stats import SQL_MACROS
from balance.engine.game import find_game

Row = dict[str, Any]


def ask_of(game: str, query: str, tables: Mapping[str, pl.DataFrame]) -> list[Row]:
    """The rows of a query of the game over these tables: seats, games, turns, cards, card_table, experiments."""
    query_text = (find_game(game).folder / "sql" / f"{query}.sql").read_text(encoding="utf-8")
    with duckdb.connect() as connection:
        for name, frame in tables.items():
            connection.register(f"given_{name}", frame.to_arrow())
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given_{name}")
            for some in ("first", "turn"):
                connection.execute(f"CREATE VIEW {some}_{name} AS FROM {name}")
        connection.execute("CREATE MACRO kept_no(game_no) AS game_no")
        connection.execute(SQL_MACROS + EVEN_SHARE)
        return connection.sql(query_text).pl().to_dicts()


def frame_of(cells: Row, rows: Iterable[Row], blank: Mapping[str, Any]) -> pl.DataFrame:
    """Rows as a frame with every column, each of the kind that its usual cell has, or that ``blank`` says."""
    kinds = pl.Schema({name: dtype for name, dtype in blank.items() if name in cells})
    whole = [cells | row for row in rows]
    unknown = {name for row in whole for name in row} - set(cells)
    assert not unknown, f"no columns {unknown}"
    return pl.DataFrame(whole, schema=pl.DataFrame([cells], schema_overrides=kinds).schema, orient="row")


def one(rows: Sequence[Row], **only: Any) -> Row:
    """The one row with these cells."""
    found = [row for row in rows if all(row[name] == value for name, value in only.items())]
    assert len(found) == 1, f"{len(found)} rows with {only}"
    return found[0]
