"""Areas drawn with letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.tell.area import Area, Clue, Footprint, Placed
from balance.games.alfheim.tell.words import Cell

SIGNS = {kind: kind[:2] if kind[-1].isalpha() else kind[0] + kind[-1] for kind in TYPES}
"""What fairies look like: ki for the King, n1 for the first Nisse. Clues are capital letters."""

PRINT = "#"
"""What the footprint looks like."""

WIDEST = 110
GAP = "    "


def draw_areas(areas: Mapping[str, Area]) -> list[str]:
    """The areas side by side under their names, as many as a line holds."""
    return side_by_side([[name, *draw_area(area)] for name, area in areas.items()])


def side_by_side(blocks: Sequence[list[str]], widest: int = WIDEST) -> list[str]:
    """Blocks of lines beside each other, as many as a line of so many signs holds."""
    lines: list[str] = []
    in_line: list[list[str]] = []
    for block in blocks:
        if in_line and sum(map(_width, in_line)) + _width(block) + len(GAP) * len(in_line) > widest:
            lines += [*_join(in_line), ""]
            in_line = []
        in_line.append(block)
    return [*lines, *_join(in_line)]


def _width(block: Sequence[str]) -> int:
    return max(map(len, block))


def _join(blocks: Sequence[Sequence[str]]) -> list[str]:
    widths = [_width(block) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [GAP.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def draw_area(area: Area) -> list[str]:
    """The area with the numbers of its columns above and those of its rows at the left."""
    return draw_signs({cell: _sign(tile) for cell, tile in area.tiles.items()})


def draw_signs(signs: Mapping[Cell, str]) -> list[str]:
    """A sign in each of these cells and a point in all others."""
    xs, ys = zip(*signs, strict=True)
    columns = range(min(xs), max(xs) + 1)
    lines = [" " * 4 + "".join(f"{x:>3}" for x in columns)]
    for y in range(min(ys), max(ys) + 1):
        lines.append(f"{y:>4}" + "".join(f"{signs.get((x, y), '.'):>3}" for x in columns))
    return lines


def bounds(area: Area) -> tuple[int, int, int, int]:
    """First and last column, first and last row."""
    xs, ys = zip(*area.tiles, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def _sign(tile: Clue | Footprint | Placed) -> str:
    if isinstance(tile, Clue):
        return tile.icon
    if isinstance(tile, Placed):
        return SIGNS[tile.fairy.type]
    return PRINT


def drawing_key(types: Mapping[str, str]) -> str:
    """What the signs mean; ``types``: the names of the types."""
    fairies = ", ".join(f"{SIGNS[kind]} {types[kind]}" for kind in TYPES)
    return f"Capitals are clues, # is the footprint; {fairies}."
