"""What styles think things are worth (section 5.5), where it can be worked out by hand."""

from __future__ import annotations

import pytest

from balance.engine.kernels.kernel import new
from balance.games.fairy_conundrum.codes import (
    DECK_PLACE,
    EVENT_JOUST,
    PIECES_PER_SEAT,
    W_ABILITY,
    W_FOECARDS,
    W_GATHER,
    W_GROW,
    W_HAND,
    W_KILL,
    W_LETHAL,
    W_LIFE,
    W_RAY,
    W_RISK,
    W_STAGE,
    W_TRAP,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.narration import list_narration
from balance.games.fairy_conundrum.rules.options import offer_both, piece_of
from balance.games.fairy_conundrum.rules.values import refresh
from balance.games.fairy_conundrum.state import EVENT, STYLE
from balance.games.fairy_conundrum.styles.actions import storms, weigh_actions, worth_of_call, worth_of_trap_set
from balance.games.fairy_conundrum.styles.effects import LAST_LIFE, card_effect, effect
from balance.games.fairy_conundrum.styles.prospects import growth
from balance.games.fairy_conundrum.styles.weighing import (
    enough_homes,
    first_hand,
    weigh_options,
    worth_of_cancel,
    worth_of_change,
    worth_of_dream,
    worth_of_first,
    worth_of_split,
)
from fairy_conundrum.table import Opening, Position, position

GUEST = {"id": "one", "host": "hall"}
HARVEST = 4.0 * 3  # three turns of what a sparkle is worth


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


@pytest.mark.parametrize(("storm", "life", "sends"), [(1.0, 3, True), (1.0, 4, False), (0.0, 3, False)])
def test_who_storms_sends_everybody_out_only_for_the_blow_that_fells(tmp_path, storm, life, sends):
    game = position(tmp_path, {"valley": ["hall", {"id": "one", "host": "hall"}]}, {})
    (guest,) = [p for p in game.s.lay[: game.s.laid] if game.s.piece[p].host >= 0]
    game.s.seat[0].ray, game.s.piece[guest].ray = 4, 2
    game.s.seat[1].mat, game.s.seat[1].life = 2, life  # six against two take four lives: three are too few to stand
    style = new(STYLE)
    style.storm = storm
    assert storms(game.s, style, 0) == sends


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


@pytest.mark.parametrize(("armed", "lost"), [(0, 0), (1, 1), (0.5, 0.5)])
def test_4_a_trap_that_is_called_up_is_lost_as_far_as_the_style_counts_it(tmp_path, armed, lost):
    """Two copies, one in hand and one face down: but for what a card less in hand counts, they differ by the trap."""
    game = position(tmp_path, {"hand": ["sleeper"], "traps": ["sleeper"]}, {})
    style = game.t.style[0]
    style.armed = armed
    style.weight[W_HAND] = 0.0
    style.weight[W_TRAP] = 5.0
    refresh(game.s, game.t)
    held, hidden = (worth_of_call(game.s, game.t, style, 0, p) for p in (game.s.seat[0].hand_card[0], game.s.down[0]))
    assert worth_of_trap_set(game.s, game.t, style, 0, game.s.down[0]) > 0
    assert held - hidden == pytest.approx(lost * worth_of_trap_set(game.s, game.t, style, 0, game.s.down[0]))


@pytest.mark.parametrize(("armed", "kept"), [(0, False), (1, True)])
def test_4_a_trap_costs_the_first_hand_no_more_than_setting_it(tmp_path, armed, kept):
    game = position(tmp_path, {"hand": ["parry"]}, {})
    p = game.s.seat[0].hand_card[0]
    row = game.t.card[game.s.piece[p].card]
    row.cost, game.t.mes_set_cost = 5, 2
    game.t.style[0].armed, game.t.style[0].dear = armed, 3
    assert (worth_of_change(game.s, game.t, game.t.style[0], p) < 0) == kept


@pytest.mark.parametrize(
    ("begin", "cards", "first"),
    [
        (0, {"hand": ["parry"]}, 1),
        (1, {"hand": ["parry"]}, 0),
        (1, {"traps": ["sleeper"]}, 0),
        (1, {"hand": ["ray-1"]}, 1),
    ],
)
def test_4_who_begins_names_itself_if_it_has_a_trap(tmp_path, begin, cards, first):
    game = position(tmp_path, {"sparkles": 0, **cards}, {"traps": ["sleeper"]})  # nobody could be felled in this turn
    game.t.style[0].begin = begin
    worths = [worth_of_first(game.s, game.t, game.t.style[0], 0, seat) for seat in (0, 1)]
    assert worths.index(max(worths)) == first


@pytest.mark.parametrize(
    ("fitted", "mean_cost", "homes", "cards"), [(0, 1.5, 3, 6), (1, 1.5, 3, 7), (1, 2.2, 3, 6), (1, 2.6, 5, 6)]
)
def test_4_who_is_fitted_wants_more_shelters_for_dear_cards_and_more_of_cheap_ones(
    tmp_path, fitted, mean_cost, homes, cards
):
    game = position(tmp_path, {}, {})
    style = game.t.style[0]
    style.fitted, style.homes, style.opening = fitted, 3, 6
    game.s.seat[0].mean_cost = mean_cost
    assert (enough_homes(game.s, style, 0), first_hand(game.s, style, 0)) == (homes, cards)


@pytest.mark.parametrize(("fitted", "slots", "wanted"), [(0, 0, True), (1, 0, False), (1, 2, True)])
def test_4_who_is_fitted_draws_no_shelter_without_room(tmp_path, fitted, slots, wanted):
    game = position(tmp_path, {"canvas": ["hall"]}, {})
    me, style = game.s.seat[0], game.t.style[0]
    style.fitted, style.homes = fitted, 9
    me.homes = 9 - 1
    game.t.card[game.s.piece[me.canvas_card[me.canvas - 1]].card].slots = slots
    assert (worth_of_dream(game.s, game.t, style, 0, 1) > worth_of_dream(game.s, game.t, style, 0, 0)) == wanted


def test_1_the_mean_cost_of_the_own_haversack():
    """Given a dealt game, then it is that of all cards that the seat brought, wherever they lie now."""
    game = Opening(2, agents=("greedy",))
    for seat in range(2):
        me, first = game.s.seat[seat], seat * PIECES_PER_SEAT + DECK_PLACE
        costs = [int(game.t.card[game.s.piece[first + i].card].cost) for i in range(me.cards)]
        assert me.mean_cost == pytest.approx(sum(costs) / len(costs))


@pytest.mark.parametrize(
    ("finish", "hand", "life", "first"),
    [
        (1, ["ray-3", "hit-avatar"], 5, {"ray-3", "hit-avatar"}),  # 3 + 3 is more than 5
        (1, ["ray-3", "hit-avatar"], 6, set()),  # an avatar at 0 stands (FC-100)
        (1, ["ray-3", "hit-avatar", "ray-1"], 6, {"ray-3", "hit-avatar", "ray-1"}),
        (1, ["ray-30", "hit-avatar"], 5, {"ray-30"}),  # one is enough
        (1, ["bane", "ray-1"], 20, {"bane"}),  # life lost directly
        (0, ["ray-3", "hit-avatar"], 5, set()),
    ],
)
def test_4_who_finishes_calls_first_what_fells_an_opponent_with_the_joust(tmp_path, finish, hand, life, first):
    game = position(tmp_path, {"hand": hand, "sparkles": 12}, {"life": life})
    assert raised(game, finish) == first


def test_4_who_cannot_pay_for_all_that_it_takes_to_finish_does_not_begin_to(tmp_path):
    game = position(tmp_path, {"hand": ["ray-3", "hit-avatar"], "sparkles": 0}, {"life": 5})
    assert raised(game, 1) == set()


def raised(game: Position, finish: int) -> set[str]:
    """The cards whose calls are worth a hundred points more."""
    names = {number: name.split("#")[0] for name, number in game.names.items()}
    style, worths = game.t.style[0], []
    list_narration(game.s, game.t, 0)
    game.s.decision.count = game.s.decision.options
    for style.finish in (0, finish):
        weigh_actions(game.s, game.t, style, 0)
        worths.append([float(game.s.decision.worth[i]) for i in range(game.s.decision.count)])
    options = game.s.decision.option
    return {names[piece_of(options[i])] for i, (was, now) in enumerate(zip(*worths, strict=True)) if now - was > 99}


@pytest.mark.parametrize(
    ("probe", "traps", "called", "first"),
    [(0, ["sleeper"], 0, "ray-3"), (1, ["sleeper"], 0, "ray-1"), (1, [], 0, "ray-3"), (1, ["sleeper"], 1, "ray-3")],
)
def test_4_who_probes_calls_its_cheapest_fairy_into_a_trap(tmp_path, probe, traps, called, first):
    """Only the first call of a turn, and only while an opponent has a card face down."""
    game = position(tmp_path, {"hand": ["ray-3", "ray-1"], "sparkles": 12}, {"traps": traps, "life": 90})
    style = game.t.style[0]
    style.probe, style.weight[W_RAY], game.s.seat[0].called = probe, 3.0, called
    game.s.piece[game.names["ray-3#1"]].cost0 = 4
    list_narration(game.s, game.t, 0)
    game.s.decision.count = game.s.decision.options
    weigh_actions(game.s, game.t, style, 0)
    chosen = max(range(game.s.decision.count), key=lambda i: game.s.decision.worth[i])
    assert piece_of(game.s.decision.option[chosen]) == game.names[f"{first}#1"]


@pytest.mark.parametrize(
    ("shrewd", "others", "lost"),
    [
        (1, [], HARVEST),
        (0, [], 0),
        (1, [GUEST], 0),  # the shelter is not empty
        (1, ["ray-1"], 0),  # another can go in
        (1, [{"id": "ray-1", "actioned": True}], HARVEST),  # not this one
        (1, [{"id": "brief", "vol": 1}], HARVEST),  # nor one that will be gone before the next Gathering
        (1, [{"id": "one", "host": "camp"}, "camp"], HARVEST),  # a guest elsewhere stays there
    ],
)
def test_4_who_is_shrewd_counts_the_sparkle_of_a_shelter_that_an_ability_empties(tmp_path, shrewd, others, lost):
    valley = ["hall", GUEST, *others]
    game = position(tmp_path, {"valley": valley, "hand": ["come-out"]}, {})  # exit own.fairy.in
    style, guest, source = game.t.style[0], game.names["one#1"], game.names["come-out#1"]
    step = game.t.ability[game.s.piece[source].ability[0]].first
    worths = []
    for style.shrewd in (shrewd, 0):
        style.weight[W_GATHER], style.harvest = 4.0, 3
        worths.append(card_effect(game.s, game.t, style, 0, source, step, guest, 1))
    assert worths[1] - worths[0] == pytest.approx(lost)


def test_4_who_is_shrewd_sends_in_nobody_that_came_out_this_turn(tmp_path):
    game = position(tmp_path, {"valley": ["hall", GUEST, "ray-1"], "hand": ["come-out"]}, {})
    style, source = game.t.style[0], game.names["come-out#1"]
    style.shrewd, style.harvest = 1, 3
    ability = game.t.ability[game.s.piece[source].ability[0]]
    replaced = effect(game.s, game.t, style, 0, source, ability)
    game.s.piece[game.names["ray-1#1"]].out_turn = game.s.turn
    assert effect(game.s, game.t, style, 0, source, ability) < replaced


@pytest.mark.parametrize(
    ("shrewd", "victim", "worth"),
    [
        (1, "countess", 0.0),  # CALL: nobody calls the thief again
        (1, "sleeper", 0.0),  # TRAP: the thief lies open
        (1, "lodger", 2.5 * 2),  # IN and OUT, besides its CALL
        (0, "countess", 2.5 * 2),
    ],
)
def test_4_who_is_shrewd_pays_for_no_ability_that_can_never_work(tmp_path, shrewd, victim, worth):
    game = position(tmp_path, {"hand": ["pickpocket"]}, {"valley": [victim]})
    style, source = game.t.style[0], game.names["pickpocket#1"]
    style.shrewd, style.weight[W_ABILITY] = shrewd, 2.0
    ability = game.t.ability[game.s.piece[source].ability[0]]
    assert effect(game.s, game.t, style, 0, source, ability) == pytest.approx(worth)


@pytest.mark.parametrize(("shrewd", "stolen"), [(0, 2), (1, 1)])
def test_4_who_is_shrewd_steals_the_best_ability_that_still_works(tmp_path, shrewd, stolen):
    """Of IN: spark 1, OUT: spark 2 and CALL: spark 4."""
    game = position(tmp_path, {}, {"valley": ["lodger"]})
    game.t.style[0].shrewd = shrewd
    for place in range(3):
        offer_both(game.s, Verb.TAKE, game.names["lodger#1"], place)
    game.s.decision.count = game.s.decision.options
    weigh_options(game.s, game.t, 0, Point.ABILITY)
    worths = [float(game.s.decision.worth[place]) for place in range(3)]
    assert worths.index(max(worths)) == stolen


@pytest.mark.parametrize(
    ("wary", "life", "fear"), [(1, 3, 0), (1, 2, LAST_LIFE), (1, 1, LAST_LIFE + 90.0), (0, 1, 0), (0, 2, 0)]
)
def test_4_who_is_wary_sets_no_trap_whose_price_takes_its_last_life(tmp_path, wary, life, fear):
    game = position(tmp_path, {"hand": ["dear"], "life": life}, {})  # it costs 2 lives
    style, dear = game.t.style[0], game.names["dear#1"]
    style.weight[W_KILL] = 90.0
    worths = []
    for style.wary in (wary, 0):
        worths.append(worth_of_trap_set(game.s, game.t, style, 0, dear))
    assert worths[1] - worths[0] == pytest.approx(fear)


@pytest.mark.parametrize(("ripe", "gain", "stages"), [(0, 3, 0), (1, 3, 1), (1, 2, 0), (1, -10, -1), (0, -10, 0)])
def test_4_who_is_ripe_counts_the_maturation_as_it_stands_now(tmp_path, ripe, gain, stages):
    """19 for the cards that lie there; at the last Maturation there was none."""
    game = position(tmp_path, {"stage": 2, "valley": ["light-10", "light-9"]}, {})
    style = game.t.style[0]
    style.ripe, style.weight[W_STAGE], style.weight[W_GROW] = ripe, 5.0, 0.0
    game.s.seat[0].maturation = 0
    assert growth(game.s, game.t, style, 0, gain) == pytest.approx(5.0 * stages)


@pytest.mark.parametrize(
    ("avatar", "now", "gain", "points"),
    [
        ("scholar-1", ["light-10"], 3, 7.2 / 16),  # a quarter of the way, of +2 ray for all; none of it before
        ("scholar-1", ["light-10", "light-9"], 3, 7.2 * 7 / 16),  # from three quarters to stage III
        ("scholar-1", ["light-22"], -3, -7.2 * 7 / 16),
        ("scholar-1", ["light-5"], 3, 0),  # stage I
        ("oracle-1", ["light-10", "light-9"], 3, 0),  # an action is no gain by itself
    ],
)
def test_4_who_is_ripe_wants_what_stage_iii_does_the_more_the_nearer_it_is(tmp_path, avatar, now, gain, points):
    stage = 1 if now == ["light-5"] else 3 if now == ["light-22"] else 2
    game = position(tmp_path, {"avatar": avatar, "stage": stage, "valley": now}, {})
    style = game.t.style[0]
    style.ripe, style.weight[W_STAGE], style.weight[W_GROW] = 2.0, 0.0, 0.0
    assert growth(game.s, game.t, style, 0, gain) == pytest.approx(2.0 * points)
