"""Tables at which chosen styles sit, and what each of them wins there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from balance.analysis.stats import Z, mean_stderr, share_interval
from balance.engine.game import Plan
from balance.engine.game.styles import Style
from balance.engine.playing.batches import games_of_a_batch
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher


@dataclass(frozen=True)
class WinShare:
    """What the players of one style win, of all their games: 1 is every win."""

    share: float
    stderr: float
    """Games that belong together, a match, are one case."""
    cases: int
    even: float
    """What a player of these games won on average, with any style: less than 1 / players where nobody wins some."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share is, 95 %."""
        return self.interval_at(Z)

    def interval_at(self, z: float) -> tuple[float, float]:
        """The interval of so many standard errors to each side."""
        return share_interval(self.share, self.stderr, self.cases, z=z)


@dataclass(frozen=True)
class Wins:
    """What was won at a table, case by case."""

    by_style: np.ndarray
    """float64[cases, styles]: by a player of that style on average; 0 for styles that do not sit there."""
    even: np.ndarray
    """float64[cases]: by a player on average, with any style."""


def win_share(cases: np.ndarray, even: np.ndarray) -> WinShare:
    """Of the mean win share of a style's players, and of all players, case by case (float64[cases] each)."""
    return WinShare(*mean_stderr(cases), len(cases), float(even.mean()))


def seat_styles(plan: Plan, lineup: Sequence[str], styles: Iterable[Style] = ()) -> Plan:
    """The plan with one style for every seat, and ``styles`` beside the game's own; only who wins is kept."""
    own = {style.name: style for style in (*plan.styles, *styles)}
    return replace(plan, styles=tuple(own.values()), lineup=tuple(lineup), log="seats")


def one_among(plan: Plan, style: str, others: str) -> tuple[str, ...]:
    """The line-up of a table at which one player has a style and all others another."""
    return (style, *(others for _ in range(plan.players - 1)))


def play_tables(pool: Pool[GameBatch], plans: Sequence[Plan], watcher: Watcher | None = None) -> Iterator[Wins]:
    """Play the games of all these plans of one game, and say one after the other what every style won.

    A mean over cases is of a style that has as many seats in all of them, whatever the other seats draw.
    """
    tasks = [
        (plan, first, min(games_of_a_batch(plan), plan.games - first))
        for plan in plans
        for first in range(0, plan.games, games_of_a_batch(plan))
    ]
    parts = pool.each(partial(_play, watcher or Watcher()), tasks)
    for plan in plans:
        played = [next(parts) for _ in range(0, plan.games, games_of_a_batch(plan))]
        yield Wins(np.concatenate([part.by_style for part in played]), np.concatenate([part.even for part in played]))


def _play(watcher: Watcher, batch: GameBatch, task: tuple[Plan, int, int]) -> Wins:
    plan, first, count = task
    batch.clear()
    batch.take(plan)
    batch.play(first, count)
    seats = batch.standing()
    case = (seats["game_no"].to_numpy() - first) // plan.match_games
    where = case, seats["agent"].to_numpy()
    shape = count // plan.match_games, len(plan.styles)
    won, at = np.zeros(shape), np.zeros(shape)
    np.add.at(won, where, seats["win_share"].to_numpy())
    np.add.at(at, where, 1)
    watcher.played(count)
    return Wins(won / np.maximum(at, 1), won.sum(axis=1) / at.sum(axis=1))
