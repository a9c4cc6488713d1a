"""Every area of Fairies of Alfheim laid out once more, tile by tile, from the columns of the log alone.

Slow and plain: an area is ``{(x, y): tile}``, x to the right, y down. A tile is a letter (a clue), "#" (the footprint)
or a type (a fairy).
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, groupby
from typing import Any

import duckdb

from balance.games.alfheim.cards.box import AFTER, Cards, Cost, Fairy

Cell = tuple[int, int]
Area = dict[Cell, str]
Areas = list[dict[str, Any]]

FOOTPRINT = "#"
ROWS = """
    SELECT t.*, reveal_start, reveal_prep, fairies,
        max(fp_icons) OVER (PARTITION BY game_no, seat) AS own_footprint
    FROM turn t JOIN game USING (game_no)
    LEFT JOIN (
        SELECT game_no, turn, seat, list([type, x::VARCHAR, y::VARCHAR, card] ORDER BY nth) AS fairies
        FROM fairy GROUP BY ALL
    ) USING (game_no, turn, seat)
    ORDER BY game_no, seat, turn
"""


def is_clue(tile: str | None) -> bool:
    return tile is not None and len(tile) == 1 and tile != FOOTPRINT


def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four neighbours."""
    x, y = cell
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def legal_cells(area: Area) -> set[Cell]:
    """FA-21: empty cells next to a clue or the footprint."""
    ground = [cell for cell, tile in area.items() if is_clue(tile) or tile == FOOTPRINT]
    return {neighbour for cell in ground for neighbour in beside(cell)} - area.keys()


def groups(area: Area) -> int:
    """How many groups of clues and footprint there are that hang together."""
    left = {cell for cell, tile in area.items() if is_clue(tile) or tile == FOOTPRINT}
    number = 0
    while left:
        number += 1
        reached = [left.pop()]
        while reached:
            near = left & {*beside(reached.pop())}
            left -= near
            reached += near
    return number


def matching(area: Area, icons: str) -> tuple[int, int]:
    """Clues next to the footprint (FA-38): all of them, and those with one of these icons."""
    near = [area.get(neighbour) for cell, tile in area.items() if tile == FOOTPRINT for neighbour in beside(cell)]
    clues = [tile for tile in near if tile is not None and is_clue(tile)]
    return len(clues), sum(tile in icons for tile in clues)


# ---------------------------------------------------------------- what pays


@functools.cache
def pays(cost: Cost, icons: str) -> bool:
    """Whether exactly these tiles, sorted, meet the cost (5.2)."""
    if cost.parts:
        return sorted(Counter(icons).values(), reverse=True) == [*cost.parts]
    return len(icons) == cost.length and not Counter(cost.icons) - Counter(icons)


@functools.cache
def useful(cost: Cost, icons: str) -> set[str]:
    """The icons of which tiles can be among those that meet the cost, out of these, sorted."""
    choices = {"".join(chosen) for chosen in combinations(icons, cost.length)}
    return {icon for chosen in choices if pays(cost, chosen) for icon in chosen}


@functools.cache
def paying(cost: Cost, icons: str, contains: bool) -> tuple[int, ...]:
    """FA-25: the places in an uninterrupted line of these tiles that can be among those that pay the cost."""
    if contains:
        usable = useful(cost, "".join(sorted(icons)))
        return tuple(place for place, icon in enumerate(icons) if icon in usable)
    windows = [range(first, first + cost.length) for first in range(len(icons) - cost.length + 1)]
    paid = [window for window in windows if pays(cost, "".join(sorted(icons[window.start : window.stop])))]
    return tuple(sorted({place for window in paid for place in window}))


def lines(area: Area) -> Iterator[tuple[list[Cell], Cell]]:
    """FA-27: all uninterrupted lines of two clues or more, each with the way to one of its sides."""
    for along, aside in (((1, 0), (0, 1)), ((0, 1), (1, 0))):
        for x, y in area:
            if is_clue(area[x, y]) and not is_clue(area.get((x - along[0], y - along[1]))):
                run = [(x, y)]
                while is_clue(area.get(after := (run[-1][0] + along[0], run[-1][1] + along[1]))):
                    run.append(after)
                if len(run) > 1:
                    yield run, aside


