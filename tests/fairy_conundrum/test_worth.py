"""What styles think things are worth (section 5.5), where it can be worked out by hand."""

from __future__ import annotations

import pytest

from balance.engine.kernels.kernel import new
from balance.games.fairy_conundrum.codes import EVENT_JOUST, W_FOECARDS, W_KILL, W_LETHAL, W_LIFE, W_RISK
from balance.games.fairy_conundrum.state import EVENT, STYLE
from balance.games.fairy_conundrum.styles.effects import LAST_LIFE, effect
from balance.games.fairy_conundrum.styles.weighing import worth_of_cancel, worth_of_split
from fairy_conundrum.table import position


@pytest.mark.parametrize(
    ("ray", "mat", "life", "risk", "worth"),
    [
        (5, 2, 20, -2.0, 2.0 * 3),  # three lives lost, two points each
        (5, 2, 20, -0.1, 0.5 * 3),  # nobody thinks nothing of a life
        (5, 2, 2, -2.0, 2.0 * 3 + 40.0),  # and to stay in play is worth more
        (2, 2, 1, -2.0, 0.0),
    ],
)
def test_a_joust_that_is_cancelled_is_worth_the_life_it_would_have_cost(tmp_path, ray, mat, life, risk, worth):
    game = position(tmp_path, {}, {})
    game.s.seat[0].mat, game.s.seat[0].absorbed, game.s.seat[0].life = mat, 0, life
    game.s.seat[1].ray = ray
    style, joust = new(STYLE), new(EVENT)
    style.weight[W_RISK], style.weight[W_LETHAL] = risk, -40.0
    joust.kind, joust.seat = EVENT_JOUST, 1
    assert worth_of_cancel(game.s, game.t, style, 0, joust) == pytest.approx(worth)


@pytest.mark.parametrize(
    ("damage", "attack", "pays"),
    [
        (0, 2, True),  # one more than its materialisation reaps it
        (1, 2, True),
        (2, 2, False),  # it has that already
        (3, 2, False),
        (0, 1, False),  # too little is left of the attack
    ],
)
def test_fc_83_an_attack_is_split_only_for_a_fairy_that_it_can_and_must_reap(tmp_path, damage, attack, pays):
    game = position(tmp_path, {}, {"valley": [{"id": "sleeper", "damage": damage}]})
    sleeper, style = int(game.s.lay[0]), new(STYLE)
    assert game.s.piece[sleeper].mat == 1
    style.weight[W_FOECARDS] = 10.0
    worth = worth_of_split(game.s, game.t, style, 0, sleeper, attack)
    assert worth > 0 if pays else worth == -1.0


@pytest.mark.parametrize(
    ("life", "wary", "fear"),
    [
        (2, 1.0, 0.0),
        (1, 1.0, LAST_LIFE),  # who stands at 0 cannot win
        (0, 1.0, LAST_LIFE + 90.0),  # who falls is out, as an opponent would be
        (1, 0.0, 0.0),
        (0, 0.0, 0.0),
    ],
)
def test_fc_101_who_is_wary_fears_for_the_last_life_where_a_card_of_its_own_takes_it(tmp_path, life, wary, fear):
    game = position(tmp_path, {"life": life, "valley": ["bleeder"]}, {})  # life -1 me
    bleeder, style = int(game.s.lay[0]), new(STYLE)
    style.weight[W_LIFE], style.weight[W_KILL], style.wary = 0.5, 90.0, wary
    ability = game.t.ability[game.s.piece[bleeder].ability[0]]
    assert effect(game.s, game.t, style, 0, bleeder, ability) == pytest.approx(-0.5 - fear)
