"""A card table of Fairies of Alfheim for tests, of the printed game's size and with nothing odd, and ways to change it.

Rows have short ids: own_B ... for the clue tiles of the colour sets, black_B ... for those of the centre, the type and
a to e for fairies (queen_a), foot_1 ... for footprints, the row and the rank for experts (king_queen_1).
"""

from __future__ import annotations

from functools import partial

from alfheim.box import COSTS, FOOTPRINTS, ICONS, NEEDS, POINTS, REVEAL, VALUES
from balance.cards.check import CardTable
from balance.games.alfheim.cards import read_alfheim
from balance.games.alfheim.cards.notation import rank_text
from helpers.card_tables import CardTables, Row, game_row

row = partial(game_row, "alfheim")
"""A row of the game, see ``game_row``."""


def default_rows() -> list[Row]:
    """The rows of the default table, in the order of its file; new ones at every call."""
    rows = [row(f"own_{icon}", "clue", set="player", copies=2, effect=f"icon:{icon}") for icon in ICONS]
    rows += [row(f"black_{icon}", "clue", set="centre", copies=3, effect=f"icon:{icon}") for icon in ICONS]
    for type, costs in COSTS.items():
        cells = {"set": type, "effect": REVEAL[type].text, "points": POINTS[type]}
        rows += [
            row(f"{type}_{letter}", "fairy", cost=cost, **cells)
            for letter, cost in zip("abcde", costs.split(), strict=True)
        ]
    rows += [row(f"foot_{n}", "footprint", effect=f"match:{pair}") for n, pair in enumerate(FOOTPRINTS, start=1)]
    for name, values in VALUES.items():
        rows += [
            row(f"{name}_{rank}", "expert", set=name, effect=rank_text(rank, NEEDS[name]), points=value)
            for rank, value in enumerate(values, start=1)
        ]
    return rows


TABLES = CardTables("alfheim", default_rows, read_alfheim)

changed_rows, table_of, card_table = TABLES.changed_rows, TABLES.table_of, TABLES.card_table
reading, cards_of, line_of = TABLES.reading, TABLES.cards_of, TABLES.line_of
errors, only_error, error_of = TABLES.errors, TABLES.only_error, TABLES.error_of
notices, only_notice = TABLES.notices, TABLES.only_notice


def says(table: CardTable) -> list[str]:
    """The same, in words without places."""
    return [problem.message for problem in errors(table)]


def all_rows(prefix: str, **cells: object) -> dict[str, dict[str, object]]:
    """These cells for all rows whose id begins so."""
    return {row["id"]: cells for row in default_rows() if row["id"].startswith(prefix)}
