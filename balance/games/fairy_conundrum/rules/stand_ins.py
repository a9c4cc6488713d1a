"""For one player another card may stand in the place of one: what that is to her, to rules on copies, and to the log.

What stands there keeps the name of the place, so it is a copy of the cards that the others have there (FC-20).
"""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel


@kernel
def place_in_box(t, card):
    """The row of the box in whose place a card is; mostly its own. Copies of each other have the same."""
    return t.stand_in.place if card == t.stand_in.other else card


@kernel
def are_copies(t, card, other):
    """Whether two rows are copies of the same card, as the rules see it (FC-20)."""
    return place_in_box(t, card) == place_in_box(t, other)
