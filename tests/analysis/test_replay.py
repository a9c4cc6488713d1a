"""A game told: from the log, or played again where the log holds no turns."""

from __future__ import annotations

import json

import pytest
from run_tools import played, small_plan

from balance.analysis.replay import load_game, tell_game
from balance.engine.errors import InputError
from balance.engine.run import Run, open_run


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
    for name in seats_only.tables():
        (tmp_path / name).symlink_to(seats_only.path / name)
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
    monkeypatch.setattr("balance.engine.run.MOST_GAMES_PER_PART", 10)
    run = played(tmp_path / "run", games=30)
    for part in (run.path / "turns").iterdir():
        if part.name != "part-00000001.parquet":
            part.unlink()
    assert load_game(run, 15).game["game_no"] == 15
