"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import fairy_modes
import polars as pl
import pytest
from polars.testing import assert_frame_equal

MODES = {"compiled": {}, "checked": {"NUMBA_BOUNDSCHECK": "1"}, "plain": {"NUMBA_DISABLE_JIT": "1"}}
SCRIPT = Path(fairy_modes.__file__)


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[str, Path]:
    """A folder of tables per mode, each played by a process of its own."""
    folders = {}
    for mode, switch in MODES.items():
        folders[mode] = tmp_path_factory.mktemp(mode)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        command = [sys.executable, "-W", "error", str(SCRIPT), str(folders[mode])]
        done = subprocess.run(command, env=environment | switch, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
    return folders


@pytest.mark.parametrize("mode", ["checked", "plain"])
def test_all_modes_give_the_same_rows(played, mode):
    names = sorted(path.name for path in played["compiled"].iterdir())
    assert len(names) == 7 * 4
    assert names == sorted(path.name for path in played[mode].iterdir())
    for name in names:
        assert_frame_equal(pl.read_parquet(played["compiled"] / name), pl.read_parquet(played[mode] / name))


def test_the_games_are_worth_comparing(played):
    """Every end, every way to win, and scores at the top come up in them."""
    games = pl.concat(
        pl.read_parquet(path).select(pl.col("end_reason", "decided").cast(pl.String))
        for path in played["plain"].glob("*-games.parquet")
    )
    assert set(games["end_reason"]) == {"fairies", "target", "deck_out"}
    assert set(games["decided"]) == {"outright", "tiebreak", "shared"}
    assert pl.read_parquet(played["plain"] / "ties-seats.parquet")["clamped"].sum() > 0
