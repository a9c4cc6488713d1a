"""The win-chance model and the games worth reading that are kept with a run: found once, never of another state."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.analysis import win_probability_cache
from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.analysis.win_probability import WinModel
from balance.analysis.win_probability_cache import kept_games, kept_model
from balance.engine.game import game_of
from balance.engine.runs.run import Run, open_run
from balance.judging import replay
from balance.judging.replay import find_worth_reading, learn_win_model

MODEL = WinModel(np.arange(14.0).reshape(2, 7) / 3, 2.5, np.array([0.1, 0.0]), 40, ("bold",), 2)


@pytest.fixture
def run(small_run: Run, tmp_path: Path) -> Run:
    """A copy of a run, in whose folder nothing is kept yet."""
    shutil.copytree(small_run.path, tmp_path / "run", ignore=shutil.ignore_patterns("chances-*", "worth-*"))
    return open_run(tmp_path / "run")


def never() -> WinModel:
    pytest.fail("the model was fitted again")


def kept(run: Run) -> list[Path]:
    return sorted(run.path.glob("chances-*.json"))


@pytest.mark.slow
def test_a_model_is_fitted_once_and_is_the_same_to_the_last_digit(run: Run):
    fitted = learn_win_model(run)
    assert len(kept(run)) == 1
    again = kept_model(run, never)
    assert np.array_equal(again.weights, fitted.weights)
    assert np.array_equal(again.nobody, fitted.nobody)
    assert (again.unit, again.games, again.styles, again.seats) == (
        fitted.unit, fitted.games, fitted.styles, fitted.seats,
    )  # fmt: skip


@pytest.mark.parametrize("what", ["checksums", "manifest", "code", "games"])
def test_the_model_of_another_state_is_not_found(run: Run, what: str, monkeypatch: pytest.MonkeyPatch):
    kept_model(run, lambda: MODEL)
    before = kept(run)
    if what == "checksums":
        file = run.path / "checksums" / "part-00000000.sha256"
        file.write_text(file.read_text().replace("a", "b"))
    elif what == "manifest":
        run = replace(run, manifest={**run.manifest, "seed": 2})
    elif what == "code":
        other_code = replace(game_of(run.manifest), code="other")
        monkeypatch.setattr(win_probability_cache, "game_of", lambda _: other_code)
    else:
        monkeypatch.setattr(win_probability_cache, "MODEL_GAMES", 7)
    other = replace(MODEL, games=41)
    assert kept_model(run, lambda: other) is other
    assert len(kept(run)) == 1, "the old one is gone"
    assert kept(run) != before


@pytest.mark.parametrize("damage", ["", "{}", "[1]", "cut", "weights", "nan"])
def test_a_damaged_file_is_no_model(run: Run, damage: str):
    kept_model(run, lambda: MODEL)
    (file,) = kept(run)
    told = json.loads(file.read_text())
    text = {
        "cut": file.read_text()[:40],
        "weights": json.dumps(told | {"weights": [[1.0, 2.0]]}),
        "nan": json.dumps(told | {"nobody": [float("nan"), 0.0]}),
    }.get(damage, damage)
    file.write_text(text)
    assert kept_model(run, lambda: MODEL) is MODEL
    assert json.loads(file.read_text()) == told, "it is written again"


def test_unfinished_runs_and_those_without_checksums_keep_nothing(run: Run):
    for missing in ({"complete": False}, {"checksums": None}):
        manifest = {name: value for name, value in (run.manifest | missing).items() if value is not None}
        assert kept_model(replace(run, manifest=manifest), lambda: MODEL) is MODEL
    assert kept_model(run, lambda: None) is None
    assert kept(run) == []


@pytest.mark.slow
def test_a_game_worth_reading_is_looked_for_once(run: Run, monkeypatch: pytest.MonkeyPatch):
    number, model = find_worth_reading(run, "comeback")
    monkeypatch.setattr(replay, "_first_games", lambda _: pytest.fail("the games were read again"))
    again, kept = find_worth_reading(run, "comeback")
    assert (again, kept.unit) == (number, model.unit)


@pytest.mark.slow
def test_a_report_keeps_what_replays_ask_for(run: Run, monkeypatch: pytest.MonkeyPatch):
    with Database(run) as database:
        rows = Results(database).worth_reading
    monkeypatch.setattr(replay, "_first_games", lambda _: pytest.fail("the games were read again"))
    for word, number in rows.select("word", "game_no").iter_rows():
        assert find_worth_reading(run, word)[0] == number


@pytest.mark.parametrize("damage", ["", "[1]", '{"comeback": "first"}'])
def test_damaged_numbers_of_games_are_looked_for_again(run: Run, damage: str):
    kept_games(run, lambda: {"comeback": 3})
    (file,) = run.path.glob("worth-*.json")
    file.write_text(damage)
    assert kept_games(run, lambda: {"comeback": 4}) == {"comeback": 4}
    assert kept_games(run, never) == {"comeback": 4}
