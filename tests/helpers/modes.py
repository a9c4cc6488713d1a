"""The same games in every way of compiling, each in its own process: compiled, bounds-checked, plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.engine.kernels.kernel import PLAIN, signatures
from balance.engine.plan import Plan
from balance.engine.runner import play_in_memory
from helpers.own_process import run_module

MODES = {"compiled": {}, "checked": {"NUMBA_BOUNDSCHECK": "1"}, "plain": {"NUMBA_DISABLE_JIT": "1"}}


def store(plans: Iterator[tuple[str, Plan, int]], play_games: Any, folder: Path) -> None:
    """Store the tables of every plan, and check that one compiled version served them all."""
    for name, plan, games in plans:
        for table, frame in play_in_memory(plan, 10**11, games).items():
            frame.write_parquet(folder / f"{name}-{table}.parquet")
    assert signatures(play_games) == (0 if PLAIN else 1)


def play_in(mode: str, module: str, folder: Path) -> dict[str, pl.DataFrame]:
    """The tables that ``module`` stores in ``folder`` when it is run in this mode; by file."""
    run_module(module, folder, environment=MODES[mode])
    return {path.name: pl.read_parquet(path) for path in sorted(folder.iterdir())}


def play_alike(module: str, folders: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    """The tables that ``module`` stores, by file, after a check that every mode gives the same."""
    played = {mode: play_in(mode, module, folders.mktemp(mode)) for mode in MODES}
    wanted = played["compiled"]
    for mode in ("checked", "plain"):
        assert played[mode].keys() == wanted.keys()
        for name, frame in played[mode].items():
            assert_frame_equal(frame, wanted[name])
    return wanted


def column(tables: dict[str, pl.DataFrame], table: str, name: str) -> pl.Series:
    """A column of a table of all plans, as text; ``tables`` by file."""
    frames = [frame for file, frame in tables.items() if file.endswith(f"-{table}.parquet")]
    return pl.concat([frame[name].cast(pl.String) for frame in frames])
