"""Ideas of the table: the next seat, places, the margin, and who leads."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.engine.kernels.kernel import new, record
from balance.engine.kernels.table import clear_lead, margin_of, next_seat, rank_scores, watch_lead

SEATS = 10
STATE = record(leader=np.int64, lead_changes=np.int64, leaders=np.int64, led_since=np.int64)
score_lists = st.lists(st.integers(-5, 5), min_size=2, max_size=SEATS)


@pytest.mark.parametrize("players", range(2, 11))
def test_the_next_seat_goes_round_the_table(players):
    seat, visited = 0, []
    for _ in range(players):
        visited.append(seat)
        seat = next_seat(seat, players)
    assert visited == list(range(players))
    assert seat == 0


def ranks(scores: list[int]) -> list[int]:
    rank = np.zeros(SEATS, np.int64)
    rank_scores(np.array(scores), rank, len(scores))
    return rank[: len(scores)].tolist()


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ([3, 2, 1], [1, 2, 3]),
        ([1, 2, 3], [3, 2, 1]),
        ([5, 5, 1], [1, 1, 3]),
        ([5, 1, 1], [1, 2, 2]),
        ([9, 7, 7, 4], [1, 2, 2, 4]),
        ([0, 0], [1, 1]),
        ([-4, -1], [2, 1]),
    ],
)
def test_ties_share_the_better_place(scores, places):
    assert ranks(scores) == places


@given(score_lists)
@settings(deadline=None)
def test_a_place_counts_those_who_are_better(scores):
    assert ranks(scores) == [1 + sum(other > score for other in scores) for score in scores]


def test_seats_beyond_the_players_are_not_ranked():
    rank = np.full(SEATS, 77)
    rank_scores(np.array([1, 2, 99, 99]), rank, 2)
    assert rank[:4].tolist() == [2, 1, 77, 77]


@pytest.mark.parametrize(
    ("scores", "margin"),
    [([5, 3], 2), ([3, 5], 2), ([5, 5], 0), ([-4, -1, -3], 2), ([7, 1, 7], 0), ([1, 2, 9], 7), ([4], 0)],
)
def test_the_margin_is_best_minus_second_best(scores, margin):
    assert margin_of(np.array(scores), len(scores)) == margin


@given(score_lists)
@settings(deadline=None)
def test_the_margin_of_any_scores(scores):
    second, best = sorted(scores)[-2:]
    assert margin_of(np.array(scores), len(scores)) == best - second


# ---------------------------------------------------------------- who leads


def watch(history: list[list[int]]):
    """A state that has watched these scores, one list per turn."""
    s = new(STATE)
    clear_lead(s)
    for turn, scores in enumerate(history, start=1):
        watch_lead(s, np.array(scores), len(scores), turn)
    return s


def test_the_first_leader_changes_nothing():
    s = watch([[0, 0], [2, 0], [4, 0]])
    assert (s.leader, s.lead_changes) == (0, 0)


def test_the_lead_passes_from_seat_to_seat():
    s = watch([[2, 0], [2, 4], [6, 4]])
    assert (s.leader, s.lead_changes) == (0, 2)


def test_catching_up_is_no_change_and_overtaking_later_is_one():
    s = watch([[2, 0, 0], [2, 2, 0], [2, 3, 0]])
    assert (s.leader, s.lead_changes) == (1, 1)


def test_falling_back_to_a_tie_and_leading_again_is_no_change():
    s = watch([[2, 0], [2, 2], [4, 2]])
    assert (s.leader, s.lead_changes) == (0, 0)


@pytest.mark.parametrize(
    ("history", "led_since"),
    [
        ([[1, 0], [2, 0]], 1),
        ([[1, 0], [1, 1], [2, 1]], 3),  # level is no lead, though it was never behind
        ([[0, 0], [0, 0], [0, 3]], 3),
        ([[4, 1, 0], [4, 4, 0], [5, 5, 4]], 2),  # two together
    ],
)
def test_a_lead_is_for_good_from_the_turn_on_from_which_nobody_else_had_it(history, led_since):
    assert watch(history).led_since == led_since


@given(st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=1, max_size=12))
@settings(deadline=None)
def test_watching_agrees_with_looking_back(history):
    s = watch(history)
    leaders = [scores.index(max(scores)) for scores in history if scores.count(max(scores)) == 1]
    assert s.leader == (leaders[-1] if leaders else -1)
    assert s.lead_changes == sum(one != two for one, two in pairwise(leaders))
    ahead = [[score == max(scores) for score in scores] for scores in history]
    others = [turn for turn, seats in enumerate(ahead, start=1) if seats != ahead[-1]]
    assert s.led_since == max(others, default=0) + 1
    assert [s.leaders >> seat & 1 for seat in range(3)] == ahead[-1]
