"""The rules FY-1 to FY-17, set-up and turn: at least one test per rule, named by it."""

from __future__ import annotations

import itertools
from collections import Counter

import polars as pl
import pytest
from scipy.stats import chisquare

from balance.common.errors import InputError
from balance.engine.kernels.kernel import new
from balance.engine.kernels.rng import start_streams
from balance.games.fairy.rules import shuffle_deck
from balance.games.fairy.state import STREAMS
from fairy.table import KEYS, card_table, make, play, replay, with_guess

PLAYERS = range(2, 11)
VARIANTS = ("base", "fifteen")

# ---------------------------------------------------------------- setup


def shuffled(text: str, games: int) -> list[tuple[int, ...]]:
    """The card orders of many games, by place in the deck."""
    plan = make(text, seed=5)
    s, t = new(plan.game.state_record), plan.table()
    orders = []
    for game_no in range(games):
        start_streams(s, plan.seed, game_no, STREAMS)
        shuffle_deck(s, t)
        orders.append(tuple(s.order[: t.cards].tolist()))
    return orders


@pytest.mark.slow
def test_fy1_every_order_of_the_deck_is_equally_likely():
    orders = Counter(shuffled(card_table([(number, "A", number == 4, 1) for number in range(1, 5)]), 12_000))
    assert set(orders) == set(itertools.permutations(range(4)))
    assert chisquare(list(orders.values())).pvalue > 1e-4


@pytest.mark.slow
def test_fy1_every_card_comes_to_every_place_equally_often():
    orders = shuffled(card_table(), 10_500)
    for place in range(21):
        counts = Counter(order[place] for order in orders)
        assert len(counts) == 21
        assert chisquare(list(counts.values())).pvalue > 1e-4 / 21


