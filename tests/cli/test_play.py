"""`balance play` on a terminal: whole games, answers that are none, going on, and what is refused.

The whole games are in golden/. Where rules or words have changed, delete those files and run the tests: they write them
anew. Then read them: would a player know what to do?
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import pytest

from balance.cli.play import new_game, with_a_file
from balance.common.errors import BalanceError, InputError
from balance.engine.game import find_game
from balance.judging.saved_game import load, plan_to_play
from helpers.cards import frozen_cards
from helpers.command_line import refused
from helpers.plain_process import plain_balance
from helpers.terminal import COLUMNS, session
from helpers.told import assert_kept

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "golden"
CARDS = ("--cards", str(frozen_cards()), "--no-review")
TALK = ("?", "? 1", "1", "b", "nonsense", "99", "? 99", "1", "u", "1")
"""Somebody who tries everything, and then takes what comes first."""

QUICK = ("play", "fairy", "--players", "2", "--seed", "4", *CARDS)
"""A short game for questions about the talk."""

SEATED = {
    "fairy": ("1", "2", "1"),
    "heroes": ("1", "1", "1"),
    "alfheim": ("1", "3", "1"),
    "fairy_school": ("1", "4", "1"),
    "fairy_conundrum": ("3", "2", "2"),
}
"""By game: the seed, the seat, and what is answered in the end (in Fairy Conundrum 1 mostly means to do nothing)."""


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATED)
def test_a_whole_game_as_it_is_on_the_screen(game, tmp_path):
    seed, seat, answer = SEATED[game]
    words = ("play", game, "--seed", seed, "--seat", seat, *CARDS)
    told = session(words, chain(TALK, repeat(answer)), tmp_path)
    assert told.code == 0
    lines = told.screen.split("\n")
    assert max(map(len, lines)) <= COLUMNS
    assert any("(you)" in line for line in lines[-30:])
    assert_kept(told.screen, GOLDEN / f"play_{game}.txt")


def test_what_is_no_answer_gets_one_line_and_the_question_stays(tmp_path):
    said = session(QUICK, ["99", "e", "zebra", "", "? 77", "u"], tmp_path).screen
    answers = said.split("> ")[1:]
    replies = [answer.split("\n")[1:-1] for answer in answers[:6]]
    assert replies == [
        ["1 to 4, please; ? gives hints, q leaves."],
        ["Several options have the words 'e': say a number."],
        ["No option has the words 'zebra': say a number."],
        ["1 to 4, please; ? gives hints, q leaves."],
        ["? and a number from 1 to 4."],
        ["You have not chosen anything yet."],
    ]


def test_words_of_an_option_are_as_good_as_its_number(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    by_word = session(QUICK, ["lower", "same", "q"], tmp_path / "a").screen
    by_number = session(QUICK, ["2", "3", "q"], tmp_path / "b").screen
    assert by_word.replace("> lower", "> 2").replace("> same", "> 3") == by_number


def test_a_choice_taken_back_leads_to_the_same_question(tmp_path):
    said = session(QUICK, ["1", "u", "2", "q"], tmp_path).screen
    first, second, third = [part.split("You decide")[-1] for part in said.split("> ")[:3]]
    assert first == third
    assert second == first, "it is the same decision, a turn later"
    saved = load(tmp_path / "play-fairy-4.json")
    assert [entry["choose"] for entry in saved.script if "Player 1" in entry["asked"]] == ["Lower"]


def test_a_game_that_was_left_goes_on_where_it_was(tmp_path):
    for folder in ("whole", "twice"):
        (tmp_path / folder).mkdir()
    whole = session(QUICK, repeat("1"), tmp_path / "whole")
    left = session(QUICK, ["1", "1", "1"], tmp_path / "twice", interrupt=True)
    assert left.code == 130
    assert "stopped. Go on with: balance play play-fairy-4.json" in left.screen.replace("\n", " ")
    on = session(("play", "play-fairy-4.json", "--no-review"), repeat("1"), tmp_path / "twice")
    assert (whole.code, on.code) == (0, 0)
    end = "-" * 72
    assert on.screen.split(end)[-1] == whole.screen.split(end)[-1]


def test_who_leaves_is_told_how_to_go_on_and_the_next_game_is_another(tmp_path):
    assert "Saved. Go on with: balance play play-fairy-1.json" in session(("play", "fairy"), ["q"], tmp_path).screen
    assert "play-fairy-2.json" in session(("play", "fairy"), [], tmp_path).screen


def test_what_cannot_be_played_is_refused_in_words(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words, says in (
        (("fairy", "--players", "2", "--seat", "5"), "--seat 5"),
        (("fairy", "--against", "greedy,greedy,greedy", "-p", "3"), "--against names 3 styles"),
        (("fairy", "--adviser", "grady"), "grady"),
        (("missing.json",), "cannot be read"),
        (("dominoes",), "dominoes"),
    ):
        assert says in " ".join(refused("play", *words))


def test_where_a_game_cannot_be_saved_is_told_as_what_it_is(tmp_path):
    screen = session(("play", "fairy", "--script", "nowhere/game.json"), ["1"], tmp_path).screen
    assert "nowhere/game.json: cannot be written" in screen
    assert "Internal error" not in screen


def test_a_game_that_shows_nobody_its_table_has_no_seat(tmp_path, monkeypatch):
    session(QUICK, ["1", "q"], tmp_path)
    unseen = replace(find_game("fairy"), look=None)
    monkeypatch.setattr("balance.engine.game.plan.find_game", lambda _: unseen)
    with pytest.raises(InputError, match="nobody can sit down at Fairy yet"):
        plan_to_play(load(tmp_path / "play-fairy-4.json"), tmp_path)


def test_a_game_finds_its_card_table_again_though_the_name_is_no_text(tmp_path):
    cards = tmp_path / os.fsdecode(b"caf\xe9.csv")
    begun = new_game("fairy", 0, 2, "mixed", "greedy", None, [], 1, cards, tmp_path)
    (tmp_path / "play.json").write_text(begun.text(), encoding="utf-8")
    assert tmp_path / load(tmp_path / "play.json").cards == cards


def test_a_saved_game_is_a_scenario_that_the_adviser_plays_on(tmp_path):
    session(QUICK, ["1", "2", "q"], tmp_path)
    done = plain_balance(["scenario", "play-fairy-4.json"], tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == ("play-fairy-4.json: pass\n", "", 0)


def test_who_leaves_before_choosing_leaves_the_script_whole(tmp_path):
    """Given a script whose later entries are still to come, when somebody looks and leaves, then none is lost."""
    session(QUICK, ["1", "1", "1", "q"], tmp_path)
    file = tmp_path / "play-fairy-4.json"
    begun = json.loads(file.read_text())
    gap = next(number for number, entry in enumerate(begun["script"]) if "Player 1" in entry["asked"])
    del begun["script"][gap]
    file.write_text(json.dumps(begun))
    assert session(("play", str(file)), ["q"], tmp_path).code == 0
    assert json.loads(file.read_text())["script"] == begun["script"]


@pytest.mark.parametrize("answer", ["1", "u"])
def test_what_was_expected_of_a_game_is_gone_when_somebody_plays_it_otherwise(answer, left, tmp_path):
    """Given a scenario that expects something, then who only looks leaves that, and who chooses does not."""
    file = tmp_path / "g.json"
    file.write_text(json.dumps(json.loads(left) | {"expect": [{"winners": 9}]}))
    assert session(("play", "g.json"), ["q"], tmp_path).code == 0
    assert load(file).expect == ({"winners": 9},)
    assert session(("play", "g.json"), [answer, "q"], tmp_path).code == 0
    assert load(file).expect == ()


def test_others_may_be_drawn_from_some_styles(tmp_path):
    others = ("--against", "mixed(daredevil,watcher)")
    assert session(("play", "fairy", "--players", "3", *others), ["1", "q"], tmp_path).code == 0
    file = load(tmp_path / "play-fairy-1.json")
    assert [player["style"] for player in file.players[1:]] == [others[1]] * 2
    asked = " ".join(entry["asked"] for entry in file.script)
    assert {*re.findall(r"Player [23] \((\w+)\)", asked)} <= {"daredevil", "watcher"}
    assert "Player 2" in asked
    assert "a style that has no name" in refused("play", "fairy", "--against", "")[0]


def test_the_script_of_a_game_is_gone_on_with_in_any_seat(tmp_path):
    session(QUICK, ["1", "1", "q"], tmp_path)
    words = ("play", "fairy", "--script", "play-fairy-4.json", "--seat", "2")
    assert "You are player 2." in session(words, ["1", "q"], tmp_path).screen
    file = load(tmp_path / "play-fairy-4.json")
    assert file.persons == (1,)
    assert [entry["decision"] for entry in file.script] == list(range(len(file.script)))
    assert "a game of fairy, not of heroes" in refused("play", "heroes", "--script", tmp_path / "play-fairy-4.json")[0]


def test_a_file_of_any_name_is_gone_on_with_by_the_command_that_is_said(tmp_path, monkeypatch):
    words = ("play", "fairy", "--players", "2", "--script", "my game.txt")
    said = session(words, ["1", "q"], tmp_path).screen.splitlines()[-1]
    command = "balance play 'my game.txt'"
    assert said == f"Saved. Go on with: {command}"
    script = load(tmp_path / "my game.txt").script
    assert session(shlex.split(command)[1:], ["q"], tmp_path).code == 0
    assert load(tmp_path / "my game.txt").script == script
    monkeypatch.chdir(tmp_path)
    assert refused("play", "fairy", "--script", "fairy") == [
        "balance: --script fairy: a game is called so",
        "  allowed: another name: fairy.json",
    ]


def test_what_a_game_that_was_begun_says_itself_is_not_given_again(left, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("g.json").write_text(left)
    for words, names in (
        (("g.json", "--seed", "4"), "--seed"),
        (("g.json", "-p", "2", "--against", "mixed"), "--players, --against"),
        (("fairy", "--script", "g.json", "--cards", "c.csv", "--adviser", "greedy"), "--adviser, --cards"),
        (("g.json", "--script", "other.json"), "--script"),
        (("g.json", "--review", "--seat", "2", "--set", "a=b", "--variant", "x"), "--seat, --variant, --set"),
    ):
        assert refused("play", *words) == [
            f"balance: g.json: {names} cannot be given for a game that was begun",
            "  allowed: leave that out; a new game needs another file",
        ]
    assert Path("g.json").read_text() == left


def test_a_game_never_takes_the_file_of_another(tmp_path, monkeypatch):
    """Given games that are begun in the same moment, or with the same seed, then each is saved in a file of its own."""
    monkeypatch.chdir(tmp_path)
    begun = new_game("fairy", 0, 2, "mixed", "greedy", None, [], None, None, Path())
    files = [with_a_file(begun, any_seed)[1].name for any_seed in (True, True, False, False)]
    assert files == ["play-fairy-1.json", "play-fairy-2.json", "play-fairy-1-2.json", "play-fairy-1-3.json"]
    assert [load(Path(file)).seed for file in files] == [1, 2, 1, 1]


def test_a_pager_that_leaves_ends_the_game_without_a_word(tmp_path):
    command = f"yes 1 | '{sys.executable}' -m balance play fairy --players 2 | head -1; echo ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("Fairy, 2 players, seed 1. You are player 1.\n0\n", "")
    assert load(tmp_path / "play-fairy-1.json").persons == (0,)


def test_a_terminal_that_knows_few_letters_shows_the_rest_of_them(tmp_path):
    (tmp_path / "cards.csv").write_text(frozen_cards().read_text().replace("Friar", "Fr\xe8re"))
    words = [sys.executable, "-m", "balance", "play", "heroes", "--seed", "3"]
    told = {}
    for encoding in ("ascii", "utf-8"):
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        done = subprocess.run(words, cwd=tmp_path, env=environment, input=b"1\n1\nq\n", capture_output=True, check=True)
        told[encoding] = done.stdout.decode().replace("play-heroes-3-2.json", "play-heroes-3.json")
        assert done.stderr == b""
    assert not told["utf-8"].isascii()
    assert told["ascii"] == told["utf-8"].encode("ascii", "replace").decode()


@pytest.mark.nightly
def test_a_script_that_cannot_be_followed_is_told_with_the_options(tmp_path):
    session(QUICK, ["1", "q"], tmp_path)
    file = tmp_path / "play-fairy-4.json"
    file.write_text(file.read_text().replace('"choose": "Higher"', '"choose": "Nothing"'))
    said = " ".join(session(("play", "play-fairy-4.json"), [], tmp_path).screen.split())
    assert 'expected "Nothing", found: Higher; Lower; Same suit; Catch' in said


@pytest.fixture(scope="module")
def left(tmp_path_factory) -> str:
    """The file of a game that was left after one choice."""
    folder = tmp_path_factory.mktemp("left")
    session(QUICK, ["1", "q"], folder)
    return (folder / "play-fairy-4.json").read_text()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "something"}, "there is no such game"),
        ({"players": [{"style": "greedy"}]}, "Fairy cannot be played by 1"),
        ({"players": [{"style": "greedy"}] * 2}, "0 persons sit at the table"),
        ({"players": [{"style": "grady", "person": True}, {}]}, "grady"),
        ({"seed": "1"}, "seed: is not a whole number"),
        ({"more": 1}, "there is no such key"),
        ({"script": [[0, 1]]}, "script 1: is not an object"),
        ({"script": [{"decision": 0, "choose": 7}]}, "script 1, choose: is not an option"),
        ({"script": None}, "script: is not a list"),
        ({"rules_version": 1}, "the rules have changed since this game was begun"),
    ],
)
def test_a_file_that_was_changed_is_refused_in_words(change, says, left, tmp_path):
    file = tmp_path / "play-fairy-4.json"
    file.write_text(json.dumps(json.loads(left) | change))
    with pytest.raises(BalanceError, match=says):
        plan_to_play(load(file), file)
