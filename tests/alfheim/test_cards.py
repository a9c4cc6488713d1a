"""Fairies of Alfheim's rows of cards.csv: what they mean, and one test for every cell refused (section 5.6)."""

from __future__ import annotations

import pytest

from alfheim.box import REVEAL
from alfheim.cards import (
    all_rows,
    card_table,
    cards_of,
    default_rows,
    error_of,
    row,
    table_of,
)
from balance.games.alfheim.cards import Clue, Cost, Expert, Fairy, Footprint

ONE_OF_EACH = ("own_B", "black_B", "queen_a", "foot_1", "king_queen_1")

all_kinds = pytest.mark.parametrize("id", ONE_OF_EACH)


# What is read


def test_the_icons():
    assert cards_of().icons == "BCHJMP"


def test_clue_tiles_of_a_colour_set():
    assert cards_of().player[1] == Clue("own_C", "own_C", "player", 2, "C")


def test_clue_tiles_of_the_centre():
    assert cards_of().centre[5] == Clue("black_P", "black_P", "centre", 3, "P")


def test_a_fairy():
    assert cards_of().fairies[5] == Fairy("queen_a", "queen_a", "queen", 1, Cost("BBCHM"))


def test_a_king():
    assert cards_of().fairies[2] == Fairy("king_c", "king_c", "king", 1, Cost(parts=(3, 1)))


def test_a_cost_with_wild_tiles():
    assert cards_of(card_table({"queen_a": {"cost": "c??b?"}})).fairies[5].cost == Cost("BC", 3)


def test_a_footprint():
    assert cards_of().footprints[2] == Footprint("foot_3", "foot_3", 1, "HJ")


def test_an_expert():
    id = "king_queen_2"
    assert cards_of().experts[1] == Expert(id, id, "king_queen", 2, ("king", "queen"), 5)


def test_the_points_of_the_types():
    assert cards_of().points == {
        "king": 6, "queen": 5, "nisse_1": 2, "nisse_2": 2, "nisse_3": 2,
        "fairy_1": 3, "fairy_2": 3, "fairy_3": 4, "tomte": 4,
    }  # fmt: skip


def test_how_the_types_are_revealed():
    assert cards_of().reveal == REVEAL


def test_points_are_whole_numbers_from_0_to_99():
    cards = cards_of(card_table(all_rows("queen_", points="0") | all_rows("tomte_", points="99.0")))
    assert (cards.points["queen"], cards.points["tomte"]) == (0, 99)
    assert [expert.points for expert in cards.experts if expert.row == "tomte"] == [99] * 5


def test_names_are_kept():
    assert cards_of(card_table({"foot_1": {"name": "Bare feet"}})).footprints[0].name == "Bare feet"


def test_cards_are_known_by_their_place_among_all():
    assert cards_of().ids == tuple(row["id"] for row in default_rows())


def test_rows_may_stand_in_any_order():
    cards = cards_of(table_of(default_rows()[::-1]))
    assert cards.icons == "BCHJMP"
    assert (cards.player, cards.centre, cards.experts) == (cards_of().player, cards_of().centre, cards_of().experts)
    assert [fairy.type for fairy in cards.fairies] == [fairy.type for fairy in cards_of().fairies]
    assert [fairy.id for fairy in cards.fairies[:5]] == ["king_e", "king_d", "king_c", "king_b", "king_a"]
    assert [footprint.id for footprint in cards.footprints[:2]] == ["foot_6", "foot_5"]


def test_any_six_letters_are_icons():
    rows = default_rows()
    for cells in rows:
        if cells["kind"] in ("clue", "footprint"):
            word, icons = cells["effect"].split(":")
            cells["effect"] = f"{word}:{icons.replace('B', 'Z')}"
        if cells["kind"] == "fairy":
            cells["cost"] = cells["cost"].replace("B", "Z")
    cards = cards_of(table_of(rows))
    assert cards.icons == "CHJMPZ"
    assert cards.footprints[0].icons == "CZ"
    assert cards.player[-1].id == "own_B"


