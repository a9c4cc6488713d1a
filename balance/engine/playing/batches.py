"""How many games are played at a time where several plans are compared, and which of them belong together."""

from __future__ import annotations

import math

from balance.engine.game import Plan
from balance.engine.runs.run import games_per_part

BATCH = 2000
"""Games of each plan between two looks, or a few less where a game's tables are large."""


def games_of_a_case(*plans: Plan) -> int:
    """How many games belong together, in every one of the plans: those of a match are one case."""
    counts = [plan.match_games for plan in plans]
    return math.lcm(*counts)


def games_of_a_batch(*plans: Plan) -> int:
    """How many games of each arm are played between two looks: whole cases, as many as fit."""
    case_games = games_of_a_case(*plans)
    return max(min(BATCH, *map(games_per_part, plans)) // case_games, 1) * case_games
