"""The games of fixed seeds as they were, in a few digits for every column: ``tests/data/digests.json``.

    cd tests && python -m helpers.digests

writes them again. That is right after the log or the play styles have changed, and after ``rules_version`` was raised:
as long as these stay the same request gives the same rows. Other weights need no other version: a run keeps those it
was played with, and reference figures of other styles are not compared.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from balance.engine.game import find_game, game_ids
from helpers.contract import tables_of
from helpers.play import make, played, shown

FILE = Path(__file__).resolve().parents[1] / "data" / "digests.json"
FEW = {"games": 60}
"""Of every table of ``contract.tables_of``."""


def digests(game: str) -> dict[str, str]:
    """By table and column of the log: a checksum of its values in games at every kind of table."""
    checksums: dict[str, int] = {}
    for _, request in sorted(tables_of(game).items()):
        plan = make(game, **{**request, **FEW})
        for name, frame in shown(played(plan, 0, plan.games)).items():
            for column, value in values(frame):
                checksums[f"{name}.{column}"] = zlib.crc32(value, checksums.get(f"{name}.{column}", 0))
    return {"rules_version": str(find_game(game).rules_version)} | {
        name: f"{checksum:08x}" for name, checksum in sorted(checksums.items())
    }


def values(frame: pl.DataFrame) -> Iterator[tuple[str, bytes]]:
    """Every column and its values as bytes; of fractions nine digits, which no library changes."""
    for column in frame.iter_columns():
        cells = (f"{cell:.9g}" if isinstance(cell, float) else str(cell) for cell in column)
        yield column.name, "\n".join(cells).encode()


def stored() -> dict[str, dict[str, str]]:
    """Those of the file, by game."""
    return json.loads(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    FILE.write_text(json.dumps({game: digests(game) for game in game_ids()}, indent=1) + "\n", encoding="utf-8")
