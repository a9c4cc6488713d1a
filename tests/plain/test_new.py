"""`balance new`: what it writes can be played, tested and changed at once."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance import sample
from balance.engine.plain import new
from helpers.command_line import balance, refused
from helpers.outside_game import environment
from helpers.plain_games import forgotten


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, and what it opens is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield


@pytest.mark.slow
def test_a_new_game_passes_its_own_test(tmp_path):
    said = balance("new", "Night Market")
    assert (said.code, said.err) == (0, "")
    folder = Path("night_market")
    assert said.lines[0] == f"{folder}: " + ", ".join(
        ["night_market.py", "cards.csv", "styles.toml", "targets.toml", "test_night_market.py"]
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


@pytest.mark.slow
def test_a_new_game_has_styles_and_targets_and_meets_these(monkeypatch):
    balance("new", "mill")
    monkeypatch.chdir("mill")
    words = ("--styles", "styles.toml", "--agents", "cautious,greedy", "--games", 100, "--out", "run", "-q")
    assert balance("simulate", "mill.py", *words).code == 0
    (check,) = balance("check", "mill.py", "--power", "off", "--json").json
    assert [target["label"] for target in check["targets"]] == ["4 players, base"]
    verdicts = {judgement["name"]: judgement["verdict"] for judgement in check["targets"][0]["judgements"]}
    assert verdicts == dict.fromkeys(("seat_gap", "style_spread", "tie_rate"), "pass"), "it is as it wants to be"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_favoured_by_her_seat_in_a_new_game(players):
    """How often everybody picks first in the last round, which is worth most: the die is for all alike."""
    balance("new", "mill", "-q")
    games = sample("mill/mill.py", games=300, players=players)
    lasts = [next(told for turn, told in game.story if turn == game.turn and " choose" in told) for game in games]
    first = [sum(told.startswith(f"Player {seat}") for told in lasts) for seat in range(1, players + 1)]
    assert sum(first) == 300
    assert min(first) > 0.75 * 300 / players


@pytest.mark.slow
def test_a_new_game_has_a_history(monkeypatch):
    """Its cards as they were in git: what an edit changed."""
    balance("new", "mill", "-q")
    monkeypatch.chdir("mill")
    git = ["git", "-c", "user.name=Me", "-c", "user.email=me@here"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*git, *words], check=True)
    cards = Path("cards.csv").read_text()
    assert "C2,Fox,red,4,3" in cards
    Path("cards.csv").write_text(cards.replace("C2,Fox,red,4,3", "C2,Fox,red,4,9"))
    words = ("--against", "HEAD", "--max-games", 500, "--power", "off", "--no-report", "--json")
    assert balance("compare", "mill.py", *words).json["changes"] == ["C2: points 9 instead of 3"]
    told = balance("history", "mill.py", "--games", 300, "--no-report", "--json")
    assert (told.code, len(told.json[0]["versions"])) == (0, 2), told.err


@pytest.mark.usefixtures("blank_charts")
def test_a_game_of_two_turns_has_a_report():
    """Too few for a chart by turn: what would lead there leads to how the page was made, in both runs of the page."""
    balance("new", "mill", "-q")
    for run in ("a", "b"):
        words = ("--set", "rounds_to_play=2", "--games", 60, "--out", run, "-q")
        assert balance("simulate", "mill/mill.py", *words).code == 0
    said = balance("report", "a", "b", "--power", "off", "-q")
    assert (said.code, said.err) == (0, "")
    assert "less than a 10\N{NO-BREAK SPACE}% chance" in Path("reports/mill.html").read_text()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("7 wonders", "a game cannot be called '7 wonders'"),
        ("none", "none is the name of something else already"),  # class None
        ("balance", "balance is the name of something else already"),
        ("Fairy", "fairy is the name of something else already"),
        ("random", "random is the name of something else already"),
        ("numpy", "numpy is the name of something else already"),
        ("Straße", "a game cannot be called 'Straße'"),  # the ß would be lost
    ],
)
def test_names_that_would_not_do_are_refused(name, says):
    assert says in refused("new", name)[0]
    assert list(Path().iterdir()) == []


def test_letters_with_accents_lose_these_and_no_letter():
    assert balance("new", "Élan vital", "-q").code == 0
    assert [path.name for path in Path().iterdir()] == ["elan_vital"]


def test_nothing_is_written_over():
    assert balance("new", "mill", "-q").code == 0
    assert "mill: is there already" in refused("new", "mill")[0]


def test_on_a_full_disk_nothing_is_left(monkeypatch):
    """Half a game would be in the way of the next attempt."""

    def full(path: Path, text: str) -> None:
        if path.name == "targets.toml":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        path.write_text(text)

    monkeypatch.setattr(new, "write_text", full)
    assert refused("new", "mill") == ["balance: mill: cannot be written: No space left on device"]
    assert list(Path().iterdir()) == []
