"""Alfheim as anybody would write it in plain Python: the slow, obvious game that the tests compare with."""

from __future__ import annotations

import functools
import random
import sys
from pathlib import Path

from balance.cards.read import packaged_cards, read_cards
from balance.engine.game import find_game, game_ids
from balance.engine.game.plan import game_cards

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from alfheim.reference.players import Chance, RandomPlayer
from alfheim.reference.whole import Game, Settings


@functools.cache
def box():
    """The cards of cards.csv."""
    return game_cards(find_game("alfheim"), read_cards(packaged_cards(), game_ids()))[1]


def play(luck: random.Random) -> None:
    """One game of four players who choose at random."""
    players = [RandomPlayer() for _ in range(4)]
    Game(box(), 4, players, Settings(), Chance(luck.randrange(2**32), 0)).play()
