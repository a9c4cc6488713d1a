"""Which option a style takes: FA-42 exactly, the best one, ties, slips, noise; and what section 4.3 says of styles."""

from __future__ import annotations

from collections import Counter
from statistics import NormalDist
from typing import Any

import pytest
from scipy.stats import binomtest, chisquare

from alfheim.box import ICONS, box
from alfheim.lines import Cell
from alfheim.table import EAGER, Sheet, evenly, log_of, style
from balance.engine.kernels.decision_record import LUCK
from balance.engine.kernels.decisions import draw_luck
from balance.games.alfheim import GAME
from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.play.choosing import STOP, choose_clue, choose_fairy, choose_footprint, choose_swap
from balance.games.alfheim.rules.lines import find_legal
from balance.games.alfheim.state import Point

GREEDY = next(own_style for own_style in GAME.styles if own_style.name == "greedy")
CASES = 600


def like_greedy(name: str, slip: float = 0.0, **weights: float):
    """Greedy with some other weights."""
    return style(name, slip, **{**GREEDY.weights, **weights})


def luck(game: Sheet) -> int:
    """The luck of the last decision, as far as it is not drawn yet."""
    return int(game.s.decision.stream[LUCK])


def undrawn(game: Sheet, point: Point, seat: int = 0) -> int:
    """The luck of the last decision of the seat at this point before anything was drawn."""
    decision = game.s.decision
    draw_luck(decision, seat, point, decision.asked[seat, point] - 1)
    return luck(game)


def fairy(game: Sheet, seat: int = 0) -> tuple[str, Cell] | None:
    """What the seat places now."""
    find_legal(game.s, game.t, seat)
    kind, place = choose_fairy(game.s, game.t, seat)
    return None if kind == STOP else (TYPES[kind], game.edge(seat)[place])


def clue(game: Sheet, icon: str = "B", seat: int = 0) -> Cell:
    """Where the seat lays this clue."""
    game.s.seat[seat].weighed = 0
    return game.edge(seat)[choose_clue(game.s, game.t, seat, ICONS.index(icon))]


def footprint(game: Sheet, seat: int = 0) -> Cell:
    return game.edge(seat)[choose_footprint(game.s, game.t, seat)]


def chosen(game: Sheet, choose: Any, times: int = CASES) -> Counter:
    """How often each thing is chosen here, with other luck each time."""
    counts: Counter = Counter()
    for _ in game.again(times):
        counts[choose(game)] += 1
    game.back()
    return counts


# ---------------------------------------------------------------- random


def test_fa_42_random_swaps_every_other_time():
    game = Sheet(2)
    game.begin(1)
    game.draw("B")
    assert evenly(chosen(game, lambda game: choose_swap(game.s, game.t, 0)), [0, 1])


def test_fa_42_random_lays_a_clue_on_any_legal_cell():
    game = Sheet()
    game.lay("BC*", ".H#")
    assert evenly(chosen(game, clue), game.edge())
    assert len(game.edge()) == 7


def test_fa_42_random_lays_the_footprint_on_any_legal_cell():
    game = Sheet()
    game.lay("BC*", ".H.")
    assert evenly(chosen(game, footprint), game.edge())


def test_fa_42_random_takes_any_pair_of_fairy_and_cell_or_stops():
    game = Sheet(costs={"nisse_1": "CH", "nisse_2": "CHJ"})
    game.lay("CHJ")
    pairs = [*game.payers(), None]
    assert len(pairs) == 11
    assert evenly(chosen(game, fairy, 1100), pairs)


def test_fa_42_a_pair_that_several_costs_and_lines_allow_counts_once():
    game = Sheet(cards=box({"queen": ["CH", "CHC", "HC?", "JJ", "JJ"]}))
    game.force_ids("queen_a", "queen_b", "queen_c")
    game.lay("CHC")
    assert evenly(chosen(game, fairy), [*(("queen", (x, y)) for x in range(3) for y in (-1, 1)), None])


def test_fa_42_the_list_is_made_anew_until_it_stops():
    """Two fairies with one cell each: none, the one, the other, or both in either order."""
    game = Sheet(costs={"nisse_1": "CH", "nisse_2": "JM"})
    game.lay("CH.JM")
    game.fence((0, -1), (1, -1), (0, 1), (3, -1), (4, -1), (3, 1))
    game.begin(3)

    def placed(game: Sheet) -> tuple[str, ...]:
        return tuple(game.place_fairies())

    counts = chosen(game, placed, 1200)
    nisse, other = ("nisse_1",), ("nisse_2",)
    shares = {(): 1 / 3, nisse: 1 / 6, other: 1 / 6, nisse + other: 1 / 6, other + nisse: 1 / 6}
    assert set(counts) == set(shares)
    assert chisquare([counts[way] for way in shares], [1200 * share for share in shares.values()]).pvalue > 1e-5


