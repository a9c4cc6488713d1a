"""A player that looks ahead knows what its seat may know: in worlds that it cannot tell apart it finds the same."""

from __future__ import annotations

import json

import pytest

from balance.engine.game import game_ids
from helpers.marks import one_by_day
from helpers.modes import MODES
from helpers.own_process import run_module


@pytest.mark.slow
@pytest.mark.parametrize("game", one_by_day(game_ids(), "heroes"))
def test_what_it_finds_is_the_same_however_lies_what_its_seat_cannot_know(game: str):
    decisions = json.loads(run_module("helpers.other_worlds", game, environment=MODES["plain"]))
    assert len(decisions) == 3
    for decision in decisions:
        assert decision["elsewhere"] == decision["as it is"], f"point {decision['point']}"
    assert any(decision["another"] for decision in decisions), "redealing made another world"
