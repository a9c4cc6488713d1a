"""The worked examples of the rules page as scenarios: the slow implementation meets what they expect, too.

That the kernels do: tests/contract/test_scenarios.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance.engine.game.game_file import GameFile
from balance.engine.game.story import LoggedGame
from balance.judging.saved_game import load
from balance.judging.scenarios import check_expectations
from fairy.box import Box, Guess
from fairy.reference import Game, Seat

FOLDER = Path(__file__).resolve().parents[1] / "scenarios" / "fairy"
FILES = sorted(FOLDER.glob("*.json"))


class Directed(Game):
    """A game whose deck and guesses are those of a scenario."""

    def __init__(self, box: Box, file: GameFile):
        self.file = file
        self.guesses = {guess.key.title(): guess for guess in box.guesses}  # as the cards name them
        super().__init__(box, file.plan(), file.game_no)

    def stack(self) -> list[int]:
        """All cards, as the file says."""
        places = {card.id: place for place, card in enumerate(self.box.deck)}
        return [places[str(id)] for id in self.file.piles["deck"]]

    def choose(self, seat: Seat) -> Guess:
        """What the seat is to guess in this turn: of the guesses in a row one, then always the same."""
        mine = [entry for entry in self.file.script if entry["seat"] == seat.number]
        in_turn = [guess for entry in mine if isinstance(entry["choose"], list) for guess in entry["choose"]]
        always = [entry["choose"] for entry in mine if "always" in entry]
        return self.guesses[in_turn[self.turn - 1] if self.turn <= len(in_turn) else always[0]]


def rows(game: Game) -> LoggedGame:
    """What the slow implementation logs of a game."""
    plan: Any = game.plan
    return LoggedGame(plan, game.game_row(), game.seat_rows(), game.turn_rows(), game.card_rows())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example(path: Path):
    file = load(path)
    box = Box((FOLDER / "cards.csv").read_text(encoding="utf-8"))
    check_expectations(file.expect, rows(Directed(box, file)))