def test_fa_42_where_there_is_one_possibility_nobody_is_asked():
    game = Sheet()
    game.lay("B")
    game.fence((-1, 0), (0, -1), (0, 1))
    for choose, point in ((clue, Point.CLUE), (footprint, Point.FOOTPRINT)):
        assert choose(game) == (1, 0)
        assert game.s.decision.asked[0, point] == 0
    assert fairy(game) is None
    assert game.s.decision.asked[0, Point.FAIRY] == 0


def test_fa_42_every_choice_of_a_seat_is_its_own_luck():
    game = Sheet(2)
    game.keep()
    alone = clue(game, seat=0), luck(game)
    game.back()
    clue(game, seat=1)
    footprint(game, seat=0)
    assert luck(game) != alone[1]
    assert (clue(game, seat=0), luck(game)) == alone


# ---------------------------------------------------------------- slips and noise


def test_4_3_a_style_that_slips_chooses_at_random_now_and_then():
    """The B completes the line at either end."""
    game = Sheet(costs={"nisse_1": "BHJ"}, agents=(like_greedy("slips", slip=0.5),))
    game.lay("HJ")
    game.begin(2)
    counts = chosen(game, clue)
    best = {(-1, 0), (2, 0)}
    assert len(game.edge()) == 6
    slipped = sum(n for cell, n in counts.items() if cell not in best)
    assert binomtest(slipped, CASES, 0.5 * 4 / 6).pvalue > 1e-5


def test_4_3_a_style_that_does_not_slip_asks_no_luck_but_for_ties():
    game = Sheet(costs={"nisse_1": "BHJ"}, agents=("greedy",))
    game.lay("HJ")
    game.begin(2)
    game.fence((2, 0))
    assert clue(game) == (-1, 0)
    assert luck(game) == undrawn(game, Point.CLUE)


@pytest.mark.parametrize("times", [0.5, 2.0])
def test_4_2_noise_is_in_points_and_normal(times):
    """The better of two cells wins unless the difference of two misjudgements is more than theirs."""
    gap = Sheet(costs={"nisse_1": "BHJ"}, agents=("greedy",))
    gap.lay("HJ")
    gap.begin(2)
    gap.fence((2, 0), (0, -1), (1, -1), (0, 1))
    clue(gap)
    worth = dict(zip(gap.edge(), gap.s.value[0, 0], strict=False))
    apart = abs(worth[-1, 0] - worth[1, 1])
    assert apart > 0
    game = Sheet(costs={"nisse_1": "BHJ"}, agents=(like_greedy("noisy", noise=apart * times),))
    game.lay("HJ")
    game.begin(2)
    game.fence((2, 0), (0, -1), (1, -1), (0, 1))
    wins = chosen(game, clue, 1000)[max(worth, key=worth.__getitem__)]
    assert binomtest(wins, 1000, NormalDist().cdf(1 / times / 2**0.5)).pvalue > 1e-5


# ---------------------------------------------------------------- the best option


def test_4_5_a_clue_goes_where_it_completes_a_line():
    game = Sheet(costs={"nisse_1": "BHJ"}, agents=("greedy",))
    game.lay("HJ")
    game.begin(2)
    assert evenly(chosen(game, clue), [(-1, 0), (2, 0)])


def test_4_5_and_not_where_it_breaks_one():
    """C fits nothing: it goes where the two lines of two tiles keep all their cells."""
    game = Sheet(costs={"nisse_1": "BHJ"}, agents=("greedy",))
    game.lay("HJ")
    game.begin(2)
    assert not {(-1, 0), (2, 0)} & set(chosen(game, lambda game: clue(game, "C")))


def test_4_5_of_equal_cells_any_is_taken():
    """All six are worth nothing."""
    game = Sheet(costs={"nisse_1": "MMM"}, agents=("greedy",))
    game.s.in_force = 0
    game.lay("HJ")
    game.begin(2)
    assert evenly(chosen(game, clue), game.edge())


def test_4_5_the_footprint_goes_beside_clues_that_match():
    game = Sheet(agents=("greedy",))
    game.s.in_force = 0
    game.lay("PB", "B.", "..P")
    game.footprint("BC")
    game.begin(7)
    assert set(chosen(game, footprint, 20)) == {(1, 1)}


