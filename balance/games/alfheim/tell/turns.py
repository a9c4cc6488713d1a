"""A seat's round in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from balance.common.units import counted
from balance.engine.game.story import Row, listed
from balance.games.alfheim.tell.area import Area, Footprint, Laid, Moves, Placed
from balance.games.alfheim.tell.words import Book, Cell, at, describe_cost, name_needed, read_claims

PLACES = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class Turn:
    """A seat's round, and what one must know of the others to tell it."""

    row: Row
    moves: Moves
    area: Area  # after the round
    served: int | None  # place among several who swap, from 0; else None
    before: int  # score before the round, and before its preparation
    tied: dict[str, list[str]]  # by row of experts: who else claims it in this round
    earned: int = 0  # points of the footprint in the preparation


def tell_turn(turn: Turn, book: Book) -> list[str]:
    """A seat's round: first the clue, then a line for each fairy, then what these bring."""
    row = turn.row
    lines = [f"{book.seats[row['seat']]} {_tell_clue(turn, book)}."]
    lines += [f"{_tell_fairy(placed, turn.area, book)}." for placed in turn.moves.fairies]
    lines += [f"{told}." for told in (_tell_declined(row), _tell_secret(row, book), *_tell_claims(turn, book)) if told]
    if row["score"] != turn.before + turn.earned:
        lines[-1] += f" Now {row['score']}."
    return lines


# Clue and footprint


def _tell_clue(turn: Turn, book: Book) -> str:
    row, laid = turn.row, turn.moves.clue
    where = f"{at(laid.cell)}, {_tell_place(laid, turn.area)}" if laid else ""
    if not row["swapped"]:
        return f"lays it at {where}" if laid else "finds no room for it: it is lost"
    order = f" ({PLACES[turn.served]} to be served)" if turn.served is not None else ""
    same = "another " if row["kept"] == row["drawn"] else ""
    text = f"and lays that at {where}" if laid else "and finds no room for that: it is lost"
    return f"swaps it for {same}{book.icons[row['kept']]}{order} {text}"


def _tell_place(laid: Laid, area: Area) -> str:
    """What a clue joins: at the right end of the row HMP, below the footprint."""
    lines = (("row", laid.row, "left", "right"), ("column", laid.column, "upper", "lower"))
    words = [
        f"at the {first if laid.cell == line[0] else last} end of the {name} {area.letters(line)}"
        if laid.cell in (line[0], line[-1])
        else f"in the gap of the {name} {area.letters(line)}"
        for name, line, first, last in lines
        if len(line) > 2
    ]
    pairs = [f"the {name} {area.letters(line)}" for name, line, _, _ in lines if len(line) == 2]
    words += [f"to begin {listed(pairs)}"] if pairs else []
    for cell in laid.touching:
        tile = area.tiles[cell]
        if isinstance(tile, Footprint):
            match = ", which it matches" if area.letters([laid.cell]) in tile.icons else ""
            words.append(f"{side(laid.cell, cell)} the footprint{match}")
    return listed(words)


def tell_footprint(turn: Turn, book: Book) -> str:
    """Where the footprint goes in the preparation, and what it brings at once (FA-17)."""
    row, laid = turn.row, turn.moves.footprint
    whose = f"The footprint of {book.seats[row['seat']]}, for {book.spelled(row['fp_icons'])},"
    if laid is None:
        return f"{whose} finds no room: it is lost."
    icons = turn.area.letters(laid.touching)
    places = [f"{side(laid.cell, cell)} {book.icons[icon]}" for cell, icon in zip(laid.touching, icons, strict=True)]
    matching = matching_now(row, laid, turn.area)
    now = f" Now {turn.before + turn.earned}." if turn.earned else ""
    return f"{whose} goes to {at(laid.cell)}, {listed(places)}: {_tell_matching(matching, len(places))}.{now}"


def matching_now(row: Row, laid: Laid | None, area: Area) -> int:
    """Of the clues that the footprint is laid beside, how many show one of its icons (FA-38)."""
    return sum(icon in row["fp_icons"] for icon in area.letters(laid.touching)) if laid else 0


def _tell_matching(matching: int, of: int) -> str:
    if of == 1:
        return "it matches" if matching else "it does not match"
    if matching == of:
        return "both match" if of == 2 else f"all {of} match"
    return f"{('none', 'one')[matching]} of them matches" if matching < 2 else f"{matching} of them match"


def side(cell: Cell, other: Cell) -> str:
    """Where ``cell`` lies, seen from its neighbour ``other``."""
    if cell[1] == other[1]:
        return "right of" if cell[0] > other[0] else "left of"
    return "below" if cell[1] > other[1] else "above"


# Fairies and what they bring


def _tell_fairy(placed: Placed, area: Area, book: Book) -> str:
    fairy = placed.fairy
    place = f"{side(placed.cell, placed.clue_cell)} {book.icons[area.letters([placed.clue_cell])]}"
    name, cost = book.types[fairy.type], fairy.cost.text
    return f"{name} at {at(placed.cell)}, {place}: {cost}, paid by {describe_payment(placed, area)}"


def describe_payment(placed: Placed, area: Area) -> str:
    """Which clues paid: row MPJ from (1, 0) to (3, 0); PJ in row MPJ from (2, 0) to (3, 0)."""
    name = "row" if placed.line[0][1] == placed.line[-1][1] else "column"
    paid, line = area.letters(placed.paid_by), area.letters(placed.line)
    part = f"{paid} in " if len(paid) < len(line) else ""
    return f"{part}{name} {line} from {at(placed.paid_by[0])} to {at(placed.paid_by[-1])}"


def _tell_declined(row: Row) -> str:
    number = row["n_declined"]
    return f"Could place {number} more {'fairy' if number == 1 else 'fairies'}, but does not" if number else ""


def _tell_secret(row: Row, book: Book) -> str:
    if not row["tomte_drawn"]:
        return ""
    tile = book.fairies[row["tomte_drawn"]]
    has = listed([book.types[kind] for kind in book.cards.reveal[tile.type].after])
    return f"For {has}: a secret {book.types[tile.type]} that asks for {describe_cost(tile.cost)}"


def _tell_claims(turn: Turn, book: Book) -> list[str]:
    phrases = []
    for name, value in read_claims(turn.row).items():
        expert = book.experts[turn.row["seat"]][name]
        has = name_needed(expert, book.types)
        tie = f", like {listed(turn.tied[name])}" if turn.tied[name] else ""
        phrases.append(f"For {has}: {expert.name}, {counted(value, 'point')}{tie}")
    return phrases
