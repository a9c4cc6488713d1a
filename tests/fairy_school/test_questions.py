"""The designer's questions: what is told of Fairy School alone. What holds in every game is in ``contract``."""

from __future__ import annotations

from balance.games.fairy_school import GAME


def test_every_mixture_of_generous_and_miser_is_played():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "generosity")
    assert [arm.agents.count("generous") for arm in arms] == [0, 1, 2, 3, 4]
    assert all(arm.players == len(arm.agents) == 4 and set(arm.agents) <= {"generous", "miser"} for arm in arms)


def test_six_players_use_the_expert_setup():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "tables")
    assert [arm.variant for arm in arms if arm.players == 6] == ["expert"]
