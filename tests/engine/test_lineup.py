"""Line-ups: who sits where, in every game anew."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.engine.kernels.kernel import new, record
from balance.engine.kernels.lineup import DEALT, FIXED, LINEUP, LINEUP_STREAM, MAX_SEATS, MIXED, deal_styles
from balance.engine.kernels.rng import start_streams, word
from balance.engine.plan import read_lineup
from fairy.table import make, play

STATE = record(stream=(np.uint64, 3), style=(np.int64, MAX_SEATS))
TABLE = record(lineup=LINEUP)
UNLIKELY = 1e-4


def deals(mode: int, styles: list[int], players: int, games: int) -> list[tuple[int, ...]]:
    """The styles of the seats, game by game."""
    s, t = new(STATE), new(TABLE)
    t.lineup.mode = mode
    t.lineup.choices = len(styles)
    for place, style in enumerate(styles):
        t.lineup.style[place] = style
    dealt = []
    for game_no in range(games):
        start_streams(s, 1, game_no, 3)
        deal_styles(s, t, players)
        dealt.append(tuple(int(style) for style in s.style[:players]))
    return dealt


def test_fixed_seats_are_as_listed():
    assert set(deals(FIXED, [4, 2, 2, 7], 4, 50)) == {(4, 2, 2, 7)}


def test_a_list_is_dealt_in_every_order_equally_often():
    orders = Counter(deals(DEALT, [3, 5, 8], 3, 6000))
    assert set(orders) == set(permutations([3, 5, 8]))
    assert chisquare(list(orders.values())).pvalue > UNLIKELY


def test_a_list_with_repeats_keeps_its_styles():
    orders = Counter(deals(DEALT, [3, 5, 3], 3, 3000))
    assert set(orders) == {(3, 3, 5), (3, 5, 3), (5, 3, 3)}
    assert chisquare(list(orders.values())).pvalue > UNLIKELY


def test_mixed_draws_every_style_for_every_seat_independently():
    dealt = deals(MIXED, [1, 2, 6], 2, 9000)
    pairs = Counter(dealt)
    assert len(pairs) == 9
    assert chisquare(list(pairs.values())).pvalue > UNLIKELY


@pytest.mark.parametrize("mode", [MIXED, DEALT])
def test_the_deal_uses_its_own_stream_only(mode):
    s, t = new(STATE), new(TABLE)
    t.lineup.mode = mode
    t.lineup.choices = 4
    start_streams(s, 1, 0, 3)
    untouched = new(STATE)
    start_streams(untouched, 1, 0, 3)
    deal_styles(s, t, 4)
    assert int(word(s, LINEUP_STREAM)) != int(word(untouched, LINEUP_STREAM))
    assert s.stream[1:].tolist() == untouched.stream[1:].tolist()


# ---------------------------------------------------------------- from the command line to the seats


NAMES = ("random", "greedy", "novice", "forgetful", "cautious", "dreamer", "chaser")


def agents(games: int = 60, **request) -> list[tuple[str, ...]]:
    """The styles by seat, game by game."""
    seats = play(make(**request), 0, games).seats
    return [tuple(names) for names in seats.group_by("game_no", maintain_order=True).agg("agent")["agent"].to_list()]


def test_mixed_leaves_out_random_and_test_scripts():
    assert {name for game in agents(players=4) for name in game} == set(NAMES) - {"random"}


def test_a_short_list_is_repeated():
    for game in agents(players=5, agents="greedy,novice"):
        assert sorted(game) == ["greedy", "greedy", "greedy", "novice", "novice"]


def test_a_list_sits_in_random_order_unless_seats_are_fixed():
    request = {"players": 3, "agents": "greedy,novice,random"}
    assert set(agents(**request)) == set(permutations(["greedy", "novice", "random"]))
    assert set(agents(**request, fixed_seats=True)) == {("greedy", "novice", "random")}


def test_a_list_is_read_as_written():
    assert read_lineup(" greedy , novice ", make().styles, 4) == ("greedy", "novice", "greedy", "novice")
    assert read_lineup("mixed", make().styles, 4) == ()
    assert read_lineup(None, make().styles, 4) == ()


def test_the_line_up_is_the_same_under_other_rules():
    assert agents(players=4) == agents(players=4, variant="fifteen")
