"""The slow implementation of Fairies of Alfheim against the examples of section 7 and rule by rule."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from alfheim.box import box, cost, odd_box, tiles
from alfheim.lines import drawn, fairy_cells, legal_cells, matches, payable, pays
from alfheim.reference.scripted import (
    Arranged,
    Told,
    at_round,
    pile,
    reveal,
    table,
    three_nisse,
    types_payable,
)
from alfheim.reference.whole import Game, Settings
from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.state import CENTRE_STREAM

MODES = ("segment", "contains")


def beside(*places: int) -> set[tuple[int, int]]:
    """The cells above and below these places of row 0."""
    return {(x, y) for x in places for y in (-1, 1)}


# ---------------------------------------------------------------- the examples (section 7)


@pytest.mark.parametrize("row", ["CHJ", "JCH"])
def test_x1_x2_a_fairy_goes_above_or_below_a_row_of_its_cost_in_any_order(row):
    assert fairy_cells(drawn(row), cost("CHJ")) == beside(0, 1, 2)


def test_x1_a_fairy_goes_left_or_right_of_a_column():
    assert fairy_cells(drawn("C", "H", "J"), cost("CHJ")) == {(x, y) for x in (-1, 1) for y in range(3)}


def test_x3_a_tile_that_does_not_pay_has_no_sides():
    assert fairy_cells(drawn("PCHJ"), cost("CHJ")) == beside(1, 2, 3)


def test_x4_a_foreign_tile_interrupts_a_segment():
    assert fairy_cells(drawn("CHPJ"), cost("CHJ"), "segment") == set()


def test_x4_a_foreign_tile_does_not_interrupt_where_lines_contain():
    assert fairy_cells(drawn("CHPJ"), cost("CHJ"), "contains") == beside(0, 1, 3)


@pytest.mark.parametrize("match", MODES)
@pytest.mark.parametrize("row", ["CH#J", "CH*J", "CH.J"])
def test_x5_a_footprint_a_fairy_or_a_gap_interrupts_every_line(row, match):
    assert fairy_cells(drawn(row), cost("CHJ"), match) == set()


@pytest.mark.parametrize("match", MODES)
def test_x6_an_angle_is_no_line(match):
    assert fairy_cells(drawn("CH", ".J"), cost("CHJ"), match) == set()


def test_x7_with_every_side_filled_only_a_second_segment_helps():
    closed = drawn("***.", "CHJ.", "***.")
    assert fairy_cells(closed, cost("CHJ")) == set()
    assert fairy_cells(drawn("***.", "CHJC", "***."), cost("CHJ")) == {(3, 0), (3, 2)}


def test_x8_tiles_that_have_paid_pay_again():
    game = table()
    seat = game.seats[0]
    seat.lay(drawn("CHJM"))
    reveal(game, "nisse_1_a", "fairy_1_a")
    seat.player = Told(fairy=[("nisse_1", (0, -1)), ("fairy_1", (1, -1))])
    game.place_fairies(seat)
    assert list(seat.fairies) == ["nisse_1", "fairy_1"]


def test_x9_a_cell_next_to_fairies_only_is_not_legal():
    assert (0, 2) not in legal_cells(drawn("B", "*"))


def test_x10_a_cell_next_to_the_footprint_only_is_legal():
    assert (0, 2) in legal_cells(drawn("B", "#"))


def test_x11_the_king_waits_for_the_preparation():
    game = at_round(table(cards=box(costs={"king": ["#2+1"] * 5})), 6)
    seat = game.seats[0]
    seat.lay(drawn("HJH"))
    assert "king" not in types_payable(game, seat)
    at_round(game, 7).prepare()
    assert "king" in types_payable(game, seat)


def test_x12_a_secret_tile_may_be_placed_at_once():
    _, seat = three_nisse(("nisse_3", (0, 1)), ("tomte", (3, 1)))
    assert seat.placed_now[-1][1] is seat.secret
    assert seat.row["experts"] == ["tomte=5"]


def test_x12_the_tile_comes_with_the_third_nisse():
    game, seat = three_nisse(("nisse_3", (0, 1)))
    assert seat.row["tomte_drawn"] == "tomte_a"
    assert types_payable(game, seat) == {"tomte"}
    assert (seat.row["n_payable"], seat.row["n_declined"]) == (1, 1)


def test_x12_without_the_third_nisse_there_is_no_tile():
    game, seat = three_nisse()
    assert seat.secret is None
    assert types_payable(game, seat) == {"nisse_3"}


def claims(players: int, *rounds: Sequence[int]) -> list[list[str]]:
    """What the seats claim that complete King and Queen in these rounds, by seat."""
    game, claimed = table(players), {}
    for number, seats in enumerate(rounds, 8):
        at_round(game, number)
        for seat in seats:
            game.seats[seat].fairies = {kind: tiles(kind, "CHJ")[0] for kind in ("king", "queen")}
        game.claim_experts()
        claimed |= {seat: game.seats[seat].row["experts"] for seat in seats}
    return [claimed[seat] for seat in range(players)]


def test_x13_two_share_the_first_value_and_the_next_gets_the_third():
    assert claims(3, [0, 1], [2]) == [["king_queen=6*"], ["king_queen=6*"], ["king_queen=4"]]


def test_x14_three_share_the_first_value_and_two_the_fourth():
    assert claims(5, [0, 2, 4], [1, 3]) == [[f"king_queen={value}*"] for value in (6, 3, 6, 3, 6)]


def test_x15_the_footprint_counts_matching_clues_on_its_four_sides():
    assert matches(drawn("BB.", "C#.", ".B."), "BC") == 3


def test_x16_swapped_tiles_go_under_the_centre_stack():
    game = table(4)
    game.stack[-1], before = "B", list(game.centre)
    for number in (1, 3):
        game.seats[number].player = Told(swap=[True])
    game.order = [2, 3, 0, 1]
    game.draw()
    game.swap_tiles()
    assert game.centre == ["B", "B", *before[:-2]]
    assert len(game.centre) == 10
    assert [seat.tile for seat in game.seats] == ["B", before[-2], "B", before[-1]]


def test_x17_an_empty_deck_has_no_second_cost():
    game = Game(box(), 5, [Told() for _ in range(5)])
    game.set_up()
    at_round(game, 6)
    first = game.in_force["fairy_2"][0]
    for seat in game.seats[:4]:
        game.place_fairy(seat, ("fairy_2", seat.edge[0]), first)
    at_round(game, 7).prepare()
    assert game.in_force["fairy_2"] == [first]
    assert [tile.type for tile in game.reveal_prep] == [kind for kind in TYPES if kind not in ("fairy_2", "tomte")]
    last = game.seats[4]
    last.lay(drawn(first.cost.text))
    assert game.placings(last)["fairy_2", (0, 1)] is first
    game.place_fairy(last, ("fairy_2", (0, 1)), first)
    assert "fairy_2" in last.fairies


def dealt(*piles: str) -> tuple[list[str], list[str]]:
    """The start pairs of three when the pile is shuffled so, and the piles before each shuffling."""
    chance = Arranged({CENTRE_STREAM: piles})
    game = Game(box(), 3, [Told()] * 3, chance=chance)
    game.set_up()
    return [seat.start for seat in game.seats], chance.before


def test_x18_equal_pairs_go_back_and_are_dealt_again():
    starts, before = dealt(pile("BM", "MB", "CH"), pile("JJ", "PB", kept="CH"))
    assert starts == ["JJ", "PB", "CH"]
    assert before[1].endswith("BMMB")


def test_x18_a_double_and_a_mixed_pair_differ():
    assert dealt(pile("BB", "BM", "MM"))[0] == ["BB", "BM", "MM"]


def test_x18_a_pair_that_was_kept_goes_back_when_a_new_one_equals_it():
    piles = pile("BM", "MB", "CH"), pile("HC", "PB", kept="CH"), pile("JJ", "MM", kept="PB")
    starts, before = dealt(*piles)
    assert starts == ["JJ", "PB", "MM"]
    assert before[2].endswith("HCCH")


@pytest.mark.parametrize("pattern", ["#3+1", "#2+2"])
def test_x19_four_equal_tiles_pay_no_pattern_of_two_icons(pattern):
    assert not pays(cost(pattern), "BBBB")


def test_x20_a_secret_tile_in_front_counts_nothing():
    game, seat = three_nisse(("nisse_3", (0, 1)))
    assert game.score(seat) == 6


# ---------------------------------------------------------------- setup and rounds


@pytest.mark.parametrize(("players", "left"), [(1, 16), (2, 14), (3, 12), (4, 10), (5, 8)])
def test_the_rest_of_the_black_tiles_is_the_centre_stack(players, left):
    assert len(table(players).centre) == left


def test_seven_costs_are_in_force_before_the_preparation():
    game = Game(box(), 2)
    game.set_up()
    assert [len(game.in_force[kind]) for kind in TYPES] == [0, 1, 1, 1, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(("second", "costs"), [(True, [1, 2, 2, 2, 2, 2, 2, 2, 0]), (False, [1, *[1] * 7, 0])])
def test_the_preparation_reveals_second_costs_and_the_king(second, costs):
    game = Game(box(), 2, [Told()] * 2, Settings(second_reveal=second))
    game.set_up()
    at_round(game, 7).prepare()
    assert [len(game.in_force[kind]) for kind in TYPES] == costs


def test_fairies_placed_do_not_change_what_the_preparation_reveals():
    game = Game(box(), 3)
    game.set_up()
    second = game.decks["fairy_2"][-1]
    for seat in at_round(game, 6).seats:
        game.place_fairy(seat, ("fairy_2", seat.edge[0]), game.in_force["fairy_2"][0])
    assert game.turn_over("fairy_2") is second


def test_the_last_tile_of_the_stack_is_never_drawn():
    game = table()
    stack = [game.removed, *game.stack]
    assert played_from(game) == stack[:0:-1]


def played_from(game: Game) -> list[str]:
    """Draw until the stack is empty."""
    icons = []
    while game.stack:
        game.draw()
        icons.append(game.drawn)
    return icons


@pytest.mark.parametrize(("lead", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_the_lead_may_be_served_first(lead, order):
    game = table(3, process_order="lead_first")
    game.lead = lead
    assert game.serving_order() == order


def test_nobody_is_asked_about_swaps_where_they_are_forbidden():
    game = table(swap=False)
    game.seats[0].player = Told(swap=[True])
    game.draw()
    game.swap_tiles()
    assert game.seats[0].tile == game.drawn


def test_a_blocked_tile_leaves_the_game():
    game = at_round(table(), 7)
    seat = game.seats[0]
    seat.lay(drawn(".**.", "*BC*", ".**."))
    game.draw()
    game.place_clue(seat)
    assert (seat.row["x"], seat.row["y"], seat.row["n_cells"]) == (None, None, 0)
    assert not any(event == "placed" for event, _ in seat.events)


def test_a_blocked_footprint_is_not_placed():
    game = at_round(table(), 7)
    seat = game.seats[0]
    seat.lay(drawn(".**.", "*BC*", ".**."))
    game.prepare()
    assert "#" not in seat.area.values()
    assert game.parts(seat)["pts_footprint"] == 0


@pytest.mark.parametrize(("point", "cap", "bonus"), [(1, 4, 3), (2, 4, 4), (2, 9, 6), (1, 0, 0), (0, 4, 0)])
def test_the_footprint_bonus_has_a_cap_in_points(point, cap, bonus):
    game = table(footprint_point=point, footprint_cap=cap)
    seat = game.seats[0]
    seat.footprint = box(footprints=["BC"]).footprints[0]
    seat.lay(drawn(".B.", "C#C", ".H."))
    assert game.parts(seat)["pts_footprint"] == bonus


def test_the_cost_of_a_taken_deck_stays_in_force():
    game = table(5)
    reveal(game, "fairy_2_a")
    game.decks["fairy_2"] = []
    seat = game.seats[0]
    seat.lay(drawn("BCHM"))
    assert types_payable(game, seat) == {"fairy_2"}


def test_a_type_is_placed_once():
    game = table()
    reveal(game, "nisse_1_a")
    seat = game.seats[0]
    seat.lay(drawn("CHJ"))
    seat.player = Told(fairy=[("nisse_1", (0, 1)), ("nisse_1", (1, 1))])
    game.place_fairies(seat)
    assert len(seat.placed_now) == 1


def test_others_cannot_pay_by_a_secret_cost():
    game, _ = three_nisse(("nisse_3", (0, 1)), ("tomte", (3, 1)))
    other = game.seats[1]
    other.lay(drawn("CHJ"))
    assert "tomte" not in types_payable(game, other)


def test_of_two_costs_the_first_in_the_card_table_is_paid():
    game = table(cards=box(costs={"queen": ["CHJ?", "CHJ", "CHJ", "CHJ", "CHJ"]}))
    reveal(game, "queen_c", "queen_b")
    game.in_force["queen"].reverse()
    seat = game.seats[0]
    seat.lay(drawn("CHJ"))
    assert {tile.id for tile in game.placings(seat).values()} == {"queen_b"}


def test_a_choice_that_is_not_legal_is_refused():
    game = table()
    game.seats[0].player = Told(clue=[(7, 7)])
    game.draw()
    with pytest.raises(ValueError, match=r"round 1, seat 0: clue \(7, 7\)"):
        game.place_clue(game.seats[0])


# ---------------------------------------------------------------- costs and lines


@pytest.mark.parametrize(
    ("text", "paid", "unpaid"),
    [
        ("BBH", ["BHB"], ["BHH", "BBHH", "BB"]),
        ("BC??", ["BCBC", "BCHJ", "CCCB"], ["BBBB", "BC", "BCH"]),
        ("??", ["BB", "BC"], ["B"]),
        ("#1+1+1+1+1+1", ["BCHJMP"], ["BBCHJM"]),
        ("#3+1", ["BBBC", "CBBB"], ["BBCC", "BBBB"]),
        ("#3+2+1", ["BBBCCH"], ["BBBCCC", "BBBBCH"]),
    ],
)
def test_what_pays_a_cost(text, paid, unpaid):
    assert [icons for icons in [*paid, *unpaid] if pays(cost(text), icons)] == paid


def test_a_row_and_a_column_may_pay_the_same_cost():
    assert fairy_cells(drawn("CHJ", "H..", "J.."), cost("CHJ")) == {
        *((-1, 0), (-1, 1), (-1, 2), (1, 1), (1, 2)),
        *((0, -1), (1, -1), (2, -1), (2, 1)),
    }


def test_a_longer_line_may_pay_in_several_places():
    assert fairy_cells(drawn("CHJHC"), cost("CHJ")) == beside(0, 1, 2, 3, 4)


def test_where_lines_contain_any_of_two_equal_tiles_may_pay():
    assert fairy_cells(drawn("CPCPH"), cost("CH"), "contains") == beside(0, 2, 4)


def test_whatever_a_segment_pays_a_line_contains():
    rng = random.Random(1)
    for _ in range(25):
        area = drawn(*["".join(rng.choices("BCHJ*.", weights=[4, 4, 4, 4, 1, 3], k=5)) for _ in range(4)])
        costs = [tile.cost for tile in odd_box(rng.randrange(9)).fairies]
        assert payable(area, costs, "segment").keys() <= payable(area, costs, "contains").keys()
