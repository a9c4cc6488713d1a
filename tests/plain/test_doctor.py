"""Mistakes that an author of a game can make, and what the doctor says of each: where, and what."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from balance.cli.doctor import BOUNDS
from balance.engine.game import find_game
from balance.judging.doctor import HungError, watched
from helpers.command_line import balance
from helpers.marks import few_by_day
from helpers.outside_game import balance_there, start
from helpers.plain_games import forgotten, write_game

pytestmark = pytest.mark.slow

GAME = """\
class Tiny(Game):
    players = 2, 3
    settings = {"cards_each": 3}
    parts = "cards", "bonus"
    features = {"points": "points of the card", "red": "whether it is red"}
    styles = {"greedy": {"points": 1}, "red_fan": {"red": 1}}

    def setup(self):
        self.pile = self.deck()

    def play(self):
        for _ in self.rounds(self.cards_each):
            for player in self.players:
                self.turn_of(player)

    def turn_of(self, player):
        market = [self.pile.pop() for _ in range(2)]
        card = player.choose(market, points=lambda card: card.points, red=lambda card: card.colour == "red")
        player.take(card, market)

    def score(self, player):
        points = sum(card.points for card in player.hand)
        return {"cards": points, "bonus": self.roll_free(player)}

    def roll_free(self, player):
        return len({card.colour for card in player.hand})
