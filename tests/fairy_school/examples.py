"""Worked examples and exact cases of the rules page (7.1, 7.2) as data, for the kernels and the slow implementation.

Elements are letters: earth, plants, fire, water, air. What takes several steps is told in test_examples.py.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pay:
    """Of this stock the cost is paid: what is left? Empty text: nothing; none: it cannot be paid."""

    says: str
    stock: str
    cost: str
    then: str | None


@dataclass(frozen=True)
class Columns:
    """The forest is full: how many sets of columns may be played?"""

    says: str
    stock: str
    then: int


@dataclass(frozen=True)
class Spending:
    """The last spending: how many steps of the final project are paid, and which projects are realized?"""

    says: str
    stock: str
    final: str
    projects: tuple[tuple[str, int], ...]  # costs and points
    then: tuple[int, tuple[int, ...]]  # steps, places of projects


@dataclass(frozen=True)
class Score:
    """Kindness, creatures studied, projects that count, steps, and elements left."""

    says: str
    kindness: int
    studied: int
    projects: int
    steps: int
    stock: str
    then: tuple[int, int, int, int, int]  # points: kindness, projects, steps, study, elements


@dataclass(frozen=True)
class Order:
    """Kindness and elements of the players: in which order do they choose their final project?"""

    says: str
    players: tuple[tuple[int, str], ...]
    then: tuple[int, ...]


FAR = ";9A;9A;9A;9A"
"""Steps that nobody can pay."""

EXAMPLES = [
    Columns("X7: without elements only the free column", "", 1),
    Columns("exact: one element of each column", "E+P+F+W", 15),
    Columns("exact: one earth", "E", 3),
    Columns("exact: three earth make one water", "3E", 5),
    Columns("exact: an air is a joker", "A", 9),
    Pay("exact: three of any make water", "3E", "W", ""),
    Pay("exact: four of any make fire", "4P", "F", ""),
    Pay("exact: six of any make an air", "2E+2P+F+W", "A", ""),
    Pay("exact: two are too few for water", "2E", "W", None),
    Pay("exact: three are too few for fire", "3P", "F", None),
    Pay("exact: eleven are too few for two airs", "11E", "2A", None),
    Pay("exact: so are eleven of four kinds", "3E+3P+3F+2W", "2A", None),
    Pay("exact: the joker stands for the dearest, the rest is burnt", "2E+5F+A", "P+W", "2E+2F"),
    Pay("exact: inputs come from what remains most", "E+3P+3W", "2E", "P+2W"),
    Spending("exact: the last spending buys all it can", "7E", "3E" + FAR, (("2E", 3), ("2E", 3)), (1, (0, 1))),
    Spending("exact: most points first", "4E", "3E" + FAR, (("4E", 6),), (0, (0,))),
    Spending("exact: then more steps", "4E", "3E" + FAR, (("3E", 3), ("2E", 3)), (1, ())),
    Spending("exact: then more left over", "4E", "9A" + FAR, (("4E", 9), ("3E", 9)), (0, (1,))),
    Spending("exact: then fewer projects", "4E", "9A" + FAR, (("2E", 3), ("2E", 3), ("4E", 6)), (0, (2,))),
    Spending("exact: then the first", "4E", "9A" + FAR, (("3E", 9), ("3E", 9)), (0, (0,))),
    Score("exact: a score of 83", 30, 6, 8, 5, "5E+4P+3F+2W+3A", (30, 24, 15, 12, 2)),
    Order("exact: most kindness first, of equals fewest elements", ((7, "9E"), (7, "6F"), (5, "2W")), (1, 0, 2)),
]
