"""Somebody at the table of a plain game: its decisions listed, forced, tried in other futures, and made by a person."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import pytest

from balance.engine.game import Plan, find_game, own_game
from balance.engine.game.decisions import Force, script_of
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.game_batch import GameBatch, ScriptError
from balance.engine.playing.what_if import play_on, play_redealt, play_scripted
from balance.judging.luck import measure_luck
from helpers.command_line import balance, refused
from helpers.plain_games import CARDS, forgotten, write_game

GAME = """
    class Tiny(Game):
        players = 2, 3
        features = {"points": "points printed on the card"}
        styles = {"greedy": {"points": 1}, "mean": {"points": -1}}

        def setup(self):
            self.pile = self.deck()

        def hidden(self, player):
            return [self.pile]

        def play(self):
            for _ in self.rounds(3):
                table = [self.pile.pop() for _ in range(4)]
                for player in self.players:
                    player.take(player.choose(table, "keep", points=lambda card: card.points), table)
                self.tell("{} and {} are left.", *table)

        def score(self, player):
            return sum(card.points for card in player.hand)
"""
SECRET = GAME.replace("players = 2, 3\n", 'players = 2, 3\n        secret = ("keep",)\n')
OPEN_ENDED = GAME.replace("def hidden(self, player)", "def other(self)")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, and what it opens is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield


def plan_of(text: str = GAME) -> Plan:
    """Games of two players."""
    game = find_game(str(write_game(Path(), text, cards=CARDS)))
    return make_plan(Request(game.id, games=10, players=2, agents="greedy,random"))


def rows_of(batch: GameBatch) -> list[dict]:
    """All that the buffers hold."""
    return [row for name in ("games", "seats", "turns", "cards") for row in batch.frame(name).to_dicts()]


def test_its_decisions_are_the_ones_it_makes_and_can_be_forced_as_far_as_one_likes():
    plan = plan_of()
    batch = GameBatch(plan)
    batch.play(3, 1)
    before = rows_of(batch)
    batch.clear()
    made = play_scripted(batch, 3)
    assert rows_of(batch) == before
    assert [(decision.seat, decision.turn, len(decision.options)) for decision in made] == [
        *((seat, turn, count) for turn in (1, 2, 3) for seat, count in ((0, 4), (1, 3)))
    ]
    for length in range(len(made) + 1):
        batch.clear()
        again = play_scripted(batch, 3, script_of(made[:length]))
        assert rows_of(batch) == before
        assert [decision.forced for decision in again] == [number < length for number in range(len(made))]


def test_a_script_that_chooses_what_is_not_there_is_refused():
    batch = GameBatch(plan_of())
    with pytest.raises(ScriptError, match="game 3, decision 1: the script chooses what is not among the options"):
        play_scripted(batch, 3, [Force(1, 0, 99, 0)])


def test_a_what_if_deals_anew_what_is_hidden_and_nothing_else():
    batch = GameBatch(plan_of())
    made = play_scripted(batch, 3)
    here = made[:3]
    for future in (0, 1, 2):
        batch.clear()
        again = play_redealt(batch, 3, here, future)
        assert again[:2] == tuple(
            replace(decision, forced=True, options=again[decision.number].options) for decision in made[:2]
        )
        assert again[2] == made[2], "it sees what it saw and chooses as before"
        cards = {option.card for decision in again[3:] for option in decision.options}
        others = {option.card for decision in made[3:] for option in decision.options}
        assert future == 0 or cards != others
    shares, scores = play_on(batch, 3, here, [0, 1, 0, 1], [1, 1, 2, 2])
    assert (shares.sum(axis=1) == 1).all()
    assert len({tuple(row) for row in scores.tolist()}) > 2
    assert (play_on(batch, 3, here, [0, 1], [1, 1])[1] == scores[:2]).all()


@pytest.mark.slow
def test_decisions_and_futures_are_shown_and_a_game_is_written_as_a_scenario():
    write_game(Path(), GAME, cards=CARDS)
    assert balance("simulate", "tiny.py", "--games", 20, "--players", 2, "--out", "run", "-q").code == 0
    said = balance("replay", "run", 3, "--why")
    assert said.code == 0, said.err
    assert "): what to keep" in said.out
    assert any(line.startswith("   > Card ") for line in said.lines)
    said = balance("replay", "run", 3, "--what-if", 2, "--futures", 20)
    assert (said.code, said.lines[1][:8]) == (0, "What if?"), said.err
    assert balance("replay", "run", 3, "--script", "game.json").code == 0
    assert balance("scenario", "game.json").lines == ["game.json: pass"]


def test_a_scenario_does_not_choose_which_code_is_run():
    write_game(Path(), GAME, cards=CARDS)
    assert balance("simulate", "tiny.py", "--games", 5, "--players", 2, "--out", "run", "-q").code == 0
    assert balance("replay", "run", 3, "--script", "game.json").code == 0
    own_game._mark(Path("tiny.py").resolve()).unlink()
    assert "which nobody has opened here" in balance("scenario", "game.json").err


@pytest.mark.slow
def test_without_hidden_it_says_what_to_write():
    write_game(Path(), OPEN_ENDED, cards=CARDS)
    assert balance("simulate", "tiny.py", "--games", 5, "--players", 2, "--out", "run", "-q").code == 0
    assert "what to keep" in balance("replay", "run", 3, "--why").out
    (line,) = refused("replay", "run", 3, "--what-if", 2)
    assert line.startswith(
        "balance: Tiny cannot be played on from a decision: it does not say what a player cannot see: "
    )
    assert "`def hidden(self, player):`" in line


def test_its_styles_are_rated_but_nobody_looks_ahead():
    write_game(Path(), GAME, cards=CARDS)
    says = "Tiny cannot be looked ahead in: plain Python is too slow for it"
    assert refused("strength", "tiny.py", "--ahead", 3)[0].endswith(says)
    assert balance("strength", "tiny.py").lines[0] == f"{says}. The ladder alone:"
    said = balance("strength", "tiny.py", "--ahead", 0, "--regret", 0, "--games", 20, "--players", 2, "-q")
    assert said.code == 0, said.err


DICE = """
    class Tiny(Game):
        players = 2

        def play(self):
            for player in self.turns():
                player.gain(self.roll(6))
                if self.turn == 6:
                    return
