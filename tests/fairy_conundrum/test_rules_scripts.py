"""The script agents of section 4, ``passive`` and ``curve``, and what follows from them exactly."""

from __future__ import annotations

import pytest

from balance.games.fairy_conundrum.codes import AWAKENING, DREAM, HAND, JOUST, MEMORY, NARRATION, RENEWAL
from balance.games.fairy_conundrum.play.moments import begin_turn
from balance.games.fairy_conundrum.play.turns import play_moment
from fairy_conundrum.box import changed_rows, shelter
from fairy_conundrum.table import Opening, plan_for, play, position


def at(tmp_path, player: dict, agent: str = "passive", foe: dict | None = None, **top):
    """A position in which seat 0 plays a script and seat 1 is passive."""
    return position(tmp_path, player, foe or {}, agents=(agent, "passive"), **top)


def zones(game, *ids: str) -> list[str]:
    return [game.value(["zone", id, ""]) for id in ids]


def eight_shelters() -> list[dict[str, str]]:
    return changed_rows(more=[shelter(f"CV{n}", n, decks="dawn:1") for n in range(4, 9)])


# ---------------------------------------------------------------- passive


def test_x24_passive_mirror():
    """40 cards, 8 shelters, hand maximum 7: an avatar is dissipated on turn 26."""
    log = play(plan_for(2, eight_shelters()), 20)
    assert {(row["turns"], row["end_reason"]) for row in log["games"]} == {(26, "deckout")}


def test_x24_the_first_to_dream_falls():
    log = play(plan_for(2, eight_shelters()), 6)
    last = {(row["game_no"], row["seat"]): row["destiny_pos"] for row in log["turns"] if row["turn"] == 26}
    for row in log["games"]:
        assert last[row["game_no"], row["winner"]] == 1


def test_x24_decks_last_to_turn_21():
    log = play(plan_for(2, eight_shelters()))
    rows = {row["turn"]: row for row in log["turns"] if row["seat"] == 0}
    assert rows[17]["deck_end"] == 1
    assert [rows[turn]["canvas_end"] for turn in (18, 20, 21)] == [6, 2, 0]
    assert [rows[turn]["hand_end"] for turn in (21, 22, 23, 24)] == [7, 5, 3, 1]


def test_4_passive_opens_without_changing_anything():
    opening = Opening()
    opening.open_all(0)
    me = opening.s.seat[0]
    assert (int(me.sparkles), int(me.hand), int(me.canvas)) == (5, 5, 2)


def test_4_passive_narrates_nothing(tmp_path):
    game = at(tmp_path, {"hand": ["one", "gift", "nook", "sleeper"], "valley": ["camp", "worker"]})
    play_moment(game.s, game.t, NARRATION)
    assert zones(game, "one", "gift", "nook", "sleeper") == ["hand"] * 4
    assert game.value(["sparkles", 0, 0]) == 20


def test_4_passive_lets_nobody_out(tmp_path):
    game = at(tmp_path, {"valley": ["camp", {"id": "one", "host": "camp"}]})
    play_moment(game.s, game.t, RENEWAL)
    assert game.value(["host", "one", "camp#1"]) == "camp#1"


def test_4_passive_declines_traps(tmp_path):
    game = at(tmp_path, {}, foe={"traps": ["riposte"]})
    game.do(["joust", 0, 1])
    assert game.value(["sparkles", 1, 0]) == 20
    assert game.s.now[1].traps_lapsed == 1


def test_4_passive_jousts_the_lowest_life_then_the_next_clockwise(tmp_path):
    for lives, target in (((9, 8, 7), 3), ((7, 8, 9), 1), ((8, 7, 7), 2), ((7, 7, 7), 1)):
        players = [{"valley": ["ray-1"]}, *({"life": life} for life in lives)]
        game = position(tmp_path, *players, agents=("passive",) * 4)
        game.s.order[:4] = 0, 1, 2, 3
        play_moment(game.s, game.t, JOUST)
        assert game.s.now[0].joust_target == target


def test_4_passive_goes_clockwise_from_its_own_seat(tmp_path):
    game = position(tmp_path, {"life": 5}, {"life": 5}, {"life": 5}, {"life": 5}, agents=("passive",) * 4)
    play_moment(game.s, game.t, JOUST)
    assert [int(game.s.now[seat].joust_target) for seat in range(4)] == [1, 2, 3, 0]


def test_4_passive_dreams_of_the_haversack_while_it_lasts(tmp_path):
    game = at(tmp_path, {"deck": ["one"], "canvas": ["nook", "hall"]})
    play_moment(game.s, game.t, DREAM)
    assert zones(game, "one", "nook", "hall") == ["hand", "hand", "canvas"]


