"""What is tried at every run of the suite, and what at night alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import settings

NIGHTLY = "nightly"
"""The profile of Hypothesis under which more is tried (``make nightly``)."""


def is_night() -> bool:
    """Whether more is tried."""
    return settings.get_current_profile_name() == NIGHTLY


def games(by_day: int, at_night: int) -> int:
    """How many random games, or what else is drawn, a test tries."""
    return at_night if is_night() else by_day


def one_by_day(values: Sequence[Any], chosen: Any) -> list[Any]:
    """Parameters for a test: ``chosen`` by day, the others at night."""
    return by_day([value for value in values if value == chosen], [value for value in values if value != chosen])


def few_by_day(values: Sequence[Any], every: int) -> list[Any]:
    """Parameters for a test: the first of ``every`` so many by day, the others at night."""
    return by_day(values[::every], [value for place, value in enumerate(values) if place % every])


def by_day(values: Sequence[Any], at_night: Sequence[Any]) -> list[Any]:
    """Parameters for a test, tuples where it has several: these always, those at night."""
    nightly = [value if isinstance(value, tuple) else (value,) for value in at_night]
    return [*values, *(pytest.param(*value, marks=pytest.mark.nightly) for value in nightly)]
