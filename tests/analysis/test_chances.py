"""The win-chance model finds the chances that games were made with, and says how far it is off."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from balance.analysis.chances import MODEL_GAMES, Chances, calibration_error, fit_chances, reliability
from balance.analysis.database import Database
from helpers.run_tools import played
from helpers.tiny_database import Tiny

PLANTED = Chances(np.array([[0.4, 0.2, 0.1], [0.8, 0.5, 0.3]]), 1.0, np.zeros(2), 0)
"""Weights after turns 1 and 2, per point."""
GAMES = 9000


def made_up(chance_of, seats: int = 3, games: int = GAMES, nobody: float = 0.0) -> Tiny:
    """Games whose winner is drawn from ``chance_of(turn, scores)``: even pairs end after turn 2, odd ones after 3.

    Games of three turns stand level after the first, so that every game shows one turn at work.
    """
    random = np.random.default_rng(5)
    rows: dict[str, list[dict]] = {"games": [], "seats": [], "turns": []}
    for game in range(games):
        shown = 1 + game // 2 % 2
        scores = dict(enumerate(random.integers(0, 9, seats).tolist()))
        given = chance_of(shown, scores)
        drawn = int(random.choice(seats, p=[given[seat] for seat in range(seats)]))
        winner = -1 if random.random() < nobody else drawn
        rows["games"].append({"game_no": game, "turns": shown + 1, "winners": int(winner >= 0)})
        for seat in range(seats):
            rows["seats"].append({"game_no": game, "seat": seat, "win_share": float(seat == winner)})
            by_turn = [0] * (shown - 1) + [scores[seat]] * 2
            rows["turns"] += [
                {"game_no": game, "turn": turn, "seat": seat, "score": score} for turn, score in enumerate(by_turn, 1)
            ]
    return Tiny(**{name: pl.DataFrame(table) for name, table in rows.items()})


@pytest.fixture(scope="module")
def planted() -> Tiny:
    return made_up(PLANTED.share)


@pytest.mark.parametrize("turn", [1, 2])
def test_planted_chances_are_found(planted, turn):
    model = fit_chances(planted)
    assert model.games == GAMES
    for scores in ((0, 0, 0), (5, 4, 4), (8, 2, 0), (3, 3, 0), (7, 6, 1), (0, 8, 8)):
        table = dict(enumerate(scores))
        assert model.share(turn, table) == pytest.approx(PLANTED.share(turn, table), abs=0.03)


def test_planted_chances_are_calibrated(planted):
    """Fitted on one half of the games, right in the other, up to what chance does to so many games."""
    table = reliability(planted)
    assert calibration_error(table) < 0.015
    for row in table.filter(pl.col("games") > 200).to_dicts():
        assert row["predicted"] == pytest.approx(row["win_share"], abs=4 * row["win_share_se"])


def test_the_error_of_a_model_that_is_wrong_is_seen():
    """Even games are won by who leads, odd ones by anybody: what the even ones teach is wrong for the odd ones."""
    database = made_up(PLANTED.share)
    even = "UPDATE turn_seats SET win_share = (seat = game_no // 2 % 3)::DOUBLE WHERE game_no % 2 = 1"
    database.connection.execute(even)
    assert calibration_error(reliability(database)) > 0.1


def test_two_seats_have_complementary_chances():
    model = fit_chances(made_up(PLANTED.share, seats=2, games=3000))
    given = model.share(2, {0: 6, 1: 3})
    assert sum(given.values()) == pytest.approx(1)
    assert given == pytest.approx(PLANTED.share(2, {0: 6, 1: 3}), abs=0.05)
    assert model.share(2, {0: 3, 1: 6})[1] == pytest.approx(given[0])


def test_games_nobody_wins_are_set_aside():
    database = made_up(PLANTED.share, games=4000, nobody=0.2)
    given = fit_chances(database).share(1, {0: 5, 1: 1, 2: 0})
    assert sum(given.values()) == pytest.approx(0.8, abs=0.03)
    assert calibration_error(reliability(database)) < 0.02


def test_a_point_more_never_makes_a_chance_smaller():
    """Even where leaders lose: then the score says nothing."""

    def upside_down(turn: int, scores: dict[int, int]) -> dict[int, float]:
        return PLANTED.share(turn, {seat: -score for seat, score in scores.items()})

    model = fit_chances(made_up(upside_down, games=3000))
    assert (model.weights >= 0).all()
    for others in ((0, 0), (4, 4), (2, 7)):
        given = [model.share(1, {0: own, 1: others[0], 2: others[1]})[0] for own in range(12)]
        assert given == sorted(given)
        assert given[-1] < 0.4


def test_the_last_seat_wins_whatever_its_score():
    assert PLANTED.share(2, {1: -5}) == {1: 1.0}


def test_turns_later_than_any_seen_count_as_the_last():
    assert PLANTED.share(9, {0: 4, 1: 0}) == PLANTED.share(2, {0: 4, 1: 0})


def test_only_the_first_games_are_used(monkeypatch):
    monkeypatch.setattr("balance.analysis.chances.MODEL_GAMES", 500)
    assert fit_chances(made_up(PLANTED.share, games=700)).games == 500
    assert MODEL_GAMES == 10_000


def test_without_turns_there_is_no_model(tmp_path):
    with Database(played(tmp_path / "run", games=20, log="seats")) as database:
        assert fit_chances(database) is None
        assert reliability(database) is None


def test_a_run_of_one_seat_has_no_model(tmp_path):
    with Database(played(tmp_path / "run", game="alfheim", players=1, games=20)) as database:
        assert fit_chances(database) is None
