"""The same request gives the same rows from version to version, as long as ``rules_version`` stays as it is."""

from __future__ import annotations

import pytest

from balance.engine.game import game_ids
from helpers.digests import digests, stored


@pytest.mark.parametrize("game", game_ids())
def test_the_games_of_fixed_seeds_are_as_they_were(game: str):
    before, now = stored()[game], digests(game)
    assert before["rules_version"] == now["rules_version"], "write them again: see helpers/digests.py"
    others = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    assert others == [], (
        "the same requests give other rows: raise rules_version, or mend what was not meant to change;"
        " only where play styles were changed write them again"
    )
