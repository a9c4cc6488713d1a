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

    against: str
    share: float
    low: float
    high: float
    games: int
    even: float
    """What any player won on average in these games."""


def ratings(styles: Sequence[str], meetings: Sequence[Meeting], anchor: str) -> list[Rating]:
    """The ratings under which the winners of all meetings are likeliest, the strongest style first.

    The chance of a player to win is in proportion to exp(rating / ELO): the model of Bradley and Terry (1952) and, for
    larger tables, of Plackett (1975) for first places. Intervals allow for wins that are shared and for games that
    belong together (sandwich estimate, see ``_noise``); they do not allow for styles that beat just some others.
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
    noise = _noise(meetings)
    inverse = np.linalg.inv(bread)
    stderr = np.sqrt(np.diag(inverse @ ((x * noise[:, None]).T @ x) @ inverse))
    known = dict(zip(free.tolist(), zip(strength, stderr, strict=True), strict=True))
    rated = []
    for i, style in enumerate(styles):
        value, error = known.get(i, (0.0, 0.0))
        middle, half_width = ANCHOR + ELO * float(value), Z * ELO * float(error)
        rated.append(Rating(style, middle, middle - half_width, middle + half_width))
    return sorted(rated, key=lambda rating: -rating.rating)


def _noise(meetings: Sequence[Meeting]) -> np.ndarray:
    """(meetings,): the variance of how many games the one player wins, with the prior game among those played.

    Who wins none of n games, or all, shows no variance, and yet is not known exactly: the value rests on the prior. So
    does the width. Where PRIOR games that end evenly (win chance e) join n games with the mean m, the sum of squares
    grows by PRIOR * (e (1 - e) + (m - e)^2): their own variance, and their distance. Of a style that never wins, this
    is PRIOR * e: the binomial variance n p (1 - p) at the chance p = PRIOR * e / n that the prior lets it have, as in
    Agresti and Coull (1998), who take a share's interval from counts with some games added. Beside hundreds of games
    that vary it is nothing, and where all wins are shared it stays small.
    """
    games, share, stderr = (
        np.array([getattr(meeting, name) for meeting in meetings]) for name in ("games", "share", "stderr")
    )
    even = np.array([1 / (meeting.rivals + 1) for meeting in meetings])
    return (games * stderr) ** 2 + PRIOR * (even * (1 - even) + (share - even) ** 2)
