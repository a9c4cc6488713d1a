"""Fairies of Alfheim's rows of cards.csv: from cells to cards, with all that is wrong (section 5 of the rules page)."""

from __future__ import annotations

from balance.cards.check import CardRow, CardTable, integer, one_of
from balance.cards.notices import notice_unused
from balance.cards.pieces import read_filled
from balance.cards.rows import known_rows
from balance.common.errors import Problems
from balance.games.alfheim.cards.box import (
    CENTRE_TILES,
    EXPERTS,
    FAIRIES_OF_A_TYPE,
    TYPES,
    Cards,
    Clue,
    Expert,
    Fairy,
    Footprint,
)
from balance.games.alfheim.cards.consistency import (
    CENTRE,
    CLUE_SETS,
    PLAYER,
    ClueEntry,
    ExpertEntry,
    FairyEntry,
    FootprintEntry,
    Rows,
    check_together,
)
from balance.games.alfheim.cards.notation import parse_cost, parse_icon, parse_match, parse_rank, parse_reveal
from balance.games.alfheim.cards.notices import UNUSED, notice_odd
from balance.games.alfheim.state import MAX_FOOTPRINTS

CLUE, FAIRY, FOOTPRINT, EXPERT = KINDS = ("clue", "fairy", "footprint", "expert")
SETS = {CLUE: CLUE_SETS, FAIRY: TYPES, EXPERT: EXPERTS}  # footprints have none
MOST_POINTS = 99


def read_alfheim(table: CardTable, problems: Problems) -> Cards | None:
    """Fairies of Alfheim's cards from its rows; None when there are errors.

    Adds to ``problems`` every error and every notice about the card data (section 5.6).
    """
    before = len(problems.errors)
    rows = _rows(table, problems)
    if not table.rows:
        return None
    check_together(rows, problems)
    notice_unused(table.rows, UNUSED, problems)
    if len(problems.errors) > before:
        return None
    cards = _cards(rows)
    notice_odd(table, cards, problems)
    return cards


def _rows(table: CardTable, problems: Problems) -> Rows:
    """All rows, with the errors of their cells."""
    known = known_rows(table, KINDS, problems)
    misplaced = {row.kind for row in known if row.kind in SETS and not one_of(row, "set", problems, SETS[row.kind])}
    complete = {*KINDS} - misplaced if len(known) == len(table.rows) else set()
    return Rows(
        table.file,
        tuple(_clue(row, problems) for row in known if row.kind == CLUE),
        tuple(_fairy(row, problems) for row in known if row.kind == FAIRY),
        tuple(_footprint(row, problems) for row in known if row.kind == FOOTPRINT),
        tuple(_expert(row, problems) for row in known if row.kind == EXPERT),
        frozenset(complete),
    )


# One row


def _clue(row: CardRow, problems: Problems) -> ClueEntry:
    copies = integer(row, "copies", problems, 0, CENTRE_TILES)
    return ClueEntry(row, copies, read_filled(row, "effect", parse_icon, "the icon, such as icon:B", problems))


def _fairy(row: CardRow, problems: Problems) -> FairyEntry:
    copies = integer(row, "copies", problems, 0, FAIRIES_OF_A_TYPE)
    cost = read_filled(row, "cost", parse_cost, "what the fairy asks of a line, such as BBCHM, BC?? or #3+1", problems)
    reveal = read_filled(row, "effect", parse_reveal, "reveal:start, reveal:prep or after: and types", problems)
    return FairyEntry(row, copies, cost, reveal, integer(row, "points", problems, 0, MOST_POINTS))


def _footprint(row: CardRow, problems: Problems) -> FootprintEntry:
    copies = integer(row, "copies", problems, 0, MAX_FOOTPRINTS)
    return FootprintEntry(row, copies, read_filled(row, "effect", parse_match, "its icons: match:BC", problems))


def _expert(row: CardRow, problems: Problems) -> ExpertEntry:
    copies = integer(row, "copies", problems, 0, 1)
    allowed = "rank and types, such as rank:1 need:king,queen"
    rank, need = read_filled(row, "effect", parse_rank, allowed, problems) or (None, None)
    return ExpertEntry(row, copies, rank, need, integer(row, "points", problems, 0, MOST_POINTS))


# All rows


def _cards(rows: Rows) -> Cards:
    """The cards of rows without errors."""
    clues = [
        Clue(entry.row.id, entry.row.name, entry.row.set, entry.copies, entry.icon)
        for entry in rows.clues
        if entry.copies and entry.icon
    ]
    clues.sort(key=lambda clue: clue.icon)
    fairies = [
        Fairy(entry.row.id, entry.row.name, entry.row.set, entry.copies, entry.cost)
        for entry in rows.fairies
        if entry.copies and entry.cost
    ]
    footprints = [
        Footprint(entry.row.id, entry.row.name, entry.copies, entry.icons)
        for entry in rows.footprints
        if entry.copies and entry.icons
    ]
    experts = [
        Expert(entry.row.id, entry.row.name, entry.row.set, entry.rank, entry.need, entry.points)
        for entry in rows.experts
        if entry.copies and entry.rank and entry.need and entry.points is not None
    ]
    in_play = [entry for entry in rows.fairies if entry.copies]
    player = tuple(clue for clue in clues if clue.set == PLAYER)
    return Cards(
        icons="".join(clue.icon for clue in player),
        player=player,
        centre=tuple(clue for clue in clues if clue.set == CENTRE),
        fairies=tuple(sorted(fairies, key=lambda fairy: TYPES.index(fairy.type))),
        points={entry.row.set: entry.points for entry in in_play if entry.points is not None},
        reveal={entry.row.set: entry.reveal for entry in in_play if entry.reveal},
        footprints=tuple(footprints),
        experts=tuple(sorted(experts, key=lambda expert: (EXPERTS.index(expert.row), expert.rank))),
    )
