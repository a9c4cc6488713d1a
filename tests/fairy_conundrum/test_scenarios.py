"""The scenarios of Fairy Conundrum: worked examples, keywords, operations, chains of releases.

That all of them hold: tests/contract/test_scenarios.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.engine.game.scenario import ScenarioError
from balance.judging.scenarios import run_scenario

FOLDER = Path(__file__).resolve().parents[1] / "scenarios" / "fairy_conundrum"
FILES = sorted(FOLDER.glob("*.json"))


def test_there_is_one_for_every_question_of_the_rules():
    assert len(FILES) > 500


def test_a_position_without_avatars_says_what_a_game_of_styles_needs(tmp_path):
    file = tmp_path / "one.json"
    file.write_text('{"game": "fairy_conundrum", "players": [{"style": "ripener"}, {}]}')
    with pytest.raises(ScenarioError, match=r"players, seat 0: the key 'avatar' is missing") as error:
        run_scenario(file)
    assert '"seed" in the file' in error.value.allowed


@pytest.mark.slow
def test_compiled_the_rules_say_the_same():
    """A few that go through most of the code, in this process, where rules are compiled."""
    for name in (
        "example-19b-freed-guest-is-back-in",
        "fc-38-conspiracy-in-rotation",
        "chain-jailer-of-a-jailer-leaves",
    ):
        assert run_scenario(FOLDER / f"{name}.json").failure == ""
