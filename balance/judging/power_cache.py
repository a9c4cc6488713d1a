"""What was measured once is not measured again, and what was stopped goes on from where it was."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from balance.analysis.trial_edits import Sensitivity
from balance.analysis.trial_edits import as_json as sensitivity_as_json
from balance.analysis.trial_edits import from_json as sensitivity_from_json
from balance.analysis.verdicts import Power, as_json, from_json
from balance.common.cache import cache_root
from balance.common.files import read_json, whole, write_text
from balance.engine.game import Plan
from balance.engine.playing.runner import Watcher
from balance.engine.runs.store import Place
from balance.judging.figure_cache import key_of
from balance.judging.power import Asked, power
from balance.judging.sensitivity import AskedEdits, sensitivity

KEPT = 100
"""So many answers, or beginnings of one, are kept; then the oldest go."""
ANSWER = "answer.json"
BESIDE = "power-{}.json"
"""An answer in the folder of a run."""
T = TypeVar("T")


class Folder:
    """Parts as files. A part that cannot be read is played again; one that cannot be written is not kept."""

    def __init__(self, path: Path):
        self.path = path

    def load(self, name: str) -> pl.DataFrame | None:
        """The part of this name; None: there is none, or it is damaged."""
        try:
            return pl.read_parquet(self.path / f"{name}.parquet")
        except (OSError, pl.exceptions.PolarsError):
            return None

    def store(self, name: str, part: pl.DataFrame) -> None:
        """Keep a part."""
        with suppress(OSError):
            self.path.mkdir(parents=True, exist_ok=True)
            with whole(self.path / f"{name}.parquet") as file:
                part.write_parquet(file, compression="zstd", compression_level=1)


def remembered_power(
    plan: Plan, asked: Asked, workers: int = 1, watcher: Watcher | None = None, beside: Place | None = None
) -> Power:
    """As ``judging.power.power``, which is asked only for what nobody asked before.

    ``beside``: the folder of a run of such games, where the answer is kept, too.
    """
    folder_of_run = beside if isinstance(beside, Path) else None  # a store is only read
    known = power_beside(folder_of_run, plan, asked) if folder_of_run else None
    folder = _folder("power", plan, asked)
    found = known or _load(folder / ANSWER, from_json)
    if found is None:
        found = power(plan, asked, workers, watcher, Folder(folder))
        _keep(folder, as_json(found))
    if folder_of_run and known is None:
        with suppress(OSError):
            write_text(folder_of_run / BESIDE.format(_key(plan, asked)), json.dumps(as_json(found)))
    return found


def remembered_sensitivity(
    plan: Plan, asked: AskedEdits, workers: int = 1, watcher: Watcher | None = None
) -> Sensitivity:
    """As ``judging.sensitivity.sensitivity``, which is asked only for what nobody asked before."""
    folder = _folder("sensitivity", plan, asked)
    found = _load(folder / ANSWER, sensitivity_from_json)
    if found is None:
        found = sensitivity(plan, asked, workers, watcher, Folder(folder))
        _keep(folder, sensitivity_as_json(found))
    return found


def power_beside(run: Path, plan: Plan, asked: Asked) -> Power | None:
    """What was measured of the cards of a run and is kept in its folder; None: nothing, or by another version."""
    return _load(run / BESIDE.format(_key(plan, asked)), from_json)


def finest_beside(run: Place, plan: Plan) -> Power | None:
    """The same of all cards, whatever was asked: the answer with the narrowest intervals."""
    found = []
    for file in run.glob(BESIDE.format("*")) if isinstance(run, Path) else ():
        known = _load(file, from_json)
        if known is not None and power_beside(file.parent, plan, Asked((), known.until, known.games)) is not None:
            found.append(known)
    return min(found, key=lambda one: (one.until, -one.games), default=None)


def _key(plan: Plan, asked: Asked | AskedEdits) -> str:
    """What tells an answer from others. How many games a run has, and what it keeps of them, is nothing to it."""
    return key_of(replace(plan, games=asked.most, log="turns", log_every=1), **asdict(asked))[:32]


def _folder(what: str, plan: Plan, asked: Asked | AskedEdits) -> Path:
    """Where an answer is kept, and its parts until it is there."""
    return cache_root() / what / f"{plan.game.id}-{_key(plan, asked)}"


def _keep(folder: Path, answer: dict[str, Any]) -> None:
    """Keep an answer instead of the parts it was made of, and let the oldest go where there are too many."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / ANSWER, json.dumps(answer))
        for part in folder.glob("*.parquet"):
            part.unlink()
        kept = sorted(folder.parent.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in kept[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)


def _load(file: Path, read: Callable[[Mapping[str, Any]], T]) -> T | None:
    try:
        return read(read_json(file))
    except (OSError, ValueError, KeyError, TypeError):
        return None
