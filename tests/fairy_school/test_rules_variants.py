"""The rules FS-78 to FS-87: simultaneous play, and the variants. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from balance.common.errors import InputError
from balance.engine.game.log import TABLES
from balance.games.fairy_school.play.activations import activate_cards
from balance.games.fairy_school.play.choosing import (
    choose_columns,
    choose_kept,
    choose_project,
    choose_realization,
    choose_slots,
)
from balance.games.fairy_school.state import TO_LEFT, TO_RIGHT
from fairy_school.games import evenly, log_of, plan_for, play, style
from fairy_school.reference.box import final, project
from fairy_school.table import Sheet

WEIGHS = style(
    "weighs",
    need=1.0,
    spare=0.3,
    paid=1.0,
    cards_in=1.0,
    kind_in=3.0,
    kind_out=1.0,
    kind_out_leader=0.5,
    cube_reserve=0.5,
    study_now=3.0,
    study_setup=1.0,
    pair=1.0,
    thin=0.3,
    lose_good=0.3,
    proj_points=4.0,
    proj_engine=0.6,
    proj_short=0.5,
    step=4.0,
    race=0.5,
    deny=0.5,
)
HALF = style("half", slip=0.3, need=1.0, paid=1.0, cards_in=1.0, proj_points=4.0, step=4.0, kind_out=1.0)
PLANS: dict[str, tuple[int, list[Any], tuple[int, ...], dict[str, Any]]] = {
    "two": (2, ["greedy", "random"], (1, 0), {}),
    "three": (3, ["random", WEIGHS, HALF], (2, 0, 1), {"setup": "initiation"}),
    "four": (4, ["greedy", HALF, "scholar", "racer"], (3, 1, 0, 2), {"sharing": "insensitive"}),
    "five": (5, ["random"], (4, 3, 2, 1, 0), {"length": "short", "insensitive_alternation": "per_turn"}),
    "six": (6, ["miser", "generous", "random", "builder", WEIGHS, HALF], (2, 5, 0, 4, 1, 3), {"length": "short"}),
}


# ---------------------------------------------------------------- simultaneous play


def test_fs_78_every_phase_is_over_for_all_before_the_next_one_begins():
    """In one turn everybody gives cubes to everybody: all have shared before anybody activates."""
    rows = log_of(3, ("greedy",), games=20)["turns"]
    first = [row for row in rows if row["turn"] == 1]
    given = {(row["seat"], giver) for row in first for giver in range(3) if row[f"kind_from_{giver}"]}
    assert given == {(owner, giver) for owner in range(3) for giver in range(3) if owner != giver}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_fs_79_the_order_in_which_the_seats_are_asked_changes_nothing(name):
    players, agents, order, request = PLANS[name]
    plan = plan_for(players, agents=agents, seed=13, **request)
    assert play(plan, 2, tables=TABLES) == play(plan, 2, order, TABLES)


def drafting(agent: Any) -> Sheet:
    """Three seats with hands of four projects."""
    game = Sheet(3, (1, 1, 1, 1, 0), [agent])
    game.s.drafting = 4
    for seat in range(3):
        hand = [project(f"{seat + 1}{x}", f"{seat + 1}{y}") for x, y in ("EP", "FW", "PE", "WF")]
        game.s.draft[seat, :4] = [game.number(card) for card in hand]
    return game


@pytest.mark.parametrize("agent", ["greedy", WEIGHS])
def test_fs_80_a_pick_depends_on_no_other_hand_and_no_pick_of_this_draft(agent):
    game = drafting(agent)
    before = int(choose_project(game.s, game.t, 0))
    game.s.draft[1:3, :4] = game.number("E")
    game.s.aside[1:3, 0] = game.number("W")
    assert int(choose_project(game.s, game.t, 0)) == before


@pytest.mark.parametrize("agent", ["greedy", WEIGHS])
def test_fs_80_keeping_three_depends_on_nothing_that_others_keep(agent):
    game = drafting(agent)
    game.s.aside[:3, :4] = game.s.draft[:3, :4]
    game.s.pool = 4
    before = int(choose_kept(game.s, game.t, 0))
    game.ongoing(1, project("9E"), project("9P"))
    game.s.common = 7
    assert int(choose_kept(game.s, game.t, 0)) == before


def held(agent: Any) -> Sheet:
    """Seat 0 has cards to place, others have placed."""
    game = Sheet(3, (2, 1, 1, 3, 0), [agent])
    for seat in range(3):
        game.ongoing(seat, project(f"{seat + 2}P+3F+2W"))
        game.plant(seat, {0: "2E", 7: "W>2F"})
    game.pile(0, "2F", "W>3E", "E/F", "A", "5W", "P>draw3.1", "N", "2P")
    game.draw()
    return game


@pytest.mark.parametrize("agent", ["greedy", WEIGHS])
def test_fs_80_placing_depends_on_no_card_that_others_have_placed(agent):
    game = held(agent)
    choose_slots(game.s, game.t, 0)
    before = game.s.seat[0].slot.tolist()
    for seat in (1, 2):
        game.plant(seat, dict.fromkeys(range(10), "5F"))
    choose_slots(game.s, game.t, 0)
    assert game.s.seat[0].slot.tolist() == before


@pytest.mark.parametrize("agent", ["greedy", WEIGHS])
def test_fs_80_columns_depend_on_no_columns_that_others_play(agent):
    game = held(agent)
    choose_slots(game.s, game.t, 0)
    game.place(0, *game.s.seat[0].slot[:8])
    before = tuple(choose_columns(game.s, game.t, 0))
    game.s.seat[1].column[:] = (0, 2)
    game.s.seat[2].column[:] = (4, 1)
    assert tuple(choose_columns(game.s, game.t, 0)) == before


@pytest.mark.parametrize("agent", ["greedy", WEIGHS])
def test_fs_80_realizing_depends_on_nothing_that_others_realize(agent):
    game = Sheet(3, (2, 2, 2, 2, 0), [agent])
    game.race(*[final("E+F;2E;E;E;E")] * 3)
    game.ongoing(0, project("2E+F"))
    game.s.steps_before[:] = 0
    before = int(choose_realization(game.s, game.t, 0))
    game.s.seat[1].steps = 3
    game.s.seat[1].realized = 2
    assert int(choose_realization(game.s, game.t, 0)) == before


@pytest.mark.slow
def test_fs_81_equal_players_win_equally_often():
    won = Counter()
    for row in play(
        plan_for(3, agents=["random"], final_turn_cap=1, turns_per_trimester=1, seed=3), 600, tables=("seats",)
    )["seats"]:
        if row["win_share"] == 1:
            won[row["seat"]] += 1
    assert evenly(won, range(3))


def test_fs_81_a_tie_among_cards_of_several_seats_is_broken_by_lot():
    game = Sheet(3, agents=[style("eager", spare=1.0)])
    for seat in range(3):
        game.share(seat, "2E")
    game.s.seat[1].cubes = 1
    used = Counter()
    for _ in game.again(300):
        activate_cards(game.s, game.t, 1)
        assert game.cubes(1) == 0
        used[(int(game.s.now[0].kind_from[1]), int(game.s.now[2].kind_from[1]))] += 1
    assert evenly(used, [(1, 0), (0, 0), (0, 1)])


# ---------------------------------------------------------------- variants


@pytest.mark.parametrize(("settings", "turns"), [({}, 15), ({"length": "short"}, 10)])
def test_fs_82_two_players_have_five_turns_a_trimester(settings, turns):
    log = log_of(2, **settings)
    assert {row["turn"] for row in log["turns"] if not row["is_final"]} == set(range(1, turns + 1))
    assert {len(row["s_cards"].split(";")) for row in log["seats"]} == {5}


def test_fs_83_the_short_game_has_two_trimesters_short_finals_and_32_cubes():
    plan = plan_for(3, length="short", final_turn_cap=3)
    log = log_of(length="short", final_turn_cap=3)
    assert [row["trimester"] for row in log["turns"] if row["seat"] == 0] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [row["is_final"] for row in log["turns"] if row["seat"] == 0] == [False] * 6 + [True] * 3
    assert plan.table().cubes == 32
    assert all(row["final_id"].startswith("FSS") for row in log["seats"])
    assert plan.table().steps == 4


@pytest.mark.parametrize(
    ("setup", "players", "sharing"),
    [
        ("initiation", 2, "neighbours"),
        ("advanced", 5, "insensitive"),
        ("expert", 6, "insensitive"),
        ("expert", 2, "neighbours"),
    ],
)
def test_fs_84_the_short_game_combines_with_everything(setup, players, sharing):
    log = log_of(players, setup=setup, sharing=sharing, length="short")
    assert max(row["turn"] for row in log["turns"]) == (11 if players == 2 else 7)


@pytest.mark.parametrize("players", [2, 3])
def test_fs_85_insensitive_sharing_needs_four_players(players):
    with pytest.raises(InputError, match="four"):
        plan_for(players, sharing="insensitive").table()


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize(("lies", "side"), [(TO_RIGHT, -1), (TO_LEFT, 1)])
def test_fs_85_a_card_is_in_reach_of_its_owner_and_two_players_on_its_side(players, lies, side):
    game = Sheet(players, sharing="insensitive")
    game.share(0, "E", lies=lies)
    using = {seat for seat in range(players) if game.reach(seat) == [("E", 0)]}
    assert using == {0, side % players, 2 * side % players}


def test_fs_85_the_owner_takes_her_cards_and_their_cubes_back():
    game = Sheet(5, sharing="insensitive")
    game.share(0, "E", lies=TO_RIGHT)
    for seat in (0, 4, 3):
        game.activate(seat, "E")
    game.discard_played()
    assert (game.kindness(), game.cubes(), game.lies("discard")) == (2, 37, ["E"])
    assert [int(now.act_left) for now in game.s.now[3:5]] == [1, 1]


def sides(game: Sheet, *turns: tuple[int, ...]) -> list[list[int]]:
    """On which sides the shared cards of some turns lie."""
    lies = []
    for columns in turns:
        game.give(0, "9E+9P+9F+9W")
        game.plant(0, {0: "E", 1: "P", 2: "F", 8: "A"})
        game.play(0, *columns)
        me = game.s.seat[0]
        lies.append(me.lies[: me.sharing].tolist())
    return lies


def test_fs_86_per_card_the_first_goes_right_and_every_shared_card_changes_the_side():
    game = Sheet(4, sharing="insensitive")
    assert sides(game, (0, 1), (2,), (3,), (1,), (0, 3), (2, 0)) == [
        [TO_RIGHT, TO_LEFT],
        [TO_RIGHT],
        [],
        [TO_LEFT],
        [TO_RIGHT],
        [TO_LEFT, TO_RIGHT],
    ]


def test_fs_86_per_turn_the_side_changes_after_every_turn_with_a_shared_card():
    game = Sheet(4, sharing="insensitive", insensitive_alternation="per_turn")
    assert sides(game, (0, 1), (2,), (3,), (1, 0), (2, 3)) == [
        [TO_RIGHT, TO_RIGHT],
        [TO_LEFT],
        [],
        [TO_RIGHT, TO_RIGHT],
        [TO_LEFT],
    ]


def test_fs_86_the_player_chooses_which_of_two_cards_goes_first():
    game = Sheet(4, (1, 1, 1, 1, 0), sharing="insensitive")
    game.plant(0, {0: "E", 2: "P"})
    laid = set()
    for _ in game.again(60):
        first, second = choose_columns(game.s, game.t, 0)
        game.play(0, first, second)
        laid.add(tuple(game.lies("shared")))
    assert laid == {("E",), ("P",), ("E", "P"), ("P", "E")}


@pytest.mark.parametrize("players", [5, 6])
def test_fs_87_five_and_six_players_need_no_other_cards(players):
    rows = log_of(players)["seats"]
    assert len({card for row in rows for card in row["s_cards"].split(";")}) == 4 * players
    assert max(Counter(row["start_set"] for row in rows).values()) == 2
