"""Games of Fairies of Alfheim in DuckDB for the invariants: the four tables of the log, and what is in the box."""

from __future__ import annotations

import atexit
import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import duckdb
import polars as pl

from alfheim.cards import card_table
from alfheim.redrawn import Areas, redrawn
from balance.cards.check import CardTable
from balance.cards.read import CardFile, default_cards
from balance.engine.log import TABLES
from balance.engine.plan import Plan
from balance.engine.runner import Player, Watcher, compile_rules
from balance.engine.styles import Style
from balance.games.alfheim.cards.box import AFTER, GROUPS, TYPES, Cards
from balance.games.alfheim.styles import KNOBS
from helpers.cards import frozen_table
from helpers.own_plans import plan_with

VIEWS = """
    CREATE OR REPLACE MACRO tally(word, icon) AS length(word) - length(replace(word, icon, ''));

    CREATE OR REPLACE VIEW start AS
    SELECT game_no, seat, start_icons AS icons, array_to_string(list_sort(string_split(start_icons, '')), '') AS pair
    FROM turn WHERE turn = 1;

    CREATE OR REPLACE VIEW fairy AS
    SELECT game_no, turn, seat, nth, part[1] AS type, part[2]::INT AS x, part[3]::INT AS y, part[4] AS card
    FROM (
        SELECT game_no, turn, seat, nth, string_split(translate(words[nth], '@,:', '   '), ' ') AS part
        FROM (SELECT *, string_split(placements, ';') AS words FROM turn WHERE placements <> ''), range(1, 10) nth(nth)
        WHERE nth <= len(words));

    CREATE OR REPLACE VIEW claim AS
    SELECT game_no, turn, seat, string_split(word, '=')[1] AS row, rtrim(string_split(word, '=')[2], '*')::INT AS value,
        word LIKE '%*' AS tied
    FROM (SELECT game_no, turn, seat, unnest(string_split(experts, ';')) AS word FROM turn WHERE experts <> '');

    CREATE OR REPLACE VIEW due AS
    SELECT *, rank() OVER (PARTITION BY game_no, row ORDER BY turn) AS rank,
        count(*) OVER (PARTITION BY game_no, row, turn) > 1 AS tied
    FROM (
        SELECT game_no, seat, row, max(turn) AS turn FROM fairy JOIN need USING (type)
        GROUP BY game_no, seat, row, needs HAVING count(*) = needs);

    CREATE OR REPLACE VIEW reveal AS
    SELECT game_no, turn, unnest(string_split(ids, ';')) AS card
    FROM (SELECT game_no, 1 AS turn, reveal_start AS ids FROM game
          UNION ALL SELECT game_no, 7, reveal_prep FROM game)
    WHERE ids <> '';
"""
"""What the rows say, one thing a row.

``start``: start pairs, and the same sorted. ``fairy``: fairies placed. ``claim``: expert tiles claimed, ``due``: those
that should be. ``reveal``: costs revealed.
"""


def make(table: CardTable, own: Sequence[Style] = (), **request: Any) -> Plan:
    """A plan for ``table``; ``own`` styles may sit down beside the game's."""
    return plan_with(own, "alfheim", CardFile(default_cards(), {"alfheim": table}, []), request)


def reference_table() -> CardTable:
    """The rows of the frozen card table."""
    return frozen_table("alfheim")


def own_style(name: str, weights: Mapping[str, float], **knobs: float) -> Style:
    """A style as if read from a file of own styles."""
    return Style(name, "", dict(weights), {knob.name: knob.default for knob in KNOBS} | knobs)


@functools.cache
def compile_once() -> None:
    """Under the lock of the cache, for tests may run in several processes."""
    compile_rules(make(card_table()), Watcher())


def played(plan: Plan, first: int, games: int) -> Player:
    """A player that has played these games, at most as many as fit its buffers."""
    compile_once()
    player = Player(plan)
    player.play(first, games)
    return player


