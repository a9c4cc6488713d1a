"""How an option is chosen: what it is worth to a style, and the one it likes best; and what is kept of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple

from balance.common.faults import AuthorError
from balance.engine.plain.chance import Stream
from balance.engine.plain.terms import PlainStyle


class Choice(NamedTuple):
    """A choice that was made."""

    seat: int
    about: str
    place: int
    """Of the option that was taken."""


class Redealt(NamedTuple):
    """That what a player cannot see was dealt anew."""

    after: int
    """So many choices."""
    seat: int
    future: int


def worth_of(
    offered: Sequence[Any],
    carried: Mapping[Any, Mapping[str, float]],
    features: Mapping[str, Callable[[Any], float]],
    weights: Mapping[str, float],
) -> list[float]:
    """What every option is worth to a style of these weights. Raises AuthorError where that is no number."""
    weighed = [(weights[name], value) for name, value in features.items() if name in weights]
    worth = []
    for option in offered:
        total = 0.0
        try:
            for weight, value in weighed:
                total += weight * value(option)
            if carried:
                for name, number in carried[option].items():
                    if name in weights:
                        total += weights[name] * number
        except TypeError:
            _check_numbers(option, features, carried[option] if carried else {})
            raise
        if total != total:
            raise AuthorError(f"{option} is worth {total}: a feature gives no number")
        worth.append(total)
    return worth


def _check_numbers(option: Any, features: Mapping[str, Any], carried: Mapping[str, Any]) -> None:
    """Raise AuthorError for the feature that is no number of this option, by its name."""
    for name, value in features.items():
        if not callable(value):
            raise AuthorError(f"feature {name} is {value!r}: a function of an option, as {name}=lambda option: ...")
    for name, number in [*((name, value(option)) for name, value in features.items()), *carried.items()]:
        if not isinstance(number, Real):
            raise AuthorError(f"feature {name} is {number!r} for {option}: no number")


def place_of(style: PlainStyle, count: int, weigh: Callable[[], Sequence[float]], luck: Stream) -> int:
    """The place of the option that a style takes, of so many: the one it likes best, or any where it slips."""
    if style.slip and (style.slip >= 1.0 or luck.uniform() < style.slip):
        return luck.below(count)
    return best_of(weigh(), luck)


def best_of(worth: Sequence[float], luck: Stream) -> int:
    """The place of the option that is worth most; of equals one by lot."""
    best = max(worth)
    if worth.count(best) == 1:
        return worth.index(best)
    equal = [place for place, value in enumerate(worth) if value == best]
    return equal[luck.below(len(equal))]
