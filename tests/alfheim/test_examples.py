"""The twenty worked examples of the rules page (7.1), as given, when, then.

Those of ``examples`` are met by the kernels and by the slow implementation, the others, of several steps, by the
kernels: whole games hold the slow implementation to the kernels in every step (test_reference.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from alfheim.box import box
from alfheim.examples import EXAMPLES, Claims, King, MayLie, Pays, Print
from alfheim.lines import drawn, legal_cells
from alfheim.reference.players import Player
from alfheim.reference.whole import Game, Settings
from alfheim.table import EAGER, Sheet
from balance.games.alfheim.cards.box import TYPES, Cards
from balance.games.alfheim.rules.setup import find_equal

# ---------------------------------------------------------------- what the kernels answer


def pays(one: Pays) -> set:
    game = Sheet(costs={"nisse_1": one.cost}, line_match=one.line_match)
    game.lay(*one.area)
    return game.cells("nisse_1")


def may_lie(one: MayLie) -> bool:
    game = Sheet()
    game.lay(*one.area)
    return one.cell in game.edge()


def king(one: King) -> tuple[bool, bool]:
    game = Sheet(cards=box({"king": [one.cost] * 5}))
    game.lay(*one.area)
    game.begin(6)
    early = bool(game.cells("king"))
    game.begin(7)
    game.prepare()
    return early, bool(game.cells("king"))


def claims(one: Claims) -> dict[int, int]:
    game, found = Sheet(5), {}
    for turn, seats in enumerate(one.rounds, 8):
        game.begin(turn)
        for seat in seats:
            game.has("king", "queen", seat=seat)
        game.claim()
        found |= {seat: claim["king_queen"] for seat, claim in enumerate(game.claims()) if claim}
    return found


def footprint(one: Print) -> int:
    game = Sheet()
    game.lay(*one.area)
    game.footprint(one.icons)
    return game.points()[-1]


# ---------------------------------------------------------------- what the slow implementation answers


class First(Player):
    """Takes the first choice."""

    def choose(self, point: str, game: Game, seat: Any, options: Any) -> Any:
        return options[0]


def at_round(game: Game, number: int) -> Game:
    game.round, game.order = number, list(range(game.players))
    for seat in game.seats:
        game.start_row(seat)
    return game


def table(players: int = 1, cards: Cards | None = None, area: tuple[str, ...] = (), **settings: Any) -> Game:
    """A game in round 1; seat 0 has this area."""
    game = Game(cards or box(), players, [First()] * players, Settings(**settings))
    game.set_up()
    if area:
        game.seats[0].lay(drawn(*area))
    return at_round(game, 1)


def slow_pays(one: Pays) -> set:
    game = table(cards=box({"nisse_1": [one.cost] * 5}), area=one.area, line_match=one.line_match)
    return {cell for kind, cell in game.placings(game.seats[0]) if kind == "nisse_1"}


def slow_may_lie(one: MayLie) -> bool:
    return one.cell in legal_cells(drawn(*one.area))


def slow_king(one: King) -> tuple[bool, bool]:
    game = at_round(table(cards=box({"king": [one.cost] * 5}), area=one.area), 6)

    def may() -> bool:
        return any(kind == "king" for kind, _ in game.placings(game.seats[0]))

    early = may()
    at_round(game, 7).prepare()
    return early, may()


def slow_claims(one: Claims) -> dict[int, int]:
    game = table(5)
    a_tile = game.cards.fairies[0]
    for number, seats in enumerate(one.rounds, 8):
        at_round(game, number)
        for seat in seats:
            game.seats[seat].fairies = dict.fromkeys(("king", "queen"), a_tile)
        game.claim_experts()
    return {seat.number: seat.experts["king_queen"].points for seat in game.seats if seat.experts}


def slow_footprint(one: Print) -> int:
    game = table(area=one.area)
    game.seats[0].footprint = box(footprints=[one.icons]).footprints[0]
    return game.parts(game.seats[0])["pts_footprint"]


ANSWERS: dict[type, dict[str, Callable[[Any], Any]]] = {
    Pays: {"kernels": pays, "slow": slow_pays},
    MayLie: {"kernels": may_lie, "slow": slow_may_lie},
    King: {"kernels": king, "slow": slow_king},
    Claims: {"kernels": claims, "slow": slow_claims},
    Print: {"kernels": footprint, "slow": slow_footprint},
}


@pytest.mark.parametrize("by", ["kernels", "slow"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.says)
def test_an_example(example, by):
    assert ANSWERS[type(example)][by](example) == example.then


# ---------------------------------------------------------------- examples of several steps


def test_x8_tiles_that_have_paid_pay_again():
    game = Sheet(costs={"nisse_1": "CHJ", "fairy_1": "CHJM"}, agents=[EAGER])
    game.lay("CHJ")
    game.begin(2)
    assert game.place_fairies() == ["nisse_1"]
    game.begin(3)
    game.put("M", (3, 0))
    assert game.place_fairies() == ["fairy_1"]
    assert game.fairies() == ["nisse_1", "fairy_1"]


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


def test_x20_a_tomte_that_was_not_placed_counts_nothing():
    game = Sheet()
    game.has("nisse_1", "nisse_2", "nisse_3")
    game.secret("tomte_b")
    assert game.points() == [0, 0, 6, 0, 0, 0, 0, 0, 0]
