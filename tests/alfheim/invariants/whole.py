"""What is true of every logged game of Fairies of Alfheim (section 7.2 of the rules page), one function per invariant.

Each asks the log's tables by SQL for rows that break it. Where tiles may lie, and what pays for a fairy, is compared
with areas laid out anew from the log.
"""

from __future__ import annotations

from alfheim.invariants.areas import INVARIANTS as AREAS
from alfheim.invariants.end import INVARIANTS as END
from alfheim.invariants.log import Logged
from alfheim.invariants.tiles import INVARIANTS as TILES

INVARIANTS = (*TILES, *AREAS, *END)


def check_all(log: Logged) -> None:
    """Fail at the first invariant that does not hold."""
    for invariant in INVARIANTS:
        invariant(log)
