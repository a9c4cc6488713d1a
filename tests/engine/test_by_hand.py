"""What is set by hand: where rules are compiled nothing is left of it, and what a game says of it can be."""

from __future__ import annotations

from typing import Any

import pytest

from balance.common.errors import Problems
from balance.engine.game import find_game, game_ids
from balance.engine.game.by_hand import Fields
from balance.engine.kernels import by_hand
from balance.engine.kernels.kernel import PLAIN
from helpers.play import make

HANDY = [game for game in game_ids() if find_game(game).handy is not None]
LAID = [game for game in game_ids() if find_game(game).lay is not None]


@pytest.mark.skipif(PLAIN, reason="in plain Python somebody may set things")
def test_compiled_rules_ask_nobody_for_anything():
    def kernel() -> None: ...

    assert by_hand.arranged_by_hand(kernel) is kernel
    assert by_hand.drawn_by_hand(kernel) is kernel
    assert by_hand.lay_by_hand is by_hand._nothing_is_laid


@pytest.mark.parametrize("game", HANDY)
def test_piles_and_dice_have_names_and_streams_of_their_own(game: str):
    plan = make(game)
    things: list[Any] = [*plan.handy.piles, *plan.handy.dice]
    (streams,) = plan.game.state_record["stream"].shape
    for values in ([thing.name for thing in things], [thing.stream for thing in things]):
        assert len(set(values)) == len(values)
    assert all(0 < thing.stream < streams for thing in things), "the first stream is that of the seat draw"
    assert all(thing.description for thing in things)


def problems_of(game: str, position: dict[str, Any], *players: dict[str, Any]) -> list[str]:
    """What is wrong with a position."""
    plan, problems = make(game, players=2), Problems()
    lay = plan.game.lay
    assert lay is not None
    lay(plan, position, players, Fields("f", problems))
    return [f"{problem.file.removeprefix('f, ')}: {problem.message}" for problem in problems.errors]


@pytest.mark.parametrize("game", LAID)
def test_a_position_may_say_nothing_and_must_say_nothing_else(game: str):
    assert problems_of(game, {}, {}, {}) == []
    assert problems_of(game, {"turns": 1}, {"nothing": 1}, {}) == [
        "position: there is no such key",
        "players, seat 0: there is no such key",
    ]


@pytest.mark.parametrize(
    ("game", "position", "player", "says"),
    [
        ("heroes", {"round": 4}, {}, "position, round: is not a number in this range"),
        ("heroes", {}, {"lineup": ["HF01"]}, "players, seat 0, lineup: has 1 heroes"),
        ("heroes", {}, {"lineup": ["nobody"] * 4}, "players, seat 0, lineup: is not known here"),
        ("heroes", {}, {"tiles": {"9": "none"}}, "players, seat 0, tiles: is not known here"),
        ("heroes", {}, {"slots": {"prestige": 3}}, "players, seat 0, slots, prestige: is not a list"),
        ("alfheim", {"round": 12}, {}, "position, round: is not a number in this range"),
        ("alfheim", {"round": 1}, {"area": ["BBB"]}, "players, seat 0, area: is not a row of a picture"),
        ("alfheim", {"round": 5}, {"area": ["BBBB", "BBBB"]}, "players, seat 0, area: has 8 tiles"),
        (
            "alfheim",
            {"round": 11},
            {"area": ["B..B..B..B", "", "", "B..B..B..B"]},
            "players, seat 0, area: touches 32 empty",
        ),
        ("alfheim", {"round": 11}, {"fairies": ["elf"]}, "players, seat 0, fairies: is not known here"),
        ("fairy_school", {"turn": 0}, {}, "position, turn: is not a number in this range"),
        ("fairy_school", {}, {"elements": {"X": 1}}, "players, seat 0, elements: there is no such key"),
        ("fairy_school", {}, {"top": [None] * 6}, "players, seat 0, top: has 6 cards"),
        ("fairy_school", {}, {"ongoing": ["FS077"] * 4}, "players, seat 0, ongoing: has 4 cards"),
        ("fairy_school", {}, {"studied": ["elf"]}, "players, seat 0, studied: is not known here"),
    ],
)
def test_what_cannot_be_in_a_position_is_told_with_its_place(game, position, player, says):
    assert problems_of(game, position, player, {})[0].startswith(says)
