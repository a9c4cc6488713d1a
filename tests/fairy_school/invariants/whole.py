"""What is true of every logged game of Fairy School (section 7.3 of the rules page), one function per invariant.

Each asks the log's views by SQL for rows that break it. Where a turn has more deeds than are told, what would follow
from all of them is not asked.
"""

from __future__ import annotations

from fairy_school.invariants.cubes import INVARIANTS as CUBES
from fairy_school.invariants.elements import INVARIANTS as ELEMENTS
from fairy_school.invariants.end import INVARIANTS as END
from fairy_school.invariants.forest import INVARIANTS as FOREST
from fairy_school.invariants.log import Logged
from fairy_school.invariants.projects import INVARIANTS as PROJECTS

INVARIANTS = (*CUBES, *ELEMENTS, *FOREST, *PROJECTS, *END)


def check_all(log: Logged) -> None:
    """Fail at the first invariant that does not hold."""
    for invariant in INVARIANTS:
        invariant(log)
