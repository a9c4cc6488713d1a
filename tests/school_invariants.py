"""What is true of every logged game of Fairy School (section 7.3 of the rules page), one function per invariant.

Each asks the log's views by SQL for rows that break it. Where a turn has more deeds than are told, what would follow
from all of them is not asked.
"""

from __future__ import annotations

from school_invariants_cubes import INVARIANTS as CUBES
from school_invariants_elements import INVARIANTS as ELEMENTS
from school_invariants_end import INVARIANTS as END
from school_invariants_forest import INVARIANTS as FOREST
from school_invariants_log import Logged
from school_invariants_projects import INVARIANTS as PROJECTS

INVARIANTS = (*CUBES, *ELEMENTS, *FOREST, *PROJECTS, *END)


def check_all(log: Logged) -> None:
    """Fail at the first invariant that does not hold."""
    for invariant in INVARIANTS:
        invariant(log)
