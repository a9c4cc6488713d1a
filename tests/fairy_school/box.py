"""A card table of Fairy School for tests, of the printed game's size and with nothing odd, and ways to change it.

Rows have short ids: ST1 ... for starting cards, SA1 ... SE4 for those of predefined decks, S1 ... for plain initial
ones, I1, II1, III1 ... for projects, L1 ... and K1 ... for long and short final projects, C1 ... for creatures.
"""

from __future__ import annotations

from functools import partial

from balance.games.fairy_school.cards import read_school
from helpers.card_tables import CardTables, Row, game_row

CREATURES = (
    *(("unicorn", 1, "E"), ("gnome", 1, "E"), ("mermaid", 2, "W"), ("sea_dragon", 2, "W"), ("ent", 3, "P")),
    *(("elf", 3, "P"), ("dragon", 4, "F"), ("phoenix", 4, "F"), ("sphinx", 5, "N"), ("salamander", 5, "N")),
    *(("griffin", 6, "A"), ("cockatrice", 6, "A")),
)
"""(name, pair, bonus)."""

STARTS = (
    *(("unicorn", "E"), ("gnome", "E"), ("mermaid", "W"), ("sea_dragon", "W"), ("ent", "P"), ("phoenix", "P|F")),
    *(("dragon", "F"), ("sea_dragon", "E|W"), ("sphinx", "F|E>take1"), ("mermaid", "P|W>react")),
    *(("elf", "F|P>draw2.1"), ("unicorn", "P|F>trash+E")),
)
"""(creature, effect); one in each of the four starting sets."""

DECKS = {
    "A": (("salamander", "2E", "discard"), ("gnome", "E+P", "discard"), ("ent", "P", "E"), ("elf", "2W", "F")),
    "B": (("griffin", "2W", "discard"), ("elf", "P+W", "discard"), ("gnome", "W>E+P+F", "0"), ("ent", "P", "W")),
    "C": (("cockatrice", "E/W", "discard"), ("ent", "2P", "discard"), ("dragon", "E+F", "F"), ("elf", "W", "P")),
    "D": (("unicorn", "2E", "discard"), ("dragon", "F+W", "discard"), ("phoenix", "N", "0"), ("gnome", "E", "E")),
    "E": (("phoenix", "E|2W", "discard"), ("gnome", "2F", "discard"), ("sphinx", "P+W", "P"), ("dragon", "F", "W")),
}
"""(creature, effect, place) of the predefined decks."""

PLAIN = (("mermaid", "E+W", 2), ("griffin", "P>2E", 2), ("cockatrice", "F|W", 2), ("salamander", "E>take1+W", 2))
"""(creature, effect, copies) of the initial cards without letter."""

PROJECTS = {
    "I": (
        *(("sea_dragon", "3F+P+2W", "2W", 3, "A"), ("griffin", "E+P+4W", "Ex5>P/F", 3, "B")),
        *(("sphinx", "2P+2F+2W", "W>react+F", 3, "C"), ("griffin", "3E+P+F+2W", "E/P/F/W", 3, "D")),
        *(("ent", "4P+2W", "2P+W", 3, "E"), ("elf", "5P+E+F", "P>draw3.1", 3, ""), ("gnome", "5E+2P", "3E", 3, "")),
        *(("dragon", "5F+E", "2F+W", 3, ""), ("salamander", "3E+3F+W", "F>trash+P", 3, "")),
        ("cockatrice", "4W+2E+P", "W>2F", 1, ""),
    ),
    "II": (
        *(("sphinx", "4E+3P+F+3W", "Fx2>E+2P", 3, ""), ("griffin", "3P+4F+2W", "F>trash+A", 3, "")),
        *(("sphinx", "4E+4P+2F+5W", "4F|A", 3, ""), ("unicorn", "6E+3P+A", "4E+P", 4, "")),
        *(("mermaid", "6W+3F", "Wx2>2E+F", 4, ""), ("phoenix", "7F+2E+A", "Fx2>4E/4W/A", 4, "")),
        *(("elf", "6P+2F+2W", "P>draw3.2", 4, ""), ("salamander", "5W+5E", "E>take2", 4, "")),
    ),
    "III": (
        *(("cockatrice", "4P+A+F+7W", "P+A+F+W>study", 5, ""), ("dragon", "8F+3E+2A", "5F", 5, "")),
        *(("unicorn", "7E+4P+2F", "Ax2>E+2P+F+W", 5, ""), ("ent", "8P+4W+A", "3P+2N", 5, "")),
        *(("mermaid", "9W+3E+A", "2W+E/A+W|3F", 5, ""), ("griffin", "4E+4P+4F+4W", "2A+E", 5, "")),
    ),
}
"""(creature, cost, effect, copies, predefined deck) by trimester."""

LONG = "2F+3W;2E+2P+A+3F+4W;3E+3P+A+5F+5W;3E+3P+A+3F+4W;2E+2P+A+2F+3W"
SHORT = "3E+2P;3E+3P+A+2F+2W;4E+3P+A+3F+3W;3E+2P+A+2F+2W"
FINALS = (("long", LONG, 5), ("long", "3E+2P;4E+4P+A+2F+2W;5E+4P+A+4F+3W;4E+4P+A+3F+2W;3E+2P+A+2F+2W", 5),
          ("short", SHORT, 3), ("short", "3F+2W;2E+2P+A+3F+3W;3E+3P+A+4F+3W;2E+2P+A+3F+2W", 3))  # fmt: skip
"""(length, steps, copies)."""


row = partial(game_row, "fairy_school")
"""A row of the game, see ``game_row``."""


def default_rows() -> list[Row]:
    """The rows of the default table, in the order of its file; new ones at every call."""
    rows = []
    for n, (creature, effect) in enumerate(STARTS, start=1):
        rows.append(row(f"ST{n}", "start", set="all", copies=4, effect=effect, traits=f"creature={creature}"))
    for letter, deck in DECKS.items():
        for n, (creature, effect, place) in enumerate(deck, start=1):
            traits = f"creature={creature}; place={place}"
            rows.append(row(f"S{letter}{n}", "initial", set=f"S{letter}", effect=effect, traits=traits))
    for n, (creature, effect, copies) in enumerate(PLAIN, start=1):
        rows.append(row(f"S{n}", "initial", set="S", copies=copies, effect=effect, traits=f"creature={creature}"))
    for trimester, projects in PROJECTS.items():
        for n, (creature, cost, effect, copies, deck) in enumerate(projects, start=1):
            traits = f"creature={creature}; deck={deck}" if deck else f"creature={creature}"
            cells = {"set": trimester, "copies": copies, "cost": cost, "effect": effect, "traits": traits}
            rows.append(row(f"{trimester}{n}", "project", points=3, **cells))
    for n, (length, cost, copies) in enumerate(FINALS):
        id = f"{'L' if length == 'long' else 'K'}{n % 2 + 1}"
        rows.append(row(id, "final", set=length, copies=copies, cost=cost, points=3))
    for n, (name, pair, bonus) in enumerate(CREATURES, start=1):
        rows.append(row(f"C{n}", "creature", name=name, set=pair, effect=bonus, points=2))
    return rows


TABLES = CardTables("fairy_school", default_rows, read_school)

changed_rows, table_of, card_table = TABLES.changed_rows, TABLES.table_of, TABLES.card_table
reading, cards_of, line_of = TABLES.reading, TABLES.cards_of, TABLES.line_of
errors, only_error, error_of = TABLES.errors, TABLES.only_error, TABLES.error_of
notices, only_notice = TABLES.notices, TABLES.only_notice
