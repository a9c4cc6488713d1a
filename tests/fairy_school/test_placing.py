"""What styles think of when they place cards (D6): cubes to expect, and creatures to study now and later."""

from __future__ import annotations

import pytest

from balance.engine.playing.game_batch import GameBatch
from balance.games.fairy_school.play.choosing import NO_CREATURE, choose_columns, choose_corner, choose_slots
from balance.games.fairy_school.rules.forest import place_hand
from balance.games.fairy_school.state import HERE, NO_COLUMN, SLOTS
from balance.games.fairy_school.styles.drafting import project_worth
from balance.games.fairy_school.styles.planning import cubes_from, points_next, slides_to_corner
from balance.games.fairy_school.styles.worth import count_shown, wanted
from fairy_school.games import small, style
from fairy_school.invariants.log import compile_once, make
from fairy_school.reference.box import project
from fairy_school.table import Sheet

OTHERS = ("mermaid", "sea_dragon", "ent", "elf", "dragon", "phoenix", "sphinx", "salamander", "griffin", "cockatrice")


@pytest.mark.parametrize("place", range(SLOTS - 1))
def test_4_2_who_looks_to_the_next_turn_has_one_creature_to_study_now_and_one_then(place):
    """Two of ten cards show creatures that are not studied, wherever they are in the hand."""
    things = [small("E", "mermaid")] * (SLOTS - 2)
    things.insert(place, small("E", "gnome"))
    things.insert(SLOTS - 1 - place, small("E", "unicorn"))
    game = Sheet(3, (9, 9, 9, 9, 9), [style("student", cards_in=1.0, study_setup=5.0, study_next=5.0, study_keep=0.1)])
    game.mark(0, *OTHERS)
    game.pile(0, *things)
    game.draw()
    choose_slots(game.s, game.t, 0)
    place_hand(game.s, 0)
    game.play(0, *map(int, choose_columns(game.s, game.t, 0)))
    assert game.columns() == 3 + 3  # one or two of the three columns that are left
    studied_now = int(choose_corner(game.s, game.t, 0))
    assert studied_now != NO_CREATURE
    weights = game.t.style[game.s.style[0]]
    assert slides_to_corner(game.t, weights, game.s.seat[0], NO_COLUMN, NO_COLUMN, studied_now) == 2


def test_4_2_a_creature_that_is_studied_now_is_none_to_study_next_turn():
    game = Sheet(3, (0, 0, 0, 0, 0), [style("student", study_next=1.0)])
    gnome, card = game.creature("gnome"), game.number(small("E", "gnome"))
    weights = game.t.style[game.s.style[0]]
    assert points_next(game.t, weights, game.s.seat[0], card, NO_CREATURE) == 2
    assert points_next(game.t, weights, game.s.seat[0], card, gnome) == 0
    game.mark(0, "gnome")
    assert points_next(game.t, weights, game.s.seat[0], card, NO_CREATURE) == 0


@pytest.mark.parametrize(("rare", "creature"), [(0.0, "unicorn"), (1.0, "ent")])
def test_4_2_of_two_creatures_who_cares_studies_the_one_that_fewer_own_cards_show(rare, creature):
    """Of equals the first; another unicorn is in the draw pile, another one in the discard pile, and no other ent."""
    game = Sheet(3, (0, 0, 0, 0, 0), [style("student", study_rare=rare)])
    game.plant(0, {0: small("E", "unicorn"), 9: small("E", "ent")})
    game.pile(0, small("W", "unicorn"))
    game.discard(0, small("2E", "unicorn"))
    assert int(choose_corner(game.s, game.t, 0)) == game.creature(creature)


@pytest.mark.parametrize(
    ("kind_out", "need", "cubes"),
    [(0.0, 1.0, 2.0), (1.0, 1.0, 1.0), (1.5, 1.0, 0.0), (2.0, 2.0, 1.0)],
)
def test_4_2_who_has_insight_expects_cubes_where_it_would_give_them_itself(kind_out, need, cubes):
    """An earth that both others want brings each of them ``need``; where that is what a cube costs, it is half sure."""
    game = Sheet(3, (0, 0, 0, 0, 0), [style("seer", insight=1.0, need=need, kind_out=kind_out)])
    for seat in range(3):
        game.s.seat[seat].target[:] = (5, 0, 0, 0, 0)
    earth = game.number("E")
    weights = game.t.style[game.s.style[0]]
    assert cubes_from(game.s, game.t, 0, weights, earth, HERE) == cubes


@pytest.mark.parametrize(
    ("effect", "wants", "cubes"),
    [
        ("E", 3, 2.0),
        ("E", 2, 0.0),  # they will have two by then
        ("W>2E", 5, 2.0),  # and a water to pay with
        ("3W>5E", 9, 0.0),  # but not three
    ],
)
def test_4_2_who_has_insight_expects_of_others_what_they_will_do_with_what_they_get_meanwhile(effect, wants, cubes):
    game = Sheet(3, (0, 0, 0, 0, 0), [style("seer", insight=1.0, need=1.0, paid=1.0, kind_out=0.5)])
    for seat in range(3):
        game.s.seat[seat].target[:] = (wants, 0, 0, 0, 0)
    card = game.number(effect)
    weights = game.t.style[game.s.style[0]]
    assert cubes_from(game.s, game.t, 0, weights, card, HERE) == cubes


