"""Tables at which one style is tried among others: played once, kept, and played by several threads."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
import polars as pl

from balance.analysis.stats import mean_stderr
from balance.engine.game import Plan
from balance.engine.game.agents import MIXED
from balance.engine.game.styles import Style
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher, compile_rules
from balance.judging.answers import Parts, part_name
from balance.judging.effects import Estimate
from balance.judging.tournament import play_tables, seat_styles


@dataclass(frozen=True)
class Sitting:
    """Who sits at a table: some players with one style, all others with what a word of ``agents`` says."""

    style: Style
    others: str
    copies: int = 1
    cards: str = ""
    """Other cards to play with than usual, by a name: nothing else need tell them apart."""
    plan: Plan | None = None
    """The plan with these cards, or with other styles beside."""

    def seated(self, usual: Plan, seed: int, games: int) -> Plan:
        """The plan of such a table: so many games or a few more, for matches are whole."""
        plan = self.plan or usual
        words = (self.style.name,) * self.copies + (self.others,) * (plan.players - self.copies)
        match_games = plan.match_games
        return seat_styles(replace(plan, seed=seed, games=-(-games // match_games) * match_games), words, [self.style])


def drawing(names: Sequence[str]) -> str:
    """The word for a player who draws one of these styles in every game."""
    return names[0] if len(names) == 1 else f"{MIXED}({','.join(names)})"


def fresh_seed(seed: int, what: str) -> int:
    """The seed of deals that nothing else is played on: of another purpose others."""
    return int.from_bytes(hashlib.sha256(f"{seed} {what}".encode()).digest()[:8], "big") >> 1


def difference(now: np.ndarray, before: np.ndarray) -> Estimate:
    """The mean difference of what was won on the same deals (float64[cases] each)."""
    return Estimate(*mean_stderr(now - before))


_Won = tuple[np.ndarray, np.ndarray]
"""What a player with the style won at a table, and what any player did on average (float64[cases] each)."""


def _by_case(won: Sequence[_Won], seconds: float) -> pl.DataFrame:
    columns = [column for place in range(len(won)) for column in _columns(place)]
    return pl.DataFrame(dict(zip(columns, chain.from_iterable(won), strict=True)))


def _columns(place: int) -> tuple[str, str]:
    """Where the table at this place is kept."""
    return str(place), f"even {place}"


def _means(won: Sequence[_Won], seconds: float) -> pl.DataFrame:
    return pl.DataFrame({"won": [float(shares.mean()) for shares, _ in won], "seconds": seconds})


class Sittings:
    """Plays sittings, and remembers in ``parts`` what was played. Nothing is compiled before it is needed."""

    def __init__(self, plan: Plan, workers: int, watcher: Watcher, parts: Parts):
        self.plan = plan
        self.parts = parts
        self.watcher = watcher
        self.workers = workers
        self.total = 0
        """About how many games it will be, for who watches."""
        self.games = 0
        """Games that were played, now or before."""
        self._pool: Pool[GameBatch] | None = None
        self._open = ExitStack()

    def won(self, purpose: str, sittings: Sequence[Sitting], games: int) -> list[np.ndarray]:
        """What a player with the style wins at every one of these tables, case by case (float64[cases] each).

        All play the same deals, which belong to the ``purpose``; case by case they can be compared.
        """
        return [won for won, _ in self.won_and_even(purpose, sittings, games)]

    def won_and_even(self, purpose: str, sittings: Sequence[Sitting], games: int) -> list[_Won]:
        """The same, each beside what any player won there on average: as ``tournament.win_share`` takes them."""
        part = self._part(purpose, sittings, games, _by_case)
        tables = [part.select(_columns(place)) for place in range(len(sittings))]
        return [(won.to_numpy(), even.to_numpy()) for won, even in tables]

    def means(self, purpose: str, sittings: Sequence[Sitting], games: int) -> tuple[np.ndarray, float]:
        """The means of the same (float64[sittings]), and how many seconds they took when they were played."""
        part = self._part(purpose, sittings, games, _means)
        return part["won"].to_numpy(), float(part["seconds"][0])

    def _part(
        self, purpose: str, sittings: Sequence[Sitting], games: int, kept: Callable[[Sequence[_Won], float], Any]
    ) -> pl.DataFrame:
        """What is ``kept`` of what was won at these tables and of the seconds it took: as played now, or before."""
        seed = fresh_seed(self.plan.seed, purpose)
        plans = [sitting.seated(self.plan, seed, games) for sitting in sittings]
        identity = [[sitting.cards, plan.identity()] for sitting, plan in zip(sittings, plans, strict=True)]
        name = part_name(purpose, identity)
        part = self.parts.load(name)
        if part is None:
            pool = self._begin()
            begun = time.monotonic()
            played = zip(play_tables(pool, plans, self.watcher), plans, sittings, strict=True)
            won = [
                (wins.by_style[:, plan.style_names.index(sitting.style.name)], wins.even)
                for wins, plan, sitting in played
            ]
            part = kept(won, time.monotonic() - begun)
            self.parts.store(name, part)
        self.games += sum(plan.games for plan in plans)
        return part

    def aim(self, total: int) -> None:
        """It will be about so many games."""
        self.total = total
        if self._pool is not None:
            self.watcher.aim(total)

    def count_elsewhere(self, games: int) -> None:
        """So many games were played by somebody else."""
        self.games += games

    def begin(self) -> Watcher:
        """From now on games are played, and whoever watches hears of it."""
        self._begin()
        return self.watcher

    def _begin(self) -> Pool[GameBatch]:
        if self._pool is None:
            compile_rules(self.plan, self.watcher)
            self._pool = self._open.enter_context(Pool(lambda: GameBatch(self.plan), self.workers))
            self.watcher.started(self.games, max(self.total, self.games))
            self._open.callback(self.watcher.finished)
        return self._pool

    def __enter__(self) -> Sittings:
        return self

    def __exit__(self, *failure: object) -> None:
        self._open.close()
