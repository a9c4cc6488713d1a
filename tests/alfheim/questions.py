"""The questions of Fairies of Alfheim asked of hand-made tables, in which every answer can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import duckdb
import polars as pl

from alfheim.box import COSTS, FOOTPRINTS, NAMES, POINTS, REVEAL
from balance.analysis.database import EVEN_SHARE
from balance.engine.game import find_game
from balance.games.alfheim.log.columns import EVENTS, PARTS

Row = dict[str, Any]

SQL = find_game("alfheim").folder / "sql"
SEAT: Row = {"game_no": 0, "seat": 0, "agent": "greedy", "score": 0, "win_share": 0.0}
SEAT |= dict.fromkeys((*(f"pts_{name}" for name, _ in PARTS), "n_fairies", "tomte_left", "n_swaps"), 0)
GAME: Row = {"game_no": 0, "players": 2, "lead": 0, "margin": 0, "reveal_start": "", "reveal_prep": ""}
TURN: Row = {"game_no": 0, "turn": 1, "seat": 0, "agent": "greedy", "score": 0, "start_icons": "BC", "swapped": 0}
TURN |= {"x": 2, "y": 0, "fp_x": None, "fp_y": None, "placements": "", "tomte_drawn": None, "experts": ""}
TURN |= {"n_payable": 0, "n_declined": 0}
MET: Row = {"game_no": 0, "seat": 0, "card": "", "first_turn": 0, **{name: 0 for name, _, _ in EVENTS}}
CARD: Row = dict.fromkeys(("id", "name", "kind", "set", "cost", "effect", "points"), "")
FIGURE: Row = {"experiment": "", "figure": "", "value": 0.0, "place": 0, "arm": "", "players": 4, "subject": ""}
FIGURE |= {"low": 0.0, "high": 0.0, "n": 100}
BLANK = pl.Schema({"fp_x": pl.Int64, "fp_y": pl.Int64, "tomte_drawn": pl.String})  # may be empty everywhere

CARDS: tuple[Row, ...] = (
    *(
        {"id": f"own_{icon}", "name": name, "kind": "clue", "set": "player", "effect": f"icon:{icon}"}
        for icon, name in NAMES.items()
    ),
    *(
        {
            "id": f"{type}_{letter}",
            "name": f"The {type.title().replace('_', ' no. ')} {letter}",
            "kind": "fairy",
            "set": type,
            "cost": cost,
            "effect": REVEAL[type].text,
            "points": str(POINTS[type]),
        }
        for type, costs in COSTS.items()
        for letter, cost in zip("abcde", costs.split(), strict=True)
    ),
    *(
        {"id": f"foot_{n}", "name": f"Feet {pair}", "kind": "footprint", "effect": f"match:{pair}"}
        for n, pair in enumerate(FOOTPRINTS, start=1)
    ),
)
"""The reference set, as the table of cards."""


def ask(query: str, **tables: Iterable[Row]) -> list[Row]:
    """The rows of a query of the game over these tables: seats, games, turns, met, experiments, cards (the card table).

    Cells that are not given are as in the constants above. ``met`` is the table cards of a run.
    """
    shown = {
        "card_table": _frame(CARD, tables.pop("cards", CARDS)),
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
    blank = pl.Schema({name: dtype for name, dtype in BLANK.items() if name in cells})
    schema = pl.DataFrame([cells], schema_overrides=blank).schema
    whole = [cells | row for row in rows]
    unknown = {name for row in whole for name in row} - set(cells)
    assert not unknown, f"no columns {unknown}"
    return pl.DataFrame(whole, schema=schema, orient="row")


def one(rows: Sequence[Row], **only: Any) -> Row:
    """The one row with these cells."""
    found = [row for row in rows if all(row[name] == value for name, value in only.items())]
    assert len(found) == 1, f"{len(found)} rows with {only}"
    return found[0]
