"""What all tests share: the card table they find, and a small run that many read and nobody may change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir
from unittest.mock import patch

import pytest
from hypothesis import settings

from balance.engine.plan import Request, make_plan
from balance.engine.run import Run
from balance.engine.runner import simulate
from helpers.cards import frozen_cards

SMALL_GAMES = 1500

settings.register_profile("balance", deadline=None)  # nothing is timed here: machines are shared
settings.load_profile("balance")


@pytest.fixture(scope="session", autouse=True)
def cards_found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where no card table is named, the frozen one is found: not the project's, which a person edits."""
    with chdir(tmp_path_factory.mktemp("empty")), patch("balance.cards.read.packaged_cards", frozen_cards):
        yield


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Fairy: 1500 games of four mixed styles, every turn logged."""
    plan = make_plan(Request("fairy", games=SMALL_GAMES, seed=7, cards=frozen_cards()))
    return simulate(plan, tmp_path_factory.mktemp("small") / "run", workers=2)
