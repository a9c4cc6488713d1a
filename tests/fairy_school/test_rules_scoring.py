"""The rules FS-73 to FS-77: the score and who wins. At least one test per rule, named by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.games.fairy_school.rules.scoring import crown
from fairy_school.games import GREEDY, log_of, plan_for, play
from fairy_school.reference.box import box, final, project
from fairy_school.table import Sheet

PROJECT = project("E")


def test_fs_73_kindness_projects_steps_creatures_and_elements():
    game = Sheet(3, (1, 2, 3, 4, 0))
    game.race(*[final("E;E;E;E;E")] * 3)
    me = game.s.seat[0]
    me.kindness, me.steps = 7, 4
    game.mark(0, "elf", "gnome")
    game.pile(0, "E", project("P"))
    game.discard(0, project("F", set="II"), "E")
    game.plant(0, {3: project("W", set="III"), 9: "E"})
    assert game.score() == [7, 9, 12, 4, 1]
    assert game.s.score[0] == 33


@pytest.mark.parametrize("agent", ["greedy", "random"])
def test_fs_73_at_the_end_the_projects_in_the_deck_and_the_creatures_marked_score(agent):
    log = play(plan_for(3, agents=[agent], seed=7, cards=box(1, True)), 3, tables=("seats", "turns", "cards"))
    points = {card.id: card.points for card in box(1, True).cards}
    for seat in log["seats"]:
        key = seat["game_no"], seat["seat"]
        deck = [row for row in log["cards"] if (row["game_no"], row["seat"]) == key and row["kept"]]
        assert seat["pts_projects"] == sum(row["kept"] * points.get(row["card"], 0) for row in deck)
        assert seat["pts_study"] == 2 * seat["studied"]
        assert seat["pts_steps"] == 3 * seat["steps"]
        turns = [row for row in log["turns"] if (row["game_no"], row["seat"]) == key]
        effects = sum(len(row["studied_effect"].split(";")) for row in turns if row["studied_effect"])
        assert seat["studied"] == effects + sum(row["studied_corner"] is not None for row in turns)
        assert seat["pts_kindness"] == sum(row["kind_gained"] for row in turns)
    assert any(seat["removed_projects"] for seat in log["seats"]) == (agent == "random")


def test_fs_73_a_study_scores_at_the_corner_and_by_an_effect():
    game = Sheet()
    game.study(0, "elf")
    assert game.score() == [0, 0, 0, 2, 0]


def test_fs_73_unfinished_projects_do_not_score():
    game = Sheet()
    game.ongoing(0, PROJECT)
    assert game.score() == [0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "points"), [("9E", 0), ("10E", 1), ("E+2P+3F+3W", 0), ("5A", 1), ("4A+E", 0), ("9E+9A", 2)]
)
def test_fs_74_a_point_for_ten_left_over_an_air_counting_two(text, points):
    game = Sheet()
    game.give(0, text)
    assert game.score()[4] == points


def test_fs_75_points_come_from_the_card_table():
    game = Sheet()
    game.pile(0, project("E", points=5), project("P", points=0))
    game.race(*[final("E;E;E;E;E", points=7)] * 3)
    game.s.seat[0].steps = 2
    assert game.score()[1:3] == [5, 14]


def test_fs_75_points_of_a_creature():
    creatures = tuple(replace(creature, points=4 if creature.name == "elf" else 2) for creature in box().creatures)
    t = plan_for(3, replace(box(), creatures=creatures)).table()
    assert [int(creature.points) for creature in t.creature] == [
        4 if creature.name == "elf" else 2 for creature in creatures
    ]


def test_fs_75_only_projects_score_among_small_cards():
    assert [int(row.points) for row, card in zip(plan_for().table().card, box().cards, strict=False)] == [
        3 if card.kind == "project" else 0 for card in box().cards
    ]


@pytest.mark.parametrize(
    ("scores", "won"), [((85, 90, 60), [0, 1, 0]), ((90, 90, 60), [1, 1, 0]), ((9, 9, 9), [1, 1, 1])]
)
def test_fs_76_the_highest_score_wins_and_a_tie_is_shared(scores, won):
    game = Sheet()
    game.s.score[:3] = scores
    crown(game.s, game.t)
    assert game.s.won[:3].tolist() == won
    assert game.s.winners == sum(won)


def test_fs_76_the_win_shares_of_a_game_add_to_one():
    log = log_of(**GREEDY)
    for game in range(3):
        rows = [row for row in log["seats"] if row["game_no"] == game]
        assert sum(row["win_share"] for row in rows) == pytest.approx(1)
        best = max(row["score"] for row in rows)
        assert {row["score"] == best for row in rows if row["win_share"]} == {True}


def test_fs_77_the_marks_are_reported_and_change_nothing():
    usual, low = (log_of(**GREEDY, **marks)["seats"] for marks in ({}, {"pass_mark": 40, "honors_mark": 60}))
    for row, other in zip(usual, low, strict=True):
        assert (row["passed"], row["honors"]) == (row["score"] >= 85, row["score"] >= 90)
        assert (other["passed"], other["honors"]) == (row["score"] >= 40, row["score"] >= 60)
        assert {**row, "passed": 0, "honors": 0} == {**other, "passed": 0, "honors": 0}
    assert any(seat["passed"] for seat in low)
