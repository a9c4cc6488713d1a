"""The reference set of Fairies of Alfheim in cards.csv: one test for every constraint of sections 5.3 and 5.4.

Everything is counted in the file itself, so that no reader of the game stands between the rows and these tests.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from balance.cards.read import packaged_cards

Row = dict[str, str]

ICONS = "BCHJMP"
LETTERS = "abcde"
TYPES = ("king", "queen", "nisse_1", "nisse_2", "nisse_3", "fairy_1", "fairy_2", "fairy_3", "tomte")
NAMED = TYPES[1:]  # types whose costs name icons
EXPERTS = ("king_queen", "tomte", "fairy")

all_types = pytest.mark.parametrize("kind", TYPES)
named_types = pytest.mark.parametrize("kind", NAMED)
all_experts = pytest.mark.parametrize("name", EXPERTS)


def reference_rows() -> list[Row]:
    with packaged_cards().open(encoding="utf-8", newline="") as stream:
        return [row for row in csv.DictReader(stream) if row["game"] == "alfheim"]


ROWS = reference_rows()


def of_kind(kind: str, name: str | None = None) -> list[Row]:
    return [row for row in ROWS if row["kind"] == kind and name in (None, row["set"])]


def costs(kind: str) -> list[str]:
    return [row["cost"] for row in of_kind("fairy", kind)]


def parts(pattern: str) -> list[int]:
    """The parts of a King's cost."""
    return [int(part) for part in pattern.removeprefix("#").split("+")]


def shape(cost: str) -> list[int]:
    """How often a cost asks for its icons, whichever they are."""
    return sorted(Counter(cost).values(), reverse=True)


def asked(costs: Iterable[str]) -> Counter[str]:
    return Counter("".join(costs))


def points(kind: str) -> int:
    (one,) = {int(row["points"]) for row in of_kind("fairy", kind)}
    return one


def values(name: str) -> list[int]:
    return [int(row["points"]) for row in of_kind("expert", name)]


def footprints() -> list[str]:
    return [row["effect"].removeprefix("match:") for row in of_kind("footprint")]


def number_of_tiles(cost: str) -> int:
    return sum(parts(cost)) if cost.startswith("#") else len(cost)


# The whole set (5.3)


def test_78_rows():
    assert len(ROWS) == 78


@pytest.mark.parametrize(("kind", "rows"), [("clue", 12), ("fairy", 45), ("footprint", 6), ("expert", 15)])
def test_number_of_rows(kind: str, rows: int):
    assert len(of_kind(kind)) == rows


def test_ids():
    wanted = [f"clue_{icon.lower()}" for icon in ICONS] + [f"centre_{icon.lower()}" for icon in ICONS]
    wanted += [f"{kind}_{letter}" for kind in TYPES for letter in LETTERS]
    wanted += [f"footprint_{number}" for number in range(1, 7)]
    wanted += [f"expert_{name}_{rank}" for name in EXPERTS for rank in range(1, 6)]
    assert [row["id"] for row in ROWS] == wanted


def test_ids_begin_with_the_type():
    assert all(row["id"].startswith(f"{row['set']}_") for row in of_kind("fairy"))


def test_names_are_unique():
    assert max(Counter(row["name"].casefold() for row in ROWS).values()) == 1


@all_types
def test_tiles_of_a_type_share_a_name_and_differ_by_a_letter(kind: str):
    (name,) = {row["name"].rpartition(" ")[0] for row in of_kind("fairy", kind)}
    assert [row["name"] for row in of_kind("fairy", kind)] == [f"{name} {letter.upper()}" for letter in LETTERS]


@pytest.mark.parametrize(("name", "copies"), [("player", "2"), ("centre", "3")])
def test_copies_of_clues(name: str, copies: str):
    assert [row["copies"] for row in of_kind("clue", name)] == [copies] * 6


@pytest.mark.parametrize("kind", ["fairy", "footprint", "expert"])
def test_one_copy_of_everything_else(kind: str):
    assert {row["copies"] for row in of_kind(kind)} == {"1"}


def test_five_tiles_of_each_type():
    assert Counter(row["set"] for row in of_kind("fairy")) == dict.fromkeys(TYPES, 5)


def test_footprints_belong_to_no_set():
    assert {row["set"] for row in of_kind("footprint")} == {""}


@named_types
def test_when_costs_become_known(kind: str):
    wanted = "after:nisse_1,nisse_2,nisse_3" if kind == "tomte" else "reveal:start"
    assert {row["effect"] for row in of_kind("fairy", kind)} == {wanted}


def test_the_king_waits_for_the_preparation():
    assert {row["effect"] for row in of_kind("fairy", "king")} == {"reveal:prep"}


@pytest.mark.parametrize(
    ("name", "need"), [("king_queen", "king,queen"), ("tomte", "tomte"), ("fairy", "fairy_1,fairy_2,fairy_3")]
)
def test_ranks_and_needs_of_experts(name: str, need: str):
    assert [row["effect"] for row in of_kind("expert", name)] == [f"rank:{rank} need:{need}" for rank in range(1, 6)]


