"""Games of Fairy Conundrum in DuckDB for the invariants: the four tables of the log, and what is in the box."""

from __future__ import annotations

import atexit
import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb
import polars as pl

from balance.cards.check import CardTable
from balance.cards.read import CardFile, default_cards
from balance.engine.log import TABLES
from balance.engine.plan import Plan
from balance.engine.runner import Player, Watcher, compile_rules
from balance.engine.styles import Style
from balance.games.fairy_conundrum.cards import Cards
from balance.games.fairy_conundrum.styles import KNOBS
from helpers.cards import frozen_table
from helpers.own_plans import plan_with

VIEWS = """
    CREATE OR REPLACE VIEW start AS SELECT * FROM turn WHERE turn = 1;

    CREATE OR REPLACE VIEW last AS
    SELECT * FROM turn QUALIFY turn = max(turn) OVER (PARTITION BY game_no, seat);
"""
"""``start``: the rows of turn 1. ``last``: the last row of every seat."""


def make(table: CardTable, own: Sequence[Style] = (), **request: Any) -> Plan:
    """A plan for ``table``; ``own`` styles may sit down beside the game's."""
    return plan_with(own, "fairy_conundrum", CardFile(default_cards(), {"fairy_conundrum": table}, []), request)


def reference_table() -> CardTable:
    """The rows of the frozen card table."""
    return frozen_table("fairy_conundrum")


def own_style(name: str, weights: Mapping[str, float], **knobs: float) -> Style:
    """A style as if read from a file of own styles."""
    return Style(name, "", dict(weights), {knob.name: knob.default for knob in KNOBS} | knobs)


@functools.cache
def compile_once() -> None:
    """Under the lock of the cache, for tests may run in several processes."""
    compile_rules(make(reference_table(), agents="random"), Watcher())


def played(plan: Plan, first: int, games: int) -> Player:
    """A player that has played these games, at most as many as fit its buffers."""
    compile_once()
    player = Player(plan)
    player.play(first, games)
    return player


class Logged:
    """Games of one plan: the tables ``game``, ``seat``, ``turn`` and ``met``, and what VIEWS make of them.

    ``box``: every card, with its kind, letter and the copies a haversack may have. ``words``: all that the abilities
    of the box do, so that an invariant knows what cannot have happened.
    """

    def __init__(self, plan: Plan, connection: duckdb.DuckDBPyConnection):
        """``connection`` has the four views ``games``, ``seats``, ``turns``, ``cards`` already."""
        self.plan = plan
        self.players = plan.players
        self.cards: Cards = plan.cards
        self.settings = plan.settings
        self.connection = connection
        self.words = words_of(plan.cards)
        for table, view in (("game", "games"), ("seat", "seats"), ("turn", "turns"), ("met", "cards")):
            self.connection.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT {self._plain(view)} FROM {view}")
        self._open_box()
        self.connection.execute(VIEWS)

    @property
    def turn_cap(self) -> int:
        """FC-102: never below half the largest haversack and 20."""
        return max(int(self.settings["turn_cap"]), self.largest_deck // 2 + 20)

    @property
    def largest_deck(self) -> int:
        """Cards of the largest haversack that may be played."""
        if self.settings["deck_mode"] == "random_legal":
            return 40
        return max(sum(copies for _, copies in deck.cards) for deck in self.cards.decks)

    def none(self, says: str, sql: str) -> None:
        """Fail if the query has any rows, and show the first of them."""
        rows = self.connection.execute(f"SELECT * FROM ({sql}) LIMIT 1")
        names = [column[0] for column in rows.description or ()]
        for row in rows.fetchall():
            raise AssertionError(f"{says}: such as {dict(zip(names, row, strict=True))}")

    def value(self, sql: str) -> Any:
        """The only value of the only row."""
        return self.connection.execute(sql).fetchall()[0][0]

    def _plain(self, view: str) -> str:
        """All columns of a view, words as text."""
        described = self.connection.execute(f"DESCRIBE {view}").fetchall()
        return ", ".join(
            f"{name}::VARCHAR AS {name}" if kind.startswith("ENUM") else name for name, kind, *_ in described
        )

    def _open_box(self) -> None:
        box = [
            {
                "card": card.id, "kind": card.kind, "letter": card.astralae, "copies": card.limit or 0,
                "of": card.set, "life": card.life, "handmax": card.handmax, "stage": card.rank,
            }
            for card in self.cards.cards
        ]  # fmt: skip
        self.connection.register("incoming", pl.DataFrame(box, infer_schema_length=None).to_arrow())
        self.connection.execute("CREATE OR REPLACE TABLE box AS SELECT * FROM incoming")
        self.connection.unregister("incoming")


def words_of(cards: Cards) -> frozenset[str]:
    """Triggers and operations that some ability of the box has."""
    abilities = [ability for card in cards.cards for ability in card.abilities]
    return frozenset(
        [ability.trigger for ability in abilities] + [step.op for ability in abilities for step in ability.steps]
    )


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
