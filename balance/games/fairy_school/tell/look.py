"""The table in the middle of a game, as the player in one seat sees it."""

from __future__ import annotations

from typing import Any

from balance.engine.game import Plan
from balance.engine.game.story import listed, whose
from balance.games.fairy_school.cards.box import ELEMENTS, Bundle, Card
from balance.games.fairy_school.state import COLUMNS, NO_CARD, Point
from balance.games.fairy_school.tell.words import name_column


def look(plan: Plan, s: Any, t: Any, seat: int) -> list[str]:
    """Elements, projects and points of all, and the own forest: those of others nobody sees while cards are placed."""
    trimesters = int(t.trimesters)
    stage = "The final trimester" if s.stage == trimesters else f"Trimester {int(s.stage) + 1} of {trimesters}"
    lines = [f"{stage}, turn {int(s.turn)}."]
    for other in range(plan.players):
        me = s.seat[other]
        name = whose(other, seat, plan.style_names[s.style[other]])
        lines.append(f"{name}: {int(s.score[other])} points, {_stock(me)}, {int(me.kindness)} kindness.")
        more = _projects(plan, me)
        lines += [f"  {more}."] if more else []
    me = s.seat[seat]
    lines.append(f"You have {int(me.cubes)} cubes left. Your forest, with top and bottom row:")
    small = plan.cards.small
    for column in range(COLUMNS):
        top, bottom = (_card(small, int(me.forest[column + row])) for row in (0, COLUMNS))
        lines.append(f"  {name_column(column)}: {top}; {bottom}")
    if s.decision.point == Point.KEPT:
        pool = [small[card].name for card in s.aside[seat, : s.pool].tolist()]
        lines.append(f"To keep or drop: {', '.join(f'{number} {name}' for number, name in enumerate(pool, start=1))}.")
    studied = [creature.name for i, creature in enumerate(plan.cards.creatures) if int(me.studied) >> i & 1]
    return [*lines, f"You have studied: {listed(studied)}."] if studied else lines


def _stock(me: Any) -> str:
    """The elements of a seat: 2E+P."""
    counts = tuple(int(me.stock[kind]) for kind in range(len(ELEMENTS)))
    return Bundle(counts).text or "no elements"  # type: ignore[arg-type]


def _projects(plan: Plan, me: Any) -> str:
    """What a seat is working at, and what it costs."""
    small = plan.cards.small
    ongoing = [small[card] for card in me.ongoing[: me.projects].tolist()]
    words = [f"{card.name} ({card.cost.text}, {card.points} points)" for card in ongoing]
    if me.final != NO_CARD:
        final = plan.cards.finals[int(me.final)]
        done = int(me.steps)
        step = f", the next costs {final.steps[done].text}" if done < len(final.steps) else ""
        words.append(f"{final.name} (steps done: {done}{step})")
    return listed(words)


def _card(small: dict[int, Card], card: int) -> str:
    """A card with its effect."""
    return f"{small[card].name} ({small[card].effect.text})" if card != NO_CARD else "empty"
