"""The kernels against the slow implementation in ``reference``: whole games, every cell of their log.

It needs no tests of its own: where it alone is wrong the games differ. A mistake made in both alike is for the
scenarios of the worked examples and rules, which the kernels must meet.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import pytest

from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from fairy_conundrum.any import cards_from
from fairy_conundrum.reference.box import Box, read_box
from fairy_conundrum.reference.deciders import DECIDERS
from fairy_conundrum.reference.log import differences, tables
from fairy_conundrum.reference.table import Chance, Settings
from fairy_conundrum.reference.whole import Reference
from helpers.cards import frozen_cards
from helpers.marks import by_day, games, one_by_day
from helpers.play import logged_rows

pytestmark = pytest.mark.slow


@functools.cache
def box() -> Box:
    return read_box()


def make(players: int = 2, agents: str = "random", **settings: Any) -> Plan:
    told = {name: spelled(value) for name, value in settings.items()}
    seats = {"players": players, "agents": agents, "fixed_seats": True}
    return make_plan(Request("fairy_conundrum", settings=told, seed=players, cards=frozen_cards(), **seats))


def spelled(value: Any) -> str:
    """As settings are written on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def assert_same(first: int, games: int, own: Box | None = None, **wanted: Any) -> None:
    """Both play these games, with the same luck; all cells of the four tables are the same."""
    plan = make(**wanted)
    if own:
        plan = replace(plan, cards=own.cards)
    log = logged_rows(plan, first, games)
    cards = own or box()
    settings = Settings(**{name: value for name, value in wanted.items() if name not in ("players", "agents")})
    for game_no in range(first, first + games):
        chance = Chance(plan.seed, game_no)
        decks = cards.decks_for(settings, plan.players, chance)
        deciders = [DECIDERS[name]() for name in plan.lineup]
        game = Reference(decks, deciders, settings, chance, cards.tokens).play()
        wrong = list(differences(tables(game), log))
        assert not wrong, f"game {game_no}: {wrong[:5]}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_seats_play_the_same_games(players):
    assert_same(0, games(1, 4), players=players)


@pytest.mark.parametrize("agents", ["passive", "curve", "curve,random", "passive,curve"])
def test_the_script_agents_play_the_same_games(agents):
    assert_same(0, games(3, 8), agents=agents)


@pytest.mark.parametrize(
    "settings",
    [
        {"deck_mode": "random_legal"},
        {"decks": "dusk_snare"},
        {"decks": "ember_storm", "shard_maturation": "both"},
        {"narration_mode": "alternate", "conspiracy": True},
        {"joust_mode": "simultaneous", "joust_assign": "split"},
        {"order_after_first": "initiative", "shard_maturation": "cost", "opposite_regresses": False},
        {"maturation_timing": "continuous", "gather_base": 2, "dream_base": 3},
        {"narration_cap": 5, "trigger_cap": 3, "start_hand": 8, "start_sparkles": 9, "mes_set_cost": 0},
    ],
    ids=lambda settings: ",".join(settings),
)
@pytest.mark.parametrize("players", one_by_day([2, 4], 2))
def test_random_seats_play_the_same_games_with_other_settings(players, settings):
    assert_same(10**12, games(2, 6) // players, players=players, **settings)


@pytest.mark.parametrize("seed", by_day(range(2), range(2, 13)))  # sets with cards enough for a deck
def test_random_seats_play_the_same_games_with_any_cards(seed):
    assert_same(0, 2, Box(cards_from(seed)), players=2, deck_mode="random_legal", narration_cap=8)
