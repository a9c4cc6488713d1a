"""The invariants 1 to 12 of section 7.2 of the rules page, checked on the log of thousands of random games.

Each invariant is a function that bears its number; two tests ask them all of every game.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from balance.engine.game import Plan
from fairy.box import Box, is_right
from fairy.plans import plans
from fairy.table import GameLog, card_table, make, play, with_guess
from helpers.logged_choices import check_choices
from helpers.marks import games
from helpers.own_plans import first_games, many

pytestmark = pytest.mark.slow


def target_of(plan: Plan, box: Box) -> int:
    return plan.settings["fifteen_target"] if plan.variant == "fifteen" else box.top


def fairies_needed(plan: Plan, box: Box) -> int:
    asked = plan.settings["end_fairies"]
    return box.fairies if asked == "all" else int(asked)


def main_turns(game: GameLog) -> list[dict]:
    return [turn for turn in game.by_turn if next(iter(turn.values()))["phase"] == "main"]


def extra_turns(game: GameLog) -> list[dict]:
    return game.by_turn[len(main_turns(game)) :]


def cards_follow_each_other(game, plan, box):
    """1"""
    copies = Counter(card.id for card in box.deck)
    flipped = [next(iter(turn.values()))["next_card"] for turn in game.by_turn]
    order = [game.game["first_card"], *flipped]
    assert Counter(order) <= copies
    for number, turn in enumerate(game.by_turn, start=1):
        for row in turn.values():
            assert row["pile_card"] == order[number - 1]
            assert row["next_card"] == order[number]
            assert row["deck_left"] == len(box.deck) - number
    assert game.game["cards_left"] == len(box.deck) - len(order)


def a_game_has_at_most_one_turn_per_card_of_the_deck(game, plan, box):
    """2"""
    assert game.game["turns_main"] == len(main_turns(game)) >= 1
    assert game.game["turns_extra"] == len(extra_turns(game))
    assert game.game["turns"] == game.game["turns_main"] + game.game["turns_extra"] <= len(box.deck) - 1


def the_reference_deck_lasts_at_least_two_turns(game, plan, box):
    """2"""
    if plan.variant == "base" and fairies_needed(plan, box) == 3:
        assert game.game["turns_main"] >= 2


def the_same_guess_is_right_for_all_or_none(game, plan, box):
    """3"""
    card = {card.id: card for card in box.deck}
    condition = {guess.key: guess.condition for guess in box.guesses}
    for row in game.turns:
        assert row["right"] == is_right(condition[row["guess"]], card[row["pile_card"]], card[row["next_card"]])


def catch_is_right_on_fairies_and_one_of_higher_and_lower_always(game, plan, box):
    """3"""
    for row in game.turns:
        if row["guess"] == "catch":
            assert row["right"] == (row["next_card"] in ("C3", "C10", "C17"))  # 4, 11, 18
    for turn in game.by_turn:
        rights = {row["guess"]: row["right"] for row in turn.values()}
        if {"higher", "lower"} <= rights.keys():
            assert rights["higher"] != rights["lower"]


def points_of_a_turn(game, plan, box):
    """4"""
    guesses = {guess.key: guess for guess in box.guesses}
    for row in game.turns:
        guess = guesses[row["guess"]]
        if row["right"]:
            assert (row["gain"], row["loss"], row["floor_saved"]) == (guess.gain, 0, 0)
        else:
            assert row["gain"] == 0
            assert row["loss"] == min(guess.loss, row["score_before"] - box.floor)
            assert row["loss"] + row["floor_saved"] == guess.loss
        after = row["score_before"] + row["gain"] - row["loss"]
        if plan.settings["top_rule"] == "clamp":
            after = min(after, box.top)
        assert row["score"] == row["score_after"] == after >= box.floor


def scores_go_on_from_turn_to_turn(game, plan, box):
    """5"""
    for seat in range(plan.players):
        before, after = game.column("score_before", seat), game.column("score", seat)
        assert before == [box.start, *after[:-1]]
        assert game.seats[seat]["score"] == game.seats[seat]["score_final"] == after[-1]


def the_main_phase_ends_when_it_must_and_not_before(game, plan, box):
    """6"""
    fairies = {card.id for card in box.deck if card.fairy}
    target, needed = target_of(plan, box), fairies_needed(plan, box)
    seen = int(game.game["first_card"] in fairies and plan.settings["initial_fairy_counts"])
    turns = main_turns(game)
    for number, turn in enumerate(turns, start=1):
        row = next(iter(turn.values()))
        assert row["fairies_seen"] == seen
        seen += row["next_card"] in fairies
        reached = sum(row["score"] >= target for row in turn.values())
        if reached:
            reason = "target"
        elif plan.variant == "base" and seen >= needed:
            reason = "fairies"
        elif number == len(box.deck) - 1:
            reason = "deck_out"
        else:
            reason = None
        assert (reason is None) == (number < len(turns))
    assert game.game["end_reason"] == reason
    assert game.game["at_target"] == reached


def nobody_goes_far_beyond_the_target_in_the_main_phase(game, plan, box):
    """7"""
    most = target_of(plan, box) - 1 + max(guess.gain for guess in box.guesses)
    assert max(game.final("score_main")) <= most


def at_most_30_points_or_21_in_the_variant(game, plan, box):
    """7"""
    if plan.variant == "base":
        assert max(game.final("score_main")) <= 30
    elif plan.settings["fifteen_target"] == 15:
        assert max(game.final("score_main")) <= 21


def rows_of_the_seats_that_play(game, plan, box):
    """8"""
    for turn in main_turns(game):
        assert list(turn) == list(range(plan.players))
    before = main_turns(game)[-1]
    for turn in extra_turns(game):
        best = max(row["score"] for row in before.values())
        assert list(turn) == [seat for seat, row in before.items() if row["score"] == best]
        assert {row["score_before"] for row in turn.values()} == {best}
        assert len(turn) >= 2
        before = turn


def win_shares_and_how_the_game_was_decided(game, plan, box):
    """9"""
    shares = game.final("win_share")
    winners = [seat for seat, share in enumerate(shares) if share > 0]
    assert sum(shares) == pytest.approx(1, abs=1e-6)
    assert game.game["winners"] == len(winners)
    assert [shares[seat] for seat in winners] == pytest.approx([1 / len(winners)] * len(winners))
    last = game.by_turn[-1]
    share = plan.settings["top_rule"] == "share" and game.game["end_reason"] == "target"
    if share:
        assert winners == [seat for seat, row in last.items() if row["score"] >= target_of(plan, box)]
    else:
        best = max(row["score"] for row in last.values())
        assert winners == [seat for seat, row in last.items() if row["score"] == best]
    match game.game["decided"]:
        case "outright":
            assert (len(winners), game.game["turns_extra"]) == (1, 0)
        case "tiebreak":
            assert len(winners) == 1
            assert game.game["turns_extra"] > 0
        case "shared":
            assert len(winners) > 1
            assert game.game["cards_left"] == 0 or share


def components_add_up(game, plan, box):
    """10"""
    keys = [guess.key for guess in box.guesses]
    main = ["pts_start", *(f"pts_{key}" for key in keys), "pts_wrong", "pts_clamped"]
    extra = [*(f"pts_tb_{key}" for key in keys), "pts_tb_wrong", "pts_tb_clamped"]
    for row in game.seats:
        assert row["score_main"] == sum(row[name] for name in main)
        assert row["score"] == sum(row[name] for name in [*main, *extra])
        assert {name for name in row if name.startswith("pts_")} == {*main, *extra}
        played = [turn for turn in game.turns if turn["seat"] == row["seat"] and turn["phase"] == "main"]
        assert row["score_main"] == played[-1]["score"]
        for key in keys:
            assert row[f"n_{key}"] == sum(turn["guess"] == key for turn in played)
            assert row[f"right_{key}"] == sum(turn["guess"] == key and turn["right"] for turn in played)
        assert row["pts_wrong"] <= 0
        assert row["pts_tb_wrong"] <= 0
        if plan.settings["top_rule"] != "clamp":
            assert row["pts_clamped"] == row["pts_tb_clamped"] == 0
        assert row["rank"] == 1 + sum(other["score_main"] > row["score_main"] for other in game.seats)


def no_guess_is_better_than_the_best(game, plan, box):
    """11"""
    most_lost = max(guess.loss for guess in box.guesses)
    for row in game.turns:
        assert row["ev_best"] >= row["ev_true"]
        if row["agent"] == "greedy" and row["score_before"] - most_lost >= box.floor:
            assert row["ev_true"] == pytest.approx(row["ev_best"], abs=1e-9)


def every_guess_of_the_main_phase_is_a_choice(game, plan, box):
    """Section 6: guesses are the only cards that are chosen, one each turn, and all in play can be."""
    guesses = {guess.id: guess.key for guess in box.guesses}
    for row in game.cards:
        turns = main_turns(game) if row["card"] in guesses else []
        picked = [turn for turn in turns if turn[row["seat"]]["guess"] == guesses[row["card"]]]
        assert row["options_in"] == (1 << len(turns)) - 1
        assert row["chosen_in"] == sum(1 << (turn[row["seat"]]["turn"] - 1) for turn in picked)
        assert row["chosen_in"].bit_count() == (row["played"] if turns else 0)


OF_EVERY_TABLE = (
    cards_follow_each_other,
    a_game_has_at_most_one_turn_per_card_of_the_deck,
    the_same_guess_is_right_for_all_or_none,
    points_of_a_turn,
    scores_go_on_from_turn_to_turn,
    the_main_phase_ends_when_it_must_and_not_before,
    nobody_goes_far_beyond_the_target_in_the_main_phase,
    rows_of_the_seats_that_play,
    win_shares_and_how_the_game_was_decided,
    components_add_up,
    no_guess_is_better_than_the_best,
    every_guess_of_the_main_phase_is_a_choice,
)
OF_THE_REFERENCE_SET = (
    the_reference_deck_lasts_at_least_two_turns,
    catch_is_right_on_fairies_and_one_of_higher_and_lower_always,
    at_most_30_points_or_21_in_the_variant,
)


@given(plans(), first_games)
@many(12, at_night=400)
def test_invariants_of_any_card_table(drawn, first):
    plan, box = drawn.plan, Box(drawn.text)
    log = play(plan, first, games(8, 20))
    check_choices(log.cards, declinable=False)
    for game in log.by_game():
        for invariant in OF_EVERY_TABLE:
            invariant(game, plan, box)


@given(plans(edited=False), first_games)
@many(6, at_night=200)
def test_invariants_of_the_reference_set(drawn, first):
    plan, box = drawn.plan, Box(drawn.text)
    for game in play(plan, first, games(15, 40)).by_game():
        for invariant in OF_EVERY_TABLE + OF_THE_REFERENCE_SET:
            invariant(game, plan, box)


OTHERS = [
    {"agents": "always_catch"},
    {"variant": "fifteen"},
    {"settings": {"end_fairies": "1"}},
    {"players": 10},
    {"text": with_guess("catch", gain=1)},
    {"text": card_table(track="floor -9; top 12; start 3")},
]


@pytest.mark.parametrize("other", OTHERS)
def test_12_the_card_order_depends_on_seed_and_game_number_only(other):
    def orders(plan: Plan) -> list[list[str]]:
        return [[game.game["first_card"], *game.column("next_card", 0)] for game in play(plan, 0, 50).by_game()]

    request = {"text": card_table(), "players": 4, "agents": "always_lower"}
    for one, two in zip(orders(make(**request)), orders(make(**request | other)), strict=True):
        both = min(len(one), len(two))
        assert one[:both] == two[:both]
