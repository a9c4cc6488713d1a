"""The slow implementation of Fairy School against the examples and the invariants of sections 7.1 to 7.3."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

from fairy_school.reference.box import NAMES, box, card, final, line, project, small_box
from fairy_school.reference.checks import Checked
from fairy_school.reference.elements import affordable, canonical, inputs_needed, plainly_payable, settle
from fairy_school.reference.players import RandomPlayer
from fairy_school.reference.scripted import Scripted, cardboard, first, outcome, own, share, table, told
from fairy_school.reference.scripted import line as line_of
from fairy_school.reference.table import Chance, Copy, Settings
from fairy_school.reference.whole import Game

BAG = Settings(setup="expert", sharing="insensitive")


def lay(game: Game, number: int, **slots: str) -> dict[str, Copy]:
    """Cards in the forest: ``t0="ent"`` puts an ent on the top row in column 0."""
    copies = {}
    for slot, creature in slots.items():
        copies[slot] = Copy(card("E", id=creature, creature=creature))
        game.seats[number].forest["tb".index(slot[0]) * 5 + int(slot[1])] = copies[slot]
    return copies


def fill(game: Game, number: int = 0) -> None:
    game.seats[number].forest = cardboard(*["E"] * 10)


def row_of(copies: list[Copy | None]) -> list[str | None]:
    return [copy and copy.card.id for copy in copies]


# ---------------------------------------------------------------- the examples of the rulebook (7.1)


def test_x1_the_cards_left_are_drawn_before_the_discard_pile_is_shuffled():
    game = table()
    seat = game.seats[0]
    last, discarded = cardboard("E", "P"), cardboard(*["W"] * 9)
    seat.draw, seat.discard = list(last), list(discarded)
    drawn = game.draw_cards(seat, 5)
    assert drawn[:2] == last[::-1]
    assert set(drawn[2:]) < set(discarded)
    assert set(seat.draw) == set(discarded) - set(drawn)
    assert (len(seat.draw), seat.discard) == (6, [])


def test_x2_three_of_old_and_new_projects_are_kept():
    game = table(2)
    old = [Copy(project("E", id=f"old {n}")) for n in range(2)]
    new = [Copy(project("E", set="III", id=f"new {n}")) for n in range(8)]
    game.trimester, game.decks = 2, [[], [], list(new)]
    seat = told(game, D4=[lambda threes: next(three for three in threes if len({*three} & {*old}) == 1)])
    seat.ongoing = list(old)
    game.draft_projects()
    offered = seat.player.offered("D4")
    assert all(len(three) == 3 for three in offered)
    assert len(offered) == 20  # of 2 + 4
    assert len({*seat.ongoing} & {*old}) == 1
    assert len({*seat.ongoing} & {*new}) == 2
    assert len(game.common_discard) == 3 + 1  # and one of the four of the other seat
    assert len({*game.common_discard} & {*old}) == 1


def test_x3_the_second_of_a_pair_gives_its_bonus_at_once():
    game = table()
    seat = told(game, D9=[NAMES.index("elf")])
    seat.studied = [NAMES.index("ent")]
    lay(game, 0, b4="elf")
    game.study_corner(seat)
    assert seat.studied == [NAMES.index("ent"), NAMES.index("elf")]
    assert seat.stock == [0, 1, 0, 0, 0]
    assert (seat.row["studied_corner"], seat.row["bonus_element"]) == (["elf"], ["P"])


def test_x4_the_corners_are_discarded_and_the_rows_slide():
    game = table()
    seat = told(game, D9=[NAMES.index("sphinx")])
    at = lay(game, 0, t0="ent", t3="unicorn", t4="elf", b0="unicorn", b3="phoenix", b4="sphinx")
    game.study_corner(seat)
    game.slide(seat)
    assert seat.discard == [at["t0"], at["b4"]]
    assert seat.row["bonus_element"] == []
    assert row_of(seat.forest) == ["unicorn", "elf", *[None] * 6, "unicorn", "phoenix"]
    assert len(seat.empty_slots()) == 6


def test_x5_as_many_cards_as_empty_slots_are_drawn_and_placed():
    game = table()
    seat = game.seats[0]
    there = lay(game, 0, t0="ent", t1="elf", b3="gnome", b4="dragon")
    seat.draw = cardboard(*["E"] * 12)
    game.plan(seat)
    assert seat.row["drawn"] == 6
    assert seat.empty_slots() == []
    assert [seat.forest[slot] for slot in (0, 1, 8, 9)] == list(there.values())
    assert len(seat.draw) == 6


def test_x6_two_columns_are_paid_and_their_cards_played():
    game = table(stock=(1, 1, 1, 1, 0))
    seat = told(game, D7=[(1, 2)])
    fill(game)
    top, bottom = seat.forest[1:3], seat.forest[6:8]
    game.play_columns(seat, game.choose_columns(seat))
    assert seat.stock == [1, 0, 1, 1, 0]
    assert (set(seat.shared), set(seat.personal)) == (set(top), set(bottom))
    assert len(seat.empty_slots()) == 4


def test_x7_without_elements_only_the_free_column_is_possible():
    game = table()
    fill(game)
    assert game.column_sets(game.seats[0], affordable) == [(2,)]


def test_x8_cubes_come_home_or_become_kindness():
    game = table()
    (dragon,) = share(game, 0, "E+F")
    me, right = told(game, 0, D8=first("E+F")), told(game, 2, D8=first("E+F"))
    game.activate_cards(me)
    game.activate_cards(right)
    assert (me.cubes, right.cubes, me.stock, right.stock) == (36, 36, [1, 0, 1, 0, 0], [1, 0, 1, 0, 0])
    game.collect(me)
    assert (me.cubes, me.kindness, right.cubes) == (37, 1, 36)
    assert (me.discard, me.shared, dragon.cubes) == ([dragon], [], [])
    assert me.row["kind_from_2"] == 1


def test_x9_a_realized_project_lies_on_top_and_is_drawn_next():
    game = table()
    seat = told(game, D10=[lambda options: options[0]])
    sea_dragon = Copy(project("3F+P+2W", "2W"))
    seat.stock, seat.ongoing, seat.draw = [0, 1, 3, 2, 0], [sea_dragon], cardboard(*["E"] * 4)
    game.realize(seat)
    assert (seat.stock, seat.ongoing, seat.draw[-1]) == ([0] * 5, [], sea_dragon)
    assert game.draw_cards(seat, 1) == [sea_dragon]


def test_x10_nothing_is_taken_from_an_empty_discard_pile_but_the_gain_is():
    game = table(stock=(1, 0, 0, 0, 0))
    seat = told(game, D8=first("E>take1+W"))
    own(game, 0, "E>take1+W")
    game.activate_cards(seat)
    assert (seat.stock, len(seat.personal), seat.row["taken"]) == ([0, 0, 0, 1, 0], 1, 0)


def test_x11_each_repetition_has_an_alternative_of_its_own():
    game = table(stock=(0, 0, 2, 0, 0))
    seat = told(game, D8=first("Fx2>4E/4W/A"), D8_times=[2], D8_alternative=[outcome("4E"), outcome("A")])
    own(game, 0, "Fx2>4E/4W/A")
    game.activate_cards(seat)
    assert seat.stock == [4, 0, 0, 0, 1]


def test_x12_cards_laid_to_both_sides_collect_up_to_four_colours():
    game = table(5, settings=BAG)
    seat = told(game, 2, D7=[(1, 2)], D7_order=[(2, 1)])
    seat.stock = [0, 1, 0, 0, 0]
    fill(game, 2)
    game.play_columns(seat, game.choose_columns(seat))
    assert [copy.before for copy in seat.shared] == [1, 3]  # the first to the right
    for other in game.seats:
        other.player = Scripted(D8=[lambda options: options[0]] * 4)
        game.activate_cards(other)
    game.collect(seat)
    assert [seat.row[f"kind_from_{giver}"] for giver in range(5)] == [1, 1, 0, 1, 1]
    assert (game.seats[1].row["act_left"], game.seats[1].row["act_right"]) == (1, 0)
    assert (game.seats[4].row["act_left"], game.seats[4].row["act_right"]) == (0, 1)


# ---------------------------------------------------------------- further exact cases (7.2)

W, F, TWO_AIRS = (0, 0, 0, 1, 0), (0, 0, 1, 0, 0), (0, 0, 0, 0, 2)


@pytest.mark.parametrize(
    ("stock", "cost"), [((3, 0, 0, 0, 0), W), ((0, 4, 0, 0, 0), F), ((2, 2, 1, 1, 0), (0, 0, 0, 0, 1))]
)
def test_a_cost_that_takes_all_there_is(stock, cost):
    assert affordable(stock, cost)
    assert not plainly_payable(stock, cost)
    assert settle(stock, cost, canonical(stock, cost)).stock == [0] * 5


@pytest.mark.parametrize(("stock", "cost"), [((2, 0, 0, 0, 0), W), ((0, 3, 0, 0, 0), F), ((5, 2, 2, 2, 0), TWO_AIRS)])
def test_a_cost_just_out_of_reach(stock, cost):
    assert not affordable(stock, cost)


def test_the_joker_stands_for_the_dearest_and_the_rest_is_burnt():
    stock, cost = (2, 0, 5, 0, 1), (0, 1, 0, 1, 0)
    done = settle(stock, cost, canonical(stock, cost))
    assert done.stock == [2, 0, 2, 0, 0]
    assert (done.conv3, done.conv4, done.conv6, done.jokers) == (1, 0, 0, 1)
    assert done.conv == [0, 1, -3, 1, -1]


def test_inputs_come_from_what_remains_most():
    stock, cost = (1, 3, 0, 3, 0), (2, 0, 0, 0, 0)
    assert settle(stock, cost, canonical(stock, cost)).stock == [0, 1, 0, 2, 0]


@pytest.mark.parametrize(
    ("stock", "sets"),
    [((1, 1, 1, 1, 0), 15), ((0, 0, 0, 0, 0), 1), ((1, 0, 0, 0, 0), 3), ((3, 0, 0, 0, 0), 5), ((0, 0, 0, 0, 1), 9)],
)
def test_how_many_column_sets_are_legal(stock, sets):
    game = table(stock=stock)
    fill(game)
    assert len(game.column_sets(game.seats[0], affordable)) == sets


def test_the_last_cube_on_a_reacting_card_brings_its_gain_only():
    game = table(stock=(0, 0, 0, 2, 0))
    seat = told(game, D8=[line_of("E"), line_of("W>react+F")])
    own(game, 0, "E", "W>react+F")
    seat.cubes = 2
    game.activate_cards(seat)
    assert (seat.cubes, seat.stock, seat.row["react"]) == (0, [1, 0, 1, 1, 0], 0)


def test_reacting_without_a_gain_needs_a_target():
    game = table(stock=(0, 0, 0, 1, 0))
    seat = game.seats[0]
    card_e, _ = own(game, 0, "E", "W>react")
    assert game.activations(seat, affordable) == [(card_e, 0)]


@pytest.mark.parametrize(("cubes", "possible"), [(1, False), (2, True)])
def test_reacting_without_a_gain_needs_a_second_cube(cubes, possible):
    game = table(stock=(0, 0, 0, 1, 0))
    seat = game.seats[0]
    card_e, react = own(game, 0, "E", "W>react")
    seat.activated, seat.cubes = [card_e], cubes
    assert game.activations(seat, affordable) == [(react, 0)] * possible


def test_a_neighbour_gets_two_kindness_from_a_card_activated_again():
    game = table(stock=(0, 0, 0, 1, 0))
    seat = told(game, D8=[line_of("2E"), line_of("W>react+F")], D8_again=[line_of("2E")])
    share(game, 1, "2E")
    own(game, 0, "W>react+F")
    game.activate_cards(seat)
    game.collect(game.seats[1])
    assert (game.seats[1].kindness, seat.stock, seat.cubes) == (2, [4, 0, 1, 0, 0], 34)
    assert (seat.row["act_left"], seat.row["act_own"], seat.row["react"]) == (2, 1, 1)


def test_the_last_spending_buys_all_it_can():
    game = table()
    seat = game.seats[0]
    seat.final, seat.stock = final("3E;9A;9A;9A;9A"), [7, 0, 0, 0, 0]
    projects = [Copy(project("2E", id=name)) for name in ("a", "b")]
    seat.ongoing = list(projects)
    game.last_spending(seat)
    assert (seat.stock, seat.steps, seat.realized, seat.ongoing) == ([0] * 5, 1, projects, [])


@pytest.mark.parametrize(
    ("step", "projects", "steps", "realized"),
    [
        ("3E", (("4E", 6),), 0, [0]),  # most points
        ("3E", (("3E", 3), ("2E", 3)), 1, []),  # then more steps, though less is left over
        ("9A", (("4E", 9), ("3E", 9)), 0, [1]),  # then more left over, though it scores nothing
        ("9A", (("2E", 3), ("2E", 3), ("4E", 6)), 0, [2]),  # then fewer projects
        ("9A", (("3E", 9), ("3E", 9)), 0, [0]),  # then the first
    ],
)
def test_which_of_several_last_spendings_is_the_best(step, projects, steps, realized):
    game = table(stock=(4, 0, 0, 0, 0))
    seat = game.seats[0]
    seat.final = final(f"{step};9A;9A;9A;9A")
    there = [Copy(project(cost, points=points)) for cost, points in projects]
    seat.ongoing = list(there)
    game.last_spending(seat)
    assert (seat.steps, seat.realized) == (steps, [there[place] for place in realized])


def test_the_score_of_an_example():
    game = table()
    seat = game.seats[0]
    seat.kindness, seat.studied, seat.steps, seat.final = 30, list(range(6)), 5, final("E;E;E;E;E")
    seat.stock = [5, 4, 3, 2, 3]
    seat.draw, seat.discard = [Copy(project("E")) for _ in range(4)], [Copy(project("E")) for _ in range(3)]
    seat.forest[0] = Copy(project("E"))
    seat.ongoing, seat.removed = [Copy(project("E"))], [Copy(project("E"))]
    assert list(game.parts(seat).values()) == [30, 24, 15, 12, 2]
    assert game.score(seat) == 83


def test_who_chooses_a_final_first():
    game = table()
    for seat, kindness, elements in zip(game.seats, (7, 7, 5), (9, 6, 2), strict=True):
        seat.kindness, seat.stock = kindness, [elements, 0, 0, 0, 0]
    order = []
    game.in_choosing_order(game.seats, lambda seat: order.append(seat.number))
    assert order == [1, 0, 2]


@pytest.mark.parametrize(("allowed", "elements"), [(True, 1), (False, 0)])
def test_everybody_leads_at_no_steps(allowed, elements):
    game = table(settings=Settings(setup="expert", leader_bonus_at_zero=allowed))
    for seat in game.seats:
        seat.final = final("E;E;E;E;E")
    game.end_final_turn()
    assert [sum(seat.stock) for seat in game.seats] == [elements] * 3
    assert [seat.row["leader_bonus"] for seat in game.seats] == ["W" if allowed else None] * 3


def test_only_who_leads_gains_an_element():
    game = table()
    for seat, steps in zip(game.seats, (2, 1, 2), strict=True):
        seat.final, seat.steps = final("E;E;E;E;E"), steps
    game.end_final_turn()
    assert [sum(seat.stock) for seat in game.seats] == [1, 0, 1]


# ---------------------------------------------------------------- more of the rules


def test_the_line_of_a_payment_of_ones_own():
    """An air may be kept and common elements burnt instead (FS-10)."""
    stock, cost = [4, 0, 0, 0, 1], [0, 0, 0, 1, 0]
    payment = canonical(stock, cost)
    payment.jokers[3], payment.burnt[0] = 0, 3
    assert settle(stock, cost, payment).stock == [1, 0, 0, 0, 1]
    payment.burnt[0] = 2
    with pytest.raises(ValueError, match="burns 2 elements, not 3"):
        settle(stock, cost, payment)


def test_a_random_seat_pays_for_columns_without_exchanges():
    game = table(stock=(3, 0, 0, 0, 0))
    fill(game)
    assert game.column_sets(game.seats[0], plainly_payable) == [(0,), (0, 2), (2,)]


def test_a_player_who_can_pay_for_no_column_plays_none():
    game = table()
    lay(game, 0, t0="ent")
    seat = game.seats[0]
    game.play_columns(seat, game.choose_columns(seat))
    assert (seat.shared, seat.row["col_a"]) == ([], -1)


def test_two_columns_must_be_played_where_that_is_the_rule():
    game = table(stock=(1, 0, 0, 0, 0), settings=Settings(setup="expert", must_play_two=True))
    fill(game)
    assert game.column_sets(game.seats[0], affordable) == [(0, 2)]
    game.seats[0].stock[0] = 0
    assert game.column_sets(game.seats[0], affordable) == [(2,)]


@pytest.mark.parametrize(
    ("stock", "choices"),
    [
        ((1, 0, 0, 4, 0), {(0, 2), (2, 4), (0, 4)}),  # pairs that are plainly payable
        ((0, 0, 0, 3, 0), {(2, 4)}),
        ((0, 3, 0, 0, 0), {(1, 2)}),
        ((0, 0, 0, 0, 0), {(2,)}),  # no pair can be paid for
    ],
)
def test_a_random_seat_that_must_play_two_columns_would_rather_not_exchange(stock, choices):
    game = table(stock=stock, settings=Settings(setup="expert", must_play_two=True))
    fill(game)
    seat = game.seats[0]
    player = RandomPlayer(Chance(3, 3))
    sets = game.column_sets(seat, affordable)
    assert {player.columns(game, seat, sets) for _ in range(60)} == choices


def test_a_random_seat_that_must_play_two_columns_exchanges_if_there_is_no_other_way():
    game = table(stock=(3, 0, 0, 0, 0), settings=Settings(setup="expert", must_play_two=True))
    lay(game, 0, t2="ent", t4="elf")
    seat = game.seats[0]
    assert RandomPlayer(Chance(3, 3)).columns(game, seat, game.column_sets(seat, affordable)) == (2, 4)


@pytest.mark.parametrize("text", ["P>take2", "P>draw3.1", "P>trash", "P>study", "P>react"])
def test_a_line_that_would_do_nothing_cannot_be_activated(text):
    """FS-42."""
    game = table(stock=(0, 1, 0, 0, 0))
    seat = game.seats[0]
    seat.studied = list(range(12))
    own(game, 0, text)
    assert game.activations(seat, affordable) == []


@pytest.mark.parametrize("text", ["P>take2+W", "P>draw3.1+W", "P>trash+W", "P>study+W", "P>react+W"])
def test_with_a_gain_it_can(text):
    game = table(stock=(0, 1, 0, 0, 0))
    seat = told(game, D8=[line_of(text)])
    seat.studied = list(range(12))
    own(game, 0, text)
    game.activate_cards(seat)
    assert seat.stock == [0, 0, 0, 1, 0]


def test_gains_come_before_the_activation_again():
    """FS-54: the fire pays for the card."""
    game = table(stock=(0, 0, 1, 1, 0))
    seat = told(game, D8=[line_of("F>2P"), line_of("W>react+F")], D8_again=[line_of("F>2P")])
    own(game, 0, "F>2P", "W>react+F")
    game.activate_cards(seat)
    assert seat.stock == [0, 4, 0, 0, 0]


def test_cards_that_re_activate_are_no_targets():
    game = table(stock=(0, 1, 1, 2, 0))
    seat = game.seats[0]
    both, plain = own(game, 0, "P|W>react", "E")
    seat.activated = [both, plain]
    assert game.targets(seat, affordable) == [(plain, 0)]


def test_a_card_taken_back_can_be_activated():
    game = table(stock=(1, 0, 0, 0, 0))
    seat = told(game, D8=[line_of("E>take2"), line_of("3P")])
    own(game, 0, "E>take2")
    seat.discard = cardboard("3P")
    game.activate_cards(seat)
    assert (seat.stock, seat.discard, len(seat.personal)) == ([0, 3, 0, 0, 0], [], 2)


def test_of_too_few_cards_drawn_as_many_as_there_are_are_placed():
    game = table(stock=(0, 1, 0, 0, 0))
    seat = told(game, D8=[line_of("P>draw3.2")])
    own(game, 0, "P>draw3.2")
    seat.draw = cardboard("E")
    game.activate_cards(seat)
    assert (seat.row["drawn_placed"], len(seat.personal), seat.discard) == (1, 2, [])


def test_the_draw_effect_discards_the_rest():
    game = table(stock=(0, 1, 0, 0, 0))
    seat = told(game, D8=[line_of("P>draw3.1")])
    own(game, 0, "P>draw3.1")
    seat.draw = cardboard("E", "P", "F")
    third, second, one = seat.draw
    game.activate_cards(seat)
    assert (seat.personal[1:], seat.discard) == ([third], [one, second])


def test_removing_may_be_declined_only_next_to_a_gain():
    game = table(stock=(0, 0, 2, 0, 0))
    seat = told(game, D8=[line_of("F>trash+P"), line_of("F>trash")], D8_remove=[None])
    at = lay(game, 0, t0="ent", t1="elf")
    own(game, 0, "F>trash+P", "F>trash")
    game.activate_cards(seat)
    assert seat.player.offered("D8 remove") == list(at.values())
    assert (seat.removed, seat.stock) == ([at["t1"]], [0, 1, 0, 0, 0])


def test_hands_pass_to_the_left_or_the_right():
    game = table(3)
    hands = [cardboard("E", "P"), cardboard("F", "W"), cardboard("A", "2E")]
    picked = game.draft([list(hand) for hand in hands], -1, "draft_project")  # the last card, each time
    assert [[copy.card.id for copy in cards] for cards in picked] == [["P", "F"], ["W", "A"], ["2E", "E"]]
    picked = game.draft([list(hand) for hand in hands], 1, "draft_initial")
    assert [[copy.card.id for copy in cards] for cards in picked] == [["P", "A"], ["W", "E"], ["2E", "F"]]


@pytest.mark.parametrize(("trimester", "seen"), [(0, 1), (1, 1), (2, 2)])
def test_by_default_hands_pass_right_right_left(trimester, seen):
    """Seat 0 sees first her own hand and then that of her left neighbour, or of her right one."""
    game = table(3)
    deck = [Copy(project("E", id=f"{n}")) for n in range(12)]
    game.trimester, game.decks = trimester, [list(deck) for _ in range(3)]
    hands = game.dealt(list(deck), 4)
    game.draft_projects()
    asked = [options for point, options in game.seats[0].player.asked if point == "D3"]
    assert set(asked[0]) == set(hands[0])
    assert set(asked[1]) < set(hands[seen])


def test_a_card_of_an_earlier_trimester_is_no_idle_pick():
    game = table()
    old, new = Copy(project("E")), Copy(project("E", set="II", id="new"))
    game.trimester, game.common_discard = 1, [old, new]
    game.pick_idle(game.seats[0])
    game.pick_idle(game.seats[1])
    assert ([seat.ongoing for seat in game.seats], game.common_discard) == ([[new], [], []], [old])


@pytest.mark.parametrize(("mode", "places"), [("per_card", [4, 1, 4]), ("per_turn", [4, 4, 1])])
def test_shared_cards_change_sides_by_card_or_by_turn(mode, places):
    game = table(5, settings=Settings(setup="expert", sharing="insensitive", insensitive_alternation=mode))
    seat = game.seats[0]
    seat.stock[1] = 1
    fill(game)
    game.play_columns(seat, (1, 2))
    shared = list(seat.shared)
    game.collect(seat)
    seat.forest[2] = Copy(card("A"))
    game.play_columns(seat, (2,))
    assert [copy.before for copy in (*shared, *seat.shared)] == places


def test_nobody_has_a_cube_left_and_the_game_is_over():
    game = table()
    for seat in game.seats:
        seat.cubes, seat.final, seat.stock = 0, final("2E;E;E;E;E"), [3, 0, 0, 0, 0]
    game.end_final_turn()
    assert (game.end_reason, game.finishers) == ("capped", [])
    assert [(seat.steps, seat.stock[0]) for seat in game.seats] == [(2, 0)] * 3


def test_who_has_finished_spends_no_more():
    game = table(stock=(2, 0, 0, 0, 0))
    for seat in game.seats:
        seat.final, seat.ongoing = final("E;E;E;E;E"), [Copy(project("2E"))]
    game.seats[1].steps = 5
    game.end_final_turn()
    assert (game.end_reason, game.finishers) == ("finished", [1])
    assert [seat.steps for seat in game.seats] == [2, 5, 2]
    assert [len(seat.ongoing) for seat in game.seats] == [1, 1, 1]


def test_tables_that_the_rules_do_not_know():
    for players, settings in ((7, None), (6, Settings(setup="advanced")), (3, Settings(sharing="insensitive"))):
        with pytest.raises(ValueError, match=str(players)):
            Game(small_box(), players, settings=settings)


# ---------------------------------------------------------------- FS-9 by trying everything


@cache
def reachable(stock: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """All stocks that any chain of exchanges leads to (FS-7), airs as inputs included."""
    found = {stock}
    for element, rate in enumerate((3, 4, 4, 3, 6)):
        for inputs in product(*(range(min(rate, number) + 1) for number in stock)):
            if sum(inputs) == rate:
                found |= reachable(exchanged(stock, inputs, element))
        if stock[4] and element != 4:
            found |= reachable(exchanged(stock, (0, 0, 0, 0, 1), element))
    return frozenset(found)


def exchanged(stock, inputs, element) -> tuple[int, ...]:
    return tuple(stock[x] - inputs[x] + (x == element) for x in range(5))


def some_elements(rng: random.Random, most: int, weights=(1, 1, 1, 1, 1)) -> tuple[int, ...]:
    chosen = rng.choices(range(5), weights, k=rng.randint(0, most))
    return tuple(chosen.count(x) for x in range(5))


def test_a_cost_is_affordable_if_some_chain_of_exchanges_pays_it():
    rng = random.Random(9)
    seen = {True: 0, False: 0}
    for _ in range(8000):
        stock, cost = (
            some_elements(rng, 9, rng.choice([(1,) * 5, (5, 1, 1, 1, 1), (1, 1, 4, 4, 0)])),
            some_elements(rng, 4),
        )
        payable = any(all(r >= c for r, c in zip(one, cost, strict=True)) for one in reachable(stock))
        assert affordable(stock, cost) == payable, (stock, cost)
        seen[payable] += 1
    assert min(seen.values()) > 1500


def test_the_canonical_payment_pays_whatever_is_affordable():
    rng = random.Random(10)
    for _ in range(4000):
        stock, cost = some_elements(rng, 30), some_elements(rng, 8)
        if affordable(stock, cost):
            payment = canonical(stock, cost)
            done = settle(stock, cost, payment)
            assert sum(done.stock) == sum(stock) - sum(cost) - sum(payment.burnt) + done.conv3 + done.conv4 + done.conv6
            assert (sum(payment.burnt) == 0) == plainly_payable(stock, cost)
            assert payment.burnt[4] == 0


def test_inputs_needed_are_the_rates():
    assert inputs_needed((1, 1, 1, 1, 1)) == 20


def test_a_line_reads_as_it_is_written():
    for text in ("Fx2>4E/4W/A", "take1+W", "2E+P+3N", "P>draw3.1"):
        assert line(text).text == text


# ---------------------------------------------------------------- whole games (7.3)


def variants(players: int, count: int) -> list[tuple[Settings, bool]]:
    """Settings for so many games, and whether the cards are cheap."""
    rng = random.Random(players)
    setups = ["expert"] if players == 6 else ["initiation", "advanced", "expert"]
    found = []
    for _ in range(count):
        settings = Settings(
            setup=rng.choice(setups),
            length=rng.choice(["long", "short"]),
            sharing=rng.choice(["neighbours", "insensitive"] if players > 3 else ["neighbours"]),
            insensitive_alternation=rng.choice(["per_card", "per_turn"]),
            turns_per_trimester=rng.choice([None, None, 1, 4]),
            activation_cubes=rng.choice([None, None, 6, 60]),
            draft_direction=rng.choice(["RRL", "RLR", "LLL"]),
            must_play_two=rng.random() < 0.3,
            leader_bonus_at_zero=rng.random() < 0.6,
            final_turn_cap=rng.choice([20, 6, 2]),
            start_elements=rng.choice([(1, 1, 1, 1, 0), (1, 1, 1, 1, 0), (0, 0, 0, 0, 3), (2, 0, 5, 0, 1)]),
        )
        found.append((settings, rng.random() < 0.6))
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_games_keep_the_invariants(players):
    for number, (settings, cheap) in enumerate(variants(players, 14)):
        Checked(box(number % 5, cheap), players, settings=settings, chance=Chance(players, number)).play()


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_order_of_the_seats_within_a_phase_changes_nothing(players):
    """FS-79."""
    for number, (settings, cheap) in enumerate(variants(players, 6)):
        mixed = random.Random(number).sample(range(players), players)
        played = []
        for order in (range(players), mixed if number % 2 else range(players)[::-1]):
            game = Game(box(1, cheap), players, settings=settings, chance=Chance(3, number), order=order).play()
            played.append((game.turn_rows(), game.seat_rows(), game.game_row(), game.card_rows()))
        assert played[0] == played[1]


@pytest.mark.parametrize(("cheap", "cap", "end"), [(True, 20, "finished"), (False, 2, "capped")])
def test_games_end_both_ways(cheap, cap, end):
    settings = Settings(final_turn_cap=cap)
    ends = [Game(box(0, cheap), settings=settings, chance=Chance(5, n)).play().end_reason for n in range(4)]
    assert ends == [end] * 4


def test_random_seats_ask_for_no_luck_where_there_is_nothing_to_choose():
    chance = Chance(1, 1)
    RandomPlayer(chance).any_of(table().seats[0], ["only"])
    assert chance.streams == {}
