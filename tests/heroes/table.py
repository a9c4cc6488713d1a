"""A small card table of Heroes for tests, of the printed game's size and with nothing odd, and ways to change it.

Rows have short ids: H1 ... for heroes, A1 ... adversaries, M-B1 ... missions, T1 to T9 tiles, D1 to D3 dice.
"""

from __future__ import annotations

from functools import partial

from balance.games.heroes.cards import read_heroes
from helpers.card_tables import CardTables, Row, game_row

HEROES = (
    ("fight 1", "strength=2; left=LF-; right=--I; slots=0,2"),
    ("fight 1 / mission", "strength=1; left=L--; right=-F-; slots=0"),
    ("fight 1 / heal 2", "strength=3; left=--I; right=L--; slots="),
    ("fight 2", "strength=2; left=-F-; right=L--; slots=0"),
    ("fight 2 / shine 1", "strength=1; left=I--; right=---; slots="),
    ("fight 3", "strength=0; left=---; right=--L; slots="),
    ("mission", "strength=2; left=L-I; right=LF-; slots=1"),
    ("mission / heal 2", "strength=1; left=-F-; right=-FI; slots=0"),
    ("tile", "strength=3; left=FFL; right=-F-; slots=2"),
    ("tile / shine 1", "strength=2; left=--L; right=I-I; slots=0,1"),
    ("heal 2", "strength=4; left=LFI; right=LF-; slots=3"),
    ("heal 3", "strength=1; left=LF-; right=-LI; slots=0,3"),
    ("shine 1", "strength=3; left=LFI; right=LFI; slots=0,0,2"),
    ("shine 2", "strength=2; left=F-I; right=LL-; slots=0,0"),
    ("none", "strength=4; left=FLI; right=LFI; slots=0,0,3"),
)
"""(action, traits); 4 copies of each make 60 heroes, enough for four players."""

ADVERSARIES = (
    ("brown", 5, 2, ""),
    ("green", 5, 3, ""),
    ("blue", 4, 3, ""),
    ("red", 4, 4, ""),
    ("brown", 2, 1, "set brown+green+blue = 4"),
    ("green", 2, 1, "set green+blue+red = 4"),
    ("blue", 2, 1, "set blue+red+brown = 4"),
    ("red", 2, 1, "set red+brown+green = 4"),
    ("brown", 3, 1, "most brown = 4"),
    ("green", 3, 1, "each green = 1"),
    ("blue", 3, 1, "count 5 = 2"),
    ("red", 3, 1, "strongest = 4"),
    ("green", 2, 1, "each tile = 1"),
    ("red", 2, 0, "count 7 = 4"),
)
"""(colour, copies, points, condition): 42 adversaries, 8 of them with a set."""

MISSIONS = (
    ("B", 1, "roll green", "3;1", "start"),
    ("B", 3, "wounds 1", "3;2", ""),
    ("B", 2, "have 3", "4;2", ""),
    ("A", 1, "wounds 1L", "5;3", "start"),
    ("A", 2, "roll green,yellow", "6;4", ""),
    ("A", 2, "have 5 + wounds F", "6;3", ""),
    ("S", 1, "wounds I + roll green,yellow", "8;6", "start"),
    ("S", 2, "roll green,yellow,red", "9;5", ""),
    ("S", 1, "have 7 + wounds 1FF", "8;5", ""),
)
"""(rank, copies, requirement, spaces, traits): 6 missions of rank B, 5 of A, 4 of S."""

TILES = (
    ("immediate", "hit 3", ""),
    ("immediate", "hitroll green,yellow", ""),
    ("activation", "heal all", ""),
    ("activation", "heal 1 + mission", ""),
    ("activation", "fight 3", ""),
    ("activation", "shine 3", ""),
    ("interaction", "tile + roll yellow", "on=tile"),
    ("interaction", "shine 1 + gift 1", "on=shine"),
    ("interaction", "fight 2 with red", "on=fight"),
)
"""(set, action, traits) of the nine tiles of the rulebook; 2 copies of each."""

DICE = (("green", "0 0 1 1 1 2"), ("yellow", "1 1 2 2 L I"), ("red", "1 2 2 L LF FF"))
"""(colour, faces) of the standard dice (HF-51)."""


row = partial(game_row, "heroes")
"""A row of the game, see ``game_row``."""


def default_rows() -> list[Row]:
    """The rows of the default table, in the order of its file; new ones at every call."""
    rows = []
    for n, (effect, traits) in enumerate(HEROES, start=1):
        rows.append(row(f"H{n}", "hero", copies=4, effect=effect, traits=traits))
    for n, (color, copies, points, effect) in enumerate(ADVERSARIES, start=1):
        rows.append(row(f"A{n}", "adversary", set=color, copies=copies, points=points, effect=effect))
    for n, (rank, copies, cost, points, traits) in enumerate(MISSIONS):
        cells = {"set": rank, "copies": copies, "cost": cost, "points": points, "traits": traits}
        rows.append(row(f"M-{rank}{n % 3 + 1}", "mission", **cells))
    for n, (kind, effect, traits) in enumerate(TILES, start=1):
        rows.append(row(f"T{n}", "tile", set=kind, copies=2, effect=effect, traits=traits))
    for n, (color, effect) in enumerate(DICE, start=1):
        rows.append(row(f"D{n}", "die", set=color, effect=effect))
    return rows


TABLES = CardTables("heroes", default_rows, read_heroes)

changed_rows, table_of, card_table = TABLES.changed_rows, TABLES.table_of, TABLES.card_table
reading, cards_of, line_of = TABLES.reading, TABLES.cards_of, TABLES.line_of
errors, only_error, error_of = TABLES.errors, TABLES.only_error, TABLES.error_of
notices, only_notice = TABLES.notices, TABLES.only_notice
