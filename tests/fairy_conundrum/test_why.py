"""What a style says of its options, part by part, where knobs say more than weights (section 4.2)."""

from __future__ import annotations

import pytest

from balance.judging.decisions import decisions_of, reasons_of
from helpers.run_tools import played, tables

pytestmark = pytest.mark.slow


def test_fc_182_a_late_game_of_a_match_is_weighed_by_other_styles_though_the_match_would_end_before_it(tmp_path):
    settings = {"match_games": "3"}
    run = played(tmp_path / "run", game="fairy_conundrum", games=12, agents="nester,greedy", settings=settings)
    late = [number for number in tables(run)["games"]["game_no"] if number % 3 == 2]
    assert late
    for number in late:
        decided = decisions_of(run, number)
        assert "settle" in reasons_of(decided).features
