"""What is tried at every run of the suite, and what at night alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def one_by_day(values: Sequence[Any], chosen: Any) -> list[Any]:
    """Parameters for a test: ``chosen`` by day, the others at night."""
    return by_day([value for value in values if value == chosen], [value for value in values if value != chosen])


def by_day(values: Sequence[Any], at_night: Sequence[Any]) -> list[Any]:
    """Parameters for a test, tuples where it has several: these always, those at night."""
    nightly = [value if isinstance(value, tuple) else (value,) for value in at_night]
    return [*values, *(pytest.param(*value, marks=pytest.mark.nightly) for value in nightly)]
