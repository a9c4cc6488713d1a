"""A trace is read decision by decision, and is the same as if all of it had been read."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.game.decisions import Decision, Force, Option, Trace, script_of
from balance.engine.kernels.decision_record import ALONE, FORCED, TRACED, TRACED_OPTION, WEIGHED

FIRST = Decision(0, 0, 1, 7, 0, (Option(1, 3, 0, None), Option(1, 4, 0, None)), 1, False)
SECOND = Decision(1, 1, 1, 8, 1, (Option(2, -1, 5, 0.5),), 0, False)
THIRD = Decision(2, 1, 2, 7, 0, (Option(1, 3, 0, None), Option(3, -1, 2, None)), 0, True)


@pytest.fixture
def trace() -> Trace:
    options = [(1, 3, 0, 0.0), (1, 4, 0, 0.0), (2, -1, 5, 0.5), (1, 3, 0, 0.0), (3, -1, 2, 0.0)]
    decisions = [(1, 7, 0, ALONE, 0, 0, 2, 1), (1, 8, 1, WEIGHED, 1, 2, 1, 0), (2, 7, 0, FORCED, 1, 3, 2, 0)]
    return Trace(np.array(decisions, TRACED), np.array(options, TRACED_OPTION))


def test_it_is_the_decisions_in_their_order(trace):
    assert [*trace] == [FIRST, SECOND, THIRD]
    assert (len(trace), trace[1], trace[-1]) == (3, SECOND, THIRD)
    assert trace == (FIRST, SECOND, THIRD)
    assert trace != (FIRST, SECOND)
    with pytest.raises(IndexError):
        trace[3]


@pytest.mark.parametrize(
    "part", [slice(1), slice(1, None), slice(1, 3), slice(-1, None), slice(3, None), slice(0, 3, 2)]
)
def test_decisions_of_a_part_keep_their_numbers(trace, part):
    assert trace[part] == (FIRST, SECOND, THIRD)[part]
    assert script_of(trace[part]) == script_of((FIRST, SECOND, THIRD)[part])


def test_its_script_makes_the_same_choices(trace):
    assert script_of(trace) == (Force(0, 1, 4, 0), Force(1, 2, -1, 5), Force(2, 1, 3, 0))
