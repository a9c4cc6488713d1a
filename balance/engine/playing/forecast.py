"""How long a run will take and how much room it will need, from a few games played first."""

from __future__ import annotations

import time
from dataclasses import dataclass

from balance.engine.game import Plan
from balance.engine.game.log import kept_tables, parquet
from balance.engine.playing.game_batch import GameBatch
from balance.engine.runs.run import games_per_part

TRIED = 2000
"""Games that are played to know it: at most so many, and ..."""
SMALL_SHARE = 50
"""... at most one in so many of the run. Of a run that is too short for a try, nothing is said."""
LEAST = 200


@dataclass(frozen=True)
class Forecast:
    """What one game takes."""

    seconds_per_game: float
    """On one thread, playing and writing."""
    bytes_per_game: float

    def seconds(self, games: int, workers: int) -> float:
        """How long so many games take on ``workers`` threads that have a core each."""
        return games * self.seconds_per_game / workers

    def bytes(self, games: int) -> int:
        """How much room they need on disk."""
        return round(games * self.bytes_per_game)


def forecast(plan: Plan) -> Forecast | None:
    """Try the plan (its rules are compiled already). None for a run so short that it is over before it is known."""
    games = min(TRIED, plan.games // SMALL_SHARE)
    if games < LEAST:
        return None
    batch = GameBatch(plan)
    size, begun, done = 0, time.perf_counter(), 0
    while done < games:
        some = min(games - done, games_per_part(plan))
        batch.play(done, some)
        size += sum(len(parquet(batch.frame(name))) for name in kept_tables(plan.log))
        batch.clear()
        done += some
    return Forecast((time.perf_counter() - begun) / games, size / games)
