"""What Fairies of Alfheim's rows must be together: one test for everything refused (section 5.6)."""

from __future__ import annotations

import pytest

from alfheim.box import REVEAL
from alfheim.cards import (
    all_rows,
    card_table,
    cards_of,
    default_rows,
    error_of,
    errors,
    line_of,
    only_error,
    row,
    says,
    table_of,
)
from balance.games.alfheim.cards import EXPERTS, TYPES
from balance.games.alfheim.state import MAX_FOOTPRINTS
from helpers.card_tables import where

all_types = pytest.mark.parametrize("type", TYPES)
all_experts = pytest.mark.parametrize("name", EXPERTS)


# Icons


@pytest.mark.parametrize(("prefix", "set", "copies"), [("own", "player", 1), ("black", "centre", 2)])
def test_an_icon_there_twice_in_a_set(prefix, set, copies):
    more = row("X", "clue", set=set, copies=copies, effect="icon:B")
    problem = only_error(card_table({f"{prefix}_B": {"copies": 1}}, more=[more]))
    assert problem.message == f"the icon B has a clue row of the set {set} already, on line {line_of(f'{prefix}_B')}"
    assert where(problem) == (len(default_rows()) + 2, "effect")


def test_five_icons():
    table = card_table({"own_M": {"copies": 4}, "black_M": {"copies": 6}}, ["own_P", "black_P"])
    told = says(table)
    assert "the number of icons on clue rows in play is 5: B, C, H, J, M" in told


def test_seven_icons():
    more = [row("X", "clue", set="player", copies=1, effect="icon:X"), row("Y", "clue", set="centre", effect="icon:X")]
    problem = only_error(card_table({"own_M": {"copies": 1}, "black_M": {"copies": 2}}, more=more))
    assert problem.message == "the number of icons on clue rows in play is 7: B, C, H, J, M, P, X"
    assert problem.column == "effect"


def test_no_clue_rows():
    told = says(card_table(without=[*all_rows("own_"), *all_rows("black_")]))
    assert told == [
        "the number of clue tiles of the set player is 0, copies counted",
        "the number of clue tiles of the set centre is 0, copies counted",
        "the number of icons on clue rows in play is 0: none",
    ]


@pytest.mark.parametrize(("prefix", "other", "set"), [("own", "black", "player"), ("black", "own", "centre")])
def test_an_icon_without_a_row_in_one_set(prefix, other, set):
    copies = 4 if prefix == "own" else 6
    problem = only_error(card_table({f"{prefix}_B": {"copies": copies}}, [f"{prefix}_M"]))
    assert problem.message == f"the icon M has no clue row of the set {set}"
    assert problem.column == "effect"


def test_an_icon_whose_row_is_withdrawn_in_one_set():
    problem = only_error(card_table({"own_B": {"copies": 4}, "own_M": {"copies": 0}}))
    assert (
        problem.message
        == f"the icon M has no clue row of the set player in play: the one on line {line_of('own_M')} has copies 0"
    )
    assert where(problem) == (line_of("black_M"), "effect")


def test_a_withdrawn_icon_is_not_told_again_at_every_cost():
    changes = {"own_B": {"copies": 4}, "black_B": {"copies": 6}, "own_M": {"copies": 0}, "black_M": {"copies": 0}}
    assert says(card_table(changes)) == ["the number of icons on clue rows in play is 5: B, C, H, J, P"]


def test_a_misspelt_icon_is_told_at_its_row_and_at_the_other_set():
    assert says(card_table({"own_B": {"effect": "icon:X"}})) == [
        "the number of icons on clue rows in play is 7: B, C, H, J, M, P, X",
        "the icon X has no clue row of the set centre",
        "the icon B has no clue row of the set player",
    ]


@pytest.mark.parametrize("cost", ["BCHMX", "X????", "xbchm"])
def test_a_cost_with_an_icon_that_is_not_there(cost):
    problem = error_of("queen_a", cost=cost)
    assert problem.message == "there is no icon X on the clue rows in play"
    assert problem.allowed == "B, C, H, J, M, P"


def test_a_cost_with_two_icons_that_are_not_there():
    assert len(says(card_table({"queen_a": {"cost": "XBCHY"}}))) == 2


def test_a_footprint_with_an_icon_that_is_not_there():
    assert error_of("foot_1", effect="match:BX").message == "there is no icon X on the clue rows in play"


@pytest.mark.parametrize(("copies", "tiles"), [(1, 11), (3, 13)])
def test_a_colour_set_has_12_tiles(copies, tiles):
    problem = only_error(card_table({"own_B": {"copies": copies}}))
    assert problem.message == f"the number of clue tiles of the set player is {tiles}, copies counted"
    assert (problem.column, problem.allowed) == ("copies", "12")


