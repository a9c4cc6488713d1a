"""What an area is worth to a style (4.4), written down slowly: every stretch and every cost is looked at by itself.

Areas are those of ``alfheim_lines``. A stretch is judged by trying what it may be filled up with.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement, product

from alfheim.lines import ACROSS, DOWNWARDS, FOOTPRINT, SEGMENT, Area, Cell, is_clue, matches, neighbours, pays, step
from balance.games.alfheim.cards.box import AFTER, EXPERTS, PREPARATION, TYPES, Cards, Cost, Fairy

NEAR = (1.0, 0.45, 0.20, 0.08, 0.03, 0.01)
LONGEST = 6


@dataclass(frozen=True)
class View:
    """What a seat sees when it weighs an area, and how it weighs."""

    cards: Cards
    weights: Mapping[str, float]
    costs: tuple[Fairy, ...]  # in force, and the own secret tile
    to_come: int  # clues, after the one that is weighed
    left: str  # icons that are not drawn
    match: str = SEGMENT
    point: int = 1
    cap: int = 4
    icons: str = ""  # of the own footprint
    next_values: Mapping[str, int] = field(default_factory=dict)  # of rows of experts
    rivals: Mapping[str, int] = field(default_factory=dict)  # opponents who lack one fairy for a row
    claimed: frozenset[str] = frozenset()  # rows
    before_preparation: bool = False
    reckons: bool = False
    chain: float = 0.0  # in the last two rounds, to who reckons: `secret_chance`

    def weight(self, name: str) -> float:
        return self.weights.get(name, 0.0)


# ---------------------------------------------------------------- what a type is worth


def group(name: str) -> str:
    """The type without its number."""
    return name.split("_")[0]


def step_share(missing: int, needs: int) -> float:
    """What each missing fairy gets of a set's reward."""
    if missing == 1:
        return 1.0
    return 0.35 if needs == 2 else {2: 0.5, 3: 0.25}[missing]


def too_late(view: View, lacking: Collection[str]) -> bool:
    """Whether nothing is to be had any more for a set of which these are missing."""
    return not lacking or (view.to_come == 0 and len(lacking) > 1)


def worth_of_types(view: View, placed: Iterable[str]) -> dict[str, float]:
    """What the missing types are worth to a seat that has placed these."""
    cards = view.cards
    missing = [name for name in TYPES if name not in set(placed)]
    worth = {name: view.weight(f"w_{group(name)}") * cards.points[name] for name in missing}
    (secret,) = (name for name in TYPES if cards.reveal[name].when == AFTER)
    brings = float(cards.points[secret])
    for row, weight in zip(EXPERTS, ("x_kq", "x_tomte", "x_fairy"), strict=True):
        need = next(expert.need for expert in cards.experts if expert.row == row)
        lacking = [name for name in need if name in missing]
        if too_late(view, lacking) or row in view.claimed:
            continue
        share = step_share(len(lacking), len(need)) * view.next_values[row]
        brings += share * (secret in lacking)
        for name in lacking:
            worth[name] += view.weight(weight) * share * (1 + view.weight("race") * view.rivals[row])
    after = cards.reveal[secret].after
    lacking = [name for name in after if name in missing]
    if not too_late(view, lacking):
        chain = 0.5 * {0: 0.3, 1: 0.7}.get(view.to_come, 1.0)
        if view.reckons and view.to_come < 2:
            chain = view.chain
        for name in lacking:
            worth[name] += chain * view.weight("x_tomte") * brings * step_share(len(lacking), len(after))
    return worth


# ---------------------------------------------------------------- stretches


def stretches(area: Area) -> Iterator[tuple[list[Cell], Cell]]:
    """All lines of two to six cells with a clue, and no fairy and no footprint, each with its direction."""
    starts = {step(cell, along, -n) for cell in area for along in (ACROSS, DOWNWARDS) for n in range(LONGEST)}
    for start, along, length in product(starts, (ACROSS, DOWNWARDS), range(2, LONGEST + 1)):
        cells = [step(start, along, n) for n in range(length)]
        tiles = [area[cell] for cell in cells if cell in area]
        if tiles and all(is_clue(tile) for tile in tiles):
            yield cells, along


def rooms(area: Area, cells: list[Cell], along: Cell) -> int:
    """Empty cells beside a stretch."""
    aside = DOWNWARDS if along == ACROSS else ACROSS
    return sum(step(cell, aside, side) not in area for cell in cells for side in (-1, 1))


@functools.cache
def can_become(tiles: str, free: int, cost: Cost) -> bool:
    """Whether all of these tiles and so many free ones can pay the cost."""
    icons = "BCHJMP"
    return any(pays(cost, [*tiles, *more]) for more in combinations_with_replacement(icons, free))


@functools.cache
def fits(tiles: str, cells: int, cost: Cost, match: str) -> bool:
    """Whether a stretch of so many cells with these tiles can be filled up so that it pays the cost."""
    if match == SEGMENT:
        return cells == cost.length and can_become(tiles, cells - len(tiles), cost)
    return any(
        can_become("".join(used), cost.length - len(used), cost)
        for n in range(min(cost.length, len(tiles)) + 1)
        if 0 <= cost.length - n <= cells - len(tiles)
        for used in set(combinations(tiles, n))
    )


