"""Games worked out by hand, in plain words."""

from __future__ import annotations

from typing import Any

from balance.engine.game.story import LoggedGame
from balance.games.fairy.tell import tell
from fairy.table import make, replay


def told(order: list[int], guesses: list[str], **settings: Any) -> list[str]:
    """The story of a game with these cards and guesses."""
    game = replay(order, guesses, **settings)
    plan = make(players=len(guesses), agents="random", settings=settings)
    return tell(LoggedGame(plan, game.game, game.seats, game.turns, game.cards))


def main_end(lines: list[str]) -> str:
    """Why the main phase ended."""
    (line,) = [line for line in lines if line.startswith("The main phase ends: ")]
    return line.removeprefix("The main phase ends: ").partition(".")[0]


def test_the_main_phase_says_which_fairies_ended_it():
    assert main_end(told([4, 11, 18], ["L", "H"])) == "the last fairy has appeared"
    assert main_end(told([5, 4, 11], ["L", "H"], end_fairies="2")) == "2 fairies have appeared"
    assert main_end(told([5, 4], ["L", "H"], end_fairies="1")) == "a fairy has appeared"


def test_points_below_0_have_a_minus_sign():
    lines = told([4, 11, 18], ["L", "H"])
    assert lines[5] == "  Player 1 (random) guessed Lower (it thought 15 %): wrong, −1, now −1."
    assert "Scores: Player 1 (random) −2, Player 2 (random) 4." in "\n".join(lines)
