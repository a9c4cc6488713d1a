"""Power that was measured once is not measured again, and what was stopped goes on from where it was."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

import polars as pl

from balance.analysis.remembered import key_of
from balance.engine.cache import cache_root
from balance.engine.files import read_json, whole, write_text
from balance.engine.plan import Plan
from balance.engine.runner import Watcher
from balance.engine.store import Place
from balance.judging.power import Asked, power
from balance.judging.verdicts import Power, as_json, from_json

KEPT = 100
"""So many answers, or beginnings of one, are kept; then the oldest go."""
ANSWER = "power.json"
BESIDE = "power-{}.json"
"""The same in the folder of a run."""


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
    key = _key(plan, asked)
    folder_of_run = beside if isinstance(beside, Path) else None  # a store is only read
    known = power_beside(folder_of_run, plan, asked) if folder_of_run else None
    folder = cache_root() / "power" / f"{plan.game.id}-{key}"
    found = known or _load(folder / ANSWER) or _measured(plan, asked, workers, watcher, folder)
    if folder_of_run and known is None:
        with suppress(OSError):
            write_text(folder_of_run / BESIDE.format(key), json.dumps(as_json(found)))
    return found


def power_beside(run: Path, plan: Plan, asked: Asked) -> Power | None:
    """What was measured of the cards of a run and is kept in its folder; None: nothing, or by another version."""
    return _load(run / BESIDE.format(_key(plan, asked)))


def finest_beside(run: Place, plan: Plan) -> Power | None:
    """The same of all cards, whatever was asked: the answer with the narrowest intervals."""
    found = []
    for file in run.glob(BESIDE.format("*")) if isinstance(run, Path) else ():
        known = _load(file)
        if known is not None and power_beside(file.parent, plan, Asked((), known.until, known.games)) is not None:
            found.append(known)
    return min(found, key=lambda one: (one.until, -one.games), default=None)


def _key(plan: Plan, asked: Asked) -> str:
    """What tells an answer from others. How many games a run has, and what it keeps of them, is nothing to it."""
    return key_of(replace(plan, games=asked.most, log="turns", log_every=1), **asdict(asked))[:32]


def _measured(plan: Plan, asked: Asked, workers: int, watcher: Watcher | None, folder: Path) -> Power:
    found = power(plan, asked, workers, watcher, Folder(folder))
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / ANSWER, json.dumps(as_json(found)))
        for part in folder.glob("*.parquet"):
            part.unlink()
        _let_go(folder.parent)
    return found


def _load(file: Path) -> Power | None:
    try:
        return from_json(read_json(file))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _let_go(root: Path) -> None:
    kept = sorted(root.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
    for old in kept[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
