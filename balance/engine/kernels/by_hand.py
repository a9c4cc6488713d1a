"""What somebody sets by hand in a game: the order of a pile, what a die shows, a position to go on from.

Only where rules run as plain Python, in a scenario. Compiled, nothing is left of it: no game pays for it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Protocol

from balance.engine.kernels.kernel import PLAIN, kernel


class Hand(Protocol):
    """Whoever sets things in the game of one state."""

    state: Any
    """The game's STATE. Streams of other records, as that of decisions, are left alone."""

    def arrange(self, stream: int, pile: Any, count: int) -> None:
        """Change the order of the first ``count`` cards of a pile that was just shuffled by this stream."""

    def drawn(self, stream: int, n: int) -> int | None:
        """What this stream gives instead of a random number below ``n``; None: a random one."""

    def lay(self, s: Any, t: Any, moment: int) -> None:
        """Change the state at a moment of the game, as the game numbers them."""


class ByHand:
    """The hand at work: one at a time in a process."""

    hand: Hand | None = None


def arranged_by_hand(shuffle: Callable) -> Any:
    """A kernel (s, stream, pile, count) that shuffles, after which a pile may be put in order by hand."""
    if not PLAIN:
        return shuffle

    @functools.wraps(shuffle)
    def shuffle_and_arrange(s: Any, stream: int, pile: Any, count: int) -> None:
        shuffle(s, stream, pile, count)
        hand = ByHand.hand
        if hand is not None and hand.state is s:
            hand.arrange(int(stream), pile, int(count))

    return shuffle_and_arrange


def drawn_by_hand(below: Callable) -> Any:
    """A kernel (s, stream, n) that draws a number, in whose place another may be set by hand."""
    if not PLAIN:
        return below

    @functools.wraps(below)
    def set_or_draw(s: Any, stream: int, n: int) -> Any:
        hand = ByHand.hand
        drawn = hand.drawn(int(stream), int(n)) if hand is not None and hand.state is s else None
        return below(s, stream, n) if drawn is None else drawn

    return set_or_draw


def _lay_by_hand(s: Any, t: Any, moment: int) -> None:
    if ByHand.hand is not None and ByHand.hand.state is s:
        ByHand.hand.lay(s, t, moment)


@kernel
def _nothing_is_laid(s, t, moment):
    """Compiled rules cannot ask anybody."""


lay_by_hand: Any = _lay_by_hand if PLAIN else _nothing_is_laid
"""(s, t, moment): here a scenario may set its position. Whoever sets it works out what follows from it."""
