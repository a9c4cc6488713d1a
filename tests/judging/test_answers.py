"""What was measured once is kept under what it depends on, and as long as somebody reads it."""

from __future__ import annotations

import os
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.baseline_file import FIGURE_COLUMNS
from balance.engine.game.plan import Request, make_plan
from balance.judging import answers, figure_cache
from balance.judging.answers import ANSWER, Folder, keep_answer, key_of, load_answer
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


def test_a_part_that_was_kept_is_the_same_again(tmp_path: Path, capsys):
    part = pl.DataFrame({"game_no": [1, 2], "score": [0.5, None]})
    parts = Folder(tmp_path / "answer")
    assert parts.load("a") is None
    parts.store("a", part)
    assert_frame_equal(parts.load("a"), part)
    assert capsys.readouterr().err == ""
    keep_answer(tmp_path / "answer", {})
    assert [file.name for file in (tmp_path / "answer").iterdir()] == [ANSWER], "parts go when the answer is there"


@pytest.mark.parametrize("way", ["a flipped bit", "cut off", "empty", "without its checksum"])
def test_a_part_that_is_damaged_is_named_and_not_believed(tmp_path: Path, capsys, way: str):
    """Each byte counts: of a bit in a header Polars panics, and one among the values it does not notice."""
    parts = Folder(tmp_path)
    parts.store("a", pl.DataFrame({"score": range(1000)}))
    (file,) = tmp_path.iterdir()
    content = file.read_bytes()
    spoilt = {"cut off": [content[:-9]], "empty": [b""], "without its checksum": [content[32:]]}
    flipped = [bytes([*content[:at], content[at] ^ 1, *content[at + 1 :]]) for at in range(0, len(content), 97)]
    for damaged in spoilt.get(way, flipped):
        file.write_bytes(damaged)
        assert parts.load("a") is None
    said = capsys.readouterr().err
    assert said == f"balance: what was measured before, in {file}, is damaged: it is measured again.\n", "once"