def test_4_5_a_fairy_goes_where_it_harms_least():
    """Not on the cell on which a B would complete H and J."""
    game = Sheet(costs={"nisse_1": "CM", "nisse_2": "BHJ"}, agents=("greedy",))
    game.lay("HJ.C", "...M")
    game.begin(3)
    assert {cell for _, cell in game.payers()} == {(2, 0), (4, 0), (2, 1), (4, 1)}
    assert evenly(chosen(game, fairy, 300), [("nisse_1", cell) for cell in [(4, 0), (2, 1), (4, 1)]])


def test_4_5_stopping_is_worth_nothing_so_what_loses_is_not_placed():
    costs = {"nisse_1": "CM", "queen": "BHJ"}
    own = {**GREEDY.weights, "eager": 0.0, "w_nisse": 0.0, "x_tomte": 0.0}
    game = Sheet(costs=costs, agents=(style("own", **own),))
    game.lay("HJ.M", "...C")
    game.fence((4, 0), (4, 1), (3, -1), (3, 2), (2, 1))
    game.begin(3)
    assert list(game.payers()) == [("nisse_1", (2, 0))]
    assert set(chosen(game, fairy, 20)) == {None}


def test_4_5_what_gains_is_placed():
    game = Sheet(costs={"nisse_1": "CM"}, agents=("greedy",))
    game.lay("MC")
    game.begin(3)
    assert None not in chosen(game, fairy, 50)


def test_4_5_a_fairy_that_brings_more_is_placed_first():
    game = Sheet(costs={"nisse_1": "CM", "queen": "CM"}, agents=("greedy",))
    game.lay("MC")
    game.fence((0, 1), (0, -1), (1, 1))
    game.begin(3)
    assert set(chosen(game, fairy, 30)) == {("queen", (1, -1))}


def test_4_5_a_swap_for_an_icon_that_serves_better():
    game = Sheet(costs={"nisse_1": "BHJ"}, agents=("greedy",))
    game.lay("HJ")
    game.centre("BBBBBBBB")
    game.begin(2)
    game.draw("C")
    assert choose_swap(game.s, game.t, 0) == 1
    game.centre("CCCCCCCC")
    assert choose_swap(game.s, game.t, 0) == 0


def test_4_5_no_swap_for_an_icon_that_serves_as_well():
    game = Sheet(costs={"nisse_1": "BHJ"}, agents=("greedy",))
    game.lay("HJ")
    game.centre("BBBBBBBB")
    game.begin(2)
    game.draw("B")
    assert choose_swap(game.s, game.t, 0) == 0


# ---------------------------------------------------------------- styles


def mean(rows: list[dict[str, Any]], name: str) -> float:
    return sum(row[name] for row in rows) / len(rows)


def test_4_3_the_styles():
    assert [own_style.name for own_style in GAME.styles] == [
        "random", "greedy", "courtier", "farmhand", "gardener", "sprinter", "purist", "tracker",
    ]  # fmt: skip
    assert [own_style.name for own_style in GAME.styles if own_style.reference] == ["random", "greedy"]
    assert [own_style.name for own_style in GAME.styles if not own_style.in_mixed] == ["random", "purist"]


def test_4_3_a_purist_never_swaps_and_others_do():
    seats = log_of(4, ("purist", "greedy"), 60)["seats"]
    assert {row["n_swaps"] for row in seats if row["agent"] == "purist"} == {0}
    assert mean([row for row in seats if row["agent"] == "greedy"], "n_swaps") > 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("courtier", ("pts_king", "pts_queen")),
        ("farmhand", ("pts_nisse", "pts_tomte")),
        ("gardener", ("pts_fairy",)),
        ("tracker", ("pts_footprint",)),
    ],
)
def test_4_3_a_style_gets_more_of_what_it_is_after(name, parts):
    seats = log_of(4, (name, "greedy"), 250)["seats"]
    own, other = ([row for row in seats if row["agent"] == agent] for agent in (name, "greedy"))
    assert sum(mean(own, part) for part in parts) > sum(mean(other, part) for part in parts)


def test_4_3_greedy_places_far_more_than_random():
    seats = log_of(4, ("greedy", "random"), 60)["seats"]
    own, other = ([row for row in seats if row["agent"] == agent] for agent in ("greedy", "random"))
    assert mean(own, "score") > mean(other, "score") + 15


def test_4_3_who_declines_nothing_has_nothing_left_to_place():
    game = Sheet(4, agents=(EAGER,))
    for _, point in game.go():
        if point == "end":
            assert [int(now.n_declined) for now in game.s.now[:4]] == [0] * 4
