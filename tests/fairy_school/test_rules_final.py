"""The rules FS-64 to FS-72: the final trimester and the end. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from balance.games.fairy_school.play.choosing import choose_realization
from balance.games.fairy_school.play.games import choose_finals, end_final_turn
from balance.games.fairy_school.state import CAPPED, FINISHED
from balance.games.fairy_school.styles.drafting import missing_for
from balance.games.fairy_school.styles.worth import want
from fairy_school.games import GREEDY, evenly, log_of, style
from fairy_school.reference.box import final, project
from fairy_school.table import Sheet

DEAR = "9E+9P;9E+9P;9E+9P;9E+9P;9E+9P"
STEPPING = final("E;P;2E;2P;A")
FAR = final(DEAR)
MAKER = style("maker", proj_points=100.0, step=100.0)


def racing(*stocks: str, agents: Any = (MAKER,), finals: Any = (), **settings: Any) -> Sheet:
    """The final trimester; everybody has the project STEPPING unless ``finals`` say otherwise."""
    game = Sheet(len(stocks), agents=agents, **settings)
    game.race(*(finals or [STEPPING] * len(stocks)))
    for seat, text in enumerate(stocks):
        game.give(seat, text)
    return game


def steps(game: Sheet) -> list[int]:
    return [int(me.steps) for me in game.s.seat[: game.players]]


def ends(game: Sheet) -> bool:
    """The end of phase 6; whether the game is over."""
    return bool(end_final_turn(game.s, game.t))


# ---------------------------------------------------------------- choosing


@pytest.mark.parametrize(
    ("players", "length", "offered"), [(2, "long", 3), (4, "long", 5), (6, "long", 7), (3, "short", 4)]
)
def test_fs_64_one_more_final_project_than_players_is_on_offer(players, length, offered):
    game = Sheet(players, length=length)
    right = [i for i, final_project in enumerate(game.finals) if final_project.length == length]
    seen = set()
    for _ in game.again(40):
        choose_finals(game.s, game.t)
        taken = [int(me.final) for me in game.s.seat[:players]]
        assert len(set(taken)) == players
        assert set(taken) <= set(game.s.final_pile[len(right) - offered : len(right)].tolist()) <= set(right)
        assert game.s.offered == offered - players
        seen |= set(taken)
    assert len(seen) == offered


@pytest.mark.parametrize(("length", "turns"), [("long", 9), ("short", 6)])
def test_fs_64_they_are_chosen_after_the_last_trimester(length, turns):
    for row in log_of(length=length, final_turn_cap=3)["turns"]:
        assert (row["final_id"] is not None) == (row["turn"] > turns)


def test_fs_64_the_seats_choose_in_the_order_of_fs_32():
    """Everybody takes the first one on offer; then the last one fills the gap."""
    game = Sheet(3, agents=[style("first")])
    game.s.final_pile[:10] = range(10)
    for seat, (kindness, text) in enumerate(((5, "2E"), (7, "9E"), (7, "6A"))):
        game.s.seat[seat].kindness = kindness
        game.give(seat, text)
    offer = [9, 8, 7, 6]
    expected = {}
    for seat in (2, 1, 0):
        place = _best(game, seat, offer)
        expected[seat] = offer[place]
        offer[place] = offer[-1]
        offer.pop()
    choose_finals(game.s, game.t)
    assert {seat: int(game.s.seat[seat].final) for seat in range(3)} == expected


def _best(game: Sheet, seat: int, offer: list[int]) -> int:
    """The place of the final project a weighing seat likes best: what is least out of its reach."""

    missing = [missing_for(game.s, game.t, seat, final_project) for final_project in offer]
    return missing.index(min(missing))


def test_fs_65_unfinished_projects_stay_and_nobody_drafts_or_picks():
    ongoing: dict[Any, str] = {}
    for row in log_of(games=3, final_turn_cap=3)["turns"]:
        key = row["game_no"], row["seat"]
        if row["is_final"]:
            assert row["idle_pick"] is None
            assert set(row["ongoing"].split(";")) <= set(ongoing[key].split(";")) | {""}
        ongoing[key] = row["ongoing"]


# ---------------------------------------------------------------- phase 6


def test_fs_66_steps_are_realized_from_the_top_and_one_after_the_other():
    game = racing("E+P+3W", "P+2E+2P+A", "")
    game.s.seat[1].steps = 1
    game.realize()
    assert steps(game) == [2, 5, 0]
    assert game.stock(1) == (0, 0, 0, 0, 0)
    assert [int(now.steps_now) for now in game.s.now[:3]] == [2, 4, 0]


def test_fs_66_the_next_step_cannot_be_skipped():
    game = racing("3P+9A", "2F", "", finals=[final("9E+9P;P;P;P;P")] * 3)
    game.realize()
    assert steps(game) == [0, 0, 0]


def test_fs_66_projects_and_steps_in_any_order():
    game = racing("2E", "", "", agents=["random"], finals=[final("E;9P;9P;9P;9P")] * 3)
    game.ongoing(0, project("E"))
    orders = set()
    for _ in game.again(60):
        orders.add(int(choose_realization(game.s, game.t, 0)))
        game.realize()
    assert orders == {-1, 0, 3}


def test_fs_66_a_realized_project_goes_on_top_of_the_draw_pile_and_scores():
    game = racing("E+P", "", "")
    game.s.seat[0].steps = 5
    game.ongoing(0, project("E+P"))
    game.realize()
    assert game.lies("pile") == ["E+P E"]
    assert game.score()[1:3] == [3, 15]


@pytest.mark.parametrize(
    ("sweep", "done", "cost", "points"),
    [
        (0, 5, "E+P", 0),  # saved as if there were a turn to come
        (1, 5, "E+P", 3),
        (1, 4, "E+P", 0),  # a step may still ask for them; if the game ends all the same, FS-70 spends them
        (1, 5, "15E+14P", 3),  # 3 points less the 2 that 29 elements are
        (1, 5, "15E+15P", 0),
    ],
)
def test_fs_66_who_sweeps_spends_what_is_left_once_its_steps_are_done(sweep, done, cost, points):
    sweeper = style("sweeper", sweep=sweep, proj_points=1, need=1, spare=1, paid=9)
    game = racing(cost, "", "", agents=[sweeper], finals=[FAR] * 3)
    game.s.seat[0].steps = done
    game.ongoing(0, project(cost))
    game.realize()
    assert game.score()[1] == points


@pytest.mark.parametrize(
    ("reserve", "stock", "points"),
    [
        (0, "E+P", 3),
        (1, "E+P", 0),  # nothing would be left, and only the free column could be played
        (1, "E+P+9W", 3),  # 9 left are 5 too few: worth less than 3 points to it
    ],
)
def test_4_2_who_keeps_a_stock_does_not_realize_a_project_with_its_last_elements(reserve, stock, points):
    game = Sheet(3, agents=[style("keeper", proj_points=2, stock_reserve=reserve)])
    game.give(0, stock)
    game.ongoing(0, project("E+P"))
    game.realize()
    assert game.score()[1] == points


@pytest.mark.parametrize(("insight", "turn", "steps"), [(1, 10, 0), (1, 11, 1), (0, 11, 0)])
def test_4_5_d10_in_a_long_race_who_has_insight_pays_steps_by_exchanges(insight, turn, steps):
    """Three fire for an earth: dearer than the step is worth to it."""
    waiter = style("waiter", insight=insight, step=0.1, need=1, spare=1, paid=1)
    game = racing("3F", "", "", agents=[waiter])
    game.s.final_turn = turn
    game.realize()
    assert game.s.seat[0].steps == steps


@pytest.mark.parametrize(("patience", "points"), [(0, 3), (5.9, 3), (6.1, 0)])
def test_4_2_who_has_patience_realizes_only_what_brings_more(patience, points):
    game = Sheet(3, agents=[style("patient", proj_points=2, patience=patience)])
    game.give(0, "E+P+9W")
    game.ongoing(0, project("E+P"))
    game.realize()
    assert game.score()[1] == points


def test_4_2_in_the_final_trimester_there_is_nothing_to_keep_a_stock_for():
    keeper = style("keeper", proj_points=2, stock_reserve=1, patience=9)
    game = racing("E+P", "", "", agents=[keeper], finals=[FAR] * 3)
    game.ongoing(0, project("E+P"))
    game.realize()
    assert game.score()[1] == 3


@pytest.mark.parametrize(
    ("insight", "pile", "stock", "missing"),
    [
        (0, "2E", "", 10 - 2),  # all cards are played once
        (1, "2E", "", 10 - 1),  # half of them
        (0, "E", "12E+9A", 0),  # what is over is nothing
        (1, "E", "12E", -0.2 * 2.5),  # or can be exchanged
    ],
)
def test_4_5_d11_what_is_missing_for_a_final_project(insight, pile, stock, missing):
    game = Sheet(3, (0, 0, 0, 0, 0), agents=[style("chooser", insight=insight)])
    game.race(*[final("2E;2E;2E;2E;2E")] * 3)
    game.pile(0, pile)
    game.give(0, stock)
    assert missing_for(game.s, game.t, 0, game.s.seat[0].final) == pytest.approx(missing)


@pytest.mark.parametrize(
    ("reach", "stock", "wanted"),
    [
        (0, "9E+9P", (1, 1, 0, 0, 1)),  # the next two steps, and the air of the last one
        (2, "", (1, 1, 0, 0, 1)),
        (2, "E+2P", (3, 1, 0, 0, 1)),  # 5 2/3 EE are enough for three steps, which cost 4 1/3
        (2, "2E+3P", (3, 3, 0, 0, 1)),  # 8 EE are enough for four, which cost 7
    ],
)
def test_4_2_who_has_reach_wants_all_steps_that_it_could_pay(reach, stock, wanted):
    game = racing(stock, "", "", agents=[style("climber", reach=reach)])
    want(game.s, game.t, 0)
    assert tuple(game.s.seat[0].target) == wanted


def test_fs_66_before_the_final_trimester_there_are_no_steps():
    game = Sheet(3, (9, 9, 9, 9, 9), [MAKER])
    game.realize()
    assert steps(game) == [0, 0, 0]


# ---------------------------------------------------------------- leader bonus


def test_fs_67_all_who_are_most_advanced_gain_one_of_four():
    game = racing("", "", "", agents=["random"])
    for seat, count in enumerate((2, 1, 2)):
        game.s.seat[seat].steps = count
    gained = Counter()
    for _ in game.again(200):
        assert not ends(game)
        assert sum(game.stock(1)) == 0
        assert game.s.now[1].leader_bonus == -1
        for seat in (0, 2):
            assert game.stock(seat)[game.s.now[seat].leader_bonus] == sum(game.stock(seat)) == 1
        gained[game.stock(0)] += 1
    assert evenly(gained, [tuple(int(i == x) for i in range(5)) for x in range(4)])


@pytest.mark.parametrize(("setting", "gains"), [("on", 1), ("off", 0)])
def test_fs_67_with_nobody_ahead_everybody_gains_if_the_setting_says_so(setting, gains):
    game = racing("", "", "", leader_bonus_at_zero=setting)
    ends(game)
    assert [sum(game.stock(seat)) for seat in range(3)] == [gains] * 3


def test_fs_67_the_setting_changes_nothing_once_there_is_a_step():
    game = racing("", "", "", leader_bonus_at_zero="off")
    game.s.seat[1].steps = 1
    ends(game)
    assert [sum(game.stock(seat)) for seat in range(3)] == [0, 1, 0]


def test_fs_68_no_bonus_in_the_last_turn():
    game = racing("", "", "")
    game.s.seat[1].steps = 5
    assert ends(game)
    assert [sum(game.stock(seat)) for seat in range(3)] == [0, 0, 0]
    for log in (log_of(**GREEDY), log_of(games=3, final_turn_cap=3)):
        last = {row["game_no"]: row["turns"] for row in log["games"]}
        assert all(row["leader_bonus"] is None for row in log["turns"] if row["turn"] == last[row["game_no"]])
        assert any(row["leader_bonus"] for row in log["turns"])


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize("finisher", [0, 1, 2])
def test_fs_69_the_game_ends_in_the_turn_in_which_somebody_has_all_steps(finisher):
    game = racing("", "", "")
    game.s.seat[finisher].steps = 4
    assert not ends(game)
    game.s.seat[finisher].steps = 5
    assert ends(game)
    assert (game.s.ending, game.s.finishers) == (FINISHED, 1)


def test_fs_69_in_whole_games_nobody_is_done_before_the_last_turn():
    log = log_of(**GREEDY)
    last = {row["game_no"]: row["turns"] for row in log["games"]}
    for game in log["games"]:
        assert game["end_reason"] == "finished"
        assert game["finishers"] >= 1
    for row in log["turns"]:
        assert row["steps_total"] < 5 or row["turn"] == last[row["game_no"]]


def spending(text: str, *ongoing: Any, done: int = 0, own_final: Any = FAR) -> Sheet:
    """Seat 1 finished; seat 0 has these elements, projects and steps, and spends for the last time."""
    game = racing(text, "", "", finals=[own_final, STEPPING, STEPPING])
    game.s.seat[0].steps = done
    game.s.seat[1].steps = 5
    game.ongoing(0, *ongoing)
    assert ends(game)
    return game


def test_fs_70_as_many_points_as_possible():
    game = spending("4E", project("3E"), project("2E"), project("2E", "F"))
    assert game.lies("pile") == ["2E E", "2E F"]
    assert game.lies("ongoing") == ["3E E"]
    assert game.score()[1] == 6


def test_fs_70_points_count_not_numbers():
    assert spending("4E", project("4E", points=7), project("2E"), project("2E", "F")).lies("pile") == ["4E E"]


def test_fs_70_then_more_steps():
    game = spending("3E", project("E"), project("2E"), own_final=final(f"3E;{DEAR[:-6]}"))
    assert (steps(game)[0], game.lies("pile")) == (0, ["E E", "2E E"])
    game = spending("3E", project("3E"), own_final=final(f"3E;{DEAR[:-6]}"))
    assert (steps(game)[0], game.lies("pile")) == (1, [])


def test_fs_70_then_the_higher_left_over_value():
    game = spending("2E+A", project("A"), project("2E"))
    assert (game.lies("pile"), game.stock()) == (["A E", "2E E"], (0, 0, 0, 0, 0))
    game = spending("3E+P", project("3E"), project("2E+P"), project("P+E"))
    assert (game.lies("pile"), game.stock()) == (["P+E E"], (2, 0, 0, 0, 0))
    assert spending("A+E", project("A"), project("E")).score()[1] == 6
    assert spending("6E+5W", project("5W"), project("5E"), project("6E+W")).lies("pile") == ["5W E", "5E E"]


def test_fs_70_an_air_counts_two_in_it():
    game = spending("A+E+W", project("A+W"), project("E+W"))
    assert (game.lies("pile"), game.stock()) == (["E+W E"], (0, 0, 0, 0, 1))


def test_fs_70_then_fewer_projects():
    game = spending("2E", project("E", points=3), project("E", "F", points=3), project("2E", points=6))
    assert game.lies("pile") == ["2E E"]


def test_fs_70_then_the_first_in_the_order_of_the_projects():
    game = spending("E", project("E", "F"), project("E", "P"), project("E", "W"))
    assert game.lies("pile") == ["E F"]
    game = spending("2E", project("E", "F"), project("E", "P"), project("E", "W"))
    assert (game.lies("pile"), game.lies("ongoing")) == (["E F", "E P"], ["E W"])


def test_fs_70_a_project_without_points_is_left_alone():
    assert spending("3E", project("E", points=0)).lies("pile") == []
    assert spending("3E", project("E", points=0), project("E", "F")).lies("pile") == ["E F"]


def test_fs_70_the_sum_of_the_costs_is_paid_exchanges_included():
    game = spending("3E+F+A", project("F"), project("P+W"))
    assert (game.lies("pile"), game.stock()) == (["F E", "P+W E"], (0, 0, 0, 0, 0))
    now = game.s.now[0]
    assert (now.jokers, now.conv3, now.spend.tolist()) == (1, 1, [0, 1, 1, 1, 0])


def test_fs_70_a_player_may_finish_in_this_way_without_counting_as_finisher():
    game = spending("2P+A", done=3, own_final=STEPPING)
    assert (steps(game)[0], game.s.now[0].steps_now, game.s.finishers) == (5, 2, 1)
    assert [int(me.finished) for me in game.s.seat[:3]] == [1, 1, 0]
    assert game.score()[2] == 15


def test_fs_70_nobody_spends_while_nobody_has_finished():
    game = racing("9E", "9E", "9E")
    ends(game)
    assert steps(game) == [0, 0, 0]


@pytest.mark.parametrize("last", [0, 1, 2])
def test_fs_71_the_game_ends_when_nobody_has_a_cube_with_the_last_spending_for_all(last):
    game = racing("E", "E+P", "")
    for seat in range(3):
        game.s.seat[seat].cubes = int(seat == last)
    assert not ends(game)
    game.s.seat[last].cubes = 0
    game.give(0, "E")
    game.give(1, "E+P")
    game.give(2, "")
    assert ends(game)
    assert (game.s.ending, game.s.finishers, steps(game)) == (CAPPED, 0, [1, 2, 0])


def test_fs_71_the_game_ends_after_so_many_final_turns():
    for turn, over in ((19, False), (20, True)):
        game = racing("", "", "")
        game.s.final_turn = turn
        assert ends(game) == over
    log = log_of(games=3, final_turn_cap=3)
    assert {(row["final_turns"], row["end_reason"], row["finishers"]) for row in log["games"]} == {(3, "capped", 0)}


def test_fs_71_who_finishes_in_the_last_turn_allowed_ends_the_game_as_usual():
    game = racing("", "", "")
    game.s.final_turn = 20
    game.s.seat[0].steps = 5
    assert ends(game)
    assert game.s.ending == FINISHED


def test_fs_72_the_short_game_with_six_offers_all_six_final_projects():
    game = Sheet(6, length="short")
    assert game.t.final_cards == 6
    choose_finals(game.s, game.t)
    assert sorted(int(me.final) for me in game.s.seat[:6]) == [
        i for i, final_project in enumerate(game.finals) if final_project.length == "short"
    ]
    assert game.s.offered == 0


def test_fs_72_a_short_final_project_has_four_steps():
    game = racing("4E", "", "", finals=[final("E;E;E;E")] * 3, length="short")
    game.realize()
    assert steps(game) == [4, 0, 0]
    assert ends(game)
