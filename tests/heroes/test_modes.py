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
from polars.testing import assert_frame_equal

MODES = {"compiled": {}, "checked": {"NUMBA_BOUNDSCHECK": "1"}, "plain": {"NUMBA_DISABLE_JIT": "1"}}
SCRIPT = Path(heroes_modes.__file__)


def play_in(mode: str, folder: Path) -> dict[str, pl.DataFrame]:
    """The tables of all games, played by a process of its own; by file."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-W", "error", str(SCRIPT), str(folder)]
    done = subprocess.run(command, env=environment | MODES[mode], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return {path.name: pl.read_parquet(path) for path in sorted(folder.iterdir())}


def test_all_modes_give_the_same_rows(tmp_path_factory):
    played = {mode: play_in(mode, tmp_path_factory.mktemp(mode)) for mode in MODES}
    wanted = played["compiled"]
    assert len(wanted) == 7 * 4
    for mode in ("checked", "plain"):
        assert played[mode].keys() == wanted.keys()
        for name, frame in played[mode].items():
            assert_frame_equal(frame, wanted[name])
    assert_worth_comparing(wanted)


def assert_worth_comparing(tables: dict[str, pl.DataFrame]) -> None:
    """Short rows, empty supplies, every fate of a tile, lost fights, failed and declined missions come up in them."""

    def column(table: str, name: str) -> pl.Series:
        frames = [frame for file, frame in tables.items() if file.endswith(f"-{table}.parquet")]
        return pl.concat([frame[name].cast(pl.String) for frame in frames])

    assert "0" in set(column("games", "row_left"))
    for name, most in (("supply_emptied", 1), ("missions_cycled", 1), ("max_counters", 25)):
        assert column("games", name).cast(int).max() >= most
    assert set(column("turns", "tile_fate")) >= {"used", "own", "opponent", "kept"}
    for name in ("won", "failed", "declined"):
        assert set(column("turns", name)) == {"-1", "0", "1"}
    assert set(column("turns", "k")) == {"-1", "0", "1", "2", "3"}
    assert set(column("turns", "side")) >= {"left", "right", "only"}
    assert column("seats", "pts_adv_constellation").cast(int).max() > 0
