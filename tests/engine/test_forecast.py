"""What a run will need, foreseen."""

from __future__ import annotations

import pytest

from balance.engine.playing.forecast import LEAST, SMALL_SHARE, TRIED, forecast
from helpers.run_tools import played, small_plan


@pytest.mark.parametrize("log", ["turns", "seats"])
def test_the_room_on_disk_is_foreseen(tmp_path, log):
    plan = small_plan(games=TRIED * SMALL_SHARE, log=log)
    run = played(tmp_path / "run", games=10_000, log=log)
    size = sum(file.stat().st_size for file in run.path.rglob("*.parquet"))
    assert forecast(plan).bytes(10_000) == pytest.approx(size, rel=0.2)


def test_twice_the_threads_take_half_the_time():
    pace = forecast(small_plan(games=TRIED * SMALL_SHARE))
    assert pace.seconds(1000, 1) > 0
    assert pace.seconds(1000, 2) == pace.seconds(1000, 1) / 2


def test_nothing_is_tried_for_a_run_that_is_over_at_once():
    assert forecast(small_plan(games=LEAST * SMALL_SHARE - 1)) is None