def test_4_passive_discards_the_dearest(tmp_path):
    game = at(tmp_path, {"hand": ["one"] * 6 + ["light-3", "light-5"]})
    play_moment(game.s, game.t, AWAKENING)
    assert zones(game, "light-3", "light-5") == ["rest", "rest"]


def test_4_passive_discards_by_id_among_equals_then_the_oldest(tmp_path):
    """mat-1 and one cost the same; mat-1 comes first as text."""
    game = at(tmp_path, {"hand": ["one", "one", "mat-1", "one", "one", "one", "one", "one"]})
    play_moment(game.s, game.t, AWAKENING)
    assert zones(game, "mat-1", "one#1", "one#2") == ["rest", "rest", "hand"]


def test_4_passive_discards_by_the_current_cost(tmp_path):
    """thrift makes shards of the side cheaper by 1: haze is 2, the fairy of 3 is dearer."""
    game = at(tmp_path, {"hand": ["haze", "light-3"] + ["brief"] * 5, "valley": ["thrift"]})
    play_moment(game.s, game.t, AWAKENING)
    assert zones(game, "haze", "light-3") == ["hand", "rest"]


def memory(game) -> set[str]:
    return {name for name, p in game.names.items() if game.s.piece[p].zone == MEMORY}


def dissipated(tmp_path, player: dict, times: int) -> list[list[str]]:
    """The cards that passive dissipates for empty decks in so many Dreams, two in each."""
    game = at(tmp_path, player, foe={"deck": ["one"] * 8})
    gone = []
    for _ in range(times):
        before = memory(game)
        play_moment(game.s, game.t, DREAM)
        gone.append(sorted(memory(game) - before))
    return gone


def test_4_passive_pays_for_empty_decks_with_the_hand_first(tmp_path):
    player = {"hand": ["light-3", "one", "mat-1"], "valley": ["brief", "fount", "camp"]}
    assert dissipated(tmp_path, player, 1) == [["mat-1#1", "one#1"]]


def test_4_passive_then_with_fairies_shards_and_shelters(tmp_path):
    player = {"valley": ["camp", "fount", "light-3", "brief"]}
    assert dissipated(tmp_path, player, 2) == [["brief#1", "light-3#1"], ["camp#1", "fount#1"]]


def test_4_passive_pays_with_the_avatar_last(tmp_path):
    game = at(tmp_path, {"valley": ["camp"]})
    play_moment(game.s, game.t, DREAM)
    assert game.value(["ended", "deckout", 1]) == ("deckout", 1)


# ---------------------------------------------------------------- curve


def narrated(tmp_path, player: dict, **top):
    game = at(tmp_path, player, "curve", **top)
    play_moment(game.s, game.t, NARRATION)
    return game


def test_4_curve_draws_the_second_shelter():
    opening = Opening(agents=("curve",))
    opening.open_all(0)
    me = opening.s.seat[0]
    assert (int(me.sparkles), int(me.hand), int(me.canvas)) == (4, 6, 1)


@pytest.mark.parametrize(
    ("player", "drawn"),
    [
        ({"deck": ["one", "one"], "canvas": ["nook", "hall"]}, ["nook#1", "one#1"]),
        ({"deck": ["one", "one"], "canvas": ["nook", "hall"], "hand": ["shed"]}, ["one#1", "one#2"]),
        ({"deck": ["one", "one"], "canvas": []}, ["one#1", "one#2"]),
        ({"deck": [], "canvas": ["nook", "hall"], "hand": ["shed"]}, ["hall#1", "nook#1"]),
        ({"deck": ["one"], "canvas": ["nook", "hall"], "hand": ["shed"]}, ["nook#1", "one#1"]),
    ],
)
def test_4_curve_dreams_of_one_shelter_if_it_has_none(tmp_path, player, drawn):
    game = at(tmp_path, player, "curve")
    play_moment(game.s, game.t, DREAM)
    hand = {name for name, p in game.names.items() if game.s.piece[p].zone == HAND and game.s.piece[p].owner == 0}
    assert sorted(hand - {"shed#1"}) == drawn


def test_4_curve_dreams_of_one_shelter_in_every_turn(tmp_path):
    """The points of the last turn are forgotten."""
    game = at(tmp_path, {"deck": ["one"] * 4, "canvas": ["nook", "hall"]}, "curve", {"deck": ["one"] * 4})
    for _ in range(2):
        begin_turn(game.s, game.t)
        play_moment(game.s, game.t, DREAM)
        play_moment(game.s, game.t, NARRATION)
    assert zones(game, "nook", "hall") == ["v", "v"]


