"""What was measured once is kept under what it depends on, and as long as somebody reads it."""

from __future__ import annotations

import os
from pathlib import Path

from balance.analysis.baseline_file import FIGURE_COLUMNS
from balance.engine.game.plan import Request, make_plan
from balance.judging import answers, figure_cache
from balance.judging.answers import ANSWER, keep_answer, key_of, load_answer
from balance.judging.figure_cache import FigureCache
from helpers.outside_game import install, plugged_in
from helpers.play import make


def test_an_edit_after_the_game_was_loaded_is_no_part_of_the_key(tmp_path: Path, monkeypatch):
    """What plays is what was loaded: else its answers would be found by whoever plays the edited rules."""
    monkeypatch.chdir(tmp_path)
    rules = install(tmp_path) / "play.py"

    def plan():
        return make_plan(Request("tiny", games=10))

    with plugged_in(tmp_path):
        before = key_of(plan())
    with plugged_in(tmp_path):
        loaded = plan()
        rules.write_text(f"{rules.read_text()}\n# edited\n")
        assert key_of(loaded) == key_of(plan()) == before
    with plugged_in(tmp_path):
        assert key_of(plan()) != before


def test_answers_that_are_read_stay(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(answers, "KEPT", 2)
    for age, name in enumerate(("unread", "read")):
        keep_answer(tmp_path / name, {"power": age})
        os.utime(tmp_path / name, (0, 1000 - age))
    assert load_answer(tmp_path / "read" / ANSWER, dict) == {"power": 1}
    keep_answer(tmp_path / "new", {})
    assert {folder.name for folder in tmp_path.iterdir()} == {"read", "new"}


def test_figures_that_are_read_stay(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(figure_cache, "KEPT", 2)
    monkeypatch.setattr(figure_cache, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(figure_cache, "reference_figures", lambda *_: [dict.fromkeys(FIGURE_COLUMNS)])
    plans = [make("fairy", games=1, seed=seed) for seed in range(3)]
    files = [figure_cache.file_of(key_of(plan), plan) for plan in plans]
    for age, (plan, file) in enumerate(zip(plans[:2], files[:2], strict=True)):
        FigureCache(1).figures(plan)
        os.utime(file, (0, 1000 - age))
    FigureCache(1).figures(plans[1])
    FigureCache(1).figures(plans[2])
    assert {*files[0].parent.iterdir()} == {*files[1:]}
