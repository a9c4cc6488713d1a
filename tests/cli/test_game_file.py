"""`balance scenario` with games of a seed: what a script may say, what fails and how, and files that cannot be used.

Fairy with its worked examples' cards: seats guess what the next card will be, at one point, once a turn.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from helpers.command_line import balance, refused
from helpers.plain_process import plain_balance

pytestmark = pytest.mark.slow

CARDS = Path(__file__).resolve().parents[1] / "scenarios" / "fairy" / "cards.csv"
DECK = [20, 21, 4, 1, 2, 3, 5]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in a folder with the cards of the examples."""
    shutil.copy(CARDS, tmp_path)
    monkeypatch.chdir(tmp_path)


def write(name: str, **data: Any) -> str:
    """A file with a game of two; what is None is left out."""
    whole = {"game": "fairy", "cards": "cards.csv", "players": [{}, {}], "piles": {"deck": DECK}} | data
    Path(name).write_text(json.dumps({key: value for key, value in whole.items() if value is not None}))
    return name


def guess(seat: int, choose: Any, **more: Any) -> dict[str, Any]:
    """An entry of a script."""
    return {"point": "guess", "seat": seat, "choose": choose, **more}


def said_of(*names: str) -> list[str]:
    """What is said of these files, played in one process of its own, where rules run as plain Python."""
    done = plain_balance(["scenario", *names], Path.cwd())
    assert done.stderr == ""
    return done.stdout.splitlines()[: len(names)]


def played(**files: dict[str, Any]) -> dict[str, str]:
    """What is said of these games, by name."""
    lines = said_of(*(write(f"{name}.json", **data) for name, data in files.items()))
    return {name: line.removeprefix(f"{name}.json: ") for name, line in zip(files, lines, strict=True)}


# ---------------------------------------------------------------- played


def test_choices_by_point_and_seat_are_made_in_their_order_and_in_their_turn():
    first = {"turn": 1, "seat": 0}
    said = played(
        in_order={
            "script": [guess(0, "Higher"), guess(0, "Catch"), guess(0, "Same", always=True)],
            "expect": [{"turn": turn, "seat": 0, "score": score} for turn, score in ((1, 2), (2, 9), (3, 13))],
        },
        a_list={"script": [guess(0, ["Higher", "Catch"])], "expect": [{"turn": 2, "seat": 0, "score": 9}]},
        in_a_turn={
            "script": [guess(0, "Catch", turn=2), guess(0, "Higher")],
            "expect": [first | {"guess": "higher"}, {"turn": 2, "seat": 0, "guess": "catch"}],
        },
        by_number={
            "script": [{"decision": 1, "seat": 1, "turn": 1, "choose": "Catch"}],
            "expect": [{"turn": 1, "seat": 1, "guess": "catch"}],
        },
        by_parts={
            "script": [guess(0, {"card": "same"}), guess(1, {"target": 3})],
            "expect": [first | {"guess": "same"}],
        },
        words={"script": [guess(0, "HIGH")], "expect": [first | {"guess": "higher"}]},
        whoever={
            "script": [{"point": "guess", "turn": 1, "choose": "Lower", "always": True}],
            "expect": [{"turn": 1, "seat": 0, "guess": "lower"}, {"turn": 1, "seat": 1, "guess": "lower"}],
        },
        the_style={"players": [{"style": "always_catch"}, {}], "expect": [first | {"guess": "catch"}]},
        all_tables={
            "script": [guess(0, "Higher", always=True), guess(1, "Lower", always=True)],
            "expect": [{"turns": 16}, {"seat": 1, "agent": "random"}, {"seat": 0, "card": "20", "first": 1}],
        },
        offers={"script": [guess(0, "Same", offers=["Catch", "Same", "Lower", "Higher"], refuses=["Maybe"])]},
    )
    assert said.pop("all_tables").startswith('expect 1 {"turns": 16}: turns: expected 16, found ')
    assert said == dict.fromkeys(said, "pass")


