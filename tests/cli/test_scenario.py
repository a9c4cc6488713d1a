"""`balance scenario` with positions: exit codes, what it says, and files that cannot be used; with a game made for it.

Games of a seed: test_game_file.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.engine.game import find_game, game_ids
from balance.engine.game import scenario as scenarios
from balance.engine.game.scenario import Refused, ScenarioError, ScenarioFile
from balance.engine.kernels import kernel  # noqa: F401 (once Numba is there, the command leaves its variable alone
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused

VERBS = ("add", "spoil")


class Counter:
    """A game of one number for each seat. Adding less than nothing is against its rules; `spoil` breaks its own."""

    def __init__(self, file: ScenarioFile) -> None:
        self.file = file
        self.number = [player.get("number", 0) for player in file.data["players"]]
        if any(number > 1000 for number in self.number):
            raise ScenarioError("is too large", "players, 1, number", allowed="0 to 1000")

    def do(self, verb: list[Any]) -> None:
        if verb[0] not in VERBS:
            raise ScenarioError("there is no such verb", value=verb[0], allowed=", ".join(VERBS))
        _, seat, amount = verb
        if verb[0] == "spoil":
            self.number[seat] += 1
        if amount < 0:
            raise Refused("that is less than nothing")
        self.number[seat] += amount

    def snapshot(self) -> list[int]:
        return list(self.number)

    def restore(self, snapshot: list[int]) -> None:
        self.number = list(snapshot)

    def value(self, expectation: list[Any]) -> Any:
        if expectation[0] == "number":
            return self.number[expectation[1]]
        if expectation[0] == "both":
            return tuple(self.number)
        if expectation[0] == "all":
            return list(self.number)
        if expectation[0] == "top_rule":
            return self.file.plan.settings["top_rule"]
        raise ScenarioError("there is no such expectation", value=expectation[0], allowed="number, both, all")


@pytest.fixture(autouse=True)
def counting(monkeypatch, tmp_path):
    """The game `fairy` has scenarios: it is a Counter. Every test works in a folder with its cards and nothing else."""
    monkeypatch.chdir(tmp_path)
    rows = frozen_cards().read_text(encoding="utf-8").splitlines(keepends=True)
    Path("cards.csv").write_text("".join(row for row in rows if row.startswith(("game,", "fairy,"))), encoding="utf-8")
    game = replace(find_game("fairy"), scenario=Counter)
    monkeypatch.setattr(scenarios, "find_game", lambda word: game if word == "fairy" else find_game(word))


def scenario(name: str = "one.json", **data: Any) -> Path:
    """A file with this scenario; what is None is left out."""
    whole = {"game": "fairy", "players": [{"number": 1}, {"number": 2}], **data}
    path = Path(name)
    path.write_text(json.dumps({key: value for key, value in whole.items() if value is not None}))
    return path


def said_of(**data: Any) -> list[str]:
    """What is said about a scenario that cannot be used, without the name of the program and the file."""
    lines = refused("scenario", scenario(**data))
    assert lines[0].startswith("balance: one.json")
    return [lines[0].removeprefix("balance: one.json").removeprefix(", ").removeprefix(": "), *lines[1:]]


# ---------------------------------------------------------------- played


def test_a_scenario_that_holds_passes():
    scenario(script=[["add", 0, 4]], expect=[["number", 0, 5], ["number", 1, 2]])
    said = balance("scenario", "one.json")
    assert (said.code, said.out, said.err) == (0, "one.json: pass\n", "")


def test_a_scenario_without_script_and_expectations_passes():
    scenario()
    assert balance("scenario", "one.json").code == 0


def test_a_failing_expectation_is_told_with_what_is_so():
    scenario(script=[["add", 0, 4]], expect=[["number", 1, 2], ["number", 0, 7], ["number", 1, 9]])
    said = balance("scenario", "one.json")
    assert (said.code, said.out, said.err) == (1, 'one.json: expectation 2 ["number",0,7]: is 5\n', "")


def test_a_refused_step_is_told_with_the_reason_and_ends_the_scenario():
    scenario(script=[["add", 0, 1], ["add", 0, -1], ["add", 0, -2]], expect=[["number", 0, 7]])
    said = balance("scenario", "one.json")
    assert said.code == 1
    assert said.out == 'one.json: script step 2 ["add",0,-1]: was refused: that is less than nothing\n'


def test_end_stops_the_script_and_the_expectations_are_looked_at():
    scenario(script=[["add", 0, 1], ["end"], ["add", 0, -1]], expect=[["number", 0, 2]])
    assert balance("scenario", "one.json").code == 0


def test_several_values_are_compared_with_the_last_items():
    scenario(expect=[["both", 1, 2]])
    assert balance("scenario", "one.json").code == 0
    scenario(expect=[["both", 1, 3]])
    assert balance("scenario", "one.json").out == 'one.json: expectation 1 ["both",1,3]: is [1,2]\n'


def test_a_list_is_compared_with_a_list():
    scenario(expect=[["all", [1, 2]]])
    assert balance("scenario", "one.json").code == 0
    scenario(expect=[["all", [2, 1]]])
    assert balance("scenario", "one.json").code == 1


# ---------------------------------------------------------------- illegal


def test_an_illegal_verb_that_is_refused_passes():
    scenario(script=[["illegal", ["add", 0, -1]]], expect=[["number", 0, 1]])
    assert balance("scenario", "one.json").code == 0


def test_an_illegal_verb_that_is_allowed_fails():
    scenario(script=[["illegal", ["add", 0, 1]]])
    said = balance("scenario", "one.json")
    assert (said.code, said.out) == (1, 'one.json: script step 1 ["illegal",["add",0,1]]: was allowed\n')


def test_an_illegal_verb_that_changes_something_before_it_is_refused_fails():
    scenario(script=[["illegal", ["spoil", 0, -1]]])
    said = balance("scenario", "one.json")
    assert said.code == 1
    assert said.out.endswith("was refused (that is less than nothing), yet it changed the position\n")


@pytest.mark.parametrize("step", [["illegal"], ["illegal", "add"], ["illegal", []], ["illegal", ["end"]]])
def test_illegal_needs_one_verb(step):
    assert said_of(script=[step]) == [
        f"script step 1 {json.dumps(step, separators=(',', ':'))}: `illegal` needs one verb",
        '  allowed: ["illegal", ["call", "X"]]',
    ]


def test_snapshots_of_arrays_and_records_are_compared_by_content():
    pair = np.dtype([("a", np.int64), ("b", np.int64, 2)])
    record, other = np.zeros(1, pair)[0], np.zeros(1, pair)[0]
    assert scenarios.same(record, other)
    other["b"][1] = 1
    assert not scenarios.same(record, other)
    assert not scenarios.same(np.arange(3), np.arange(1, 4))


# ---------------------------------------------------------------- several files


def test_all_files_are_played_and_counted():
    scenario("one.json", expect=[["number", 0, 2]])
    scenario("two.json", expect=[["number", 0, 1]])
    said = balance("scenario", "one.json", "two.json")
    assert said.code == 1
    assert said.lines == ['one.json: expectation 1 ["number",0,2]: is 1', "two.json: pass", "2 scenarios, 1 failed"]


def test_quiet_tells_those_that_fail():
    scenario("one.json", expect=[["number", 0, 2]])
    scenario("two.json", expect=[["number", 0, 1]])
    assert balance("scenario", "-q", "one.json", "two.json").lines == ['one.json: expectation 1 ["number",0,2]: is 1']
    assert balance("scenario", "--quiet", "two.json").out == ""


def test_json_says_the_same():
    scenario("one.json", expect=[["number", 0, 2]])
    scenario("two.json")
    said = balance("scenario", "--json", "one.json", "two.json")
    assert said.code == 1
    assert said.json == [
        {"file": "one.json", "passed": False, "failure": 'expectation 1 ["number",0,2]: is 1'},
        {"file": "two.json", "passed": True, "failure": ""},
    ]


def test_a_file_that_cannot_be_used_does_not_keep_others_from_being_played():
    scenario("two.json")
    said = balance("scenario", "none.json", "two.json")
    assert said.code == 2
    assert said.lines == ["two.json: pass", "1 scenario, 0 failed"]
    assert said.err.startswith("balance: none.json: cannot be read: No such file or directory\n")


# ---------------------------------------------------------------- files that cannot be used


def test_a_file_must_be_named():
    assert refused("scenario")[0] == "balance: Missing argument 'FILE ...'."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1, column 1: is not JSON: Expecting value"),
        ('{\n  "game": fairy}', "line 2, column 11: is not JSON: Expecting value"),
        ('{"turn": NaN}', "is not JSON: NaN is not a number"),
        ('{"turn": 1, "turn": 2}', "is not JSON: the key 'turn' stands twice in an object"),
        ("[1, 2]", "holds no JSON object"),
        ("[" * 100_000, "is nested too deeply"),
    ],
)
def test_a_file_that_is_no_json_object(text, says):
    Path("one.json").write_text(text)
    lines = refused("scenario", "one.json")
    assert lines[0].removeprefix("balance: one.json").lstrip(":, ") == says
    assert lines[1] == "  allowed: a scenario: a JSON object in UTF-8"


def test_a_file_in_another_encoding():
    Path("one.json").write_bytes('{"says": "mésangette"}'.encode("latin-1"))
    assert refused("scenario", "one.json")[0] == "balance: one.json: is not UTF-8 text"


def test_a_folder_is_no_file():
    Path("one.json").mkdir()
    assert refused("scenario", "one.json")[0] == "balance: one.json: cannot be read: Is a directory"


def test_a_byte_order_mark_does_no_harm():
    path = scenario()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert balance("scenario", "one.json").code == 0


@pytest.mark.parametrize("key", ["game", "players"])
def test_a_key_that_is_needed(key):
    assert said_of(**{key: None})[0] == f"the key '{key}' is missing"


def test_an_unknown_key_is_told_with_the_nearest():
    lines = said_of(expects=[])
    assert lines[0] == "there is no such key (found 'expects')"
    assert lines[2] == "  did you mean 'expect'?"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"says": 3}, "says: is not text (found '3')"),
        ({"game": ["fairy"]}, """game: is not text (found '["fairy"]')"""),
        ({"cards": 1}, "cards: is not text (found '1')"),
        ({"settings": []}, "settings: is not an object (found '[]')"),
        ({"script": "add"}, """script: is not a list (found '"add"')"""),
        ({"script": [["add", 0, 1], []]}, "script, step 2: is none (found '[]')"),
        ({"script": [[1]]}, "script, step 1: is none (found '[1]')"),
        ({"expect": {}}, "expect: is not a list (found '{}')"),
        ({"expect": ["number"]}, """expect, expectation 1: is none (found '"number"')"""),
        ({"players": {}}, "players: is not a list of objects (found '{}')"),
        ({"players": [1, 2]}, "players: is not a list of objects (found '[1,2]')"),
        ({"players": [{}]}, "players: Fairy cannot be played by 1"),
    ],
)
def test_a_part_of_another_form(data, says):
    assert said_of(**data)[0] == says


def test_an_unknown_game_is_told_with_the_nearest():
    assert said_of(game="fary") == [
        "game: there is no such game (found 'fary')",
        f"  allowed: {', '.join(game_ids())}",
        "  did you mean 'fairy'?",
    ]


def test_an_unknown_verb_is_told_with_its_step():
    assert said_of(script=[["add", 0, 1], ["fly", 0]]) == [
        """script step 2 ["fly",0]: there is no such verb (found 'fly')""",
        "  allowed: add, spoil",
    ]


def test_an_unknown_verb_within_illegal_is_told_with_its_step():
    assert said_of(script=[["illegal", ["fly"]]])[0].startswith('script step 1 ["illegal",["fly"]]: there is no such')


def test_an_unknown_expectation_is_told_with_its_number():
    lines = said_of(expect=[["number", 0, 1], ["colour", 0, 1]])
    assert lines[0] == """expectation 2 ["colour",0,1]: there is no such expectation (found 'colour')"""


def test_a_position_that_cannot_be_built_is_told_with_its_place():
    assert said_of(players=[{}, {"number": 1001}]) == ["players, 1, number: is too large", "  allowed: 0 to 1000"]


# ---------------------------------------------------------------- cards and settings


def test_cards_are_read_beside_the_file():
    Path("deep").mkdir()
    Path("deep/own.csv").write_bytes(Path("cards.csv").read_bytes())
    scenario("deep/one.json", cards="own.csv")
    assert balance("scenario", "deep/one.json").code == 0


def test_a_missing_card_table_is_told():
    scenario(cards="own.csv")
    assert refused("scenario", "one.json")[0] == "balance: own.csv: there is no such file"


def test_a_broken_card_table_is_told():
    Path("own.csv").write_text("game,id\nfairy,1\n")
    scenario(cards="own.csv")
    assert balance("scenario", "one.json").code == 2


def test_a_card_table_that_changed_is_read_again():
    Path("own.csv").write_bytes(Path("cards.csv").read_bytes())
    scenario(cards="own.csv")
    assert balance("scenario", "one.json").code == 0
    Path("own.csv").write_text("game,id\nfairy,1\n")
    assert balance("scenario", "one.json").code == 2


def test_settings_are_those_of_the_file():
    setting = {setting.name: setting for setting in find_game("fairy").settings}["top_rule"]
    other = next(word for word in setting.words if word != setting.default)
    for given, wanted in (({}, setting.default), ({"top_rule": other}, other), ({"top_rule": other.upper()}, other)):
        scenario(settings=given, expect=[["top_rule", wanted]])
        assert balance("scenario", "one.json").code == 0


def test_an_unknown_setting_is_told():
    assert said_of(settings={"top_rul": 1})[0] == "settings, top_rul: there is no such setting"


@pytest.mark.parametrize("value", ["nonsense", 3.5, None, []])
def test_a_setting_that_cannot_be_is_told(value):
    lines = said_of(settings={"top_rule": value})
    assert lines[0].startswith("settings, top_rule: cannot be this (found ")
    assert lines[1].startswith("  allowed: ")


# ---------------------------------------------------------------- plain Python


def plain_run(**environment: str) -> str:
    """What the command makes of NUMBA_DISABLE_JIT in a process of its own."""
    script = """
from balance.cli.scenario import do_not_compile
do_not_compile()
from balance.engine.kernels import kernel
print(kernel.PLAIN)
"""
    others = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=others | environment
    )
    return done.stdout.strip()


def test_rules_run_as_plain_python():
    assert plain_run() == "True"


@pytest.mark.slow
def test_the_user_may_have_them_compiled():
    assert plain_run(NUMBA_DISABLE_JIT="0") == "False"
