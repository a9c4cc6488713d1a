"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows.

Compiling takes about 40 seconds per compiled mode the first time after an edit of the sources.
"""

from __future__ import annotations

import polars as pl
import pytest

from helpers.modes import column, play_alike

pytestmark = pytest.mark.slow


def test_all_modes_give_the_same_rows(tmp_path_factory):
    tables = play_alike("heroes.modes", tmp_path_factory)
    assert len(tables) == 7 * 4
    assert_worth_comparing(tables)


def assert_worth_comparing(tables: dict[str, pl.DataFrame]) -> None:
    """Short rows, empty supplies, every fate of a tile, lost fights, failed and declined missions come up in them."""
    assert "0" in set(column(tables, "games", "row_left"))
    for name, most in (("supply_emptied", 1), ("missions_cycled", 1), ("max_counters", 25)):
        assert column(tables, "games", name).cast(int).max() >= most
    assert set(column(tables, "turns", "tile_fate")) >= {"used", "own", "opponent", "kept"}
    for name in ("won", "failed", "declined"):
        assert set(column(tables, "turns", name)) == {"-1", "0", "1"}
    assert set(column(tables, "turns", "k")) == {"-1", "0", "1", "2", "3"}
    assert set(column(tables, "turns", "side")) >= {"left", "right", "only"}
    assert column(tables, "seats", "pts_adv_constellation").cast(int).max() > 0