def test_fy1_every_copy_of_a_card_is_in_the_deck():
    charms = [(1, "A", False, 3), (2, "A", False, 0), (3, "B", True, 2), (4, "B", False, 1)]
    plan = make(card_table(charms), variant="fifteen", players=2, agents="always_lower")
    for game in play(plan, 0, 50).by_game():
        cards = [game.game["first_card"], *game.column("next_card", seat=0)]
        assert sorted(cards) == ["C0", "C0", "C0", "C2", "C2", "C3"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_fy2_the_first_pile_card_is_flipped_without_a_guess(variant):
    for game in play(make(players=3, variant=variant), 0, 50).by_game():
        for row in game.by_turn[0].values():
            assert row["pile_card"] == game.game["first_card"]
            assert row["next_card"] != game.game["first_card"]
            assert row["score_before"] == 0


@pytest.mark.parametrize(("setting", "seen", "turns"), [("true", 1, 2), ("false", 0, 20)])
def test_fy3_a_fairy_on_the_first_card_counts_as_revealed(setting, seen, turns):
    game = replay([4, 11, 18], ["L", "L"], initial_fairy_counts=setting)
    assert game.by_turn[0][0]["fairies_seen"] == seen
    assert game.by_turn[1][0]["fairies_seen"] == seen + 1
    assert game.game["turns_main"] == turns


def test_fy3_a_first_card_without_a_fairy_counts_for_nothing():
    for setting in ("true", "false"):
        game = replay([5, 4, 11, 18], ["H", "L"], initial_fairy_counts=setting)
        assert [row[0]["fairies_seen"] for row in game.by_turn] == [0, 1, 2]
        assert game.game["turns_main"] == 3


@pytest.mark.slow
def test_fy4_every_player_starts_at_0():
    for players in PLAYERS:
        turns = play(make(players=players), 0, 5).turns.filter(pl.col("turn") == 1)
        assert len(turns) == 5 * players
        assert turns["score_before"].to_list() == [0] * len(turns)


def test_fy4_the_start_is_the_one_of_the_track():
    game = replay([1, 2, 3], ["H", "L"], card_table(track="floor -4; top 24; start 5"))
    assert game.scores(1) == [7, 4]
    assert game.final("pts_start") == [5, 5]


@pytest.mark.slow
def test_fy5_two_to_ten_can_play():
    for players in PLAYERS:
        log = play(make(players=players), 0, 5)
        assert log.seats.group_by("game_no").len()["len"].to_list() == [players] * 5


@pytest.mark.parametrize("players", [-1, 0, 1, 11, 100])
def test_fy5_any_other_number_of_players_is_refused(players):
    with pytest.raises(InputError, match="2 to 10"):
        make(players=players)


def test_fy5_no_more_players_than_score_cards():
    text = card_table(score_cards=6)
    assert make(text, players=6).players == 6
    with pytest.raises(InputError, match="2 to 6"):
        make(text, players=7)


@pytest.mark.slow
def test_fy6_seats_are_equal():
    order = [9, 20, 4, 17, 11, 3, 18, 14]
    letters = ("HLSC", "LLHH", "CCCH")
    points = dict(zip(letters, replay(order, letters).final("score_main"), strict=True))
    for dealt in itertools.permutations(letters):
        assert replay(order, dealt).final("score_main") == [points[text] for text in dealt]


# ---------------------------------------------------------------- a turn


def test_fy7_guess_reveal_score_then_the_end_check():
    game = replay([4, 11, 18], ["C", "L"])
    assert game.scores(2) == [14, -2]  # the turn of the last fairy is scored
    assert game.game["turns_main"] == 2


def test_fy7_the_turns_are_numbered_from_1_without_gaps():
    for game in play(make(players=3), 0, 50).by_game():
        turns = sorted({row["turn"] for row in game.turns})
        assert turns == list(range(1, game.game["turns_main"] + game.game["turns_extra"] + 1))


@pytest.mark.parametrize("players", PLAYERS)
def test_fy8_everybody_makes_one_of_the_four_guesses_every_turn(players):
    for game in play(make(players=players, agents="random"), 0, 5).by_game():
        for turn in game.by_turn[: game.game["turns_main"]]:
            assert list(turn) == list(range(players))
            assert {row["guess"] for row in turn.values()} <= set(KEYS)


def test_fy8_hopeless_guesses_are_allowed():
    game = replay([21, 4, 11, 18, 5], ["H", "L", "L"], fifteen=True)  # Higher on the 21
    assert (game.by_turn[0][0]["guess"], game.by_turn[0][0]["unseen_right_higher"]) == ("higher", 0)
    game = replay([4, 11, 18, 5, 6], ["HHC", "LLL"], fifteen=True)  # Catch when all fairies are gone
    assert (game.by_turn[2][0]["guess"], game.by_turn[2][0]["unseen_right_catch"]) == ("catch", 0)


def test_fy8_a_withdrawn_guess_is_never_made():
    text = card_table(guesses=[("higher", "next > pile", 2, 1), ("same", "same suit", 4, 1)])
    turns = play(make(text, players=4, agents="random"), 0, 50).turns
    assert set(turns["guess"]) == {"higher", "same"}


@pytest.mark.parametrize("rival", ["always_higher", "always_catch", "greedy", "random"])
def test_fy9_no_guess_depends_on_another_of_the_same_turn(rival):
    def first_guesses(agents: str) -> list[str]:
        turns = play(make(players=3, agents=agents, fixed_seats=True), 0, 50).turns
        return turns.filter((pl.col("turn") == 1) & (pl.col("seat") > 0))["guess"].to_list()

    assert first_guesses(f"{rival},chaser,random") == first_guesses("always_lower,chaser,random")


def test_fy10_the_next_card_of_the_deck_is_flipped():
    order = [7, 19, 2, 14, 8]
    game = replay(order, ["L", "L"])
    names = [f"FY{number:02}" for number in order]
    assert game.column("pile_card", seat=0)[:4] == names[:4]
    assert game.column("next_card", seat=0)[:4] == names[1:]


def rights(pile: int, following: int, text: str | None = None) -> list[bool]:
    game = replay([pile, following], ["H", "L", "S", "C"], text)
    return [row["right"] for row in game.by_turn[0].values()]


@pytest.mark.slow
def test_fy11_a_guess_is_right_exactly_as_printed():
    cards = {number: ((number - 1) // 7, number in (4, 11, 18)) for number in range(1, 22)}
    for pile, following in [(7, 8), (8, 7), (1, 21), (21, 1), (4, 5), (5, 4), (11, 18), (18, 11), (14, 8), (15, 14)]:
        same = cards[pile][0] == cards[following][0]
        assert rights(pile, following) == [following > pile, following < pile, same, cards[following][1]]


def test_fy11_catch_looks_at_the_next_card_only():
    assert rights(11, 12)[3] is False
    assert rights(12, 11)[3] is True
    assert rights(4, 11)[3] is True


def test_fy11_the_printed_condition_counts():
    text = with_guess("same", condition="gap <= 3 and not fairy")
    assert [rights(8, following, text)[2] for following in (5, 11, 12, 9)] == [True, False, False, True]


def test_fy12_one_card_can_make_three_guesses_right():
    assert rights(14, 11) == [False, True, True, True]
    assert rights(8, 11) == [True, False, True, True]


def test_fy12_of_higher_and_lower_exactly_one_is_right():
    turns = play(make(players=2, agents="always_higher,always_lower"), 0, 50).turns
    assert turns.group_by("game_no", "turn").agg(pl.col("right").sum())["right"].unique().to_list() == [1]


def test_fy12_on_equal_numbers_both_are_wrong():
    text = card_table([(5, "A", False, 2), (6, "B", True, 1), (7, "B", False, 1)])
    game = replay([5, 5, 6, 7], ["H", "L", "S"], text)
    assert game.scores(1) == [-1, -1, 4]


def test_fy13_right_guesses_gain_and_wrong_ones_lose():
    assert replay([1, 4], ["H", "L", "S", "C"]).scores(1) == [2, -1, 4, 7]
    assert replay([21, 5], ["H", "L", "S", "C"]).scores(1) == [-1, 2, -1, -1]


def test_fy13_the_points_are_those_of_the_guess_rows():
    text = with_guess("catch", gain=9, loss=3)
    assert replay([1, 4], ["C", "H"], text).scores(1) == [9, 2]
    assert replay([1, 5], ["C", "H"], text).scores(1) == [-3, 2]


def test_fy14_score_never_falls_below_the_floor():
    game = replay([1, 2, 3, 5, 6, 7, 8], ["L", "H"])
    assert game.column("score", seat=0)[:6] == [-1, -2, -3, -4, -4, -4]
    assert game.column("loss", seat=0)[:6] == [1, 1, 1, 1, 0, 0]
    assert game.column("floor_saved", seat=0)[:6] == [0, 0, 0, 0, 1, 1]


def test_fy14_a_gain_counts_from_the_floor():
    game = replay([1, 2, 3, 5, 6, 7, 4], ["LLLLLL", "H"])
    assert game.column("score", seat=0)[4:6] == [-4, -2]


def test_fy14_a_large_loss_is_cut_at_the_floor():
    game = replay([1, 2, 3, 5], ["L", "H"], with_guess("lower", loss=3))
    assert game.column("score", seat=0)[:3] == [-3, -4, -4]
    assert game.column("loss", seat=0)[:3] == [3, 1, 0]
    assert game.column("floor_saved", seat=0)[:3] == [0, 2, 3]


def test_fy14_the_floor_is_the_one_of_the_track():
    game = replay([1, 2, 3, 5], ["L", "H"], card_table(track="floor -2; top 24; start 0"))
    assert game.column("score", seat=0)[:3] == [-1, -2, -2]
    game = replay([1, 2, 3, 5], ["L", "H"], card_table(track="floor 0; top 24; start 0"))
    assert game.column("score", seat=0)[:3] == [0, 0, 0]


def test_fy15_scores_above_24_stay_numbers():
    game = replay([20, 21, 19, 17, 16, 15, 18], ["SSSSSC", "L"])
    assert game.final("score_main")[0] == 27


def test_fy15_an_extra_turn_counts_on_above_24():
    game = replay([20, 21, 19, 17, 16, 15, 18], ["SSSSSCL", "SSSSSCL"])
    assert game.scores(6) == [27, 27]
    assert game.scores(7) == [29, 29]  # 18, then 1


def test_fy16_all_seats_score_before_anything_is_checked():
    game = replay([20, 21, 19, 17, 16, 15, 18], ["SSSSSC", "SSSSSS", "LLLLLC"])
    assert game.scores(6) == [27, 24, 14]  # seat 0 reaches 24, the others still get their points


def test_fy17_the_flipped_card_becomes_the_pile_card():
    for game in play(make(players=2), 0, 50).by_game():
        piles, flipped = game.column("pile_card", 0), game.column("next_card", 0)
        assert piles[1:] == flipped[: len(piles) - 1]


def test_fy17_the_pile_is_never_shuffled_back():
    for game in play(make(players=2, agents="always_higher", variant="fifteen"), 0, 50).by_game():
        cards = [game.game["first_card"], *game.column("next_card", 0)]
        assert len(set(cards)) == len(cards) <= 21
