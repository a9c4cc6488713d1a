"""Worlds in which the truth is known: do intervals hold the truth as often as they say?

A number is compared with what the same number becomes in all runs of its world taken together (200 times the games,
so that it is known 14 times as well), and that with what was planted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import polars as pl
import pytest

from balance.analysis.cards.choices import choice_numbers
from balance.analysis.cards.effects import effects
from balance.analysis.cards.facts import CardFacts
from balance.analysis.cards.numbers import Compared, card_effects, win_shares
from balance.analysis.cards.pairs import card_pairs
from balance.analysis.cards.peers import FEW
from helpers.card_worlds import World, played, together, world

pytestmark = pytest.mark.nightly

REPEATS, GAMES = 200, 400
LUCK = 0.03
"""A chance of 5 % shows as 2 to 8 % in 200 runs."""
WORLDS: dict[str, World] = {
    "planted": world(strong=0.9, weak=-0.9),
    "luck": world(),
    "planted pairs": world(cards=12, hand=6, picks=3, own_decks=True, strong=0.7, weak=-0.7),
    "lucky pairs": world(cards=12, hand=6, picks=3, own_decks=True),
}


@cache
def runs_of(name: str) -> list[CardFacts]:
    """200 runs of a world."""
    first = 1000 * list(WORLDS).index(name)
    return [played(WORLDS[name], GAMES, seed=first + repeat) for repeat in range(REPEATS)]


@cache
def found(numbers: Callable[[CardFacts], pl.DataFrame], name: str) -> list[pl.DataFrame]:
    """The numbers of every run of a world."""
    return [numbers(run) for run in runs_of(name)]


@cache
def truth(numbers: Callable[[CardFacts], pl.DataFrame], name: str) -> pl.DataFrame:
    """The numbers of all runs of a world together."""
    return numbers(together(runs_of(name), every_case=numbers in (choice_numbers, pairs_of)))


@pytest.fixture(scope="module", autouse=True)
def forget() -> Iterator[None]:
    """The runs of four worlds take a gigabyte: the tests that follow want it back."""
    yield
    for kept in (runs_of, found, truth):
        kept.cache_clear()


def pairs_of(facts: CardFacts) -> pl.DataFrame:
    """The pairs of a world in which every card is of another kind: nothing is usual."""
    names = facts.cases["card"].unique().cast(pl.String)
    return card_pairs(Compared.of(facts), {name: name for name in names})


def effects_of(facts: CardFacts) -> pl.DataFrame:
    """The comparison of every card of a world."""
    return card_effects(Compared.of(facts))


def coverage(numbers: Callable[[CardFacts], pl.DataFrame], name: str, of: str, *keys: str) -> float:
    """How many of the intervals of a number hold its truth, over all cards and runs of a world."""
    known = truth(numbers, of).select(pl.col(keys).cast(pl.String), pl.col(name).alias("truth"))
    low, high = f"{name}_low", f"{name}_high"
    all_of_them = pl.concat(
        [frame.select(pl.col(keys).cast(pl.String), name, low, high) for frame in found(numbers, of)]
    )
    both = all_of_them.join(known, on=keys).drop_nulls()
    assert both.height > 0.9 * all_of_them.height > 1000
    return float(both.select(pl.col("truth").is_between(low, high)).to_series().mean())  # type: ignore[arg-type]


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("numbers", "name"),
    [
        (effects_of, "effect"),
        (effects_of, "plain"),
        (effects_of, "points"),
        (effects_of, "timed"),
        (win_shares, "win_taken"),
        (win_shares, "win_seen"),
        (win_shares, "win_not_taken"),
        (win_shares, "win_unseen"),
        (choice_numbers, "pick_rate"),
        (choice_numbers, "pick_ratio"),
        (choice_numbers, "desire"),
    ],
)
def test_intervals_hold_the_truth_in_95_of_100_runs(numbers, name):
    assert 0.93 < coverage(numbers, name, "planted", "card") < 0.97


@pytest.mark.parametrize("strata", [3, 10])
def test_intervals_hold_the_truth_where_few_seats_are_alike(strata):
    """Many decks, say: of most cells there are one or two seats. The truth is 0: all is luck."""
    inside = []
    for number, run in enumerate(runs_of("luck")[:60]):
        deck = np.random.default_rng(number).integers(0, strata, GAMES)[run.cases["game_no"].to_numpy()]
        cases = run.cases.select(
            "card", "game_no", pl.col("cell") * strata + deck, x=pl.col("taken"), w=pl.col("win_share")
        )
        cells = cases.group_by("card", "cell", "x").agg(pl.len().cast(pl.Int64).alias("n"), pl.col("w").sum())
        alike = effects(cells, cases).filter(pl.min_horizontal("did", "didnt") >= FEW)
        inside += (alike["effect"] / alike["se"]).abs().lt(1.96).to_list()
    assert len(inside) > 500
    assert 0.93 < np.mean(inside) < 0.97


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["planted pairs", "lucky pairs"])
def test_intervals_of_synergy_hold_the_truth(name):
    assert 0.93 < coverage(pairs_of, "synergy", name, "card", "other") < 0.97


# ---------------------------------------------------------------- what the numbers are of


def test_a_card_is_not_praised_for_the_players_who_like_it():
    """The best style likes even cards: those who took one won more. Seats alike show that it was not the card."""
    many = effects_of(played(WORLDS["luck"], 40_000, seed=2)).sort("card")
    plain, alike = (many[name].to_numpy() * 4 for name in ("plain", "effect"))
    even = np.arange(len(alike)) % 2 == 0
    assert plain[even].min() > 0.12
    assert plain[~even].max() < -0.12
    assert np.abs(alike).max() < 0.06, "three errors"


def test_what_is_wanted_is_found():
    """Where no style leans to anything, the desires are those of the world."""
    unbiased = dataclasses.replace(WORLDS["luck"], leaning=np.zeros((3, 22)))
    many = choice_numbers(played(unbiased, 20_000, seed=1))
    assert many["desire"].to_numpy() == pytest.approx(unbiased.wanted - unbiased.wanted.mean(), abs=0.05)
    ratio = many["pick_ratio"].to_numpy()
    assert np.corrcoef(ratio, unbiased.wanted)[0, 1] > 0.98


# ---------------------------------------------------------------- false alarms


def test_false_synergies_are_rare():
    frames = found(pairs_of, "lucky pairs")
    assert np.mean([frame.height for frame in frames]) > 20
    assert np.mean([frame["sure"].any() for frame in frames]) < 0.05 + LUCK
