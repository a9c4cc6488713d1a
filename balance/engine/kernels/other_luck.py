"""The same game with other luck in some respects: what a part of the luck decides is found by changing the rest.

A game puts ``luck_record`` into its TABLE as ``luck`` and calls ``take_other_luck`` when its streams and its decisions
have begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.engine.kernels.kernel import kernel, record
from balance.engine.kernels.lineup import LINEUP_STREAM


def luck_record(streams: int) -> np.dtype:
    """What is changed of the luck of every game, for so many streams; all 0: nothing."""
    return record(
        there=np.int64,  # 0/1: anything is changed
        choices=np.uint64,  # of all players' choices
        stream=(np.uint64, streams),
    )


@kernel
def take_other_luck(s, t, streams):
    """The game that begins has other luck in the respects that the TABLE says: of the first ``streams`` streams."""
    if t.luck.there:
        for purpose in range(streams):
            s.stream[purpose] ^= t.luck.stream[purpose]
        for seat in range(t.players):
            s.decision.key[seat] ^= t.luck.choices


def change_luck(t: Any, kept: Sequence[int], seed: int) -> None:
    """Let all games of this TABLE have other luck, by ``seed``: in all but who sits where and the streams ``kept``."""
    words = np.random.default_rng(seed).integers(1, 2**64, len(t.luck.stream) + 1, np.uint64)
    words[[LINEUP_STREAM, *kept]] = 0
    t.luck.there = 1
    t.luck.stream[:] = words[:-1]
    t.luck.choices = words[-1]
