"""The rules FS-39 to FS-43 and FS-51 to FS-59: activating cards. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from balance.games.fairy_school.play.activations import activate_cards
from balance.games.fairy_school.play.choosing_effects import choose_activation
from fairy_school.games import evenly, style
from fairy_school.reference.box import project
from fairy_school.table import Sheet, Stock

NONE = (0, 0, 0, 0, 0)
EAGER = style("eager", need=5.0, spare=5.0, cards_in=1.0, study_now=5.0, thin=1.0)
STYLES = ["random", "greedy", EAGER, style("half", slip=0.5, need=1.0, spare=1.0, cards_in=1.0, kind_out=0.2)]


def alone(text: str, stock: Stock = NONE, agents: Any = ("random",)) -> Sheet:
    """Seat 0 has this card in its personal area."""
    game = Sheet(3, stock, agents)
    game.own(0, text)
    return game


def outcomes(game: Sheet, text: str, games: int = 80, line: int = 0) -> Counter:
    """The stocks of seat 0 after activating a card, over many games."""
    counts: Counter = Counter()
    for _ in game.again(games):
        game.activate(0, text, line)
        counts[game.stock()] += 1
    return counts


# ---------------------------------------------------------------- activating


def test_fs_39_the_own_areas_and_the_shared_areas_of_both_neighbours_are_in_reach():
    game = Sheet(5)
    for seat in range(5):
        game.share(seat, f"{seat + 1}E", f"{seat + 1}F")
        game.own(seat, f"{seat + 1}W")
    assert game.reach(0) == [("1W", 0), ("1E", 0), ("1F", 0), ("2E", 1), ("2F", 1), ("5E", 4), ("5F", 4)]


def test_fs_39_in_any_order_and_as_many_as_wanted():
    game = Sheet()
    game.own(0, "E")
    game.share(1, "P")
    taken = Counter()
    for _ in game.again(200):
        activate_cards(game.s, game.t, 0)
        taken[game.stock()] += 1
    assert set(taken) == {NONE, (1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (1, 1, 0, 0, 0)}


def test_fs_40_a_card_is_activated_once_by_a_seat_and_by_any_number_of_seats():
    game = Sheet(3)
    game.share(0, "E")
    for seat in range(3):
        assert game.possible(seat) == [("E", 0)]
        game.activate(seat, "E")
        assert game.possible(seat) == []
        assert game.stock(seat) == (1, 0, 0, 0, 0)


@pytest.mark.parametrize("agent", ["greedy", EAGER])
def test_fs_40_two_copies_are_two_cards(agent):
    game = Sheet(3, agents=[agent])
    game.own(0, "E", "E")
    activate_cards(game.s, game.t, 0)
    assert game.stock() == (2, 0, 0, 0, 0)
    assert game.s.now[0].act_own == 2


def test_fs_41_a_cube_from_the_supply_for_every_activation():
    game = alone("E")
    game.activate(0, "E")
    assert game.cubes() == 36


@pytest.mark.parametrize("agent", STYLES)
def test_fs_41_without_a_cube_nothing_can_be_activated(agent):
    game = alone("E", agents=[agent])
    game.s.seat[0].cubes = 0
    for _ in game.again(10):
        activate_cards(game.s, game.t, 0)
        assert game.stock() == NONE


def test_fs_41_one_line_is_carried_out():
    assert set(outcomes(alone("4F|A"), "4F|A", 5)) == {(0, 0, 4, 0, 0)}
    assert set(outcomes(alone("4F|A"), "4F|A", 5, line=1)) == {(0, 0, 0, 0, 1)}
    game = alone("4F|A")
    assert game.possible() == [("4F|A", 0), ("4F|A", 1)]
    game.activate(0, "4F|A")
    assert game.possible() == []


def test_fs_42_the_cost_must_be_affordable():
    assert alone("W>2F").possible() == []
    assert alone("W>2F", (0, 0, 0, 1, 0)).possible() == [("W>2F", 0)]
    assert alone("W>2F", (0, 0, 0, 0, 1)).possible() == [("W>2F", 0)]


@pytest.mark.parametrize("text", ["take2", "draw2.1", "trash", "react"])
def test_fs_42_a_line_that_would_do_nothing_cannot_be_activated(text):
    assert alone(text).possible() == []
    assert alone(f"{text}+E").possible() == [(f"{text}+E", 0)]
    assert alone(f"{text}|E").possible() == [(f"{text}|E", 1)]


def test_fs_42_study_with_all_creatures_studied_does_nothing():
    game = alone("study")
    assert game.possible() == [("study", 0)]
    game.s.seat[0].studied = (1 << 12) - 1
    assert game.possible() == []


def test_fs_42_one_alternative_that_does_something_is_enough_and_is_the_one_carried_out():
    assert set(outcomes(alone("take1/trash/2E"), "take1/trash/2E")) == {(2, 0, 0, 0, 0)}


@pytest.mark.parametrize("agent", STYLES[1:])
@pytest.mark.parametrize("text", ["E>take2", "E>draw2.1", "E>trash", "react", "E>take1/trash"])
def test_fs_42_no_style_activates_what_does_nothing(agent, text):
    game = alone(text, (5, 5, 5, 5, 5), [agent])
    for _ in game.again(20):
        assert choose_activation(game.s, game.t, 0) == -1
        activate_cards(game.s, game.t, 0)
        assert game.cubes() == 37


def test_fs_43_effects_act_on_what_the_activating_player_has():
    game = Sheet(3, (1, 1, 1, 1, 1))
    game.share(1, "E>take2", "P>draw3.2")
    game.share(2, "F>trash+P", "W>study")
    for seat in range(3):
        game.discard(seat, "9E")
        game.pile(seat, "9F", "9W", "9P")
        game.plant(seat, {4: "9A"})
    for text in ("E>take2", "P>draw3.2", "W>study", "F>trash+P"):
        game.activate(0, text)
    assert len(game.studied()) == 1
    assert game.lies("personal")[0] == "9E"
    assert len(game.lies("personal")) == 3
    for seat in (1, 2):
        assert (game.lies("personal", seat), game.lies("discard", seat)) == ([], ["9E"])
        assert (len(game.lies("pile", seat)), game.forest(seat), game.studied(seat)) == (3, {4: "9A"}, set())


# ---------------------------------------------------------------- gains and transformations


@pytest.mark.parametrize(
    ("text", "stock"), [("5F", (0, 0, 5, 0, 0)), ("2F+W", (0, 0, 2, 1, 0)), ("2A+E", (1, 0, 0, 0, 2))]
)
def test_fs_51_a_gain_takes_all_its_elements(text, stock):
    game = alone(text)
    game.activate(0, text)
    assert game.stock() == tuple(game.s.now[0].gain) == stock


@pytest.mark.parametrize("text", ["E/P/F/W", "N"])
def test_fs_51_one_alternative_is_taken(text):
    assert evenly(outcomes(alone(text), text, 200), [tuple(int(i == x) for i in range(5)) for x in range(4)])


def test_fs_51_every_element_of_choice_is_chosen_apart():
    assert len(outcomes(alone("2N+A"), "2N+A", 200)) == 10


def test_fs_52_a_transformation_costs_and_gives():
    game = alone("W>2F", (0, 0, 0, 1, 0))
    game.activate(0, "W>2F")
    assert game.stock() == (0, 0, 2, 0, 0)
    assert (tuple(game.s.now[0].spend), tuple(game.s.now[0].gain)) == ((0, 0, 0, 1, 0), (0, 0, 2, 0, 0))


def test_fs_53_as_often_as_wanted_up_to_the_number_and_what_can_be_paid():
    counts = outcomes(alone("Ex5>2W", (3, 0, 0, 0, 0)), "Ex5>2W", 200)
    assert evenly(counts, [(2, 0, 0, 2, 0), (1, 0, 0, 4, 0), (0, 0, 0, 6, 0)])
    counts = outcomes(alone("Wx2>2E+F", (0, 0, 0, 5, 0)), "Wx2>2E+F", 200)
    assert evenly(counts, [(2, 0, 1, 4, 0), (4, 0, 2, 3, 0)])


def test_fs_53_every_repetition_has_its_own_alternative():
    counts = outcomes(alone("Fx2>4E/4W/A", (0, 0, 2, 0, 0)), "Fx2>4E/4W/A", 200)
    assert {(8, 0, 0, 0, 0), (4, 0, 0, 4, 0), (4, 0, 0, 0, 1), (0, 0, 0, 0, 2)} <= set(counts)


def test_fs_53_the_whole_payment_comes_first():
    assert set(outcomes(alone("Ex3>2E", (2, 0, 0, 0, 0)), "Ex3>2E")) == {(3, 0, 0, 0, 0), (4, 0, 0, 0, 0)}


@pytest.mark.parametrize("agent", ["greedy", EAGER])
def test_fs_53_a_style_repeats_no_more_often_than_it_can_pay(agent):
    game = alone("Ex5>2F", (2, 0, 0, 0, 0), [agent])
    game.ongoing(0, project("9F"))
    game.activate(0, "Ex5>2F")
    assert game.stock() == (0, 0, 4, 0, 0)


def test_fs_54_the_gains_come_before_the_special_part():
    game = alone("W>react+F", (0, 0, 0, 1, 0))
    game.share(0, "F>3E")
    game.reach(0)
    game.s.reachable[1].done = 1
    game.activate(0, "W>react+F")
    assert game.targets() == {("F>3E", 0)}


# ---------------------------------------------------------------- special effects


def test_fs_55_cards_come_from_the_discard_pile_to_the_personal_area():
    game = alone("E>take2", (1, 0, 0, 0, 0))
    game.discard(0, "P", "F", "W")
    taken = Counter()
    for _ in game.again(400):
        game.activate(0, "E>take2")
        got = game.lies("personal")[1:]
        assert sorted(got + game.lies("discard")) == ["F", "P", "W"]
        assert game.s.now[0].taken == len(got)
        taken[frozenset(got)] += 1
    assert set(taken) == {frozenset(letters) for size in (1, 2) for letters in combinations("PFW", size)}
    assert sum(count for got, count in taken.items() if len(got) == 1) == pytest.approx(200, abs=50)


def test_fs_55_they_can_be_activated_by_their_owner_only():
    game = alone("take1")
    game.discard(0, "P")
    game.activate(0, "take1")
    assert game.possible(0) == [("P", 0)]
    assert [game.reach(seat) for seat in (1, 2)] == [[], []]


def test_fs_55_with_an_empty_discard_pile_the_gain_is_still_taken():
    assert set(outcomes(alone("E>take1+W", (1, 0, 0, 0, 0)), "E>take1+W", 3)) == {(0, 0, 0, 1, 0)}


@pytest.mark.parametrize("agent", STYLES)
def test_fs_56_one_card_is_taken_at_least_and_no_more_than_there_are(agent):
    game = alone("take3", agents=[agent])
    game.discard(0, "P", "F")
    taken = set()
    for _ in game.again(40):
        game.activate(0, "take3")
        taken.add(len(game.lies("personal")) - 1)
    assert taken <= {1, 2}


def test_fs_57_some_of_the_drawn_cards_are_placed_the_others_discarded():
    game = alone("P>draw3.2", (0, 1, 0, 0, 0))
    game.pile(0, "9A", "E", "F", "W")
    placed = Counter()
    for _ in game.again(200):
        game.activate(0, "P>draw3.2")
        got = game.lies("personal")[1:]
        assert (len(got), game.lies("pile")) == (2, ["9A"])
        assert sorted(got + game.lies("discard")) == ["E", "F", "W"]
        assert game.s.now[0].placed == 2
        placed[frozenset(got)] += 1
    assert evenly(placed, [frozenset(letters) for letters in combinations("EFW", 2)])


def test_fs_57_the_discard_pile_is_shuffled_when_the_draw_pile_runs_out():
    game = alone("draw3.1")
    game.pile(0, "E")
    game.discard(0, "F", "W", "P")
    game.activate(0, "draw3.1")
    assert (len(game.lies("pile")), len(game.lies("discard")), game.s.now[0].reshuffles) == (1, 2, 1)


def test_fs_57_the_discard_pile_alone_is_enough():
    game = alone("draw2.1")
    game.discard(0, "F")
    assert game.possible() == [("draw2.1", 0)]
    game.activate(0, "draw2.1")
    assert game.lies("personal") == ["draw2.1", "F"]


@pytest.mark.parametrize("agent", STYLES)
def test_fs_57_with_too_few_cards_all_there_are_are_drawn(agent):
    game = alone("draw3.2", agents=[agent])
    game.pile(0, "E")
    game.activate(0, "draw3.2")
    assert (game.lies("personal"), game.lies("discard")) == (["draw3.2", "E"], [])


def test_fs_58_a_card_of_the_forest_is_removed_from_the_game():
    game = alone("P>trash", (0, 1, 0, 0, 0))
    game.plant(0, {1: "E", 8: "W"})
    game.pile(0, "2E")
    game.discard(0, "2P")
    game.ongoing(0, project("2F"))
    left = Counter()
    for _ in game.again(100):
        game.activate(0, "P>trash")
        left[tuple(game.forest().values())] += 1
        lying = game.lies("pile") + game.lies("discard") + game.lies("personal") + game.lies("ongoing")
        assert lying == ["2E", "2P", "P>trash", "2F E"]
    assert evenly(left, [("E",), ("W",)])


def test_fs_58_beside_a_gain_the_player_may_decline():
    game = alone("F>trash+P", (0, 0, 1, 0, 0))
    game.plant(0, {1: "E"})
    left = Counter()
    for _ in game.again(100):
        game.activate(0, "F>trash+P")
        assert game.stock() == (0, 1, 0, 0, 0)
        left[len(game.forest())] += 1
    assert evenly(left, [0, 1])


def test_fs_58_who_does_not_care_for_a_thin_deck_gives_up_the_card_that_is_worth_least():
    """Projects apart, however little they are worth: they score at the end."""
    game = alone("trash", agents=[style("content", spare=1.0, thin=0.0)])
    game.plant(0, {1: "3E", 3: "E", 6: project("E"), 8: "2E"})
    for _ in game.again(20):
        game.activate(0, "trash")
        assert set(game.forest()) == {1, 6, 8}


def test_fs_58_a_removed_project_no_longer_scores():
    game = alone("trash")
    game.plant(0, {1: project("E")})
    assert game.score()[1] == 3
    game.activate(0, "trash")
    assert game.score()[1] == 0
    assert game.s.seat[0].removed_projects == 1


def test_fs_59_any_creature_may_be_studied_without_a_card():
    game = alone("study")
    game.study(0, "elf")
    studied = set()
    for _ in game.again(200):
        game.activate(0, "study")
        new = game.studied() - {"elf"}
        assert len(new) == 1
        assert game.stock() == (0, int(new == {"ent"}), 0, 0, 0)
        studied |= new
    assert len(studied) == 11
