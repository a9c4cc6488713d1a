"""A game that a person has played, looked back on: how her chances went, and which of her choices cost most.

The game is left at her decisions and played on by the styles, in many futures: what she could not know is redealt in
each. Every choice is tried in a few futures first; those that look worst are tried again in many others,
for the worst of many noisy numbers always looks worse than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.analysis.stats import joint_z, mean_interval, mean_stderr
from balance.engine.game import Plan
from balance.engine.game.decisions import Decision
from balance.engine.kernels.decision_record import BY_THE_STYLE
from balance.engine.playing.game_batch import GameBatch
from balance.judging.look_ahead import Playouts

STANDINGS = 12
"""Turns, at most, after which the chance is asked for."""
FUTURES = 100
"""In which the chance of a turn is worked out: to about 10 percentage points."""
FIRST_LOOK = 3_000
"""Games, about, in which all choices are tried at first."""
FEWEST, MOST = 6, 40
"""Futures of every option then."""
SUSPECTS = 4
"""Choices that are looked at again."""
SECOND_LOOK = 200
"""Futures of each of these then, and of the option that looked best instead."""

Interval = tuple[float, float]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Standing:
    """The chance to win at the first decision of a turn, if the own style played on from there."""

    turn: int
    win: float


@dataclass(frozen=True)
class Costly:
    """A choice after which the player wins less often than after another."""

    decision: Decision
    place: int
    """Of the better option."""
    win: float
    """The chance after what was chosen."""
    better: float
    """After the other, in the same futures."""
    interval: Interval
    """Of the difference, 95 %, those of all choices looked at again together."""


@dataclass(frozen=True)
class Review:
    """What there is to say."""

    standings: tuple[Standing, ...]
    costly: tuple[Costly, ...]
    """The dearest first; only those that clearly cost something."""
    looked_at: int
    """Choices that were tried."""


def review(plan: Plan, game_no: int, made: Sequence[Decision], seat: int, progress: Progress | None = None) -> Review:
    """Look back on a game of a plan, of which these are all decisions. Rules should be compiled."""
    playouts = _Playouts(plan, game_no, made)
    own = [decision for decision in made if decision.seat == seat and len(decision.different) > 1]
    first = {decision.turn: decision for decision in reversed(own)}
    turns = _evenly(sorted(first), STANDINGS)
    each = min(MOST, max(FEWEST, FIRST_LOOK // max(1, sum(len(decision.different) for decision in own))))
    done, steps = 0, len(turns) + len(own)
    standings, suspects = [], []
    for turn in turns:
        standings.append(Standing(turn, playouts.chance(first[turn])))
        done = _said(progress, done, steps)
    for decision in own:
        suspects.append(playouts.suspect(decision, each))
        done = _said(progress, done, steps)
    suspects.sort(key=lambda suspect: -suspect.loss)
    z = joint_z(SUSPECTS)
    costly = [playouts.look_again(suspect, z) for suspect in suspects[:SUSPECTS] if suspect.loss > 0]
    clear = sorted(
        (choice for choice in costly if choice.interval[0] > 0), key=lambda choice: choice.win - choice.better
    )
    return Review(tuple(standings), tuple(clear), len(own))


def _said(progress: Progress | None, done: int, steps: int) -> int:
    """One more step is done."""
    if progress is not None:
        progress(done + 1, steps)
    return done + 1


def _evenly(turns: Sequence[int], most: int) -> list[int]:
    """At most so many of the turns, evenly, the first and the last among them."""
    if len(turns) <= most:
        return list(turns)
    return [turns[round(i * (len(turns) - 1) / (most - 1))] for i in range(most)]


@dataclass(frozen=True)
class _Suspect:
    """A choice that may have cost something."""

    decision: Decision
    place: int
    """Of the option that looked best instead."""
    loss: float


class _Playouts:
    """The game played on from its decisions."""

    def __init__(self, plan: Plan, game_no: int, made: Sequence[Decision]) -> None:
        self.batch = GameBatch(replace(plan, log="seats"))
        self.game_no, self.made = game_no, made

    def won(self, decision: Decision, places: Sequence[int], futures: range) -> dict[int, np.ndarray]:
        """By place of these options, future by future: the share of the win."""
        played = Playouts(self.batch, self.game_no, self.made[: decision.number + 1])
        played.play(places, futures)
        return played.won

    def chance(self, decision: Decision) -> float:
        """The chance to win where the own style decides from here on."""
        return float(self.won(decision, [BY_THE_STYLE], range(1, 1 + FUTURES))[BY_THE_STYLE].mean())

    def suspect(self, decision: Decision, each: int) -> _Suspect:
        """What looks best instead of what was chosen, in a few futures."""
        places = decision.different
        won = self.won(decision, places, range(1, 1 + each))
        best = max((place for place in places if place != decision.place), key=lambda place: float(won[place].mean()))
        return _Suspect(decision, best, float((won[best] - won[decision.place]).mean()))

    def look_again(self, suspect: _Suspect, z: float) -> Costly:
        """The same choice and the other option, in many futures that are others than those before."""
        futures = range(1 + MOST, 1 + MOST + SECOND_LOOK)
        won = self.won(suspect.decision, [suspect.decision.place, suspect.place], futures)
        taken, other = won[suspect.decision.place], won[suspect.place]
        interval = mean_interval(*mean_stderr(other - taken), z)
        return Costly(suspect.decision, suspect.place, float(taken.mean()), float(other.mean()), interval)
