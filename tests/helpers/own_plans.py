"""Plans in which own play styles may sit down beside a game's, and how many random ones a test tries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from balance.cards.read import CardFile
from balance.engine.game import Plan
from balance.engine.game.agents import read_lineup
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.styles import Style
from helpers.marks import games


class Drawn:
    """A plan with its card table; shown by what a person needs to repeat it."""

    def __init__(self, text: str, plan: Plan):
        """``text``: of the card table; blank for the usual one."""
        self.text = text
        self.plan = plan

    def __repr__(self) -> str:
        plan = self.plan
        own = [style.as_json() for style in plan.styles if style.base not in plan.game.styles]
        asked = (plan.players, plan.variant, plan.seed, dict(plan.settings), plan.lineup, plan.fixed_seats, own)
        return f"{asked}\n{self.text or 'the usual cards'}"


first_games = st.one_of(st.integers(0, 1000), st.integers(0, 10**12))


def plan_with(own: Sequence[Style], game: str, cards: CardFile, request: dict[str, Any]) -> Plan:
    """A plan of the game for these cards; ``request`` as in Request, with names of ``own`` styles among its agents."""
    agents = request.pop("agents", None)
    chosen = {name: str(value) for name, value in request.pop("settings", {}).items()}
    plan = make_plan(Request(game=game, settings=chosen, **request), cards=cards)
    plan = replace(plan, styles=(*plan.styles, *own))
    return replace(plan, lineup=read_lineup(agents, plan.styles, plan.players))


TIMES = 5


def many(plans: int, at_night: int = 0) -> settings:
    """Hypothesis settings for this many plans, and at night ``at_night``, or ``TIMES`` as many.

    No shrinking: it would play for minutes to make a failure smaller.
    """
    phases = (Phase.explicit, Phase.reuse, Phase.generate)
    tried = games(plans, at_night or plans * TIMES)
    return settings(max_examples=tried, deadline=None, phases=phases, suppress_health_check=list(HealthCheck))
