"""Play Heroes in tests: plans from card tables, and the log of their games with every column."""

from __future__ import annotations

import atexit
import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import polars as pl

from balance.cards.check import CardTable
from balance.cards.read import CardFile, default_cards
from balance.engine.log import kept_tables
from balance.engine.plan import Plan
from balance.engine.run import games_per_part
from balance.engine.runner import Player, Watcher, compile_rules
from balance.engine.styles import Style
from balance.games.heroes.styles import KNOBS
from helpers.cards import frozen_table
from helpers.own_plans import plan_with


def make(table: CardTable | None = None, own: Sequence[Style] = (), **request: Any) -> Plan:
    """A plan for ``table`` (default: the frozen cards); ``own`` styles may sit down beside the game's."""
    cards = CardFile(default_cards(), {"heroes": table or frozen_table("heroes")}, [])
    return plan_with(own, "heroes", cards, request)


def own_style(name: str, weights: Mapping[str, float], **knobs: float) -> Style:
    """A style as if read from a file of own styles."""
    return Style(name, "", dict(weights), {knob.name: knob.default for knob in KNOBS} | knobs)


@dataclass(frozen=True)
class Log:
    """The tables of some games, derived columns included; words are strings."""

    games: pl.DataFrame
    seats: pl.DataFrame
    turns: pl.DataFrame
    cards: pl.DataFrame


@functools.cache
def compile_once() -> None:
    """Under the lock of the cache, for tests may run in several processes."""
    compile_rules(make(games=1), Watcher())


@functools.cache
def _database() -> duckdb.DuckDBPyConnection:
    atexit.register(_database.cache_clear)
    return duckdb.connect(":memory:")


def view(sql: str, **tables: pl.DataFrame) -> pl.DataFrame:
    """What a query shows of these tables; words are strings."""
    for name, frame in tables.items():
        _database().register(name, frame.to_arrow())
    frame = _database().sql(sql).pl()
    for name in tables:
        _database().unregister(name)
    return frame.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))


def shown(plan: Plan, player: Player, turns: Sequence[str] = ()) -> dict[str, pl.DataFrame]:
    """What a player has logged as the views show it. ``turns``: only these columns, and no cards."""
    tables = {}
    for name in kept_tables(plan.log):
        if turns and name == "cards":
            continue
        columns = ", ".join(turns) if turns and name == "turns" else "*"
        source = plan.game.tables(plan, plan.cards)[name].view("stored")
        tables[name] = view(f"SELECT {columns} FROM ({source})", stored=player.frame(name))
    return tables


def play(plan: Plan, first: int, count: int, turns: Sequence[str] = ()) -> Log:
    """The log of ``count`` games of the plan, at most as many as fit the buffers. ``turns``: see ``shown``."""
    assert count <= games_per_part(plan), f"{count} games do not fit"
    compile_once()
    player = Player(plan)
    player.play(first, count)
    return Log(**({"cards": pl.DataFrame()} | shown(plan, player, turns)))


def parts(plan: Plan, games: int) -> Iterator[tuple[int, int]]:
    """The first game and the number of games of parts that fit the buffers."""
    most = games_per_part(plan)
    for first in range(0, games, most):
        yield first, min(most, games - first)


def play_many(plan: Plan, games: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The tables games and seats of many games."""
    compile_once()
    plan = replace(plan, log="seats")
    player = Player(plan)
    tables = []
    for first, count in parts(plan, games):
        player.clear()
        player.play(first, count)
        tables.append(shown(plan, player))
    return pl.concat([part["games"] for part in tables]), pl.concat([part["seats"] for part in tables])
