"""The headline figures, over hand-made games."""

from __future__ import annotations

import math

import pytest

from balance.analysis.stats import widened
from fairy_conundrum.questions import ask, duel, duels
from helpers.asked import Row, one

SEATS: tuple[Row, ...] = (
    {
        "seat": 0,
        "deck": "dawn_rush",
        "win_share": 1.0,
        "score": 10,
        "pts_lost_joust": -14,
        "pts_gained": 6,
        "pts_paid_mes": -2,
    },
    {"seat": 1, "deck": "dusk_snare", "score": -2, "rank": 3, "pts_lost_joust": -20, "pts_lost_direct": -4},
    {"seat": 2, "deck": "dusk_snare", "score": -1, "rank": 2, "pts_lost_damage": -20},
    {"game_no": 1, "seat": 0, "deck": "dusk_snare", "win_share": 1.0, "score": 4},
    {"game_no": 1, "seat": 1, "deck": "dawn_rush", "score": -3, "rank": 2},
    {"game_no": 1, "seat": 2, "deck": "dusk_snare", "score": -4, "rank": 2},
    {"game_no": 2, "seat": 0, "deck": "dawn_rush", "score": 0},
    {"game_no": 2, "seat": 1, "deck": "dawn_rush", "score": -1, "rank": 3},
    {"game_no": 2, "seat": 2, "deck": "dawn_rush", "score": -1, "rank": 2},
)
GAMES: tuple[Row, ...] = (
    {"game_no": 0, "players": 3, "winner": 0, "first_player_t1": 2, "turns": 6},
    {"game_no": 1, "players": 3, "winner": 0, "first_player_t1": 0, "turns": 8},
    {"game_no": 2, "players": 3, "winner": -1, "first_player_t1": 1, "turns": 20, "end_reason": "no_winner"},
)


@pytest.fixture(scope="module")
def figures() -> list[Row]:
    return ask("figures", seats=SEATS, games=GAMES)


VALUES = {
    ("turns_p5", ""): 6,
    ("turns_p95", ""): 20,
    ("first_player_win_share", ""): 1 / 2,
    ("place_win_share", "place 1"): 1 / 2,
    ("place_win_share", "place 2"): 1 / 2,
    ("place_win_share", "place 3"): 0,
    ("winner_life_mean", ""): 7,
    ("stands_at_zero_share", ""): 1 / 3,
    ("life_loss_share", "jousts"): 34 / 60,
    ("life_loss_share", "damage of effects"): 20 / 60,
    ("life_loss_share", "direct loss"): 4 / 60,
    ("life_loss_share", "mésangettes"): 2 / 60,
    ("life_loss_share", "abilities"): 0,
    ("life_gained_mean", ""): 6 / 9,
    ("deck_win_share", "dawn rush"): 1 / 5,
    ("deck_win_share", "dusk snare"): 1 / 4,
    ("deck_against_share", "dawn rush against dusk snare"): 2 / 3,
    ("deck_against_share", "dusk snare against dawn rush"): 1 / 3,
    ("first_out_share", "place 1"): 1 / 2,
    ("first_out_share", "place 2"): 0,
    ("first_out_share", "place 3"): 1 / 2,
    ("deck_first_out_share", "dawn rush"): 1 / 5,
    ("deck_first_out_share", "dusk snare"): 1 / 4,
}


@pytest.mark.parametrize(("name", "value"), VALUES.items(), ids=[" ".join(name) for name in VALUES])
def test_the_value_of_a_figure(figures: list[Row], name: tuple[str, str], value: float):
    assert one(figures, figure=name[0], subject=name[1])["value"] == pytest.approx(value)


def test_the_figures_of_single_games_say_nothing_of_matches(figures: list[Row]):
    assert not [row["figure"] for row in figures if "match" in row["figure"] or "game_" in row["figure"]]


def test_the_standard_error_counts_a_game_as_one_case():
    """Seats gain 8 and 0 together: means of 4 and 0 a seat."""
    played = duels(duel(0, "a", "b"), duel(1, "a", "b"))
    for seat in played["seats"]:
        seat["pts_gained"] = 4 if seat["game_no"] == 0 else 0
    row = one(ask("figures", **played), figure="life_gained_mean")
    assert (row["value"], row["se"], row["n"]) == (2, pytest.approx(widened(2) * math.sqrt(4**2 + 4**2) / 4), 4)


def test_the_games_of_a_match_are_one_case():
    played = duels(duel(0, "a", "b"), duel(1, "a", "b", 1))
    apart = one(ask("figures", **played), figure="deck_win_share", subject="a")
    for game in played["games"]:
        game |= {"match_id": 0, "match_games": "3", "match_game": game["game_no"]}
    together = one(ask("figures", **played), figure="deck_win_share", subject="a")
    assert apart["se"] > 0
    assert (together["value"], together["se"]) == (apart["value"], 0)


def test_a_deck_does_not_play_against_itself():
    figures = ask("figures", **duels(duel(0, "a", "a")))
    assert not [row for row in figures if row["figure"] == "deck_against_share"]
    assert one(figures, figure="deck_win_share")["value"] == 1 / 2


def test_with_two_players_nobody_falls_first():
    figures = ask("figures", **duels(duel(0, "a", "b")))
    assert not [row["figure"] for row in figures if "first_out" in row["figure"]]


def test_random_decks_go_by_their_avatars():
    played = duels(duel(0, "a", "b", deck_mode="random_legal"))
    for seat in played["seats"]:
        seat |= {"avatar": f"Avatar {seat['seat']}", "deck": "random"}
    assert one(ask("figures", **played), figure="deck_win_share", subject="Avatar 0")["value"] == 1


# ---- matches


def match(number: int, *winners: int) -> list[tuple[list[Row], Row]]:
    """A match of a against b at most five games long, won by these participants: 0 for a, 1 for b, -1 for nobody.

    In the second game they sit the other way round.
    """
    games = []
    for index, winner in enumerate(winners):
        decks = ("a", "b") if index % 2 == 0 else ("b", "a")
        seat = -1 if winner < 0 else (winner + index) % 2
        cells = {"match_id": number, "match_game": index, "match_games": "5"}
        games.append(duel(5 * number + index, *decks, seat, **cells))
    return games


MATCHES = {
    "a wins the first two": ((0, 0), 0, 0),
    "a wins at last": ((0, 1, 0), 0, 0),
    "b turns it": ((0, 1, 1), 0, 1),
    "b turns it in the fourth and fifth": ((0, 0, 1, 1, 1), 0, 1),
    "a draw after the first game": ((0, 1, -1), 1, 1),
}


@pytest.mark.parametrize(("winners", "drawn", "turned"), MATCHES.values(), ids=MATCHES)
def test_who_wins_a_match(winners: tuple[int, ...], drawn: int, turned: int):
    figures = ask("figures", **duels(*match(0, *winners)))
    assert one(figures, figure="match_drawn_share")["value"] == drawn
    assert one(figures, figure="match_turned_share")["value"] == turned
    assert one(figures, figure="match_length_mean")["value"] == len(winners)


def test_a_match_whose_first_game_nobody_wins_is_not_turned():
    figures = ask("figures", **duels(*match(0, -1, 0, 0)))
    assert not [row for row in figures if row["figure"] == "match_turned_share"]


def test_the_reserve_is_told_by_first_and_second_games():
    figures = ask("figures", **duels(*match(0, 0, 1, 1), *match(1, 0, 0)))
    assert one(figures, figure="deck_game_1_win_share", subject="a")["value"] == 1
    assert one(figures, figure="deck_game_2_win_share", subject="a")["value"] == 1 / 2
