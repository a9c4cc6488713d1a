"""Fairy Conundrum as anybody would write it in plain Python: the slow, obvious game that the tests compare with."""

from __future__ import annotations

import functools
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from fairy_conundrum.reference.box import Box, read_box
from fairy_conundrum.reference.deciders import DECIDERS
from fairy_conundrum.reference.table import Chance, Settings
from fairy_conundrum.reference.whole import Reference


@functools.cache
def box() -> Box:
    """The cards of cards.csv."""
    return read_box()


def play(luck: random.Random) -> None:
    """One game of two players who choose at random."""
    settings, chance = Settings(), Chance(luck.randrange(2**32), 0)
    decks = box().decks_for(settings, 2, chance)
    Reference(decks, [DECIDERS["random"](), DECIDERS["random"]()], settings, chance, box().tokens).play()
