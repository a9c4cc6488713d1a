"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows.

Compiling takes about 40 seconds per compiled mode the first time after an edit of the sources.
"""

from __future__ import annotations

import heroes_modes
import polars as pl
from modes import MODES, play_in
from polars.testing import assert_frame_equal


def test_all_modes_give_the_same_rows(tmp_path_factory):
    played = {mode: play_in(mode, heroes_modes.__file__, tmp_path_factory.mktemp(mode)) for mode in MODES}
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
