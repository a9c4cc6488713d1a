"""The search for a style, kept: what was stopped goes on from where it was, what was asked before plays nothing."""

from __future__ import annotations

from dataclasses import replace

from balance.engine.game import Plan
from balance.engine.playing.runner import Watcher
from balance.judging.answers import Folder, answer_folder, answer_key, keep_answer
from balance.judging.tune import AskedTune, Tuned, tune


def cached_tune(plan: Plan, asked: AskedTune, workers: int = 1, watcher: Watcher | None = None) -> Tuned:
    """As ``judging.tune.tune``; only what was not played before is played.

    The answer is put together from its parts again, which takes a moment: a longer search goes on from a shorter.
    """
    folder = answer_folder("tune", plan, answer_key(replace(plan, lineup=(), fixed_seats=False)))
    tuned = tune(plan, asked, workers, watcher, Folder(folder))
    keep_answer(folder, tuned.style.as_json(), parts=True)
    return tuned
