"""What happens in a game, beside what is decided: dice, cards drawn, damage, what an effect moved.

Rules say it as it happens (``happens``). Where a game is told it is written down in its order, compiled or not
(``HAPPENED``), so that a story need not be guessed from the log. As plain Python it is also heard at once by whoever
listens, with the state as it is at that moment: a person at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from balance.engine.kernels.kernel import PLAIN, kernel, record

HAPPENED = record(
    turn=np.int64,  # as in the log
    what=np.int64,  # a code of the game, and three numbers as the game means them
    first=np.int64,
    second=np.int64,
    third=np.int64,
)


class Listener:
    """Who hears what happens: one at a time in a process."""

    hear: Callable[[Any, tuple[int, ...]], None] | None = None
    """(state, what happened: a code of the game, and three numbers as the game means them)."""


def _hear(s: Any, what: int, first: int, second: int, third: int) -> None:
    if Listener.hear is not None and s.decision.persons:
        Listener.hear(s, (int(what), int(first), int(second), int(third)))


@kernel
def _nobody_hears(s, what, first, second, third):
    """Of compiled rules nobody hears anything."""


hear = _hear if PLAIN else _nobody_hears


@kernel
def happens(s, what, first, second, third):
    """Something happens that nobody decides; where the game is told, it is written down."""
    if s.decision.telling:
        write_down(s, what, first, second, third)
    hear(s, what, first, second, third)


@kernel
def write_down(s, what, first, second, third):
    """One more thing that happened; those beyond the room for them are only counted, which readers notice."""
    n = s.decision.happenings
    s.decision.happenings = n + 1
    if n < len(s.decision.happened):
        row = s.decision.happened[n]
        row.turn = s.turn
        row.what = what
        row.first = first
        row.second = second
        row.third = third
