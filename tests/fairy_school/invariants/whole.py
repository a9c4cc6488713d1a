"""What is true of every logged game of Fairy School (section 7.3 of the rules page), one function per invariant.

Each asks by SQL for rows of the log's views, or things that happened, that break it.
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
