"""Games of a file to look at, each over: for its author's tests, and for the doctor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.plain.game import Game
from balance.engine.plain.playing import played
from balance.engine.plain.table import terms_of


def sample(file: Path | str, games: int = 100, players: int | None = None, agents: str = "mixed") -> Iterator[Game]:
    """Games of a file, each at its end: ``game.players``, ``game.turn`` and all that ``setup`` and ``play`` made.

    With what it says in ``game.story``. Raises as a run does.
    """
    return sample_of(make_plan(Request(game=str(file), games=games, players=players, agents=agents)))


def sample_of(plan: Plan) -> Iterator[Game]:
    """The games of a plan, each at its end."""
    return played(terms_of(plan), plan.seed, range(plan.games), tell=True)
