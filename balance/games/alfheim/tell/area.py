"""An area built up again from the rows of its seat: what lies where, and which line paid for each fairy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from balance.engine.game.story import LoggedGame, Row
from balance.games.alfheim.cards.box import Cost, Fairy
from balance.games.alfheim.tell.words import Book, Cell, read_placements

RIGHT, DOWN = (1, 0), (0, 1)
START_CELLS = ((0, 0), (1, 0))


@dataclass(frozen=True)
class Clue:
    """A clue tile."""

    icon: str
    turn: int = 0  # round in which it was laid; 0: a start tile
    swapped: bool = False


@dataclass(frozen=True)
class Footprint:
    """The footprint tile."""

    icons: str
    turn: int


@dataclass(frozen=True)
class Placed:
    """A fairy, and what paid for it."""

    fairy: Fairy
    turn: int
    number: int  # among those of its seat, from 1
    cell: Cell
    clue_cell: Cell  # the tile that it lies at
    paid_by: Sequence[Cell]
    line: Sequence[Cell]  # of which these are a part


@dataclass(frozen=True)
class Laid:
    """Where a clue or the footprint was laid, and what it joined then."""

    cell: Cell
    row: Sequence[Cell]  # the uninterrupted clues in its row, itself included
    column: Sequence[Cell]
    touching: Sequence[Cell]  # neighbours with a clue or the footprint


@dataclass(frozen=True)
class Moves:
    """What a seat laid in a round; None is for what there was none of, or no room for."""

    footprint: Laid | None
    clue: Laid | None
    fairies: Sequence[Placed]


@dataclass
class Area:
    """What lies where."""

    tiles: dict[Cell, Clue | Footprint | Placed] = field(default_factory=dict)

    def clue(self, cell: Cell) -> Clue | None:
        """The clue there; None where there is none."""
        tile = self.tiles.get(cell)
        return tile if isinstance(tile, Clue) else None

    def letters(self, cells: Sequence[Cell]) -> str:
        """The icons of clues."""
        return "".join(clue.icon for clue in map(self.clue, cells) if clue)

    def fairies(self) -> list[Placed]:
        """In the order in which they were placed."""
        return [tile for tile in self.tiles.values() if isinstance(tile, Placed)]

    def footprint(self) -> Cell | None:
        """Where it lies; None when it does not."""
        return next((cell for cell, tile in self.tiles.items() if isinstance(tile, Footprint)), None)

    def matching(self) -> list[Cell]:
        """The clues that match the footprint (FA-38)."""
        there = self.footprint()
        if there is None:
            return []
        icons = self.tiles[there].icons  # type: ignore[union-attr]
        clues = [(cell, self.clue(cell)) for cell in neighbours(there)]
        return [cell for cell, clue in clues if clue and clue.icon in icons]

    def line(self, cell: Cell, along: Cell) -> list[Cell]:
        """The uninterrupted clues in one direction, with ``cell`` among them whatever lies there (FA-27)."""
        before, behind = [], []
        here = step(cell, along, -1)
        while self.clue(here):
            before.append(here)
            here = step(here, along, -1)
        here = step(cell, along, 1)
        while self.clue(here):
            behind.append(here)
            here = step(here, along, 1)
        return [*before[::-1], cell, *behind]

    def lay(self, cell: Cell, tile: Clue | Footprint) -> Laid:
        """A clue or the footprint comes to lie there."""
        touching = [near for near in neighbours(cell) if isinstance(self.tiles.get(near), (Clue, Footprint))]
        self.tiles[cell] = tile
        return Laid(cell, self.line(cell, RIGHT), self.line(cell, DOWN), touching)


def neighbours(cell: Cell) -> list[Cell]:
    """Right, left, below, above (FA-3)."""
    return [step(cell, RIGHT, 1), step(cell, RIGHT, -1), step(cell, DOWN, 1), step(cell, DOWN, -1)]


def step(cell: Cell, along: Cell, times: int) -> Cell:
    """The cell so many steps further."""
    return cell[0] + times * along[0], cell[1] + times * along[1]


def start_areas(game: LoggedGame) -> dict[int, Area]:
    """The areas with their start pairs, by seat (FA-8)."""
    pairs = {row["seat"]: row["start_icons"] for row in game.turns}
    return {
        seat: Area({cell: Clue(icon) for cell, icon in zip(START_CELLS, pair, strict=True)})
        for seat, pair in sorted(pairs.items())
    }


def lay_round(area: Area, row: Row, book: Book) -> Moves:
    """Everything that a seat laid in a round, in order."""
    turn = row["round"]
    footprint = clue = None
    if row["fp_x"] is not None:
        footprint = area.lay((row["fp_x"], row["fp_y"]), Footprint(row["fp_icons"], turn))
    if row["x"] is not None:
        clue = area.lay((row["x"], row["y"]), Clue(row["kept"], turn, bool(row["swapped"])))
    fairies = []
    for cell, tile in read_placements(row):
        placed = find_payment(area, cell, book.fairies[tile], turn, book.contains)
        area.tiles[cell] = placed
        fairies.append(placed)
    return Moves(footprint, clue, fairies)


def final_areas(game: LoggedGame, book: Book) -> dict[int, Area]:
    """The areas at the end, by seat."""
    areas = start_areas(game)
    for row in game.turns:
        lay_round(areas[row["seat"]], row, book)
    return areas


# Who paid


def find_payment(area: Area, cell: Cell, fairy: Fairy, turn: int, contains: bool) -> Placed:
    """The fairy with the first line that pays for it there. Raises ValueError when none does."""
    number = len(area.fairies()) + 1
    for clue_cell in neighbours(cell):
        if area.clue(clue_cell):
            along = DOWN if clue_cell[1] == cell[1] else RIGHT
            line = area.line(clue_cell, along)
            for paid_by in _choices(line, fairy.cost.length, contains):
                if clue_cell in paid_by and pays(fairy.cost, area.letters(paid_by)):
                    return Placed(fairy, turn, number, cell, clue_cell, paid_by, line)
    raise ValueError(f"nothing pays for {fairy.id} at {cell}")


def _choices(line: Sequence[Cell], length: int, contains: bool) -> Iterator[Sequence[Cell]]:
    """The tiles of a line that may pay together, those that lie together first (FA-25)."""
    for first in range(len(line) - length + 1):
        yield line[first : first + length]
    if contains:
        yield from combinations(line, length)


def pays(cost: Cost, icons: str) -> bool:
    """Whether exactly these icons meet the cost (5.2)."""
    if len(icons) != cost.length:
        return False
    if cost.parts:
        return sorted(Counter(icons).values(), reverse=True) == list(cost.parts)
    return not Counter(cost.icons) - Counter(icons)
