"""The tables of a run as lazy Polars frames: the views of ``database``, derived columns included."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
        for frame in opened().batches(f"SELECT {wanted} FROM {table}{limit}", batch or STREAMED_ROWS):
            yield frame if predicate is None else frame.filter(predicate)

    schema = opened().ask(f"SELECT * FROM {table} LIMIT 0").schema
    return register_io_source(rows, schema=schema, is_pure=True, explain_name=table)
