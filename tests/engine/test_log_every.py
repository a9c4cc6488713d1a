"""Only the turns of each K-th game are kept; everything else is as in a complete run."""

from __future__ import annotations

import json

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.analysis.win_probability import fit_win_model
from balance.common.errors import InputError
from balance.engine.game.plan import LARGEST_STEP, plan_from_manifest
from balance.engine.playing.forecast import LEAST, SMALL_SHARE, forecast
from balance.engine.playing.runner import simulate
from balance.engine.runs.run import RunError, open_run, part_name, same_request
from balance.judging.replay import find_worth_reading, learn_win_model, tell_game_with_chances
from helpers.run_tools import limit_parts, played, small_plan, tables
from helpers.told import tell_game

MATCHES = {"game": "fairy_conundrum", "games": 30, "settings": {"match_games": "3"}}


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("every", [1, 2, 7, 100, 250, 1000])
def test_any_step_keeps_the_very_rows_of_a_complete_run(tmp_path, monkeypatch, every, workers):
    limit_parts(monkeypatch, 100)  # with steps above 100 there are parts without turns
    complete = tables(played(tmp_path / "complete"))
    kept = tables(played(tmp_path / "kept", workers, log_every=every))
    for name in ("games", "seats", "cards"):
        assert_frame_equal(kept[name], complete[name])
    assert_frame_equal(kept["turns"], complete["turns"].filter(pl.col("game_no") % every == 0))
    assert kept["turns"]["game_no"].unique(maintain_order=True).to_list() == list(range(0, 300, every))


def test_of_matches_whole_ones_are_kept(tmp_path):
    plan = small_plan(**MATCHES, log_every=2)
    run = simulate(plan, tmp_path / "run")
    kept = [game for game in range(30) if game // 3 % 2 == 0]
    complete = tables(played(tmp_path / "complete", **MATCHES))
    assert_frame_equal(tables(run)["turns"], complete["turns"].filter(pl.col("game_no").is_in(kept)))
    assert [game for game in range(30) if plan.keeps_turns(game)] == kept
    assert plan.with_turns(30) == len(kept)
    with Database(run) as database:
        numbers = database.frame("SELECT DISTINCT game_no, kept_no(game_no) AS number FROM turn_games ORDER BY game_no")
    assert set(numbers["game_no"]) == set(kept) & set(complete["games"]["game_no"])
    assert all(kept.index(game) == number for game, number in numbers.rows())
    assert [plan.nearest_with_turns(game) for game in (2, 3, 4, 5, 6)] == [2, 2, 2, 6, 6]
    assert plan.turns_of == "every 2nd match"


def test_the_nearest_game_with_turns():
    plan = small_plan(games=14, log_every=5)
    assert [plan.nearest_with_turns(game) for game in range(14)] == [0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10]
    assert plan.with_turns(14) == 3


@pytest.mark.parametrize(
    ("every", "words"),
    [(1, "every game"), (2, "every 2nd game"), (11, "every 11th game"), (1023, "every 1,023rd game")],
)
def test_the_step_in_words(every, words):
    assert small_plan(log_every=every).turns_of == words


@pytest.mark.parametrize("every", [0, -1, LARGEST_STEP + 1])
def test_a_step_out_of_bounds_is_refused(every):
    with pytest.raises(InputError) as refused:
        small_plan(log_every=every)
    assert str(refused.value) == f"--log-every cannot be {every}\n  allowed: a whole number from 1 to {LARGEST_STEP}"


def test_without_turns_there_is_nothing_to_thin_out():
    with pytest.raises(InputError) as refused:
        small_plan(log="seats", log_every=2)
    assert str(refused.value) == "--log-every 2 thins out turns, and --log seats keeps none\n  allowed: one of the two"
    assert small_plan(log="seats", log_every=1).log_every == 1


def test_another_step_is_another_request(tmp_path):
    run = played(tmp_path / "run", log_every=5)
    assert plan_from_manifest(run.manifest).log_every == run.manifest["log_every"] == 5
    assert same_request(run, small_plan(log_every=5))
    for other in (1, 4):
        with pytest.raises(RunError, match="holds another run"):
            simulate(small_plan(log_every=other), run.path)


def test_a_run_of_an_earlier_version_kept_all_turns(tmp_path):
    run = played(tmp_path / "run")
    manifest = {name: value for name, value in run.manifest.items() if name != "log_every"}
    (run.path / "manifest.json").write_text(json.dumps(manifest))
    assert same_request(open_run(run.path), small_plan())
    assert plan_from_manifest(open_run(run.path).manifest).log_every == 1


@pytest.mark.parametrize("number", [0, "5", None, True])
def test_a_damaged_step_is_told(tmp_path, number):
    run = played(tmp_path / "run", games=10)
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "log_every": number}))
    with pytest.raises(RunError, match=f"is damaged: log_every is {number}"):
        open_run(run.path)


