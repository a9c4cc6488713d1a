"""Every rule of the rules page, and every worked example, has a test that is named by it."""

from __future__ import annotations

from rule_tests import named_tests, rules_of, rules_page

RULES = [number for _, number in rules_of("fairy_school")]
TESTS = named_tests("fairy_school", "fs")
EXAMPLES = range(1, 13)


def test_every_rule_has_a_test():
    assert [number for number in RULES if number not in TESTS] == []


def test_no_test_names_a_rule_that_is_not_there():
    assert sorted(set(TESTS) - set(RULES)) == []


def test_every_worked_example_has_a_test():
    assert sorted(named_tests("fairy_school", "x")) == list(EXAMPLES)


def test_the_page_of_rules_and_tests_names_every_rule_once():
    page = rules_page({"fairy_school": "Fairy School"})
    assert page.count("| [FS-") == len(RULES) == 87
    assert "**none**" not in page