"""
CARDS = """\
id,name,copies,points,colour
T1,One,6,1,red
T2,Two,6,2,blue
T3,Three,6,3,green
T4,Nil,6,0,red
"""


class Mistake(NamedTuple):
    """A mistake: what stands in the place of what, in which file, and what is said."""

    old: str
    new: str
    says: str
    """After "file:line: "; the line is that of the first line of ``new``, or that of ``at``."""
    at: str = ""
    error: bool = True
    file: str = "tiny.py"
    line_in: str = ""
    """The file whose line is named, where that is another one."""


MISTAKES = {
    "a bracket is missing": Mistake("self.deck()\n", "self.deck(\n", "'(' was never closed"),
    "a name nobody knows": Mistake(
        "market = [self.pile.pop()",
        "market = [self.pyle.pop()",
        "AttributeError: 'Tiny' object has no attribute 'pyle'",
    ),
    "a division by zero": Mistake(
        "card.points for card in player.hand)", "6 // card.points for card in player.hand)", "ZeroDivisionError: "
    ),
    "a column that is not there": Mistake(
        "points = sum(card.points for", "points = sum(card.value for", "AttributeError: cards.csv has no column 'value'"
    ),
    "turns without an end": Mistake(
        "self.rounds(self.cards_each):",
        "self.rounds():\n            continue",
        "more than 300 turns: does it end?",
        at="for _ in self.rounds",
    ),
    "a choice among nothing": Mistake(
        "range(2)]\n", "range(0)]\n", "has nothing to choose from", at="card = player.choose"
    ),
    "chance that is not the game's": Mistake(
        "market = [",
        "import random\n        random.shuffle(self.pile)\n        market = [",
        "random is not the same in every run",
    ),
    "something kept from game to game": Mistake(
        "    settings = ",
        "    seen = []\n    settings = ",
        "all games share this seen: make it in setup, as self.seen",
    ),
    "a loop over a set of words": Mistake(
        "market = [self.pile.pop()",
        'market = [self.pile.pop(sum(map(ord, min({"ab", "cd", "xy", "zz"}, key=hash))) % len(self.pile))',
        "another process plays other games: does a loop go over a set? Sort it",
        at="def play",
    ),
    "a score that changes something": Mistake(
        "points = sum(card.points for",
        "player.bonus = getattr(player, 'bonus', 0) + 1\n        points = player.bonus + sum(card.points for",
        "for the same player: it must change nothing",
        at="def score",
    ),
    "a part that was not named": Mistake(
        '"bonus": self', '"bonsu": self', "score() gives points for 'bonsu'", at="def score"
    ),
    "half a point": Mistake('"cards": points', '"cards": points / 2', "for cards: no whole number", at="def score"),
    "a card from elsewhere": Mistake("player.take(card, market)", "player.take(card, self.pile[:1])", "takes it from"),
    "a card that is not in the hand": Mistake(
        "player.take(card, market)", "player.play(card)", "which is not in the hand"
    ),
    "a card that is written on": Mistake(
        "player.take(card, market)\n",
        "player.take(card, market)\n        card.points = 0\n",
        "is printed",
        at="card.points = 0",
    ),
    "nothing is played": Mistake("def play(", "def plays(", "write `def play(self):`", at="class Tiny"),
    "a feature that was not named": Mistake(
        "red=lambda", "rot=lambda", "weighs rot, which the class does not name (features: points, red)"
    ),
    "a style that weighs what there is not": Mistake(
        '{"red": 1}}', '{"rad": 1}}', "style red_fan weighs rad", at="styles ="
    ),
    "too many players": Mistake("players = 2, 3", "players = 2, 30", "players = (2, 30) cannot be"),
    "no number in cards.csv": Mistake(
        "T2,Two,6,2", "T2,Two,6,two", "this is not a whole number (found 'two')", file="cards.csv"
    ),
    "a slip in the head of cards.csv": Mistake("copies", "copeis", "did you mean 'copies'", file="cards.csv"),
    "a card nobody meets": Mistake(
        "self.pile = self.deck()",
        "self.pile = [card for card in self.deck() if card.points]",
        "Nil (T4) is encountered by nobody in 30 games",
        at="T4,Nil",
        error=False,
        line_in="cards.csv",
    ),
    "styles that play alike": Mistake(
        '"red_fan": {"red": 1}',
        '"red_fan": {"points": 2}',
        "the styles greedy, red_fan play alike",
        at="styles =",
        error=False,
    ),
    "a setting that changes nothing": Mistake(
        '{"cards_each": 3}',
        '{"cards_each": 3, "goal": 8}',
        "the setting goal changes nothing",
        at="settings =",
        error=False,
    ),
    "a setting that must not be small": Mistake(
        "self.pile = self.deck()\n",
        "self.pile = self.deck()\n        assert self.cards_each > 2, 'three at least'\n",
        "with cards_each = 1 the game goes wrong: tiny.py:12: AssertionError: three at least",
        at="settings =",
        error=False,
    ),
    "a feature that nobody weighs": Mistake(
        '"whether it is red"}',
        '"whether it is red", "blue": "no"}',
        "no choice weighs blue",
        at="features =",
        error=False,
    ),
    "a weight that is no number": Mistake(
        '{"red": 1}}', '{"red": float("nan")}}', "style red_fan: the weight of red is nan, no number", at="styles ="
    ),
    "a style that is a list": Mistake('{"red": 1}}', '["red"]}', "style red_fan must give weights", at="styles ="),
    "features that say nothing": Mistake(
        '{"points": "points of the card", "red": "whether it is red"}',
        '["points", "red"]',
        "features must say something of every name",
        at="features =",
    ),
    "a setting with a name of the library's": Mistake(
        '{"cards_each": 3}',
        '{"cards_each": 3, "rounds": 3}',
        "settings: self.rounds is something else already",
        at="settings =",
    ),
    "a part without a comma": Mistake('"cards", "bonus"', '"cards"', "parts needs a comma", at="parts ="),
    "a secret without a comma": Mistake(
        "players = 2, 3", 'players = 2, 3\n    secret = "bid"', "secret needs a comma", at="secret ="
    ),
    "a constructor": Mistake(
        "def setup(self):", "def __init__(self):", "write what __init__ does into `def setup(self):`", at="def __init__"
    ),
    "a method nobody knows": Mistake("self.pile = self.deck()", "self.pile = self.dekc()", "did you mean deck?"),
    "a column in other letters": Mistake("card.colour == ", "card.Colours == ", "did you mean colour?"),
    "a feature without a return": Mistake(
        'red=lambda card: card.colour == "red")', "red=lambda card: None)", "feature red is None for "
    ),
    "a feature that is no function": Mistake(
        'red=lambda card: card.colour == "red")', "red=7)", "feature red is 7: a function of an option"
    ),
    "a score without a return": Mistake(
        'return {"cards": points, "bonus": self.roll_free(player)}', "points", "is a `return` missing?", at="def score"
    ),
    "no cards": Mistake(
        CARDS.partition("\n")[2], "", "deck() has no cards", at="self.deck()", file="cards.csv", line_in="tiny.py"
    ),
    "players in words": Mistake("players = 2, 3", 'players = "2-3"', "players = '2-3' cannot be"),
    "a usual number that is none": Mistake(
        "players = 2, 3", "players = 2, 3\n    usual_players = 4", "usual_players = 4 cannot be", at="usual_players"
    ),
    "a player who never moves": Mistake(
        "in self.players:", "in self.players[:2]:", "player 3 has no choice in 20 games", at="def play", error=False
    ),
    "points that do not count": Mistake(
        "player.take(card, market)\n",
        "player.take(card, market)\n        player.gain(card.points)\n",
        "score() leaves out what players gain",
        at="def score",
        error=False,
    ),
    "points in quotes": Mistake(
        "player.take(card, market)\n",
        "player.take(card, market)\n        player.gain('3')\n",
        "'3' are not whole points",
        at="player.gain",
    ),
    "a game that prints": Mistake(
        "market = [", "print(player)\n        market = [", "print() speaks in every game", error=False
    ),
    "a game that ends the program": Mistake(
        "market = [", "exit()\n        market = [", "this ends the whole program: a game ends where play returns"
    ),
    "two games in a file": Mistake(
        "class Tiny", "class Old(Game):\n    pass\n\n\nclass Tiny", "Old is not played", error=False
    ),
}


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """Every game stands in a folder of its own, and is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield
    os.environ.pop(BOUNDS, None)  # the doctor's own process would have ended


