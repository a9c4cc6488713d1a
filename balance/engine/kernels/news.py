"""What happens in a game that nobody decides: dice, cards drawn, damage. A person at the table is told of it.

Rules say it as it happens. Where they are compiled that is nothing at all; as plain Python it is heard by whoever
listens, with the state as it is at that moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balance.engine.kernels.kernel import PLAIN, kernel


class Listener:
    """Who hears what happens: one at a time in a process."""

    hear: Callable[[Any, tuple[int, ...]], None] | None = None
    """(state, what happened: a code of the game, and three numbers as the game means them)."""


def _said(s: Any, what: int, one: int, two: int, three: int) -> None:
    if Listener.hear is not None and s.decision.persons:
        Listener.hear(s, (int(what), int(one), int(two), int(three)))


@kernel
def _nobody_hears(s, what, one, two, three):
    """Of compiled rules nobody hears anything."""


happens = _said if PLAIN else _nobody_hears
