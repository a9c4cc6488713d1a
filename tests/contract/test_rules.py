"""Every rule of a game's rules page has a test, or a scenario, that is named by it."""

from __future__ import annotations

import re

import pytest
from rule_tests import ROOT, named_tests, rules_of

from balance.engine.game import game_ids


@pytest.mark.parametrize("game", game_ids())
def test_every_rule_has_a_test_and_no_test_names_a_rule_that_is_not_there(game: str):
    rules = [number for _, number in rules_of(game)]
    assert len(rules) == len(set(rules)), "every rule is stated once"
    prefix = rules_of(game)[0][0]
    files = (ROOT / "tests" / "scenarios" / game).glob("*.json")
    named = {int(match[1]) for file in files if (match := re.match(rf"{prefix}-(\d+)", file.name, re.I))}
    assert {*named_tests(game, prefix), *named} == set(rules)
