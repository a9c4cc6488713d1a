"""A run as a database: the four tables of the log, every column shown, nothing writable."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import polars as pl

from balance.cards.read import COLUMNS, CardTable
from balance.engine.errors import BalanceError, plain
from balance.engine.log import TABLES, literal
from balance.engine.plan import plan_from_manifest
from balance.engine.run import Run, part_name

MEMORY_LIMIT = "2GB"
FIRST_GAMES = 200_000
"""Games in the views ``first_games``, ``first_seats`` ...: enough for what must look at games one by one."""


class QueryError(BalanceError):
    """A query that cannot be answered, in words."""


class Database:
    """The tables ``games``, ``seats``, ``turns`` and ``cards`` of one run, in DuckDB."""

    def __init__(self, run: Run, chunks: Sequence[int] | None = None, threads: int | None = None):
        """Open ``run``, or only the parts ``chunks`` of it, with at most ``threads`` threads."""
        self.run = run
        self.plan = plan_from_manifest(run.manifest)
        self._spill = tempfile.TemporaryDirectory(prefix="balance-")
        folder = run.path.resolve()
        self.connection = duckdb.connect(":memory:")
        for setting in (
            f"memory_limit = '{MEMORY_LIMIT}'",
            f"temp_directory = {literal(self._spill.name)}",
            f"allowed_directories = [{literal(str(folder))}, {literal(self._spill.name)}]",
            *([f"threads = {threads}"] if threads else []),
        ):
            self.connection.execute(f"SET {setting}")
        self.add("card_table", card_frame(self.plan.card_table))
        self.shown = self.plan.game.tables(self.plan, self.plan.cards)
        chunks = run.done_chunks() if chunks is None else chunks
        if not chunks:
            raise QueryError(f"{plain(str(run.path))}: no part of this run is on disk yet.")
        few = chunks[: -(-FIRST_GAMES // run.games_per_part)]
        for name in run.tables():
            self._show(name, self._parquet(name, chunks))
            self._show(name, self._parquet(name, few), prefix="first_")
        self.connection.execute("SET enable_external_access = false")

    def _parquet(self, name: str, chunks: Sequence[int]) -> str:
        files = [str((self.run.path / name / part_name(chunk)).resolve()) for chunk in chunks]
        return f"read_parquet([{', '.join(literal(file) for file in files)}])"

    def _show(self, name: str, source: str, prefix: str = "") -> None:
        try:
            self.connection.execute(f"CREATE OR REPLACE VIEW {prefix}{name} AS {self.shown[name].view(source)}")
        except duckdb.Error as error:
            raise QueryError(f"{plain(str(self.run.path))}: table {name} cannot be read: {_words(error)}") from None

    def show_frames(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """Show these stored rows instead of those on disk, derived columns included."""
        for name, frame in frames.items():
            self.add(f"stored_{name}", frame)
            self._show(name, f"stored_{name}")

    def lock(self) -> None:
        """From here on nobody may change the settings, so that a stranger's query can only read this run."""
        self.connection.execute("SET lock_configuration = true")

    def frame(self, sql: str) -> pl.DataFrame:
        """The rows of one of our own queries."""
        return self.connection.sql(sql).pl()

    def add(self, name: str, frame: pl.DataFrame) -> None:
        """Make a small frame of our own readable as table ``name``."""
        self.connection.register("incoming", frame.to_arrow())
        self.connection.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM incoming")
        self.connection.unregister("incoming")

    def ask(self, sql: str) -> pl.DataFrame:
        """The rows of a query from outside. Raises QueryError for anything but one SELECT that DuckDB can run."""
        try:
            statements = self.connection.extract_statements(sql)
        except duckdb.Error as error:
            raise QueryError(_words(error)) from None
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise QueryError("A query is one SELECT statement: runs are read only.")
        try:
            return self.connection.sql(sql).pl()
        except duckdb.Error as error:
            raise QueryError(self._explain(_words(error))) from None

    def _explain(self, words: str) -> str:
        missing = re.search(r"Table with name (\w+) does not exist", words)
        if missing and missing[1] in TABLES and missing[1] not in self.run.tables():
            return f"This run has no table {missing[1]}: it was made with --log seats."
        return f"{words}\nThe tables are {', '.join(self.run.tables())}; DESCRIBE-like: SELECT * FROM games LIMIT 1."

    def close(self) -> None:
        """Let go of the run."""
        self.connection.close()
        self._spill.cleanup()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *failure: Any) -> None:
        self.close()


def _words(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return plain(lines[0] if lines else str(error))


def card_frame(table: CardTable) -> pl.DataFrame:
    """The rows of cards.csv as a frame of text columns."""
    return pl.DataFrame({name: [getattr(row, name) for row in table.rows] for name in COLUMNS})
