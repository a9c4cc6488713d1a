"""The rows of the four tables that a player has played, as the views show them."""

from __future__ import annotations

from typing import Any

import duckdb

from balance.engine.plan import Plan
from balance.engine.runner import Player

Log = dict[str, list[dict[str, Any]]]


def rows_of(player: Player, plan: Plan) -> Log:
    """By table; every column that readers see, hidden ones left out."""
    log = {}
    with duckdb.connect(":memory:") as database:
        for name, table in plan.game.tables(plan, plan.cards).items():
            database.register(name, player.frame(name).to_arrow())
            log[name] = database.sql(table.view(name)).pl().to_dicts()
    return log
