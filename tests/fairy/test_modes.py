"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from helpers.modes import MODES, play_in

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[str, dict[str, pl.DataFrame]]:
    """The tables by mode and file, each mode played by a process of its own."""
    return {mode: play_in(mode, "fairy.modes", tmp_path_factory.mktemp(mode)) for mode in MODES}


@pytest.mark.parametrize("mode", ["checked", "plain"])
def test_all_modes_give_the_same_rows(played, mode):
    wanted = played["compiled"]
    assert len(wanted) == 7 * 4
    assert played[mode].keys() == wanted.keys()
    for name, frame in wanted.items():
        assert_frame_equal(frame, played[mode][name])


def test_the_games_are_worth_comparing(played):
    """Every end, every way to win, and scores at the top come up in them."""
    games = pl.concat(
        frame.select(pl.col("end_reason", "decided").cast(pl.String))
        for file, frame in played["plain"].items()
        if file.endswith("-games.parquet")
    )
    assert set(games["end_reason"]) == {"fairies", "target", "deck_out"}
    assert set(games["decided"]) == {"outright", "tiebreak", "shared"}
    assert played["plain"]["ties-seats.parquet"]["clamped"].sum() > 0
