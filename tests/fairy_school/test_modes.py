"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows.

Compiling takes about 40 seconds per compiled mode the first time after an edit of the sources.
"""

from __future__ import annotations

import polars as pl
import pytest

from helpers.modes import column, play_alike

pytestmark = pytest.mark.slow


def test_all_modes_give_the_same_rows(tmp_path_factory):
    tables = play_alike("fairy_school.modes", tmp_path_factory)
    assert len(tables) == 5 * 4
    assert_worth_comparing(tables)


def assert_worth_comparing(tables: dict[str, pl.DataFrame]) -> None:
    """Idle picks, all kinds of acts and exchanges, studies by effects, both ends and finished races come up in them."""
    assert set(column(tables, "games", "end_reason")) == {"finished", "capped"}
    assert set(column(tables, "seats", "finished")) == {"true", "false"}
    for name in ("studies", "bonuses", "reshuffles", "steps_now", "deed_8"):
        assert column(tables, "turns", name).cast(int).max() > 0
    for name in ("idle_pick", "studied_corner", "leader_bonus", "realized_2"):
        assert len(set(column(tables, "turns", name))) > 2
    for act in range(7):
        assert (column(tables, "turns", "acts").cast(int) // 2 ** (8 * act) % 2**8).max() > 0
    for exchange in range(4):
        assert (column(tables, "turns", "exchanges").cast(int) // 2 ** (16 * exchange) % 2**16).max() > 0
