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
WORK = "work"
"""What an answer says beside its gap: games of the look-ahead player times its playouts for a decision."""


def cached_strength(plan: Plan, asked: AskedStrength, workers: int = 1, watcher: Watcher | None = None) -> Strength:
    """As ``judging.strength.strength``; only what was not played before is played."""
    folder = answer_folder(KIND, plan, answer_key(plan))
    answer = strength(plan, asked, workers, watcher, Folder(folder))
    if answer.yardsticks and (work := _work(answer)) >= (load_answer(folder / ANSWER, lambda kept: kept[WORK]) or 0):
        keep_answer(folder, {**asdict(_gap(answer)), WORK: work}, parts=True)
    return answer


def cached_regret(plan: Plan, asked: AskedRegret, workers: int = 1, watcher: Watcher | None = None) -> Regret:
    """As ``judging.regret.regret``; only what was not looked at before is looked at."""
    return regret(plan, asked, workers, watcher, Folder(answer_folder(KIND, plan, answer_key(plan))))


def known_gap(plan: Plan) -> Gap | None:
    """What was measured with the most work at tables of such a plan; None: nothing yet, or with other code."""
    file = answer_folder(KIND, plan, answer_key(plan)) / ANSWER
    return load_answer(file, lambda kept: Gap(**{key: value for key, value in kept.items() if key != WORK}))


def _work(strength: Strength) -> int:
    """What a measurement is worth: a quick try does not take the place of a finer one."""
    best = strength.yardsticks[0].best
    return best.won.cases * best.playouts


def _gap(strength: Strength) -> Gap:
    stick = strength.yardsticks[0]
    won = stick.best.won
    return Gap(stick.against, won.share, *won.interval, won.cases, won.even)
