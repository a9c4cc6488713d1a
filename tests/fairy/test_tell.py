"""Games worked out by hand, in plain words."""

from __future__ import annotations

from typing import Any

from balance.engine.game.story import LoggedGame
from balance.games.fairy.tell import tell
from fairy.table import make, replay


def told(order: list[int], guesses: list[str], fifteen: bool = False, **settings: Any) -> list[str]:
    """The story of a game with these cards and guesses."""
    game = replay(order, guesses, fifteen=fifteen, **settings)
    variant = "fifteen" if fifteen else "base"
    plan = make(players=len(guesses), agents="random", variant=variant, settings=settings)
    return tell(LoggedGame(plan, game.game, game.seats, game.turns, game.cards))


def main_end(lines: list[str]) -> str:
    """Why the main phase ended."""
    (line,) = [line for line in lines if line.startswith("The main phase ends: ")]
    return line.removeprefix("The main phase ends: ").partition(".")[0]


def test_the_main_phase_says_which_fairies_ended_it():
    assert main_end(told([4, 11, 18], ["L", "H"])) == "the last fairy has appeared"
    assert main_end(told([5, 4, 11], ["L", "H"], end_fairies="2")) == "2 fairies have appeared"
    assert main_end(told([5, 4], ["L", "H"], end_fairies="1")) == "a fairy has appeared"


def turn_1(lines: list[str]) -> str:
    """The first line of the first turn."""
    (line,) = [line for line in lines if line.startswith("Turn 1.")]
    return line


def test_a_turn_says_how_many_fairies_have_appeared_and_of_how_many():
    assert turn_1(told([4, 11, 18], ["L", "H"])).endswith("Fairies so far: 1 of 3.")
    assert turn_1(told([5, 4, 11], ["L", "H"], end_fairies="2")).endswith("Fairies so far: 0 of 2.")
    assert turn_1(told([5, 4, 11], ["L", "H"], fifteen=True, end_fairies="2")).endswith("Fairies so far: 0 of 3.")


def test_the_main_phase_says_how_many_points_ended_it():
    rising = [15, 16, 17, 19, 20, 21]
    assert main_end(told(rising, ["S", "H"], fifteen=True)) == "Player 1 (random) has 15 points or more"
    assert main_end(told([*rising, 14, 13, 12], ["SSSSSLSS", "H"])) == "Player 1 (random) has 24 points or more"


def test_all_who_have_the_points_that_end_the_main_phase_are_named():
    both = main_end(told([15, 16, 17, 19, 20, 21], ["S", "S"], fifteen=True))
    assert both == "Player 1 (random) and Player 2 (random) have 15 points or more"


def test_who_cannot_fall_any_lower_is_told_why():
    lines = "\n".join(told([1, 2, 3, 5, 6, 7], ["L", "H"]))
    assert "guessed Lower, giving it 25 %: wrong (no score is below −4), now −4." in lines


def test_points_below_0_have_a_minus_sign():
    lines = told([4, 11, 18], ["L", "H"])
    assert lines[5] == "  Player 1 (random) guessed Lower, giving it 15 %: wrong, −1, now −1."
    assert "Scores: Player 1 (random) −2, Player 2 (random) 4." in "\n".join(lines)
