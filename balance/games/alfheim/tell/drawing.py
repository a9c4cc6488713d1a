"""Areas drawn with letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.tell.area import Area, Clue, Placed
from balance.games.alfheim.tell.words import Book

SIGNS = {kind: kind[:2] if kind[-1].isalpha() else kind[0] + kind[-1] for kind in TYPES}
"""What fairies look like: ki for the King, n1 for the first Nisse. Clues are capital letters."""

WIDEST = 110
GAP = "    "


def draw_areas(areas: Mapping[str, Area]) -> list[str]:
    """The areas side by side under their names, as many as a line holds."""
    lines: list[str] = []
    beside: list[list[str]] = []
    for name, area in areas.items():
        block = [name, *draw_area(area)]
        if beside and sum(map(_width, beside)) + _width(block) + len(GAP) * len(beside) > WIDEST:
            lines += [*_join(beside), ""]
            beside = []
        beside.append(block)
    return [*lines, *_join(beside)]


def _width(block: Sequence[str]) -> int:
    return max(map(len, block))


def _join(blocks: Sequence[Sequence[str]]) -> list[str]:
    widths = [_width(block) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [GAP.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def draw_area(area: Area) -> list[str]:
    """The area with the numbers of its columns above and those of its rows at the left."""
    left, right, top, bottom = bounds(area)
    columns = range(left, right + 1)
    lines = [" " * 4 + "".join(f"{x:>3}" for x in columns)]
    for y in range(top, bottom + 1):
        lines.append(f"{y:>4}" + "".join(f"{_sign(area, x, y):>3}" for x in columns))
    return lines


def bounds(area: Area) -> tuple[int, int, int, int]:
    """First and last column, first and last row."""
    xs, ys = zip(*area.tiles, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def _sign(area: Area, x: int, y: int) -> str:
    tile = area.tiles.get((x, y))
    if isinstance(tile, Clue):
        return tile.icon
    if isinstance(tile, Placed):
        return SIGNS[tile.fairy.type]
    return "#" if tile else "."


def drawing_key(book: Book) -> str:
    """What the signs mean."""
    fairies = ", ".join(f"{SIGNS[kind]} {book.types[kind]}" for kind in TYPES)
    return f"Capitals are clues, # is the footprint; {fairies}."
