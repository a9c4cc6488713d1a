"""The same games in every way of compiling, each in its own process: compiled, bounds-checked, plain Python.

As a program, ``python -m helpers.modes GAME FOLDER`` stores what GAME's ``contract.py`` wants compared, in the way that
the environment says; ``python -m helpers.modes GAME FOLDER quick`` a few games of the usual table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from balance.engine.game import Plan
from balance.engine.kernels.kernel import PLAIN, signatures
from balance.engine.kernels.numba_patches import UNCHANGED_VARIABLE
from balance.engine.playing.runner import play_in_memory
from helpers.contract import Column, contract_of, tables_of
from helpers.own_process import run_module
from helpers.play import make

UNCHANGED = {"unchanged": {UNCHANGED_VARIABLE: "1"}}
"""Compiled by Numba in its own way."""
MODES = {"compiled": {}, "checked": {"NUMBA_BOUNDSCHECK": "1"}, "plain": {"NUMBA_DISABLE_JIT": "1"}}
FIRST = 10**11
"""The number of the first game."""
QUICK_GAMES = 1


def usual_plans(game: str) -> Iterator[tuple[str, Plan, int]]:
    """Name, plan and number of games of every table at which questions are asked."""
    for name, request in tables_of(game).items():
        plan = make(game, **request)
        yield name, plan, QUICK_GAMES * plan.match_games


def quick_plans(game: str) -> Iterator[tuple[str, Plan, int]]:
    """The fewest players and mixed styles."""
    plan = make(game, players=max(2, make(game).game.seats[0]), seed=11)
    yield "quick", plan, QUICK_GAMES * plan.match_games


def store(game: str, folder: Path, quick: bool = False) -> None:
    """Store the tables of every plan, and check that one compiled version served them all."""
    plans = quick_plans(game) if quick else (contract_of(game).plans or (lambda: usual_plans(game)))()
    for name, plan, games in plans:
        for table, frame in play_in_memory(plan, FIRST // plan.match_games * plan.match_games, games).items():
            frame.write_parquet(folder / f"{name}-{table}.parquet")
    assert signatures(plan.game.play_games) == (0 if PLAIN else 1)


def play_in(mode: str, folder: Path, *words: str) -> dict[str, pl.DataFrame]:
    """The tables that ``store`` stores in ``folder`` when it is run in this mode; by file."""
    game, *rest = words
    run_module("helpers.modes", game, folder, *rest, environment=(MODES | UNCHANGED)[mode])
    return {path.name: pl.read_parquet(path) for path in sorted(folder.iterdir())}


def column_of(tables: dict[str, pl.DataFrame]) -> Column:
    """What finds a column in ``tables``, which are by file."""

    def column(table: str, name: str) -> pl.Series:
        frames = [frame for file, frame in tables.items() if file.endswith(f"-{table}.parquet")]
        return pl.concat([frame[name].cast(pl.String) for frame in frames if name in frame.columns])

    return column


if __name__ == "__main__":
    store(sys.argv[1], Path(sys.argv[2]), quick="quick" in sys.argv[3:])
