"""For the tests of what is told and drawn of Alfheim: a card table with names, logged games, rounds by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from alfheim.box import NAMES
from alfheim.cards import all_rows, changed_rows
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.story import LoggedGame, Row
from balance.games.alfheim.tell.area import Area, Clue, Footprint, lay_round
from balance.games.alfheim.tell.turns import Turn
from balance.games.alfheim.tell.words import Book, Cell, open_book
from helpers.card_tables import text_of

TYPES = {
    "king": "Fairy King", "queen": "Fairy Queen", "nisse_1": "Barn Nisse", "nisse_2": "Mill Nisse",
    "nisse_3": "Attic Nisse", "fairy_1": "Dew Fairy", "fairy_2": "Moon Fairy", "fairy_3": "Sun Fairy", "tomte": "Tomte",
}  # fmt: skip
EASY = {
    "king": "#2+1", "queen": "????", "nisse_1": "B?", "nisse_2": "??", "nisse_3": "#1+1", "fairy_1": "HJ?",
    "fairy_2": "???", "fairy_3": "#1+1+1", "tomte": "MP?",
}  # fmt: skip
"""Costs that chance alone meets often enough."""


def named(easy: bool = False) -> dict[str, dict[str, object]]:
    """Names for the cards of the default table; with ``easy`` other costs too."""
    changes: dict[str, dict[str, object]] = {f"own_{icon}": {"name": name} for icon, name in NAMES.items()}
    for kind, name in TYPES.items():
        for id in all_rows(f"{kind}_"):
            letter = id.removeprefix(f"{kind}_")
            if letter in tuple("abcde"):
                changes[id] = {"name": f"{name} {letter.upper()}"} | ({"cost": EASY[kind]} if easy else {})
    for row, name in (("king_queen", "court"), ("tomte", "farm"), ("fairy", "light")):
        for rank, word in enumerate(("First", "Second", "Third", "Fourth", "Fifth"), start=1):
            changes[f"{row}_{rank}"] = {"name": f"{word} {name} expert"}
    return changes


def plan_of(
    folder: Path, easy: bool = False, names: Mapping[str, Mapping[str, object]] | None = None, **changes: Any
) -> Plan:
    """The card table of the tests with names, played at random; ``names`` changes cells of it."""
    cells = named(easy)
    for id, change in (names or {}).items():
        cells[id] = {**cells.get(id, {}), **change}
    (folder / "cards.csv").write_text(text_of(changed_rows(cells)))
    request = {"game": "alfheim", "games": 3, "seed": 7, "agents": "random", "cards": folder / "cards.csv"}
    return make_plan(Request(**{**request, **changes}))


# By hand


def book_of(plan: Plan, players: int = 2, **game: Any) -> Book:
    """The words of a game of which nothing has been logged yet."""
    seats = [{"seat": seat, "agent": "greedy"} for seat in range(players)]
    return open_book(LoggedGame(plan, {"line_match": "segment", **game}, seats, [], []))


def row_of(**cells: Any) -> Row:
    """A round in which the drawn Bread is lost, and nothing else happens."""
    nothing = dict.fromkeys(("x", "y", "fp_x", "fp_y", "fp_icons", "placements", "tomte_drawn", "experts"))
    start = {"seat": 0, "round": 3, "queue": 0, "drawn": "B", "swapped": 0, "kept": "B", "n_declined": 0, "score": 0}
    return {**nothing, **start, **cells}


def area_of(tiles: Mapping[Cell, str]) -> Area:
    """Clues by their icons, and the footprint by its two."""
    return Area({cell: Footprint(icons, 7) if len(icons) > 1 else Clue(icons) for cell, icons in tiles.items()})


def turn_of(book: Book, area: Area, served: int | None = None, before: int = 0, **cells: Any) -> Turn:
    """A round of the first seat, after which the area is as it says; nobody else claims an expert tile."""
    row = row_of(**cells)
    moves = lay_round(area, row, book)
    return Turn(row, moves, area, served, before, {name: [] for name in ("king_queen", "tomte", "fairy")})
