"""The slow implementation of Fairy Conundrum against the examples of section 7: values, calls, combat, the end."""

from __future__ import annotations

import pytest

from fairy_conundrum.reference.box import avatar, canvas, deck, fairy, shard, shelter
from fairy_conundrum.reference.cards import GameOver, Label
from fairy_conundrum.reference.deciders import Curve, Passive
from fairy_conundrum.reference.scripted import (
    Arranged,
    act,
    do,
    finish,
    gone,
    joust,
    options,
    put,
    rich,
    table,
    tell,
)
from fairy_conundrum.reference.table import Chance
from fairy_conundrum.reference.whole import Reference

FAIRY = fairy(1, cost=1)


def tolls(shelters: int, contrib: int) -> list[int]:
    """Of three fairies, one after another."""
    game = table(entry=False)
    for rank in range(shelters):
        put(game, 0, shelter(rank + 1))
    game.players[0].labels.append(Label("contrib", contrib))
    found = []
    for _ in range(3):
        found.append(game.toll(0))
        game.players[0].called += 1
    return found


@pytest.mark.parametrize(
    ("shelters", "contrib", "wanted"),
    [(1, 0, [0, 1, 2]), (1, -1, [0, 0, 1]), (2, 1, [0, 1, 2]), (1, 3, [1, 2, 3])],
)
def test_x1_contribution(shelters, contrib, wanted):
    assert tolls(shelters, contrib) == wanted


def test_x1_three_fairies_of_cost_one_take_six_sparkles():
    game = rich(table(), 6)
    for _ in range(3):
        do(game, 0, "call", put(game, 0, FAIRY, "hand"))
    assert game.players[0].sparkles == 0


def test_x2_opening():
    class Opener(Passive):
        def decide(self, game, seat, point, choices):
            told = {"S1": [1, 1, 0], "S2": [1, 1, 1, 0], "S3": [1]}[point]
            asked.append(point)
            return told[asked.count(point) - 1]

    asked: list[str] = []
    game = Reference([deck([(fairy(n), 5) for n in range(8)])], [Opener()], chance=Chance(1, 1))
    game.opening = True
    game.open(game.players[0])
    hand = game.lay("hand")
    assert (len(hand), game.players[0].sparkles, len(game.players[0].deck)) == (7, 3, 34)
    assert [card.row.id for card in hand if card.kind == "shelter"] == ["R2"]


def test_x3_lower_initiative_chooses():
    game = table()
    game.players[0].life, game.players[1].life = 12, 10
    game.players[0].labels.append(Label("vision", 3))
    game.destiny_moment()
    assert game.chooser == 0


@pytest.mark.parametrize(("maturations", "wanted"), [((4, 6), 0), ((6, 4), 1)])
def test_x3_equal_initiative_lower_maturation_chooses(maturations, wanted):
    game = table()
    for player, maturation in zip(game.players, maturations, strict=True):
        player.stored_maturation = maturation
    game.destiny_moment()
    assert game.chooser == wanted


def test_x3_then_lower_gathering_chooses():
    game = table()
    game.players[0].labels.append(Label("gather", 1))
    game.destiny_moment()
    assert game.chooser == 1


def test_x4_volatility_two_is_reaped_two_turns_later():
    game = table()
    card = put(game, 0, shard(1, vol=2))
    game.volatility(game.players[0])
    assert (card.zone, card.vol) == ("valley", 1)
    game.volatility(game.players[0])
    assert card.zone == "rest"


def test_x5_joust():
    game = table()
    for ray in (3, 2, -1):
        put(game, 0, fairy(1, ray=ray))
    put(game, 1, fairy(2, mat=2), damage=1)
    put(game, 1, fairy(2, mat=1))
    assert joust(game, 0) == 2
    assert game.players[0].row["joust_attack"] == 4


@pytest.mark.parametrize(("ray", "lost"), [(0, 0), (1, 4)])
def test_x5_negative_defence(ray, lost):
    game = table()
    put(game, 0, fairy(1, ray=ray))
    put(game, 1, fairy(2, mat=-3))
    assert joust(game, 0) == lost


def test_x6_damage_to_an_avatar_wears_its_defence():
    game = table()
    put(game, 1, fairy(2, mat=5))
    put(game, 0, fairy(1, ray=6))
    game.damage([game.players[1].avatar], 3)
    assert (game.players[1].life, game.defence(1)) == (20, 2)
    assert joust(game, 0) == 4


@pytest.mark.parametrize(("damage", "zone"), [(2, "valley"), (3, "rest")])
def test_x7_one_damage_more_than_the_defence_reaps(damage, zone):
    game = table()
    card = put(game, 1, fairy(2, mat=2))
    game.damage([card], damage)
    finish(game)
    assert card.zone == zone


def test_x7_damage_lowers_what_a_fairy_contributes_until_awakening():
    game = table()
    card = put(game, 1, fairy(2, mat=2))
    game.damage([card], 2)
    assert game.defence(1) == 0
    game.end_turn()
    assert game.defence(1) == 2


def test_x7_a_direct_loss_reaps():
    game = rich(table(), 9)
    card = put(game, 1, fairy(2, mat=9))
    do(game, 0, "call", put(game, 0, shard(1, effect="CALL: life -1 foe.fairy.x"), "hand"))
    assert card.zone == "rest"


def test_x7_stability_below_zero_acts_as_zero():
    game = table()
    card = put(game, 1, shelter(2, mat=-1))
    game.damage([card], 1)
    finish(game)
    assert card.zone == "fallow"


