"""The cards.csv of the project: what the rulebooks fix in it stands as printed. All else is the designer's to edit.

Whether it can be read is for `balance cards check` to say, whether the games stay in balance for `balance check`.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from balance.cards.read import packaged_cards
from helpers.cards import frozen_cards


def rows(path: Path, game: str) -> dict[str, dict[str, str]]:
    """The rows of a game as they stand in the file, by id."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return {row["id"]: row for row in csv.DictReader(stream) if row["game"] == game}


@pytest.mark.parametrize(("game", "fixed"), [("fairy", 11), ("heroes", 10), ("alfheim", 12), ("fairy_school", 2)])
def test_what_the_rulebook_fixes_stands_as_printed(game: str, fixed: int):
    printed = {id: row for id, row in rows(frozen_cards(), game).items() if row["source"] == "rulebook"}
    edited = rows(packaged_cards(), game)
    assert len(printed) == fixed
    assert {id: edited.get(id) for id in printed} == printed
