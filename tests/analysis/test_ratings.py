"""Ratings: a ladder made by known strengths gives these strengths, at tables of any size."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from balance.analysis.ratings import ANCHOR, ELO, Meeting, ratings

TRUE = {"greedy": 0.0, "bold": 0.8, "shy": -1.5}


def chance(style: str, others: str, rivals: int) -> float:
    """That of one player among so many others (Plackett, Luce)."""
    mine, theirs = np.exp(TRUE[style]), np.exp(TRUE[others])
    return float(mine / (mine + rivals * theirs))


@pytest.mark.parametrize("rivals", [1, 3])
def test_the_strengths_that_made_a_ladder_are_found_again(rivals):
    ladder = [Meeting(a, b, rivals, chance(a, b, rivals), 1e-4, 10**9) for a, b in permutations(TRUE, 2)]
    rated = ratings(list(TRUE), ladder, "greedy")
    assert [rating.style for rating in rated] == ["bold", "greedy", "shy"]
    for rating in rated:
        assert rating.rating == pytest.approx(ANCHOR + ELO * TRUE[rating.style], abs=0.01)
    assert (rated[1].low, rated[1].high) == (ANCHOR, ANCHOR)


def test_four_hundred_more_are_odds_of_ten_to_one():
    (better, _) = ratings(["a", "b"], [Meeting("a", "b", 1, 10 / 11, 0.001, 10**9)], "b")
    assert better.rating == pytest.approx(1400, abs=0.01)


def test_who_never_wins_has_a_rating_too():
    lost = [Meeting("greedy", "shy", 3, 1.0, 0.0, 500), Meeting("shy", "greedy", 3, 0.0, 0.0, 500)]
    rated = ratings(["greedy", "shy"], lost, "greedy")
    assert rated[-1].style == "shy"
    assert -2000 < rated[-1].rating < 0


def test_the_interval_holds_the_truth_in_95_of_100_ladders():
    draw, games, rivals, held = np.random.default_rng(5), 400, 3, 0
    for _ in range(400):
        ladder = []
        for a, b in permutations(TRUE, 2):
            won = draw.binomial(games, chance(a, b, rivals)) / games
            ladder.append(Meeting(a, b, rivals, won, float(np.sqrt(won * (1 - won) / games)), games))
        bold = next(rating for rating in ratings(list(TRUE), ladder, "greedy") if rating.style == "bold")
        held += bold.low <= ANCHOR + ELO * TRUE["bold"] <= bold.high
    assert 0.91 <= held / 400 <= 0.985


@pytest.mark.parametrize(("rivals", "expected"), [(1, 0.5), (1, 2.0), (3, 0.5), (3, 2.0)])
def test_the_interval_of_who_hardly_ever_wins_holds_the_truth_too(rivals, expected):
    """A style that wins so many of 400 games, on average: often none at all."""
    draw, games, held, none = np.random.default_rng(7), 400, 0, 0
    weak = np.log(expected / games * rivals)
    chances = {("weak", "greedy"): expected / games, ("greedy", "weak"): 1 / (1 + rivals * np.exp(weak))}
    for _ in range(400):
        won = {pair: draw.binomial(games, chance) / games for pair, chance in chances.items()}
        ladder = [
            Meeting(*pair, rivals, share, float(np.sqrt(share * (1 - share) / games)), games)
            for pair, share in won.items()
        ]
        last = ratings(["greedy", "weak"], ladder, "greedy")[-1]
        held += last.low <= ANCHOR + ELO * weak <= last.high
        none += won["weak", "greedy"] == 0
    assert none
    assert held / 400 >= 0.93


def test_who_never_wins_is_known_less_well_than_who_wins_sometimes():
    def width(wins: int) -> float:
        share = wins / 500
        error = float(np.sqrt(share * (1 - share) / 500))
        ladder = [Meeting("greedy", "shy", 1, 1 - share, error, 500), Meeting("shy", "greedy", 1, share, error, 500)]
        last = ratings(["greedy", "shy"], ladder, "greedy")[-1]
        return last.high - last.low

    widths = [width(wins) for wins in (0, 1, 5, 100)]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 600
