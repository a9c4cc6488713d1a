"""The rules FS-60 to FS-63: re-activation, and FS-42 for it. At least one test per rule, named by it."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.fairy_school.play.activations import activate_cards
from balance.games.fairy_school.play.choosing_effects import choose_activation
from fairy_school.games import GREEDY, log_of, small, style
from fairy_school.reference.box import project
from fairy_school.table import Sheet, Stock

NONE = (0, 0, 0, 0, 0)
EAGER = style("eager", need=5.0, spare=5.0, cards_in=1.0, study_now=5.0, thin=1.0)
WEIGHING = ["greedy", EAGER, style("half", slip=0.5, need=1.0, spare=1.0, cards_in=1.0, kind_out=0.2)]


def alone(text: str, stock: Stock = NONE, agents: Any = ("random",)) -> Sheet:
    """Seat 0 has this card in its personal area."""
    game = Sheet(3, stock, agents)
    game.own(0, text)
    return game


@pytest.mark.parametrize("agent", WEIGHING)
@pytest.mark.parametrize(
    ("done", "stock"),
    [
        ("W>2F", (0, 0, 0, 1, 0)),
        ("take1", (0, 0, 0, 5, 0)),
        ("P>draw3.2", (0, 0, 0, 2, 0)),
        ("5W>study", (0, 0, 0, 5, 0)),
    ],
)
def test_fs_42_no_style_reactivates_where_no_target_is_possible(agent, done, stock):
    game = alone("W>react", stock, [agent])
    game.share(1, done)
    game.ongoing(0, project("20F"))
    game.reach(0)
    game.s.reachable[1].done = 1
    for _ in game.again(20):
        assert choose_activation(game.s, game.t, 0) == -1


def ready(text: str, stock: Stock, *done: str, owner: int = 0) -> Sheet:
    """Seat 0 has this card, and has activated these others."""
    game = alone(text, stock)
    game.share(owner, *done)
    game.reach(0)
    for entry in game.s.reachable[1 : game.s.reached]:
        entry.done = 1
    return game


def test_fs_60_another_cube_and_one_of_its_lines_again():
    game = ready("W>react", (0, 0, 0, 1, 0), "E|F", owner=1)
    game.activate(0, "W>react")
    game.activate(0, "E|F", 1, again=1)
    assert (game.stock(), game.cubes()) == ((0, 0, 1, 0, 0), 35)
    assert game.s.now[1].kind_from[0] == game.s.now[0].react == game.s.now[0].act_left == 1


def test_fs_60_a_whole_reactivation():
    game = Sheet(agents=[EAGER])
    game.own(0, "react")
    game.share(1, "5F")
    activate_cards(game.s, game.t, 0)
    assert (game.stock(), game.cubes(), game.s.now[1].kind_from[0]) == ((0, 0, 10, 0, 0), 34, 2)


def test_fs_60_only_what_was_activated_by_the_same_player():
    game = alone("W>react", (0, 0, 0, 1, 0))
    game.share(0, "E")
    game.activate(1, "E")
    game.reach(0)
    assert game.possible(0) == [("E", 0)]
    game.activate(0, "E")
    assert game.possible(0) == [("W>react", 0)]


def test_fs_60_without_a_further_cube_only_the_gain_is_taken():
    game = Sheet(3, (0, 0, 0, 1, 0))
    game.own(0, "W>react+F")
    game.share(0, "E")
    game.s.seat[0].cubes = 2
    outcomes = set()
    for _ in game.again(60):
        activate_cards(game.s, game.t, 0)
        outcomes.add((game.stock(), int(game.s.now[0].react)))
    assert outcomes == {(after, 0) for after in ((0, 0, 0, 1, 0), (0, 0, 1, 0, 0), (1, 0, 0, 1, 0), (1, 0, 1, 0, 0))}


def test_fs_61_a_card_with_a_reactivation_on_any_line_is_no_target():
    assert ready("react", NONE, "E|W>react", "W>react+F").possible() == []
    assert ready("react", (0, 0, 0, 3, 0), "E|W>react", "W>react+F").possible() == []
    assert ready("react", NONE, "E|W>react", "2E").possible() == [("react", 0)]
    assert ready("react", NONE, "E|W>react", "2E").targets() == {("2E", 0)}


def test_fs_62_a_line_of_the_target_must_be_possible_after_the_payment():
    assert ready("W>react", (0, 0, 0, 1, 0), "W>2F").possible() == []
    assert ready("W>react", (0, 0, 0, 2, 0), "W>2F").possible() == [("W>react", 0)]
    assert ready("W>react", (0, 0, 0, 1, 0), "take1").possible() == []


def test_fs_62_the_gains_of_the_line_may_pay_for_it():
    game = ready("W>react+F", (0, 0, 0, 1, 0), "F>2E", "E>2F")
    game.activate(0, "W>react+F")
    assert game.targets(may_decline=1) == {("F>2E", 0), None}


def test_fs_62_several_reactivations_of_one_card():
    game = Sheet()
    game.own(0, "react", "react+E")
    game.share(1, "P")
    game.activate(0, "P")
    game.activate(0, "react")
    game.activate(0, "P", again=1)
    game.activate(0, "react+E")
    assert game.targets() == {("P", 0)}
    game.activate(0, "P", again=1)
    assert (game.stock(), game.s.now[1].kind_from[0], game.s.now[0].react) == ((1, 3, 0, 0, 0), 3, 2)


def test_fs_62_reactivated_cards_are_in_reach_in_whole_games():
    for row in log_of(**GREEDY)["turns"]:
        assert row["react"] <= row["act_own"] + row["act_left"] + row["act_right"]


def test_fs_63_the_gain_next_to_a_reactivation():
    game = alone("W>react+F", (0, 0, 0, 1, 0))
    game.activate(0, "W>react+F")
    assert game.stock() == (0, 0, 1, 0, 0)
    assert small("W>react+F").effect.lines[0].outcomes[0].gains.counts == (0, 0, 1, 0, 0)
