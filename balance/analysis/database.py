"""A run as a database: the four tables of the log, every column shown, nothing writable."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import polars as pl

from balance.analysis.stats import SQL_MACROS
from balance.cards.read import CardTable
from balance.common.errors import BalanceError, plain
from balance.common.faults import GameFault
from balance.engine.game import Plan
from balance.engine.game.columns import COMMON
from balance.engine.game.log import TABLES, literal
from balance.engine.game.plan import has_columns, plan_from_manifest
from balance.engine.runs.checksums import check_parts
from balance.engine.runs.run import Run, part_file, part_name
from balance.engine.runs.scratch import make_folder, remove_folder, room
from balance.engine.runs.store import Url

if TYPE_CHECKING:
    from balance.analysis.copies import Copies

MEMORY_LIMIT = "1GB"
FIRST_GAMES = 200_000
"""Games in the views ``first_games``, ``first_seats`` ...: enough for what must look at games one by one.

A run may keep the turns of every Nth game alone. Then ``first_turns`` has the turns of the first so many games
that kept theirs, and ``turn_games``, ``turn_seats``, ``turn_cards`` are these games: a query that relates turns to
anything else takes it from there. ``kept_no(game_no)`` is the number of a game among those that kept their turns.
``case_no(game_no)`` is that of its case, for errors: games of a match are not independent.

``first_turns(50_000)``, ``turn_cards(50_000)`` ... are those of fewer games: only the parts that hold them are read.
"""
EVEN_SHARE = "CREATE MACRO even_share() AS (SELECT avg(win_share::DOUBLE) FROM seats)"
"""What every seat would win if all were equal: (1 - share of the games that nobody wins) / players.

That is the mean win share of all seats: every game that somebody wins has one win to share.
"""
STREAMED_ROWS = 100_000
"""Rows of a query's result that are in memory at once."""
PREFIXED = re.compile(r"\b((?:first|turn)_(?:games|seats|turns|cards))\b(\s*\()?", re.IGNORECASE)
"""The name of a view of some games, as SQL has it: in any case; with a bracket, of one that is told how many."""
MISSING = re.compile(r"(?:column named|[Cc]olumn|match(?:es)? regex) \"([^\"]+)\"")
FLAT = {
    *("null", "boolean", "varchar", "enum", "uuid", "float", "double", "decimal", "date", "time"),
    *(f"{sign}{size}int" for sign in ("", "u") for size in ("tiny", "small", "big", "huge")),
    *("integer", "uinteger", "timestamp", "timestamp with time zone", "timestamp_s", "timestamp_ms", "timestamp_ns"),
}
"""DuckDB's kinds of values that every format can hold."""


OUT_OF_ROOM = f"""\
The query needs more room than it may have: {MEMORY_LIMIT} of memory for tables, or too much on disk.
Ask for less: fewer rows or columns, or numbers (count, avg) instead of lists."""


class QueryError(BalanceError):
    """A query that cannot be answered, in words."""


class MissingColumnError(GameFault):
    """A query of ours reads a column that the game does not log."""


def case_of(plan: Plan) -> str:
    """The expression for a game's case in a whole run: games of a match are not independent."""
    return f"(game_no // {plan.match_games})"


