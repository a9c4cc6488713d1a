"""The columns options_in and chosen_in: the costs that could be paid, and the one that was."""

from __future__ import annotations

from alfheim.table import EAGER, Sheet, style
from balance.engine.kernels.choices import begin_choices
from balance.games.alfheim.log.events import FAIRY_CARDS

NEVER = style("never", eager=-1000.0, w_king=1, w_queen=1, w_nisse=1, w_fairy=1, w_tomte=1, swap_margin=99)


def played(agent, costs: dict[str, str], *picture: str) -> tuple[list[str], dict[str, tuple[int, int]]]:
    """The fairies placed in one round, and the choices by cost tile."""
    game = Sheet(1, costs, agents=[agent])
    begin_choices(game.s.choices, 1)
    game.s.logs_turns = 1
    game.lay(*picture)
    game.begin(3)
    placed = game.place_fairies()
    choices = game.s.choices
    masks = {
        fairy.id: (int(choices.options_in[0, card]), int(choices.chosen_in[0, card]))
        for card, fairy in enumerate(game.cards.fairies, start=FAIRY_CARDS)
    }
    return placed, {id: mask for id, mask in masks.items() if mask != (0, 0)}


def test_two_costs_can_be_paid_and_the_second_fairy_is_no_choice():
    placed, masks = played(EAGER, {"nisse_1": "CHJ", "fairy_1": "CHJM"}, "CHJM")
    assert sorted(placed) == ["fairy_1", "nisse_1"]
    first = placed[0]
    assert masks == {"nisse_1_a": (1, int(first == "nisse_1")), "fairy_1_a": (1, int(first == "fairy_1"))}


def test_three_costs_are_two_choices():
    costs = {"nisse_1": "CHJ", "fairy_1": "CHJM", "nisse_2": "HJM"}
    placed, masks = played(EAGER, costs, "CHJM")
    assert len(placed) == 3
    chosen = {kind: 1 << turn for turn, kind in enumerate(placed[:2])}
    could = {kind: (1 << turn) | 1 for turn, kind in enumerate(placed[:2])} | {placed[2]: 0b11}
    assert masks == {f"{kind}_a": (could[kind], chosen.get(kind, 0)) for kind in costs}


def test_to_stop_is_to_choose_none():
    placed, masks = played(NEVER, {"nisse_1": "CHJ", "fairy_1": "CHJM"}, "CHJM")
    assert placed == []
    assert masks == {"nisse_1_a": (1, 0), "fairy_1_a": (1, 0)}


def test_one_cost_is_no_choice_whatever_the_number_of_cells():
    placed, masks = played(EAGER, {"nisse_1": "CHJ"}, "CHJM")
    assert (placed, masks) == (["nisse_1"], {})
