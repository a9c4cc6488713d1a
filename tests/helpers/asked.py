"""The questions of a game asked of hand-made tables, in which every answer can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import duckdb
import polars as pl

from balance.analysis.database import EVEN_SHARE
from balance.analysis.figures import FIGURES, SPREADS, case_of, counting, figure_rows, own_file, sums_of
from balance.analysis.stats import SQL_MACROS
from balance.engine.game import find_game
from balance.report.sentences import Said, say
from helpers.tiny_database import fewer

Row = dict[str, Any]


def ask_of(game: str, query: str, tables: Mapping[str, pl.DataFrame]) -> list[Row]:
    """The rows of a query of the game over these tables: seats, games, turns, cards, card_table, experiments.

    Of the query ``figures``, the figures themselves: those of the game alone.
    """
    with duckdb.connect() as connection:
        connection.execute("CREATE MACRO kept_no(game_no) AS game_no")
        for name, frame in tables.items():
            connection.register(f"given_{name}", frame.to_arrow())
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given_{name}")
            for some in ("first", "turn"):
                connection.execute(f"CREATE VIEW {some}_{name} AS FROM {name}")
                if "game_no" in frame.columns:
                    connection.execute(fewer(f"{some}_{name}"))
        connection.execute(SQL_MACROS + EVEN_SHARE)
        if query == FIGURES:
            return _figures(game, tables, connection)
        query_text = (find_game(game).folder / "sql" / f"{query}.sql").read_text(encoding="utf-8")
        return connection.sql(query_text).pl().to_dicts()


def said_of(game: str, query: str, rows: list[Row]) -> Said:
    """What the text of a query of the game says about these rows, with plain spaces."""
    text = (find_game(game).folder / "sql" / f"{query}.txt").read_text(encoding="utf-8")
    said = say(text, rows)
    return Said(_plain(said.verdict), tuple(map(_plain, said.points)), _plain(said.rest))


def _plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _figures(game: str, tables: Mapping[str, pl.DataFrame], connection: duckdb.DuckDBPyConnection) -> list[Row]:
    """The headline figures of the game; ``games`` says how many games are a match, and how many players there are."""
    games = tables["games"]
    match_games = int(games["match_games"][0]) if "match_games" in games.columns else 1
    plan: Any = SimpleNamespace(game=find_game(game), players=int(games["players"][0]), match_games=match_games)
    database: Any = SimpleNamespace(plan=plan, frame=lambda sql: connection.sql(sql).pl())
    database.in_parts = lambda: [database]
    query = counting(plan, case_of(plan))[f"{game}/{FIGURES}"]
    rows = figure_rows(sums_of(database, [query]), plan.game.figures).to_dicts()
    if file := own_file(plan, SPREADS):
        rows += connection.sql(file.read_text(encoding="utf-8")).pl().to_dicts()
    return rows


def frame_of(cells: Row, rows: Iterable[Row], blank: Mapping[str, Any]) -> pl.DataFrame:
    """Rows as a frame with every column, each of the kind that its usual cell has, or that ``blank`` says."""
    kinds = pl.Schema({name: dtype for name, dtype in blank.items() if name in cells})
    whole = [cells | row for row in rows]
    unknown = {name for row in whole for name in row} - set(cells)
    assert not unknown, f"no columns {unknown}"
    return pl.DataFrame(whole, schema=pl.DataFrame([cells], schema_overrides=kinds).schema, orient="row")


def one(rows: Sequence[Row], **only: Any) -> Row:
    """The one row with these cells."""
    matching = [row for row in rows if all(row[name] == value for name, value in only.items())]
    assert len(matching) == 1, f"{len(matching)} rows with {only}"
    return matching[0]