@pytest.mark.parametrize(
    ("effect", "plain", "seen"),
    [
        ("E", 1, 1),
        ("4E", 4, 4**0.75),
        ("E+W+2A", 1 + 1 + 4, 1 + 1 + 2 * 2**0.75),  # an air is 2
        ("W>4E", 4 - 1, 4**0.75 - 1),  # what is paid counts fully
    ],
)
def test_4_2_to_who_has_insight_more_of_a_kind_is_worth_less(effect, plain, seen):
    for insight, worth in ((0.0, plain), (1.0, seen)):
        game = Sheet(3, agents=[style("looks", insight=insight)])
        card = game.number(effect)
        assert game.t.style[game.s.style[0]].worth[card] == pytest.approx(worth, abs=1e-5)


@pytest.mark.parametrize(("weight", "stock"), [(0, ""), (1, ""), (1, "9E+9P")])
def test_4_2_what_a_project_costs_counts_whether_or_not_there_is_enough_to_pay_it(weight, stock):
    game = Sheet(3, agents=[style("thrifty", proj_points=2.0, proj_cost=weight)])
    game.give(0, stock)
    dear = game.number(project("E+P"))
    worth = project_worth(game.s, game.t, 0, game.t.style[game.s.style[0]], dear)
    assert worth == pytest.approx(2 * 3 - weight * (1 + 4 / 3))


def test_4_2_who_has_none_expects_cubes_by_what_others_want():
    """An earth that somebody wants counts 1 at a glance, two count 2."""
    game = Sheet(3, (0, 0, 0, 0, 0), [style("plain", need=9.0, kind_out=9.0)])
    for seat in range(3):
        game.s.seat[seat].target[:] = (5, 0, 0, 0, 0)
    earth, earths = game.number("E"), game.number("2E")
    weights = game.t.style[game.s.style[0]]
    assert cubes_from(game.s, game.t, 0, weights, earth, HERE) == 0
    assert cubes_from(game.s, game.t, 0, weights, earths, HERE) == pytest.approx(2 * 0.7)


def test_4_2_of_cards_in_hand_every_creature_is_counted_once():
    """Two elves: one in hand, one in the forest."""
    game = Sheet(3, (0, 0, 0, 0, 0), [style("student", study_rare=1.0)])
    game.pile(0, small("E", "gnome"), small("E", "elf"))
    game.plant(0, {0: small("E", "elf"), **{slot: small("E", "ent") for slot in range(1, SLOTS - 1)}})
    assert game.draw() == ["elf"]
    me = game.s.seat[0]
    count_shown(game.t, me, game.t.style[game.s.style[0]], me.held)
    shown = {name: int(me.shown[game.creature(name)]) for name in ("elf", "gnome", "ent", "unicorn")}
    assert shown == {"elf": 2, "gnome": 1, "ent": SLOTS - 2, "unicorn": 0}


@pytest.mark.parametrize(
    ("insight", "effect", "worth"),
    [
        (0.0, "E", 1.0),
        (1.0, "E", 0.5),  # need
        (0.0, "W", 0.3),
        (1.0, "W", 0.2),  # spare
        (1.0, "A", 2 * 0.5 + 0.7),  # an air is dear, and dearer where it is short
        (1.0, "P>2E", 2 * 0.5 - 3 * 0.2 * 4 / 3),  # paid with what nobody wants
    ],
)
def test_4_2_a_card_at_a_glance_by_fixed_weights_or_by_those_of_who_looks(insight, effect, worth):
    looks = style("looks", insight=insight, need=0.5, spare=0.2, paid=3.0, air_short=0.7)
    game = Sheet(3, (0, 1, 0, 0, 0), [looks])
    me = game.s.seat[0]
    me.target[:] = (5, 0, 0, 0, 5)
    card = game.number(effect)
    assert wanted(game.t, game.t.style[game.s.style[0]], me, game.t.card[card]) == pytest.approx(worth)


@pytest.mark.parametrize(("players", "sums"), [(2, (8904, 2256, 2144, 835)), (4, (17022, 5711, 3510, 1946))])
def test_greedy_plays_as_it_always_did(players, sums):
    """It is the fixed measure: points, kindness, creatures and left-over elements of fifty games."""
    compile_once()
    batch = GameBatch(make(players=players, agents="greedy", games=50, log="seats"))
    batch.play(0, 50)
    seats = batch.frame("seats")
    assert tuple(int(seats[name].sum()) for name in ("score", "pts_kindness", "pts_study", "left_over")) == sums
