"""The strength of styles, measured once and kept; what was stopped goes on from where it was."""

from __future__ import annotations

from dataclasses import asdict

from balance.analysis.ratings import Gap
from balance.engine.game import Plan
from balance.engine.playing.runner import Watcher
from balance.judging.answers import ANSWER, Folder, answer_folder, answer_key, keep_answer, load_answer
from balance.judging.regret import AskedRegret, Regret, regret
from balance.judging.strength import AskedStrength, Strength, strength

KIND = "strength"


def cached_strength(plan: Plan, asked: AskedStrength, workers: int = 1, watcher: Watcher | None = None) -> Strength:
    """As ``judging.strength.strength``; only what was not played before is played."""
    folder = answer_folder(KIND, plan, answer_key(plan))
    answer = strength(plan, asked, workers, watcher, Folder(folder))
    if answer.yardsticks:
        keep_answer(folder, asdict(_gap(answer)), parts=True)
    return answer


def cached_regret(plan: Plan, asked: AskedRegret, workers: int = 1, watcher: Watcher | None = None) -> Regret:
    """As ``judging.regret.regret``; only what was not looked at before is looked at."""
    return regret(plan, asked, workers, watcher, Folder(answer_folder(KIND, plan, answer_key(plan))))


def known_gap(plan: Plan) -> Gap | None:
    """What was measured last at tables of such a plan; None: nothing yet, or with other code."""
    return load_answer(answer_folder(KIND, plan, answer_key(plan)) / ANSWER, lambda entry: Gap(**entry))


def _gap(strength: Strength) -> Gap:
    stick = strength.yardsticks[0]
    won = stick.best.won
    return Gap(strength.players, stick.against, won.share, *won.interval, won.cases)
