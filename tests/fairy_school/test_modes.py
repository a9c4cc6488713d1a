"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows.

Compiling takes about 40 seconds per compiled mode the first time after an edit of the sources.
"""

from __future__ import annotations

import polars as pl
import school_modes
from modes import MODES, play_in
from polars.testing import assert_frame_equal


def test_all_modes_give_the_same_rows(tmp_path_factory):
    played = {mode: play_in(mode, school_modes.__file__, tmp_path_factory.mktemp(mode)) for mode in MODES}
    wanted = played["compiled"]
    assert len(wanted) == 5 * 4
    for mode in ("checked", "plain"):
        assert played[mode].keys() == wanted.keys()
        for name, frame in played[mode].items():
            assert_frame_equal(frame, wanted[name])
    assert_worth_comparing(wanted)


def assert_worth_comparing(tables: dict[str, pl.DataFrame]) -> None:
    """Idle picks, all kinds of acts and exchanges, studies by effects, both ends and finished races come up in them."""

    def column(table: str, name: str) -> pl.Series:
        frames = [frame for file, frame in tables.items() if file.endswith(f"-{table}.parquet")]
        return pl.concat([frame[name].cast(pl.String) for frame in frames])

    assert set(column("games", "end_reason")) == {"finished", "capped"}
    assert set(column("seats", "finished")) == {"true", "false"}
    for name in ("studies", "bonuses", "reshuffles", "steps_now", "deed_8"):
        assert column("turns", name).cast(int).max() > 0
    for name in ("idle_pick", "studied_corner", "leader_bonus", "realized_2"):
        assert len(set(column("turns", name))) > 2
    for act in range(7):
        assert (column("turns", "acts").cast(int) // 2 ** (8 * act) % 2**8).max() > 0
    for exchange in range(4):
        assert (column("turns", "exchanges").cast(int) // 2 ** (16 * exchange) % 2**16).max() > 0
