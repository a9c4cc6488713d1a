"""The designer's questions: what is told of Alfheim alone. What holds in every game is in ``contract``."""

from __future__ import annotations

import re

import polars as pl
import pytest

from balance.games.alfheim import GAME
from helpers.answered import answer
from helpers.frozen import FrozenRuns


def test_every_style_that_is_not_random_has_its_duel_with_greedy():
    """Who never swaps, too: that duel says what swaps are worth."""
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "duels")
    assert {arm.agents for arm in arms} == {
        (style.name, style.name, "greedy", "greedy") for style in GAME.styles if style.name not in ("random", "greedy")
    }
    assert all(arm.players == 4 for arm in arms)


def test_every_setting_has_its_arm():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "rules")
    changed = {name for arm in arms for name in arm.settings}
    assert changed == {setting.name for setting in GAME.settings} - {"footprint_cap"}


@pytest.mark.nightly
def test_an_arm_changes_one_setting(frozen: FrozenRuns):
    side_plays = frozen.side_plays("alfheim")
    rules = side_plays.filter(pl.col("experiment") == "rules", pl.col("figure") == "swaps_mean")
    swaps = dict(rules.select("arm", "value").iter_rows())
    assert swaps.pop("no swaps") == 0
    assert min(swaps.values()) > 1


@pytest.mark.slow
def test_alone_nothing_is_said_about_winning(frozen: FrozenRuns):
    results = frozen.results("alfheim", "1 players")
    for question in GAME.questions:
        text = answer(results, question.number).full_text
        assert question.sql == "duels" or not re.search(r"\bwins?\b|\btie\b|\bleads\b", text), text
