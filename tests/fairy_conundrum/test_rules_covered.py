"""Every rule of the rules page, and every worked example, has a test or a scenario that is named by it."""

from __future__ import annotations

import re
from pathlib import Path

from rule_tests import named_tests, rules_of

FOLDER = Path(__file__).resolve().parents[1] / "scenarios" / "fairy_conundrum"
RULES = [number for _, number in rules_of("fairy_conundrum")]
TESTS = named_tests("fairy_conundrum", "fc")
EXAMPLES = range(1, 27)


def scenarios(prefix: str) -> set[int]:
    """The numbers that scenario files are named by."""
    names = (re.match(rf"{prefix}-(\d+)", file.name) for file in FOLDER.glob("*.json"))
    return {int(name[1]) for name in names if name}


def test_every_rule_has_a_test_or_a_scenario():
    assert [number for number in RULES if number not in TESTS and number not in scenarios("fc")] == []


def test_nothing_names_a_rule_that_is_not_there():
    assert sorted((set(TESTS) | scenarios("fc")) - set(RULES)) == []


def test_every_worked_example_has_a_test_or_a_scenario():
    assert sorted(scenarios("example") | set(named_tests("fairy_conundrum", "x"))) == list(EXAMPLES)


def test_the_page_states_every_rule_once():
    assert len(RULES) == len(set(RULES)) == 124
