"""What styles do late in a game: nobody goes in vain (4.2)."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.engine.game.styles import Style
from heroes.box import hero, mission
from heroes.sheet import Sheet


@pytest.mark.parametrize("odds", [0, 1])
def test_a_mission_that_cannot_succeed_is_declined_by_who_minds_the_odds(odds):
    """Given dice that always hit and no free slot, then others draw lots between going and not going."""
    minds = Style("minds", "", {"mis": 1.0, "wounds": -1.0}, {"odds": odds})
    quests = {"B": [mission("roll yellow", "3;1")]}
    game = Sheet([hero("mission")], [hero()], missions=quests, agents=[minds])
    game.set_free(0, 0, 0, 0, 0)
    declined = Counter(int(game.turn().declined) for _ in game.again(40))
    assert set(declined) == ({1} if odds else {0, 1})


def test_a_mission_that_may_succeed_is_tried():
    minds = Style("minds", "", {"mis": 1.0}, {"odds": 1})
    game = Sheet([hero("mission")], [hero()], missions={"B": [mission("roll yellow", "3;1")]}, agents=[minds])
    game.set_free(0, 0, 0, 0, 1)
    assert game.turn().mission == 0
