"""What the tests of the Python API share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import balance as bl
from balance.engine.runs.run import Run


@pytest.fixture(scope="session")
def run(small_run: Run) -> Iterator[bl.Run]:
    """Fairy: 1500 games of four mixed styles, as a notebook opens it."""
    opened = bl.open(str(small_run.path))
    yield opened
    opened.close()