def test_what_does_not_go_as_the_file_says_is_told_with_expected_found_and_where():
    said = played(
        an_option={"script": [guess(1, "Nonsense")]},
        unclear={"script": [guess(1, "e")]},
        never={"script": [guess(0, "Same", turn=99)]},
        no_such={"script": [{"decision": 500, "choose": "Same"}]},
        of_another={"script": [{"decision": 3, "seat": 0, "choose": "Same"}]},
        too_late={"script": [{"decision": 3, "seat": 1, "turn": 1, "offers": ["Same"]}]},
        offers={"script": [guess(0, "Same", offers=["Same"])]},
        refuses={"script": [guess(0, "Same", refuses=["catch"])]},
        a_row={"expect": [{"turn": 99, "seat": 0, "score": 1}]},
        a_cell={"expect": [{"turn": 1, "seat": 0, "pile_card": "20", "next_card": "7"}]},
        a_pile={"piles": {"deck": [[4], [11]]}},
        a_card={"piles": {"deck": [4, 4]}},
    )
    asked = "decision 1 (turn 1, seat 1: what the next card will be)"
    every = "Higher; Lower; Same; Catch"
    entry = '{"point": "guess", "seat": 1, "choose": '
    assert said["an_option"] == f'script 1 {entry}"Nonsense"}}, {asked}: expected "Nonsense", found: {every}'
    assert said["unclear"] == f'script 1 {entry}"e"}}, {asked}: expected one option by "e", found: Higher; Lower; Same'
    assert said["never"].endswith(": expected this to be asked, found that it was not")
    assert " expected a decision 500, found " in said["no_such"]
    assert (
        said["of_another"]
        == 'script 1 {"decision": 3, "seat": 0, "choose": "Same"}, decision 3: seat: expected 0, found 1'
    )
    assert said["too_late"].endswith(", decision 3: turn: expected 1, found 2")
    assert said["offers"].endswith(f": expected the options Same, found: {every}")
    assert said["refuses"].endswith(': expected no option "catch", found: Catch')
    assert said["a_row"].endswith(": expected such a row of turns, found none")
    assert said["a_cell"].endswith(': next_card: expected "7", found "21"')
    assert said["a_pile"] == "piles, deck: expected 1 more to be used, found that the game is over"
    assert said["a_card"].startswith("piles, deck: expected '4' in the pile, found: 1, 10, 11")


def test_the_same_file_is_the_same_game_and_another_seed_another():
    expect = [{"turn": 3, "seat": 0, "pile_card": "4"}]
    said = played(
        one={"piles": None, "expect": [{"cards_left": 99}]},
        same={"piles": None, "expect": [{"cards_left": 99}]},
        set_by_hand={"expect": expect},
        set_otherwise={"expect": expect, "seed": 2, "game_no": 10**6},
        other={"piles": None, "game_no": 1, "expect": [{"first_card": "none"}]},
        another={"piles": None, "game_no": 2, "expect": [{"first_card": "none"}]},
    )
    assert said["one"] == said["same"]
    assert (said["set_by_hand"], said["set_otherwise"]) == ("pass", "pass")
    assert said["other"] != said["another"]


def test_a_script_of_other_rules_says_so_where_it_fails():
    said = played(
        fails={"rules_version": 1, "expect": [{"winners": 9}]}, holds={"rules_version": 1, "expect": [{"players": 2}]}
    )
    assert said["fails"].endswith(" (the rules have changed: written under version 1 of them)")
    assert said["holds"] == "pass"


# ---------------------------------------------------------------- files that cannot be used


def test_everything_that_is_wrong_is_told_at_once_and_once_each_with_its_place():
    write(
        "one.json",
        piles={"deck": [4, 44, 44], "deckk": []},
        dice={"green": ["2"]},
        players=[{}, {"lineup": []}],
        script=[{"point": "gues", "seat": 7}, {"decision": 1, "point": "guess", "choose": ""}, {"choose": {"x": 1}}],
        expect=[{"seat": 0, "scor": 1}, {"turn": 1, "score": 1}, {"seat": 1}],
    )
    said = balance("scenario", "one.json")
    assert said.code == 2
    lines = [line.removeprefix("balance: ").removeprefix("one.json, ") for line in said.err.splitlines()]
    assert [line for line in lines if not line.startswith("  ")] == [
        "piles, deck: is not known here (found '44')",
        "piles: is not known here (found 'deckk')",
        "dice: is not known here (found 'green')",
        "players, seat 1: there is no such key (found 'lineup')",
        "script 1, point: is not known here (found 'gues')",
        "script 1, seat: is not a number in this range (found '7')",
        "script 1: says nothing about the options",
        "script 2: names no decision, or two",
        "script 2, choose: is not an option (found '')",
        "script 3: names no decision, or two",
        "script 3, choose: there is no such key (found 'x')",
        "expect 1: there is no such column of seats (found 'scor')",
        "expect 2, seat: is not a number in this range",
        "expect 3: expects nothing",
    ]
    assert "  did you mean 'guess'?" in lines
    assert "  did you mean 'score'?" in lines


