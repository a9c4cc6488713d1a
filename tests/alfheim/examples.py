"""Worked examples of the rules page (7.1) as data: the kernels and the slow implementation must both meet them.

A picture is an area whose first sign lies on (0, 0): a letter is a clue, # the footprint, * a fairy. What takes
several steps (X8, X12, X16 to X18, X20) is told in test_examples.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from alfheim.lines import Cell

MATCHES = ("segment", "contains")
NOWHERE: frozenset[Cell] = frozenset()


def beside(*places: int, row: int = 0) -> frozenset[Cell]:
    """The cells above and below these places of a row."""
    return frozenset((x, row + side) for x in places for side in (-1, 1))


@dataclass(frozen=True)
class Pays:
    """Where may a fairy of this cost go?"""

    says: str
    area: tuple[str, ...]
    then: frozenset[Cell]
    cost: str = "CHJ"
    line_match: str = "segment"


@dataclass(frozen=True)
class MayLie:
    """May a clue go to this cell?"""

    says: str
    area: tuple[str, ...]
    cell: Cell
    then: bool


@dataclass(frozen=True)
class King:
    """May the King of this cost be placed in round 6, and in round 7, when he is revealed?"""

    says: str
    cost: str
    area: tuple[str, ...]
    then: tuple[bool, bool]


@dataclass(frozen=True)
class Claims:
    """These seats complete King and Queen, from round 8 on: which value does each claim?"""

    says: str
    rounds: tuple[tuple[int, ...], ...]
    then: dict[int, int]


@dataclass(frozen=True)
class Print:
    """How many points is a footprint with these icons worth?"""

    says: str
    icons: str
    area: tuple[str, ...]
    then: int


EXAMPLES = [
    Pays("X1: three above and three below the line and none at its ends", ("CHJ",), beside(0, 1, 2)),
    Pays("X1: left and right of a column", ("C", "H", "J"), frozenset((x, y) for x in (-1, 1) for y in (0, 1, 2))),
    Pays("X2: the order is free", ("JCH",), beside(0, 1, 2)),
    Pays("X3: a longer line pays beside the tiles that pay", ("PCHJ",), beside(1, 2, 3)),
    Pays("X4: a foreign tile interrupts what pays", ("CHPJ",), NOWHERE),
    Pays("X4: with contains any tiles of the line pay", ("CHPJ",), beside(0, 1, 3), line_match="contains"),
    *(Pays(f"X5: the footprint interrupts a line, {match}", ("CH#J",), NOWHERE, line_match=match) for match in MATCHES),
    *(Pays(f"X5: a fairy interrupts a line, {match}", ("CH*J",), NOWHERE, line_match=match) for match in MATCHES),
    *(Pays(f"X5: a gap interrupts a line, {match}", ("CH.J",), NOWHERE, line_match=match) for match in MATCHES),
    *(Pays(f"X6: around a corner nothing pays, {match}", ("CH", ".J"), NOWHERE, line_match=match) for match in MATCHES),
    Pays("X7: without an empty cell beside it a line pays nothing", ("***", "CHJ", "***"), NOWHERE),
    Pays("X7: a second line pays then", ("***", "CHJ.CJH", "***"), beside(4, 5, 6, row=1)),
    MayLie("X9: a cell beside fairies only is not legal for a clue", ("BC", "**"), (0, 2), False),
    MayLie("X9: a cell beside a clue is", ("BC", "**"), (-1, 0), True),
    MayLie("X10: a cell beside the footprint only is legal for a clue", ("BC#",), (3, 0), True),
    King("X11: no King in round 6 though a line fits his pattern", "#2+2", ("BBCC",), (False, True)),
    King("X11: no King without a line that fits", "#3", ("BBCC",), (False, False)),
    Claims("X13: two first have the first value, the next has the third", ((), (0, 3), (1,)), {0: 6, 3: 6, 1: 4}),
    Claims("X14: three together, then two together", ((0, 2, 4), (1, 3)), {0: 6, 2: 6, 4: 6, 1: 3, 3: 3}),
    Print("X15: three matching neighbours and one at a corner", "BC", ("BB.", "B#.", ".C."), 3),
    *(Pays(f"X19: four equal tiles do not pay three and one, {m}", ("CCCC",), NOWHERE, "#3+1", m) for m in MATCHES),
    *(Pays(f"X19: four equal tiles do not pay two pairs, {m}", ("CCCC",), NOWHERE, "#2+2", m) for m in MATCHES),
]
