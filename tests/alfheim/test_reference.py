"""The kernels against the slow implementation in ``reference``: whole games, every cell of their log.

It needs no tests of its own: where it alone is wrong the games differ. A mistake made in both alike is for the worked
examples, the tests of the rules and the invariants, which the kernels must meet.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from alfheim.box import odd_box
from alfheim.cards import card_table
from alfheim.invariants.log import make
from alfheim.reference.log import differences, tables
from alfheim.reference.players import Chance, Player, RandomPlayer, followed
from alfheim.reference.whole import Game, Settings
from balance.engine.game import Plan
from helpers.marks import by_day, games
from helpers.play import Rows, logged_rows

pytestmark = pytest.mark.slow


def assert_same(plan: Plan, log: Rows, game_no: int, players: list[Player]) -> None:
    """The slow implementation, with these players and the same luck, has the same rows."""
    chance = Chance(plan.seed, game_no)
    game = Game(plan.cards, plan.players, players, Settings(**plan.settings), chance).play()
    wrong = list(differences(tables(game), log, ignored=("agent", *plan.settings)))
    assert not wrong, f"game {game_no}: {wrong[:5]}"


def assert_random(plan: Plan, first: int, count: int) -> None:
    """All seats choose at random: play both and compare."""
    log = logged_rows(plan, first, count)
    for game_no in range(first, first + count):
        assert_same(plan, log, game_no, [RandomPlayer() for _ in range(plan.players)])


def assert_followed(plan: Plan, first: int, count: int) -> None:
    """Let the slow implementation make the same choices, which it must find legal."""
    log = logged_rows(plan, first, count)
    for game_no in range(first, first + count):
        turns = [row for row in log["turns"] if row["game_no"] == game_no]
        assert_same(plan, log, game_no, [followed(turns, seat) for seat in range(plan.players)])


def at_random(players: int = 4, **settings: Any) -> Plan:
    return make(card_table(), players=players, agents="random", settings=settings, seed=players)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_random_seats_play_the_same_games(players):
    assert_random(at_random(players), 0, 6)


@pytest.mark.parametrize(
    "settings",
    [
        {"line_match": "contains"},
        {"process_order": "lead_first", "second_reveal": "off"},
        {"swap": "off", "footprint_point": 3, "footprint_cap": 5},
    ],
)
def test_random_seats_play_the_same_games_with_other_settings(settings):
    assert_random(at_random(5, **settings), 10**12, games(2, 4))


@pytest.mark.parametrize("number", by_day(range(2), range(2, 6)))
@pytest.mark.parametrize("line_match", ["segment", "contains"])
def test_random_seats_play_the_same_games_with_odd_cards(number, line_match):
    plan = at_random(2 + number % 4, line_match=line_match)
    assert_random(replace(plan, cards=odd_box(number, short=number % 2 == 1)), 0, 3)


@pytest.mark.parametrize("agents", ["greedy", "courtier,farmhand", "gardener,sprinter,purist", "tracker,random"])
def test_every_choice_of_the_styles_is_legal_and_has_the_same_effects(agents):
    assert_followed(make(card_table(), players=4, agents=agents, seed=3), 0, 6)


@pytest.mark.parametrize("number", by_day(range(2), range(2, 6)))
@pytest.mark.parametrize("line_match", ["segment", "contains"])
def test_the_styles_play_legally_with_odd_cards(number, line_match):
    plan = make(card_table(), players=5, agents="greedy,courtier,sprinter", settings={"line_match": line_match})
    assert_followed(replace(plan, cards=odd_box(number, short=number % 2 == 1)), 0, 2)


def test_differences_are_found_cell_by_cell():
    plan = at_random(2)
    log, other = (tables(Game(plan.cards, 2, chance=Chance(1, 0)).play()) for _ in range(2))
    assert list(differences(log, other)) == []
    other["turns"][5]["kept"] = "X"
    other["cards"].pop()
    assert [line.split(":")[0] for line in differences(log, other)] == ["turns, turn, seat, card (3, 1, None)", "cards"]
