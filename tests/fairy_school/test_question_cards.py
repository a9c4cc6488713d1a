"""What the questions say of cards, over a few hand-made games."""

from __future__ import annotations

import pytest

from fairy_school.questions import ask
from helpers.asked import Row, one

CARDS = (
    {"id": "I1", "name": "Ent", "cost": "3F+P+2W", "effect": "2W", "traits": "creature=ent"},
    {"id": "I2", "name": "Elf", "cost": "A+2E", "effect": "E>2P", "traits": "creature=elf"},
    {"id": "I3", "name": "Sea", "cost": "4E", "effect": "W>react+F", "traits": "creature=sea_dragon; deck=A"},
    {"id": "II1", "name": "Owl", "set": "II", "cost": "5E", "effect": "P>draw3.1", "traits": "creature=ent"},
    {"id": "ST", "name": "Young", "kind": "start", "set": "all", "effect": "E", "traits": "creature=ent"},
    {"id": "SA", "name": "First", "kind": "initial", "set": "SA", "effect": "F", "traits": "creature=ent"},
)


# ---------------------------------------------------------------- 1: projects

WINS = [{"game_no": game, "seat": seat, "win_share": float(seat == 0)} for game in range(30) for seat in (0, 1)]
"""Thirty games of two greedy seats, always won by the first."""


def realized(card: str, seat: int, games: range = range(30)) -> list[Row]:
    return [
        {"game_no": game, "seat": seat, "card": card, "realized": 1, "kept_ongoing": 1, "realized_turn": 2}
        for game in games
    ]


@pytest.fixture(scope="module")
def projects() -> list[Row]:
    met = realized("I1", 0) + realized("I2", 1) + realized("II1", 0, range(20))
    met.append({"game_no": 0, "seat": 1, "card": "I1", "kept_ongoing": 1})
    games = [{"game_no": game} for game in range(30)]
    return ask("projects", cards=CARDS, seats=WINS, games=games, met=met)


def test_only_projects_are_listed(projects: list[Row]):
    assert {row["name"] for row in projects} == {"Ent", "Elf", "Sea", "Owl"}


def test_a_cost_weighs_plants_and_fire_by_a_third_more_and_air_double(projects: list[Row]):
    worth = {row["name"]: row["worth"] for row in projects}
    assert worth == pytest.approx({"Ent": 4 * 4 / 3 + 2, "Elf": 4, "Sea": 4, "Owl": 5})


@pytest.mark.parametrize(
    ("name", "kind"), [("Ent", "gain"), ("Elf", "exchange"), ("Sea", "re-activate"), ("Owl", "draw")]
)
def test_the_kind_of_an_effect(projects: list[Row], name: str, kind: str):
    assert one(projects, name=name)["kind"] == kind


def test_a_creature_is_written_with_blanks(projects: list[Row]):
    assert one(projects, name="Sea")["creature"] == "sea dragon"


def test_the_win_share_of_who_realizes(projects: list[Row]):
    assert {row["name"]: row["win"] for row in projects} == {"Ent": 1, "Elf": 0, "Sea": None, "Owl": 1}


def test_the_gain_is_against_the_mean_of_the_style(projects: list[Row]):
    assert one(projects, name="Ent")["gain"] == pytest.approx(0.5)


def test_a_project_is_compared_with_those_of_its_trimester(projects: list[Row]):
    """The gains +0.5 and -0.5 of trimester I have the mean 0; the only one of trimester II is its own mean."""
    more = {row["name"]: row["more"] for row in projects}
    assert more == pytest.approx({"Ent": 0.5, "Elf": -0.5, "Owl": 0, "Sea": None})


def test_a_project_kept_and_never_realized_counts_in_its_share(projects: list[Row]):
    assert one(projects, name="Ent")["share"] == pytest.approx(30 / 31)


def test_fewer_than_thirty_seats_have_no_interval(projects: list[Row]):
    assert one(projects, name="Owl")["low"] is None
    assert one(projects, name="Ent")["low"] is not None


def test_few_projects_have_no_reasons(projects: list[Row]):
    assert {row["by_kind"] for row in projects} == {None}


# ---------------------------------------------------------------- 2: cards shared


@pytest.fixture(scope="module")
def shared() -> list[Row]:
    met = [
        {"game_no": 0, "seat": 0, "card": "ST", "played_shared": 2, "played_personal": 1, "act_others": 3},
        {"game_no": 0, "seat": 1, "card": "ST", "played_shared": 1},
        {"game_no": 1, "seat": 0, "card": "ST", "played_shared": 1, "act_others": 1},
        {"game_no": 1, "seat": 0, "card": "I1", "played_personal": 2, "act_owner": 2},
        {"game_no": 1, "seat": 1, "card": "I2", "played_shared": 1, "act_others": 2},
        {"game_no": 1, "seat": 1, "card": "I3", "realized": 1},
    ]
    return ask("shared", cards=CARDS, met=met)


def test_a_card_that_is_never_played_is_left_out(shared: list[Row]):
    assert {row["name"] for row in shared} == {"Young", "Ent", "Elf"}


def test_cubes_are_counted_for_each_time_a_card_is_shared(shared: list[Row]):
    assert one(shared, name="Young")["cubes"] == pytest.approx(4 / 4)


def test_a_card_that_is_never_shared_has_no_cubes(shared: list[Row]):
    assert one(shared, name="Ent")["cubes"] is None


def test_times_shared_are_for_each_game(shared: list[Row]):
    assert one(shared, name="Young")["shared"] == 2


def test_plays_from_the_top_row(shared: list[Row]):
    assert one(shared, name="Young")["top"] == pytest.approx(4 / 5)


def test_seats_without_a_cube(shared: list[Row]):
    assert one(shared, name="Young")["bare"] == pytest.approx(1 / 3)


def test_the_mean_of_all_cards(shared: list[Row]):
    assert {row["mean"] for row in shared} == {6 / 5}


def test_the_mean_of_a_family(shared: list[Row]):
    assert one(shared, name="Young")["family_cubes"] == pytest.approx(1)
    assert one(shared, name="Elf")["family_cubes"] == pytest.approx(2)
