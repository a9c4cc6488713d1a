"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows.

Compiling takes about 40 seconds per compiled mode the first time after an edit of the sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import heroes_modes
import polars as pl
import pytest
from polars.testing import assert_frame_equal

MODES = {"compiled": {}, "checked": {"NUMBA_BOUNDSCHECK": "1"}, "plain": {"NUMBA_DISABLE_JIT": "1"}}
SCRIPT = Path(heroes_modes.__file__)


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[str, Path]:
    """A folder of tables per mode, each played by a process of its own."""
    folders = {}
    for mode, switch in MODES.items():
        folders[mode] = tmp_path_factory.mktemp(mode)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        command = [sys.executable, "-W", "error", str(SCRIPT), str(folders[mode])]
        done = subprocess.run(command, env=environment | switch, capture_output=True, text=True, timeout=600)
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
    """Short rows, empty supplies, every fate of a tile, lost fights, failed and declined missions come up in them."""

    def column(table: str, name: str) -> pl.Series:
        paths = sorted(played["plain"].glob(f"*-{table}.parquet"))
        return pl.concat([pl.read_parquet(path)[name].cast(pl.String) for path in paths])

    assert "0" in set(column("games", "row_left"))
    for name, most in (("supply_emptied", 1), ("missions_cycled", 1), ("max_counters", 25)):
        assert column("games", name).cast(int).max() >= most
    assert set(column("turns", "tile_fate")) >= {"used", "own", "opponent", "kept"}
    for name in ("won", "failed", "declined"):
        assert set(column("turns", name)) == {"-1", "0", "1"}
    assert set(column("turns", "k")) == {"-1", "0", "1", "2", "3"}
    assert set(column("turns", "side")) >= {"left", "right", "only"}
    assert column("seats", "pts_adv_constellation").cast(int).max() > 0
