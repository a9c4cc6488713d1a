"""The questions of Fairy School asked of hand-made tables, in which every answer can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import duckdb
import polars as pl

from balance.analysis.database import EVEN_SHARE
from balance.engine.game import find_game
from balance.games.fairy_school.log.columns import EVENTS

Row = dict[str, Any]

SQL = find_game("fairy_school").folder / "sql"
CARD: Row = {"id": "", "name": "", "kind": "project", "set": "I", "cost": "", "effect": "", "traits": ""}
COUNTS = (
    "game_no seat score pts_kindness pts_projects pts_steps pts_study pts_resources steps realized removed_projects "
    "idle_picks studied bonuses cubes_left left_over"
)
SEAT: Row = dict.fromkeys(COUNTS.split(), 0) | {"agent": "greedy", "win_share": 0.0, "s_deck": None, "final_id": None}
SEAT |= dict.fromkeys(("passed", "honors", "finished"), False)
GAME: Row = {
    "game_no": 0,
    "players": 2,
    "length": "long",
    "activation_cubes": "usual",
    "final_turns": 3,
    "finishers": 1,
}
GAME |= {"end_reason": "finished"}
TURN: Row = {
    "game_no": 0,
    "turn": 1,
    "trimester": 1,
    "is_final": False,
    "seat": 0,
    "agent": "greedy",
    "cubes_supply": 37,
}
TURN |= {"studied_corner": None, "studied_effect": "", "steps_total": 0, "idle_pick": None, "leader_bonus": None}
TURN |= {f"{element}_{what}": 0 for element in "EPFWA" for what in ("gain", "end")}
MET: Row = {"game_no": 0, "seat": 0, "card": "", "realized_turn": 0, **{name: 0 for name, _, _ in EVENTS}}
FIGURE: Row = {
    "experiment": "",
    "figure": "",
    "value": 0.0,
    "place": 0,
    "arm": "",
    "players": 4,
    "subject": "",
    "low": 0.0,
    "high": 0.0,
    "n": 100,
}
WORDS = pl.Schema(
    dict.fromkeys(("s_deck", "final_id", "studied_corner", "idle_pick", "leader_bonus"), pl.String)
)  # columns that may be empty everywhere


def ask(query: str, **tables: Iterable[Row]) -> list[Row]:
    """The rows of a query of the game over these tables: cards (the card table), seats, games, turns, met, experiments.

    Cells that are not given are as in the constants above. ``met`` is the table cards of a run.
    """
    shown = {
        "card_table": _frame(CARD, tables.pop("cards", ())),
        "experiments": _frame(FIGURE, tables.pop("experiments", ())),
        "cards": _frame(MET, tables.pop("met", ())),
    }
    for name, cells in (("seats", SEAT), ("games", GAME), ("turns", TURN)):
        shown[name] = _frame(cells, tables.pop(name, ()))
    assert not tables, f"no tables {tables}"
    with duckdb.connect() as connection:
        for name, frame in shown.items():
            connection.register(f"given_{name}", frame.to_arrow())
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given_{name}")
            for some in ("first", "turn"):
                connection.execute(f"CREATE VIEW {some}_{name} AS FROM {name}")
        connection.execute("CREATE MACRO kept_no(game_no) AS game_no")
        connection.execute(EVEN_SHARE)
        return connection.sql((SQL / f"{query}.sql").read_text(encoding="utf-8")).pl().to_dicts()


def _frame(cells: Row, rows: Iterable[Row]) -> pl.DataFrame:
    """Rows as a frame with every column, each of the kind that its usual cell has."""
    schema = pl.DataFrame([cells], schema_overrides=_words(cells)).schema
    whole = [cells | row for row in rows]
    unknown = {name for row in whole for name in row} - set(cells)
    assert not unknown, f"no columns {unknown}"
    return pl.DataFrame(whole, schema=schema, orient="row")


def _words(cells: Row) -> pl.Schema:
    return pl.Schema({name: dtype for name, dtype in WORDS.items() if name in cells})


def one(rows: Sequence[Row], **only: Any) -> Row:
    """The one row with these cells."""
    found = [row for row in rows if all(row[name] == value for name, value in only.items())]
    assert len(found) == 1, f"{len(found)} rows with {only}"
    return found[0]
