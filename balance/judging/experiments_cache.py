"""The experiments beside a run, played once: a page that is written again waits for none."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from balance.engine.game import Plan
from balance.judging.answers import Folder, answer_folder, answer_key, keep_answer
from balance.judging.experiments import games_of_an_arm, play_experiments


def cached_experiments(plan: Plan, on_stage: Callable[[str], None], workers: int | None = None) -> pl.DataFrame:
    """The experiments of a plan's game, as ``play_experiments`` gives them; only arms that nobody played are played."""
    folder = answer_folder("experiments", plan, answer_key(plan, games_of_an_arm(plan)))
    figures = play_experiments(plan, plan.game.experiments, None, on_stage, workers, Folder(folder))
    keep_answer(folder, {"figures": figures.height}, parts=True)
    return figures
