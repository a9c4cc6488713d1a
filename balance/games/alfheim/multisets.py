"""Multisets of up to six icons by number, and which costs they pay or may still pay (5.2, FA-25).

All that a cost can say is in these tables: styles never look at a cost but by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np

from balance.games.alfheim.cards.box import Cost
from balance.games.alfheim.state import ICONS, LONGEST, NONE

COUNTS = np.array(
    [
        [Counter(icons)[icon] for icon in range(ICONS)]
        for tiles in range(LONGEST + 1)
        for icons in combinations_with_replacement(range(ICONS), tiles)
    ]
)
"""int64[MULTISETS, ICONS]: tiles by icon; the smaller multisets first, number 0 is the empty one."""

TILES = COUNTS.sum(axis=1)
"""int64[MULTISETS]: tiles."""


def named(cost: Cost, icons: str) -> list[int]:
    """How often a cost names each icon."""
    return [cost.icons.count(icon) for icon in icons]


def overlap(cost: Cost, icons: str) -> np.ndarray:
    """int64[MULTISETS]: how many of its tiles one payment of the cost can use, at most.

    A pattern takes its largest part from the commonest icon, and so on: no other order uses more.
    """
    if cost.parts:
        commonest = -np.sort(-COUNTS, axis=1)
        return np.minimum(commonest[:, : len(cost.parts)], cost.parts).sum(axis=1)
    return np.minimum(np.minimum(COUNTS, named(cost, icons)).sum(axis=1) + cost.wild, TILES)


def may_pay(cost: Cost, icons: str, cells: int, contains: bool) -> np.ndarray:
    """bool[MULTISETS]: whether a line of so many cells with these tiles can be filled up so that it pays the cost.

    All its tiles must pay or, with ``contains``, any of them.
    """
    if cost.length > cells or (cost.length < cells and not contains):
        return np.zeros(len(COUNTS), np.bool_)
    return (cells >= TILES) & (cost.length - overlap(cost, icons) <= cells - TILES)


def plus_one() -> np.ndarray:
    """int64[MULTISETS, ICONS]: the number of a multiset with one icon more, NONE beyond six."""
    number = {tuple(counts): i for i, counts in enumerate(COUNTS.tolist())}
    more = COUNTS[:, None, :] + np.eye(ICONS, dtype=np.int64)
    return np.array([[number.get(tuple(counts), NONE) for counts in row] for row in more.tolist()])


def fitting(costs: Sequence[Cost], icons: str, contains: bool) -> np.ndarray:
    """int64[LONGEST + 1, MULTISETS]: by the cells of a line and its tiles, the set of costs that it may pay."""
    table = np.zeros((LONGEST + 1, len(COUNTS)), np.int64)
    for cells in range(1, LONGEST + 1):
        for bit, cost in enumerate(costs):
            table[cells, may_pay(cost, icons, cells, contains)] |= 1 << bit
    return table


def paying(costs: Sequence[Cost], icons: str) -> np.ndarray:
    """int64[MULTISETS]: the set of costs that exactly these tiles pay."""
    return fitting(costs, icons, contains=False)[TILES, np.arange(len(COUNTS))]


def helping(costs: Sequence[Cost], icons: str) -> np.ndarray:
    """int64[MULTISETS, ICONS]: the set of costs of which a payment can use one tile more if this icon is added."""
    table = np.zeros((len(COUNTS), ICONS), np.int64)
    plus = plus_one()
    for bit, cost in enumerate(costs):
        used = overlap(cost, icons)
        table[(plus != NONE) & (used[plus] > used[:, None])] |= 1 << bit
    return table


def asking(costs: Sequence[Cost], icons: str) -> np.ndarray:
    """int64[ICONS, LONGEST + 1]: by icon and number, the set of costs that name the icon more often than that."""
    table = np.zeros((ICONS, LONGEST + 1), np.int64)
    for bit, cost in enumerate(costs):
        for icon, times in enumerate(named(cost, icons)):
            table[icon, :times] |= 1 << bit
    return table
