"""What players choose: how often a card is picked when it could be, and what it is picked instead of.

The log says of every choice among cards which cards were options (``options_in``: bit k for the seat's k-th choice in
the game) and which was chosen (``chosen_in``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from balance.analysis.cards.facts import CHOICES, CardFacts
from balance.analysis.stats import with_interval

BITS = 63
BLOCKS = 60
"""The games are split into so many blocks, and everything is worked out without each of them to see how sure it is.

With few blocks the error itself is so unsure that the intervals are too narrow: with 20 they hold the truth in 93.5 %.
"""
STEPS = 200
"""Newton needs fewer than ten; this only stops one that cannot come to rest."""


@dataclass(frozen=True)
class Choices:
    """Counts. ``picked``, ``options``, ``expected``: (blocks, cards). ``instead[b, i, j]``: i picked over j."""

    cards: list[str]
    options: np.ndarray
    picked: np.ndarray
    expected: np.ndarray
    instead: np.ndarray


def choice_numbers(facts: CardFacts) -> pl.DataFrame | None:
    """One row per card that was ever an option; None when the log holds no choices.

    options (times it could be picked), pick_rate (of these), expected_rate (mean of 1 / options shown), pick_ratio
    (pick_rate / expected_rate: 1 = picked as often as by chance), desire (log of its Bradley-Terry strength; 0 = the
    average card of the game, 0.7 = picked twice as often as that when one of the two must be picked), each with its
    interval from leaving out one block of games at a time (jackknife).
    """
    if not set(CHOICES) <= set(facts.cases.columns):
        return None
    counted = count(facts.cases)
    if not counted.options.sum():
        return None
    total = {name: getattr(counted, name).sum(axis=0) for name in ("options", "picked", "expected", "instead")}
    filled = np.flatnonzero(counted.options.any(axis=1))  # a run of few games leaves blocks empty
    without = [{name: total[name] - getattr(counted, name)[block] for name in total} for block in filled]
    numbers = {
        "pick_rate": _rate("picked"),
        "expected_rate": _rate("expected"),
        "pick_ratio": _ratio,
        "desire": _Desire(),
    }
    frame = pl.DataFrame({"card": counted.cards, "options": total["options"]})
    for name, number in numbers.items():
        frame = frame.with_columns(
            pl.Series(name, number(total)), pl.Series(f"{name}_se", _jackknife([number(rest) for rest in without]))
        ).with_columns(pl.col(name, f"{name}_se").fill_nan(None))
        frame = with_interval(frame, name, f"{name}_se")
    return frame.filter(pl.col("options") > 0).sort("card")


def count(cases: pl.DataFrame) -> Choices:
    """Count the choices of the cases (card, game_no, seat, options_in, chosen_in)."""
    cases = cases.filter(pl.col("options_in") > 0)
    cards = cases["card"].unique().sort().cast(pl.String).to_list()
    codes = cases.select(
        pl.col("card").rank("dense").cast(pl.Int64) - 1,
        (pl.col("game_no").cast(pl.Int64) * 128 + pl.col("seat")).rank("dense").cast(pl.Int64).alias("hand") - 1,
        pl.col("game_no") % BLOCKS,
    )
    card, hand, block = (codes[name].to_numpy() for name in codes.columns)
    many, shape = len(cards), (BLOCKS, len(cards))
    options, picked, expected = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape)
    instead = np.zeros((*shape, many))
    hands = int(hand.max(initial=-1)) + 1
    for shown, chosen in _choices(cases):
        c, h, b = card[shown], hand[shown], block[shown]
        options += _sums(b * many + c, shape)
        expected += _sums(b * many + c, shape, (1 / np.bincount(h, minlength=hands).clip(1))[h])
        taken = np.full(hands, -1)
        taken[h[chosen]] = c[chosen]
        picked += _sums(b[chosen] * many + c[chosen], shape)
        left = ~chosen & (taken[h] >= 0)
        instead += _sums((b[left] * many + taken[h[left]]) * many + c[left], instead.shape)
    return Choices(cards, options, picked, expected, instead)


def _sums(places: np.ndarray, shape: tuple[int, ...], weights: np.ndarray | None = None) -> np.ndarray:
    """How often each place of an array of this shape is named, or the sums of the weights there."""
    return np.bincount(places, weights, minlength=math.prod(shape)).reshape(shape)


def _choices(cases: pl.DataFrame) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """For the first choice of every seat, the second ...: the rows that were options, and which were chosen."""
    options, chosen = (cases[name].cast(pl.Int64).to_numpy() for name in CHOICES)
    for bit in range(BITS):
        shown = np.flatnonzero((options >> bit) & 1)
        if len(shown):
            yield shown, ((chosen[shown] >> bit) & 1).astype(bool)


def bradley_terry(instead: np.ndarray, guess: np.ndarray | None = None) -> np.ndarray:
    """Log strengths of n cards from ``instead`` (n, n): times i was picked over j; nan for one never compared.

    Heroes are never picked over missions: the mean is 0 over all cards that are compared, directly or by way of others.
    Bradley and Terry 1952: i is picked over j with chance 1 / (1 + exp(b_j - b_i)). Newton's method on the
    likelihood, with half a win and half a loss against the average card for each, so that a card that was always
    or never picked has a finite strength (a weak prior). From a good ``guess`` it is there in half the steps.
    """
    compared = (instead + instead.T).sum(axis=1) > 0
    wins = instead[np.ix_(compared, compared)]
    pairs = wins + wins.T
    strength = np.zeros(int(compared.sum())) if guess is None else np.nan_to_num(guess[compared])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        alone = 1 / (1 + np.exp(-strength))
        slope = wins.sum(axis=1) - (pairs * chance).sum(axis=1) + 0.5 - alone
        bend = pairs * chance * (1 - chance)
        curve = np.diag(bend.sum(axis=1) + alone * (1 - alone)) - bend
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -2, 2)
        if np.abs(step).max(initial=0) < 1e-9:
            break
    strengths = np.full(len(instead), np.nan)
    strengths[compared] = strength
    count, group = connected_components(sparse.csr_array(instead), directed=False)
    for each in range(count):
        mine = compared & (group == each)
        if mine.any():
            strengths[mine] -= strengths[mine].mean()
    return strengths


def _rate(name: str):
    def rate(sums: dict[str, np.ndarray]) -> np.ndarray:
        return sums[name] / np.where(sums["options"] > 0, sums["options"], np.nan)

    return rate


def _ratio(sums: dict[str, np.ndarray]) -> np.ndarray:
    return sums["picked"] / np.where(sums["expected"] > 0, sums["expected"], np.nan)


class _Desire:
    """The strengths of the cards; those without a block of games are sought from those with all."""

    def __init__(self) -> None:
        self.all: np.ndarray | None = None

    def __call__(self, sums: dict[str, np.ndarray]) -> np.ndarray:
        strengths = bradley_terry(sums["instead"], self.all)
        self.all = strengths if self.all is None else self.all
        return strengths


def _jackknife(values: list[np.ndarray]) -> np.ndarray:
    """The standard error from the numbers without one block each (Tukey 1958)."""
    frame = np.array(values)
    return np.sqrt((len(frame) - 1) / len(frame) * ((frame - frame.mean(axis=0)) ** 2).sum(axis=0))
