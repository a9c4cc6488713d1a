"""The same request gives the same rows of every game: whoever plays it, in whatever parts, and beside whatever."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.database import Database
from balance.engine.game import Plan, find_game, game_ids
from balance.engine.game.log import TABLES
from balance.engine.kernels.kernel import PLAIN, signatures
from balance.engine.playing.runner import GameBatch, Interrupted, Watcher, play_in_memory, simulate
from balance.engine.runs.run import Run
from helpers.contract import weakest
from helpers.play import compile_once, make, play, stored
from helpers.run_tools import limit_parts

every_game = pytest.mark.parametrize("game", game_ids())
GAMES = 30


def plan_of(game: str, **request: object) -> Plan:
    """A plan of chance and mixed styles with the frozen cards."""
    return make(game, **{"games": GAMES, "seed": 5, **request})


def files(run: Run) -> dict[str, bytes]:
    """Every part of a run, byte by byte."""
    return {str(file.relative_to(run.path)): file.read_bytes() for file in sorted(Path(run.path).glob("*/part-*"))}


class Impatient(Watcher):
    """Stops the run as soon as some games are played."""

    def played(self, games: int) -> None:
        raise KeyboardInterrupt


def tables() -> list[Any]:
    """Of every game the usual table, the largest one and the other variants; and matches, which no part divides."""
    listed = [("fairy_conundrum", "matches", {"settings": {"match_games": 3}})]
    for game in map(find_game, game_ids()):
        listed += [(game.id, "usual", {}), (game.id, "largest", {"players": game.seats[1]})]
        listed += [(game.id, variant.name, {"variant": variant.name}) for variant in game.variants[1:]]
    return [pytest.param(game, table, id=f"{game}-{name}") for game, name, table in listed]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "table"), tables())
def test_a_run_is_the_same_on_one_worker_and_two_and_resumed(game, table, tmp_path, monkeypatch):
    limit_parts(monkeypatch, 10)
    plan = plan_of(game, **table)
    alone, two = (simulate(plan, tmp_path / str(workers), workers) for workers in (1, 2))
    assert len(files(alone)) >= 2 * len(TABLES)
    assert files(two) == files(alone)
    with pytest.raises(Interrupted):
        simulate(plan, tmp_path / "resumed", 1, Impatient())
    resumed = simulate(plan, tmp_path / "resumed", 2)
    assert files(resumed) == files(alone)
    monkeypatch.undo()
    with Database(alone) as database:
        for name, frame in vars(play(plan, 0, plan.games)).items():
            assert_frame_equal(database.frame(f"SELECT * FROM {name}"), frame)
        told = database.frame("SELECT game_no, seat, score, win_share FROM seats")
    assert_frame_equal(pl.read_parquet(alone.parts("seats")).select(told.columns), told)  # as any other tool reads it


@every_game
def test_cards_are_written_without_turns_as_with_them(game):
    """Where games are played again for a card nobody reads their turns."""
    plan = plan_of(game)
    every, alone = GameBatch(plan), GameBatch(plan, turns=False)
    for batch in (every, alone):
        batch.play(0, 2 * plan.match_games)
        batch.play(6 * plan.match_games, plan.match_games)
    assert alone.frame("turns").is_empty()
    assert not every.frame("turns").is_empty()
    for name in ("games", "seats", "cards"):
        assert_frame_equal(alone.frame(name), every.frame(name))


@every_game
@pytest.mark.parametrize("agents", [None, "weakest"])
def test_the_log_level_changes_nothing(game, agents):
    plan = plan_of(game, agents=agents and weakest(game))
    whole, few = play_in_memory(plan), play_in_memory(replace(plan, log="seats"))
    assert set(few) == {"games", "seats"}
    for name, frame in few.items():
        assert_frame_equal(frame, whole[name])


@every_game
def test_a_game_is_the_same_whatever_is_played_before_and_after_it(game):
    plan = plan_of(game, agents=weakest(game))
    together = stored(plan, 0, plan.games)
    match = plan.match_games
    for first in (2 * match, 0, match):
        for name, frame in stored(plan, first, match).items():
            these = pl.col("game_no").is_between(first, first + match - 1)
            assert_frame_equal(frame, together[name].filter(these))
    used = GameBatch(plan)
    used.play(0, plan.games)
    used.clear()
    used.play(match, match)
    used.play(0, match)
    for name in TABLES:
        second, first = (pl.col("game_no") // match == number for number in (1, 0))
        wanted = pl.concat([together[name].filter(second), together[name].filter(first)])
        assert_frame_equal(used.frame(name), wanted)


def some_of(plan: Plan) -> np.ndarray:
    """Two matches of three, of all games of a plan."""
    numbers = np.arange(plan.games)
    return numbers[numbers // plan.match_games % 3 != 1]


@every_game
def test_games_that_are_picked_out_are_those_of_the_run(game):
    plan = plan_of(game)
    together = stored(plan, 0, plan.games)
    player = GameBatch(plan)
    player.play_these(some_of(plan))
    for name in TABLES:
        assert_frame_equal(player.frame(name), together[name].filter(pl.col("game_no").is_in(some_of(plan))))


def test_a_game_whose_kernel_takes_ranges_plays_those_that_are_picked_out():
    plan = plan_of("fairy")
    kernel = plan.game.play_games
    called = []

    def ranges(s, t, first, count, *rest):
        called.append((first, count))
        kernel(s, t, np.arange(first, first + count), *rest)

    compile_once("fairy")
    player, ranged = GameBatch(plan), GameBatch(replace(plan, game=replace(plan.game, play_games=ranges)))
    for batch in (player, ranged):
        batch.play_these(some_of(plan))
    assert called[:2] == [(0, 1), (2, 2)]
    assert len(called) == GAMES // 3 + 1
    for name in TABLES:
        assert_frame_equal(ranged.frame(name), player.frame(name))


@every_game
def test_a_game_does_not_depend_on_the_number_of_games(game):
    few, many = plan_of(game, games=6), plan_of(game, games=10**9)
    compile_once(game)
    for name, frame in play_in_memory(few).items():
        assert_frame_equal(frame, play_in_memory(many, 0, few.games)[name])


@every_game
def test_another_seed_gives_other_games(game):
    one, two = (play_in_memory(plan_of(game, seed=seed))["seats"] for seed in (1, 2))
    assert_frame_equal(one, play_in_memory(plan_of(game, seed=1))["seats"])
    assert not one.drop("agent", strict=False).equals(two.drop("agent", strict=False))


@every_game
def test_one_version_of_the_rules_serves_every_plan(game):
    play_in_memory(plan_of(game, log="seats"), 0, 3)
    play_in_memory(plan_of(game, agents=weakest(game), seed=2**63 - 1), 3, 3)
    assert signatures(plan_of(game).game.play_games) == (0 if PLAIN else 1)