@pytest.mark.parametrize(("copies", "tiles"), [(2, 17), (4, 19)])
def test_there_are_18_centre_tiles(copies, tiles):
    problem = only_error(card_table({"black_B": {"copies": copies}}))
    assert problem.message == f"the number of clue tiles of the set centre is {tiles}, copies counted"
    assert (problem.column, problem.allowed) == ("copies", "18")


def test_start_pairs_can_always_be_made_to_differ():
    others = {f"black_{icon}": {"copies": 1} for icon in "HJMP"}
    assert cards_of(card_table(others | {"black_B": {"copies": 11}, "black_C": {"copies": 3}}))
    problem = only_error(card_table(others | {"black_B": {"copies": 12}, "black_C": {"copies": 2}}))
    assert where(problem) == (line_of("black_B"), "copies")
    assert "can never differ" in problem.message


# Types


def of_type(type: str) -> list[str]:
    """The ids of the fairies of a type."""
    return [f"{type}_{letter}" for letter in "abcde"]


@pytest.mark.parametrize("type", [type for type in TYPES if type != "tomte"])
def test_a_missing_type(type):
    problem = only_error(card_table(without=of_type(type)))
    assert problem.message == f"there is no fairy row of the type {type} in play"
    assert problem.column == "set"


def test_a_missing_type_that_comes_in_secret():
    assert says(card_table(without=of_type("tomte"))) == [
        "there is no fairy row of the type tomte in play",
        "no type of fairies has after:",
    ]


def test_a_withdrawn_type():
    problem = only_error(card_table({id: {"copies": 0} for id in of_type("king")}))
    assert problem.message == "there is no fairy row of the type king in play"


@all_types
@pytest.mark.parametrize(("copies", "tiles"), [(2, 6), (5, 9)])
def test_more_than_five_fairies_of_a_type(type, copies, tiles):
    problem = error_of(f"{type}_a", copies=copies)
    assert problem.message == f"the number of fairies of the type {type}, which begins here, is {tiles}"
    assert problem.allowed.startswith("5 ")


@all_types
def test_fewer_than_five_fairies_of_a_type(type):
    problem = only_error(card_table({f"{type}_c": {"copies": 0}}))
    assert problem.message == f"the number of fairies of the type {type}, which begins here, is 4"
    assert where(problem) == (line_of(f"{type}_a"), "copies")


def test_too_many_fairies_are_told_even_when_a_row_cannot_be_read():
    told = says(card_table({"queen_a": {"copies": 3}, "king_a": {"set": "kign"}}))
    assert "the number of fairies of the type queen, which begins here, is 7" in told


@all_types
def test_points_that_differ_inside_a_type(type):
    problem = error_of(f"{type}_d", points=77)
    assert problem.message.startswith(f"the points of the type {type} are others on line {line_of(f'{type}_a')}: ")


def test_the_odd_one_is_told_even_when_it_is_the_first():
    problem = error_of("queen_a", points=77)
    assert problem.message == f"the points of the type queen are others on line {line_of('queen_b')}: 5"


def test_points_of_withdrawn_fairies_may_differ():
    more = row("X", "fairy", set="king", copies=0, cost="#2+2", effect="reveal:prep", points=1)
    assert cards_of(card_table(more=[more])) == cards_of()


@pytest.mark.parametrize(("type", "effect"), [("king", "reveal:start"), ("queen", "reveal:prep")])
def test_effects_that_differ_inside_a_type(type, effect):
    problem = error_of(f"{type}_b", effect=effect)
    first = f"on line {line_of(f'{type}_a')}: {REVEAL[type].text}"
    assert problem.message == f"the effect of the type {type} is another one {first}"


def test_effects_of_a_type_may_be_written_differently():
    assert cards_of(card_table({"tomte_b": {"effect": "After: nisse_3, nisse_1, nisse_2"}})) == cards_of()


def test_no_secret_type():
    problem = only_error(card_table({id: {"effect": "reveal:start"} for id in of_type("tomte")}))
    assert problem.message == "no type of fairies has after:"
    assert problem.column == "effect"


def test_two_secret_types():
    problems = errors(card_table({id: {"effect": "after:king"} for id in of_type("queen")}))
    assert [where(problem) for problem in problems] == [(line_of("tomte_a"), "effect")]
    assert problems[0].message == f"a second type has after:, beside queen on line {line_of('queen_a')}"


def test_three_secret_types():
    changes = {id: {"effect": "after:tomte"} for type in ("queen", "king") for id in of_type(type)}
    problems = errors(card_table(changes))
    assert [where(problem)[0] for problem in problems] == [line_of("queen_a"), line_of("tomte_a")]


