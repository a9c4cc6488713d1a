"""The rules FY-18 to FY-35, end, ties, variant and information: at least one test per rule, named by it."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from balance.common.errors import InputError
from fairy.table import Held, card_table, favourite, make, own_style, play, replay

SUIT_C = [20, 21, 19, 17, 16, 15, 18]  # Same suit is right on every card, and the last one is a fairy


def test_every_rule_has_a_test():
    sources = [Path(__file__).with_name(name).read_text() for name in ("test_rules.py", "test_rules_end.py")]
    tested = {int(number) for source in sources for number in re.findall(r"^def test_fy(\d+)_", source, re.MULTILINE)}
    assert tested == set(range(1, 36))


# ---------------------------------------------------------------- end of the main phase


def test_fy18_the_last_fairy_ends_the_game_after_its_turn_is_scored():
    game = replay([5, 4, 3, 11, 2, 18], ["LLHLC", "H"])
    assert game.game["turns"] == 5
    assert game.game["end_reason"] == "fairies"
    assert game.column("gain", seat=0) == [2, 2, 2, 2, 7]
    assert game.by_turn[4][0]["fairies_seen"] == 2


@pytest.mark.parametrize(("needed", "turns"), [("1", 1), ("2", 3), ("3", 5), ("all", 5)])
def test_fy18_end_fairies_says_how_many(needed, turns):
    game = replay([5, 4, 3, 11, 2, 18], ["L", "H"], end_fairies=needed)
    assert game.game["turns_main"] == turns
    assert game.game["end_reason"] == "fairies"


def test_fy18_all_means_the_fairies_of_the_deck():
    charms = [(number, "A", number in (2, 3, 4, 5), 1) for number in range(1, 9)]
    game = replay([1, 2, 3, 4, 6, 5, 7], ["H", "L"], card_table(charms))
    assert game.game["turns_main"] == 5


def test_fy18_one_fairy_on_the_first_card_is_enough_for_end_fairies_1_after_a_turn():
    game = replay([4, 1, 2], ["H", "L"], end_fairies=1)
    assert (game.game["turns_main"], game.game["end_reason"]) == (1, "fairies")


def test_fy18_more_than_the_deck_has_cannot_be_asked_for():
    with pytest.raises(InputError, match="1 to 3"):
        make(settings={"end_fairies": 4})


def test_fy19_24_points_end_the_main_phase():
    game = replay(SUIT_C, ["S", "L"])
    assert game.column("score", seat=0) == [4, 8, 12, 16, 20, 24]
    assert (game.game["end_reason"], game.game["turns"], game.game["at_target"]) == ("target", 6, 1)


def test_fy19_23_points_do_not():
    game = replay([4, 1, 2, 3, 5, 11, 12, 18], ["SSSSCHL", "L"])
    assert game.column("score", seat=0)[:6] == [4, 8, 12, 16, 23, 25]
    game = replay([4, 1, 2, 3, 5, 11, 12, 18], ["SSSSCLH", "L"])
    assert game.column("score", seat=0) == [4, 8, 12, 16, 23, 22, 24]


def test_fy19_the_top_is_the_one_of_the_track():
    game = replay(SUIT_C, ["S", "L"], card_table(track="floor -4; top 10; start 0"))
    assert game.column("score", seat=0) == [4, 8, 12]


def test_fy20_target_is_the_reason_when_both_happen():
    game = replay([4, 1, 2, 3, 5, 11, 18], ["SSSSCC", "L"])
    assert game.column("score", seat=0) == [4, 8, 12, 16, 23, 30]
    assert game.by_turn[5][0]["fairies_seen"] == 2
    assert game.game["end_reason"] == "target"


def test_fy21_with_fy3_the_base_game_never_runs_out_of_cards():
    games = play(make(players=4, agents="random"), 0, 200).games
    assert set(games["end_reason"]) == {"fairies", "target"}


def test_fy21_the_last_fairy_is_at_worst_the_last_card():
    others = [number for number in range(1, 22) if number not in (4, 11, 18)]
    game = replay([4, 11, *others, 18], ["L", "L"])
    assert (game.game["turns_main"], game.game["end_reason"], game.game["cards_left"]) == (20, "fairies", 0)


def test_fy21_without_fy3_it_can():
    game = replay([4], ["L", "L"], initial_fairy_counts="off")
    assert (game.game["turns_main"], game.game["end_reason"]) == (20, "deck_out")
    games = play(make(players=2, agents="random", settings={"initial_fairy_counts": "off"}), 0, 200).games
    out = games.filter(pl.col("end_reason") == "deck_out")
    assert len(out) > 0
    assert out["first_is_fairy"].all()
    assert set(out["turns_main"]) == {20}


# ---------------------------------------------------------------- winner, ties


def test_fy22_the_highest_score_wins():
    game = replay([4, 11, 18], ["HC", "HH", "HL"])
    assert game.final("score") == [9, 4, 1]
    assert game.final("win_share") == [1, 0, 0]
    assert game.final("rank") == [1, 2, 3]


def test_fy22_compare_27_beats_24():
    game = replay(SUIT_C, ["SSSSSC", "SSSSSS"], top_rule="compare")
    assert game.final("win_share") == [1, 0]
    assert (game.game["at_target"], game.game["decided"]) == (2, "outright")


def test_fy22_clamp_cuts_at_the_top_and_the_tied_play_on():
    game = replay(SUIT_C, ["SSSSSCL", "SSSSSSH"], top_rule="clamp")  # 18 is followed by 1
    assert game.scores(6) == [24, 24]
    assert game.final("pts_clamped") == [-3, 0]
    assert game.by_turn[6][0]["gain"] == 2
    assert game.scores(7) == [24, 23]  # cut in the extra turn too
    assert game.final("pts_tb_clamped") == [-2, 0]
    assert game.final("win_share") == [1, 0]
    assert game.game["decided"] == "tiebreak"


def test_fy22_share_all_who_reached_it_win():
    game = replay(SUIT_C, ["SSSSSC", "SSSSSS", "LSSSSS"], top_rule="share")
    assert game.scores(6) == [27, 24, 19]
    assert game.final("win_share") == [0.5, 0.5, 0]
    assert (game.game["decided"], game.game["turns_extra"], game.game["winners"]) == ("shared", 0, 2)


def test_fy22_share_one_who_reached_it_wins_alone():
    game = replay(SUIT_C, ["SSSSSC", "LSSSSS"], top_rule="share")
    assert (game.game["decided"], game.game["winners"]) == ("outright", 1)


def test_fy22_share_is_about_the_target_only():
    game = replay([4, 11, 18, 20], ["HHH", "HHL"], top_rule="share")
    assert game.game["decided"] == "tiebreak"


def test_fy23_only_the_tied_leaders_play_on():
    game = replay([4, 11, 18, 20], ["HHH", "HHL", "LH", "HL"])
    assert game.scores(2) == [4, 4, 1, 1]
    assert list(game.by_turn[2]) == [0, 1]
    assert game.final("score") == [6, 3, 1, 1]
    assert game.final("score_main") == [4, 4, 1, 1]


def test_fy24_an_extra_turn_is_a_normal_turn():
    game = replay([4, 11, 18, 20, 1], ["LLLLLC", "LLLLLC"])
    assert game.scores(2) == [-2, -2]
    assert [row[0]["phase"] for row in game.by_turn[:3]] == ["main", "main", "tiebreak"]
    assert game.by_turn[2][0]["pile_card"] == "FY18"
    assert game.by_turn[2][0]["next_card"] == "FY20"
    assert [game.scores(turn)[0] for turn in (3, 4, 5, 6, 7, 8)] == [-3, -1, -2, -3, -4, -4]  # the floor holds


def test_fy25_the_rule_is_applied_afresh_after_each_extra_turn():
    game = replay([4, 11, 18, 20], ["HHHH", "HHHL", "HHLL"])
    assert game.scores(2) == [4, 4, 4]
    assert game.scores(3) == [6, 6, 3]
    assert list(game.by_turn[3]) == [0, 1]
    assert game.scores(4) == [5, 8]
    assert game.final("win_share") == [0, 1, 0]


def test_fy25_the_winner_can_end_below_a_seat_that_stopped():
    game = replay([4, 11, 18, 1, 2, 3, 5, 6, 7], ["CH" + "L" * 7 + "H", "CH" + "L" * 8, "HC", "CL"])
    assert game.scores(2) == [9, 9, 9, 6]
    assert game.scores(3) == [11, 11, 8]
    extra = [game.scores(turn) for turn in range(4, 11)]
    assert extra == [[10, 10], [9, 9], [8, 8], [7, 7], [6, 6], [5, 5], [7, 4]]
    assert game.final("score") == [7, 4, 8, 6]  # seat 2 stopped at 8
    assert game.final("win_share") == [1, 0, 0, 0]
    assert game.final("rank") == [1, 1, 1, 4]  # by the score at the end of the main phase
    assert game.game["margin"] == 0


def test_fy26_neither_fairies_nor_24_points_end_extra_turns():
    game = replay([20, 21, 4, 1, 2, 3, 5], ["HCSSSSH", "HCSSSSH"])
    assert game.game["turns_main"] == 6
    assert game.game["turns_extra"] == 14
    assert game.scores(20) == [53, 53]
    assert "FY11" in game.column("next_card", seat=0)[6:]
    assert "FY18" in game.column("next_card", seat=0)[6:]


def test_fy27_an_empty_deck_shares_the_victory():
    game = replay([4, 11, 18], ["H", "H", "H", "L"])
    assert game.game["cards_left"] == 0
    assert game.final("win_share") == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert (game.game["decided"], game.game["winners"]) == ("shared", 3)


def test_fy27_also_when_it_is_empty_as_the_tie_arises():
    others = [number for number in range(1, 22) if number not in (4, 11, 18)]
    game = replay([4, 11, *others, 18], ["L", "L"])
    assert (game.game["decided"], game.game["turns_extra"]) == ("shared", 0)


@pytest.mark.parametrize("players", [2, 5, 10])
def test_fy28_equal_scripts_share_every_game(players):
    log = play(make(players=players, agents="always_higher"), 0, 50)
    assert set(log.games["decided"]) == {"shared"}
    assert log.seats["win_share"].to_list() == pytest.approx([1 / players] * 50 * players)


@pytest.mark.parametrize("style", ["greedy", "novice"])
def test_fy28_equal_deterministic_styles_share_most_games(style):
    games = play(make(players=4, agents=style), 0, 250).games
    assert (games["decided"] == "shared").mean() > 0.5


@pytest.mark.parametrize(("letters", "shares"), [("HLC", [0, 1, 0]), ("LLC", [0.5, 0.5, 0])])
def test_fy29_an_empty_deck_ends_the_main_phase(letters, shares):
    text = card_table(track="floor -4; top 99; start 0")
    game = replay(range(21, 0, -1), [*letters], text, fifteen=True, fifteen_target=99)
    assert (game.game["turns_main"], game.game["end_reason"]) == (20, "deck_out")
    assert game.game["turns_extra"] == 0
    assert game.final("score_main")[1] == 40
    assert game.final("win_share") == shares


def test_fy29_in_the_base_game_too():
    text = card_table(track="floor -4; top 99; start 0")
    game = replay([4, 1, 2, 3], ["H", "LC", "L"], text, initial_fairy_counts="off")
    assert game.game["end_reason"] == "deck_out"
    assert game.final("score_main") == [37, 1, -4]
    assert game.final("win_share") == [1, 0, 0]


# ---------------------------------------------------------------- 15-point variant


def test_fy30_fairies_never_end_the_variant():
    game = replay([4, 11, 18], ["H", "L"], fifteen=True)
    assert game.game["turns_main"] > 2


def test_fy30_15_points_end_it():
    game = replay([15, 18, 16, 17, 19, 20], ["CSS", "SSLSS"], fifteen=True)
    assert game.scores(3) == [15, 7]
    assert game.game["end_reason"] == "target"
    assert game.final("win_share") == [1, 0]


def test_fy30_19_beat_16():
    game = replay([20, 21, 19, 17, 18], ["SSSC", "SSSS"], fifteen=True)
    assert game.scores(4) == [19, 16]
    assert game.final("win_share") == [1, 0]


def test_fy30_14_points_do_not_end_it():
    game = replay([5, 4, 11], ["CCL", "H"], fifteen=True)
    assert game.column("score", seat=0)[:2] == [7, 14]
    assert game.by_turn[2][0]["phase"] == "main"


@pytest.mark.parametrize("target", [1, 9, 15, 24])
def test_fy30_fifteen_target_says_how_many_points(target):
    game = replay([*range(15, 22), 1], ["S", "L"], fifteen=True, fifteen_target=target)
    assert game.game["turns_main"] == -(-target // 4)
    assert game.game["end_reason"] == "target"


def test_fy30_the_setting_does_nothing_in_the_base_game():
    game = replay(SUIT_C, ["S", "L"], fifteen_target=5)
    assert game.final("score_main")[0] == 24


def test_fy31_nobody_has_more_than_21_at_the_end_of_the_main_phase():
    seats = play(make(players=10, variant="fifteen"), 0, 120).seats
    assert 15 <= seats["score_main"].max() <= 21


def test_fy31_share_works_with_the_target():
    game = replay([20, 21, 19, 17, 18], ["SSSC", "SSSS", "SSSH"], fifteen=True, top_rule="share")
    assert game.scores(4) == [19, 16, 14]
    assert game.final("win_share") == [0.5, 0.5, 0]


def test_fy31_clamp_cuts_at_the_end_of_the_track():
    text = card_table(track="floor -4; top 16; start 0")
    game = replay([20, 21, 19, 17, 18], ["SSSC", "SSSS"], text, fifteen=True, top_rule="clamp")
    assert game.scores(4) == [16, 16]
    assert game.final("pts_clamped") == [-3, 0]


def test_fy32_ties_at_15_play_on():
    game = replay([20, 21, 19, 17, 18, 1], ["SSSCL", "SSSCH", "H"], fifteen=True)
    assert game.scores(4) == [19, 19, 2]
    assert game.by_turn[4][0]["phase"] == "tiebreak"
    assert game.scores(5) == [21, 18]
    assert game.final("win_share") == [1, 0, 0]


def test_fy32_nobody_at_15_ends_with_the_deck():
    game = replay(range(21, 0, -1), ["H", "C"], fifteen=True)
    assert (game.game["turns_main"], game.game["end_reason"]) == (20, "deck_out")
    assert game.final("win_share") == [0, 1]


# ---------------------------------------------------------------- information


def test_fy33_a_guess_may_use_all_that_is_open_at_the_table():
    plan = make(players=2, agents="greedy")
    low = Held(plan, [10, 1, 2, 3, 11])
    assert low.guess() == "H"  # the pile card: 11 of 20 cards are higher
    for _ in range(4):
        low.turn("HH")
    assert low.guess() == "H"  # on the 11, with 1, 2, 3 and 10 covered: 10 are higher, 6 lower, 5 of the suit
    high = Held(plan, [10, 21, 20, 19, 11])
    for _ in range(4):
        high.turn("HH")
    assert high.guess() == "L"


def test_fy33_scores_and_turns_left_may_count():
    chaser = Held(make(players=2, agents="chaser"), [9, 1, 2, 3])
    assert favourite(chaser) == "H"
    chaser.state.score[1] = 20
    assert favourite(chaser) == "C"  # 20 behind with 16 turns to go


@pytest.mark.parametrize("style", ["greedy", "novice", "forgetful", "cautious", "dreamer", "chaser", "random"])
def test_fy34_a_guess_does_not_know_the_order_of_the_deck(style):
    flipped = [10, 3, 17, 8, 21, 14]
    plan = make(players=2, agents=f"{style},greedy", fixed_seats=True)

    def guesses(deck) -> list[str]:
        held = Held(plan, [*flipped, *(number for number in deck if number not in flipped)], game_no=7)
        made = []
        for _ in flipped:
            made.append(held.guess())
            held.turn("HL")
        return made

    assert guesses(range(1, 22)) == guesses(range(21, 0, -1))


@pytest.mark.parametrize("rival", ["greedy", "forgetful", "random"])
def test_fy34_a_guess_does_not_know_the_memory_of_other_seats(rival):
    def guesses(rival: str) -> list[str]:
        turns = play(make(players=2, agents=f"forgetful,{rival}", fixed_seats=True), 0, 60).turns
        main = turns.filter((pl.col("seat") == 0) & (pl.col("phase") == "main") & (pl.col("turn") <= 2))
        return main["guess"].to_list()

    assert guesses(rival) == guesses("novice")


def test_fy34_other_styles_matter_through_the_scores_only():
    """A style that weighs no score makes the same guesses beside anybody."""
    style = own_style("half", {"ev": 1.0, "is_catch": 0.3}, retention=0.5, noise=0.3)

    def guesses(rival: str) -> dict[tuple[int, int], str]:
        plan = make(own=[style], players=3, agents=f"{rival},half,{rival}", fixed_seats=True)
        turns = play(plan, 0, 100).turns.filter((pl.col("seat") == 1) & (pl.col("phase") == "main"))
        return {(row["game_no"], row["turn"]): row["guess"] for row in turns.to_dicts()}

    one, two = guesses("always_lower"), guesses("greedy")
    assert len(one) > 1000
    assert all(one[turn] == guess for turn, guess in two.items() if turn in one)


def test_fy35_remembering_is_part_of_the_style():
    held = Held(make(players=2, agents="novice,greedy", fixed_seats=True), [9, 21, 20, 19, 18, 17, 16, 8])
    for _ in range(7):
        held.turn("HH")
    assert held.state.pile == 7
    assert held.known(0) == set()
    assert held.known(1) == {9, 21, 20, 19, 18, 17, 16}
    assert held.guess(0) == "H"  # 13 of 20 are higher, it believes
    assert held.guess(1) == "S"  # of the unseen 1 to 7 and 10 to 15, five are of the suit: 5 x 5 beats 3 x 7
