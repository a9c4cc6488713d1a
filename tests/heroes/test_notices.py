"""What is odd about Heroes' cards but can be played: one test for every notice (section 7.4)."""

from __future__ import annotations

import pytest

from helpers.card_tables import where
from heroes.table import card_table, line_of, only_notice, reading, row


@pytest.mark.parametrize(
    ("spaces", "when"),
    [
        ("8;6;4", "with fewer than 3 players"),
        ("8;6;4;2", "with fewer than 4 players"),
        ("8;6;4;2;1", "with 4 players or fewer"),
    ],
)
def test_a_mission_with_more_spaces_than_players(spaces, when):
    notice = only_notice(card_table({"M-B2": {"points": spaces}}))
    assert where(notice) == (line_of("M-B2"), "points")
    assert when in notice.message


def test_a_mission_with_as_many_spaces_as_two_players_is_not_noticed():
    assert reading(card_table({"M-B2": {"points": "8;6"}, "M-B3": {"points": "3"}}))[1].notices == []


def test_a_withdrawn_mission_is_not_judged():
    spare = row("X", "mission", set="B", copies=0, cost="wounds 1", points="1;1;1;1;1")
    assert reading(card_table(more=[spare]))[1].notices == []


def test_no_hero_carries_the_icon_of_an_interaction_tile():
    notice = only_notice(card_table({"H9": {"effect": "none"}, "H10": {"effect": "shine 1"}}))
    assert where(notice) == (line_of("T7"), "traits")
    assert "'tile'" in notice.message


def test_a_hero_that_is_withdrawn_carries_no_icon():
    changes = {"H9": {"copies": 0}, "H10": {"effect": "shine 1"}, "H1": {"copies": 8}}
    assert where(only_notice(card_table(changes))) == (line_of("T7"), "traits")


@pytest.mark.parametrize(
    ("id", "size", "usual"),
    [("H1", "heroes in play is 57", 60), ("A1", "adversaries in play is 38", 42), ("T1", "tiles in play is 17", 18),
     ("M-B2", "missions in play is 13", 15)],
)  # fmt: skip
def test_set_sizes_other_than_60_42_18_15(id, size, usual):
    notice = only_notice(card_table({id: {"copies": 1}}))
    assert size in notice.message
    assert notice.message.endswith(str(usual))


def test_unknown_traits_are_noticed_with_the_nearest():
    traits = "strength=2; left=LF-; right=--I; slots=0,2; slot=1"
    notice = only_notice(card_table({"H1": {"traits": traits}}))
    assert (where(notice), notice.nearest) == ((line_of("H1"), "traits"), "slots")


def test_unknown_traits_of_interaction_tiles_are_noticed():
    assert where(only_notice(card_table({"T7": {"traits": "on=tile; x=y"}}))) == (line_of("T7"), "traits")
