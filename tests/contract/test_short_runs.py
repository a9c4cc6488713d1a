"""A run of one game or two makes a page, whatever so few games leave unknown."""

from __future__ import annotations

import re

import pytest

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.game import game_ids
from balance.engine.playing.runner import simulate, simulated
from balance.report.build import build_report
from balance.report.render import render_page
from helpers.marks import by_day
from helpers.play import make

pytestmark = pytest.mark.slow

BY_DAY = [*((game, 1) for game in game_ids()), ("fairy", 2)]
AT_NIGHT = [(game, 2) for game in game_ids() if game != "fairy"]


@pytest.mark.parametrize(("game", "games"), by_day(BY_DAY, AT_NIGHT))
def test_a_run_of_one_game_or_two_makes_a_page(game: str, games: int, tmp_path) -> None:
    """With what is played beside it: as many games, so that one of its arms may never have met what is asked."""
    run = simulate(make(game, games=games, seed=1), tmp_path / "run", workers=1)
    page = render_page(build_report(run).page)
    text = re.sub(r"<[^>]+>", " ", re.sub(r"<(script|style|pre)\b.*?</\1>", "", page, flags=re.DOTALL))
    assert not re.search(r"\b(None|nan|inf)\b|- to -", text)


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
