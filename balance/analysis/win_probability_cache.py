"""The win-chance model of a run and the games worth reading by it, kept in the run's folder: a replay is told at once.

``chances-<key>.json`` and ``worth-<key>.json`` stand beside the parts. The key is made of the checksums of the parts
that the model is fitted on, of the manifest and of the code, so that a file of another state is never found. Runs
without checksums, unfinished runs and runs in an object store keep nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from balance.analysis.win_probability import MODEL_GAMES, WinModel
from balance.common.files import read_json, write_text
from balance.engine.game import game_of
from balance.engine.game.plan import plan_from_manifest
from balance.engine.runs.checksums import checksum_name
from balance.engine.runs.run import Run, versions

MODEL, GAMES = "chances-{}.json", "worth-{}.json"
T = TypeVar("T")


def model_chunks(run: Run) -> list[int]:
    """The parts that hold the games a model is fitted on."""
    games = MODEL_GAMES * plan_from_manifest(run.manifest).log_every
    return run.done_chunks()[: -(-games // run.games_per_part)]


def kept_model(run: Run, fit: Callable[[], WinModel | None]) -> WinModel | None:
    """The model that is kept with the run; else what ``fit`` gives, which is kept from now on."""
    return _kept(run, MODEL, fit, _as_json, _from_json)


def kept_games(run: Run, find: Callable[[], Mapping[str, int]]) -> Mapping[str, int]:
    """By word, the number of the game worth reading; what ``find`` gives is kept as ``kept_model`` keeps a model."""
    return _kept(run, GAMES, find, dict, _games_from_json) or {}


def _kept(
    run: Run,
    name: str,
    make: Callable[[], T | None],
    as_json: Callable[[T], Any],
    from_json: Callable[[Any], T],
) -> T | None:
    file = _file(run, name)
    answer = _load(file, from_json) if file else None
    if answer is None:
        answer = make()
        if file and answer is not None:
            with suppress(OSError):  # keeping is a help, no duty
                write_text(file, json.dumps(as_json(answer)))
                _remove_others(file, name)
    return answer


def _file(run: Run, name: str) -> Path | None:
    """Where what belongs to this run, as it is now, is kept; None: nowhere."""
    if not (isinstance(run.path, Path) and run.complete and run.recorded):
        return None
    known = [dict(run.manifest), versions(), MODEL_GAMES, game_of(run.manifest).code]
    digest = hashlib.sha256(json.dumps(known, sort_keys=True).encode())
    try:
        for chunk in model_chunks(run):
            digest.update((run.path / checksum_name(chunk)).read_bytes())
    except OSError:
        return None
    return run.path / name.format(digest.hexdigest()[:32])


def _remove_others(file: Path, name: str) -> None:
    """Nothing of another state of the run or the code stays beside this file."""
    for other in file.parent.glob(name.format("*")):
        if other != file:
            other.unlink(missing_ok=True)


def _load(file: Path, from_json: Callable[[Any], T]) -> T | None:
    """What is in the file; None where there is none, or it is damaged."""
    try:
        return from_json(read_json(file))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _as_json(model: WinModel) -> dict[str, Any]:
    return {
        "weights": model.weights.tolist(),
        "unit": model.unit,
        "nobody": model.nobody.tolist(),
        "games": model.games,
        "styles": list(model.styles),
        "seats": model.seats,
    }


def _from_json(data: Mapping[str, Any]) -> WinModel:
    """Raises ValueError for what is no model."""
    weights, nobody = np.array(data["weights"], np.float64), np.array(data["nobody"], np.float64)
    styles, seats = tuple(map(str, data["styles"])), int(data["seats"])
    columns = 4 + len(styles) + seats
    if weights.ndim != 2 or weights.shape[1] != columns or nobody.shape != weights.shape[:1]:
        raise ValueError("the weights are not those of these styles and seats")
    if not (np.isfinite(weights).all() and np.isfinite(nobody).all()):
        raise ValueError("a weight is not a number")
    return WinModel(weights, float(data["unit"]), nobody, int(data["games"]), styles, seats)


def _games_from_json(data: Mapping[str, Any]) -> Mapping[str, int]:
    """Raises ValueError for what is no number."""
    return {str(word): int(number) for word, number in data.items()}
