"""Logged games of one plan in DuckDB, for invariants that are asked as queries."""

from __future__ import annotations

import atexit
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import duckdb
import polars as pl

from balance.engine.game import Plan
from helpers.play import stored


@functools.cache
def _memory() -> duckdb.DuckDBPyConnection:
    atexit.register(_memory.cache_clear)
    return duckdb.connect(":memory:", config={"threads": 1})


class LoggedGames:
    """The views ``games``, ``seats``, ``turns``, ``cards`` of some games; a game adds what its box says and VIEWS.

    There is one database: the next games that are logged replace these.
    """

    TABLES: ClassVar[Mapping[str, str]] = {"game": "games", "seat": "seats", "turn": "turns", "met": "cards"}
    """Tables whose rows a test may change, and the views they are made of: words are text in them."""

    def __init__(self, plan: Plan, rows: Mapping[str, pl.DataFrame]):
        """``rows``: what is stored, by table."""
        self.plan = plan
        self.players = plan.players
        self.cards = plan.cards
        self.settings = plan.settings
        self.connection = _memory()
        for name, table in plan.log_tables.items():
            self.connection.register(f"stored_{name}", rows[name].to_arrow())
            self.connection.execute(f"CREATE OR REPLACE VIEW {name} AS {table.view(f'stored_{name}')}")
        for name, source in self.TABLES.items():
            self.connection.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT {self._plain(source)} FROM {source}")

    @classmethod
    def of(cls, plan: Plan, first: int, games: int) -> Self:
        """Play some games, at most as many as fit the buffers, and show them."""
        plan = replace(plan, log="turns")
        return cls(plan, stored(plan, first, games))

    def none(self, says: str, sql: str) -> None:
        """Fail if the query has any rows, and show the first of them."""
        rows = self.connection.execute(f"SELECT * FROM ({sql}) LIMIT 1")
        names = [column[0] for column in rows.description or ()]
        for row in rows.fetchall():
            raise AssertionError(f"{says}: such as {dict(zip(names, row, strict=True))}")

    def value(self, sql: str) -> Any:
        """The only value of the only row."""
        return self.connection.execute(sql).fetchall()[0][0]

    def forget(self) -> None:
        """The tables were changed: what was worked out from them is worked out again."""

    def add(self, name: str, rows: Sequence[Mapping[str, Any]] | pl.DataFrame) -> None:
        """A table of these rows."""
        frame = rows if isinstance(rows, pl.DataFrame) else pl.DataFrame(rows, infer_schema_length=None)
        self.connection.register("incoming", frame.to_arrow())
        self.connection.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM incoming")
        self.connection.unregister("incoming")

    def _plain(self, view: str) -> str:
        """All columns of a view, words as text."""
        described = self.connection.execute(f"DESCRIBE {view}").fetchall()
        return ", ".join(
            f"{name}::VARCHAR AS {name}" if kind.startswith("ENUM") else name for name, kind, *_ in described
        )


def unnoticed(log: LoggedGames, invariants: Iterable[Callable[[Any], None]], changes: Mapping[str, str]) -> list[str]:
    """The changes of one row that the invariant which must notice them does not notice.

    ``changes``: such as "turn: score = score + 1 WHERE turn = 2", and the invariant's name. Each is changed back.
    """
    named = {invariant.__name__: invariant for invariant in invariants}
    missed = []
    for change, name in changes.items():
        table, _, what = change.partition(": ")
        values, _, which = what.rpartition(" WHERE ") if " WHERE " in what else (what, "", "")
        row = log.value(f"SELECT max(rowid) FROM {table} WHERE {which or 'true'}")
        assert row is not None, f"no row to change: {change}"
        log.connection.execute("BEGIN")
        log.connection.execute(f"UPDATE {table} SET {values} WHERE rowid = {row}")
        log.forget()
        try:
            named[name](log)
            missed.append(change)
        except AssertionError:
            pass
        finally:
            log.connection.execute("ROLLBACK")
    log.forget()
    return missed
