"""Plans with some cells of the card table changed."""

from __future__ import annotations

from dataclasses import replace

from balance.analysis.experiments import edit
from balance.engine.errors import Problems
from balance.engine.plan import Plan
from balance.engine.questions import Arm


def edited(plan: Plan, *cells: tuple[str, str, str]) -> Plan:
    """The plan with these cells (card, column, text) changed."""
    table = edit(plan.card_table, Arm("edited", cells=cells))
    problems = Problems()
    cards = plan.game.read_cards(table, problems)
    problems.raise_if_any()
    return replace(plan, card_table=table, cards=cards)
