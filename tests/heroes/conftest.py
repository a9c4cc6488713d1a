"""The frozen run of Heroes, for the tests of its report."""

from __future__ import annotations

import pytest

from balance.analysis.results import Results
from helpers.frozen import FrozenRuns
from heroes.logged import Logged


@pytest.fixture(scope="module")
def heroes(frozen: FrozenRuns) -> Results:
    """The queries over 300 games of four mixed styles."""
    return frozen.results("heroes")


@pytest.fixture(scope="session")
def logged(frozen: FrozenRuns) -> Logged:
    """All rows of these games."""
    return Logged(frozen.results("heroes"))
