"""What was measured once is kept under what it depends on, and as long as somebody reads it."""

from __future__ import annotations

from pathlib import Path

from balance.engine.game.plan import Request, make_plan
from balance.judging.answers import key_of
from helpers.outside_game import install, plugged_in


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