def test_a_secret_type_that_would_come_after_itself():
    problems = errors(card_table({id: {"effect": "after:queen,tomte"} for id in of_type("tomte")}))
    assert [where(problem) for problem in problems] == [(line_of(id), "effect") for id in of_type("tomte")]
    assert "it never would" in problems[0].message


def test_another_type_may_come_in_secret():
    changes = {id: {"effect": "after:tomte"} for id in of_type("queen")}
    changes |= {id: {"effect": "reveal:start"} for id in of_type("tomte")}
    assert cards_of(card_table(changes)).reveal["queen"].after == ("tomte",)


# Footprints


def test_five_footprints_are_enough():
    assert len(cards_of(card_table(without=["foot_1"])).footprints) == 5


def test_four_footprints_are_too_few():
    problem = only_error(card_table({"foot_1": {"copies": 0}}, without=["foot_2"]))
    assert problem.message == "the number of footprints in play is 4"
    assert problem.column == "copies"
    assert problem.allowed.startswith("at least 5")


def test_a_footprint_with_copies_counts_as_often():
    cards = cards_of(card_table({"foot_1": {"copies": 5}}, without=[f"foot_{n}" for n in range(2, 7)]))
    assert [footprint.copies for footprint in cards.footprints] == [5]


def test_no_more_footprints_than_there_is_room_for():
    assert cards_of(card_table({"foot_1": {"copies": MAX_FOOTPRINTS - 5}}))
    problem = only_error(card_table({"foot_1": {"copies": MAX_FOOTPRINTS - 4}}))
    assert problem.message == f"the number of footprints in play is {MAX_FOOTPRINTS + 1}"
    assert problem.allowed.startswith(f"at most {MAX_FOOTPRINTS}")


# Experts


@all_experts
@pytest.mark.parametrize("rank", range(1, 6))
def test_a_missing_rank(name, rank):
    problem = only_error(card_table(without=[f"{name}_{rank}"]))
    assert problem.message == f"the experts of {name} in play lack the rank {rank}"


def test_a_withdrawn_rank():
    problem = only_error(card_table({"tomte_2": {"copies": 0}}))
    assert problem.message == "the experts of tomte in play lack the rank 2"


def test_a_missing_row_of_experts():
    problem = only_error(card_table(without=[f"king_queen_{rank}" for rank in range(1, 6)]))
    assert problem.message == "the experts of king_queen in play lack the ranks 1, 2, 3, 4, 5"


def test_a_rank_there_twice():
    problems = errors(card_table({"fairy_2": {"effect": "rank:1 need:fairy_1,fairy_2,fairy_3"}}))
    assert [problem.message for problem in problems] == [
        f"the experts of fairy have the rank 1 already, on line {line_of('fairy_1')}",
        "the experts of fairy in play lack the rank 2",
    ]
    assert where(problems[0]) == (line_of("fairy_2"), "effect")


def test_values_that_rise_with_the_rank():
    problem = error_of("king_queen_3", points=6)
    assert problem.message == f"rank 3 is worth more than rank 2 on line {line_of('king_queen_2')}: 5"


def test_values_that_rise_are_told_wherever_the_rows_stand():
    rows = default_rows()[::-1]
    assert not errors(card_table())
    changed = [cells | {"points": "6"} if cells["id"] == "king_queen_3" else cells for cells in rows]
    assert [problem.value for problem in errors(table_of(changed))] == ["6"]


def test_values_may_be_equal():
    assert cards_of(card_table({"king_queen_3": {"points": 5}})).experts[2].points == 5


@all_experts
def test_needs_that_differ_inside_a_row(name):
    problem = error_of(f"{name}_4", effect="rank:4 need:king")
    assert problem.message.startswith(f"what the experts of {name} need is another on line {line_of(f'{name}_1')}: ")


def test_needs_of_a_row_may_stand_in_any_order():
    assert cards_of(card_table({"king_queen_4": {"effect": "rank:4 need:queen,king"}})) == cards_of()


def test_a_row_may_need_other_types():
    changes = {f"tomte_{rank}": {"effect": f"rank:{rank} need:queen,tomte"} for rank in range(1, 6)}
    experts = [expert for expert in cards_of(card_table(changes)).experts if expert.row == "tomte"]
    assert {expert.need for expert in experts} == {("queen", "tomte")}


# Everything at once


def test_all_that_is_wrong_is_told_at_once():
    changes = {
        "own_B": {"copies": 3},
        "black_C": {"copies": 1},
        "queen_a": {"cost": "XXX", "points": 9},
        "king_c": {"effect": "reveal:start"},
        "nisse_1_a": {"copies": 3},
        "foot_1": {"copies": 0},
        "foot_2": {"copies": 0},
        "tomte_5": {"points": 9},
        "king_queen_2": {"effect": "rank:2 need:king"},
    }
    assert len(errors(card_table(changes))) == 9
