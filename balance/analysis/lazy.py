"""The tables of a run as lazy Polars frames: the views of ``database``, derived columns included."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import duckdb
import polars as pl
from polars.io.plugins import register_io_source

from balance.analysis.database import STREAMED_ROWS, Database, identifier


def lazy_frame(opened: Callable[[], Database], table: str) -> pl.LazyFrame:
    """A table of the log: nothing is read before it is collected, and then only the columns that are needed.

    ``opened`` gives the database whenever rows are read. Raises QueryError where the run has no such table.
    """

    def rows(
        columns: list[str] | None, predicate: pl.Expr | None, most: int | None, batch: int | None
    ) -> Iterator[pl.DataFrame]:
        wanted = "*" if columns is None else ", ".join(map(identifier, columns)) or "game_no"
        limit = "" if most is None else f" LIMIT {most}"
        only = None if predicate is None else in_sql(predicate, schema)
        for frame in opened().batches(f"SELECT {wanted} FROM {table}{limit}", batch or STREAMED_ROWS, only):
            yield frame if predicate is None else frame.filter(predicate)

    schema = opened().query(f"SELECT * FROM {table} LIMIT 0").schema
    return register_io_source(rows, schema=schema, is_pure=True, explain_name=table)


def in_sql(predicate: pl.Expr, schema: pl.Schema) -> duckdb.Expression | None:
    """The same condition for DuckDB, which then reads little where few rows meet it; None: Polars alone looks.

    Only of whole numbers, which both compare alike; Polars looks at what is left again.
    """
    if not all(schema[name].is_integer() for name in predicate.meta.root_names()):
        return None
    try:
        from duckdb.polars_io import _predicate_to_expression
    except ImportError:  # of DuckDB's own: it may have another name one day
        return None
    return _predicate_to_expression(predicate)
