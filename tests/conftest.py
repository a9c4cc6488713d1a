"""A small run that many tests read. It is played once, and nobody may change it."""

from __future__ import annotations

import pytest
from hypothesis import settings

from balance.cards.read import packaged_cards
from balance.engine.plan import Request, make_plan
from balance.engine.run import Run
from balance.engine.runner import simulate

SMALL_GAMES = 1500

settings.register_profile("balance", deadline=None)  # nothing is timed here: machines are shared
settings.load_profile("balance")


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Fairy: 1500 games of four mixed styles, every turn logged."""
    plan = make_plan(Request("fairy", games=SMALL_GAMES, seed=7, cards=packaged_cards()))
    return simulate(plan, tmp_path_factory.mktemp("small") / "run", workers=2)
