"""The rules FS-31 to FS-33 and FS-49: idle fairies, realizing projects. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from balance.games.fairy_school.play.games import pick_idle
from balance.games.fairy_school.rules.projects import line_up
from fairy_school.games import evenly, log_of, style
from fairy_school.reference.box import project
from fairy_school.table import Sheet

OLD = [project(cost, set="I") for cost in ("E", "P", "F")]
NEW = [project(cost, set="II") for cost in ("2E", "2P", "2F")]


# ---------------------------------------------------------------- phase 0


def idle(*common: Any, **seats: str) -> Sheet:
    """Three seats in trimester II: these have no project, the others have; the common discard as given."""
    game = Sheet()
    game.s.stage = 1
    for seat in range(3):
        game.ongoing(seat, *([] if f"seat_{seat}" in seats else NEW[:1]))
        game.give(seat, seats.get(f"seat_{seat}", ""))
    game.s.common = len(common)
    game.s.common_discard[: len(common)] = [game.number(card) for card in common]
    game.begin()
    return game


def common(game: Sheet) -> list[str]:
    return game.ids(game.s.common_discard[: game.s.common])


def test_fs_31_a_seat_without_a_project_takes_one_of_the_current_trimester():
    game = idle(OLD[0], NEW[1], OLD[1], NEW[2], seat_1="E")
    taken = Counter()
    for _ in game.again(200):
        pick_idle(game.s, game.t)
        assert [len(game.lies("ongoing", seat)) for seat in range(3)] == [1, 1, 1]
        assert len(common(game)) == 3
        assert set(common(game)) >= {OLD[0].id, OLD[1].id}
        assert game.s.now[1].idle_pick == game.number(next(card for card in NEW if card.id in game.lies("ongoing", 1)))
        taken[game.lies("ongoing", 1)[0]] += 1
    assert evenly(taken, [card.id for card in NEW[1:]])


def order(game: Sheet, idle_only: int = 1) -> list[int]:
    """The seats that choose, in order."""
    return [int(seat) for seat in game.s.queue[: line_up(game.s, game.t, idle_only)]]


def test_fs_31_who_has_a_project_takes_none():
    game = idle(NEW[1], seat_0="E", seat_2="")
    assert sorted(order(game)) == [0, 2]
    pick_idle(game.s, game.t)
    assert game.lies("ongoing", 1) == [NEW[0].id]
    assert game.s.now[1].idle_pick == -1


def test_fs_32_most_kindness_first():
    game = idle(seat_0="", seat_1="9E", seat_2="9E")
    for seat, kindness in enumerate((2, 1, 3)):
        game.s.seat[seat].kindness = kindness
    assert order(game) == [2, 0, 1]


def test_fs_32_then_fewer_elements_an_air_counting_one():
    game = idle(seat_0="3E", seat_1="2A", seat_2="P+F+W+A")
    assert order(game) == [1, 0, 2]


def test_fs_32_then_by_lot():
    orders = Counter()
    game = idle(seat_0="3E", seat_1="3A", seat_2="P+F+W")
    for _ in game.again(600):
        orders[tuple(order(game))] += 1
    assert evenly(orders, [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])


def test_fs_32_by_lot_among_those_who_are_equal_only():
    orders = Counter()
    game = idle(seat_0="E", seat_1="P", seat_2="F")
    game.s.seat[2].kindness = 1
    for _ in game.again(200):
        orders[tuple(order(game))] += 1
    assert evenly(orders, [(2, 0, 1), (2, 1, 0)])


def test_fs_32_the_first_one_leaves_the_others_what_is_left():
    game = idle(NEW[1], NEW[2], seat_0="E", seat_1="", seat_2="2E")
    pick_idle(game.s, game.t)
    assert [len(game.lies("ongoing", seat)) for seat in range(3)] == [1, 1, 0]
    assert common(game) == []


def test_fs_33_without_a_card_of_the_trimester_the_seat_stays_idle_and_tries_again():
    game = idle(*OLD, seat_0="E")
    pick_idle(game.s, game.t)
    assert game.lies("ongoing", 0) == []
    assert len(common(game)) == 3
    game.s.common_discard[0] = game.number(NEW[1])
    pick_idle(game.s, game.t)
    assert game.lies("ongoing", 0) == [NEW[1].id]


def test_fs_33_in_the_first_trimester_of_the_initiation_game_nobody_finds_a_project():
    rows = [row for row in log_of(3, setup="initiation")["turns"] if row["trimester"] == 1]
    assert rows
    assert all(row["idle_pick"] is None for row in rows)


# ---------------------------------------------------------------- phase 6


MAKER = style("maker", proj_points=100.0, step=100.0)


def test_fs_49_any_number_of_projects_the_last_one_on_top_of_the_draw_pile():
    game = Sheet(3, (3, 0, 0, 0, 0), [MAKER])
    ones = [project("E"), project("2E"), project("P")]
    game.ongoing(0, *ones)
    game.pile(0, "A")
    game.realize()
    assert game.stock() == (0, 0, 0, 0, 0)
    assert game.lies("ongoing") == [ones[2].id]
    assert game.lies("pile")[0] == "A"
    assert game.ids(game.s.now[0].realized[:2]) == game.lies("pile")[1:]
    assert game.s.now[0].realizing == game.s.seat[0].realized == 2


def test_fs_49_in_any_order_or_not_at_all():
    game = Sheet(3, (3, 0, 0, 0, 0))
    game.ongoing(0, project("E"), project("2E"))
    piles = set()
    for _ in game.again(80):
        game.realize()
        piles.add(tuple(game.lies("pile")))
    assert piles == {(), ("E E",), ("2E E",), ("E E", "2E E"), ("2E E", "E E")}
