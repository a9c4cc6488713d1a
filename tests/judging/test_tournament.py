"""What styles win at tables: whoever sits down is found again, and games add up whatever the threads do."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from time import sleep

import numpy as np
import pytest

from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool, StoppedError
from balance.judging.tournament import Wins, one_among, play_tables, seat_styles, win_share
from helpers.play import compile_once, make


@pytest.fixture(scope="module")
def plan():
    """Four players of Fairy, more games than fit one batch."""
    compile_once("fairy")
    return make("fairy", games=2_500, seed=4)


def wins_at(plan, lineup, styles=(), workers=2) -> Wins:
    """What is won at the table where these styles sit."""
    seated = seat_styles(plan, lineup, styles)
    with Pool(lambda: GameBatch(seated), workers) as pool:
        return next(play_tables(pool, [seated]))


def won_by(*table, **more) -> np.ndarray:
    """Case by case, what a player of each style wins there."""
    return wins_at(*table, **more).by_style


def test_one_among_three_of_another_kind_and_they_share_every_win(plan):
    wins = wins_at(plan, one_among(plan, "random", "greedy"))
    won, code = wins.by_style, plan.style_names.index
    assert won.shape == (2_500, len(plan.styles))
    assert np.allclose(won[:, code("random")] + 3 * won[:, code("greedy")], 1)
    alone = win_share(won[:, code("random")], wins.even)
    assert alone.share < 0.12  # far below its quarter
    assert alone.even == pytest.approx(0.25)
    assert not won[:, code("cautious")].any()


def test_threads_change_nothing(plan):
    lineup = one_among(plan, "novice", "cautious")
    assert (won_by(plan, lineup, workers=1) == won_by(plan, lineup, workers=3)).all()


def test_a_style_of_ones_own_takes_the_place_of_the_one_of_its_name(plan):
    greedy, random = (next(style for style in plan.styles if style.name == name) for name in ("greedy", "random"))
    clumsy = replace(random, name="greedy")
    lineup = one_among(plan, "random", "greedy")
    won = won_by(plan, lineup, [clumsy])
    assert won[:, plan.style_names.index("random")].mean() == pytest.approx(0.25, abs=0.03)
    assert (won_by(plan, lineup, [greedy]) == won_by(plan, lineup)).all()


def test_a_match_is_one_case():
    compile_once("fairy_conundrum")
    plan = make("fairy_conundrum", games=24, seed=4, settings={"match_games": "3"})
    won = won_by(plan, one_among(plan, "greedy", "random"), workers=1)
    assert len(won) == 8  # matches of three games, or two where these decide them
    assert np.allclose(won[:, plan.style_names.index("greedy")] + won[:, plan.style_names.index("random")], 1)


def test_tasks_come_back_in_order_and_a_failure_is_raised():
    with Pool(list, 3) as pool:
        assert pool.map(lambda table, task: task, range(50)) == list(range(50))
        with pytest.raises(ZeroDivisionError):
            pool.map(lambda table, task: 1 // task, [1, 0, 1])


def test_tables_are_closed_at_the_end_where_they_can_be():
    closed = []

    class Table(list):
        def close(self) -> None:
            closed.append(self)

    with Pool(Table, 3) as pool:
        assert pool.map(lambda table, task: task, range(9)) == list(range(9))
        assert closed == []
    assert len(closed) == 3


def test_who_stops_does_not_wait_for_tasks_of_minutes():
    """The first task ends once the second has begun, which thinks on and on until it hears that nobody waits for it."""
    stopped, begun = [], Event()

    def work(table: list, task: int) -> None:
        if task:
            begun.set()
        begun.wait()
        try:
            for _ in range(task):
                sleep(0.001)
                pool.go_on()
        except StoppedError:
            stopped.append(task)

    def stop_after_one() -> None:
        next(pool.each(work, [0, 20_000, 0, 0, 0, 0]))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Pool(list, 2) as pool:
        stop_after_one()
    assert stopped == [20_000]
