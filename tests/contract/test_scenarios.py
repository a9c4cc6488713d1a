"""Scenarios of every game: logged games as files that play them again, and the files of tests/scenarios/."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from balance.engine.game import game_ids
from helpers.cards import frozen_cards
from helpers.command_line import balance
from helpers.contract import FROZEN
from helpers.frozen import FrozenRuns
from helpers.marks import by_day, is_night
from helpers.modes import MODES
from helpers.own_process import run_module
from helpers.plain_process import plain_balance

EVERY = 3
"""By day all worked examples are played, and one of so many of the other scenarios."""

EXAMPLES = {"alfheim": 20, "fairy": 12, "fairy_conundrum": 26, "fairy_school": 12, "heroes": 20}
"""How many worked examples a rules page has, all of which are scenarios."""

TESTS = Path(__file__).resolve().parents[1]
FOLDER = TESTS / "scenarios"


def scenario(folder: Path, *files: object) -> list[str]:
    """What `balance scenario` says of these files, in a process of its own, where rules run as plain Python."""
    done = plain_balance(["scenario", *map(str, files)], folder)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert done.returncode == int(any(not line.endswith(": pass") for line in lines[: len(files)]))
    return lines[: len(files)]


def written(path: Path) -> dict[str, Any]:
    """What stands in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


LOGGED = [("heroes", FROZEN), ("fairy_conundrum", "matches")]
OTHERS = [(game, FROZEN) for game in game_ids() if game != "heroes"]


@pytest.fixture
def logged(frozen: FrozenRuns, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, table: str) -> Path:
    """The script of a logged game, in a folder with the cards of the run."""
    (tmp_path / "cards.csv").write_bytes(frozen_cards().read_bytes())
    monkeypatch.chdir(tmp_path)
    said = balance("replay", frozen.run(game, table).path, 1, "--script", "whole.json")
    assert (said.code, said.out.count("whole.json")) == (0, 2), said
    return tmp_path / "whole.json"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "table"), by_day(LOGGED, OTHERS))
def test_a_logged_game_is_a_scenario_that_plays_it_again(game: str, table: str, logged: Path):
    """As it was; with half of its script, for the styles choose as they did; and with one choice made otherwise."""
    data = written(logged)
    assert "cards" not in data, "they are those of the folder"
    script, folder = data["script"], logged.parent
    (folder / "half.json").write_text(json.dumps(data | {"script": script[: len(script) // 2]}))
    (folder / "never.json").write_text(json.dumps(data | {"script": [*script[:5], script[5] | {"choose": "nonsense"}]}))
    last = data["expect"][-1]
    other = [*data["expect"][:-1], last | {"score": last["score"] + 1}]
    (folder / "other.json").write_text(json.dumps(data | {"expect": other}))
    whole, half, never, more = scenario(folder, "whole.json", "half.json", "never.json", "other.json")
    assert (whole, half) == ("whole.json: pass", "half.json: pass")
    assert never.startswith("never.json: script 6 {")
    assert 'expected "nonsense", found: ' in never
    assert script[5]["choose"] in never.partition(", found: ")[2]
    assert more.endswith(f": score: expected {last['score'] + 1}, found {last['score']}")


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(folder.name for folder in FOLDER.iterdir()))
def test_the_scenarios_of_a_game_hold(game: str, tmp_path: Path):
    """Where the slow implementation can follow the kernels, it plays them too (Fairy: tests/fairy)."""
    examples = sorted((FOLDER / game).glob("example-*.json"))
    others = sorted({*(FOLDER / game).glob("*.json")} - {*examples})
    files = examples + others[:: 1 if is_night() else EVERY]
    if (TESTS / game / "scenarios_followed.py").exists():
        run_module(f"{game}.scenarios_followed", *files, environment=MODES["plain"])
    else:
        assert [line for line in scenario(tmp_path, *files) if not line.endswith(": pass")] == []


@pytest.mark.parametrize("game", sorted(folder.name for folder in FOLDER.iterdir()))
def test_every_scenario_says_what_it_shows_and_expects_something(game: str):
    for file in (FOLDER / game).glob("*.json"):
        data = {"script": [], "expect": [], **written(file)}
        refused = [step for step in data["script"] if isinstance(step, list) and step[0] == "illegal"]
        assert data["says"], file.stem
        assert data["expect"] or refused, f"{file.stem} expects nothing"


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_worked_example_is_a_scenario(game: str):
    numbers = {int(file.stem[8:10]) for file in (FOLDER / game).glob("example-*.json")}
    assert numbers == set(range(1, EXAMPLES[game] + 1))


def test_the_examples_of_the_how_to_page_are_among_them():
    page = TESTS.parent / "docs" / "how-to" / "write-a-scenario.md"
    examples = re.findall(r"^```json\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    files = ("heroes/example-02b-the-second-point-finds-none", "fairy_conundrum/example-19b-freed-guest-is-back-in")
    assert examples == [(FOLDER / f"{file}.json").read_text(encoding="utf-8") for file in files]