def test_rows_with_copies_0_are_left_out():
    spare = [
        row("X1", "clue", set="player", copies=0, effect="icon:B"),
        row("X2", "fairy", set="king", copies=0, cost="BZ", effect="reveal:start", points=9),
        row("X3", "footprint", copies=0, effect="match:XY"),
        row("X4", "expert", set="tomte", copies=0, effect="rank:1 need:king", points=50),
        row("X5", "clue", set="centre", copies=0, effect="icon:X"),
    ]
    assert cards_of(card_table(more=spare)) == cards_of()


def test_a_row_may_stand_for_several_fairies():
    cards = cards_of(card_table({"king_a": {"copies": 3}}, ["king_b", "king_c"]))
    assert [(fairy.id, fairy.copies) for fairy in cards.fairies[:3]] == [("king_a", 3), ("king_d", 1), ("king_e", 1)]


# Refused: cells


@pytest.mark.parametrize(
    ("id", "column", "text", "like"),
    [
        ("own_B", "kind", "clu", "clue"),
        ("own_B", "set", "playr", "player"),
        ("own_B", "set", "", None),
        ("black_B", "set", "center", "centre"),
        ("queen_a", "set", "quene", "queen"),
        ("queen_a", "set", "", None),
        ("tomte_1", "set", "tompte", "tomte"),
        ("king_queen_1", "set", "king", "king_queen"),
    ],
)
def test_unknown_kinds_sets_and_types(id, column, text, like):
    assert error_of(id, **{column: text}).nearest == like


@pytest.mark.parametrize(
    ("id", "column", "text", "like"),
    [
        ("own_B", "effect", "icno:B", "icon"),
        ("queen_a", "effect", "revel:start", "reveal"),
        ("queen_a", "effect", "reveal:now", None),
        ("tomte_a", "effect", "after:nise_1", "nisse_1"),
        ("foot_1", "effect", "match:BCH", None),
        ("foot_1", "effect", "match:BB", None),
        ("tomte_1", "effect", "rank:6 need:tomte", None),
        ("tomte_1", "effect", "rank:1 need:tmote", "tomte"),
        ("queen_a", "cost", "B", None),
        ("queen_a", "cost", "BBCHMPP", None),
        ("king_a", "cost", "#1+3", "#3+1"),
        ("king_a", "cost", "#1+1+1+1+1+1+1", None),
        ("queen_a", "cost", "BC**", "?"),
    ],
)
def test_cells_that_cannot_be_read(id, column, text, like):
    assert error_of(id, **{column: text}).nearest == like


@pytest.mark.parametrize(
    ("id", "column"),
    [("queen_a", "cost"), ("queen_a", "points"), ("tomte_1", "points")] + [(id, "effect") for id in ONE_OF_EACH],
)
def test_cells_that_must_not_be_blank(id, column):
    assert error_of(id, **{column: ""}).message == "the cell is blank"


@all_kinds
@pytest.mark.parametrize("copies", ["", "-1", "1.5", "two", "500"])
def test_copies_that_are_no_usable_number(id, copies):
    assert error_of(id, copies=copies)


@pytest.mark.parametrize(
    ("id", "most"), [("own_B", 18), ("black_B", 18), ("queen_a", 5), ("foot_1", 40), ("king_queen_1", 1)]
)
def test_the_most_copies_of_a_row(id, most):
    assert error_of(id, copies=most + 1).allowed == f"a whole number from 0 to {most}"


@pytest.mark.parametrize("id", ["queen_a", "tomte_5"])
@pytest.mark.parametrize("points", ["-1", "1.5", "two", "100"])
def test_points_that_are_no_whole_number_from_0_to_99(id, points):
    assert error_of(id, points=points).allowed == "a whole number from 0 to 99"


# Anything is read or refused
