"""What is true of every logged game of Fairy Conundrum (section 7 of the rules page), one function per invariant.

Each asks the log's tables by SQL for rows that break it. What the log cannot show is looked for on the table itself,
see ``conundrum_invariants_state``.
"""

from __future__ import annotations

from fairy_conundrum.invariants.end import INVARIANTS as END
from fairy_conundrum.invariants.log import Logged
from fairy_conundrum.invariants.turns import INVARIANTS as TURNS

INVARIANTS = (*TURNS, *END)


def check_all(log: Logged) -> None:
    """Fail at the first invariant that does not hold."""
    for invariant in INVARIANTS:
        invariant(log)
