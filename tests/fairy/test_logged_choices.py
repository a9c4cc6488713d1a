"""The columns options_in and chosen_in: the guesses a seat could make, and the one it made."""

from __future__ import annotations

from fairy.table import card_table, make, play, replay
from helpers.logged_choices import check_choices

GUESSES = {"higher": "FYG1", "lower": "FYG2", "same": "FYG3", "catch": "FYG4"}


def test_three_turns_of_a_known_game():
    game = replay([7, 8, 9, 4, 11, 18], ["HLCHH", "S"])
    turns = game.game["turns_main"]
    assert turns == 5
    masks = {(row["seat"], row["card"]): (row["options_in"], row["chosen_in"]) for row in game.cards}
    chosen = {"higher": 0b11001, "lower": 0b00010, "same": 0, "catch": 0b00100}
    for key, mask in chosen.items():
        assert masks[0, GUESSES[key]] == (0b11111, mask)
        assert masks[1, GUESSES[key]] == (0b11111, 0b11111 if key == "same" else 0)
    assert all(masks[0, row["card"]] == (0, 0) for row in game.cards if row["revealed"] or row["first"])


def test_guesses_of_the_tie_break_are_none():
    log = play(make(players=10, agents="always_higher"), 0, 50)
    assert log.games["turns_extra"].sum() > 0
    choices = check_choices(log.cards, declinable=False)
    assert choices.height == 10 * log.games["turns_main"].sum()
    assert set(choices["options"]) == {4}


def test_63_turns_fit():
    charms = [(number, "ABCDEFGH"[number % 8], number == 64, 1) for number in range(1, 65)]
    text = card_table(charms, track="floor -9; top 9999; start 0")
    plan = make(text, agents="greedy,random", players=2, variant="fifteen", settings={"fifteen_target": 9999})
    log = play(plan, 0, 20)
    assert log.games["turns_main"].max() == 63
    choices = check_choices(log.cards, declinable=False)
    assert choices["choice"].max() == 62
    assert choices.height == 2 * log.games["turns_main"].sum()