def test_clues_are_from_the_rulebook_and_all_else_is_assumed():
    sources = {kind: {row["source"] for row in of_kind(kind)} for kind in ("clue", "fairy", "footprint", "expert")}
    assert sources == {"clue": {"rulebook"}, "fairy": {"assumed"}, "footprint": {"assumed"}, "expert": {"assumed"}}


def test_only_fairies_have_costs():
    assert {row["kind"] for row in ROWS if row["cost"]} == {"fairy"}


def test_only_fairies_and_experts_have_points():
    assert {row["kind"] for row in ROWS if row["points"]} == {"fairy", "expert"}


# Icons (5.4, 1)


@pytest.mark.parametrize("name", ["player", "centre"])
def test_each_icon_is_declared_once(name: str):
    assert [row["effect"] for row in of_kind("clue", name)] == [f"icon:{icon}" for icon in ICONS]


def test_icons_are_food_and_drink():
    named = {row["effect"].removeprefix("icon:"): row["name"] for row in of_kind("clue", "player")}
    wanted = ("Bread", "Cheese", "Honey", "Juice", "Milk", "Porridge")
    assert named == dict(zip(ICONS, wanted, strict=True))


# Costs (5.4, 2 to 4)


def test_145_signs_without_the_king():
    assert sum(len(cost) for kind in NAMED for cost in costs(kind)) == 145


def test_no_icon_is_asked_for_more_often_than_another():
    count = asked(cost for kind in NAMED for cost in costs(kind))
    assert set(count) == set(ICONS)
    assert set(count.values()) <= {24, 25}


@named_types
def test_every_type_asks_for_all_icons_alike(kind: str):
    count = asked(costs(kind))
    least, most = {15: (1, 3), 20: (2, 4), 25: (3, 5)}[count.total()]
    assert {icon: count[icon] for icon in ICONS if not least <= count[icon] <= most} == {}


@named_types
def test_all_costs_of_a_type_have_one_shape(kind: str):
    shapes = [shape(cost) for cost in costs(kind)]
    assert shapes == shapes[:1] * 5


@all_types
def test_all_costs_of_a_type_are_different(kind: str):
    assert len(set(costs(kind))) == 5


@named_types
def test_costs_are_written_sorted(kind: str):
    assert costs(kind) == ["".join(sorted(cost)) for cost in costs(kind)]


def test_the_kings_parts_are_descending():
    assert [parts(cost) for cost in costs("king")] == [sorted(parts(cost), reverse=True) for cost in costs("king")]


@pytest.mark.parametrize(
    ("kind", "tiles"),
    [
        ("king", {4, 5, 6}),
        ("queen", {5}),
        ("nisse_1", {3}),
        ("nisse_2", {3}),
        ("nisse_3", {3}),
        ("fairy_1", {4}),
        ("fairy_2", {4}),
        ("fairy_3", {4}),
        ("tomte", {3}),
    ],
)
def test_length_of_costs(kind: str, tiles: set[int]):
    assert {number_of_tiles(cost) for cost in costs(kind)} == tiles


def test_longer_costs_bring_more_points():
    """But the Tomte, for which three Nisse come first."""
    ladder = [(number_of_tiles(costs(kind)[0]), points(kind)) for kind in ("nisse_1", "fairy_1", "queen", "king")]
    assert ladder == sorted(ladder)


def test_no_cost_takes_fewer_than_three_tiles():
    assert min(number_of_tiles(cost) for kind in TYPES for cost in costs(kind)) == 3


def test_only_kings_ask_for_more_than_two_of_an_icon():
    assert max(shape(cost)[0] for kind in NAMED for cost in costs(kind)) == 2
    assert max(parts(cost)[0] for cost in costs("king")) == 3


def test_only_kings_ask_for_patterns():
    assert {kind for kind in TYPES for cost in costs(kind) if cost.startswith("#")} == {"king"}


# Points (5.4, 5 and 6)


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        ("king", 6),
        ("queen", 5),
        ("nisse_1", 2),
        ("nisse_2", 2),
        ("nisse_3", 2),
        ("fairy_1", 3),
        ("fairy_2", 3),
        ("fairy_3", 4),
        ("tomte", 4),
    ],
)
def test_points_of_a_type(kind: str, worth: int):
    assert points(kind) == worth


def test_all_nine_fairies_are_worth_31():
    assert sum(points(kind) for kind in TYPES) == 31


@all_experts
def test_experts_fall_by_one(name: str):
    assert [this - lower for this, lower in pairwise(values(name))] == [1] * 4


@pytest.mark.parametrize(("name", "first"), [("king_queen", 6), ("tomte", 5), ("fairy", 5)])
def test_value_of_the_first_expert(name: str, first: int):
    assert values(name)[0] == first


@all_experts
def test_the_first_expert_is_worth_a_big_fairy(name: str):
    assert points("queen") <= values(name)[0] <= points("king")


def test_nobody_can_have_more_than_51():
    assert sum(points(kind) for kind in TYPES) + sum(values(name)[0] for name in EXPERTS) + 4 == 51


# Footprints (5.4, 7)


def test_six_different_pairs_of_footprints():
    assert len({frozenset(pair) for pair in footprints()}) == 6
    assert {len(set(pair)) for pair in footprints()} == {2}


def test_each_icon_is_on_two_footprints():
    assert asked(footprints()) == dict.fromkeys(ICONS, 2)
