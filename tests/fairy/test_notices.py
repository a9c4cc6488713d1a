"""What is odd but can be played: one test for every notice (section 7.4)."""

from __future__ import annotations

import pytest

from balance.common.errors import Problem
from fairy.sheet import REFERENCE, edited, reading


def only_notice(*edits: tuple[str, str]) -> Problem:
    cards, problems = reading(edited(*edits))
    assert cards
    (notice,) = problems.notices
    return notice


def where(problem: Problem) -> tuple[int | None, str]:
    return problem.line, problem.column


def charm_row(line: int) -> str:
    """The start of a charm row, as far as the suit: line 2 is charm 1."""
    return REFERENCE.splitlines()[line - 1].rsplit(",", 6)[0]


def test_equal_numbers_are_noticed():
    cards, problems = reading(edited(("number=5,", "number=6,")))
    assert cards
    assert any("the number 6:" in notice.message for notice in problems.notices)


def test_suits_of_unequal_size_are_noticed():
    assert "'A' has 6, 'B' has 8, 'C' has 7" in only_notice(("Charm 5,charm,A", "Charm 5,charm,B")).message


@pytest.mark.parametrize(
    "edit", [("number=21,", "number=22,"), (",fairy,,number=4", ",,,number=4")], ids=["numbers", "fairies"]
)
def test_a_deck_without_symmetry_is_noticed(edit):
    assert "symmetric" in only_notice(edit).message


def test_a_guess_that_is_never_right_is_noticed():
    notice = only_notice(("next > pile", "gap = 30"))
    assert (where(notice), notice.message) == ((23, "effect"), "this guess can never be right")


def test_a_guess_that_is_always_right_is_noticed():
    notice = only_notice(("next > pile", "gap > 0"))
    assert (where(notice), notice.message) == ((23, "effect"), "this guess is right on every card")


def test_a_withdrawn_guess_is_not_judged():
    assert reading(edited(("Higher,guess,,1,1,next > pile", "Higher,guess,,0,1,gap = 30")))[1].notices == []


def test_unknown_traits_are_noticed_with_the_nearest():
    notice = only_notice(("number=5,", "number=5; nummer=7,"))
    assert (where(notice), notice.nearest) == ((6, "traits"), "number")


def test_a_suit_in_other_capitals_is_the_same_suit():
    cards, problems = reading(edited(("Charm 5,charm,A", "Charm 5,charm,a")))
    assert cards.charms[4].suit == "A"
    assert [where(notice) for notice in problems.notices] == [(6, "set")]
