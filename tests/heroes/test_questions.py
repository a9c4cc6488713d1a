"""The designer's questions: what is told of Heroes alone. What holds in every game is in ``contract``."""

from __future__ import annotations

import polars as pl
import pytest

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.playing.runner import simulated
from balance.judging.experiments import play_experiments
from balance.report import findings, sections
from helpers.frozen import FrozenRuns
from heroes.play import make
from heroes.table import card_table


@pytest.mark.slow
def test_a_game_of_fixed_length_is_told_in_one_sentence_without_a_chart(heroes):
    finding = findings.length(heroes)
    assert finding.text == "The rules fix the length: 30 turns."
    assert "length-distribution" not in [getattr(block, "id", "") for block in sections.length(heroes).blocks]


@pytest.mark.slow
def test_without_the_tiles_of_the_printed_game_no_tiles_are_compared():
    plan = make(card_table(), games=120, seed=3, players=2)
    tiles = [experiment for experiment in plan.game.experiments if experiment.name == "tiles"]
    with simulated(plan, workers=2) as run, Database(run) as database:
        database.add("experiments", play_experiments(plan, tiles, games=20))
        arms = set(database.frame("SELECT arm FROM experiments")["arm"])
        assert arms == {"as it is"}
        results = Results(database)
        assert results.own("tiles")["score_2"].is_null().all()
        assert results.own("power_budget")["heroes"].sum() == 15


def test_the_arms_without_effect_are_played_with_as_many_tiles(frozen: FrozenRuns):
    tiles = frozen.side_plays("heroes").filter(pl.col("experiment") == "tiles")
    assert set(tiles["arm"]) == {"as it is", "interaction tiles without effect", "hits without effect too"}
    scores = tiles.filter(figure="score_mean").sort("place")["value"].to_list()
    assert scores[0] < scores[2], "who is never hit scores more"