def test_what_may_be_said_of_a_player_is_told():
    write("one.json", players=[{"stile": "greedy"}, {}])
    assert refused("scenario", "one.json")[1:] == ["  allowed: style, person", "  did you mean 'style'?"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"players": [{}]}, "players: Fairy cannot be played by 1"),
        ({"players": 2}, "players: is not a list (found '2')"),
        ({"players": [2, {}]}, "players 1: is not an object (found '2')"),
        ({"players": [{"style": 3}, {}]}, "players, seat 0, style: is not text (found '3')"),
        ({"players": [{}, {"person": 1}]}, "players, seat 1, person: is neither true nor false (found '1')"),
        ({"seed": -1}, "seed: is not a number in this range (found '-1')"),
        ({"seed": True}, "seed: is not a whole number (found 'true')"),
        ({"scripts": []}, "there is no such key (found 'scripts')"),
        ({"script": {}}, "script: is not a list (found '{}')"),
        ({"variant": "chess"}, "there is no variant of Fairy 'chess'"),
        ({"settings": {"top_rule": "none"}}, "setting top_rule cannot be 'none'"),
        ({"settings": {"top_rul": 1}}, "there is no setting 'top_rul'"),
        ({"players": [{"style": "grady"}, {}]}, "there is no play style 'grady'"),
        ({"styles": [{"name": "mine"}]}, "styles 1: is not a style"),
        ({"cards": "other.csv"}, "other.csv: there is no such file"),
        ({"position": {"round": 1}}, "position: there is no such key (found 'round')"),
        ({"script": [{"decision": 3, "choose": ["Same"]}]}, "script 1, choose: cannot be a list here"),
        ({"script": [{"decision": 3, "choose": "Same"}] * 2}, "script 1, decision: stands there twice (found '3')"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_words(data, says):
    write("one.json", **data)
    said = balance("scenario", "one.json")
    assert (said.code, said.out) == (2, "")
    first = said.err.splitlines()[0]
    assert first.removeprefix("balance: ").removeprefix("one.json").lstrip(":, ").startswith(says)


def test_compiled_rules_ask_nobody():
    write("one.json", script=[guess(0, "Same")])
    assert refused("scenario", "one.json") == [
        "balance: Fairy: nobody can be asked in the middle of a game whose rules are compiled.",
        "Set NUMBA_DISABLE_JIT=1.",
    ]


# ---------------------------------------------------------------- written


def test_a_logged_game_is_written_with_its_own_styles_and_its_cards_beside_it():
    Path("cards.csv").rename("own.csv")
    Path("own.toml").write_text("[mine]\nnoise = 0.5\n[mine.weights]\nev = 1.0\n")
    run = ("--games", 9, "--players", 3, "--agents", "mine,greedy", "--styles", "own.toml", "--cards", "own.csv")
    assert balance("simulate", "fairy", *run, "--quiet", "--out", "run").code == 0
    said = balance("replay", "run", 7, "--script", "game.json")
    data = json.loads(Path("game.json").read_text())
    assert data["cards"] == "game.csv"
    assert [style["name"] for style in data["styles"]] == ["mine"]
    assert sorted({player["style"] for player in data["players"]}) == ["greedy", "mine"]
    assert said.lines == [
        f"game.json: {len(data['script'])} decisions. Play them again with: balance scenario game.json"
    ]
    assert "is a folder: name a file in it" in refused("replay", "run", 7, "--script", ".")[0]
    Path("game.csv").write_text(mine := Path("own.csv").read_text() + "\n")
    line, allowed = refused("replay", "run", 7, "--script", "game.json")
    assert line == "balance: game.csv: is there already and holds other cards than this run's: it is not overwritten"
    assert "another name for the script" in allowed
    assert Path("game.csv").read_text() == mine
    Path("game.csv").unlink()
    for _ in range(2):  # the same cards are no others
        assert balance("replay", "run", 7, "--script", "game.json").code == 0
    half = {**data, "script": data["script"][: len(data["script"]) // 2]}
    for name, game in (("whole", data), ("half", half)):
        Path(f"{name}.json").write_text(json.dumps(game))
    assert said_of("whole.json", "half.json") == ["whole.json: pass", "half.json: pass"]
