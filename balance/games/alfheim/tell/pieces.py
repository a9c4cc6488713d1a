"""The tiles of an area as a player sees them, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from balance.games.alfheim.tell.area import Area, Clue, Footprint, Placed
from balance.games.alfheim.tell.svg import COLOURS, INK, MUTED, PAPER, RULE, draw, fit, tint, width, write
from balance.games.alfheim.tell.turns import describe_payment
from balance.games.alfheim.tell.words import Book, Cell, at, describe_cost

CELL = 60  # from tile to tile
SIDE = 54  # of a tile
HALF = SIDE / 2
LETTER, SMALL, TINY = 24, 11, 9.5  # sizes of letters
NARROWEST = 5.0  # the smallest letters of a name that is too long

START_BORDER = 5
SWAPPED = f"M{HALF - 16:g} {-HALF:g}h10a6 6 0 0 1 6 6v10z"  # the upper right corner

MIDDLE = {"text_anchor": "middle"}
BOLD = {"font_weight": "bold"}


def draw_tiles(parent: Element, area: Area, book: Book, left: float, top: float) -> None:
    """Everything that lies in an area; (left, top) is the corner of its first cell."""
    column, row = min(x for x, _ in area.tiles), min(y for _, y in area.tiles)

    def middle(cell: Cell) -> tuple[float, float]:
        return left + (cell[0] - column + 0.5) * CELL, top + (cell[1] - row + 0.5) * CELL

    paid: dict[Cell, list[int]] = {}
    for placed in area.fairies():
        join(parent, middle(placed.cell), middle(placed.clue_cell))
        for cell in placed.paid_by:
            paid.setdefault(cell, []).append(placed.number)
    for cell, tile in area.tiles.items():
        x, y = middle(cell)
        group = draw(parent, "g", transform=f"translate({x:g} {y:g})")
        if isinstance(tile, Clue):
            group.set("class", "clue")
            draw(group, "title", _tell_clue(cell, tile, book))
            draw_clue(group, tile, book, paid.get(cell, ()))
        elif isinstance(tile, Placed):
            group.set("class", "fairy")
            draw(group, "title", f"{describe_placed(tile, area, book)}, at {at(cell)}, round {tile.turn}")
            draw_fairy(group, book.types[tile.fairy.type], tile.number, tile.turn)
        else:
            group.set("class", "footprint")
            draw(group, "title", f"Footprint for {book.spelled(tile.icons)} at {at(cell)}")
            draw_footprint(group, tile)
    there = area.footprint()
    for cell in area.matching():
        assert there is not None
        (x, y), (x2, y2) = middle(cell), middle(there)
        draw_match(draw(parent, "g", transform=f"translate({(x + x2) / 2:g} {(y + y2) / 2:g})"))


def _tell_clue(cell: Cell, clue: Clue, book: Book) -> str:
    when = f"round {clue.turn}" if clue.turn else "start tile"
    return f"{book.icons[clue.icon]} at {at(cell)}, {when}{', swapped' if clue.swapped else ''}"


def describe_placed(placed: Placed, area: Area, book: Book) -> str:
    """A fairy and what paid for it."""
    cost = describe_cost(placed.fairy.cost)
    return f"{book.types[placed.fairy.type]}: {cost}, paid by {describe_payment(placed, area)}"


# Pieces around (0, 0)


def draw_square(parent: Element, icon: str, book: Book, border: float = 2) -> str:
    """The square of a clue with its letter. Returns its colour."""
    colour = COLOURS[book.cards.icons.index(icon)]
    draw(parent, "rect", x=-HALF, y=-HALF, width=SIDE, height=SIDE, rx=6, fill=tint(colour, 0.22), stroke=colour,
         stroke_width=border)  # fmt: skip
    write(parent, icon, 0, 8, LETTER, **MIDDLE, **BOLD)
    return colour


def draw_clue(parent: Element, clue: Clue, book: Book, paid: Sequence[int] = ()) -> None:
    """A clue: its letter, the round, a corner when it was swapped in, the numbers of the fairies it paid for."""
    colour = draw_square(parent, clue.icon, book, 2 if clue.turn else START_BORDER)
    if clue.turn:
        write(parent, str(clue.turn), 5 - HALF, 14 - HALF, SMALL)
    if clue.swapped:
        draw(parent, "path", d=SWAPPED, fill=colour)
    if paid:
        numbers = " ".join(map(str, paid))
        size = min(SMALL, (SIDE - 8) / width(numbers, 1))
        write(parent, numbers, 0, HALF - 5, size, **MIDDLE, **BOLD)


def draw_footprint(parent: Element, footprint: Footprint) -> None:
    """The footprint: its two icons, white on black."""
    draw(parent, "rect", x=-HALF, y=-HALF, width=SIDE, height=SIDE, rx=6, fill=INK)
    write(parent, footprint.icons, 0, 8, LETTER - 2, **MIDDLE, **BOLD, fill=PAPER)
    write(parent, str(footprint.turn), 5 - HALF, 14 - HALF, SMALL, fill=PAPER)


def draw_match(parent: Element) -> None:
    """The dot between the footprint and a clue that matches it."""
    draw(parent, "circle", **{"class": "match"}, r=7, fill=INK, stroke=PAPER, stroke_width=2.5)


def draw_fairy(parent: Element, name: str, number: int, turn: int) -> None:
    """A fairy: her name and number on a disc, the round in the corner of her cell."""
    draw(parent, "circle", r=HALF, fill=PAPER, stroke=INK, stroke_width=1.5)
    write(parent, str(number), 0, -10, SMALL + 2, **MIDDLE, **BOLD)
    words = _lines(name)
    size = max(NARROWEST, min([TINY, *((SIDE - 10) / width(word, 1) for word in words)]))
    for place, word in enumerate(words):
        write(parent, fit(word, size, SIDE - 4), 0, (place - len(words) / 2 + 0.5) * (size + 1.5) + 8, size, **MIDDLE)
    draw(parent, "circle", cx=3 - HALF, cy=3 - HALF, r=8, fill=PAPER, stroke=RULE)
    write(parent, str(turn), 3 - HALF, 7 - HALF, SMALL, **MIDDLE)


def _lines(name: str) -> list[str]:
    """A name on at most three lines."""
    words = name.split()
    return words if len(words) < 4 else [words[0], words[1], " ".join(words[2:])]


def join(parent: Element, fairy: tuple[float, float], tile: tuple[float, float]) -> None:
    """A bar from a fairy to the line that paid for it."""
    (x, y), (x2, y2) = fairy, tile
    draw(parent, "line", **{"class": "bar"}, x1=x, y1=y, x2=(x + x2 * 2) / 3, y2=(y + y2 * 2) / 3, stroke=MUTED,
         stroke_width=7)  # fmt: skip
