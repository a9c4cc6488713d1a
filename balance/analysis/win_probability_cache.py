"""The win-chance model of a run, kept in the run's folder: it is fitted once, and a replay is told at once.

``chances-<key>.json`` stands beside the parts. The key is made of the checksums of the parts that the model is fitted
on, of the manifest and of the code, so that a file of another state is never found. Runs without checksums, unfinished
runs and runs in an object store keep nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from balance.analysis.win_probability import MODEL_GAMES, Chances
from balance.common.files import fingerprint, read_json, write_text
from balance.common.places import PACKAGE
from balance.engine.game import game_of
from balance.engine.game.plan import plan_from_manifest
from balance.engine.runs.checksums import checksum_name
from balance.engine.runs.run import Run, versions

BESIDE = "chances-{}.json"
SOURCES = tuple(PACKAGE / name for name in ("common", "engine", "cards", "analysis"))
"""The code that a model depends on, beside the game's own."""


def model_chunks(run: Run) -> list[int]:
    """The parts that hold the games a model is fitted on."""
    games = MODEL_GAMES * plan_from_manifest(run.manifest).log_every
    return run.done_chunks()[: -(-games // run.games_per_part)]


def kept_model(run: Run | None, fit: Callable[[], Chances | None]) -> Chances | None:
    """The model that is kept with the run; else what ``fit`` gives, which is kept from now on."""
    file = _file(run) if run is not None else None
    model = _load(file) if file else None
    if model is None:
        model = fit()
        if file and model is not None:
            with suppress(OSError):  # keeping is a help, no duty
                write_text(file, json.dumps(_as_json(model)))
                _remove_others(file)
    return model


def _file(run: Run) -> Path | None:
    """Where the model of this run, as it is now, is kept; None: nowhere."""
    if not (isinstance(run.path, Path) and run.complete and run.recorded):
        return None
    digest = hashlib.sha256(json.dumps([dict(run.manifest), versions(), MODEL_GAMES], sort_keys=True).encode())
    digest.update(fingerprint((*SOURCES, game_of(run.manifest).folder), (".py", ".sql")).encode())
    try:
        for chunk in model_chunks(run):
            digest.update((run.path / checksum_name(chunk)).read_bytes())
    except OSError:
        return None
    return run.path / BESIDE.format(digest.hexdigest()[:32])


def _remove_others(file: Path) -> None:
    """No model of another state of the run or the code stays beside this one."""
    for other in file.parent.glob(BESIDE.format("*")):
        if other != file:
            other.unlink(missing_ok=True)


def _as_json(model: Chances) -> dict[str, Any]:
    return {
        "weights": model.weights.tolist(),
        "unit": model.unit,
        "nobody": model.nobody.tolist(),
        "games": model.games,
        "styles": list(model.styles),
        "seats": model.seats,
    }


def _load(file: Path) -> Chances | None:
    """The model in the file; None where there is none, or it is damaged."""
    try:
        return _from_json(read_json(file))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _from_json(data: Mapping[str, Any]) -> Chances:
    """Raises ValueError for what is no model."""
    weights, nobody = np.array(data["weights"], np.float64), np.array(data["nobody"], np.float64)
    styles, seats = tuple(map(str, data["styles"])), int(data["seats"])
    columns = 4 + len(styles) + seats
    if weights.ndim != 2 or weights.shape[1] != columns or nobody.shape != weights.shape[:1]:
        raise ValueError("the weights are not those of these styles and seats")
    if not (np.isfinite(weights).all() and np.isfinite(nobody).all()):
        raise ValueError("a weight is not a number")
    return Chances(weights, float(data["unit"]), nobody, int(data["games"]), styles, seats)
