"""A game of dice alone, without a card: what is asked of cards does not stand in its way."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.command_line import balance, refused
from helpers.plain_games import forgotten, write_game

GAME = """\
class Dice(Game):
    players = 1, 2
    features = {"hold": "whether it holds"}
    styles = {"greedy": {"hold": 1}, "bold": {"hold": -1}}

    def setup(self):
        for player in self.players:
            player.total = 0

    def play(self):
        for _ in self.rounds(3):
            for player in self.players:
                holds = player.choose(["hold", "roll"], hold=lambda option: option == "hold") == "hold"
                player.total += 3 if holds else self.roll(6)

    def score(self, player):
        return player.total
"""
TARGETS = """\
[[target]]
game = "dice"
games = 1000
tie_rate = { at_most = 1 }
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in a folder with the game, which is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path, GAME, "dice.py")
    with forgotten():
        yield


def test_it_passes_a_check():
    """Its log of cards is empty, as it must be."""
    Path("targets.toml").write_text(TARGETS)
    assert balance("baseline", "dice.py", "--games", 1000, "--folder", ".", "-q").code == 0
    said = balance("check", "dice.py", "--folder", ".", "--json")
    (check,) = said.json
    assert (said.code, check["refused"]) == (0, ""), said.err
    (target,) = check["targets"]
    assert [judgement["verdict"] for judgement in target["judgements"]] == ["pass"], target["refused"]


def test_power_says_that_there_are_no_cards():
    assert refused("power", "dice.py") == ["balance: Dice has no cards whose power could be measured"]


@pytest.mark.parametrize("command", ["history dice.py", "bisect dice.py turns_mean", "compare dice.py --against HEAD"])
def test_who_looks_back_reads_that_there_is_no_table_and_not_the_history_of_another(command):
    file = Path("dice.py").resolve()
    assert refused(*command.split()) == [
        f"balance: {file}: Dice has no card table",
        "  allowed: a cards.csv beside dice.py, or --cards FILE",
    ]