def test_less_room_is_foreseen():
    games = LEAST * SMALL_SHARE
    complete, kept = (forecast(small_plan(games=games, log_every=every)) for every in (1, 10))
    assert kept.bytes(games) < 0.7 * complete.bytes(games)


# ---------------------------------------------------------------- read


@pytest.mark.slow
def test_a_game_without_turns_is_played_again_and_says_which_is_on_disk(tmp_path):
    complete, kept = played(tmp_path / "complete", games=50), played(tmp_path / "kept", games=50, log_every=5)
    assert tell_game(kept, 7) == tell_game(complete, 7)
    said = "This run kept the turns of every 5th game, so game 7 was played again; the nearest one on disk is game 5."
    assert said in tell_game_with_chances(kept, 7)
    assert not any("played again" in line for line in tell_game_with_chances(kept, 10))


def test_a_game_without_turns_and_of_other_rules_names_the_nearest(tmp_path):
    run = played(tmp_path / "run", games=50, log_every=5)
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "rules_version": 0}))
    with pytest.raises(InputError) as refused:
        tell_game(open_run(run.path), 8)
    assert str(refused.value) == (
        f"{run.path}: the run kept no turns of game 8, and the rules of Fairy have changed since it was played; "
        "the nearest game with turns is 10"
    )
    assert tell_game(open_run(run.path), 10)


@pytest.mark.slow
@pytest.mark.parametrize("word", ["comeback", "closest", "typical", "lopsided"])
def test_a_game_worth_reading_has_its_turns_on_disk(tmp_path, monkeypatch, word):
    monkeypatch.setattr("balance.judging.replay.MODEL_GAMES", 20)
    monkeypatch.setattr("balance.analysis.win_probability.MODEL_GAMES", 20)
    limit_parts(monkeypatch, 20)
    run = played(tmp_path / "run", log_every=4)
    number, model = find_worth_reading(run, word)
    assert number % 4 == 0
    assert number < 80
    assert model.games == 20


def test_the_first_games_with_turns_reach_further(tmp_path, monkeypatch):
    limit_parts(monkeypatch, 50)
    monkeypatch.setattr("balance.analysis.database.FIRST_GAMES", 50)
    with Database(played(tmp_path / "run", log_every=3)) as database:
        numbers = {
            name: database.frame(f"SELECT DISTINCT game_no FROM {name} ORDER BY game_no")["game_no"].to_list()
            for name in ("first_games", "first_turns", "turn_games", "turn_seats", "turn_cards", "turns")
        }
    assert numbers["first_games"] == list(range(50))
    for name in ("first_turns", "turn_games", "turn_seats", "turn_cards"):
        assert numbers[name] == list(range(0, 150, 3))
    assert numbers["turns"] == list(range(0, 300, 3))


@pytest.mark.parametrize("asked", [{"games": 120}, {"games": 120, "log_every": 3}, MATCHES | {"log_every": 2}])
def test_fewer_of_the_first_games_are_read_from_the_parts_that_hold_them(tmp_path, monkeypatch, asked):
    limit_parts(monkeypatch, asked["games"] // 6)
    run = played(tmp_path / "run", **asked)
    with Database(run) as database:
        names = ("first_games", "first_seats", "first_cards", "first_turns", "turn_games", "turn_seats", "turn_cards")
        for name in names:
            number = "game_no" if name in names[:3] else "kept_no(game_no)"
            for those in (1, 4, 5, 20, 21, 1_000):
                fewer = database.frame(f"SELECT * FROM {name}({those}) ORDER BY ALL")
                assert fewer.height
                assert_frame_equal(fewer, database.frame(f"SELECT * FROM {name} WHERE {number} < {those} ORDER BY ALL"))
        (run.path / "cards" / part_name(5)).unlink()
        assert database.frame("SELECT max(used) FROM first_cards(5)").item()
        with pytest.raises(duckdb.Error):
            database.frame("SELECT max(used) FROM first_cards")


@pytest.mark.slow
def test_a_run_with_hardly_any_turns_can_be_read(tmp_path, monkeypatch):
    limit_parts(monkeypatch, 100)
    run = played(tmp_path / "run", log_every=1000)
    with Database(run) as database:
        results = Results(database)
        assert results.runaway["games"].to_list() == [1, 1, 1]
        assert results["tempo"]["n"].sum() == database.frame("SELECT count(*) FROM turns").item()
        assert results.figures().height
        assert fit_win_model(database).games == 1
    assert learn_win_model(run) is not None
    with Database(run, chunks=[1]) as database:  # a part without turns
        assert fit_win_model(database) is None
        assert database.frame("SELECT count(*) FROM turns JOIN games USING (game_no)").item() == 0
