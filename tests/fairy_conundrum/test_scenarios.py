"""The scenarios of Fairy Conundrum hold: the worked examples, the keywords, the operations, chains of releases."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from balance.engine.game.scenario import run_scenario

FOLDER = Path(__file__).resolve().parents[1] / "scenarios" / "fairy_conundrum"
FILES = sorted(FOLDER.glob("*.json"))


def test_scenarios_hold_as_typed():
    """In a process of its own, where rules run as plain Python: positions need no compiling."""
    done = subprocess.run(
        [sys.executable, "-m", "balance", "scenario", *map(str, FILES)],
        capture_output=True,
        text=True,
        timeout=600,
        env={name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"},
        stdin=subprocess.DEVNULL,
    )
    assert [line for line in done.stdout.splitlines()[: len(FILES)] if not line.endswith(": pass")] == []
    assert (done.stderr, done.returncode) == ("", 0)


def test_every_scenario_says_what_it_shows_and_expects_something():
    assert len(FILES) > 500
    for file in FILES:
        data = json.loads(file.read_text(encoding="utf-8"))
        refused = [step for step in data["script"] if step[0] == "illegal"]
        assert data["says"], file.stem
        assert data["expect"] or refused, file.stem


def test_the_example_of_the_how_to_page_is_one_of_them():
    page = FOLDER.parents[2] / "docs" / "how-to" / "write-a-scenario.md"
    (example,) = re.findall(r"^```json\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert example == (FOLDER / "example-19b-freed-guest-is-back-in.json").read_text(encoding="utf-8")


@pytest.mark.slow
def test_compiled_the_rules_say_the_same():
    """A few that go through most of the code, in this process, where rules are compiled."""
    for name in (
        "example-19b-freed-guest-is-back-in",
        "fc-38-conspiracy-in-rotation",
        "chain-jailer-of-a-jailer-leaves",
    ):
        assert run_scenario(FOLDER / f"{name}.json").failure == ""
