"""The results written back beside the cards: the card table as it was played, with a column for every main number."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from balance.analysis.verdicts import SCHEMA
from balance.cards.check import COLUMNS, RESULT
from balance.cards.read import CardTable
from balance.common.files import write_file

POWER = tuple(name for name in SCHEMA if name not in ("card", "kind"))
EXPORTED = (
    *POWER,
    *("lift", "lift_low", "lift_high"),
    *("met", "seen_seats", "taken_seats", "played_seats", "used_seats", "others_seats", "kept_seats"),
    *("pick_rate", "expected_rate", "desire", "win_seen", "win_taken", "win_not_taken", "win_played", "win_not_played"),
    *("win_used", "win_not_used", "win_unseen", "alike", "timed", "points"),
)
"""The metrics that are written, in this order, each as a column ``result_<name>``; shares as numbers from 0 to 1."""


def export_results(played: Sequence[tuple[CardTable, int, pl.DataFrame]], path: Path) -> None:
    """Write the card tables (table, games played, ``CardSummary.table``) with their results, whole or not at all.

    Rows, cells and their order are those that were played; cards that nobody met have empty results. Raises
    InputError where the file cannot be written.
    """
    names = list(dict.fromkeys([*COLUMNS, *(column for table, _, _ in played for column in table.columns)]))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, f"{RESULT}games", *(RESULT + name for name in EXPORTED)])
    for table, games, results in played:
        by_card = {row["id"]: row for row in results.iter_rows(named=True)}
        for row in table.rows:
            numbers = by_card.get(row.id, {})
            cells = [games, *(numbers.get(name) for name in EXPORTED)] if numbers else [""] * (len(EXPORTED) + 1)
            writer.writerow([*(row.cell(name) for name in names), *map(_cell, cells)])
    write_file(path, text.getvalue())


def _cell(value: Any) -> Any:
    """A result as text: four decimals say all that a run can tell."""
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else value
