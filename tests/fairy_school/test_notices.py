"""What is odd about Fairy School's cards but can be played: one test for every notice (section 7.5)."""

from __future__ import annotations

import pytest

from fairy_school.box import card_table, cards_of, line_of, notices, only_notice, row
from helpers.card_tables import where


@pytest.mark.parametrize("id", ["ST1", "SA1", "S1"])
def test_points_on_cards_that_never_score(id):
    notice = only_notice(card_table({id: {"points": 2}}))
    assert where(notice) == (line_of(id), "points")
    assert "this number is ignored" in notice.message


@pytest.mark.parametrize("points", ["0", "0.0", "0.00", "00"])
def test_no_points_on_cards_that_never_score(points):
    assert notices(card_table({"ST1": {"points": points}})) == []


@pytest.mark.parametrize("points", ["10", "20.0"])
def test_round_points_on_cards_that_never_score(points):
    assert len(notices(card_table({"ST1": {"points": points}}))) == 1


@pytest.mark.parametrize(("id", "trait"), [("ST1", "place=E"), ("S1", "place=x"), ("I6", "place=discard"),
                                           ("ST1", "deck=A"), ("S1", "deck=A"), ("II1", "deck=X")])  # fmt: skip
def test_traits_that_mean_something_on_other_cards_only(id, trait):
    notice = only_notice(card_table({id: {"traits": f"creature=elf; {trait}"}}))
    assert where(notice) == (line_of(id), "traits")
    assert "is ignored" in notice.message


def test_a_creature_that_no_card_shows():
    shown = [card.id for card in cards_of().cards if card.creature == 9]
    changes = {"SA1": {"traits": "creature=elf; place=discard"}}
    changes |= {id: {"traits": "creature=elf"} for id in shown if id != "SA1"}
    notice = only_notice(card_table(changes))
    assert where(notice) == (line_of("C10"), "name")


@pytest.mark.parametrize(
    "effect", ["E>4W", "E>2A", "F>5N", "P>A+3E", "A>7E", "Fx2>4E/5W", "E>4N+react", "F|E>4P", "E+P>8F"]
)
def test_a_transformation_with_a_profit(effect):
    notice = only_notice(card_table({"S1": {"effect": effect}}))
    assert where(notice) == (line_of("S1"), "effect")
    assert "turns a profit" in notice.message


@pytest.mark.parametrize("effect", ["E>3W", "F>2A", "A>6N", "E>A+W", "5A", "4F|A", "take1+9E", "P+E>7F", "W>study"])
def test_effects_without_a_profit(effect):
    assert notices(card_table({"S1": {"effect": effect}})) == []


def test_predefined_decks_that_are_not_there():
    gone = [f"S{letter}{n}" for letter in "BE" for n in range(1, 5)]
    told = [notice.message for notice in notices(card_table({"S1": {"copies": 10}}, gone))]
    assert len(told) == 3
    assert "SB, SE" in told[0]
    assert "at most 3 players" in told[0]
    assert "deck=B is 3: but there is no such deck" in told[1]


@pytest.mark.parametrize("copies", [2, 4])
def test_a_predefined_deck_without_3_projects(copies):
    changes = {"I4": {"copies": copies}, "I6": {"copies": 6 - copies}}
    notice = only_notice(card_table(changes))
    assert f"deck=D is {copies}: the initiation setup cannot be played" in notice.message


@pytest.mark.parametrize(
    ("id", "what"),
    [
        ("S1", "initial cards in play is 29; the printed game has 28"),
        ("I10", "projects of trimester I in play is 30; the printed game has 28"),
        ("II4", "projects of trimester II in play is 28; the printed game has 29"),
        ("III1", "projects of trimester III in play is 28; the printed game has 30"),
        ("L1", "long final projects in play is 8; the printed game has 10"),
    ],
)
def test_sizes_other_than_those_of_the_printed_game(id, what):
    assert only_notice(card_table({id: {"copies": 3}})).message == f"the number of {what}"


def test_fewer_short_final_projects_than_printed():
    assert only_notice(card_table(without=["K1"])).message.endswith("is 3; the printed game has 6")


def test_withdrawn_cards_are_not_judged():
    spare = row("X", "project", set="I", copies=0, cost="E", effect="E>9A", traits="creature=elf; deck=A")
    assert notices(card_table(more=[spare])) == []
