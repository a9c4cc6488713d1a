"""The table in the middle of a game, as the player in one seat sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.story import listed, whose
from balance.games.alfheim.cards.box import EXPERTS, TYPES
from balance.games.alfheim.state import CELLS, EMPTY, FAIRY, FOOTPRINT, NONE, NOWHERE, PREPARATION, RANKS, ROUNDS, Point
from balance.games.alfheim.tell.decisions import cell_of
from balance.games.alfheim.tell.drawing import PRINT, SIGNS, draw_signs, drawing_key, side_by_side
from balance.games.alfheim.tell.words import describe_cost, name_needed, name_types

FREE = "+"
"""A cell where the next tile may go."""

WIDTH = 80


def look(plan: Plan, s: Any, t: Any, seat: int) -> list[str]:
    """Costs in force, what is left of the clues, expert tiles, and everybody's area."""
    cards, types = plan.cards, name_types(plan.cards)
    costs = [cards.tiles[i] for i in range(t.costs) if int(s.in_force) >> i & 1]
    lines = [f"Round {int(s.turn)} of {ROUNDS}. Costs: {_prices(costs, types)}."]
    me = s.seat[seat]
    if me.secret != NONE:
        lines.append(f"Your secret cost: {_prices([cards.tiles[int(me.secret)]], types)}.")
    if s.turn >= PREPARATION:
        lines.append(f"Your footprint counts {listed(list(cards.footprints[int(me.footprint)].icons))} beside it.")
    left, centre = (
        "".join(icon * int(n) for icon, n in zip(cards.icons, many, strict=True)) for many in (s.left, s.in_centre)
    )
    lines.append(f"Not drawn yet: {left} (one of them never comes). In the centre stack: {centre}.")
    tiles = {(expert.row, expert.rank): expert for expert in cards.experts}
    following = [tiles[name, int(s.claims[row]) + 1] for row, name in enumerate(EXPERTS) if s.claims[row] < RANKS]
    experts = [f"{expert.name} {expert.points} for {name_needed(expert, types)}" for expert in following]
    lines.append(f"Next expert tiles: {'; '.join(experts) or 'none'}.")
    blocks = []
    for other in range(plan.players):
        name = whose(other, seat, plan.style_names[s.style[other]])
        area = _draw(s.seat[other], cards.icons, other == seat, NOWHERE if other == seat else _unseen(s, other))
        blocks.append([f"{name}: {int(s.score[other])}", *area])
    return [*lines, "", *side_by_side(blocks, WIDTH), "", f"{drawing_key(types)} {FREE} can take a tile."]


def _prices(tiles: Iterable[Any], types: dict[str, str]) -> str:
    return ", ".join(f"{types[tile.type]} {describe_cost(tile.cost)}" for tile in tiles) or "none"


def _unseen(s: Any, other: int) -> int:
    """The cell of the tile that another player lays at the same time (FA-14); NOWHERE if there is none."""
    if not s.decision.together:
        return NOWHERE
    return {Point.CLUE: s.now[other].at, Point.FOOTPRINT: s.seat[other].footprint_at}.get(s.decision.point, NOWHERE)


def _draw(me: Any, icons: str, own: bool, unseen: int) -> list[str]:
    """An area, but for one cell; of the own one the cells, too, where the next tile may go."""
    signs = {}
    for place in range(CELLS):
        content = int(me.cell[place])
        if content > EMPTY and place != unseen:
            signs[cell_of(place)] = _sign(content, icons)
        elif own and content < EMPTY:
            signs[cell_of(place)] = FREE
    return draw_signs(signs)


def _sign(content: int, icons: str) -> str:
    if content >= FAIRY:
        return SIGNS[TYPES[content - FAIRY]]
    return PRINT if content == FOOTPRINT else icons[content - 1]
