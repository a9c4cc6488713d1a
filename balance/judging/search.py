"""The search for a stronger style: an evolution strategy over the weights and knobs of one that is there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import numpy as np

from balance.engine.game import Plan
from balance.engine.game.styles import LARGEST_WEIGHT, Knob, Style

STEP = 0.3
"""The first step in every direction (standard deviation), in units of its scale."""
SWITCH = 2.0
"""The scale of a knob that is 0 or 1, at least: of the first candidates several have the other."""
LARGEST = 3.0
"""A weight is at most so many scales where the start has noise or the like: beside ever larger ones it is nothing."""
DIGITS = 2
"""Weights are rounded to so many digits behind the first one of their scale: nobody plays any different."""


@dataclass(frozen=True)
class Direction:
    """One number of a style that the search may turn."""

    name: str
    start: float
    scale: float
    """What is a large change of it."""
    low: float = -LARGEST_WEIGHT
    high: float = LARGEST_WEIGHT
    knob: bool = False
    integer: bool = False

    def value(self, x: float) -> float:
        """The number at ``x`` scales from the start: rounded, and within what is allowed."""
        digits = 0 if self.integer else DIGITS - math.floor(math.log10(self.scale))
        rounded = round(self.start + x * self.scale, digits)
        return float(min(max(rounded, self.low), self.high)) + 0.0  # no -0.0


class Space:
    """Every number of a style that may be turned: all weights of the game and its knobs, but handicaps."""

    def __init__(self, plan: Plan, start: Style):
        self.start = start
        known = plan.game.features(plan.cards)
        features = [feature.name for feature in known if not feature.handicap]
        scales = _scales(start, plan.styles, features)
        held = [start.weights.get(feature.name) for feature in known if feature.handicap]
        held += [start.knobs.get(knob.name, knob.default) for knob in plan.game.knobs if knob.handicap]
        largest = LARGEST if any(held) else math.inf
        weights = [_weight(name, start, scales[name], largest) for name in features]
        knobs = [
            Direction(
                knob.name,
                start.knobs.get(knob.name, knob.default),
                _span(knob),
                knob.low,
                knob.high,
                True,
                knob.integer,
            )
            for knob in plan.game.knobs
            if not knob.presets and not knob.handicap and knob.high > knob.low
        ]
        self.directions = (*weights, *knobs)

    def style(self, x: Sequence[float] | np.ndarray, name: str, about: str = "") -> Style:
        """The style at ``x`` (float64[directions], in scales from the start). Weights of 0 are left out."""
        values = {direction: direction.value(at) for direction, at in zip(self.directions, x, strict=False)}
        weights, knobs = ({d.name: value for d, value in values.items() if d.knob is knob} for knob in (False, True))
        kept = {name: weight for name, weight in {**self.start.weights, **weights}.items() if weight}
        return Style(name, about, kept, {**self.start.knobs, **knobs})

    def changed(self, style: Style) -> list[Direction]:
        """The directions in which ``style`` is not the start."""
        return [direction for direction in self.directions if number(style, direction) != number(self.start, direction)]


def number(style: Style, direction: Direction) -> float:
    """What a style has in a direction."""
    if direction.knob:
        return style.knobs.get(direction.name, direction.start)
    return style.weights.get(direction.name, 0.0)


def with_number(style: Style, direction: Direction, value: float) -> Style:
    """The style with another number in a direction."""
    if direction.knob:
        return replace(style, knobs={**style.knobs, direction.name: value})
    return replace(style, weights={**style.weights, direction.name: value})


def _weight(name: str, start: Style, scale: float, largest: float) -> Direction:
    """The direction of a weight, of ``largest`` scales at most."""
    bound = min(LARGEST_WEIGHT, largest * scale)
    return Direction(name, start.weights.get(name, 0.0), scale, -bound, bound)


def _scales(start: Style, styles: Sequence[Style], features: Sequence[str]) -> dict[str, float]:
    """Of every feature, how large a weight of it is: as in the start; where that ignores it, as usual in others.

    A feature that nobody weighs is taken for one of middling weight.
    """
    known = {name: abs(start.weights[name]) for name in features if start.weights.get(name)}
    for name in features:
        others = [abs(style.weights[name]) for style in styles if not style.script and style.weights.get(name)]
        if name not in known and others:
            known[name] = median(others)
    middling = median([abs(weight) for weight in start.weights.values() if weight] or [1.0])
    return {name: known.get(name, middling) for name in features}


def _span(knob: Knob) -> float:
    """How large a change of a knob is large: half of what is allowed, and of a switch enough to throw it at once."""
    return max((knob.high - knob.low) / 2, SWITCH if knob.integer else 0.0)


class Search:
    """One run of the CMA evolution strategy (Hansen 2016, "The CMA Evolution Strategy: A Tutorial").

    All it does follows from the space, the seed and what its candidates won: what was played once need not be played
    again. Its answer is the mean of the distribution, which is an average over many candidates of many generations;
    the best candidate of a noisy search is above all the luckiest.
    """

    def __init__(self, space: Space, seed: int):
        import cma  # takes a second

        self.space = space
        chance = np.random.Generator(np.random.PCG64(seed))
        options: dict[str, Any] = {
            "randn": lambda *shape: chance.standard_normal(shape),
            "seed": math.nan,  # NumPy's own stream is left alone
            "verbose": -9,
            "verb_log": 0,
        }
        # The strategy knows no single direction: of two, one may lead nowhere. Nor does it know bounds: from a start
        # on one it would hardly move. What is beyond a bound counts as the bound (Direction.value).
        self._strategy = cma.CMAEvolutionStrategy([0.0] * max(2, len(space.directions)), STEP, options)
        self._asked: list[np.ndarray] = []

    @property
    def size(self) -> int:
        """How many candidates a generation has."""
        return int(self._strategy.popsize)

    def suggest(self, name: str) -> list[Style]:
        """The candidates of the next generation, all of this name."""
        self._asked = self._strategy.ask()
        return [self.space.style(x, name) for x in self._asked]

    def observe(self, won: Sequence[float]) -> None:
        """What every candidate won, in their order."""
        self._strategy.tell(self._asked, [-share for share in won])

    def mean(self, name: str) -> Style:
        """The style in the middle of the distribution."""
        return self.space.style(self._strategy.result.xfavorite, name)
