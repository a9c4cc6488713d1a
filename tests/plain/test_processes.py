"""Processes that play plain games beside the one that asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.common.faults import GameFault
from balance.engine.game import find_game
from balance.engine.game.plan import Request, make_plan
from balance.engine.plain.playing import Order, Process
from balance.engine.plain.table import terms_of
from helpers.plain_games import forgotten, write_game

WRONG = """
    class Wrong(Game):
        players = 2

        def play(self):
            return 1 / 0
"""


def test_a_file_is_named_as_seen_from_where_one_asks_now(tmp_path, monkeypatch):
    """A process begun in one folder names files as seen from another, once whoever asks is there."""
    for folder in ("before", "now"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / "before")
    process = Process(silent=True)
    try:
        monkeypatch.chdir(tmp_path / "now")
        with forgotten():
            game = find_game(str(write_game(Path(), WRONG)))
            plan = make_plan(Request(game.id, games=1, players=2, agents="random"))
            with pytest.raises(GameFault, match=r"^tiny\.py:\d+: "):
                process.play(Order(terms_of(plan), 1, [0], False))
    finally:
        process.end()
