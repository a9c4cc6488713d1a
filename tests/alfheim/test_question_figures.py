"""The headline figures, over two hand-made games of three."""

from __future__ import annotations

import math

import pytest

from alfheim.questions import ask
from balance.analysis.stats import widened
from helpers.asked import Row, one

SEATS: tuple[Row, ...] = (
    {"game_no": 0, "seat": 0, "agent": "greedy", "score": 31, "win_share": 1.0, "pts_king": 6, "pts_nisse": 6}
    | {"pts_fairy": 10, "pts_queen": 5, "pts_tomte": 4, "n_fairies": 9, "n_swaps": 4},
    {"game_no": 0, "seat": 1, "agent": "purist", "score": 9, "pts_nisse": 4, "pts_expert_fairy": 5, "n_fairies": 2},
    {"game_no": 0, "seat": 2, "agent": "greedy", "score": 8, "pts_nisse": 6, "pts_footprint": 2, "n_fairies": 3}
    | {"tomte_left": 1, "n_swaps": 8},
    {"game_no": 1, "seat": 0, "agent": "greedy", "score": 11, "win_share": 0.5, "pts_king": 6, "pts_expert_fairy": 5},
    {"game_no": 1, "seat": 1, "agent": "purist", "score": 11, "win_share": 0.5, "pts_queen": 5, "pts_king": 6},
    {"game_no": 1, "seat": 2, "agent": "purist", "score": 2, "pts_footprint": 2},
)
GAMES: tuple[Row, ...] = ({"game_no": 0, "players": 3, "lead": 0}, {"game_no": 1, "players": 3, "lead": 2})


@pytest.fixture(scope="module")
def figures() -> list[Row]:
    return ask("figures", seats=SEATS, games=GAMES)


VALUES = {
    ("fairies_mean", ""): 14 / 6,
    ("all_nine_share", ""): 1 / 6,
    ("tomte_left_share", ""): 1 / 6,
    ("swaps_mean", ""): 2,
    ("placed_share", "King"): 3 / 6,
    ("placed_share", "Queen"): 2 / 6,
    ("placed_share", "Nisse"): (3 + 2 + 3) / 18,
    ("placed_share", "Fairies"): 1 / 6,
    ("placed_share", "Tomte"): 1 / 6,
    ("part_share", "King"): 18 / 72,
    ("part_share", "expert for the Fairies"): 10 / 72,
    ("part_share", "footprint"): 4 / 72,
    ("expert_share", "Fairies"): 2 / 6,
    ("expert_any_share", "Fairies"): 1,
    ("expert_any_share", "Tomte"): 0,
    ("lead_win_share", ""): 1 / 2,
    ("place_win_share", "place 1"): (1 + 0) / 2,
    ("place_win_share", "place 2"): (0 + 0.5) / 2,
    ("place_win_share", "place 3"): (0 + 0.5) / 2,
    ("style_fairies_mean", "greedy"): 12 / 3,
    ("style_swaps_mean", "greedy"): 12 / 3,
    ("style_swaps_mean", "purist"): 0,
}


@pytest.mark.parametrize(("name", "value"), VALUES.items(), ids=[" ".join(name) for name in VALUES])
def test_the_value_of_a_figure(figures: list[Row], name: tuple[str, str], value: float):
    assert one(figures, figure=name[0], subject=name[1])["value"] == pytest.approx(value)


def test_the_shares_of_the_parts_add_up(figures: list[Row]):
    parts = [row["value"] for row in figures if row["figure"] == "part_share"]
    assert len(parts) == 9
    assert sum(parts) == pytest.approx(1)


def test_the_standard_error_counts_a_game_as_one_case(figures: list[Row]):
    """Games of 12 and 0 swaps: means of 4 and 0 a seat."""
    row = one(figures, figure="swaps_mean")
    assert (row["se"], row["n"]) == (pytest.approx(widened(2) * math.sqrt((12 - 6) ** 2 + (0 - 6) ** 2) / 6), 6)


def test_fairies_without_points_have_no_placed_share():
    cards = ({"id": "king_a", "kind": "fairy", "set": "king", "points": "0"},)
    figures = ask("figures", seats=SEATS, games=GAMES, cards=cards)
    assert "placed_share" not in {row["figure"] for row in figures}


def test_alone_the_lead_player_wins_every_game():
    figures = ask("figures", seats=[{"win_share": 1.0, "score": 20}], games=[{"players": 1}])
    assert one(figures, figure="lead_win_share")["value"] == 1
    assert one(figures, figure="place_win_share")["subject"] == "place 1"
