"""The designer's questions: what is told of Conundrum alone. What holds in every game is in ``contract``."""

from __future__ import annotations

import re

import polars as pl
import pytest

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.playing.runner import simulated
from balance.games.fairy_conundrum import GAME
from balance.judging.experiments import play_experiments
from helpers.answered import answer, check_told
from helpers.frozen import FrozenRuns
from helpers.play import make

pytestmark = pytest.mark.slow


def test_every_setting_that_the_rulebook_leaves_open_has_its_arm():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "rules")
    open_settings = {
        "shard_maturation", "maturation_timing", "opposite_regresses", "joust_mode", "joust_assign",
        "order_after_first", "narration_mode", "conspiracy", "gather_base",
    }  # fmt: skip
    assert {name for arm in arms for name in arm.settings} == open_settings
    assert all(len(arm.settings) <= 1 for arm in arms)


def test_the_answer_about_rules_names_arms_that_are_played():
    text = (GAME.folder / "sql" / "rules.txt").read_text(encoding="utf-8")
    (named,) = re.findall(r"words = {(.*?)}", text)
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "rules")
    assert set(re.findall(r"'([^']+)':", named)) <= {arm.name for arm in arms}


def test_a_match_has_more_than_one_game(frozen: FrozenRuns):
    side_plays = frozen.side_plays("fairy_conundrum")
    length = side_plays.filter(pl.col("arm") == "match of 3", pl.col("figure") == "match_length_mean")
    assert 2 <= length["value"].item() <= 3


def test_random_decks_are_told_by_their_avatars(frozen: FrozenRuns):
    results = frozen.results("fairy_conundrum", "random decks")
    for query in ("decks", "stages"):
        avatars = set(results.database.frame("SELECT DISTINCT avatar FROM seats")["avatar"])
        assert set(results.own(query)["deck"]) - {"all"} == avatars


@pytest.mark.nightly
def test_decks_that_cannot_sit_at_other_tables_are_told_without_them():
    """Four named decks do not fit three players; all else is played."""
    decks = "dawn_rush,dusk_snare,haven_engine,ember_storm"
    plan = make("fairy_conundrum", games=40, seed=11, players=4, settings={"decks": decks})
    with simulated(plan, workers=2) as run, Database(run) as database:
        side = play_experiments(plan, GAME.experiments, games=4)
        assert "3 players" not in set(side["arm"])
        database.add("experiments", side)
        check_told(answer(Results(database), 10).full_text, never=r"[.][.]|\bFC-?\d")
