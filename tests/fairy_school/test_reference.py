"""The kernels against the slow implementation in ``reference``: whole games, every cell of their log.

It needs no tests of its own: where it alone is wrong the games differ. A mistake made in both alike is for the worked
examples, the tests of the rules and the invariants, which the kernels must meet.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from balance.engine.game import Plan
from fairy_school.any_table import plans
from fairy_school.box import card_table
from fairy_school.invariants.log import make
from fairy_school.reference.box import REACTING, box
from fairy_school.reference.log import LoggedGame, differences, said_of
from fairy_school.sheet import reference_table
from helpers.marks import games
from helpers.modes import MODES
from helpers.own_plans import first_games, many
from helpers.own_process import run_module
from helpers.play import rows_of, told

pytestmark = pytest.mark.slow


def assert_same(plan: Plan, first: int, count: int) -> None:
    """All seats choose at random: play both and compare."""
    player, happened = told(plan, first, count)
    log = rows_of(player)
    for game_no in range(first, first + count):
        game = LoggedGame(plan, game_no).play()
        wrong = list(differences(game, log))
        assert not wrong, f"game {game_no}: {wrong[:5]}"
        assert said_of(happened, game_no) == game.happened(), game_no


def at_random(players: int = 4, variant: str = "", **settings: Any) -> Plan:
    return make(
        card_table(), players=players, variant=variant or None, agents="random", settings=settings, seed=players
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_seats_play_the_same_games(players):
    assert_same(at_random(players), 0, games(2, 4))


@pytest.mark.parametrize("alternation", ["per_card", "per_turn"])
def test_random_seats_play_the_same_games_with_cards_laid_out_before_neighbours(alternation):
    plan = at_random(5, "initiation", sharing="insensitive", insensitive_alternation=alternation)
    assert_same(plan, 0, 3)


def test_random_seats_play_the_same_games_to_the_last_step():
    """Cards are cheap, so that the race is decided and the last spending has something to spend on."""
    plan = at_random(4, "expert", length="short", must_play_two="on", leader_bonus_at_zero="off")
    assert_same(replace(plan, cards=box(2, cheap=True)), 10**12, 6)


def test_random_seats_play_the_same_games_when_much_is_activated_again():
    plan = at_random(3, start_elements="2,1,0,3,1", activation_cubes=60, draft_direction="LRR")
    assert_same(replace(plan, cards=box(3, effects=REACTING)), 0, 4)


def test_random_seats_play_the_same_games_with_the_cards_that_come_with_balance():
    assert_same(make(reference_table(), agents="random"), 0, 3)


@given(plans(agents="random"), first_games)
@many(4, at_night=50)
def test_random_seats_play_the_same_games_with_any_card_table(drawn, first):
    assert_same(drawn.plan, first, 1)


def test_the_slow_implementation_follows_every_choice_of_the_styles():
    """In a process of its own, in plain Python: only there can somebody listen to the choices."""
    run_module("fairy_school.followed", environment=MODES["plain"])
