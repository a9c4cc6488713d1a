"""A game told: from the log, or played again where the log holds no turns."""

from __future__ import annotations

import json
import re
import shutil

import hypothesis
import pytest
from hypothesis import strategies

from balance.analysis.database import Database
from balance.analysis.win_probability import fit_win_model
from balance.common.errors import InputError
from balance.engine.game import game_ids
from balance.engine.game.story import TurnEnd, end_turn
from balance.engine.runs.run import Run, open_run
from balance.judging.replay import (
    NO_CHANCES,
    _chances_text,
    chances_by_turn,
    find_worth_reading,
    load_game,
    percents,
    tell_game_with_chances,
)
from helpers.marks import few_by_day
from helpers.run_tools import played, small_plan
from helpers.told import tell_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("whole") / "run", games=50)


@pytest.fixture(scope="module")
def seats_only(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("seats") / "run", games=50, log="seats")


def test_a_game_has_all_its_rows_in_order(whole):
    logged = load_game(whole, 31)
    assert logged.game["game_no"] == 31
    assert [row["seat"] for row in logged.seats] == [0, 1, 2, 3]
    assert {row["game_no"] for table in (logged.seats, logged.turns, logged.cards) for row in table} == {31}
    turns = [(row["turn"], row["seat"]) for row in logged.turns]
    assert turns == sorted(turns)
    assert [turn for turn, _ in logged.by_turn()] == list(range(1, logged.game["turns"] + 1))
    assert logged.plan.identity() == small_plan(games=50).identity()


@pytest.mark.parametrize("game_no", [0, 17, 49])
def test_a_game_without_turns_is_played_again_and_is_the_same(whole, seats_only, game_no):
    assert tell_game(seats_only, game_no) == tell_game(whole, game_no)


def test_a_game_of_other_rules_is_not_played_again(seats_only, tmp_path):
    shutil.copytree(seats_only.path, tmp_path, dirs_exist_ok=True)
    (tmp_path / "manifest.json").write_text(json.dumps({**seats_only.manifest, "rules_version": 0}))
    with pytest.raises(InputError) as error:
        tell_game(open_run(tmp_path), 3)
    assert str(error.value) == (
        f"{tmp_path}: the run kept no turns, and the rules of Fairy have changed since it was played"
    )


@pytest.mark.parametrize("game_no", [-1, 50])
def test_a_game_that_was_not_played_is_refused(whole, game_no):
    with pytest.raises(InputError, match=f"there is no game {game_no}\n  allowed: 0 to 49"):
        load_game(whole, game_no)


def test_only_the_part_that_holds_the_game_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 10)
    run = played(tmp_path / "run", games=30)
    for part in (run.path / "turns").iterdir():
        if part.name != "part-00000001.parquet":
            part.unlink()
    assert load_game(run, 15).game["game_no"] == 15


# ---------------------------------------------------------------- chances


@pytest.mark.parametrize("game", few_by_day(game_ids(), 3))
def test_every_game_shows_chances_between_its_turns(game, tmp_path):
    """After every turn the story marks, but not after the last; nothing else of the story changes."""
    run = played(tmp_path / "run", game=game, games=40)
    told = tell_game(run, 3)
    marks = [line.turn for line in told if isinstance(line, TurnEnd)]
    turns = load_game(run, 3).game["turns"]
    assert marks == sorted(set(marks))
    assert marks[-1] == turns
    assert len(marks) > 3
    lines = tell_game_with_chances(run, 3)
    given = [line for line in lines if line.startswith("  Chances: player 1 ")]
    assert len(given) == len(marks) - 1
    for line in given:
        assert sum(int(number) for number in re.findall(r"(\d+) %", line)) == 100
    assert [line for line in lines if line not in given][: len(told)] == told
    assert lines[-1] == (
        "Chances are estimated from the turn, the scores, the play styles and who sits where, by how"
        f" {run.manifest['games']} games of this run ended; of a position they know nothing else."
    )


def test_the_end_of_a_turn_is_a_line_like_any_other():
    lines = end_turn(4, ["Turn 4.", "  Nothing."])
    assert lines == ["Turn 4.", "  Nothing."]
    assert [getattr(line, "turn", None) for line in lines] == [None, 4]


