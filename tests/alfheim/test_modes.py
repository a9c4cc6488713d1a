"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows.

Compiling takes about 20 seconds per compiled mode the first time after an edit of the sources.
"""

from __future__ import annotations

import polars as pl
import pytest

from helpers.modes import column, play_alike

pytestmark = pytest.mark.slow


def test_all_modes_give_the_same_rows(tmp_path_factory):
    tables = play_alike("alfheim.modes", tmp_path_factory)
    assert len(tables) == 6 * 4
    assert_worth_comparing(tables)


def assert_worth_comparing(tables: dict[str, pl.DataFrame]) -> None:
    """Blocked clues and footprints, swaps, experts alone and tied, secret tiles and nine fairies come up in them."""
    assert column(tables, "turns", "n_cells").cast(int).min() == 0
    assert column(tables, "turns", "clue_cell").cast(int).min() < 0
    assert len({*column(tables, "turns", "tomte_drawn")}) > 2
    for name in ("swapped", "n_payable", "n_declined", "claims"):
        assert column(tables, "turns", name).cast(int).max() > 0
    assert column(tables, "seats", "n_fairies").cast(int).max() == 9
    assert {*column(tables, "seats", "tomte_left")} == {"0", "1"}
    assert column(tables, "turns", "fp_cell").filter(column(tables, "turns", "turn") == "7").cast(int).min() < 0