def examined(folder: Path) -> list[str]:
    """What the doctor says of the game in this folder, a line for each thing."""
    said = balance("doctor", folder / "tiny.py", "--games", 30)
    assert said.err == ""
    assert said.code == int(any(line.startswith("error: ") for line in said.lines))
    return said.lines


def test_a_healthy_game_is_let_go(tmp_path):
    write_game(tmp_path, GAME, cards=CARDS)
    assert examined(tmp_path) == ["Tiny: 0 errors, 0 notes"]


@pytest.mark.parametrize("name", few_by_day(list(MISTAKES), 3))
def test_a_mistake_is_told_with_its_file_and_line(tmp_path, name):
    mistake = MISTAKES[name]
    files = {"tiny.py": GAME, "cards.csv": CARDS}
    assert files[mistake.file].count(mistake.old) == 1
    files[mistake.file] = files[mistake.file].replace(mistake.old, mistake.new)
    write_game(tmp_path, files["tiny.py"], cards=files["cards.csv"])
    place = mistake.line_in or mistake.file
    text = (tmp_path / place).read_text()
    sign = mistake.at or mistake.new.splitlines()[0].strip() or mistake.new.splitlines()[0]
    line = next(number for number, each in enumerate(text.splitlines(), 1) if sign in each)
    lines = examined(tmp_path)
    kind = "error: " if mistake.error else "note: "
    print("\n".join(lines))
    assert any(each.startswith(kind) for each in lines)
    assert mistake.says in "\n".join(lines)
    assert any(f"{place}:{line}: " in each or f"{place}, line {line}" in each for each in lines), line


def endless(folder: Path) -> int:
    """A game that does not end; the line of its loop."""
    text = GAME.replace("        market = [", "        while self.pile:\n            pass\n        market = [")
    file = write_game(folder, text, cards=CARDS)
    return next(number for number, line in enumerate(file.read_text().splitlines(), 1) if "while self.pile" in line)


@pytest.mark.parametrize("word", ["no_such_game", "no_such_file.py"])
def test_where_there_is_no_game_there_is_nothing_to_examine(tmp_path, monkeypatch, word):
    """That is no finding (exit code 1): it was asked wrongly."""
    monkeypatch.chdir(tmp_path)
    said = balance("doctor", word)
    assert (said.code, said.out) == (2, "")
    assert word in said.err


def test_a_file_that_is_no_game_is_asked_wrongly(tmp_path):
    (tmp_path / "cards.csv").write_text("id,name\nA,Ace\n")
    said = balance("doctor", tmp_path / "cards.csv")
    assert (said.code, said.out) == (2, "")


def test_a_loop_without_an_end_is_told_with_its_line(tmp_path):
    line = endless(tmp_path)
    code, out, err = balance_there(tmp_path, "doctor", "tiny.py", "--max-time", 2)
    said = [
        f"error: tiny.py:{number}: game 0 with 3 players does not end within 2 seconds" for number in (line, line + 1)
    ]
    assert (code, err) == (1, "")
    assert out.splitlines()[0] in said


def test_a_game_that_takes_more_and_more_memory_is_left_long_before_its_time_is_over(monkeypatch):
    """A loop that fills a list; here it only seems to."""
    used = iter([10**9, 2 * 10**9, 5 * 10**9])
    monkeypatch.setattr("balance.judging.doctor.most_memory", lambda: next(used))
    over = threading.Event()
    with pytest.raises(HungError) as hung:
        watched(over.wait, 60, find_game("fairy"))
    over.set()
    assert hung.value.why == "takes more and more memory: does a loop not end?"


@pytest.mark.nightly
def test_ctrl_c_ends_a_game_without_an_end(tmp_path):
    endless(tmp_path)
    process = start(tmp_path, "simulate", "tiny.py", "--games", 5000, "--out", "run", "--workers", 2)
    while not (tmp_path / "run" / "manifest.json").exists():
        assert process.poll() is None
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "0 of 5,000 games are safe in run" in err
