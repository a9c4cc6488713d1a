"""Games played again with part of their luck as it was: how much of who wins is luck; and duels, what skill can do."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from balance.analysis.luck import LuckAndSkill, luck_and_skill
from balance.engine.game import Plan
from balance.engine.kernels.other_luck import change_luck
from balance.engine.playing.batches import games_of_a_batch
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher, compile_rules
from balance.judging.answers import ANSWER, answer_folder, answer_key, keep_answer, load_answer
from balance.judging.duels import play_duels

QUICK, FULL = 2_000, 20_000
"""Games that are played, and played again for every step; and of every duel."""


def cached_luck(plan: Plan, games: int, workers: int = 1, watcher: Watcher | None = None) -> LuckAndSkill | None:
    """As ``measure_luck``, which is asked only for what nobody asked before."""
    styles = [style.as_written() for style in plan.styles]  # the duels are played by two, who may weigh otherwise
    folder = answer_folder("luck", plan, answer_key(plan, games, styles=styles))
    luck = load_answer(folder / ANSWER, LuckAndSkill.from_json)
    if luck is None:
        luck = measure_luck(plan, games, workers, watcher)
        if luck is not None:
            keep_answer(folder, luck.as_json())
    return luck


def measure_luck(plan: Plan, games: int, workers: int = 1, watcher: Watcher | None = None) -> LuckAndSkill | None:
    """What decides who wins at the tables of a plan; None: the game does not say which chance is what.

    The first games of the plan; the same whatever the number of workers.
    """
    watcher = watcher or Watcher()
    if not plan.game.luck:
        return None
    plan = replace(plan, log="seats", games=plan.game.rounded_up(games, plan.settings))
    compile_rules(plan, watcher)
    kept = [step.name for step in plan.game.luck]
    ways = [None, *range(len(kept) + 1)]
    step = games_of_a_batch(plan)
    tasks = [(way, first) for way in ways for first in range(0, plan.games, step)]
    watcher.started(0, len(ways) * plan.games)
    try:
        with Pool(partial(GameBatch, plan), workers) as pool:
            parts = pool.map(partial(_play, plan, min(step, plan.games), watcher), tasks)
    finally:
        watcher.finished()
    each = len(tasks) // len(ways)
    by_way = [np.concatenate(parts[n * each : (n + 1) * each], axis=1) for n in range(len(ways))]
    agents, wins, scores = (np.stack([arrays[which] for arrays in by_way]) for which in range(3))
    luck = luck_and_skill(agents[0], wins, scores, kept, plan.match_games)
    best = plan.style_names[_best(agents[0], wins[0])]
    return replace(luck, best=best, duels=play_duels(plan, best, workers, watcher))


def _best(agents: np.ndarray, wins: np.ndarray) -> int:
    """The code of the style that wins most. Both arrays: [games, seats], NaN where a match did not need the game."""
    played = ~np.isnan(wins)
    codes = agents[played].astype(int)
    return int((np.bincount(codes, wins[played]) / np.maximum(np.bincount(codes), 1)).argmax())


def _play(plan: Plan, most: int, watcher: Watcher, batch: GameBatch, task: tuple[int | None, int]) -> np.ndarray:
    """Some games: float64[3, games, seats], style, win share and score. A game that a match did not need is all NaN.

    ``task``: of how many steps the luck is as it was (None: all of it, and the players' choices, too); the first game.
    """
    way, first = task
    count = min(most, plan.games - first)
    table = plan.table()
    if way is not None:
        change_luck(table, [stream for step in plan.game.luck[:way] for stream in step.streams], seed=way)
    batch.clear()
    batch.take(plan, table)
    batch.play(first, count)
    watcher.played(count)
    return batch.standing_of(np.arange(first, first + count), "agent", "win_share", "score")
