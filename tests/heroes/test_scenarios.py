"""The worked examples of the rules page as scenarios: the slow implementation meets what they expect, too.

That the kernels do: tests/contract/test_scenarios.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.modes import MODES
from helpers.own_process import run_module

FILES = sorted((Path(__file__).resolve().parents[1] / "scenarios" / "heroes").glob("*.json"))


def test_the_twenty_examples_are_there():
    assert {file.stem[:10] for file in FILES} == {f"example-{number:02}" for number in range(1, 21)}


@pytest.mark.slow
def test_the_slow_implementation_plays_them_alike():
    """In a process of its own, in plain Python: only there can somebody listen to the choices."""
    run_module("heroes.scenarios_followed", *FILES, environment=MODES["plain"])