def placeable(area: Area, tiles: Iterable[Fairy], contains: bool) -> dict[tuple[str, Cell], str]:
    """FA-24 to FA-26: the types that may be placed and the cells, and the first of these tiles that pays there."""
    payers: dict[tuple[str, Cell], str] = {}
    runs = [(run, "".join(area[cell] for cell in run), aside) for run, aside in lines(area)]
    for tile in tiles:
        if tile.type in area.values():
            continue
        for run, icons, (aside_x, aside_y) in runs:
            for x, y in (run[place] for place in paying(tile.cost, icons, contains)):
                for cell in ((x + aside_x, y + aside_y), (x - aside_x, y - aside_y)):
                    if cell not in area:
                        payers.setdefault((tile.type, cell), tile.id)
    return payers


# ---------------------------------------------------------------- area by area


def redrawn(cards: Cards, line_match: str, connection: duckdb.DuckDBPyConnection) -> Areas:
    """One row for each row of ``turn``: what follows from laying out the tiles of the rounds up to it.

    ``cells``, ``print_cells``: legal cells when the clue and the footprint were laid; ``clue_fits``, ``print_fits``:
    whether theirs was one of them (None: there was none). ``unpaid``: fairies that were not paid there by the first
    cost that would do. ``payable``, ``declined``: types that could be placed before and after. ``clues``, ``groups``:
    clues, and groups of tiles that hang together. ``beside``, ``matching``: clues next to the footprint.
    """
    rows = connection.execute(ROWS)
    names = [column[0] for column in rows.description or ()]
    told = (dict(zip(names, row, strict=True)) for row in rows.fetchall())
    areas: Areas = []
    for _, own in groupby(told, key=lambda row: (row["game_no"], row["seat"])):
        seat = Redrawn(cards, line_match == "contains")
        areas += [seat.round(row) for row in own]
    return areas


class Redrawn:
    """The area of one seat in one game, growing."""

    def __init__(self, cards: Cards, contains: bool):
        self.cards, self.contains = cards, contains
        self.after = next({*reveal.after} for reveal in cards.reveal.values() if reveal.when == AFTER)
        self.area: Area = {}
        self.known: set[str] = set()  # cost tiles in force for this seat

    def round(self, row: dict[str, Any]) -> dict[str, Any]:
        """Lay out what a row of ``turn`` says."""
        if not self.area:
            self.area = dict(zip(((0, 0), (1, 0)), row["start_icons"], strict=True))
            self.known |= {*row["reveal_start"].split(";")}
        told = {name: row[name] for name in ("game_no", "seat", "turn")}
        if row["turn"] == 7:
            self.known |= {*row["reveal_prep"].split(";")}
        told |= {"print_cells": len(legal_cells(self.area))}
        told |= {"print_fits": self.lay(row["fp_x"], row["fp_y"], FOOTPRINT), "cells": len(legal_cells(self.area))}
        told |= {"clue_fits": self.lay(row["x"], row["y"], row["kept"]), "payable": self.payable()}
        told |= {"unpaid": self.lay_fairies(row["fairies"] or (), row["tomte_drawn"]), "declined": self.payable()}
        told |= {"clues": sum(map(is_clue, self.area.values())), "groups": groups(self.area)}
        near, fit = matching(self.area, row["own_footprint"])
        return told | {"beside": near, "matching": fit}

    def lay(self, x: int | None, y: int | None, tile: str) -> bool | None:
        if x is None or y is None:
            return None
        fits = (x, y) in legal_cells(self.area)
        self.area[x, y] = tile
        return fits

    def lay_fairies(self, fairies: Iterable[list[str]], received: str | None) -> str:
        """FA-23 to FA-33: one after another; the secret tile counts from the moment in which it is taken."""
        unpaid = []
        waits = not self.complete()
        for type, x, y, card in fairies:
            cell = int(x), int(y)
            if self.placeable().get((type, cell)) != card:
                unpaid.append(card)
            self.area[cell] = type
            if waits and self.complete() and received:
                self.known.add(received)
        return ";".join(unpaid)

    def complete(self) -> bool:
        return self.after <= {*self.area.values()}

    def placeable(self) -> dict[tuple[str, Cell], str]:
        tiles = [tile for tile in self.cards.fairies if tile.id in self.known]
        return placeable(self.area, tiles, self.contains)

    def payable(self) -> int:
        return len({type for type, _ in self.placeable()})
