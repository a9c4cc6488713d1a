"""Areas: laying tiles, and the cells on which the next one may lie (FA-3, FA-8, FA-21, FA-22)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.alfheim.state import CELLS, DOWN, EMPTY, FOOTPRINT, RIGHT


@kernel
def clear_area(me):
    """FA-3: nothing lies there."""
    for cell in range(CELLS):
        me.cell[cell] = EMPTY
    me.edges = 0
    me.tiles = 0


@kernel
def is_clue(content):
    """Whether a clue tile lies there."""
    return content > EMPTY and content < FOOTPRINT


@kernel
def lay_tile(me, at, content):
    """FA-21: a clue tile or the footprint lies on ``at`` from now on; tiles can be laid beside it."""
    lay_fairy(me, at, content)
    if content < FOOTPRINT:
        me.tile[me.tiles] = at
        me.tiles += 1
    join_edge(me, at + RIGHT)
    join_edge(me, at - RIGHT)
    join_edge(me, at + DOWN)
    join_edge(me, at - DOWN)


@kernel
def keep_edge(me, kept):
    """Remember the legal cells in ``kept``, for ``take_back``. Returns how many there are."""
    for place in range(me.edges):
        kept[place] = me.edge[place]
    return me.edges


@kernel
def take_back(me, kept, edges):
    """The clue tile laid last, on one of these legal cells, was laid on trial only."""
    for place in range(me.edges):
        me.cell[me.edge[place]] = EMPTY
    me.tiles -= 1
    me.edges = edges
    for place in range(edges):
        me.edge[place] = kept[place]
        me.cell[kept[place]] = -1 - place


@kernel
def lay_fairy(me, at, content):
    """FA-21: something lies on ``at``, so that nothing else can; the last legal cell takes its place in the list."""
    place = -1 - me.cell[at]
    if place >= 0:
        me.edges -= 1
        last = me.edge[me.edges]
        me.edge[place] = last
        me.cell[last] = -1 - place
    me.cell[at] = content


@kernel
def join_edge(me, at):
    """An empty cell next to a clue tile or the footprint is legal."""
    if me.cell[at] == EMPTY:
        me.edge[me.edges] = at
        me.edges += 1
        me.cell[at] = -me.edges


@kernel
def place_of(me, at):
    """The set of one: the place of an empty cell among the legal ones; the empty set if it is none of them."""
    content = me.cell[at]
    return 1 << (-1 - content) if content < EMPTY else 0


@kernel
def neighbours_showing(me, at, icons):
    """FA-38: clue tiles next to ``at`` whose icon is in the set ``icons``."""
    return (
        shows(me.cell[at + RIGHT], icons)
        + shows(me.cell[at - RIGHT], icons)
        + shows(me.cell[at + DOWN], icons)
        + shows(me.cell[at - DOWN], icons)
    )


@kernel
def shows(content, icons):
    """1 for a clue tile with an icon of the set, else 0."""
    return np.int64(is_clue(content) and ((icons >> (content - 1)) & 1) == 1)


@kernel
def empty_neighbours(me, at):
    """How many cells next to ``at`` are empty."""
    return (
        np.int64(me.cell[at + RIGHT] <= EMPTY)
        + np.int64(me.cell[at - RIGHT] <= EMPTY)
        + np.int64(me.cell[at + DOWN] <= EMPTY)
        + np.int64(me.cell[at - DOWN] <= EMPTY)
    )
