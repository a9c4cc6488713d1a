"""Power that was measured once is not measured again, and what was stopped goes on from where it was."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import polars as pl

from balance.analysis.remembered import key_of
from balance.engine.cache import cache_root
from balance.engine.files import read_json, whole, write_text
from balance.engine.plan import Plan
from balance.engine.runner import Watcher
from balance.judging.power import Asked, Power, as_json, from_json, power

KEPT = 100
"""So many answers, or beginnings of one, are kept; then the oldest go."""
ANSWER = "power.json"


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


def remembered_power(plan: Plan, asked: Asked, workers: int = 1, watcher: Watcher | None = None) -> Power:
    """As ``judging.power.power``, which is asked only for what nobody asked before."""
    folder = cache_root() / "power" / f"{plan.game.id}-{key_of(plan, **asdict(asked))[:32]}"
    known = _load(folder / ANSWER)
    if known is not None:
        return known
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
