"""The worked examples E1 to E12 of section 7.1 of the rules page: given cards and guesses, then these rows."""

from __future__ import annotations

from fairy.table import replay


def test_e1_only_higher_is_right_from_7_to_19():
    game = replay([7, 19], ["H", "L", "S", "C"])
    assert game.scores(1) == [2, -1, -1, -1]


def test_e2_three_guesses_are_right_from_14_to_11():
    game = replay([14, 11], ["H", "L", "S", "C"])
    assert game.scores(1) == [-1, 2, 4, 7]


def test_e3_the_shortest_game_has_two_turns():
    game = replay([4, 11, 18], ["CC", "HH"])
    assert game.by_turn[0][0]["fairies_seen"] == 1
    assert len(game.by_turn) == 2
    assert game.game["end_reason"] == "fairies"
    assert game.final("score") == [14, 4]
    assert game.final("win_share") == [1, 0]
    assert game.game["decided"] == "outright"


def test_e4_the_floor_stops_the_fall_and_a_gain_counts_from_there():
    game = replay([1, 2, 3, 5, 6, 7, 8, 4, 11, 18], ["LLLLLLC", "H"])
    assert game.column("score", seat=0)[:7] == [-1, -2, -3, -4, -4, -4, 3]
    assert game.column("score", seat=1)[6] == 11


def test_e5_24_points_end_the_game_though_one_fairy_only_was_seen():
    game = replay([20, 21, 4, 1, 2, 3, 5], ["HCSSSS", "LLHHHH"])
    assert game.column("score", seat=0) == [2, 9, 13, 17, 21, 25]
    assert game.game["turns_main"] == 6
    assert game.game["end_reason"] == "target"
    assert game.by_turn[5][0]["fairies_seen"] == 1
    assert game.final("win_share") == [1, 0]


E6_ORDER = [20, 21, 19, 17, 16, 15, 18]
E6_GUESSES = ["SSSSSC", "SSSSSS"]


def test_e6_compare_27_beats_24():
    game = replay(E6_ORDER, E6_GUESSES)
    assert game.scores(6) == [27, 24]
    assert len(game.by_turn) == 6
    assert (game.game["end_reason"], game.game["decided"]) == ("target", "outright")
    assert game.final("win_share") == [1, 0]


def test_e6_clamp_makes_it_a_tie_that_is_played_on():
    game = replay(E6_ORDER, E6_GUESSES, top_rule="clamp")
    assert game.scores(6) == [24, 24]
    assert game.final("score_main") == [24, 24]
    assert game.game["turns_main"] == 6
    assert game.game["turns_extra"] > 0
    assert game.by_turn[6][0]["phase"] == "tiebreak"


def test_e6_share_both_have_reached_24_and_win():
    game = replay(E6_ORDER, E6_GUESSES, top_rule="share")
    assert game.scores(6) == [27, 24]
    assert game.game["turns_extra"] == 0
    assert game.final("win_share") == [0.5, 0.5]


def test_e7_only_the_tied_seats_play_the_extra_turn():
    game = replay([4, 11, 18, 20], ["HHH", "HHL", "LL"])
    assert game.scores(2) == [4, 4, -2]
    assert (game.game["turns_main"], game.game["end_reason"]) == (2, "fairies")
    assert list(game.by_turn[2]) == [0, 1]
    assert game.scores(3) == [6, 3]
    assert len(game.by_turn) == 3
    assert game.final("win_share") == [1, 0, 0]
    assert game.game["decided"] == "tiebreak"


def test_e8_equal_guesses_tie_until_the_deck_is_empty():
    game = replay([4, 11, 18], ["H", "H", "L"])
    assert (game.game["turns_main"], game.game["turns_extra"], game.game["cards_left"]) == (2, 18, 0)
    assert game.game["decided"] == "shared"
    assert game.final("win_share") == [0.5, 0.5, 0]


def test_e9_three_fairies_do_not_end_the_variant():
    game = replay([4, 11, 18, 19], ["H", "L"], fifteen=True)
    assert len(game.by_turn) > 2
    assert game.by_turn[2][0]["phase"] == "main"
    assert game.by_turn[2][0]["fairies_seen"] == 3


def test_e10_the_variant_ends_at_15_points():
    game = replay([20, 21, 19, 17, 18], ["SSSC", "HHHH"], fifteen=True)
    assert game.column("score", seat=0) == [4, 8, 12, 19]
    assert game.column("score", seat=1) == [2, 1, 0, 2]
    assert (game.game["turns"], game.game["end_reason"]) == (4, "target")
    assert game.final("win_share") == [1, 0]


def test_e11_the_variant_can_run_out_of_cards():
    game = replay(range(21, 0, -1), ["H", "C"], fifteen=True)
    assert game.scores(20) == [-4, 4]
    assert (game.game["turns_main"], game.game["end_reason"]) == (20, "deck_out")
    assert game.final("win_share") == [0, 1]


def test_e12_a_tie_with_an_empty_deck_is_shared_at_once():
    others = [number for number in range(1, 22) if number not in (4, 11, 18)]
    game = replay([4, 11, *others, 18], ["L", "L"])  # below 24: a rising row of cards gives Lower little
    assert (game.game["turns_main"], game.game["end_reason"]) == (20, "fairies")
    assert game.game["turns_extra"] == 0
    assert game.game["decided"] == "shared"
    assert game.final("win_share") == [0.5, 0.5]
