"""What was measured once is not measured again, and what was stopped goes on from where it was."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from balance.analysis.targets.read import margin_for
from balance.analysis.trial_edits import Sensitivity
from balance.analysis.trial_edits import as_json as sensitivity_as_json
from balance.analysis.trial_edits import from_json as sensitivity_from_json
from balance.analysis.verdicts import Power, as_json, from_json
from balance.common.files import write_text
from balance.engine.game import Plan
from balance.engine.playing.runner import Watcher
from balance.engine.runs.store import Place
from balance.judging.answers import ANSWER, Folder, answer_folder, answer_key, keep_answer, load_answer
from balance.judging.power import FULL, QUICK, Asked, power
from balance.judging.sensitivity import FULL_EDITS, QUICK_EDITS, AskedEdits, outermost, sensitivity

ANSWER_FILE = "power-{}.json"
"""An answer in the folder of a run."""


def cached_power(
    plan: Plan, asked: Asked, workers: int = 1, watcher: Watcher | None = None, run_folder: Place | None = None
) -> Power:
    """As ``judging.power.power``, which is asked only for what nobody asked before.

    ``run_folder``: that of a run of such games, where the answer is kept, too.
    """
    own_folder = run_folder if isinstance(run_folder, Path) else None  # a store is only read
    known = power_in_run(own_folder, plan, asked) if own_folder else None
    folder = _folder("power", plan, asked)
    answer = known or load_answer(folder / ANSWER, from_json)
    if answer is None:
        answer = power(plan, asked, workers, watcher, Folder(folder))
        keep_answer(folder, as_json(answer))
    if own_folder and known is None:
        with suppress(OSError):
            write_text(own_folder / ANSWER_FILE.format(_key(plan, asked)), json.dumps(as_json(answer)))
    return answer


def cached_sensitivity(plan: Plan, asked: AskedEdits, workers: int = 1, watcher: Watcher | None = None) -> Sensitivity:
    """As ``judging.sensitivity.sensitivity``, which is asked only for what nobody asked before."""
    folder = _folder("sensitivity", plan, asked)
    answer = load_answer(folder / ANSWER, sensitivity_from_json)
    if answer is None:
        answer = sensitivity(plan, asked, workers, watcher, Folder(folder))
        keep_answer(folder, sensitivity_as_json(answer))
    return answer


def power_of(
    plan: Plan, how: str, workers: int = 1, watcher: Watcher | None = None, run_folder: Place | None = None
) -> Power | None:
    """The power of all cards of a plan, as ``--power`` asks; None: nobody asks, or nobody can gain any.

    ``run_folder``: that of a run of such games, where it is kept. Judged by the margin of targets.toml here.
    """
    if how == "off":
        return None
    power = cached_power(plan, FULL if how == "full" else QUICK, workers, watcher, run_folder)
    return power.judged_with(margin_for(plan))


def edits_of(
    plan: Plan, how: str, power: Power, workers: int = 1, watcher: Watcher | None = None
) -> Sensitivity | None:
    """Trial edits of the strongest and the weakest cards of a plan, as fine as ``--power`` asks; None: of none."""
    cards = outermost(power)
    if not cards:
        return None
    asked = replace(FULL_EDITS if how == "full" else QUICK_EDITS, cards=cards)
    return cached_sensitivity(plan, asked, workers, watcher)


def power_in_run(run: Path, plan: Plan, asked: Asked) -> Power | None:
    """What was measured of the cards of a run and is kept in its folder; None: nothing, or by another version."""
    return load_answer(run / ANSWER_FILE.format(_key(plan, asked)), from_json)


def finest_in_run(run: Place, plan: Plan) -> Power | None:
    """The same of all cards, whatever was asked: the answer with the narrowest intervals."""
    answers = []
    for file in run.glob(ANSWER_FILE.format("*")) if isinstance(run, Path) else ():
        known = load_answer(file, from_json)
        if known is not None and power_in_run(file.parent, plan, Asked((), known.until, known.games)) is not None:
            answers.append(known)
    return min(answers, key=lambda answer: (answer.until, -answer.games), default=None)


def _key(plan: Plan, asked: Asked | AskedEdits) -> str:
    return answer_key(plan, asked.most, **asdict(asked))


def _folder(what: str, plan: Plan, asked: Asked | AskedEdits) -> Path:
    return answer_folder(what, plan, _key(plan, asked))
