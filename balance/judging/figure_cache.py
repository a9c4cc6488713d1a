"""Figures that were played once are not played again: a folder of them, by everything that they depend on."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from balance.analysis.baseline_file import FIGURE_COLUMNS, Figures
from balance.common.cache import cache_root
from balance.common.files import read_json, write_text
from balance.engine.game import Plan
from balance.engine.playing.runner import Interrupted, Watcher
from balance.judging.answers import key_of
from balance.judging.reference import reference_figures

FORMAT = 1
KEPT = 2000
"""Figures of so many plans are kept, 10 to 50 kB each; then those go that nobody has asked for the longest."""


class FigureCache:
    """Gives the headline figures of plans; plays only those that nobody has played before."""

    def __init__(
        self, workers: int, watch: Callable[[], Watcher] = Watcher, on_stage: Callable[[str], None] = lambda _: None
    ):
        """``on_stage`` hears what is about to be played."""
        self.workers = workers
        self.watch = watch
        self.on_stage = on_stage
        self.played = 0
        self.known = 0
        self._here: dict[str, Figures] = {}

    def figures(self, plan: Plan, what: str = "") -> Figures:
        """The figures of ``plan``, as ``reference.reference_figures`` gives them. ``what``: its name when it is played.

        A value or a standard error that is no finite number is None.
        """
        key = key_of(plan)
        if key not in self._here:
            self._here[key] = self._load(key, plan) or self._play(key, plan, what)
        return self._here[key]

    def _load(self, key: str, plan: Plan) -> Figures | None:
        file = file_of(key, plan)
        figures = load(file, key)
        if figures is not None:
            self.known += 1
            with suppress(OSError):
                os.utime(file)
        return figures

    def _play(self, key: str, plan: Plan, what: str) -> Figures:
        self.on_stage(f"playing {plan.games:,} games of {plan.game.name}{': ' if what else ''}{what}")
        try:
            figures = [_finite(row) for row in reference_figures(plan, self.workers, self.watch())]
        except Interrupted:
            message = f"Stopped. What was played before ({self.played} card tables) is kept."
            raise Interrupted(f"{message}\nThe same command goes on from there.") from None
        self.played += 1
        with suppress(OSError):  # remembering is a help, no duty
            store(file_of(key, plan), key, figures)
        return figures


def file_of(key: str, plan: Plan) -> Path:
    """Where the figures of this plan are kept."""
    return cache_root() / "figures" / f"{plan.game.id}-{key[:32]}.json"


def load(file: Path, key: str) -> Figures | None:
    """The figures in ``file``; None where there are none, or they are damaged or of another plan."""
    try:
        stored = read_json(file)
        figures = stored["figures"]
        intact = stored["format"] == FORMAT and stored["key"] == key and stored["sha256"] == _seal(figures)
        return figures if intact and all(row.keys() >= FIGURE_COLUMNS for row in figures) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def store(file: Path, key: str, figures: Figures) -> None:
    """Keep the figures; where there are too many, let those go that were not asked for the longest. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, json.dumps({"format": FORMAT, "key": key, "sha256": _seal(figures), "figures": figures}))
    kept = sorted(file.parent.glob("*.json"), key=lambda kept_file: kept_file.stat().st_mtime, reverse=True)
    for old in kept[KEPT:]:
        old.unlink(missing_ok=True)


def _seal(figures: Figures) -> str:
    return hashlib.sha256(json.dumps(figures).encode()).hexdigest()


def _finite(row: dict[str, Any]) -> dict[str, Any]:
    """The row with None for numbers that are none: JSON has no word for them."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in row.items()
    }
