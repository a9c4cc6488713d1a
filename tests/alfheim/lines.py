"""Areas of Fairies of Alfheim and the lines in them, slow and obvious: which cells are legal, by trying everything.

An area is ``{(x, y): tile}``, x to the right, y down. A tile is a letter (a clue), "#" (the footprint) or the id of a
type (a fairy).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, product

from balance.games.alfheim.cards.box import Cost

Cell = tuple[int, int]
Area = Mapping[Cell, str]

FOOTPRINT = "#"
ACROSS, DOWNWARDS = (1, 0), (0, 1)
SEGMENT, CONTAINS = "segment", "contains"


def is_clue(tile: str | None) -> bool:
    return tile is not None and len(tile) == 1 and tile != FOOTPRINT


def neighbours(cell: Cell) -> list[Cell]:
    """Right, left, down, up (FA-3)."""
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def legal_cells(area: Area) -> set[Cell]:
    """Where a clue or the footprint may go: empty, and next to a clue or the footprint (FA-21)."""
    return {
        cell
        for place, tile in area.items()
        if is_clue(tile) or tile == FOOTPRINT
        for cell in neighbours(place)
        if cell not in area
    }


def matches(area: Area, icons: str) -> int:
    """Clues next to the footprint with one of these icons (FA-38)."""
    beside = [area.get(cell) for place, tile in area.items() if tile == FOOTPRINT for cell in neighbours(place)]
    return sum(tile is not None and is_clue(tile) and tile in icons for tile in beside)


def pays(cost: Cost, icons: Sequence[str]) -> bool:
    """Whether exactly these tiles, in any order, meet the cost (5.2)."""
    if cost.parts:
        return sorted(Counter(icons).values(), reverse=True) == list(cost.parts)
    return any(sorted([*cost.icons, *free]) == sorted(icons) for free in product(sorted(set(icons)), repeat=cost.wild))


def step(cell: Cell, direction: Cell, times: int) -> Cell:
    return cell[0] + times * direction[0], cell[1] + times * direction[1]


def segments(area: Area, length: int) -> Iterator[tuple[list[Cell], Cell]]:
    """All straight lines of so many consecutive clues, each with its direction."""
    for start, direction in product(area, (ACROSS, DOWNWARDS)):
        cells = [step(start, direction, n) for n in range(length)]
        if all(is_clue(area.get(cell)) for cell in cells):
            yield cells, direction


def runs(area: Area) -> Iterator[tuple[list[Cell], Cell]]:
    """All lines of clues that cannot be made longer at either end, each with its direction."""
    for length in count(1):
        lines = list(segments(area, length))
        if not lines:  # then nor is there a longer one
            return
        for cells, direction in lines:
            ends = step(cells[0], direction, -1), step(cells[-1], direction, 1)
            if not any(is_clue(area.get(end)) for end in ends):
                yield cells, direction


def choices(area: Area, length: int, match: str) -> Iterator[tuple[Sequence[Cell], Cell]]:
    """All so many tiles that may pay together (FA-25), each with the direction of their line."""
    if match == SEGMENT:
        yield from segments(area, length)
    else:
        for cells, direction in runs(area):
            for chosen in combinations(cells, length):
                yield chosen, direction


def fairy_cells(area: Area, cost: Cost, match: str = SEGMENT) -> set[Cell]:
    """Where a fairy of this cost may go (FA-25 to FA-27): the empty cells on the sides of tiles that pay it."""
    allowed: set[Cell] = set()
    for cells, direction in choices(area, cost.length, match):
        if pays(cost, [area[cell] for cell in cells]):
            aside = ACROSS if direction == DOWNWARDS else DOWNWARDS
            allowed |= {step(cell, aside, side) for cell in cells for side in (-1, 1)}
    return allowed - area.keys()


def payable(area: Area, costs: Iterable[Cost], match: str = SEGMENT) -> dict[Cell, set[Cost]]:
    """The cells where some of these costs allow a fairy, each with those that do."""
    by_cell: dict[Cell, set[Cost]] = {}
    for cost in costs:
        for cell in fairy_cells(area, cost, match):
            by_cell.setdefault(cell, set()).add(cost)
    return by_cell


def drawn(*rows: str, at: Cell = (0, 0)) -> dict[Cell, str]:
    """An area from a picture: a letter is a clue, # the footprint, * a fairy (a queen), anything else empty."""
    tiles = {"*": "queen", FOOTPRINT: FOOTPRINT} | {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    return {
        (at[0] + x, at[1] + y): tiles[sign]
        for y, row in enumerate(rows)
        for x, sign in enumerate(row.replace(" ", ""))
        if sign in tiles
    }