@pytest.mark.parametrize(("players", "cost", "share"), [(2, 3, 3), (4, 5, 1), (4, 2, 0)])
def test_x8_opposite_shards_are_shared(players, cost, share):
    game = rich(table(players, avatars=[avatar("D")] * players), 9, 0, 0, 0)
    do(game, 0, "call", put(game, 0, shard(1, cost), "hand"))
    assert [player.sparkles for player in game.players[1:]] == [share] * (players - 1)


def test_x9_label_of_the_cost_paid():
    game = rich(table(), 9)
    put(game, 0, fairy(1, cost=0, effect="ALWAYS: cost -1 own.shard#all"))
    do(game, 0, "call", put(game, 0, shard(1, 2), "hand"))
    assert game.computed_maturation(0) == 1


def test_x10_a_maturation_label_counts_whatever_the_radiance():
    game = table()
    card = put(game, 0, fairy(1, cost=3, radiance="N"))
    assert game.computed_maturation(0) == 0
    card.labels.append(Label("mature", 1))
    assert game.computed_maturation(0) == 1


def test_x11_oscillation_keeps_the_lower_stage():
    game = table(avatars=[avatar(effects=("", "ALWAYS: cost -1 own.fairy#all", ""))] * 2)
    for _ in range(4):
        put(game, 0, fairy(1, cost=3))
    game.mature(game.players[0])
    assert (game.players[0].stage, game.players[0].stored_maturation) == (1, 12)


def test_x15_an_e_card_is_alone_in_the_valley():
    game = rich(table(), 9, 9)
    ultimate = fairy(5, astralae="E")
    jailer = put(game, 0, fairy(1, effect="ACT: imprison foe.fairy.x"))
    prisoner = put(game, 1, ultimate)
    act(game, 0, jailer)
    other = put(game, 0, ultimate)
    own = put(game, 1, ultimate, "hand")
    assert ("call", own) not in options(game, 1)
    gone(game, jailer)
    assert prisoner.zone == "prison"
    gone(game, other)
    assert prisoner.zone == "valley"


def test_x16_a_second_d_card_costs_one_of_them():
    game = rich(table(), 9)
    old = put(game, 0, fairy(4, astralae="D"))
    new = put(game, 0, fairy(4, astralae="D"), "hand")
    tell(game, 0, UNIQUE=[old])
    do(game, 0, "call", new)
    assert (old.zone, new.zone) == ("rest", "valley")


def test_x16_c_cards_may_be_three():
    game = rich(table(), 30)
    for _ in range(3):
        do(game, 0, "call", put(game, 0, fairy(3, astralae="C"), "hand"))
    assert len(game.fairies(0)) == 3


@pytest.mark.parametrize("cost", [2, 3])
def test_x21_a_trap_may_be_paid_down_to_life_zero(cost):
    game = table()
    game.players[0].life = 2
    trap = put(game, 0, fairy(1, mes=cost, effect="TRAP foe.joust: cancel"), "traps")
    put(game, 1, fairy(2, ray=2))
    tell(game, 0, MES=[trap])
    joust(game, 1)
    assert game.players[0].life == 0
    assert trap.zone == ("rest" if cost == 2 else "traps")
    assert not trap.active


def two_traps() -> tuple:
    game = table()
    put(game, 1, fairy(2, ray=1))
    return game, *(put(game, 0, fairy(n, mes=1, effect="TRAP foe.joust: cancel"), "traps") for n in (1, 2))


def test_x21_of_two_traps_the_other_stays_active():
    game, one, other = two_traps()
    tell(game, 0, MES=[one])
    assert joust(game, 1) == 0
    assert (one.zone, other.zone, other.active) == ("rest", "traps", True)


def test_x21_if_none_is_activated_both_lapse():
    game, one, other = two_traps()
    assert joust(game, 1) == 1
    assert not one.active
    assert not other.active


def test_x23_empty_decks_cost_two_cards():
    game = table()
    game.players[0].canvas = []
    cards = [put(game, 0, FAIRY, "hand"), put(game, 0, FAIRY)]
    game.dream(game.players[0])
    assert [card.zone for card in cards] == ["memory", "memory"]


def test_x23_dream_points_go_to_the_canvas_that_is_left():
    game = table()
    game.dream(game.players[0])
    assert [card.row.id for card in game.lay("hand")] == ["R2", "R3"]


def test_x24_passive_mirror_ends_on_turn_26():
    cards = [(fairy(n), 5) for n in range(8)]
    decks = [deck(cards, avatar(handmax=7)) for _ in range(2)]
    game = Reference(decks, [Passive(), Passive()], chance=Chance(1, 1)).play()
    assert (game.reason, game.turn) == ("deckout", 26)
    assert game.winner == 1 - game.order[0]


def test_x25_nobody_wins_at_life_zero():
    game = table()
    game.players[0].life, game.players[1].life = 0, 1
    put(game, 0, fairy(1, ray=9))
    with pytest.raises(GameOver):
        joust(game, 0)
    game.end()
    assert (game.reason, game.winner) == ("no_winner", -1)


def test_curve_calls_shelters_and_the_dearest_fairies():
    cards = [(fairy(n, cost=n % 4, ray=n % 4), 5) for n in range(8)]
    game = Reference([deck(cards), deck(cards)], [Curve(), Curve()], chance=Chance(1, 2)).play()
    assert game.reason == "life"
    assert not sum(player.events["acted", "F1"] for player in game.players)


def test_a_script_without_chance_is_the_same_game_twice():
    cards = [(fairy(n, cost=n % 4), 5) for n in range(8)]
    rows = [
        Reference([deck(cards, shelters=canvas(3))] * 2, [Curve(), Curve()], chance=Arranged()).play().rows
        for _ in range(2)
    ]
    assert rows[0] == rows[1]