def test_a_seat_that_is_out_has_no_chance(whole):
    """In the extra turns of Fairy only those play who are tied."""
    with Database(whole) as database:
        model = fit_win_model(database)
        ties = database.frame("SELECT game_no FROM games WHERE turns_extra > 1 ORDER BY game_no")["game_no"]
    logged = load_game(whole, ties[0])
    chances = chances_by_turn(model, logged)
    assert list(chances) == list(range(1, logged.game["turns"]))
    rows = dict(logged.by_turn())
    for turn, given in chances.items():
        going_on = {row["seat"] for row in rows[turn + 1]}
        assert sum(given.values()) == pytest.approx(1)
        assert {seat for seat, chance in given.items() if chance == 0} == given.keys() - going_on
    last = chances[logged.game["turns"] - 1]
    assert 0 in last.values()


def test_the_winner_and_its_lowest_chance_are_named(whole):
    with Database(whole) as database:
        number = database.frame("SELECT min(game_no) FROM games WHERE winners = 1").item()
        logged = load_game(whole, number)
        chances = chances_by_turn(fit_win_model(database), logged)
    said = [line for line in tell_game_with_chances(whole, number) if " won; its chance was lowest after turn " in line]
    for row in logged.seats:
        lowest = min(chances.values(), key=lambda given: given[row["seat"]])
        told = [line for line in said if line.startswith(f"Player {row['seat'] + 1} ")]
        assert len(told) == (row["win_share"] > 0)
        assert all(line.endswith(f": {percents(lowest)[row['seat']]} %.") for line in told)


def test_a_shared_win_is_said_to_be_shared(whole):
    with Database(whole) as database:
        shared = database.frame("SELECT game_no, winners FROM games WHERE winners > 1 LIMIT 1").row(0, named=True)
    lines = tell_game_with_chances(whole, shared["game_no"])
    assert sum(" shared the win; its chance was lowest after turn " in line for line in lines) == shared["winners"]


def test_a_run_without_turns_tells_its_game_without_chances(seats_only):
    lines = tell_game_with_chances(seats_only, 17)
    assert lines == [*tell_game(seats_only, 17), "", NO_CHANCES]


@pytest.mark.parametrize(
    ("chances", "text"),
    [
        ({0: 0.344, 1: 0.656}, "player 1 34 %, player 2 66 %"),
        ({0: 1 / 3, 1: 1 / 3, 2: 1 / 3}, "player 1 34 %, player 2 33 %, player 3 33 %"),
        ({0: 0.996, 1: 0.004, 2: 0.0}, "player 1 almost 100 %, player 2 almost 0 %, player 3 0 %"),
        ({0: 1.0, 1: 0.0}, "player 1 100 %, player 2 0 %"),
        ({0: 0.484, 1: 0.485}, "player 1 48 %, player 2 49 %, nobody 3 %"),
        ({0: 0.5, 1: 0.496}, "player 1 50 %, player 2 50 %"),
    ],
)
def test_chances_in_words(chances, text):
    """They add up, say what is left for nobody, and what is nearly certain does not look certain."""
    assert _chances_text(chances) == text


@hypothesis.given(strategies.lists(strategies.integers(0, 10**6), min_size=2, max_size=11).filter(any))
def test_whole_percents_add_up_to_100_and_are_the_chances_within_one(weights):
    """The last of these is the share that nobody wins."""
    shares = [weight / sum(weights) for weight in weights]
    chances = dict(enumerate(shares[:-1]))
    numbers = percents(chances)
    nobody = 100 - sum(numbers.values())
    assert nobody >= 0
    for share, number in zip(shares, [*numbers.values(), nobody], strict=True):
        assert abs(100 * share - number) < 1 + 1e-9
    assert [number for _, number in sorted(zip(shares[:-1], numbers.values(), strict=True))] == sorted(numbers.values())


# ---------------------------------------------------------------- games worth reading


def test_the_lopsided_game_has_the_largest_margin(whole):
    number, _ = find_worth_reading(whole, "lopsided")
    with Database(whole) as database:
        games = database.frame("SELECT game_no, margin FROM games WHERE winners = 1")
    assert dict(games.iter_rows())[number] == games["margin"].max()


def test_the_comeback_is_the_winner_that_was_lowest(whole):
    number, model = find_worth_reading(whole, "comeback")
    lowest = {}
    for game_no in range(50):
        logged = load_game(whole, game_no)
        winner = [row["seat"] for row in logged.seats if row["win_share"] == 1]
        if winner:
            lowest[game_no] = min(given[winner[0]] for given in chances_by_turn(model, logged).values())
    assert lowest[number] == pytest.approx(min(lowest.values()))


def test_a_run_without_turns_has_no_games_worth_reading(seats_only):
    with pytest.raises(InputError, match="which game is the comeback one is not known: the run kept no turns"):
        find_worth_reading(seats_only, "comeback")
