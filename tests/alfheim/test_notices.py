"""What is odd about Fairies of Alfheim's cards but can be played: one test for every notice (section 5.6)."""

from __future__ import annotations

import pytest

from alfheim.box import COSTS
from alfheim.cards import card_table, line_of, notices, only_notice, row
from balance.cards.check import CardTable
from helpers.card_tables import where


def nisse_1(*costs: str) -> CardTable:
    """The default table with other costs for the first kinds of nisse_1."""
    return card_table({f"nisse_1_{letter}": {"cost": cost} for letter, cost in zip("abcde", costs, strict=False)})


# Columns that are not used


@pytest.mark.parametrize("id", ["own_B", "queen_a", "foot_1", "king_queen_1"])
def test_traits_are_free(id):
    assert notices(card_table({id: {"traits": "royal, light"}})) == []


# Costs


def test_a_cost_of_two_tiles():
    told = notices(nisse_1("CH"))
    assert where(told[0]) == (line_of("nisse_1_a"), "cost")
    assert "closed on all sides" in told[0].message


def test_a_pattern_of_two_tiles():
    notice = only_notice(card_table({"king_b": {"cost": "#2"}}))
    assert "closed on all sides" in notice.message


def test_a_cost_that_needs_a_swap():
    notice = only_notice(card_table({"queen_a": {"cost": "BBBBB"}}))
    assert where(notice) == (line_of("queen_a"), "cost")
    assert "needs a swap" in notice.message


@pytest.mark.parametrize("cost", ["#5", "#6", "#5+1"])
def test_a_pattern_that_needs_a_swap(cost):
    notice = only_notice(card_table({"king_a": {"cost": cost}}))
    assert where(notice) == (line_of("king_a"), "cost")
    assert "needs a swap" in notice.message


@pytest.mark.parametrize("cost", ["#4", "#4+2", "#3+3", "#2+2+2"])
def test_a_pattern_that_a_colour_set_and_the_start_tiles_can_pay(cost):
    assert notices(card_table({"king_a": {"cost": cost}})) == []


def test_a_pattern_is_paid_with_the_icons_that_are_there_most_often():
    uneven = {"own_B": {"copies": "3"}, "own_C": {"copies": "1"}}
    told = notices(card_table({**uneven, "king_a": {"cost": "#5"}}))  # three of the set and two start tiles
    assert not any("needs a swap" in notice.message for notice in told)
    told = notices(card_table({**uneven, "king_a": {"cost": "#6"}}))
    assert any("needs a swap" in notice.message for notice in told)


def test_a_cost_that_a_colour_set_and_the_start_tiles_can_pay():
    assert notices(card_table({"queen_a": {"cost": "BBBBC"}})) == []


def test_wild_tiles_need_no_swap():
    assert notices(card_table({"queen_a": {"cost": "B????"}})) == []


def test_a_cost_needs_a_swap_where_colour_sets_have_few_of_an_icon():
    table = card_table({"own_B": {"copies": 1}, "own_C": {"copies": 3}, "queen_a": {"cost": "BBBBC"}})
    assert [notice.column for notice in notices(table)] == ["cost", "copies"]


def test_equal_costs_in_a_type():
    notice = only_notice(nisse_1("CHJ", "CHJ"))
    assert where(notice) == (line_of("nisse_1_b"), "cost")
    assert notice.message == f"the type nisse_1 has this cost already, on line {line_of('nisse_1_a')}"


def test_costs_are_equal_however_they_are_written():
    assert "already" in only_notice(nisse_1("CHJ", "jhc")).message


def test_equal_costs_in_two_types_are_nothing_odd():
    assert notices(card_table({"nisse_2_a": {"cost": "CHJ"}})) == []


def test_a_cost_with_copies():
    notice = only_notice(card_table({"king_a": {"copies": 2}, "king_b": {"copies": 0}}))
    assert where(notice) == (line_of("king_a"), "copies")
    assert notice.message == "the type king has this cost 2 times"


def test_costs_of_different_lengths_in_a_type():
    notice = only_notice(nisse_1("CHJ", "HJMP", "BCHJM"))
    assert where(notice) == (line_of("nisse_1_b"), "cost")
    assert notice.message == "the costs of the type nisse_1 differ in length: 3, 4, 5 tiles"


def test_a_pattern_is_not_compared_in_length():
    assert notices(nisse_1("CHJ", "#2+2")) == []


# Icons, sizes


@pytest.mark.parametrize(("prefix", "set", "copies"), [("own", "player", (3, 1)), ("black", "centre", (5, 1))])
def test_icons_that_are_not_equally_frequent(prefix, set, copies):
    notice = only_notice(card_table({f"{prefix}_M": {"copies": copies[0]}, f"{prefix}_P": {"copies": copies[1]}}))
    assert notice.column == "copies"
    assert notice.message.startswith(f"the icons are not equally frequent in the set {set}: B ")
    assert notice.message.endswith(f"M {copies[0]}, P {copies[1]}")


def test_an_icon_that_no_cost_names():
    changes = {
        f"{type}_{letter}": {"cost": cost.replace("P", "?")}
        for type, costs in COSTS.items()
        for letter, cost in zip("abcde", costs.split(), strict=True)
    }
    notice = only_notice(card_table(changes))
    assert where(notice) == (line_of("own_P"), "effect")
    assert "no cost names the icon P" in notice.message


@pytest.mark.parametrize("copies", [0, 2])
def test_footprints_other_than_those_of_the_printed_game(copies):
    notice = only_notice(card_table({"foot_3": {"copies": copies}}))
    assert notice.message == f"the number of footprints in play is {5 + copies}; the printed game has 6"


def test_withdrawn_cards_are_not_judged():
    spare = [
        row("X", "fairy", set="nisse_1", copies=0, cost="#6", effect="reveal:start", points=2),
        row("Y", "clue", set="player", copies=0, effect="icon:B"),
    ]
    assert notices(card_table(more=spare)) == []
