"""Games of any game for tests: plans from card tables, players that have played them, and the rows the views show."""

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
from balance.engine.game import Plan, find_game
from balance.engine.game.log import kept_tables
from balance.engine.game.story import Happened
from balance.engine.game.styles import Style
from balance.engine.kernels.kernel import PLAIN
from balance.engine.playing.runner import GameBatch, Watcher, compile_rules
from balance.engine.playing.what_if import happened, play_told
from balance.engine.runs.run import games_per_part
from helpers.cards import frozen_table
from helpers.own_plans import plan_with

Rows = dict[str, list[dict[str, Any]]]
"""The rows of some games by table, every column that readers see."""


@dataclass(frozen=True)
class Log:
    """The tables of some games, derived columns included; words are strings."""

    games: pl.DataFrame
    seats: pl.DataFrame
    turns: pl.DataFrame
    cards: pl.DataFrame


def make(game: str, table: CardTable | None = None, own: Sequence[Style] = (), **request: Any) -> Plan:
    """A plan for ``table`` (default: the frozen cards); ``own`` styles may sit down beside the game's."""
    cards = CardFile(default_cards(), {game: table or frozen_table(game)}, [])
    return plan_with(own, game, cards, request)


def own_style(game: str, name: str, weights: Mapping[str, float], **knobs: float) -> Style:
    """A style as if read from a file of own styles."""
    usual = {knob.name: knob.default for knob in find_game(game).knobs}
    return Style(name, "", dict(weights), usual | knobs)


@functools.cache
def compile_once(game: str) -> None:
    """Under the lock of the cache, for tests may run in several processes."""
    if not PLAIN:
        compile_rules(make(game, games=1), Watcher())


def played(plan: Plan, first: int, games: int) -> GameBatch:
    """A player that has played these games, at most as many as fit its buffers."""
    assert games <= games_per_part(plan), f"{games} games do not fit"
    compile_once(plan.game.id)
    player = GameBatch(plan)
    player.play(first, games)
    return player


def stored(plan: Plan, first: int, games: int) -> dict[str, pl.DataFrame]:
    """The rows of these games as they would be stored; by table."""
    player = played(plan, first, games)
    return {name: player.frame(name) for name in kept_tables(plan.log)}


def told(plan: Plan, first: int, games: int) -> tuple[GameBatch, pl.DataFrame]:
    """A player that has played these games, and what happened in them: see ``happened_in``."""
    compile_once(plan.game.id)
    player = GameBatch(plan)
    frames = []
    for game_no in range(first, first + games):
        play_told(player, game_no)
        frames.append(happened_in(player, game_no))
    return player, pl.concat(frames)


def happened_in(player: GameBatch, game_no: int) -> pl.DataFrame:
    """What happened in the game played last: game_no, nth (from 0, in the game), turn, what, first, second, third."""
    said = [(game_no, nth, *event) for nth, event in enumerate(happened(player) or ())]
    return pl.DataFrame(said, dict.fromkeys(("game_no", "nth", *Happened._fields), pl.Int64), orient="row")


@functools.cache
def _database() -> duckdb.DuckDBPyConnection:
    atexit.register(_database.cache_clear)
    return duckdb.connect(":memory:", config={"threads": 1})


def view(sql: str, **tables: pl.DataFrame) -> pl.DataFrame:
    """What a query shows of these tables; words are strings."""
    for name, frame in tables.items():
        _database().register(name, frame.to_arrow())
    frame = _database().sql(sql).pl()
    for name in tables:
        _database().unregister(name)
    return frame.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))


def shown(player: GameBatch, turns: Sequence[str] = ()) -> dict[str, pl.DataFrame]:
    """What a player has logged as the views show it. ``turns``: only these columns, and no cards."""
    tables = {}
    for name in kept_tables(player.plan.log):
        if turns and name == "cards":
            continue
        columns = ", ".join(turns) if turns and name == "turns" else "*"
        tables[name] = view(f"SELECT {columns} FROM ({player.tables[name].view('stored')})", stored=player.frame(name))
    return tables


def play(plan: Plan, first: int, games: int, turns: Sequence[str] = ()) -> Log:
    """The log of these games, at most as many as fit the buffers. ``turns``: see ``shown``."""
    return Log(**({"cards": pl.DataFrame()} | shown(played(plan, first, games), turns)))


def rows_of(player: GameBatch) -> Rows:
    """What a player has logged, row by row, as the views show it."""
    return {name: frame.to_dicts() for name, frame in shown(player).items()}


def logged_rows(plan: Plan, first: int, games: int) -> Rows:
    """The rows of these games."""
    return rows_of(played(plan, first, games))


def parts(plan: Plan, games: int) -> Iterator[tuple[int, int]]:
    """The first game and the number of games of parts that fit the buffers."""
    most = games_per_part(plan)
    for first in range(0, games, most):
        yield first, min(most, games - first)


def play_many(plan: Plan, games: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The tables games and seats of many games."""
    plan = replace(plan, log="seats")
    tables = [shown(played(plan, first, count)) for first, count in parts(plan, games)]
    return pl.concat([part["games"] for part in tables]), pl.concat([part["seats"] for part in tables])
