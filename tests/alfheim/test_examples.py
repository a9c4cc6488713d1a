"""The twenty worked examples of the rules page (7.1), as given, when, then."""

from __future__ import annotations

import pytest

from alfheim.box import box
from alfheim.table import EAGER, Sheet
from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.rules.setup import find_equal

SIDES = {(x, y) for x in (0, 1, 2) for y in (-1, 1)}
"""The six cells above and below a row of three that begins at (0, 0)."""


def paid(*picture: str, cost: str = "CHJ", **settings: object) -> set[tuple[int, int]]:
    """Where nisse_1 may go in this area."""
    game = Sheet(costs={"nisse_1": cost}, **settings)
    game.lay(*picture)
    return game.cells("nisse_1")


def test_x1_three_above_and_three_below_the_line_and_none_at_its_ends():
    assert paid("CHJ") == SIDES


def test_x2_the_order_is_free():
    assert paid("JCH") == SIDES


def test_x3_a_longer_line_pays_beside_the_tiles_that_pay():
    assert paid("PCHJ") == {(x + 1, y) for x, y in SIDES}


def test_x4_a_foreign_tile_interrupts_what_pays():
    assert paid("CHPJ") == set()


def test_x4_any_tiles_of_the_line_pay_with_contains_and_not_the_foreign_one():
    assert paid("CHPJ", line_match="contains") == {(x, y) for x in (0, 1, 3) for y in (-1, 1)}


@pytest.mark.parametrize("line_match", ["segment", "contains"])
@pytest.mark.parametrize("picture", ["CH#J", "CH*J", "CH.J"])
def test_x5_the_footprint_a_fairy_and_a_gap_interrupt_a_line(picture, line_match):
    assert paid(picture, line_match=line_match) == set()


@pytest.mark.parametrize("line_match", ["segment", "contains"])
def test_x6_around_a_corner_nothing_pays(line_match):
    assert paid("CH", ".J", line_match=line_match) == set()


def test_x7_without_an_empty_cell_beside_it_a_line_pays_nothing():
    game = Sheet(costs={"nisse_1": "CHJ"})
    game.lay("CHJ")
    game.fence(*SIDES)
    assert game.cells("nisse_1") == set()


def test_x7_a_second_line_pays_then():
    game = Sheet(costs={"nisse_1": "CHJ"})
    game.lay("CHJ.CJH")
    game.fence(*SIDES)
    assert game.cells("nisse_1") == {(x, y) for x in (4, 5, 6) for y in (-1, 1)}


def test_x8_tiles_that_have_paid_pay_again():
    game = Sheet(costs={"nisse_1": "CHJ", "fairy_1": "CHJM"}, agents=[EAGER])
    game.lay("CHJ")
    game.begin(2)
    assert game.place_fairies() == ["nisse_1"]
    game.begin(3)
    game.put("M", (3, 0))
    assert game.place_fairies() == ["fairy_1"]
    assert game.fairies() == ["nisse_1", "fairy_1"]


def test_x9_a_cell_beside_fairies_only_is_not_legal_for_a_clue():
    game = Sheet()
    game.lay("BC")
    game.fence((0, -1), (1, -1), (0, 1), (1, 1))
    assert set(game.edge()) == {(-1, 0), (2, 0)}


def test_x10_a_cell_beside_the_footprint_only_is_legal_for_a_clue():
    game = Sheet()
    game.lay("BC#")
    assert {(3, 0), (2, -1), (2, 1)} <= set(game.edge())


def test_x11_no_king_in_round_6_though_a_line_fits_his_pattern():
    game = Sheet(cards=box({"king": ["#2+2"] * 5}))
    game.lay("BBCC")
    game.begin(6)
    assert game.cells("king") == set()
    game.begin(7)
    game.prepare()
    assert len(game.cells("king")) == 8


