"""What a run of one game leaves unknown is said to be."""

from __future__ import annotations

import pytest

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.playing.runner import simulated
from helpers.play import make

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "settings", "query", "error"),
    [
        ("fairy", {}, "trailing", "changes_low"),
        ("fairy_conundrum", {}, "ending", "mean_low"),
        ("fairy_conundrum", {"match_games": 3}, "ending", "mean_low"),
        ("alfheim", {}, "first", "gain_se"),
    ],
)
def test_of_one_game_or_match_no_error_is_known(game: str, settings: dict, query: str, error: str) -> None:
    plan = make(game, games=settings.get("match_games", 1), settings=settings)
    with simulated(plan, workers=1) as run, Database(run) as database:
        frame = Results(database).own(query)
    assert frame.height
    assert frame[error].is_null().all()


def test_the_spread_of_the_score_of_one_player_is_not_known() -> None:
    with (
        simulated(make("fairy", players=2, games=1, agents="greedy,novice"), workers=1) as run,
        Database(run) as database,
    ):
        assert Results(database)["styles"]["score_sd"].to_list() == [None, None]
