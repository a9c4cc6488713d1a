"""The rules FA-23 to FA-33: placing fairies, what pays them and where they go, King and Tomte."""

from __future__ import annotations

from collections import Counter

import pytest

from alfheim.box import box
from alfheim.lines import drawn
from alfheim.table import EAGER, Sheet, log_of, plan_for, play, style
from balance.games.alfheim.cards.box import AFTER, PREPARATION, START, TYPES, Reveal
from balance.games.alfheim.state import NONE

MODES = ("segment", "contains")
IDLE = style("idle", eager=-1000.0, w_king=1, w_queen=1, w_nisse=1, w_fairy=1, w_tomte=1, swap_margin=99)
"""Places no fairy."""


def beside(y: int, *columns: int) -> set[tuple[int, int]]:
    """The cells above and below these columns of a row."""
    return {(x, y + side) for x in columns for side in (-1, 1)}


def turned(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Rows for columns."""
    return {(y, x) for x, y in cells}


def paid(cost: str, *picture: str, line_match: str = "segment") -> set[tuple[int, int]]:
    """Where a fairy of this cost may go; the same in the area turned over."""
    game = Sheet(costs={"nisse_1": cost}, line_match=line_match)
    game.lay(*picture)
    cells = game.cells("nisse_1")
    game.lay_out({(y, x): tile for (x, y), tile in drawn(*picture).items()})
    assert game.cells("nisse_1") == turned(cells)
    return cells


# ---------------------------------------------------------------- how many


def placing(agent, *picture: str, **costs: str) -> Sheet:
    """One seat in round 3 with this area."""
    game = Sheet(costs=costs, agents=(agent,))
    game.lay(*picture)
    game.begin(3)
    return game


def test_fa_23_any_number_of_fairies_one_after_another():
    game = placing(EAGER, "CHJM", nisse_1="CHJ", nisse_2="HJM", fairy_1="CHJM", queen="CH")
    assert sorted(game.place_fairies()) == ["fairy_1", "nisse_1", "nisse_2", "queen"]
    assert len({cell for _, cell, _ in game.placed()}) == 4
    assert game.s.now[0].n_payable == 4
    assert game.s.now[0].n_declined == 0


def test_fa_23_each_is_paid_by_the_area_as_it_is_then():
    """One cell is left beside the line, for one of the two."""
    game = placing(EAGER, "CHJ", nisse_1="CHJ", nisse_2="CHJ")
    game.fence((0, -1), (1, -1), (2, -1), (0, 1), (1, 1))
    assert len(game.place_fairies()) == 1
    assert (game.s.now[0].n_payable, game.s.now[0].n_declined) == (2, 0)


def test_fa_23_a_fairy_may_be_declined_and_placed_in_a_later_round():
    game = placing(IDLE, "CHJ", nisse_1="CHJ")
    assert game.place_fairies() == []
    assert (game.s.now[0].n_payable, game.s.now[0].n_declined) == (1, 1)
    game.begin(4)
    assert len(game.cells("nisse_1")) == 6


def test_fa_23_nothing_is_placed_that_is_not_paid():
    game = placing(EAGER, "CHP", nisse_1="CHJ")
    assert game.place_fairies() == []
    assert (game.s.now[0].n_payable, game.s.now[0].n_declined) == (0, 0)


def test_fa_24_one_of_each_type():
    game = placing(EAGER, "CHJ.CHJ", nisse_1="CHJ")
    assert game.place_fairies() == ["nisse_1"]
    assert game.payers() == {}
    game.begin(4)
    assert game.place_fairies() == []


def test_fa_24_neither_by_its_other_cost():
    game = Sheet(cards=box({"queen": ["CH", "HJ", "JM", "MP", "BP"]}))
    game.force_ids("queen_a", "queen_b")
    game.lay("CHJ")
    assert len(game.cells("queen")) == 6
    game.has("queen")
    assert game.payers() == {}


def test_fa_24_another_seat_may_place_the_same_type():
    game = Sheet(2, {"nisse_1": "CHJ"}, agents=(EAGER,))
    for seat in (0, 1):
        game.lay("CHJ", seat=seat)
    game.begin(3)
    assert [game.place_fairies(seat) for seat in (0, 1)] == [["nisse_1"], ["nisse_1"]]


# ---------------------------------------------------------------- payment


def test_fa_25_exactly_the_tiles_of_the_cost_side_by_side():
    assert paid("BBH", "BHB") == beside(0, 0, 1, 2)
    assert paid("BBH", "BH") == set()
    assert paid("BBH", "BHH") == set()
    assert paid("BBH", "BCBH") == set()


def test_fa_25_the_line_may_be_longer_at_both_ends():
    assert paid("CH", "PHCP") == beside(0, 1, 2)


def test_fa_25_every_segment_that_pays_counts():
    assert paid("CH", "CHC") == beside(0, 0, 1, 2)
    assert paid("CH", "CHPHC") == beside(0, 0, 1, 3, 4)


def test_fa_25_a_row_and_a_column_through_the_same_tile():
    assert paid("CH", "CH", "H.") == {(0, -1), (1, -1), (1, 1), (-1, 0), (-1, 1)}


@pytest.mark.parametrize("line_match", MODES)
def test_fa_25_wild_tiles_are_of_any_icon_but_named_ones_must_be_there(line_match):
    assert paid("BC??", "BJCJ", line_match=line_match) == beside(0, 0, 1, 2, 3)
    assert paid("BC??", "BBBC", line_match=line_match) == beside(0, 0, 1, 2, 3)
    assert paid("BC??", "BJJJ", line_match=line_match) == set()
    assert paid("BC??", "BCJ", line_match=line_match) == set()


def test_fa_25_contains_is_not_told_by_the_length_of_the_line():
    assert paid("CHJ", "CPHPJPP", line_match="contains") == beside(0, 0, 2, 4)
    assert paid("CHJ", "CPHPJPP") == set()


def test_fa_25_contains_any_of_equal_tiles_may_pay():
    assert paid("CH", "CHPC", line_match="contains") == beside(0, 0, 1, 3)


def test_fa_25_contains_with_a_wild_tile_every_tile_of_the_line_may_pay():
    assert paid("CH?", "CPPH", line_match="contains") == beside(0, 0, 1, 2, 3)


def test_fa_25_contains_all_named_tiles_must_be_there():
    assert paid("CCH", "CPHP", line_match="contains") == set()


@pytest.mark.parametrize(
    ("pattern", "line", "columns"),
    [
        ("#2+2", "BBCC", (0, 1, 2, 3)),
        ("#2+2", "BCBC", (0, 1, 2, 3)),
        ("#2+2", "BBBCC", (1, 2, 3, 4)),
        ("#2+2", "BBCHC", ()),
        ("#3+1", "BBBC", (0, 1, 2, 3)),
        ("#3+1", "BBBB", ()),
        ("#3+1", "BBBBC", (1, 2, 3, 4)),
        ("#3+1+1", "CBBBH", (0, 1, 2, 3, 4)),
        ("#3+1+1", "CBBBC", ()),
        ("#3+2+1", "BCBCBH", (0, 1, 2, 3, 4, 5)),
        ("#1+1+1+1+1+1", "BCHJMP", (0, 1, 2, 3, 4, 5)),
        ("#1+1+1+1+1+1", "BCHJMPB", (0, 1, 2, 3, 4, 5, 6)),
        ("#1+1+1+1+1+1", "BCHJMB", ()),
    ],
)
def test_fa_25_a_pattern_is_told_by_how_many_tiles_are_equal(pattern, line, columns):
    assert paid(pattern, line) == beside(0, *columns)


@pytest.mark.parametrize(
    ("pattern", "line", "columns"),
    [
        ("#2+2", "BBHCC", (0, 1, 3, 4)),
        ("#2+2", "BBHCCH", (0, 1, 2, 3, 4, 5)),
        ("#2+2", "BBBB", ()),
        ("#3+1", "BBBBC", (0, 1, 2, 3, 4)),
        ("#3+1", "BBBCHH", (0, 1, 2, 3, 4, 5)),
        ("#3+2", "BBBCCH", (0, 1, 2, 3, 4)),
        ("#3+2", "BBCCHHH", (0, 1, 2, 3, 4, 5, 6)),
        ("#3+2", "BBBCHJ", ()),
        ("#3+2+1", "BBBCCCH", (0, 1, 2, 3, 4, 5, 6)),
        ("#2+1", "BBCH", (0, 1, 2, 3)),
    ],
)
def test_fa_25_contains_a_pattern_takes_any_tiles_that_fit(pattern, line, columns):
    assert paid(pattern, line, line_match="contains") == beside(0, *columns)


@pytest.mark.parametrize("line_match", MODES)
def test_fa_26_above_and_below_a_row_left_and_right_of_a_column(line_match):
    assert paid("CH", "CH", line_match=line_match) == beside(0, 0, 1)


@pytest.mark.parametrize("line_match", MODES)
def test_fa_26_never_at_the_ends(line_match):
    game = Sheet(costs={"nisse_1": "CHJ"}, line_match=line_match)
    game.lay("CHJ")
    game.fence(*beside(0, 0, 1, 2))
    assert game.edge()
    assert game.payers() == {}


@pytest.mark.parametrize("line_match", MODES)
def test_fa_26_on_an_empty_cell(line_match):
    game = Sheet(costs={"nisse_1": "CHJ"}, line_match=line_match)
    game.lay("..P", "CHJ", "#*.")
    assert game.cells("nisse_1") == {(0, 0), (1, 0), (2, 2)}


@pytest.mark.parametrize("line_match", MODES)
def test_fa_26_other_neighbours_do_not_matter(line_match):
    game = Sheet(costs={"nisse_1": "CHJ"}, line_match=line_match)
    game.lay(".B.", "B.#", ".H.", "*C.", ".J.")
    assert (1, 1) not in game.cells("nisse_1")
    game.lay("CHJ", "B.*", ".#.")
    assert (1, 1) in game.cells("nisse_1")


@pytest.mark.parametrize("line_match", MODES)
def test_fa_27_the_footprint_pays_nothing_whatever_its_icons(line_match):
    game = Sheet(costs={"nisse_1": "CH"}, line_match=line_match)
    game.footprint("CH")
    game.lay("C#P")
    assert game.payers() == {}


@pytest.mark.parametrize("line_match", MODES)
@pytest.mark.parametrize("between", ["#", "*", "."])
def test_fa_27_beyond_an_interruption_another_line_begins(between, line_match):
    game = Sheet(costs={"nisse_1": "CHJ"}, line_match=line_match)
    game.lay(f"CH{between}CHJ")
    assert game.cells("nisse_1") == beside(0, 3, 4, 5)


def test_fa_27_a_fairy_keeps_its_cell():
    game = placing(EAGER, "CHJ", nisse_1="CHJ")
    game.place_fairies()
    ((_, cell, _),) = game.placed()
    assert cell not in game.edge()
    assert game.area()[cell] == "nisse_1"


@pytest.mark.parametrize("line_match", MODES)
def test_fa_28_the_same_tiles_pay_for_several_types_and_in_row_and_column(line_match):
    game = Sheet(costs={"nisse_1": "CH", "nisse_2": "CJ", "nisse_3": "CH"}, line_match=line_match, agents=(EAGER,))
    game.lay("CH", "J.")
    game.begin(3)
    assert sorted(game.place_fairies()) == ["nisse_1", "nisse_2", "nisse_3"]
    assert {tile for tile in game.area().values() if len(tile) == 1} == set("CHJ")


def test_fa_28_each_fairy_needs_a_cell_of_its_own():
    game = placing(EAGER, "CH", nisse_1="CH", nisse_2="CH", nisse_3="CH", queen="CH", fairy_1="CH")
    assert len(game.place_fairies()) == 4


# ---------------------------------------------------------------- costs


def two_costs(*picture: str, line_match: str = "segment") -> Sheet:
    """A Queen with two costs in force."""
    game = Sheet(cards=box({"queen": ["CH", "HJ", "JM", "MP", "BP"]}), line_match=line_match)
    game.force_ids("queen_d", "queen_b")
    game.lay(*picture)
    return game


@pytest.mark.parametrize("line_match", MODES)
def test_fa_29_any_cost_revealed_so_far_is_good(line_match):
    assert set(two_costs("HJ", line_match=line_match).payers().values()) == {"queen_b"}
    assert set(two_costs("MP", line_match=line_match).payers().values()) == {"queen_d"}
    assert two_costs("CH", line_match=line_match).payers() == {}


@pytest.mark.parametrize("line_match", MODES)
@pytest.mark.parametrize("row", ["HJ.MP", "MP.HJ"])
def test_fa_29_of_two_costs_that_pay_on_a_cell_the_first_in_the_card_table_is_named(row, line_match):
    game = Sheet(cards=box({"queen": ["CH", "HJ", "JM", "MP", "BP"]}), line_match=line_match)
    game.force_ids("queen_b", "queen_d")
    game.lay(row, ".....", row[::-1])
    payers = game.payers()
    assert {payers["queen", (x, 1)] for x in (0, 1, 3, 4)} == {"queen_b"}


def test_fa_29_a_cost_stays_in_force_when_all_its_tiles_are_taken():
    game = Sheet(5, {"nisse_1": "CHJ"}, agents=(EAGER,))
    game.begin(5)
    for seat in range(5):
        game.lay("CHJ", seat=seat)
        assert game.place_fairies(seat) == ["nisse_1"]
    assert game.s.taken[TYPES.index("nisse_1")] == 5


def test_fa_30_five_players_may_all_place_all_types():
    game = Sheet(5, cards=box(dict.fromkeys(TYPES, ["CH"] * 5)), agents=(EAGER,))
    game.begin(7)
    game.prepare()
    for seat in range(5):
        game.lay("CHC", "H..", "C..", seat=seat)
        assert sorted(game.place_fairies(seat)) == sorted(TYPES)
    assert list(game.s.taken) == [5] * 9


# ---------------------------------------------------------------- the King


def test_fa_31_nobody_places_a_king_before_round_7():
    log = log_of(4, ("greedy",), 60)
    turns = Counter(row["turn"] for row in log["turns"] if "king@" in row["placements"])
    assert turns
    assert min(turns) >= 7


@pytest.mark.parametrize("line_match", MODES)
def test_fa_31_rows_and_columns_pay_him_from_round_7_on(line_match):
    game = Sheet(cards=box({"king": ["#2+2"] * 5}), line_match=line_match)
    game.begin(7)
    game.prepare()
    game.lay("BBCC")
    assert game.cells("king") == beside(0, 0, 1, 2, 3)
    game.lay("B", "C", "B", "C")
    assert game.cells("king") == turned(beside(0, 0, 1, 2, 3))


# ---------------------------------------------------------------- the Tomte


def nisse_paid(players: int = 1, missing: str = "nisse_3", **request: object) -> Sheet:
    """All seats lack this Nisse, for which they can pay; no Tomte can be paid."""
    game = Sheet(players, {missing: "CHJ"}, agents=(EAGER,), **request)
    for seat in range(players):
        game.lay("CHJ", seat=seat)
        game.has(*(name for name in ("nisse_1", "nisse_2", "nisse_3") if name != missing), seat=seat)
    game.begin(4)
    return game


@pytest.mark.parametrize("missing", ["nisse_1", "nisse_2", "nisse_3"])
def test_fa_32_the_third_nisse_brings_the_top_tomte_tile(missing):
    game = nisse_paid(missing=missing)
    assert game.s.seat[0].secret == NONE
    top = game.s.deck[TYPES.index("tomte"), 4]
    assert game.place_fairies() == [missing]
    assert game.s.seat[0].secret == game.s.now[0].secret == top


def test_fa_32_two_nisse_bring_none():
    game = nisse_paid()
    game.has("nisse_1", "queen", "king", "fairy_1")
    game.place_fairies()
    assert game.s.seat[0].secret == game.s.now[0].secret == NONE


def test_fa_32_it_is_taken_once():
    game = nisse_paid()
    game.place_fairies()
    tile = game.s.seat[0].secret
    game.begin(5)
    game.force("queen")
    game.lay("BCBHM")
    game.has("nisse_1", "nisse_2", "nisse_3")
    assert game.place_fairies() == ["queen"]
    assert (game.s.seat[0].secret, game.s.now[0].secret, game.s.secrets) == (tile, NONE, 1)


def test_fa_32_everybody_gets_another_tile_from_the_top_in_the_order_of_serving():
    game = nisse_paid(5)
    deck = [int(number) for number in game.s.deck[TYPES.index("tomte")]]
    order = [int(seat) for seat in game.s.queue[:5]]
    for seat in order:
        game.place_fairies(seat)
    assert [int(game.s.seat[seat].secret) for seat in order] == deck[::-1]


def test_fa_32_in_whole_games_the_order_of_serving_is_that_of_the_queue():
    """Those who receive one in the same round have tiles in the order of the deck."""
    request = {"cards": box({name: ["??"] * 5 for name in ("nisse_1", "nisse_2", "nisse_3")}), "agents": ("random",)}
    rows = [row for row in play(plan_for(5, **request), 100)["turns"] if row["tomte_drawn"] is not None]
    deal = Sheet(5, **request)
    together = Counter((row["game_no"], row["turn"]) for row in rows)
    for game_no in range(100):
        deal.deal(game_no)
        deck = [deal.id(number) for number in deal.s.deck[TYPES.index("tomte")]][::-1]
        own = sorted((row["turn"], row["queue"], row["tomte_drawn"]) for row in rows if row["game_no"] == game_no)
        assert [tile for _, _, tile in own] == deck[: len(own)]
    assert sum(n > 1 for n in together.values()) > 20


def test_fa_32_another_type_may_be_the_secret_one():
    reveal = {"tomte": Reveal(START), "queen": Reveal(AFTER, ("fairy_1",))}
    game = Sheet(cards=box({"fairy_1": ["CHJ"] * 5}, reveal=reveal), agents=(EAGER,))
    game.force("fairy_1")
    game.lay("CHJ")
    game.begin(4)
    assert game.place_fairies() == ["fairy_1"]
    assert game.id(game.s.seat[0].secret)[:-2] == "queen"


def with_tomte(tile: str = "tomte_b") -> Sheet:
    """A seat that has this Tomte tile, and a line that pays tomte_a and tomte_b."""
    game = Sheet(2, cards=box({"tomte": ["CH", "HJ", "MP", "MP", "MP"]}), agents=(EAGER,))
    game.s.in_force = 0
    game.lay("CHJ")
    game.secret(tile)
    return game


def test_fa_33_the_own_tile_pays_and_no_other():
    assert set(with_tomte().payers().values()) == {"tomte_b"}
    assert with_tomte().cells("tomte") == beside(0, 1, 2)
    assert with_tomte("tomte_c").payers() == {}


def test_fa_33_without_a_tile_nobody_places_a_tomte():
    game = with_tomte()
    game.lay("CHJ", seat=1)
    game.s.secrets = 1
    assert game.payers(1) == {}


def test_fa_33_it_is_placed_like_any_other_fairy_and_once():
    game = with_tomte()
    game.begin(8)
    assert game.place_fairies() == ["tomte"]
    assert game.payers() == {}


def test_fa_33_a_tomte_of_another_does_not_become_a_cost_for_all():
    game = with_tomte()
    game.begin(8)
    game.place_fairies()
    game.secret("tomte_c", seat=1)
    game.lay("CHJ", seat=1)
    assert game.payers(1) == {}


def test_fa_33_king_and_others_wait_for_nothing_else():
    """The preparation reveals no Tomte either."""
    game = Sheet(cards=box(dict.fromkeys(TYPES, ["CH"] * 5), reveal={"king": Reveal(PREPARATION)}))
    game.begin(7)
    game.prepare()
    game.lay("CH")
    assert {name for name, _ in game.payers()} == set(TYPES) - {"tomte"}
