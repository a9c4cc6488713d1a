"""Plans with some cells of the card table changed."""

from __future__ import annotations

from balance.analysis.experiments import edit
from balance.engine.plan import Plan, with_cards
from balance.engine.questions import Arm


def edited(plan: Plan, *cells: tuple[str, str, str]) -> Plan:
    """The plan with these cells (card, column, text) changed."""
    return with_cards(plan, edit(plan.card_table, Arm("edited", cells=cells)))
