"""The rules FA-13 to FA-22: phases, the preparation, drawing, swapping and laying clues. FA-14: test_information."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import binomtest

from alfheim.box import ICONS, box
from alfheim.table import EAGER, Sheet, cell_of, evenly, log_of, style
from balance.games.alfheim.cards.box import AFTER, START, TYPES, Reveal
from balance.games.alfheim.cards.box import PREPARATION as IN_PREPARATION
from balance.games.alfheim.play.choosing import choose_swap
from balance.games.alfheim.state import NONE, NOWHERE, PREPARATION

OPEN = [name for name in TYPES if name not in ("king", "tomte")]
SWAPPER = style("swapper", swap_margin=-1e6, w_nisse=1.0)
KEEPER = style("keeper", swap_margin=1e6, w_nisse=1.0)


def rounds(game: Sheet, last: int = 11, point: str = "end"):
    """The game as it stands at this point of each round."""
    for turn, now in game.go():
        if now == point:
            yield turn
        if turn == last and now == "end":
            return


# ---------------------------------------------------------------- phases


def test_fa_13_eleven_rounds():
    log = log_of(3)
    assert {row["turns"] for row in log["games"]} == {11}
    of_seat = [row["turn"] for row in log["turns"] if row["game_no"] == 0 and row["seat"] == 2]
    assert of_seat == list(range(1, 12))


@pytest.mark.parametrize("agents", [("random",), ("greedy",)])
def test_fa_13_a_preparation_in_round_7_a_clue_in_each_and_then_fairies(agents):
    game = Sheet(3, agents=agents)
    assert [point for turn, point in game.go() if turn == 6] == ["swap", "clue", "fairies", "end"]
    game.deal(1)
    assert [point for turn, point in game.go() if turn == 7] == ["footprint", "swap", "clue", "fairies", "end"]


def test_fa_13_one_clue_in_every_round():
    game = Sheet(3, agents=("greedy",))
    for turn in rounds(game):
        for seat in range(3):
            clues = [tile for tile in game.area(seat).values() if tile in ICONS]
            assert len(clues) == 2 + turn


@pytest.mark.parametrize("agents", [("random",), ("greedy", "courtier"), ("sprinter", "tracker", "farmhand")])
def test_fa_13_whole_games_go_through_the_phases_in_this_order(agents):
    """Phase by phase, seat by seat, the same games come out."""
    log = log_of(4, agents, 15)
    scores = {(row["game_no"], row["seat"]): row["score"] for row in log["seats"]}
    cells = {(row["game_no"], row["turn"], row["seat"]): (row["x"], row["y"]) for row in log["turns"]}
    game = Sheet(4, agents=agents)
    for game_no in range(15):
        game.deal(game_no)
        for turn in rounds(game):
            for seat in range(4):
                assert cell_of(int(game.s.now[seat].at)) == cells[game_no, turn, seat]
        assert [int(score) for score in game.s.score[:4]] == [scores[game_no, seat] for seat in range(4)]


# ---------------------------------------------------------------- the preparation


def test_fa_15_the_preparation_happens_once_in_round_7():
    for row in log_of(3)["turns"]:
        assert (row["fp_x"] is not None) == (row["turn"] == PREPARATION)
        assert (row["fp_icons"] is not None) == (row["turn"] == PREPARATION)


def test_fa_15_costs_in_force_change_in_round_7_only():
    game = Sheet(4, agents=("greedy",))
    before = game.in_force()
    changes = []
    for turn, _ in game.go():
        if game.in_force() != before:
            changes.append(turn)
            before = game.in_force()
    assert changes == [7]


def prepared(players: int = 2, taken: dict[str, int] | None = None, **request: object) -> Sheet:
    """Round 7 has begun, so many fairies of some types are placed, and second costs are revealed."""
    game = Sheet(players, **request)
    for name, count in (taken or {}).items():
        game.s.taken[TYPES.index(name)] = count
    game.begin(7)
    game.prepare()
    return game


def revealed(game: Sheet, which: str) -> dict[str, str]:
    """The first or the second costs by type."""
    return {name: game.id(cost) for name, cost in zip(TYPES, game.s[which], strict=True) if cost != NONE}


def test_fa_16_an_alternative_cost_for_every_open_type_and_one_for_the_king():
    for game_no in range(20):
        game = prepared(game_no=game_no)
        assert list(revealed(game, "second")) == ["king", *OPEN]
        first, second = revealed(game, "first"), revealed(game, "second")
        assert game.in_force() == {*first.values(), *second.values()}
        assert len(game.in_force()) == 15
        assert all(id.startswith(name) for name, id in second.items())


@pytest.mark.slow
def test_fa_16_any_other_tile_of_the_type_is_the_second():
    pairs = Counter()
    for game_no in range(1000):
        game = prepared(game_no=game_no)
        pairs[revealed(game, "first")["queen"][-1] + revealed(game, "second")["queen"][-1]] += 1
    assert evenly(pairs, ("".join(pair) for pair in permutations("abcde", 2)))


@pytest.mark.slow
def test_fa_16_any_king_is_revealed():
    kings = Counter(revealed(prepared(game_no=game_no), "second")["king"] for game_no in range(500))
    assert evenly(kings, [f"king_{letter}" for letter in "abcde"])


def test_fa_16_first_costs_stay():
    game = Sheet(2)
    before = revealed(game, "first")
    game.begin(7)
    game.prepare()
    assert revealed(game, "first") == before


def test_fa_16_the_deck_is_empty_when_four_or_five_are_placed():
    game = prepared(5, {"queen": 4, "nisse_1": 5, "fairy_1": 3, "fairy_2": 1})
    assert sorted(revealed(game, "second")) == ["fairy_1", "fairy_2", "fairy_3", "king", "nisse_2", "nisse_3"]


def test_fa_16_nothing_is_revealed_of_the_tomte_whatever_is_placed():
    assert "tomte" not in revealed(prepared(taken={"tomte": 1}), "second")


def test_fa_16_with_second_reveal_off_the_king_alone():
    game = prepared(second_reveal="off")
    assert list(revealed(game, "second")) == ["king"]
    assert len(game.in_force()) == 8


def test_fa_16_every_type_that_waits_for_the_preparation_gets_its_first_cost():
    reveal = {"queen": Reveal(IN_PREPARATION), "king": Reveal(START), "tomte": Reveal(START)}
    game = prepared(cards=box(reveal=reveal | {"fairy_3": Reveal(AFTER, ("queen",))}), second_reveal="off")
    assert list(revealed(game, "second")) == ["queen"]
    assert len(game.in_force()) == 8


def test_fa_16_how_many_are_placed_by_all_is_counted():
    game = Sheet(4, agents=("greedy",))
    for turn, _ in game.go():
        placed = Counter(name for seat in range(4) for name in game.fairies(seat))
        assert {name: int(n) for name, n in zip(TYPES, game.s.taken, strict=True) if n} == dict(placed)
        if turn == PREPARATION:
            break


@pytest.mark.parametrize("agents", [("random",), ("greedy",)])
def test_fa_17_everybody_lays_her_footprint_where_a_clue_could_lie(agents):
    game = Sheet(4, agents=agents)
    legal = {}
    for turn, point in game.go():
        if point == "footprint":
            legal = {seat: game.edge(seat) for seat in range(4)}
        elif turn == PREPARATION:
            break
    for seat in range(4):
        cells = [cell for cell, tile in game.area(seat).items() if tile == "#"]
        assert len(cells) == 1
        assert cells[0] in legal[seat]


def test_fa_17_a_clue_may_be_laid_beside_the_footprint_in_the_same_round():
    game = Sheet()
    game.lay("BC")
    game.place_footprint()
    x, y = next(cell for cell, tile in game.area().items() if tile == "#")
    assert len({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(game.edge())) == 3


# ---------------------------------------------------------------- drawing


def test_fa_18_everybody_has_the_icon_that_the_lead_draws():
    game = Sheet(4)
    for _ in rounds(game, point="swap"):
        assert game.kept() == ICONS[game.s.drawn] * 4


def test_fa_18_the_lead_draws_from_the_top():
    log = log_of()
    order = {row["game_no"]: row["draw_order"] for row in log["games"]}
    for row in log["turns"]:
        assert row["drawn"] == order[row["game_no"]][row["turn"] - 1]


def test_fa_18_what_is_left_is_counted():
    game = Sheet(2)
    left = Counter(ICONS * 2)
    for _ in rounds(game, point="swap"):
        left[ICONS[game.s.drawn]] -= 1
        assert list(game.s.left) == [left[icon] for icon in ICONS]
    assert left.total() == 1


# ---------------------------------------------------------------- swapping


def drawn(players: int = 4, centre: str = "CHJMPBCHJM", icon: str = "B", **request: object) -> Sheet:
    """Round 1, this centre stack, the lead has drawn this icon."""
    game = Sheet(players, **request)
    game.centre(centre)
    game.begin(1)
    game.draw(icon)
    return game


def test_fa_19_the_swapper_gets_the_top_clue_and_the_own_one_goes_under_the_stack():
    game = drawn()
    game.swap(2)
    assert game.kept() == "BBCB"
    assert game.stack() == "HJMPBCHJMB"
    game.show_swaps()
    assert list(game.s.in_centre) == [game.stack().count(icon) for icon in ICONS]


def test_fa_19_who_does_not_swap_keeps_the_icon_drawn():
    game = drawn()
    game.swap()
    assert (game.kept(), game.stack()) == ("BBBB", "CHJMPBCHJM")


def test_fa_19_the_clue_drawn_instead_must_be_laid():
    game = drawn(agents=(SWAPPER,))
    game.swap(0)
    game.place_clue(0)
    assert Counter(game.area(0).values())["C"] == Counter(letters(game, 0))["C"] + 1


def letters(game: Sheet, seat: int) -> str:
    return "".join(ICONS[icon] for icon in game.s.seat[seat].start)


def test_fa_19_at_most_one_swap_in_a_round_and_swaps_are_counted():
    game = Sheet(3, agents=(SWAPPER, KEEPER))
    for turn in rounds(game):
        assert [int(game.s.seat[seat].swaps) for seat in range(3)] == [turn, 0, turn]
        assert [int(now.swapped) for now in game.s.now[:3]] == [1, 0, 1]


def test_fa_19_with_swap_off_nobody_swaps():
    game = Sheet(3, agents=(SWAPPER, "random"), swap="off")
    for _ in rounds(game):
        assert [int(now.swapped) for now in game.s.now[:3]] == [0, 0, 0]


def test_fa_19_clues_of_others_come_back_from_the_centre_stack():
    game = drawn(2, "CHJ")
    for turn, icon in enumerate("MPB", 2):
        game.swap(0)
        game.begin(turn)
        game.draw(icon)
    assert game.stack() == "BMP"
    game.swap(1)
    assert game.kept() == "BB"


def test_fa_19_the_game_is_the_same_when_nobody_swaps_whatever_the_centre_stack():
    areas = []
    for centre in ("CHJMPBCHJM", "BBBBBBBBBB"):
        game = Sheet(4, agents=("purist",))
        game.centre(centre)
        game.play()
        areas.append([game.area(seat) for seat in range(4)])
    assert areas[0] == areas[1]


def test_fa_20_swappers_are_served_one_after_another_in_this_rounds_order():
    game = drawn()
    game.swap(0, 1, 3, order=(3, 0, 2, 1))
    assert game.kept() == "HJBC"
    assert game.stack() == "MPBCHJMBBB"


def test_fa_20_five_swappers_do_not_reach_a_clue_put_under_in_the_same_round():
    game = drawn(5, "CHJMPCHJ")
    game.swap(0, 1, 2, 3, 4)
    assert sorted(game.kept()) == sorted("CHJMP")
    assert game.stack() == "CHJBBBBB"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_fa_20_the_centre_stack_keeps_its_size(players):
    game = Sheet(players, agents=(SWAPPER, "random"))
    before = len(game.stack())
    for _ in rounds(game):
        assert len(game.stack()) == before == game.s.in_centre.sum()
        assert list(game.s.in_centre) == [game.stack().count(icon) for icon in ICONS]


@pytest.mark.slow
def test_fa_20_the_order_is_drawn_anew_in_every_round():
    orders: Counter = Counter()
    for game_no in range(150):
        game = Sheet(3, game_no=game_no)
        for turn in range(1, 12):
            game.begin(turn)
            order = tuple(int(seat) for seat in game.s.queue[:3])
            assert [int(game.s.now[seat].queue) for seat in order] == [0, 1, 2]
            orders[turn % 2, order] += 1
    for odd in (0, 1):
        counts = Counter({order: n for (parity, order), n in orders.items() if parity == odd})
        assert evenly(counts, permutations(range(3)))


def test_fa_20_lead_first_is_clockwise_from_the_lead():
    for game_no in range(10):
        game = Sheet(4, game_no=game_no, process_order="lead_first")
        lead = int(game.s.lead)
        for turn in (1, 2):
            game.begin(turn)
            assert [int(seat) for seat in game.s.queue[:4]] == [(lead + i) % 4 for i in range(4)]


# ---------------------------------------------------------------- laying clues


def test_fa_21_beside_clues_and_the_footprint_and_not_at_corners():
    game = Sheet()
    game.lay("B#")
    assert set(game.edge()) == {(-1, 0), (2, 0), (0, 1), (1, 1), (0, -1), (1, -1)}


def test_fa_21_a_fairy_makes_no_cell_legal():
    game = Sheet()
    game.lay("B*", "*.")
    assert set(game.edge()) == {(-1, 0), (0, -1)}


def test_fa_21_a_cell_beside_a_fairy_and_a_clue_is_legal():
    game = Sheet()
    game.lay("B*", ".C")
    assert set(game.edge()) == {(-1, 0), (0, -1), (0, 1), (2, 1), (1, 2)}


@pytest.mark.parametrize("agents", [("random",), ("greedy",), (EAGER,)])
def test_fa_22_everybody_lays_a_clue_on_a_legal_cell(agents):
    game = Sheet(3, agents=agents)
    legal: dict[int, list] = {}
    before: list[dict] = []
    for _, point in game.go():
        if point == "clue":
            legal = {seat: game.edge(seat) for seat in range(3)}
            before = [game.area(seat) for seat in range(3)]
        elif point == "fairies":
            for seat in range(3):
                (cell,) = game.area(seat).keys() - before[seat].keys()
                assert cell in legal[seat]
                assert game.area(seat)[cell] == ICONS[game.s.now[seat].kept]
                assert game.s.now[seat].n_cells == len(legal[seat])


def blocked(agents=("random",)) -> Sheet:
    """Two clues with a fairy at each of their six sides."""
    game = Sheet(2, agents=agents)
    game.lay("BC")
    game.fence((-1, 0), (2, 0), (0, -1), (1, -1), (0, 1), (1, 1))
    return game


@pytest.mark.parametrize("agents", [("random",), ("greedy",), (SWAPPER,)])
def test_fa_22_in_a_blocked_area_the_clue_leaves_the_game(agents):
    game = blocked(agents)
    game.begin(3)
    game.draw("J")
    before = game.area()
    assert choose_swap(game.s, game.t, 0) == 0
    game.place_clue()
    now = game.s.now[0]
    assert (now.at, now.n_cells) == (NOWHERE, 0)
    assert game.area() == before


def test_fa_22_a_footprint_that_finds_no_cell_is_not_laid_and_scores_nothing():
    game = blocked()
    game.footprint("BC")
    before = game.area()
    game.place_footprint()
    assert game.area() == before
    assert game.s.seat[0].footprint_at == NOWHERE
    assert game.points()[-1] == 0


def test_fa_22_a_last_cell_is_used():
    game = Sheet(2)
    game.lay("BC")
    game.fence((-1, 0), (2, 0), (0, -1), (1, -1), (0, 1))
    game.begin(3)
    game.draw("J")
    game.place_clue()
    assert game.area()[1, 1] == "J"


def test_fa_42_the_random_style_swaps_every_other_time():
    swaps = [row["swapped"] for row in log_of(games=100)["turns"]]
    assert binomtest(sum(swaps), len(swaps), 0.5).pvalue > 1e-5