"""


@pytest.mark.parametrize(("text", "name"), [(DICE, "dice and cards"), (GAME, "own style")])
def test_what_is_luck_and_what_is_skill_is_measured(text, name):
    luck = measure_luck(plan_of(text), 600)
    shares = {part.name: part.share for part in luck.win}
    assert list(shares) == ["own style", "seat", "who else plays", "dice and cards", "choices left to chance"]
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=lambda part: shares[part]) == name
    assert text == GAME or shares[name] > 0.9
    duels = {duel.name: duel for duel in luck.duels}
    assert luck.best == "greedy" or text == DICE
    assert {"random", f"{luck.best}, careless"} <= {*duels}
    assert all(duel.low < 0.5 < duel.high for duel in luck.duels) == (text == DICE)
    assert text == DICE or [*duels] == ["random", "greedy, careless"]


# ---------------------------------------------------------------- a person


def play(monkeypatch, *answers: str, text: str = GAME, seat: int = 2) -> list[str]:
    """What a person at the table reads who answers so, and then always with 1; or goes on with a game."""
    if not Path("play-tiny-1.json").exists():
        write_game(Path(), text, cards=CARDS)
    left = chain(answers, repeat("1"))
    monkeypatch.setattr("builtins.input", lambda _: next(left))
    begin = ["tiny.py", "--players", 2, "--seat", seat, "--against", "mean"]
    words = ["play-tiny-1.json"] if Path("play-tiny-1.json").exists() else begin
    said = balance("play", *words, "--no-review")
    assert (said.code, said.err) == (0, "")
    return said.lines


def test_a_person_plays_it_to_the_end(monkeypatch):
    lines = play(monkeypatch, "?", "1", "b")
    assert lines[0] == "Tiny, 2 players, seed 1. You are player 2."
    assert lines.count("You decide what to keep:") == 3
    assert "What greedy thinks of them:" in lines
    assert sum(line.startswith("Player 1 (mean) chooses Card ") for line in lines) == 3
    assert not any(line.startswith("Player 2 (you) chooses") for line in lines), "she knows"
    assert sum(line.startswith("  Player 2 (you) chooses Card ") for line in lines) == 3, "the story at the end"
    assert any(line.startswith("  Your hand: Card ") for line in lines)
    assert " wins with " in lines[-1] or " share the win with " in lines[-1]


def test_who_left_the_table_goes_on(monkeypatch):
    assert play(monkeypatch, "1", "q")[-1] == "Saved. Go on with: balance play play-tiny-1.json"
    rest = play(monkeypatch)
    assert rest.count("You decide what to keep:") == 2
    assert sum(line.startswith("  Player 2 (you) chooses Card ") for line in rest) == 3


@pytest.mark.parametrize("name", ["Copper", "seat 1"])
def test_options_that_are_worded_alike_are_gone_on_with_and_played_again(monkeypatch, name):
    """Given cards that bear one name, when a game is left and gone on with, then each choice is the one made."""
    monkeypatch.setattr(f"{__name__}.CARDS", re.sub(r"Card \d+", name, CARDS))
    assert play(monkeypatch, "2", "3", "q")[-1].startswith("Saved.")
    begun = json.loads(Path("play-tiny-1.json").read_text())["script"]
    assert len({entry["choose"]["card"] for entry in begun}) == len(begun) == 5
    play(monkeypatch)
    assert json.loads(Path("play-tiny-1.json").read_text())["script"][:5] == begun
    assert balance("scenario", "play-tiny-1.json").lines == ["play-tiny-1.json: pass"]


@pytest.mark.parametrize(("text", "heard"), [(GAME, 1), (SECRET, 0)])
def test_what_is_chosen_in_secret_is_heard_when_all_have_chosen(monkeypatch, text, heard):
    lines = play(monkeypatch, text=text)
    first = lines[: lines.index("You decide what to keep:")]
    assert sum(line.startswith("Player 1 (mean) chooses Card ") for line in first) == heard
    assert sum(line.startswith("Player 1 (mean) chooses Card ") for line in lines) == 3
