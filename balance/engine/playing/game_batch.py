"""One table at which a plan is played: the game's state, and buffers that its kernels fill."""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from balance.common.errors import BalanceError
from balance.common.faults import GameFault, blamed, shown
from balance.common.modules import line_of
from balance.engine.game import Game, Plan
from balance.engine.game.columns import WIN_SHARE
from balance.engine.game.log import TABLES, Table, kept_tables
from balance.engine.kernels.buffers import BLANK, BLOCK_ROWS, CARDS_ALONE, TURNS_AND_CARDS
from balance.engine.kernels.decision_record import NOT_OFFERED, TROUBLES
from balance.engine.kernels.kernel import new
from balance.engine.playing.threads import interruptible

PATIENCE = 1.0
"""Seconds that who wants to stop waits for games in play, or twice as long as games took before."""


class PlayError(GameFault):
    """A kernel met something that the rules exclude."""


class ScriptError(BalanceError):
    """A script that the game cannot follow."""


class GameBatch:
    """One thread's table: a state, and buffers that are filled and emptied again and again."""

    def __init__(self, plan: Plan, turns: bool = True):
        """``turns``: whether rows of turns are written, where the plan keeps them."""
        game, self.turns = plan.game, turns
        with blamed(game):
            self.state = new(game.state_record)
            self.blocks = {name: new(game.blocks[name]) for name in TABLES}
            self.used = np.zeros(len(TABLES), np.int64)
        self._open(plan)
        self.table = plan.table()
        self.ranges = takes_ranges(game.play_games)
        self.playing = 0, 0
        self.since = math.inf
        """When the games ``playing`` (the first and the last) were begun; infinite: nothing is played now."""
        self.longest = 0.0

    def take(self, plan: Plan, table: Any = None) -> None:
        """Play another plan of the same game from now on, as with other cards. The buffers stay as they are.

        ``table``: its TABLE, where that is known already.
        """
        if plan is not self.plan:
            self._open(plan)
        self.table = plan.table() if table is None else table

    def _open(self, plan: Plan) -> None:
        """Set up the log of this plan."""
        game = plan.game
        with blamed(game):
            self.tables = plan.log_tables
            self.most = np.array([game.rows_per_game(plan, plan.cards)[name] for name in TABLES])
            check_fields(game, self.tables)
        written = [name for name in TABLES if self.turns or name != "turns"]
        self.blank = {name: self.tables[name].blank_columns(self.blocks[name]) for name in written}
        self.plan = plan

    @property
    def room(self) -> int:
        """How many games fit the buffers now, whatever happens in them."""
        kept = len(kept_tables(self.plan.log))
        return int(((BLOCK_ROWS - self.used) // np.maximum(self.most, 1))[:kept].min())

    def play(self, first: int, count: int) -> None:
        """Append games ``first`` .. ``first + count - 1`` to the buffers; see ``play_these``."""
        self.play_these(np.arange(first, first + count, dtype=np.int64))

    def play_these(self, numbers: np.ndarray, here: bool = False) -> None:
        """Append the games of these numbers (int64, rising) to the buffers. ``here``: in this thread and no other.

        Raises PlayError on a trouble code and for more rows than the game says, GameFault for a mistake in its code,
        and ValueError for more games than always fit.
        """
        game, count = self.plan.game, len(numbers)
        kept = len(kept_tables(self.plan.log))
        if count > self.room:
            raise ValueError(f"{count} games do not fit the buffers: play at most {self.room} at once")
        # Kernels write what happens, not what does not. Blanked just before, the rows are still in the cache.
        for name, begin, most in zip(kept_tables(self.plan.log), self.used, self.most, strict=False):
            for column in self.blank.get(name, ()):
                column[begin : begin + count * most] = BLANK
        before = self.used.copy()
        self._run(numbers, here)
        if self.state.trouble:
            code = int(self.state.trouble)
            if code == NOT_OFFERED:
                number = int(self.state.decision.refused)
                self.state.trouble = 0
                raise ScriptError(f"{game.name}, game {self.state.game_no}, decision {number}: {TROUBLES[code]}.")
            what = {**TROUBLES, **game.troubles}.get(code, f"trouble {code}")
            raise PlayError(_mistaken(game, f"game {self.state.game_no}: {what}"))
        if (self.used - before > count * self.most)[:kept].any():
            self._find_long_game(numbers)

    def _run(self, numbers: np.ndarray, here: bool) -> None:
        """Let the game's kernel append these games."""
        if not len(numbers):
            return
        blocks = [self.blocks[name] for name in TABLES]
        logs = 0 if not self.plan.logs_turns else TURNS_AND_CARDS if self.turns else CARDS_ALONE
        with blamed(self.plan.game):
            self.playing = int(numbers[0]), int(numbers[-1])
            self.since = time.monotonic()
            try:
                play = partial(self._call, numbers, *blocks, self.used, logs)
                play() if here else interruptible(play)
            except IndexError:
                if len(numbers) > 1:
                    self._find_long_game(numbers)
                raise
            finally:
                self.longest = max(self.longest, time.monotonic() - self.since)
                self.since = math.inf

    def _call(self, numbers: np.ndarray, *rest: object) -> None:
        """Call the kernel: once, or for every range where it takes the first game and their count."""
        play = self.plan.game.play_games
        if not self.ranges:
            play(self.state, self.table, numbers, *rest)
            return
        for some in np.split(numbers, np.flatnonzero(np.diff(numbers) != 1) + 1):
            play(self.state, self.table, int(some[0]), len(some), *rest)
            if self.state.trouble:
                return

    def _find_long_game(self, numbers: np.ndarray) -> None:
        """Play the games again one by one. Raises PlayError at the first that writes more rows than the game says."""
        game, kept = self.plan.game, kept_tables(self.plan.log)
        for game_no in numbers:
            self.clear()
            self._run(np.array([game_no], np.int64), here=False)
            for name, rows, most in zip(kept, self.used, self.most, strict=False):
                if rows > most:
                    code = game.rows_per_game.__code__
                    where = shown((code.co_filename, code.co_firstlineno))
                    message = f"{game.name}, game {game_no}: writes {rows:,} rows of {name}, more than the {most:,}"
                    raise PlayError(f"{message} that rows_per_game ({where}) says at most.\nLet it say more.")
        raise PlayError(f"{game.name}, games {numbers[0]} to {numbers[-1]}: write more rows than rows_per_game says.")

    def frame(self, name: str, wanted: str | None = None) -> pl.DataFrame:
        """What a buffer holds and the plan keeps. ``wanted``: SQL that reads it; only what it needs."""
        count = int(self.used[TABLES.index(name)])
        frame = self.tables[name].frame(self.blocks[name], count, wanted=wanted)
        if name != "turns" or self.plan.log_every == 1:
            return frame
        return frame.filter(self.plan.keeps_turns(pl.col("game_no")))

    def standing(self) -> pl.DataFrame:
        """How it ended for every seat of the games in the buffers: game_no, seat, agent, win_share, score.

        ``agent``: the place of its style among the plan's.
        """
        agent, share = pl.col("agent").to_physical(), pl.sql_expr(WIN_SHARE).alias("win_share")
        rows = self.frame("seats", f"game_no, seat, agent, {WIN_SHARE}, score")
        return rows.select("game_no", "seat", agent, share, "score")

    def standing_of(self, numbers: np.ndarray, *columns: str) -> np.ndarray:
        """These columns of ``standing`` for games of these numbers (rising): float64[columns, games, seats].

        NaN for a game that is not in the buffers, because its match did not need it.
        """
        seats = self.standing()
        where = np.searchsorted(numbers, seats["game_no"].to_numpy()), seats["seat"].to_numpy()
        standing = np.full((len(columns), len(numbers), self.plan.players), np.nan)
        for place, name in enumerate(columns):
            standing[place][where] = seats[name].to_numpy()
        return standing

    def rows_of_card(self, id: str, wanted: str | None = None) -> pl.DataFrame:
        """The rows of the table ``cards`` in the buffer that are about one card. ``wanted``: SQL that reads them."""
        table, block, count = self.tables["cards"], self.blocks["cards"], int(self.used[TABLES.index("cards")])
        return table.frame(block, count, table.rows_with("card", id, block, count), wanted)

    def clear(self) -> None:
        """Empty the buffers."""
        self.used[:] = 0

    def hangs(self, asked: float) -> bool:
        """Whether the games in play take so long that who ``asked`` to stop, at that time, need not wait for them."""
        patience = max(PATIENCE, 2 * self.longest)
        return time.monotonic() - max(asked, self.since) > patience


def _mistaken(game: Game, what: str) -> str:
    """What to say of a game whose kernels met what cannot be: to the author of a file of her own, where they stand."""
    if game.file is None:
        return f"{game.name}, {what}. This is a mistake in the rules' code, not yours."
    return f"{shown((str(game.file), line_of(game.source, 'compiled')))}: {what}"


def takes_ranges(play_games: Any) -> bool:
    """Whether a game's kernel takes the first game and how many, as games from outside once did, and not numbers."""
    return "first" in inspect.signature(getattr(play_games, "py_func", play_games)).parameters


def check_fields(game: Game, tables: Mapping[str, Table]) -> None:
    """Raise GameFault where a column is to be stored that the buffer of its table does not have."""
    for name, table in tables.items():
        fields = game.blocks[name].names or ()
        for column in table.stored:
            if (column.field or column.name) not in fields:
                message = f"Internal error in game '{game.id}': column {column.name} of table {name}"
                raise GameFault(f"{message} is stored, and its block has no field {column.field or column.name}.")
