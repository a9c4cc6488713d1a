"""Games with any legal cards: no trouble, every invariant, and everything that cards can do is done at least once."""

from __future__ import annotations

import pytest
from hypothesis import given

from balance.games.fairy_conundrum.cards.abilities import TRIGGERS
from balance.games.fairy_conundrum.cards.operations import WORDS
from fairy_conundrum.any_table import executed, plans
from fairy_conundrum.invariants.log import logged
from fairy_conundrum.invariants.state import faults
from fairy_conundrum.invariants.whole import check_all
from helpers.own_plans import first_games, many

pytestmark = pytest.mark.nightly

TABLES = (0, 1, 22, 25, 31, 40, 49, 52, 53, 60, 72, 79, 83, 86, 108, 114, 115)
"""Seeds of tables whose first game is a short one, for they are played in plain Python, and everything happens in
two of them at least. Where the luck of games changes, others must be looked for: one in 20 tables sees a `cancel`."""


@given(plans(), first_games)
@many(4)
def test_any_plan_is_played_and_keeps_the_invariants(drawn, first):
    check_all(logged(drawn.plan, first, 12))


@given(plans(), first_games)
@many(4)
def test_nothing_is_wrong_on_the_table_of_any_plan(drawn, first):
    games = int(drawn.plan.settings["match_games"])
    assert faults(drawn.plan, first // games * games) == []


@pytest.fixture(scope="module")
def plainly():
    """What was executed in games of random tables; they are played in plain Python."""
    return executed(TABLES)


def test_every_operation_is_executed(plainly):
    assert [word for word in WORDS if not plainly["counts"].get(word)] == []


def test_every_trigger_is_executed(plainly):
    assert [word for word in TRIGGERS if not plainly["counts"].get(word)] == []


def test_h_every_toll_is_what_the_shelters_ask(plainly):
    assert plainly["tolls"] > 20
    assert plainly["wrong"] == []
