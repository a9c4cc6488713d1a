"""From a plan and the card table to TABLE, the record the kernels read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from balance.engine.game import Plan
from balance.engine.game.styles import Style
from balance.games.alfheim import state
from balance.games.alfheim.cards.box import (
    AFTER,
    EXPERTS,
    GROUPS,
    PREPARATION,
    START,
    TYPES,
    TYPES_OF,
    Cards,
    Cost,
    Fairy,
)
from balance.games.alfheim.multisets import COUNTS, asking, fitting, helping, named, paying, plus_one
from balance.games.alfheim.styles.weights import KNOBS

REVEALS = {START: state.AT_START, PREPARATION: state.AT_PREPARATION, AFTER: state.IN_SECRET}

NEAR = (1.0, 0.45, 0.20, 0.08, 0.03, 0.01)
"""What a line is worth when so many tiles are missing, as a share of what it leads to (section 4)."""

STEEPEST = 20.0
"""The logarithm of what a line is worth is kept between this and its opposite."""

SCARCE = 0.35
"""The same, when an icon is asked for more often than it may still come: times this."""

SWAPPED = 0.22
"""To a style that reckons: the chance, in every round, that a swap brings what the lead's clues do not.

Measured: of lines that only a swap could complete so many were completed a round."""


def fill_table(t: Any, plan: Plan, cards: Cards) -> None:
    """Set everything but seed, players and line-up."""
    settings = plan.settings
    t.contains = settings["line_match"] == "contains"
    t.lead_first = settings["process_order"] == "lead_first"
    t.swap = settings["swap"]
    t.second_reveal = settings["second_reveal"]
    t.footprint_point = settings["footprint_point"]
    t.footprint_cap = settings["footprint_cap"]
    t.stack[:] = _copies(enumerate(cards.player))
    t.black[:] = _copies(enumerate(cards.centre))
    t.footprints = len(cards.footprints)
    pile = _copies(enumerate(cards.footprints))
    t.footprint_tiles = len(pile)
    t.footprint_pile[: len(pile)] = pile
    for i, footprint in enumerate(cards.footprints):
        t.footprint[i] = _set(cards.icons.index(icon) for icon in footprint.icons)
    _fill_types(t, cards)
    _fill_costs(t, cards)
    for row, name in enumerate(EXPERTS):
        tiles = [expert for expert in cards.experts if expert.row == name]
        t.expert[row, :] = [tile.points for tile in tiles]
        t.need[row] = _types(tiles[0].need)
        t.needs[row] = len(tiles[0].need)
    for i, style in enumerate(plan.styles):
        fill_style(t.style[i], style, cards)


def _copies(numbered: Iterable[tuple[int, Any]]) -> list[int]:
    """The numbers of cards, one for every copy."""
    return [i for i, card in numbered for _ in range(card.copies)]


def _set(numbers: Iterable[int]) -> int:
    """A set as a bit mask."""
    return sum(1 << number for number in set(numbers))


def _types(names: Iterable[str]) -> int:
    return _set(TYPES.index(name) for name in names)


def _fill_types(t: Any, cards: Cards) -> None:
    for kind, name in enumerate(TYPES):
        own = [(i, fairy) for i, fairy in enumerate(cards.fairies) if fairy.type == name]
        t.deck[kind, :] = _copies(own)
        t.of_type[kind] = _set(i for i, _ in own)
        t.points[kind] = cards.points[name]
        t.group[kind] = group_of(name)
        reveal = cards.reveal[name]
        t.reveal[kind] = REVEALS[reveal.when]
        if reveal.when == AFTER:
            t.after = _types(reveal.after)
            t.secret = kind


def group_of(name: str) -> int:
    """The place of a type's group in GROUPS."""
    return next(i for i, types in enumerate(TYPES_OF.values()) if name in types)