def is_scarce(tiles: str, cost: Cost, left: str) -> bool:
    """Whether the cost names an icon that is missing more often than it is left."""
    return any(cost.icons.count(icon) - tiles.count(icon) > left.count(icon) for icon in set(cost.icons))


@functools.cache
def used(tiles: str, cost: Cost) -> int:
    """How many of these tiles one payment of the cost can use, at most."""
    return max(
        n
        for n in range(min(cost.length, len(tiles)) + 1)
        if any(can_become("".join(some), cost.length - n, cost) for some in set(combinations(tiles, n)))
    )


def how_surely(view: View, tiles: str, missing: int, cost: Cost) -> float:
    """What a stretch counts less because the clues that it misses may not come."""
    scarce = missing > 0 and is_scarce(tiles, cost, view.left)
    if missing == 0 or not view.reckons:
        return 0.35 if scarce else 1.0
    left = view.to_come + 1
    fitting = sum(used("".join(sorted(tiles + icon)), cost) > used(tiles, cost) for icon in view.left)
    tight = left if scarce or fitting < missing else min(max(2 * missing - fitting, 0), left)
    return 1 - tight / left * (1 - 0.22) ** (view.to_come - missing + 1)


def secret_chance(view: View, area: Area, unseen: Collection[Fairy]) -> float:
    """How near the area is to the tiles that may come when all is placed that brings one, on average."""
    near = [near_stretches(replace(view, costs=(fairy,)), area)[fairy.type] for fairy in unseen]
    return sum(max((w for w, _ in own), default=0.0) for own in near) / max(len(near), 1)


def near_stretches(view: View, area: Area) -> dict[str, list[tuple[float, int]]]:
    """Nearness and empty cells of every stretch and every cost that it fits, by type."""
    by_type: dict[str, list[tuple[float, int]]] = {name: [] for name in TYPES}
    seen: Counter[tuple[str, int, int]] = Counter()
    for cells, along in stretches(area):
        tiles = "".join(sorted(area[cell] for cell in cells if cell in area))
        missing = len(cells) - len(tiles)
        if missing <= view.to_come and (room := rooms(area, cells, along)):
            seen[tiles, len(cells), room] += 1
    for (tiles, length, room), times in seen.items():
        missing = length - len(tiles)
        for fairy in view.costs:
            if fits(tiles, length, fairy.cost, view.match):
                near = NEAR[missing] ** view.weight("close_q") * how_surely(view, tiles, missing, fairy.cost)
                by_type[fairy.type] += [(near, room)] * times
    return by_type


# ---------------------------------------------------------------- the whole area


def longest_line(area: Area) -> int:
    """Clues in the longest line without a gap."""
    lengths = [0]
    for cell, along in product(area, (ACROSS, DOWNWARDS)):
        n = 0
        while (tile := area.get(step(cell, along, n))) is not None and is_clue(tile):
            n += 1
        lengths.append(n)
    return max(lengths)


def footprint_worth(view: View, area: Area) -> float:
    """What the footprint is worth, if it lies there."""
    for cell, tile in area.items():
        if tile == FOOTPRINT:
            free = sum(beside not in area for beside in neighbours(cell))
            points = min(view.point * matches(area, view.icons), view.cap)
            return view.weight("fp") * points + view.weight("fp_open") * view.point * free
    return 0.0


def terms(view: View, area: Area) -> dict[str, float]:
    """The part of V that comes from lines, by type."""
    near = near_stretches(view, area)
    values = dict.fromkeys(TYPES, 0.0)
    for name, worth in worth_of_types(view, area.values()).items():
        if not near[name] or worth == 0:
            continue
        (best, room), *others = sorted(near[name], reverse=True)
        second = others[0][0] if others else 0.0
        values[name] = worth * (best + view.weight("second") * second * (1 - best))
        values[name] += view.weight("sides") * min(room - 1, 3)
    return values


def potential(view: View, area: Area) -> float:
    """V of an area."""
    value = sum(terms(view, area).values()) + footprint_worth(view, area)
    waits = any(reveal.when == PREPARATION for reveal in view.cards.reveal.values())
    if view.before_preparation and waits:
        value += view.weight("king_prep") * longest_line(area)
    return value


def without(view: View, name: str) -> View:
    """What is seen when this fairy is placed: its costs are of no use any more."""
    return replace(view, costs=tuple(fairy for fairy in view.costs if fairy.type != name), before_preparation=False)


def fairy_value(view: View, area: Area, name: str, cell: Cell) -> float:
    """D3: what placing this fairy there brings."""
    now = replace(view, before_preparation=False)
    placing = (1 + view.weight("eager")) * worth_of_types(view, area.values())[name]
    return placing + potential(without(view, name), {**area, cell: name}) - potential(now, area)


def stop_value(view: View, area: Area, name: str, cell: Cell, rivals: Iterable[str]) -> float:
    """D3: what stopping is worth when this fairy there is the best choice: less than 0 by what others lose by it."""
    before, after = terms(view, area), terms(without(view, name), {**area, cell: name})
    return sum(min(0.0, after[other] - before[other]) for other in set(rivals) - {name})