def test_x11_only_the_king_that_is_revealed():
    game = Sheet(cards=box({"king": ["#2+2", "#3", "#3", "#3", "#3"]}))
    game.lay("BBCC")
    game.begin(7)
    game.s.deck[TYPES.index("king")] = [game.number(f"king_{letter}") for letter in "abcde"]
    game.prepare()
    assert game.in_force() >= {"king_e"}
    assert game.cells("king") == set()


def third_nisse() -> Sheet:
    """Two Nisse lie there, the third is paid by C H J, and so is every Tomte."""
    game = Sheet(2, {"nisse_3": "CHJ"}, agents=[EAGER], cards=box({"nisse_3": ["CHJ"] * 5, "tomte": ["HJM"] * 5}))
    game.force("nisse_3")
    game.lay("CHJM")
    game.has("nisse_1", "nisse_2")
    game.begin(5)
    return game


def test_x12_the_tomte_is_placed_in_the_phase_of_the_third_nisse():
    game = third_nisse()
    assert game.place_fairies() == ["nisse_3", "tomte"]


def test_x12_its_expert_is_claimed_at_the_end_of_the_round():
    game = third_nisse()
    game.place_fairies()
    assert game.points()[5:8] == [0, 0, 0]
    game.claim()
    assert game.claims() == [{"tomte": 5}, {}]


def completing(*rounds: tuple[int, ...]) -> list[list[int]]:
    """The values of row king_queen by round, when these seats complete it in these rounds."""
    game = Sheet(5)
    values = []
    for turn, seats in enumerate(rounds, 8):
        game.begin(turn)
        for seat in seats:
            game.has("king", "queen", seat=seat)
        game.claim()
        values.append([claim["king_queen"] for claim in game.claims() if claim])
    return values


def test_x13_two_that_are_first_together_have_the_first_value_and_the_next_one_the_third():
    assert completing((), (0, 3), (1,)) == [[], [6, 6], [4]]


def test_x14_three_together_then_two_together():
    assert completing((0, 2, 4), (1, 3)) == [[6, 6, 6], [3, 3]]


def test_x15_three_matching_neighbours_and_one_at_a_corner():
    game = Sheet()
    game.lay("BB.", "B#.", ".C.")
    game.footprint("BC")
    assert game.points()[-1] == 3


def test_x16_two_of_four_swap_a_b():
    game = Sheet(4)
    game.begin(1)
    game.draw("B")
    top = game.stack()
    game.swap(1, 3)
    assert len(game.stack()) == 10
    assert game.stack() == top[2:] + "BB"
    kept = game.kept()
    assert kept[0] + kept[2] == "BB"
    assert sorted(kept[1] + kept[3]) == sorted(top[:2])


def test_x17_no_second_cost_when_four_have_placed_a_type_and_the_fifth_pays_the_first():
    game = Sheet(5, cards=box({"fairy_2": ["BCHM"] * 5}))
    kind = TYPES.index("fairy_2")
    game.s.taken[kind] = 4
    game.begin(7)
    game.prepare()
    assert game.s.second[kind] == -1
    game.lay("BCHM", seat=4)
    assert len(game.cells("fairy_2", seat=4)) == 8


def test_x18_equal_pairs_go_back_and_a_double_is_another_pair():
    game = Sheet(4)
    for seat, pair in enumerate(("BM", "MB", "BB", "CH")):
        game.s.seat[seat].start[:] = ["BCHJMP".index(icon) for icon in pair]
    assert find_equal(game.s, game.t) == 2
    assert list(game.s.wants[:4]) == [1, 1, 0, 0]


@pytest.mark.parametrize("line_match", ["segment", "contains"])
@pytest.mark.parametrize("pattern", ["#3+1", "#2+2"])
def test_x19_four_equal_tiles_pay_neither_three_and_one_nor_two_pairs(pattern, line_match):
    assert paid("CCCC", cost=pattern, line_match=line_match) == set()


def test_x20_a_tomte_that_was_not_placed_counts_nothing():
    game = Sheet()
    game.has("nisse_1", "nisse_2", "nisse_3")
    game.secret("tomte_b")
    assert game.points() == [0, 0, 6, 0, 0, 0, 0, 0, 0]
