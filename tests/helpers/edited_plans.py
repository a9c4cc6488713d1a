"""Plans with some cells of the card table changed."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.plan import with_cards


def edited(plan: Plan, *cells: tuple[str, str, str]) -> Plan:
    """The plan with these cells (card, column, text) changed."""
    return with_cards(plan, plan.card_table.with_cells(cells))
