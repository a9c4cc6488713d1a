"""Line-ups: who sits where, in every game anew."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.engine.game.agents import among, read_lineup, who
from balance.engine.kernels.kernel import new, record
from balance.engine.kernels.lineup import LINEUP, LINEUP_STREAM, MAX_SEATS, deal_styles
from balance.engine.kernels.rng import start_streams, word
from fairy.table import make, play

STATE = record(stream=(np.uint64, 3), style=(np.int64, MAX_SEATS))
TABLE = record(lineup=LINEUP)
UNLIKELY = 1e-4


def deals(seats: list[list[int]], games: int, dealt: bool = False) -> list[tuple[int, ...]]:
    """The styles of the seats, each drawn from its list, game by game."""
    s, t, players = new(STATE), new(TABLE), len(seats)
    t.lineup.dealt = dealt
    for seat, styles in enumerate(seats):
        t.lineup.choices[seat] = len(styles)
        t.lineup.style[seat, : len(styles)] = styles
    lineups = []
    for game_no in range(games):
        start_streams(s, 1, game_no, 3)
        deal_styles(s, t, players)
        lineups.append(tuple(int(style) for style in s.style[:players]))
    return lineups


def test_fixed_seats_are_as_listed():
    assert set(deals([[4], [2], [2], [7]], 50)) == {(4, 2, 2, 7)}


def test_a_list_is_dealt_in_every_order_equally_often():
    orders = Counter(deals([[3], [5], [8]], 6000, dealt=True))
    assert set(orders) == set(permutations([3, 5, 8]))
    assert chisquare(list(orders.values())).pvalue > UNLIKELY


def test_a_list_with_repeats_keeps_its_styles():
    orders = Counter(deals([[3], [5], [3]], 3000, dealt=True))
    assert set(orders) == {(3, 3, 5), (3, 5, 3), (5, 3, 3)}
    assert chisquare(list(orders.values())).pvalue > UNLIKELY


def test_mixed_draws_every_style_for_every_seat_independently():
    pairs = Counter(deals([[1, 2, 6]] * 2, 9000))
    assert len(pairs) == 9
    assert chisquare(list(pairs.values())).pvalue > UNLIKELY


def test_one_style_sits_anywhere_and_the_others_draw():
    tables = Counter(deals([[9], [1, 2], [1, 2]], 6000, dealt=True))
    assert set(tables) == {game for game in product([1, 2, 9], repeat=3) if game.count(9) == 1}
    assert chisquare(list(tables.values())).pvalue > UNLIKELY


def test_seats_are_filled_as_they_always_were():
    """The same seed gives the same games, so the first three tables may never change."""
    assert deals([[1, 2, 6]] * 4, 3) == [(6, 2, 1, 1), (2, 2, 2, 6), (1, 1, 2, 2)]
    assert deals([[3], [5], [8], [3]], 3, dealt=True) == [(3, 3, 5, 8), (5, 3, 3, 8), (8, 3, 5, 3)]


@pytest.mark.parametrize("dealt", [False, True])
def test_the_deal_uses_its_own_stream_only(dealt):
    s, t = new(STATE), new(TABLE)
    t.lineup.dealt = dealt
    t.lineup.choices[:4] = 4
    start_streams(s, 1, 0, 3)
    untouched = new(STATE)
    start_streams(untouched, 1, 0, 3)
    deal_styles(s, t, 4)
    assert int(word(s, LINEUP_STREAM)) != int(word(untouched, LINEUP_STREAM))
    assert s.stream[1:].tolist() == untouched.stream[1:].tolist()


# ---------------------------------------------------------------- from the command line to the seats


MIXED = {"greedy", "forgetful", "cautious", "dreamer", "chaser", "watcher", "daredevil"}


def agents(games: int = 60, **request) -> list[tuple[str, ...]]:
    """The styles by seat, game by game."""
    seats = play(make(**request), 0, games).seats
    return [tuple(names) for names in seats.group_by("game_no", maintain_order=True).agg("agent")["agent"].to_list()]


def test_mixed_leaves_out_random_naive_styles_and_test_scripts():
    assert {name for game in agents(players=4) for name in game} == MIXED


def test_a_short_list_is_repeated():
    for game in agents(players=5, agents="greedy,novice"):
        assert sorted(game) == ["greedy", "greedy", "greedy", "novice", "novice"]


def test_a_list_sits_in_random_order_unless_seats_are_fixed():
    request = {"players": 3, "agents": "greedy,novice,random"}
    assert set(agents(**request)) == set(permutations(["greedy", "novice", "random"]))
    assert set(agents(**request, fixed_seats=True)) == {("greedy", "novice", "random")}


def test_a_list_may_hold_seats_that_draw():
    tables = agents(200, players=4, agents="random,mixed(greedy,novice)")
    assert all(game.count("random") == 1 for game in tables)
    assert {name for game in tables for name in game} == {"random", "greedy", "novice"}
    assert {game.index("random") for game in tables} == {0, 1, 2, 3}
    fixed = agents(players=4, agents="random,mixed", fixed_seats=True)
    assert {game[0] for game in fixed} == {"random"}
    assert {name for game in fixed for name in game[1:]} == MIXED


def test_a_list_is_read_as_written():
    assert read_lineup(" greedy , novice ", make().styles, 4) == ("greedy", "novice", "greedy", "novice")
    assert read_lineup("mixed", make().styles, 4) == ()
    assert read_lineup(None, make().styles, 4) == ()


def test_the_line_up_is_the_same_under_other_rules():
    assert agents(players=4) == agents(players=4, variant="fifteen")


@pytest.mark.parametrize(
    ("agents", "words", "said"),
    [
        ("mixed(greedy,novice)", ("mixed(greedy,novice)",), "among players who draw from: greedy, novice"),
        ("greedy", ("greedy",), "among players who all play greedy"),
        (
            "greedy,mixed(greedy,novice)",
            ("greedy", *["mixed(greedy,novice)"] * 3),
            "among players of whom 1 plays greedy; 3 draw from: greedy, novice",
        ),
        (
            "greedy,novice",
            ("greedy", "novice", "greedy", "novice"),
            "among players of whom 2 play greedy; 2 play novice",
        ),
    ],
)
def test_who_played_is_said_in_a_line(agents, words, said):
    plan = make(agents=agents, players=4)
    assert who(plan.lineup, plan.styles) == words
    assert among(words) == said


def test_mixed_is_spelt_out_and_can_be_asked_for_again():
    plan = make(players=4)
    (word_,) = who(plan.lineup, plan.styles)
    assert word_.startswith("mixed(")
    assert "random" not in word_
    again = make(agents=word_, players=4)
    assert again.seated == plan.seated
