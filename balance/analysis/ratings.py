"""Ratings of styles from how often each wins among others, as in chess: 400 more are odds of ten to one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from balance.analysis.stats import Z

ELO = 400 / math.log(10)
ANCHOR = 1000.0
"""The rating of the style that the others are measured by."""
PRIOR = 0.5
"""Games that end evenly and are added to every pair: who never won has a rating, too."""
STEPS = 100
"""Newton's method needs about ten."""


@dataclass(frozen=True)
class Meeting:
    """One player with a style among ``rivals`` players of another."""

    style: str
    others: str
    rivals: int
    share: float
    """Of the wins that there were, the one player's; ``stderr``: its standard error over ``games``."""
    stderr: float
    games: int


@dataclass(frozen=True)
class Rating:
    """How strong a style is."""

    style: str
    rating: float
    low: float
    high: float
    """95 %, of the difference to the style of rating 1,000."""


@dataclass(frozen=True)
class Gap:
    """What a look-ahead player wins among players of the strongest style: how much better these could be."""

    players: int
    against: str
    share: float
    low: float
    high: float
    games: int

    @property
    def even(self) -> float:
        """What a player wins among equals."""
        return 1 / self.players


def ratings(styles: Sequence[str], meetings: Sequence[Meeting], anchor: str) -> list[Rating]:
    """The ratings under which the winners of all meetings are likeliest, the strongest style first.

    The chance of a player to win is in proportion to exp(rating / ELO): the model of Bradley and Terry (1952) and, for
    larger tables, of Plackett (1975) for first places. Intervals allow for wins that are shared and for games that
    belong together (sandwich estimate); they do not allow for styles that beat just some others.
    """
    place = {style: i for i, style in enumerate(styles)}
    free = np.array([i for i, style in enumerate(styles) if style != anchor], int)
    x = np.zeros((len(meetings), len(styles)))
    for row, meeting in enumerate(meetings):
        x[row, place[meeting.style]] += 1
        x[row, place[meeting.others]] -= 1
    x = x[:, free]
    games = np.array([meeting.games for meeting in meetings], float)
    even = np.array([1 / (meeting.rivals + 1) for meeting in meetings])
    share = (games * [meeting.share for meeting in meetings] + PRIOR * even) / (games + PRIOR)
    offset = -np.log([meeting.rivals for meeting in meetings])
    strength = np.zeros(len(free))
    for _ in range(STEPS):
        chance = expit(x @ strength + offset)
        bread = (x * (games * chance * (1 - chance))[:, None]).T @ x
        step = np.linalg.solve(bread, x.T @ (games * (share - chance)))
        strength += np.clip(step, -2, 2)
        if np.abs(step).max(initial=0) < 1e-10:
            break
    noise = games * [meeting.stderr for meeting in meetings]
    inverse = np.linalg.inv(bread)
    stderr = np.sqrt(np.diag(inverse @ ((x * (noise**2)[:, None]).T @ x) @ inverse))
    known = dict(zip(free.tolist(), zip(strength, stderr, strict=True), strict=True))
    rated = []
    for i, style in enumerate(styles):
        value, error = known.get(i, (0.0, 0.0))
        middle, half_width = ANCHOR + ELO * float(value), Z * ELO * float(error)
        rated.append(Rating(style, middle, middle - half_width, middle + half_width))
    return sorted(rated, key=lambda rating: -rating.rating)