class Logged:
    """Games of one plan: the tables ``game``, ``seat``, ``turn`` and ``met``, and what VIEWS make of them.

    ``icon``: tiles of each icon in a colour set and with black backs. ``tile``: fairy tiles. ``kind``: types.
    ``need``: the types that each row of experts needs, ``expert``: its tiles. ``box``: every card, and what it is.
    """

    def __init__(self, plan: Plan, connection: duckdb.DuckDBPyConnection):
        """``connection`` has the four views ``games``, ``seats``, ``turns``, ``cards`` already."""
        self.plan = plan
        self.players = plan.players
        self.cards: Cards = plan.cards
        self.settings = plan.settings
        self.connection = connection
        for table, view in (("game", "games"), ("seat", "seats"), ("turn", "turns"), ("met", "cards")):
            self.connection.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT {self._plain(view)} FROM {view}")
        self._open_box()
        self.connection.execute(VIEWS)

    def none(self, says: str, sql: str) -> None:
        """Fail if the query has any rows, and show the first of them."""
        rows = self.connection.execute(f"SELECT * FROM ({sql}) LIMIT 1")
        names = [column[0] for column in rows.description or ()]
        for row in rows.fetchall():
            raise AssertionError(f"{says}: such as {dict(zip(names, row, strict=True))}")

    def value(self, sql: str) -> Any:
        """The only value of the only row."""
        return self.connection.execute(sql).fetchall()[0][0]

    @cached_property
    def areas(self) -> Areas:
        """Every area laid out anew, see ``redrawn``; the table ``redrawn`` has the same."""
        rows = redrawn(self.cards, self.settings["line_match"], self.connection)
        self._add("redrawn", rows)
        return rows

    def forget(self) -> None:
        """The tables are changed: lay out the areas anew when asked again."""
        self.__dict__.pop("areas", None)

    def _plain(self, view: str) -> str:
        """All columns of a view, words as text."""
        described = self.connection.execute(f"DESCRIBE {view}").fetchall()
        return ", ".join(
            f"{name}::VARCHAR AS {name}" if kind.startswith("ENUM") else name for name, kind, *_ in described
        )

    def _open_box(self) -> None:
        cards = self.cards
        pairs = zip(cards.player, cards.centre, strict=True)
        self._add("icon", [{"icon": own.icon, "own": own.copies, "black": black.copies} for own, black in pairs])
        self._add("tile", [{"card": tile.id, "type": tile.type, "copies": tile.copies} for tile in cards.fairies])
        secret = next(type for type in TYPES if cards.reveal[type].when == AFTER)
        kinds = [
            {
                "type": type,
                "points": cards.points[type],
                "part": next(group for group in GROUPS if type.startswith(group)),
                "shown": cards.reveal[type].when,
                "brings": type in cards.reveal[secret].after,
            }
            for type in TYPES
        ]
        self._add("kind", kinds)
        first = [expert for expert in cards.experts if expert.rank == 1]
        self._add(
            "need", [{"row": one.row, "needs": len(one.need), "type": type} for one in first for type in one.need]
        )
        self._add(
            "expert", [{"row": one.row, "rank": one.rank, "value": one.points, "card": one.id} for one in cards.experts]
        )
        box: list[dict[str, Any]] = [{"card": clue.id, "what": f"own {clue.icon}"} for clue in cards.player]
        box += [{"card": clue.id, "what": f"black {clue.icon}"} for clue in cards.centre]
        box += [{"card": tile.id, "what": tile.id} for tile in cards.fairies]
        box += [{"card": expert.id, "what": expert.id} for expert in cards.experts]
        box += [{"card": one.id, "what": f"footprint {one.icons}", "copies": one.copies} for one in cards.footprints]
        self._add("box", box)

    def _add(self, name: str, rows: list[dict[str, Any]]) -> None:
        self.connection.register("incoming", pl.DataFrame(rows, infer_schema_length=None).to_arrow())
        self.connection.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM incoming")
        self.connection.unregister("incoming")


@functools.cache
def _memory() -> duckdb.DuckDBPyConnection:
    atexit.register(_memory.cache_clear)
    return duckdb.connect(":memory:", config={"threads": 1})


def logged(plan: Plan, first: int, games: int) -> Logged:
    """Play some games, at most as many as fit the buffers, and show them. The next call forgets them."""
    player = played(replace(plan, log="turns"), first, games)
    return shown(plan, {name: player.frame(name) for name in TABLES})


def shown(plan: Plan, stored: Mapping[str, pl.DataFrame]) -> Logged:
    """The views over stored rows."""
    connection = _memory()
    for name, table in plan.game.tables(plan, plan.cards).items():
        connection.register(f"stored_{name}", stored[name].to_arrow())
        connection.execute(f"CREATE OR REPLACE VIEW {name} AS {table.view(f'stored_{name}')}")
    return Logged(plan, connection)
