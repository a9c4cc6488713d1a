"""Five games that a person can work through: every card number, with the arithmetic written out.

Three seats; seats 0 and 1 are played boldly, seat 2 shyly, in every game, so that the seat alone makes the cell.

    game   wins          who saw the card A (* took it)        turns
    0      seat 0        seat 0 *, seat 1                      3
    1      seats 0, 1    seat 0 *, seat 2                      3
    2      seat 2        seat 0 *, seat 2                      2
    3      seat 1        seat 1 *, seat 0                      3
    4      nobody        seat 1 (seat 2 only met it)           2
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from scipy.optimize import minimize

from balance.analysis.cards.metrics import ALL
from helpers.card_runs import HandRun, by_card

F = Fraction
Z = NormalDist().inv_cdf(0.975)
WINS = [[1, 0, 0], [F(1, 2), F(1, 2), 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]]
TURNS = [3, 3, 2, 3, 2]
SCORES = [[9, 4, 2], [7, 7, 1], [3, 5, 8], [2, 6, 4], [1, 1, 1]]


def saw(game: int, seat: int, card: str, **more: int) -> dict:
    """A seat saw a card in a game, and what else."""
    return {"game_no": game, "seat": seat, "card": card, "seen": 1, "met_turn": 1, **more}


CARDS = [
    # A: the first choice of most; chosen_in and options_in are bits, 1 for the first choice, 2 for the second
    saw(0, 0, "A", taken=1, played=1, used=2, kept=1, first_turn=1, options_in=0b1, chosen_in=0b1),
    saw(0, 1, "A", options_in=0b1),
    saw(1, 0, "A", taken=2, played=1, used=1, first_turn=2, options_in=0b11, chosen_in=0b10),
    saw(1, 2, "A"),
    saw(2, 0, "A", taken=1, played=1, kept=1, first_turn=2, options_in=0b1, chosen_in=0b1),
    saw(2, 2, "A", options_in=0b1),
    saw(3, 1, "A", taken=1, played=1, kept=1, first_turn=3, options_in=0b1, chosen_in=0b1),
    saw(3, 0, "A"),
    saw(4, 1, "A"),
    saw(4, 2, "A", seen=0, used_by_others=3),
    # B and C: what else there was to choose
    saw(0, 0, "B", options_in=0b1),
    saw(0, 1, "B", taken=1, options_in=0b1, chosen_in=0b1),
    saw(0, 1, "C", options_in=0b1),
    saw(1, 0, "C", taken=1, options_in=0b11, chosen_in=0b1),
    saw(2, 0, "C", options_in=0b1),
    saw(2, 2, "B", options_in=0b1),  # passed: none of the two was chosen
    saw(3, 1, "B", options_in=0b1),
    saw(3, 1, "C", options_in=0b1),
    # D: seen by one seat, never taken
    saw(4, 0, "D"),
]


@pytest.fixture(scope="module")
def summary():
    games = [{"game_no": game, "turns": turns} for game, turns in enumerate(TURNS)]
    seats = [
        {
            "game_no": game,
            "seat": seat,
            "agent": "shy" if seat == 2 else "bold",
            "win_share": float(share),
            "score": score,
        }
        for game, (shares, scores) in enumerate(zip(WINS, SCORES, strict=True))
        for seat, (share, score) in enumerate(zip(shares, scores, strict=True))
    ]
    return HandRun(games, seats, CARDS).summary()


@pytest.fixture(scope="module")
def cards(summary) -> dict[str, dict]:
    return by_card(summary.table)


# A was taken by seat 0 (won 1, 1/2 and 0) and seat 1 (won 1); left by seat 0 (0), seat 1 (0, 0) and seat 2 (0, 1).
TOOK, LEFT = (1 + F(1, 2) + 0 + 1) / 4, F(0 + 0 + 0 + 1 + 0, 5)

# Seats alike: seat 0 (3 took, 1 left), seat 1 (1 took, 2 left); all of seat 2 left it, which compares nothing.
WEIGHTS = [4 * F(3, 4) * F(1, 4), 3 * F(1, 3) * F(2, 3)]
WIN_GAPS = [(1 + F(1, 2) + 0) / 3 - 0, F(1) - F(0 + 0, 2)]
ALIKE = (WEIGHTS[0] * WIN_GAPS[0] + WEIGHTS[1] * WIN_GAPS[1]) / sum(WEIGHTS)
SCORE_GAPS = [F(9 + 7 + 3, 3) - 2, 6 - F(4 + 1, 2)]
POINTS = (WEIGHTS[0] * SCORE_GAPS[0] + WEIGHTS[1] * SCORE_GAPS[1]) / sum(WEIGHTS)


def clustered_error(effect: F, cells: dict[int, list[tuple[int, int, F]]]) -> float:
    """The error of a comparison within cells, of (game, took it, win share or score), as on paper."""
    games: dict[int, F] = {}
    weight = F(0)
    cells = {cell: seats for cell, seats in cells.items() if len({x for _, x, _ in seats}) == 2}
    for seats in cells.values():
        p = F(sum(x for _, x, _ in seats), len(seats))
        middle = sum((F(y) for *_, y in seats), F(0)) / len(seats)
        for game, x, y in seats:
            games[game] = games.get(game, F(0)) + (x - p) * (y - middle - effect * (x - p))
            weight += (x - p) ** 2
    n, known = sum(map(len, cells.values())), len(cells) + 1  # a mean per cell, and the effect
    few = F(len(games), len(games) - 1) * F(n - 1, n - known)
    return sqrt(few * sum(u**2 for u in games.values())) / weight


def cells_of_a(what: list[list]) -> dict[int, list[tuple[int, int, F]]]:
    """The seats that saw A, by seat: (game, took it, what it got)."""
    return {
        0: [(0, 1, what[0][0]), (1, 1, what[1][0]), (2, 1, what[2][0]), (3, 0, what[3][0])],
        1: [(0, 0, what[0][1]), (3, 1, what[3][1]), (4, 0, what[4][1])],
        2: [(1, 0, what[1][2]), (2, 0, what[2][2])],
    }


ALIKE_SE = clustered_error(ALIKE, cells_of_a(WINS))
POINTS_SE = clustered_error(POINTS, cells_of_a(SCORES))
PLAIN_SE = clustered_error(TOOK - LEFT, {0: [seat for cell in cells_of_a(WINS).values() for seat in cell]})

# Turn by turn: who had not played A yet, and who played it then.
#   turn 1: all nine, winning 1 + 0 + 1/2 + 0 + 0 + 1 + 1 + 0 + 0; one plays it (won 1)
#   turn 2: the other eight, winning 5/2; two play it (won 1/2 and 0)
#   turn 3: games 2 and 4 are over; of four winning 0 + 0 + 1 + 0 one plays it (won 1)
MOMENTS = [1 - F(1, 9) * F(7, 2), F(1, 2) - F(2, 8) * F(5, 2), 1 - F(1, 4) * 1]
TIMED = sum(MOMENTS) / (9 * F(1, 9) * F(8, 9) + 8 * F(1, 4) * F(3, 4) + 4 * F(1, 4) * F(3, 4))

# Choices with A: game 0 of two (picked) and of three, game 1 twice of two (picked once), game 2 of two (picked) and of
# two (passed), game 3 of three (picked).
OPTIONS, PICKED = 7, 4
EXPECTED = F(1, 2) + F(1, 3) + F(1, 2) + F(1, 2) + F(1, 2) + F(1, 2) + F(1, 3)
INSTEAD = np.array([[0, 2, 3], [1, 0, 1], [1, 0, 0]])  # picked A, B, C: over A, B, C


def desires(instead: np.ndarray) -> np.ndarray:
    """Log strengths: the most likely ones, with half a win and half a loss each against a card of strength 0."""

    def unlikely(b: np.ndarray) -> float:
        beaten = np.log1p(np.exp(b[None, :] - b[:, None]))
        return float((instead * beaten).sum() + 0.5 * (np.log1p(np.exp(b)) + np.log1p(np.exp(-b))).sum())

    strengths = minimize(unlikely, np.zeros(len(instead)), method="BFGS", options={"gtol": 1e-9}).x
    return strengths - strengths.mean()


BY_HAND = {
    "met": F(10, 15),
    "seen_seats": F(9, 15),
    "taken_seats": F(4, 10),
    "played_seats": F(4, 10),
    "used_seats": F(2, 10),
    "others_seats": F(1, 10),
    "kept_seats": F(3, 10),
    "taken": F(1 + 2 + 1 + 1, 10),
    "played": F(1 + 1 + 1 + 1, 10),
    "used": F(2 + 1, 10),
    "used_by_others": F(3, 10),
    "options": OPTIONS,
    "pick_rate": F(PICKED, OPTIONS),
    "expected_rate": EXPECTED / OPTIONS,
    "pick_ratio": PICKED / EXPECTED,
    "desire": desires(INSTEAD)[0],
    "win_seen": (1 + 0 + F(1, 2) + 0 + 0 + 1 + 1 + 0 + 0) / 9,
    "win_taken": TOOK,
    "win_not_taken": LEFT,
    "win_played": TOOK,  # whoever took it played it
    "win_not_played": LEFT,
    "win_used": (1 + F(1, 2)) / 2,
    "win_not_used": F(0 + 0 + 0 + 1 + 1 + 0 + 0, 7),
    "win_unseen": (F(1, 2) + F(0 * 5)) / 6,  # game 0: seat 2; 1: 1; 2: 1; 3: 2; 4: 0 and 2
    "lift": 3 * ALIKE,
    "plain": TOOK - LEFT,
    "alike": ALIKE,
    "usual": 0,  # of fewer than four cards there is no average
    "timed": TIMED,
    "points": POINTS,
    "compared": "taken or not",
}
GROUPS = [name.removeprefix("win_") for name in BY_HAND if name.startswith("win_")]
BY_HAND |= {f"lift_{group}": 3 * BY_HAND[f"win_{group}"] for group in GROUPS}


def test_every_metric_is_worked_out_here():
    assert set(BY_HAND) == {metric.name for metric in ALL}


@pytest.mark.parametrize("metric", ALL, ids=lambda metric: metric.name)
def test_by_hand(cards, metric):
    expected = BY_HAND[metric.name]
    if isinstance(expected, F | float):
        expected = pytest.approx(float(expected), abs=1e-7)
    assert cards["A"][metric.name] == expected


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("lift", 3 * ALIKE, 3 * ALIKE_SE),
        ("alike", ALIKE, ALIKE_SE),
        ("plain", TOOK - LEFT, PLAIN_SE),
        ("points", POINTS, POINTS_SE),
    ],
)
def test_intervals_of_differences(cards, name, value, error):
    ends = cards["A"][f"{name}_low"], cards["A"][f"{name}_high"]
    assert ends == pytest.approx((float(value) - Z * error, float(value) + Z * error), abs=1e-6)


def test_interval_of_a_share(cards):
    """Wilson's, for as many seats as would be as sure were they not of the same games (here each is of its own)."""
    error = sqrt(sum((y - TOOK) ** 2 for y in (1, F(1, 2), 0, 1))) / 4
    n = min(4, float(TOOK * (1 - TOOK)) / error**2)
    middle = (float(TOOK) + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * sqrt(float(TOOK * (1 - TOOK)) / n + Z**2 / (4 * n**2))
    row = cards["A"]
    assert (row["win_taken_low"], row["win_taken_high"]) == pytest.approx((middle - half, min(1, middle + half)))


def test_interval_of_a_share_of_seats_of_the_same_games(summary):
    """Of the nine that saw it, those of games 0, 1, 2 and 3 sat at one table two by two: their luck is one."""
    seen = F(7, 2) / 9
    games = [1 + 0 - 2 * seen, F(1, 2) + 0 - 2 * seen, 0 + 1 - 2 * seen, 1 + 0 - 2 * seen, 0 - seen]
    error = sqrt(sum(u**2 for u in games)) / 9
    n = min(9, float(seen * (1 - seen)) / error**2)
    assert n == 9, "rivals: surer than nine strangers, but never said to be"
    low = (float(seen) + Z**2 / 18 - Z * sqrt(float(seen * (1 - seen)) / 9 + Z**2 / 324)) / (1 + Z**2 / 9)
    assert by_card(summary.table)["A"]["win_seen_low"] == pytest.approx(low)


def test_intervals_of_picks_are_those_of_leaving_one_game_out(cards):
    """Games 0 to 3 hold choices with A; game 4 holds none at all."""
    picked, options = [1, 1, 1, 1], [2, 2, 2, 1]
    expected = [F(1, 2) + F(1, 3), F(1), F(1), F(1, 3)]
    for name, below, value in (("pick_rate", options, F(4, 7)), ("pick_ratio", expected, 4 / EXPECTED)):
        without = [(4 - picked[game]) / (sum(below) - below[game]) for game in range(4)]
        middle = sum(without) / 4
        error = sqrt(F(3, 4) * sum((F(share) - F(middle)) ** 2 for share in without))
        row = cards["A"]
        assert row[f"{name}_low"] == pytest.approx(float(value) - Z * error)
        assert row[f"{name}_high"] == pytest.approx(float(value) + Z * error)


def test_desire_of_the_others(cards):
    assert [cards[card]["desire"] for card in "ABC"] == pytest.approx(list(desires(INSTEAD)), abs=1e-6)
    assert cards["D"]["desire"] is None


def test_a_card_that_nobody_took_compares_nothing(cards):
    row = cards["D"]
    assert row["compared"] == "nothing: all do the same"
    assert [row[name] for name in ("lift", "plain", "timed", "points", "win_taken", "options")] == [None] * 6
    assert (row["met"], row["win_not_taken"]) == (pytest.approx(1 / 15), 0)
    assert row["win_unseen"] == pytest.approx(4 / 14)


def test_first_turns(summary):
    rows = [row for row in summary.first_turns.to_dicts() if row["card"] == "A"]
    assert [(row["first_turn"], row["n"], row["win_share"]) for row in rows] == [(1, 1, 1), (2, 2, 0.25), (3, 1, 1)]
