"""The rules FS-30, FS-34 to FS-38, FS-44, FS-45 and FS-50: a turn, but for what is elsewhere. Named by the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from balance.games.fairy_school.play.choosing import choose_columns, choose_slots
from balance.games.fairy_school.rules.forest import draw_card
from balance.games.fairy_school.state import NO_CARD
from fairy_school.games import GREEDY, evenly, log_of, style
from fairy_school.table import Sheet

CARDS = ["E", "P", "F", "W", "A", "2E", "2P", "2F", "2W", "2A"]
FULL = dict(enumerate(CARDS))
PLAYER = style("player", cards_in=1.0, kind_in=1.0, paid=0.1)
FREE = 2


# ---------------------------------------------------------------- drawing


def test_fs_30_cards_come_from_the_top():
    game = Sheet()
    game.pile(0, "E", "P", "F")
    assert game.ids([draw_card(game.s, 0)]) == ["F"]
    assert game.lies("pile") == ["E", "P"]


def test_fs_30_an_empty_pile_is_the_discard_pile_shuffled():
    game = Sheet()
    game.discard(0, "E", "P", "F")
    orders = Counter()
    for _ in game.again(300):
        card = draw_card(game.s, 0)
        assert game.lies("discard") == []
        assert game.s.now[0].reshuffles == 1
        orders[(*game.lies("pile"), *game.ids([card]))] += 1
    assert evenly(orders, permutations("EPF"))


def test_fs_30_with_both_piles_empty_nothing_is_drawn():
    game = Sheet()
    assert draw_card(game.s, 0) == NO_CARD
    assert game.s.now[0].reshuffles == 0
    game.discard(0, "E")
    assert game.draw() == ["E"]


def test_fs_30_cards_in_forest_areas_and_hand_are_never_shuffled():
    game = Sheet()
    game.plant(0, {0: "2E", 9: "2P"})
    game.own(0, "2F")
    game.share(0, "2W")
    game.pile(0, "A")
    game.discard(0, *"EPFW")
    assert sorted(game.draw()) == ["A", "E", "F", "P", "W"]
    assert (game.lies("pile"), game.lies("discard")) == ([], [])
    assert (game.lies("personal"), game.lies("shared"), game.forest()) == (["2F"], ["2W"], {0: "2E", 9: "2P"})


# ---------------------------------------------------------------- phase 1


@pytest.mark.parametrize("agent", ["random", "greedy", PLAYER])
def test_fs_34_a_card_for_every_empty_slot_and_those_there_do_not_move(agent):
    game = Sheet(agents=[agent])
    game.plant(0, {0: "E", 3: "P", 8: "F"})
    game.pile(0, *CARDS[3:], "N")
    assert len(game.draw()) == 7
    choose_slots(game.s, game.t, 0)
    game.place(0)
    forest = game.forest()
    assert sorted(forest) == list(range(10))
    assert (forest[0], forest[3], forest[8]) == ("E", "P", "F")
    assert sorted(forest.values()) == sorted(["E", "P", "F", *CARDS[4:], "N"])


@pytest.mark.slow
def test_fs_34_every_assignment_is_legal():
    game = Sheet()
    game.plant(0, {slot: "E" for slot in range(10) if slot not in (1, 6, 9)})
    game.pile(0, "P", "F", "W")
    game.draw()
    ways = Counter()
    for _ in game.again(600):
        choose_slots(game.s, game.t, 0)
        game.place(0)
        ways[tuple(game.forest()[slot] for slot in (1, 6, 9))] += 1
    assert evenly(ways, permutations("PFW"))


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_fs_34_with_fewer_cards_any_slots_stay_empty(agent):
    game = Sheet(agents=[agent])
    game.plant(0, dict.fromkeys(range(3, 10), "E"))
    game.pile(0, "F")
    assert game.draw() == ["F"]
    filled = Counter()
    for _ in game.again(200):
        choose_slots(game.s, game.t, 0)
        game.place(0)
        filled[next(slot for slot, card in game.forest().items() if card == "F")] += 1
    assert evenly(filled, range(3)) if agent == "random" else len(filled) == 1


def test_fs_34_a_full_forest_draws_nothing():
    game = Sheet()
    game.plant(0, FULL)
    game.pile(0, "N")
    assert game.draw() == []


# ---------------------------------------------------------------- phase 2


def chosen(game: Sheet, games: int) -> Counter:
    """The columns a seat chooses, in order, over many games."""
    counts: Counter = Counter()
    for _ in game.again(games):
        counts[tuple(int(column) for column in choose_columns(game.s, game.t, 0))] += 1
    return counts


@pytest.mark.parametrize(
    ("columns", "paid"),
    [((0,), "E"), ((1,), "P"), ((2,), ""), ((3,), "F"), ((4,), "W"), ((0, 4), "E+W"), ((3, 2), "F"), ((1, 3), "P+F")],
)
def test_fs_35_a_column_costs_earth_plants_nothing_fire_or_water(columns, paid):
    game = Sheet(3, (3, 3, 3, 3, 3))
    game.plant(0, FULL)
    game.play(0, *columns)
    assert game.stock() == tuple(3 - (x in paid) for x in "EPFWA")
    assert game.s.now[0].spend.tolist() == [int(x in paid) for x in "EPFWA"]


@pytest.mark.slow
def test_fs_35_one_or_two_columns_each_set_equally_often_and_in_any_order():
    game = Sheet(3, (1, 1, 1, 1, 0))
    game.plant(0, FULL)
    counts = chosen(game, 900)
    assert set(counts) == {*((column, -1) for column in range(5)), *permutations(range(5), 2)}
    sets = Counter()
    for columns, count in counts.items():
        sets[frozenset(columns) - {-1}] += count
    assert evenly(sets, [frozenset(some) for size in (1, 2) for some in combinations(range(5), size)])


def test_fs_35_both_costs_are_paid_together_exchanges_included():
    game = Sheet(3, (4, 0, 0, 0, 1))
    game.plant(0, FULL)
    assert game.columns() == 15
    game.give(0, "3E+A")
    assert game.columns() == 5 + 4 + 5  # not P and F: an air and four earths would be needed
    game.play(0, 1, 4)
    assert game.stock() == (0, 0, 0, 0, 0)


def test_fs_35_must_play_two_asks_for_two_where_two_can_be_paid():
    game = Sheet(3, (1, 1, 0, 0, 0), must_play_two="on")
    game.plant(0, FULL)
    assert {tuple(sorted(columns)) for columns in chosen(game, 100)} == {(0, 1), (0, 2), (1, 2)}
    game.give(0, "")
    assert set(chosen(game, 5)) == {(FREE, -1)}


@pytest.mark.parametrize("agent", ["greedy", style("lazy", paid=9.0)])
def test_fs_35_must_play_two_binds_every_style(agent):
    game = Sheet(3, (9, 9, 9, 9, 0), [agent], must_play_two="on")
    game.plant(0, dict.fromkeys(range(10), "E>2W"))
    ((_, second),) = chosen(game, 1)
    assert second >= 0


def test_fs_36_a_column_without_cards_cannot_be_chosen():
    game = Sheet(3, (1, 1, 1, 1, 0))
    game.plant(0, {0: "E", 8: "F"})
    assert {frozenset(columns) for columns in chosen(game, 100)} == {
        frozenset(columns) for columns in ((0, -1), (3, -1), (0, 3))
    }


def test_fs_36_all_cards_of_a_column_are_played():
    game = Sheet(3, (1, 1, 1, 1, 0))
    game.plant(0, {1: "P", 2: "F", 7: "2F", 9: "2A"})
    game.play(0, 2, 1)
    assert (game.lies("shared"), game.lies("personal"), game.forest()) == (["F", "P"], ["2F"], {9: "2A"})


def test_fs_37_the_top_card_is_shared_and_the_bottom_card_is_personal():
    game = Sheet(3, (1, 1, 1, 1, 0))
    game.plant(0, FULL)
    game.play(0, 0, 3)
    assert (game.lies("shared"), game.lies("personal")) == (["E", "W"], [CARDS[5], CARDS[8]])
    assert game.reach(1) == [("E", 0), ("W", 0)]


def test_fs_38_without_elements_only_the_free_column_can_be_chosen():
    game = Sheet()
    game.plant(0, FULL)
    assert set(chosen(game, 20)) == {(FREE, -1)}


@pytest.mark.parametrize("agent", ["random", "greedy", style("lazy", paid=9.0)])
def test_fs_38_playing_nothing_is_not_allowed(agent):
    game = Sheet(3, (1, 0, 0, 0, 0), [agent])
    game.plant(0, dict.fromkeys(range(10), "W>2E"))
    assert (-1, -1) not in chosen(game, 30)


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_fs_38_who_can_pay_no_column_with_cards_plays_nothing(agent):
    game = Sheet(agents=[agent])
    game.plant(0, {0: "E", 9: "E"})
    assert set(chosen(game, 5)) == {(-1, -1)}
    game.play(0)
    assert (game.lies("shared"), game.lies("personal"), len(game.forest())) == ([], [], 2)


def test_fs_38_a_random_seat_that_can_pay_a_column_by_exchange_only_plays_nothing():
    game = Sheet(3, (3, 0, 0, 0, 0))
    game.plant(0, {4: "E"})
    assert set(chosen(game, 20)) == {(-1, -1)}
    assert game.columns() == 1


# ---------------------------------------------------------------- phase 4


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_fs_44_own_cubes_come_home_and_others_are_kindness(owner):
    game = Sheet()
    game.share(owner, "E")
    for seat in range(3):
        game.activate(seat, "E")
    assert [game.cubes(seat) for seat in range(3)] == [36, 36, 36]
    game.discard_played()
    assert [game.cubes(seat) for seat in range(3)] == [37 if seat == owner else 36 for seat in range(3)]
    assert [game.kindness(seat) for seat in range(3)] == [2 if seat == owner else 0 for seat in range(3)]


def test_fs_44_kindness_has_no_limit():
    game = Sheet(activation_cubes=90)
    game.s.seat[0].kindness = 60
    game.share(0, "E")
    game.activate(1, "E")
    game.discard_played()
    assert game.score()[0] == 61


def test_fs_45_all_cards_played_are_discarded_those_brought_by_effects_too():
    game = Sheet(3, (1, 1, 1, 1, 0))
    game.discard(0, "F")
    game.share(0, "A")
    game.own(0, "E>take2")
    game.activate(0, "E>take2")
    assert game.lies("personal") == ["E>take2", "F"]
    game.discard_played()
    assert sorted(game.lies("discard")) == ["A", "E>take2", "F"]
    assert game.lies("personal") == game.lies("shared") == []


# ---------------------------------------------------------------- phase 7


@pytest.mark.parametrize(("players", "settings", "turns"), [(3, {}, 3), (2, {}, 5), (4, {"turns_per_trimester": 1}, 1)])
def test_fs_50_after_the_last_turn_of_a_trimester_comes_the_next(players, settings, turns):
    log = log_of(players, **settings)["turns"]
    times = [(row["trimester"], row["turn_in_trimester"]) for row in log if row["seat"] == 0]
    before = [(trimester, turn) for trimester in (1, 2, 3) for turn in range(1, turns + 1)]
    assert times[: len(before)] == before
    assert all(time[0] == 4 for time in times[len(before) :])


def test_fs_50_everything_carries_over_between_turns():
    start = {}
    for row in log_of(**GREEDY)["turns"]:
        key = row["game_no"], row["seat"]
        assert [row[f"{x}_start"] for x in "EPFWA"] == start.get(key, [1, 1, 1, 1, 0])
        start[key] = [row[f"{x}_end"] for x in "EPFWA"]