class Database:
    """The tables ``games``, ``seats``, ``turns`` and ``cards`` of one run, in DuckDB."""

    def __init__(self, run: Run, chunks: Sequence[int] | None = None, threads: int | None = None):
        """Open ``run``, or only the parts ``chunks`` of it, with at most ``threads`` threads."""
        self.run = run
        self.plan = plan_from_manifest(run.manifest)
        if not has_columns(run.manifest, self.plan):
            name = self.plan.game.name
            raise QueryError(f"{plain(str(run.path))}: the run was written by another version of {name}.")
        self.shown = self.plan.log_tables
        chunks = run.done_chunks() if chunks is None else chunks
        if not chunks:
            raise QueryError(f"{plain(str(run.path))}: no part of this run is on disk yet.")
        check_parts(run, chunks)
        self.chunks, self.threads = list(chunks), threads
        self._spill = make_folder()
        self.connection = duckdb.connect(":memory:")
        # DuckDB draws a bar where it takes Python for a shell, as in processes that were spawned.
        self.connection.execute("SET enable_progress_bar = false")
        self._copies: Copies | None = None
        self._waiting: dict[str, tuple[str, str]] = {}  # what nobody asked for yet: the table and its rows
        self._showing = Lock()
        try:
            self._open(chunks, threads)
        except BaseException:
            self.close()
            raise

    def _open(self, chunks: Sequence[int], threads: int | None) -> None:
        if isinstance(self.run.path, Url):
            self._read_through_copies(self.run.path, chunks)
        for setting in (
            f"memory_limit = '{MEMORY_LIMIT}'",
            f"temp_directory = {literal(str(self._spill))}",
            f"max_temp_directory_size = '{room(self._spill)}B'",
            "python_enable_replacements = false",
            *([f"threads = {threads}"] if threads else []),
        ):
            self.connection.execute(f"SET {setting}")
        self.add("card_table", card_frame(self.plan.card_table))
        few = chunks[: -(-FIRST_GAMES // self.run.games_per_part)]
        for name in self.run.tables():
            self._show(f"VIEW {name}", name, self._parquet(name, chunks))
            self._waiting[f"VIEW first_{name}"] = name, self._parquet(name, few)
            self._waiting[f"MACRO first_{name}"] = name, self._fewer(name, few, "game_no", 1)
        self.connection.execute(SQL_MACROS + EVEN_SHARE)
        self.connection.execute(f"CREATE MACRO case_no(game_no) AS {case_of(self.plan)}")
        if self.plan.logs_turns:
            self._show_turn_games(chunks)
        # The parts and nothing else, each by its name: a folder could hold links, or be one.
        parts = [self._folder(name) + part_name(chunk) for name in self.run.tables() for chunk in chunks]
        self.connection.execute("SET allowed_paths = $parts", {"parts": parts})
        self.connection.execute("SET enable_external_access = false")

    def _show_turn_games(self, chunks: Sequence[int]) -> None:
        """The views of the first games that kept their turns: see FIRST_GAMES."""
        every, match_games = self.plan.log_every, self.plan.match_games
        number = (
            "game_no" if every == 1 else f"game_no // {every * match_games} * {match_games} + game_no % {match_games}"
        )
        self.connection.execute(f"CREATE MACRO kept_no(game_no) AS {number}")
        some = chunks[: -(-FIRST_GAMES * every // self.run.games_per_part)]
        kept = "true" if every == 1 else f"game_no // {match_games} % {every} = 0"
        self._waiting["VIEW first_turns"] = "turns", self._parquet("turns", some)
        self._waiting["MACRO first_turns"] = "turns", self._fewer("turns", some, "kept_no(game_no)", every)
        for name in ("games", "seats", "cards"):
            fewer = self._fewer(name, some, "kept_no(game_no)", every)
            self._waiting[f"VIEW turn_{name}"] = name, f"(SELECT * FROM {self._parquet(name, some)} WHERE {kept})"
            self._waiting[f"MACRO turn_{name}"] = name, f"(SELECT * FROM {fewer} WHERE {kept})"

    def _read_through_copies(self, url: Url, chunks: Sequence[int]) -> None:
        try:
            from balance.analysis.copies import Copies  # only stores need it
        except ModuleNotFoundError:
            message = "runs in object stores are read through fsspec, which is not installed"
            raise QueryError(f"{message}: pip install 'tabletop-balance[cloud]'") from None
        from balance.engine.runs.objects import ObjectStore

        parts = {part_file(name, chunk): chunk for name in self.run.tables() for chunk in chunks}
        self._copies = Copies(ObjectStore(url), parts, self._spill, self.run.recorded)
        self.connection.register_filesystem(self._copies)

    def _folder(self, name: str) -> str:
        """Where DuckDB finds a table's parts."""
        path = self.run.path
        return f"parts://{name}/" if isinstance(path, Url) else f"{(path / name).resolve()}/"

    def _parquet(self, name: str, chunks: Sequence[int]) -> str:
        return f"read_parquet([{self._files(name, chunks)}])"

    def _files(self, name: str, chunks: Sequence[int]) -> str:
        return ", ".join(literal(self._folder(name) + part_name(chunk)) for chunk in chunks)

    def _fewer(self, name: str, chunks: Sequence[int], number: str, every: int) -> str:
        """The rows of the first ``those`` games by ``number``, of which there is one in ``every``.

        Part k holds games from k * games_per_part on, so that even with gaps the first parts hold them all.
        Of no games at all a part is read nevertheless: it says what the columns are.
        """
        match_games, per_part = self.plan.match_games, self.run.games_per_part
        parts = f"greatest(1, ceil(ceil(those / {match_games}) * {match_games * every} / {per_part}))::INT"
        read = f"read_parquet(list_slice([{self._files(name, chunks)}], 1, {parts}))"
        return f"(SELECT * FROM {read} WHERE {number} < those)"

    def _show_named(self, sql: str) -> None:
        """Show the views of some games that this query names: each costs time, and most queries want none."""
        named = {f"{'MACRO' if bracket else 'VIEW'} {name.lower()}" for name, bracket in PREFIXED.findall(sql)}
        if not named & self._waiting.keys():
            return
        with self._showing:
            for relation in named & self._waiting.keys():
                self._show(relation, *self._waiting[relation])
                del self._waiting[relation]

    def _show(self, relation: str, name: str, source: str) -> None:
        """Show the rows of ``source`` with all columns of the table ``name``, as this view or macro."""
        head = f"{relation} AS" if relation.startswith("VIEW") else f"{relation}(those) AS TABLE"
        shown = f"CREATE OR REPLACE {head} {self.shown[name].view(source)}"
        try:
            with self._reading(), self._asking(shown), self.connection.cursor() as cursor:
                cursor.execute(shown)
        except duckdb.Error as error:
            message = f"{plain(str(self.run.path))}: table {name} cannot be read: {_words(error)[0]}"
            raise QueryError(
                f"{message}\nPerhaps another version of balance made this run: then play it again."
            ) from None

    def show_frames(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """Show these stored rows instead of those on disk, derived columns included."""
        for name, frame in frames.items():
            self.add(f"stored_{name}", frame)
            self._show(f"VIEW {name}", name, f"stored_{name}")

    def in_parts(self) -> Iterator[Database]:
        """This database; of more than FIRST_GAMES games, so many at a time, each as a database of its own.

        For what must look at every game and would need too much memory for all of them; what is found is added up.
        """
        if len(self.chunks) < 2 or len(self.chunks) <= (step := max(1, FIRST_GAMES // self.run.games_per_part)):
            yield self
            return
        for first in range(0, len(self.chunks), step):
            with Database(self.run, self.chunks[first : first + step], self.threads) as some:
                yield some

    def lock(self) -> None:
        """From here on nobody may change the settings: DuckDB opens no file but the parts of this run."""
        self.connection.execute("SET lock_configuration = true")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Tell the trouble of an object store as such, not as DuckDB's."""
        try:
            yield
        except (duckdb.Error, OSError):  # OSError: the same, met while the rows come in
            if self._copies is not None and self._copies.trouble is not None:
                raise self._copies.trouble from None
            raise

    @contextmanager
    def _asking(self, sql: str) -> Iterator[None]:
        """Tell a column that the game does not log by its name and its table's."""
        try:
            yield
        except duckdb.BinderException as error:
            match = MISSING.search(str(error))
            lack = self._lack(sql, match[1]) if match else None
            if match is None or lack is None:
                raise
            game, name = self.plan.game, match[1].replace(".*", "...")
            raise MissingColumnError(f"{game.name} (game '{game.id}'): {lack} has no column {name}.") from error

    def _lack(self, sql: str, column: str) -> str | None:
        """Which table that ``sql`` reads ought to have this column; None where they all have it."""
        read = self.tables_read(sql)
        known = {name: [logged.name for logged in self.shown[name].columns] for name in read if name in self.shown}
        lack = [name for name, columns in known.items() if column not in columns]
        ought = [name for name in lack if column in COMMON[name]] or lack
        return f"table {' or '.join(ought)}" if ought else None

    def frame(self, sql: str, parameters: Mapping[str, Any] | None = None) -> pl.DataFrame:
        """The rows of one of our own queries. Raises MissingColumnError where the game does not log what that reads."""
        return self._frame(self.connection, sql, parameters)

    def frame_ahead(self, sql: str) -> pl.DataFrame:
        """The same in another thread than the one that has the database: neither waits for the other's queries."""
        with self.connection.cursor() as cursor:
            cursor.execute("SET python_enable_replacements = false")  # counts for one connection
            return self._frame(cursor, sql)

    def _frame(
        self, connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> pl.DataFrame:
        self._show_named(sql)
        with self._reading(), self._asking(sql):
            return connection.sql(sql, params=parameters).pl()

    def tables_read(self, sql: str) -> list[str]:
        """Which tables of the log a query of ours reads, all of their games or the first ones."""
        with self.connection.cursor() as cursor:
            parsed = cursor.execute("SELECT json_serialize_sql($sql)", {"sql": sql}).fetchall()[0][0]
        named = {name.removeprefix("first_").removeprefix("turn_") for name in _tables_in(json.loads(parsed))}
        return [name for name in TABLES if name in named]

    def columns(self, sql: str) -> dict[str, np.ndarray]:
        """The columns of one of our own queries over millions of rows without gaps, as arrays."""
        self._show_named(sql)
        with self._reading(), self._asking(sql):
            return {name: np.asarray(values) for name, values in self.connection.sql(sql).fetchnumpy().items()}

    def execute(self, sql: str, parameters: Mapping[str, Any] | None = None) -> None:
        """One of our own statements. Raises MissingColumnError as ``frame`` does."""
        self._show_named(sql)
        with self._reading(), self._asking(sql):
            self.connection.execute(sql, parameters)

    def add(self, name: str, frame: pl.DataFrame) -> None:
        """Make a small frame of our own readable as table ``name``."""
        with self.connection.cursor() as cursor:
            cursor.register("incoming", frame.to_arrow())
            cursor.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM incoming")
            cursor.unregister("incoming")

    def query(self, sql: str) -> pl.DataFrame:
        """The rows of a query from outside. Raises QueryError for anything but one SELECT that DuckDB can run."""
        return pl.concat(list(self.stream(sql)))

    def stream(self, sql: str) -> Iterator[pl.DataFrame]:
        """The rows of a query from outside, some at a time, however many there are. The first frame has none."""
        try:
            sql.encode()
        except UnicodeEncodeError:
            raise QueryError("The query is not UTF-8 text.") from None
        try:
            statements = self.connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise QueryError("A query is one SELECT statement: runs are read only.")
            self._show_named(sql)
            with self._reading():
                reader = flat(self.connection.sql(sql)).to_arrow_reader(STREAMED_ROWS)
                yield as_frame(reader.schema.empty_table())
                for batch in reader:
                    yield as_frame(batch)
        except pl.exceptions.PolarsError as error:
            raise QueryError(f"The result cannot be shown: {_words(error)[0]}\nCAST the column to VARCHAR.") from None
        except (duckdb.Error, OSError) as error:
            raise QueryError(self._explain(error)) from None

    def batches(self, sql: str, rows: int, only: duckdb.Expression | None = None) -> Iterator[pl.DataFrame]:
        """The rows of one of our own queries, ``only`` those, about so many at a time.

        Other threads may read at the same time.
        """
        self._show_named(sql)
        with self._reading(), self.connection.cursor() as cursor:
            relation = cursor.sql(sql) if only is None else cursor.sql(sql).filter(only)
            for batch in relation.to_arrow_reader(rows):
                yield as_frame(batch)

    def _explain(self, error: Exception) -> str:
        if isinstance(error, duckdb.OutOfMemoryException):
            return OUT_OF_ROOM
        words = _words(error)
        missing = re.search(r"Table with name (\w+) does not exist", words[0])
        if missing and missing[1] in TABLES and missing[1] not in self.run.tables():
            return f"This run has no table {missing[1]}: it was made with --log seats."
        if isinstance(error, duckdb.CatalogException | duckdb.BinderException):
            words.append(f"The tables are {', '.join(self.run.tables())}. DESCRIBE games lists the columns of one.")
        return "\n".join(words)

    def close(self) -> None:
        """Let go of the run."""
        try:
            self.connection.close()
        finally:
            self._copies = None
            remove_folder(self._spill)

    def __enter__(self) -> Database:
        return self

    def __exit__(self, kind: type[BaseException] | None, *failure: Any) -> None:
        # Another thread may still read: that it cannot be closed yet must not hide what went wrong first.
        with suppress(duckdb.Error, OSError) if kind else nullcontext():
            self.close()


def _tables_in(node: Any) -> Iterator[str]:
    """The names of all tables in a parsed query, or a part of one."""
    if isinstance(node, dict) and node.get("type") == "BASE_TABLE":
        yield node["table_name"]
    if isinstance(node, dict) and node.get("type") == "TABLE_FUNCTION":
        yield node["function"]["function_name"]
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _tables_in(part)


def _words(error: Exception) -> list[str]:
    """What DuckDB says, and its advice when there is some; not the query over again."""
    lines = [plain(line) for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return lines[:1] + [line for line in lines[1:2] if line.startswith(("Did you mean", "Candidate", "Either"))]


def flat(rows: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """The rows with lists, structs, intervals and the like as text: what every format can hold."""
    if all(kind.id in FLAT for kind in rows.types):
        return rows
    places = enumerate(zip(rows.columns, rows.types, strict=True), 1)
    return rows.project(
        ", ".join(f"#{at}{'' if kind.id in FLAT else '::VARCHAR'} AS {identifier(name)}" for at, (name, kind) in places)
    )


def as_frame(rows: Any) -> pl.DataFrame:
    """Arrow rows as a frame: of columns with one name all but the first are numbered, exact numbers are plain ones."""
    names: list[str] = []
    for name in (name or "column" for name in rows.schema.names):  # without a name Polars would choose one
        numbered = (f"{name}_{number}" for number in itertools.count(1))
        taken = {*names, *rows.schema.names}
        names.append(name if name not in names else next(free for free in numbered if free not in taken))
    frame = pl.DataFrame(rows.rename_columns(names))
    exact = {name: dtype for name, dtype in frame.schema.items() if isinstance(dtype, pl.Decimal)}
    return frame.cast({name: pl.Float64 if dtype.scale else pl.Int64 for name, dtype in exact.items()})


def identifier(name: str) -> str:
    """``name`` as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def card_frame(table: CardTable) -> pl.DataFrame:
    """The rows of cards.csv as a frame of text columns."""
    cells = {name: [row.cell(name) for row in table.rows] for name in table.columns}
    return pl.DataFrame(cells, schema=dict.fromkeys(table.columns, pl.String))