def _fill_costs(t: Any, cards: Cards) -> None:
    costs = tuple(fairy.cost for fairy in cards.fairies)
    t.costs = len(costs)
    for i, fairy in enumerate(cards.tiles):
        row, cost = t.cost[i], fairy.cost
        row.kind = TYPES.index(fairy.type)
        row.length = cost.length
        row.pattern = bool(cost.parts)
        row.wild = cost.wild
        row.icons[:] = named(cost, cards.icons)
        row.parts = len(cost.parts)
        row.part[: len(cost.parts)] = cost.parts
    tables = _multisets(costs, cards.icons, bool(t.contains))
    t.plus[:], t.count[:], t.pays[:], t.fits[:], t.asks[:], t.helped[:] = tables
    if cards.stand_in is not None:
        _fill_stand_in(t, cards, cards.stand_in)


def _fill_stand_in(t: Any, cards: Cards, fairy: Fairy) -> None:
    """The cost behind all others, for one player in the place of one of them."""
    t.stand_in.there = True
    t.stand_in.place = [tile.id for tile in cards.fairies].index(fairy.id)
    t.stand_in.other = t.costs
    t.of_type[TYPES.index(fairy.type)] |= 1 << t.costs
    # Added to the tables of all others, which stay the same whatever stands in: those are kept from run to run.
    alone = ((fairy.cost,), cards.icons)
    t.pays |= paying(*alone) << t.costs
    t.fits |= fitting(*alone, bool(t.contains)) << t.costs
    t.asks |= asking(*alone) << t.costs
    t.helped |= helping(*alone) << t.costs


@lru_cache(maxsize=8)
def _multisets(costs: tuple[Cost, ...], icons: str, contains: bool) -> tuple[np.ndarray, ...]:
    """The tables of multisets; every run of a report has the same."""
    return (
        plus_one(),
        COUNTS,
        paying(costs, icons),
        fitting(costs, icons, contains),
        asking(costs, icons),
        helping(costs, icons),
    )


def fill_style(row: Any, style: Style, cards: Cards) -> None:
    """A style's weights, and what follows from them."""
    for knob in KNOBS:
        row[knob.name] = style.knobs.get(knob.name, knob.default)
    for name, weight in style.weights.items():
        row[name] = weight
    for kind, name in enumerate(TYPES):
        group = GROUPS[group_of(name)]
        row.points[kind] = row[f"w_{group}"] * cards.points[name]
    row.share[:] = row.x_kq, row.x_tomte, row.x_fairy
    row.classes[:] = [1, *(state.TIGHT + (missing if row.reckon else 0) for missing in range(1, state.MISSING))]
    for to_come in range(state.ROUNDS + 1):
        _rank_levels(row, to_come)


def _rank_levels(row: Any, to_come: int) -> None:
    """What lines are worth while so many clue tiles are to come, the most valuable first."""
    # However steep, all stay numbers that can be added and multiplied.
    near = np.exp(np.clip(float(row.close_q) * np.log(NEAR), -STEEPEST, STEEPEST))
    levels, worth = [], []
    for missing in range(min(to_come, state.MISSING - 1) + 1):
        for how_sure in range(row.classes[missing]):
            levels.append(state.CLASSES * missing + how_sure)
            worth.append(near[missing] * how_surely(row, to_come, missing, how_sure))
    order = np.argsort(-np.array(worth), kind="stable")
    row.ranks[to_come] = len(levels)
    for rank, i in enumerate(order):
        row.near[to_come, rank] = worth[i]
        row.rank[to_come, levels[i]] = rank


def how_surely(row: Any, to_come: int, missing: int, how_sure: int) -> float:
    """By how much less a line is worth because its missing tiles may not come.

    Of the tiles left one is removed and all others come. Whoever reckons takes it that a line which needs the removed
    one is completed by a swap or not at all, in the rounds in which there is one to spare.
    """
    if how_sure == state.PLENTY:
        return 1.0
    if not row.reckon:
        return SCARCE
    left = to_come + 1
    tight = left if how_sure == state.SCARCE else how_sure - state.TIGHT + 1
    return 1.0 - min(tight / left, 1.0) * (1.0 - SWAPPED) ** (to_come - missing + 1)
