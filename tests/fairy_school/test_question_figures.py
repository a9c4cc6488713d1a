"""The headline figures, over two hand-made games."""

from __future__ import annotations

import math

import pytest

from balance.analysis.stats import widened
from fairy_school.questions import ask
from helpers.asked import Row, one


def seat(game_no: int, seat: int, agent: str, **cells: object) -> Row:
    return {"game_no": game_no, "seat": seat, "agent": agent} | cells


FIRST = {"win_share": 1.0, "score": 100, "passed": True, "honors": True, "finished": True, "pts_kindness": 30}
SEATS = (
    seat(0, 0, "greedy", **FIRST, pts_projects=40, s_deck="A", final_id="L1", cubes_left=0, steps=5, realized=9),
    seat(0, 1, "miser", score=60, pts_kindness=10, s_deck="B", final_id="L2", cubes_left=20, steps=3, realized=7),
    seat(1, 0, "miser", score=90, passed=True, honors=True, pts_kindness=32, s_deck="B", final_id="L1", cubes_left=10),
    seat(1, 1, "greedy", **(FIRST | {"score": 110}), s_deck="C", final_id="L3", cubes_left=2, idle_picks=4, studied=8),
)
GAMES = ({"game_no": 0, "final_turns": 3}, {"game_no": 1, "final_turns": 7, "end_reason": "capped", "finishers": 0})


@pytest.fixture(scope="module")
def figures() -> list[Row]:
    return ask("figures", seats=SEATS, games=GAMES)


VALUES = {
    "pass_share": 3 / 4,
    "honors_share": 3 / 4,
    "projects_mean": 4,
    "steps_mean": 2,
    "creatures_mean": 2,
    "idle_picks_mean": 1,
    "cubes_left_mean": 8,
    "cubes_out_share": 1 / 4,
    "final_turns_mean": 5,
    "final_long_share": 1 / 2,
    "capped_share": 1 / 2,
    "finishers_mean": 1 / 2,
    "finished_share": 1 / 2,
    "finished_win_share": 1,
    "removed_projects_mean": 0,
    "left_over_mean": 0,
    "bonuses_mean": 0,
}


@pytest.mark.parametrize(("figure", "value"), VALUES.items(), ids=list(VALUES))
def test_the_value_of_a_figure(figures: list[Row], figure: str, value: float):
    assert one(figures, figure=figure, subject="")["value"] == pytest.approx(value)


def test_the_share_of_kindness_is_of_all_points(figures: list[Row]):
    assert one(figures, figure="part_share", subject="kindness")["value"] == pytest.approx(102 / 360)


def test_there_is_a_share_for_every_source(figures: list[Row]):
    sources = {row["subject"] for row in figures if row["figure"] == "part_share"}
    assert sources == {"kindness", "projects", "final steps", "creatures", "left-over elements"}


def test_the_standard_error_counts_a_game_as_one_case(figures: list[Row]):
    """Games of 2 seats with 20 and 12 cubes left: the means 10 and 6 lie 2 from 8: 2 / sqrt(2), wider for so few."""
    assert one(figures, figure="cubes_left_mean")["se"] == pytest.approx(widened(2) * 2 / math.sqrt(2))


@pytest.mark.parametrize(("deck", "win"), [("A", 1), ("B", 0), ("C", 1)])
def test_the_win_share_of_a_deck(figures: list[Row], deck: str, win: float):
    assert one(figures, figure="deck_win_share", subject=f"deck {deck}")["value"] == win


def test_the_score_of_a_deck(figures: list[Row]):
    assert one(figures, figure="deck_score_mean", subject="deck B")["value"] == 75


def test_a_game_without_decks_has_no_figures_of_decks():
    rows = ask("figures", seats=[row | {"s_deck": None} for row in SEATS], games=GAMES)
    assert not [row for row in rows if row["figure"].startswith("deck_")]


@pytest.mark.parametrize(("final", "win", "finished"), [("L1", 1 / 2, 1 / 2), ("L2", 0, 0), ("L3", 1, 1)])
def test_the_figures_of_a_final_project(figures: list[Row], final: str, win: float, finished: float):
    assert one(figures, figure="final_win_share", subject=final)["value"] == win
    assert one(figures, figure="final_finished_share", subject=final)["value"] == finished


def test_the_cubes_of_a_style(figures: list[Row]):
    assert one(figures, figure="style_kindness_mean", subject="miser")["value"] == 21
    assert one(figures, figure="style_cubes_left_mean", subject="miser")["value"] == 15


def test_the_number_of_cases_is_that_of_the_seats_or_games_counted(figures: list[Row]):
    cases = {"cubes_left_mean": 4, "capped_share": 2, "finished_win_share": 2, "deck_win_share": 2}
    counted = {row["figure"]: row["n"] for row in figures if row["subject"] in ("", "deck B")}
    assert {figure: counted[figure] for figure in cases} == cases


def test_every_figure_says_share_when_it_is_one(figures: list[Row]):
    for row in figures:
        if row["figure"].endswith("_share"):
            assert 0 <= row["value"] <= 1
