"""Piles: a shuffle makes every order equally likely, and a draw from an empty deck shuffles the discards in."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.engine.kernels.kernel import new, record
from balance.engine.kernels.piles import draw, shuffle
from balance.engine.kernels.rng import start_streams

STATE = record(stream=(np.uint64, 2))
UNLIKELY = 1e-4


@pytest.fixture
def s():
    """A state with its streams started."""
    state = new(STATE)
    start_streams(state, 1, 0, 2)
    return state


def shuffled(s, count: int) -> list[int]:
    pile = np.arange(count)
    shuffle(s, 0, pile, count)
    return pile.tolist()


def test_all_24_orders_of_4_cards_are_equally_likely(s):
    orders = Counter(tuple(shuffled(s, 4)) for _ in range(24_000))
    assert set(orders) == set(permutations(range(4)))
    assert chisquare(list(orders.values())).pvalue > UNLIKELY


@pytest.mark.parametrize("count", [2, 5, 21])
def test_every_card_comes_to_every_place_equally_often(s, count):
    repeats = 1000 * count
    seen = np.zeros((count, count))
    for _ in range(repeats):
        seen[range(count), shuffled(s, count)] += 1
    for place in range(count):
        assert chisquare(seen[place]).pvalue > UNLIKELY / count
        assert chisquare(seen[:, place]).pvalue > UNLIKELY / count


def test_a_shuffle_keeps_the_cards(s):
    for count in (0, 1, 2, 64):
        assert sorted(shuffled(s, count)) == list(range(count))


def test_cards_beyond_the_count_stay_where_they_are(s):
    pile = np.arange(10)
    shuffle(s, 0, pile, 4)
    assert sorted(pile[:4]) == [0, 1, 2, 3]
    assert pile[4:].tolist() == [4, 5, 6, 7, 8, 9]


def test_a_card_added_at_the_end_displaces_one_other_card_only():
    moved = Counter()
    for game_no in range(500):
        states = [new(STATE), new(STATE)]
        for state in states:
            start_streams(state, 1, game_no, 2)
        one, two = shuffled(states[0], 21), shuffled(states[1], 22)
        differing = [place for place in range(21) if one[place] != two[place]]
        if differing:
            (place,) = differing
            assert two[place] == 21
            assert two[21] == one[place]
        else:
            assert two[21] == 21
        moved[len(differing)] += 1
    assert moved[1] > moved[0] > 0


def test_another_stream_shuffles_otherwise(s):
    one, two = np.arange(21), np.arange(21)
    shuffle(s, 0, one, 21)
    shuffle(s, 1, two, 21)
    assert one.tolist() != two.tolist()


# ---------------------------------------------------------------- drawing


def test_a_draw_takes_the_top_card(s):
    deck, discard = np.array([5, 6, 7, 0]), np.array([1, 2, 0, 0])
    assert draw(s, 0, deck, 3, discard, 2) == (7, 2, 2)
    assert draw(s, 0, deck, 2, discard, 2) == (6, 1, 2)
    assert discard.tolist() == [1, 2, 0, 0]


def test_an_empty_deck_is_refilled_from_the_discards(s):
    deck, discard = np.zeros(4, np.int64), np.array([11, 12, 13, 0])
    card, deck_left, discard_left = draw(s, 0, deck, 0, discard, 3)
    assert (deck_left, discard_left) == (2, 0)
    assert sorted([card, *deck[:2]]) == [11, 12, 13]


def test_the_refilled_deck_is_shuffled(s):
    firsts = []
    for _ in range(6000):
        deck, discard = np.zeros(3, np.int64), np.array([0, 1, 2])
        first, deck_left, discard_left = draw(s, 0, deck, 0, discard, 3)
        second, *_ = draw(s, 0, deck, deck_left, discard, discard_left)
        firsts.append((first, second))
    counts = Counter(firsts)
    assert len(counts) == 6
    assert chisquare(list(counts.values())).pvalue > UNLIKELY


def test_the_last_card_of_all_can_be_drawn_and_then_there_is_none(s):
    deck, discard = np.zeros(2, np.int64), np.array([9, 0])
    assert draw(s, 0, deck, 0, discard, 1) == (9, 0, 0)
    assert draw(s, 0, deck, 0, discard, 0) == (-1, 0, 0)


def test_a_draw_shuffles_only_when_the_deck_is_empty(s):
    before = s.stream.tolist()
    deck, discard = np.array([5, 6, 7]), np.array([1, 2, 0])
    draw(s, 0, deck, 3, discard, 2)
    assert s.stream.tolist() == before
