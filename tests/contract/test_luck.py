"""What every game says of its luck: what is kept stays, what is changed changes, and mirrors show no skill."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.stats import wilson
from balance.engine.game import find_game, game_ids
from balance.engine.kernels.lineup import LINEUP_STREAM
from balance.engine.kernels.other_luck import change_luck
from balance.engine.playing.game_batch import GameBatch
from balance.judging.duels import play_duels, weaker, won
from balance.judging.luck import measure_luck
from balance.judging.robust import with_players
from balance.judging.tournament import Wins
from helpers.play import compile_once, make

GAMES = 60


def scores_of(plan, kept=None) -> tuple[list, list]:
    """Styles and scores of the first games; ``kept``: the streams whose luck stays, None: all stays."""
    batch, table = GameBatch(plan), plan.table()
    if kept is not None:
        change_luck(table, kept, seed=1)
    batch.take(plan, table)
    batch.play(0, GAMES)
    seats = batch.frame("seats")
    return seats["agent"].to_list(), seats["score"].to_list()


@pytest.mark.parametrize("game", game_ids())
def test_parts_are_streams_of_the_game_and_none_is_named_twice(game):
    luck = find_game(game).luck
    streams = [stream for part in luck for stream in part.streams]
    room = find_game(game).table_record["luck"]["stream"].shape[0]
    assert luck
    assert len(set(streams)) == len(streams)
    assert all(LINEUP_STREAM < stream < room for stream in streams)


@pytest.mark.parametrize("game", game_ids())
def test_other_luck_changes_games_and_not_who_sits_where(game):
    compile_once(game)
    plan = make(game, games=GAMES, seed=5, log="seats")
    agents, scores = scores_of(plan)
    for kept in ([], [stream for part in plan.game.luck for stream in part.streams]):
        others, other = scores_of(plan, kept)
        assert others == agents
        assert other != scores
    everything = range(1, len(plan.table().luck.stream))
    nearly, _ = scores_of(plan, everything)
    assert nearly == agents


def test_the_best_style_meets_weaker_players_one_against_one_as_they_play_there():
    compile_once("fairy_school")
    plan = make("fairy_school", games=400, seed=3, log="seats")
    assert plan.players == 4
    plan = replace(plan, styles=tuple(replace(style, reference=False) for style in plan.styles))  # as read from a run
    duels = play_duels(plan, "climber", workers=2)
    shares = [duel.share for duel in duels]
    assert {duel.name for duel in duels} == {"random", "greedy", "climber, careless"}
    assert duels[0].name == "random"
    assert shares == sorted(shares, reverse=True)
    assert all(duel.low > 0.5 for duel in duels)
    climber = plan.styles[plan.style_names.index("climber")]
    itself = weaker(with_players(plan, 2), "climber")[-1]
    assert itself.weights == climber.at(2).weights != climber.weights


def test_a_game_that_nobody_wins_counts_for_nobody():
    """Of 10 duels the one wins 4 and the other 2: that is two thirds of all that is won."""
    wins = np.array([1] * 4 + [0] * 6), np.array([0] * 4 + [1] * 2 + [0] * 4)
    part = won("other", 0, Wins(np.stack(wins, axis=1).astype(float), (wins[0] + wins[1]) / 2))
    assert part.share == pytest.approx(2 / 3)
    assert part.low < 2 / 3 < part.high <= 1


@pytest.mark.parametrize("decided", [1.0, 0.5, 0.1])
def test_games_that_nobody_wins_make_a_duel_no_less_certain_than_those_that_are_decided(decided):
    chance = np.random.default_rng(1)
    games = chance.random(4_000) < decided
    mine = games * (chance.random(4_000) < 0.9)
    part = won("other", 0, Wins(np.stack([mine, games & ~mine], axis=1).astype(float), games / 2))
    low, high = wilson(mine.sum() / games.sum(), games.sum())
    assert (part.low, part.high) == (pytest.approx(low, abs=0.002), pytest.approx(high, abs=0.002))


@pytest.mark.slow
def test_what_decides_does_not_depend_on_threads_and_a_mirror_shows_no_skill():
    compile_once("fairy")
    plan = make("fairy", agents="greedy", players=3, seed=2)
    luck = measure_luck(plan, 2_500, workers=2)
    assert measure_luck(plan, 2_500, workers=1) == luck
    style, seat, others = luck.win[:3]
    assert style.share == pytest.approx(0, abs=1e-9)
    assert max(abs(seat.share), abs(others.share)) < 0.05
    assert np.isclose(sum(part.share for part in luck.win), 1)
    assert (luck.best, [duel.name for duel in luck.duels]) == ("greedy", ["random", "novice"])


def test_games_that_a_match_did_not_need_are_nobodys():
    """All play one style, and not the first: games counted as the first's would make a difference of styles."""
    compile_once("fairy_conundrum")
    plan = make("fairy_conundrum", agents="greedy", seed=2, settings={"match_games": "3"})
    assert plan.style_names[0] != "greedy"
    luck = measure_luck(plan, 240)
    assert 160 <= luck.games < 240
    assert luck.win[0].share == pytest.approx(0, abs=1e-9)
