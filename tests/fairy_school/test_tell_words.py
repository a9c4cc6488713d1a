"""What stories call elements and effects."""

from __future__ import annotations

import pytest

from balance.games.fairy_school.tell.words import column_bill, deal, describe_line, either, elements
from fairy_school.tell import Table, plan_of


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Table:
    return Table(plan_of(tmp_path_factory.mktemp("table"), players=3))


def test_words_between_which_one_may_choose():
    assert [either(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a or b", "a, b or c"]
    assert either(["a and b", "c"]) == "a and b, or c"


def test_elements_in_words():
    assert elements((1, 1, 0, 2, 0)) == "1 earth, 1 plant and 2 water"
    assert elements((0, 2, 0, 0, 1)) == "2 plants and 1 air"
    assert deal((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)) == ""


def test_the_bill_of_columns():
    assert [column_bill([column]) for column in range(5)] == [
        (1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("III4", "gain 3 plants and 2 of choice"),
        ("II6", "up to 2 times, pay 1 fire: gain 4 earth, 4 water or 1 air"),
        ("III5", "gain 1 earth and 2 water, or 1 water and 1 air"),
        ("II8", "pay 1 earth: take 2 cards back"),
        ("S4", "pay 1 earth: gain 1 water and take 1 card back"),
        ("I6", "pay 1 plant: draw 3 cards and place 1"),
        ("I3", "pay 1 water: gain 1 fire and use a card again"),
        ("I9", "pay 1 fire: gain 1 plant and remove a card from the game"),
        ("III1", "pay 1 plant, 1 fire, 1 water and 1 air: study a creature"),
    ],
)
def test_a_line_with_all_its_choices(table, card, told):
    assert describe_line(table.book.cards[card].effect.lines[0]) == told
