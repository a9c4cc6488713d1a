"""Each estimator against a slow one that anybody can follow, on tables drawn at random."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components

from balance.analysis.cards.choices import bradley_terry
from balance.analysis.cards.effects import effects
from balance.analysis.cards.timing import effects_by_turn
from helpers.card_worlds import first_turns

SHARES = st.sampled_from([0.0, 0.0, 0.5, 1.0])


def seat(**more: st.SearchStrategy) -> st.SearchStrategy[dict]:
    """One seat of one of a few games, and how it ended."""
    return st.fixed_dictionaries(
        {"card": st.sampled_from("AB"), "game_no": st.integers(0, 6), "win_share": SHARES, **more}
    )


# ---------------------------------------------------------------- seats alike


def least_squares(rows: list[dict], y: str) -> tuple[float, float] | None:
    """A constant for every cell and one for having done it, by least squares; the error clustered by game (CR1).

    Only of the cells with both sides: a seat that is alone with its constant says nothing, nor how sure the rest is.
    """
    rows = [row for row in rows if len({other["x"] for other in rows if other["cell"] == row["cell"]}) == 2]
    if not rows:
        return None
    kinds = sorted({row["cell"] for row in rows})
    x = np.array([[row["x"], *(row["cell"] == kind for kind in kinds)] for row in rows], float)
    values = np.array([row[y] for row in rows])
    inverse = np.linalg.inv(x.T @ x)
    coefficients = inverse @ x.T @ values
    left = values - x @ coefficients
    games = sorted({row["game_no"] for row in rows})
    meat = np.zeros(inverse.shape)
    for game in games:
        mine = np.array([row["game_no"] == game for row in rows])
        score = x[mine].T @ left[mine]
        meat += np.outer(score, score)
    n, known = x.shape
    if n <= known or len(games) < 2:
        return coefficients[0], math.nan
    few = len(games) / (len(games) - 1) * (n - 1) / (n - known)
    return coefficients[0], math.sqrt(max(0.0, few * (inverse @ meat @ inverse)[0, 0]))


@pytest.mark.slow
@given(st.lists(seat(cell=st.integers(1, 4), x=st.booleans(), score=st.integers(-5, 40)), min_size=1, max_size=60))
def test_effects_are_those_of_least_squares_with_a_constant_per_cell(rows):
    cases = pl.DataFrame(rows).with_columns(w=pl.col("win_share"), s=pl.col("score").cast(pl.Float64))
    sums = cases.group_by("card", "cell", "x").agg(pl.len().cast(pl.Int64).alias("n"), pl.col("w", "s").sum())
    for y in ("w", "s"):
        by_card = {row["card"]: row for row in effects(sums, cases, y=y).to_dicts()}
        for card in "AB":
            mine = [row for row in cases.to_dicts() if row["card"] == card]
            expected = least_squares(mine, y) if mine else None
            if expected is None:
                assert card not in by_card
                continue
            assert by_card[card]["effect"] == pytest.approx(expected[0], abs=1e-9)
            se = by_card[card]["se"]
            assert (math.nan if se is None else se) == pytest.approx(expected[1], abs=1e-6, nan_ok=True)


@pytest.mark.slow
@given(st.lists(seat(cell=st.integers(1, 4), x=st.booleans()), min_size=1, max_size=60))
def test_only_seats_with_somebody_to_compare_with_count(rows):
    cases = pl.DataFrame(rows).with_columns(w=pl.col("win_share"))
    sums = cases.group_by("card", "cell", "x").agg(pl.len().cast(pl.Int64).alias("n"), pl.col("w").sum())
    for row in effects(sums, cases).to_dicts():
        mine = [case for case in rows if case["card"] == row["card"]]
        sides = {cell: [case["x"] for case in mine if case["cell"] == cell] for cell in range(1, 5)}
        both = [side for side in sides.values() if any(side) and not all(side)]
        assert row["did"] == sum(sum(side) for side in both)
        assert row["didnt"] == sum(len(side) - sum(side) for side in both)


@pytest.mark.slow
@given(st.lists(seat(cell=st.integers(1, 3), x=st.booleans(), agent=st.sampled_from("uv")), min_size=1, max_size=60))
def test_effects_by_group_are_those_of_the_group_alone(rows):
    cases = pl.DataFrame(rows).with_columns(w=pl.col("win_share"))
    keys = ["card", "agent", "cell", "x"]
    sums = cases.group_by(keys).agg(pl.len().cast(pl.Int64).alias("n"), pl.col("w").sum())
    together = effects(sums, cases, by=["agent"])
    for agent in "uv":
        mine = pl.col("agent") == agent
        if cases.filter(mine).height:
            alone = effects(sums.filter(mine), cases.filter(mine))
            assert together.filter(mine).drop("agent").equals(alone) or np.allclose(
                together.filter(mine).drop("agent", "card").to_numpy().astype(float),
                alone.drop("card").to_numpy().astype(float),
                equal_nan=True,
            )


def test_the_error_of_a_long_run_is_carried_over_from_its_first_games():
    """Given four times the seats of the cases, all alike, the error is half of theirs."""
    random = np.random.default_rng(2)
    cases = pl.DataFrame(
        {
            "card": "A",
            "game_no": np.arange(400) // 2,
            "cell": random.integers(1, 4, 400),
            "x": random.random(400) < 0.4,
            "w": random.random(400).round(),
        }
    )
    sums = cases.group_by("card", "cell", "x").agg(pl.len().cast(pl.Int64).alias("n"), pl.col("w").sum())
    here, whole = effects(sums, cases), effects(sums.with_columns(pl.col("n", "w") * 4), cases)
    assert whole["effect"].item() == pytest.approx(here["effect"].item())
    assert whole["se"].item() == pytest.approx(here["se"].item() / 2)


# ---------------------------------------------------------------- turn by turn


def turn_by_turn(rows: list[dict]) -> tuple[float, float] | None:
    """A row for every seat and turn on which it could first play the card; then as above, with turns as cells."""
    wide = []
    for row in rows:
        last = row["first_turn"] or row["turns"]
        for turn in range(max(1, min(row["met_turn"], last)), last + 1):
            wide.append(row | {"cell": turn, "x": row["first_turn"] == turn})
    kinds = [turn for turn in {row["cell"] for row in wide} if 0 < mean_x(wide, turn) < 1]
    wide = [row for row in wide if row["cell"] in kinds]
    if not wide:
        return None
    x = np.array([[row["x"], *(row["cell"] == kind for kind in kinds)] for row in wide], float)
    values = np.array([row["win_share"] for row in wide])
    inverse = np.linalg.inv(x.T @ x)
    coefficients = inverse @ x.T @ values
    left = values - x @ coefficients
    meat = np.zeros(inverse.shape)
    for game in {row["game_no"] for row in wide}:
        score = x[[row["game_no"] == game for row in wide]].T @ left[[row["game_no"] == game for row in wide]]
        meat += np.outer(score, score)
    games = len({row["game_no"] for row in rows})
    if games < 2:
        return coefficients[0], math.nan
    return coefficients[0], math.sqrt(max(0.0, games / (games - 1) * (inverse @ meat @ inverse)[0, 0]))


def mean_x(wide: list[dict], turn: int) -> float:
    """The share of the seats at risk on a turn that played it."""
    mine = [row["x"] for row in wide if row["cell"] == turn]
    return sum(mine) / len(mine)


TURN = seat(first_turn=st.integers(0, 5), met_turn=st.integers(0, 6), turns=st.integers(1, 6))


@pytest.mark.slow
@given(st.lists(TURN, min_size=1, max_size=40))
def test_turn_by_turn_is_a_row_for_every_turn_at_risk(rows):
    rows = [row | {"turns": max(row["turns"], row["first_turn"])} for row in rows]
    cases = pl.DataFrame(rows)
    by_card = {row["card"]: row for row in effects_by_turn(first_turns(cases), cases).to_dicts()}
    for card in "AB":
        mine = [row for row in rows if row["card"] == card]
        expected = turn_by_turn(mine) if mine else None
        if expected is None:
            assert card not in by_card
            continue
        assert by_card[card]["effect"] == pytest.approx(expected[0], abs=1e-9)
        se = by_card[card]["se"]
        assert (math.nan if se is None else se) == pytest.approx(expected[1], abs=1e-6, nan_ok=True)
        assert by_card[card]["did"] == sum(row["first_turn"] > 0 for row in mine)


# ---------------------------------------------------------------- Bradley and Terry


def most_likely(instead: np.ndarray) -> np.ndarray:
    """The strengths that make these picks (and half a win and half a loss against strength 0) most likely."""

    def unlikely(b: np.ndarray) -> float:
        lost = np.logaddexp(0, b[None, :] - b[:, None])
        return float((instead * lost).sum() + 0.5 * (np.logaddexp(0, b) + np.logaddexp(0, -b)).sum())

    strengths = minimize(unlikely, np.zeros(len(instead)), method="BFGS", options={"gtol": 1e-8}).x
    return strengths - strengths.mean()


def squares(n: int) -> st.SearchStrategy[list[list[int]]]:
    """How often each of n cards was picked over each."""
    return st.lists(st.lists(st.integers(0, 30), min_size=n, max_size=n), min_size=n, max_size=n)


def test_cards_of_two_worlds_are_each_measured_against_their_own():
    """Given two pairs of cards that are never picked over one another, then each pair has the mean 0."""
    world, other = np.array([[0, 3], [1, 0]], float), np.array([[0, 9], [1, 0]], float)
    both = np.block([[world, np.zeros((2, 2))], [np.zeros((2, 2)), other]])
    assert bradley_terry(both) == pytest.approx(np.concatenate([bradley_terry(world), bradley_terry(other)]))


@pytest.mark.slow
@given(st.integers(2, 5).flatmap(squares))
def test_strengths_are_the_most_likely_ones(counts):
    instead = np.array(counts, float)
    np.fill_diagonal(instead, 0)
    assume(connected_components(instead, directed=False)[0] == 1)
    assert bradley_terry(instead) == pytest.approx(most_likely(instead), abs=1e-4)


@pytest.mark.parametrize(("won", "lost"), [(3, 1), (10, 10), (40, 0), (0, 7), (100_000, 25_000)])
def test_two_cards_in_closed_form(won, lost):
    """Strengths +b and -b: slope 0 where won - (won + lost) s(2b) = s(b) - 1/2, with s(x) = 1 / (1 + exp(-x))."""
    b, other = bradley_terry(np.array([[0, won], [lost, 0]], float))
    assert other == -b
    s = 1 / (1 + math.exp(-b))
    both = 1 / (1 + math.exp(-2 * b))
    assert won - (won + lost) * both == pytest.approx(s - 0.5, abs=1e-6 * (won + lost))
    if min(won, lost) > 1000:
        assert 2 * b == pytest.approx(math.log(won / lost), abs=1e-4), "so many picks outweigh the half ones"


def test_a_card_that_was_never_compared_has_no_strength():
    strengths = bradley_terry(np.array([[0, 2, 0], [1, 0, 0], [0, 0, 0]], float))
    assert np.isnan(strengths).tolist() == [False, False, True]
    assert strengths[0] + strengths[1] == pytest.approx(0)
    assert np.isnan(bradley_terry(np.zeros((2, 2)))).all()
