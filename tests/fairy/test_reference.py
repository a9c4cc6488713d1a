"""The kernels against the slow, obvious implementation in ``reference``: every row and column of the log.

It needs no tests of its own: where it alone is wrong the rows differ. A mistake made in both alike is for the worked
examples, the tests of the rules and the invariants, which the kernels must meet.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given

from fairy.box import Box
from fairy.plans import FEATURES, plans
from fairy.reference import play_reference
from fairy.table import REFERENCE_CHARMS, card_table, make, own_style, play
from helpers.marks import few_by_day
from helpers.own_plans import first_games, many

pytestmark = pytest.mark.slow

TABLES = ("games", "seats", "turns", "cards")
SINGLE = ("win_share", "p_believed")  # columns stored as float32


def assert_same(text: str, plan, first: int, count: int) -> None:
    """Play both and compare."""
    log = play(plan, first, count)
    expected = play_reference(Box(text), plan, range(first, first + count))
    for name in TABLES:
        rows = getattr(log, name).to_dicts()
        assert len(rows) == len(expected[name])
        for row, wanted in zip(rows, expected[name], strict=True):
            assert row.keys() == wanted.keys()
            wrong = {column: (row[column], wanted[column]) for column in row if differs(column, row, wanted)}
            assert not wrong, f"{name}, {row}"


def differs(column: str, row: dict, wanted: dict) -> bool:
    """Whether a cell is not what it should be; rounding of floats apart."""
    if isinstance(wanted[column], float) or isinstance(row[column], float):
        return not math.isclose(row[column], wanted[column], rel_tol=1e-6 if column in SINGLE else 1e-12, abs_tol=1e-9)
    return row[column] != wanted[column] or isinstance(row[column], bool) != isinstance(wanted[column], bool)


@given(plans(), first_games)
@many(12, at_night=400)
def test_the_kernels_agree_with_the_reference(drawn, first):
    assert_same(drawn.text, drawn.plan, first, 4)


@pytest.mark.parametrize("variant", ["base", "fifteen"])
@pytest.mark.parametrize("players", few_by_day(range(2, 11), 4))
def test_the_mixed_line_up_agrees(players, variant):
    assert_same(card_table(), make(card_table(), players=players, variant=variant, seed=players), 0, 6)


@pytest.mark.parametrize("top_rule", ["compare", "clamp", "share"])
def test_ties_and_scores_at_the_top_agree(top_rule):
    plan = make(card_table(), players=10, agents="greedy,chaser", settings={"top_rule": top_rule})
    assert_same(card_table(), plan, 0, 6)  # of ten players, some of whom are at the top in each


@pytest.mark.parametrize("feature", [*FEATURES, "is_higher", "is_lower", "is_same", "is_catch"])
def test_every_feature_agrees(feature):
    """Each feature beside expected points, for and against, forgetful and noisy."""
    own = [
        own_style("for", {"ev": 1.0, feature: 1.5}, retention=0.5, fairy_memory=1.0),
        own_style("against", {"ev": 1.0, feature: -0.75}, retention=1.0, noise=0.25),
        own_style("only", {feature: 1.0}, fairy_memory=1.0),
    ]
    assert_same(card_table(), make(card_table(), own, players=3, agents="for,against,only"), 0, 8)


def test_a_deck_of_64_cards_agrees():
    """Card 63 is the sign bit of a mask."""
    charms = [(number, "ABCD"[number % 4], number % 16 == 15, 1) for number in range(64)]
    text = card_table(charms, track="floor -4; top 9999; start 0")
    agents = "greedy,forgetful,always_higher,random"
    for variant in ("base", "fifteen"):
        plan = make(text, variant=variant, agents=agents, settings={"fifteen_target": 9999})
        assert_same(text, plan, 0, 2)  # each deals every card


def test_large_payoffs_agree():
    """Counts are stored in 8 bits, points are not."""
    guesses = [("higher", "next > pile", 900, 300), ("lower", "next < pile", 20, 1000), ("same", "same suit", 1000, 0)]
    text = card_table(guesses=guesses, track="floor -10000; top 10000; start 0")
    assert_same(text, make(text, players=3, agents="random,greedy,always_lower"), 0, 10)


def test_copies_of_a_card_share_a_row():
    charms = [(number, suit, fairy, 3) for number, suit, fairy, _ in REFERENCE_CHARMS]
    text = card_table(charms, track="floor -4; top 100; start 0")
    assert_same(text, make(text, players=4), 0, 4)  # each deals every copy
