"""What is drawn for every game that is played again: by seed, card and number alone, whoever plays it.

The same mixing as in kernels, of whole columns: nothing has to be compiled for it.
"""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.rng import GAMMA, MIX_1, MIX_2, mix

MIX = getattr(mix, "py_func", mix)
APART = 1 << 32
"""Added to a key (32 bits): another draw than that of the way."""


def drawn_ways(seed: int, key: int, cases: np.ndarray, ways: int) -> np.ndarray:
    """Which of so many ways each of these cases is tried in (int64[n]), all equally likely."""
    return _drawn(MIX(_word(seed) + MIX_1) ^ MIX(_word(key) + GAMMA), cases, ways)


def drawn_players(seed: int, cases: np.ndarray, players: int) -> np.ndarray:
    """For whom something stands in a place that several players have (int64[n]): ``lineup.drawn_player`` of each."""
    return _drawn(MIX(_word(seed) ^ MIX_1) + GAMMA, cases, players)


def kept_cases(seed: int, key: int, cases: np.ndarray, one_in: int) -> np.ndarray:
    """Which of these cases are kept (bool[n]), where one in so many is."""
    return drawn_ways(seed, key + APART, cases, one_in) == 0


def _word(number: int) -> np.ndarray:
    return np.array([number], np.uint64)  # an array, for of a single number NumPy would say that it wraps around


def _drawn(start: np.ndarray, cases: np.ndarray, of: int) -> np.ndarray:
    drawn: np.ndarray = (MIX(start + cases.astype(np.uint64) * MIX_2) % np.uint64(of)).astype(np.int64)
    return drawn