def test_4_curve_places_the_lowest_shelter(tmp_path):
    game = narrated(tmp_path, {"hand": ["hall", "nook", "shed"]})
    assert zones(game, "nook", "hall", "shed") == ["v", "hand", "hand"]


def test_4_curve_places_before_it_calls(tmp_path):
    """With the shelter the first fairy costs no toll: 1 for it, and 1 and a toll of 1 for the next."""
    game = narrated(tmp_path, {"hand": ["one", "one", "nook"], "sparkles": 3})
    assert zones(game, "nook", "one#1", "one#2") == ["v", "v", "v"]
    assert game.value(["sparkles", 0, 0]) == 0


def test_4_curve_calls_the_dearest_it_can_pay(tmp_path):
    game = narrated(tmp_path, {"hand": ["one", "light-5", "light-3"], "sparkles": 4, "valley": ["nook"]})
    assert zones(game, "one", "light-5", "light-3") == ["hand", "hand", "v"]


def test_4_curve_calls_the_lowest_id_among_equals(tmp_path):
    game = narrated(tmp_path, {"hand": ["one", "mat-1"], "sparkles": 1, "valley": ["nook"]})
    assert zones(game, "one", "mat-1") == ["hand", "v"]


def test_4_curve_counts_the_toll_as_part_of_the_price(tmp_path):
    game = narrated(tmp_path, {"hand": ["one", "one"], "sparkles": 2, "valley": ["nook"]})
    assert zones(game, "one#1", "one#2") == ["v", "hand"]


def test_4_curve_goes_on_after_a_fairy_it_cannot_pay(tmp_path):
    game = narrated(tmp_path, {"hand": ["light-5", "brief", "moth"], "sparkles": 1, "valley": ["nook"]})
    assert zones(game, "light-5", "brief", "moth") == ["hand", "v", "v"]


def test_4_curve_calls_no_shards_sets_no_traps_and_uses_nothing(tmp_path):
    player = {"hand": ["gift", "parry"], "valley": ["worker", "fount"], "traps": ["sleeper"]}
    game = narrated(tmp_path, player)
    assert zones(game, "gift", "parry", "sleeper") == ["hand", "hand", "traps"]
    assert game.value(["sparkles", 0, 0]) == 20


def test_4_curve_shelters_the_weakest(tmp_path):
    """The lowest ray, then mat, then id: minus-1, then one before ray-1."""
    game = narrated(tmp_path, {"valley": ["camp", "ray-1", "minus-1", "one"]})
    hosts = [game.value(["host", id, "camp#1"]) for id in ("ray-1", "minus-1", "one")]
    assert hosts == ["", "camp#1", ""]


def test_4_curve_looks_at_mat_id_and_arrival_after_ray(tmp_path):
    game = narrated(tmp_path, {"valley": ["camp", "mat-1", "mat-2"]})
    assert game.value(["host", "mat-1", "camp#1"]) == "camp#1"
    game = narrated(tmp_path, {"valley": ["camp", "one", "blink"]})
    assert game.value(["host", "blink", "camp#1"]) == "camp#1"
    game = narrated(tmp_path, {"valley": ["camp", "one", "one"]})
    assert game.value(["host", "one#1", "camp#1"]) == "camp#1"


def test_4_curve_puts_one_into_every_empty_shelter_while_two_are_out(tmp_path):
    game = narrated(tmp_path, {"valley": ["hall", "camp", "one", "ray-1", "ray-2"]})
    hosts = [game.value(["host", id, host]) for id, host in (("one", "hall#1"), ("ray-1", "camp#1"), ("ray-2", ""))]
    assert hosts == ["hall#1", "camp#1", ""]


def test_4_curve_keeps_a_single_fairy_out(tmp_path):
    game = narrated(tmp_path, {"valley": ["camp", "one", {"id": "ray-1", "actioned": True}]})
    assert game.value(["host", "one", ""]) == ""


def test_4_curve_leaves_occupied_shelters_alone(tmp_path):
    game = narrated(tmp_path, {"valley": ["camp", {"id": "ray-2", "host": "camp"}, "one", "ray-1"]})
    assert game.value(["host", "one", ""]) == ""


def test_4_curve_passes_over_shelters_without_a_slot(tmp_path):
    game = narrated(tmp_path, {"valley": ["ruin", "camp", "one", "ray-1"]})
    assert game.value(["host", "one", "camp#1"]) == "camp#1"
