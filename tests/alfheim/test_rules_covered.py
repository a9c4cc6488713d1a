"""Every rule of the rules page, and every worked example, has a test that is named by it."""

from __future__ import annotations

from rule_tests import named_tests, rules_of, rules_page

RULES = [number for _, number in rules_of("alfheim")]
TESTS = named_tests("alfheim", "fa")
EXAMPLES = range(1, 21)


def test_every_rule_has_a_test():
    assert [number for number in RULES if number not in TESTS] == []


def test_no_test_names_a_rule_that_is_not_there():
    assert sorted(set(TESTS) - set(RULES)) == []


def test_every_worked_example_has_a_test():
    assert sorted(named_tests("alfheim", "x")) == list(EXAMPLES)


def test_the_page_of_rules_and_tests_names_every_rule_once():
    page = rules_page({"alfheim": "Fairies of Alfheim"})
    assert page.count("| [FA-") == len(RULES) == 42
    assert "**none**" not in page
