"""A conditional logit whose weights change from turn to turn: who wins, among those who play on.

After every turn the players of a game share one win in proportion to their strengths, ``exp(features @ weights)``.
Every turn has weights of its own; those of neighbouring turns are drawn to each other, which matters where few games
are left, and all are drawn to 0, which matters for a player of whom little has been seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scipy import sparse

MOST_STEPS = 30
LONGEST_STEP = 2.0
EXACT = 0.003
CAP = 30.0
"""Strengths lie between exp(-CAP) and exp(CAP)."""


@dataclass(frozen=True)
class Turn:
    """The players of all games that go on after one turn; the players of a game stand together."""

    features: np.ndarray
    """(players, features)"""
    starts: np.ndarray
    """(games,): where each game's players begin."""
    wins: np.ndarray
    """(players,): each one's share of the win."""


def strengths_of(features: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(players,) from (players, features) and weights that are one row for all or a row each."""
    sums = np.einsum("pf,f->p" if weights.ndim == 1 else "pf,pf->p", features, weights)  # "@" starts threads for it
    return np.exp(np.clip(sums, -CAP, CAP))


def shares_of(strengths: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """What each player has of the win of its game; they add up to 1 in every game."""
    sizes = np.diff(np.append(starts, len(strengths)))
    return strengths / np.repeat(np.add.reduceat(strengths, starts), sizes)


def fit_weights(turns: Sequence[Turn], pulls: np.ndarray, smooth: float, positive: np.ndarray) -> np.ndarray:
    """The most likely weights, (turns, features), by Newton's method.

    ``pulls``: by feature, how strongly its weights are drawn to 0, and ``smooth``: how strongly those of neighbouring
    turns to each other, both in games' worth of evidence. ``positive``: features whose weights stay at 0 or above.
    A turn may have no players: its weights follow from its neighbours'.
    """
    from scipy import sparse  # slow to import, and a model that is known needs none of it

    count, last = len(pulls), len(turns)
    steps = sparse.diags_array([-np.ones(last), np.ones(last - 1)], offsets=[0, 1], shape=(last - 1, last))
    apart = smooth * steps.T @ steps
    drawn = sparse.csr_array(sparse.kron(apart, sparse.eye_array(count)) + sparse.diags_array(np.tile(pulls, last)))
    bounded = np.tile(positive, last)
    weights = np.zeros(last * count)
    for _ in range(MOST_STEPS):
        slopes, bends = zip(*map(_derivatives, turns, weights.reshape(last, count)), strict=True)
        slope = np.concatenate(slopes) - drawn @ weights
        bend = sparse.block_diag([sparse.coo_array(block) for block in bends]) + drawn
        step = _step(weights, slope, sparse.csr_array(bend), bounded)
        weights = weights + step
        if np.abs(step).max() < EXACT:
            break
    return weights.reshape(last, count)


def _derivatives(turn: Turn, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of one turn's log likelihood: by weight, and by pair of weights with the sign turned."""
    count = len(weights)
    if not len(turn.starts):
        return np.zeros(count), np.zeros((count, count))
    shares = shares_of(strengths_of(turn.features, weights.astype(np.float32)), turn.starts)
    weighed = turn.features * shares[:, None]
    means = np.add.reduceat(weighed, turn.starts)
    slope = np.einsum("pf,p->f", turn.features, turn.wins - shares)
    return slope, weighed.T @ turn.features - means.T @ means


def _step(weights: np.ndarray, slope: np.ndarray, bend: sparse.csr_array, bounded: np.ndarray) -> np.ndarray:
    """One step of Newton's method: those that must not be negative and are held at 0 by the games wait."""
    from scipy import sparse
    from scipy.sparse.linalg import spsolve

    free = ~bounded | (weights > 0) | (slope > 0)
    step = np.zeros_like(weights)
    if free.any():
        step[free] = spsolve(sparse.csc_array(bend[free][:, free]), slope[free])
    step *= min(1.0, LONGEST_STEP / max(np.abs(step).max(), LONGEST_STEP))
    return np.where(bounded, np.maximum(weights + step, 0), weights + step) - weights
