"""How much of who wins is luck, and how much is skill: shares of a variance, from games played again.

A game is played several times with the same players in the same seats, each time with more of its luck left as it was:
none; the deal; the deal, dice and draws. How alike two such games end is how much of the variance is explained by what
was left as it was (the law of total variance, step by step; Sobol 1993 for pairs that share some inputs). So the parts
add up to all of it.

Among players who are nearly equal nearly all is luck. What skill can do is seen where they are not: one against one,
the best of them against who is careless, who thinks of little, and who does not think.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from balance.analysis.stats import Z

STYLE, SEAT, OTHERS, CHOICES = "own style", "seat", "who else plays", "choices left to chance"
BLOCKS = 40
"""Of games, of which each is left out once (the jackknife)."""


@dataclass(frozen=True)
class Part:
    """A share of the variance, or of duels won, with its interval (95 %)."""

    name: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class LuckAndSkill:
    """Parts of the variance of who wins, and of the score; they add up to 1."""

    win: tuple[Part, ...]
    score: tuple[Part, ...]
    luck: Part
    """The share of who wins that is decided neither by styles nor by seats."""
    games: int
    best: str = ""
    """Of the styles that play: who wins most; "": nobody played duels."""
    duels: tuple[Part, ...] = ()
    """What the best wins of all that is won one against one, by the name of the other: a style by which others are
    measured, or the best when careless. Who wins least of it comes first."""

    def as_json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> LuckAndSkill:
        """What ``as_json`` gave."""
        win, score, duels = (tuple(Part(**part) for part in entry[name]) for name in ("win", "score", "duels"))
        return cls(win, score, Part(**entry["luck"]), entry["games"], entry["best"], duels)


def luck_and_skill(
    agents: np.ndarray, wins: np.ndarray, scores: np.ndarray, steps: Sequence[str], case_games: int = 1
) -> LuckAndSkill:
    """The parts, from games that were played several times.

    ``agents``: the style of every seat, [games, seats]. ``wins``, ``scores``: float[1 + steps + 1, games, seats], of
    the games as they are; with all luck changed; with ever more of it as it was, in the order of the ``steps`` ("the
    deal"); last with the players' own choices changed alone. ``case_games``: so many games are one case, a match.

    NaN stands for a game that its match did not need. Only games that were played every time can be told from one
    another by what was changed: the others are left out, so that all parts are of the same games.
    """
    names = [STYLE, SEAT, OTHERS, *steps, CHOICES]
    there = np.flatnonzero(~np.isnan(wins).any(axis=(0, 2)))
    case, agents, wins, scores = there // case_games, agents[there], wins[:, there], scores[:, there]
    *win, luck = _parts([*names, "luck"], agents, wins, case)
    *score, _ = _parts([*names, "luck"], agents, scores, case)
    return LuckAndSkill(tuple(win), tuple(score), luck, len(there))


def _parts(names: Sequence[str], agents: np.ndarray, values: np.ndarray, case: np.ndarray) -> list[Part]:
    explained = _explained(agents, values, case)
    if explained is None:
        return [Part(name, 0.0, 0.0, 0.0) for name in names]
    block = case * BLOCKS // (case.max() + 1)
    left = (_explained(agents[block != k], values[:, block != k], case[block != k]) for k in range(BLOCKS))
    without = np.array([_shares(each) for each in left if each is not None])
    stderr = np.sqrt((BLOCKS - 1) / BLOCKS * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    shares = _shares(_possible(explained)).clip(0, 1)
    lows, highs = np.clip((shares - Z * stderr, shares + Z * stderr), 0, 1)
    return [Part(name, *map(float, interval)) for name, *interval in zip(names, shares, lows, highs, strict=True)]


def _explained(agents: np.ndarray, values: np.ndarray, case: np.ndarray) -> np.ndarray | None:
    """What style and seat explain of the variance, and ever more of the luck, as measured; None: nothing varies."""
    centred = values - values.mean()
    variance = float((centred**2).mean())
    if variance <= 0:
        return None
    alike = [float((centred[0] * other).mean()) / variance for other in centred[1:]]
    mean = centred.mean(axis=0)
    seats = np.broadcast_to(np.arange(agents.shape[1]), agents.shape)
    return np.array([*(_between(group, mean, case) / variance for group in (agents, seats)), *alike])


def _possible(explained: np.ndarray) -> np.ndarray:
    """What comes nearest to it of all that can be: more that is as it was never explains less.

    By chance it may seem to. Such steps are levelled (isotonic regression: Barlow and others 1972).
    """
    from scipy.optimize import isotonic_regression  # slow to import, and most reports are of luck known already

    style, seat = explained[:2].clip(0, 1)
    return np.array([style, seat, *isotonic_regression(explained[2:]).x.clip(min(1.0, style + seat), 1)])


def _shares(explained: np.ndarray) -> np.ndarray:
    """The parts, in order, and luck as a whole."""
    style, seat, *alike = explained
    return np.array([style, seat, alike[0] - style - seat, *np.diff(alike), 1 - alike[-1], 1 - alike[0]])


def _between(group: np.ndarray, values: np.ndarray, case: np.ndarray) -> float:
    """The variance between the means of the groups, free of the noise of these means: from two halves of the cases.

    Games of one match share their noise, and so stand in the same half.
    """
    halves = [(group[case % 2 == half], values[case % 2 == half]) for half in (0, 1)]
    total = 0.0
    for name in np.unique(group):
        own = [some[part == name] for part, some in halves]
        if all(len(some) for some in own):
            total += float((group == name).mean()) * float(own[0].mean() * own[1].mean())
    return total
