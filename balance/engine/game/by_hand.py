"""What a scenario may set by hand in a game: the order of its piles, what its dice show, where it goes on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.common.errors import Problem, Problems, nearest

Lay = Callable[[Any, Any, int], None]
"""(state, table record, moment): set what the scenario says at this moment of the game, as the game numbers them, and
work out what follows from it."""


@dataclass(frozen=True)
class Pile:
    """Cards that are shuffled, or whatever else is put into a random order."""

    name: str
    description: str
    """What is in it and who takes from it, for the reference page."""
    stream: int
    """Of the state, by which nothing else is shuffled."""
    names: Sequence[str]
    """By the number that stands for it in the pile: what it is called."""
    from_end: bool = False
    """Its cards are taken from the end of the array, not from the beginning."""


@dataclass(frozen=True)
class Die:
    """A die, or whatever else is drawn as a number below some other."""

    name: str
    description: str
    stream: int
    """Of the state, by which nothing is shuffled."""
    sides: Sequence[str]
    """By number: what it shows. Of equal sides any may be meant."""


@dataclass(frozen=True)
class Handy:
    """All that a scenario may set in a game, with the cards of one plan."""

    piles: tuple[Pile, ...] = ()
    dice: tuple[Die, ...] = ()


class Fields:
    """Reads what stands in a file, and collects everything that cannot be, each with its place."""

    def __init__(self, file: str, problems: Problems):
        self.file, self.problems = file, problems

    def wrong(self, place: str, message: str, value: Any = None, allowed: str = "", known: Iterable[str] = ()) -> None:
        """Collect a problem. ``known``: of these the one most like the value is named."""
        text = None if value is None else value if isinstance(value, str) else json.dumps(value, default=str)
        like = nearest(text, known) if text is not None else None
        where = ", ".join(part for part in (self.file, place) if part)
        self.problems.errors.append(Problem(message, file=where, value=text, allowed=allowed, nearest=like))

    def keys(self, given: Mapping[str, Any], known: Sequence[str], place: str) -> None:
        """Collect keys that are not known."""
        for key in given:
            if key not in known:
                self.wrong(place, "there is no such key", key, some(known) or "(none)", known)

    def is_number(self, value: Any, place: str, low: int, high: int) -> bool:
        """Whether this is a whole number in these bounds; a problem where it is none."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return True
        self.wrong(place, "is not a number in this range", value, f"{low} to {high}")
        return False

    def is_one_of(self, value: Any, known: Sequence[str], place: str) -> bool:
        """Whether this is one of these words (a number counts as its digits); a problem where it is none."""
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value) in known:
            return True
        self.wrong(place, "is not known here", value, some(list(dict.fromkeys(known))), known)
        return False

    def is_list(self, value: Any, place: str, allowed: str = "[...]") -> bool:
        """Whether this is a list; a problem where it is none."""
        if isinstance(value, list):
            return True
        self.wrong(place, "is not a list", value, allowed)
        return False

    def are_of(self, value: Any, known: Sequence[str], place: str) -> bool:
        """Whether this is a list of these words; what is not is a problem."""
        if not self.is_list(value, place):
            return False
        wrong = [item for item in value if not self.is_one_of(item, known, place)]
        return not wrong


def check_handy(handy: Handy, piles: Mapping[str, Any], dice: Mapping[str, Any], fields: Fields) -> None:
    """Collect what cannot be in ``piles`` and ``dice`` of a scenario."""
    by_name = {pile.name: pile.names for pile in handy.piles}
    for name, orders in piles.items():
        if fields.is_one_of(name, list(by_name), "piles") and fields.is_list(orders, f"piles, {name}"):
            for order in as_orders(orders):
                fields.are_of(order, by_name[name], f"piles, {name}")
    by_name = {die.name: die.sides for die in handy.dice}
    for name, results in dice.items():
        if fields.is_one_of(name, list(by_name), "dice"):
            fields.are_of(results, by_name[name], f"dice, {name}")


def as_orders(given: Sequence[Any]) -> list[Sequence[Any]]:
    """The orders of a pile, shuffle by shuffle: one list of names is that of the first shuffle."""
    return list(given) if given and all(isinstance(order, list) for order in given) else [given]


def some(names: Sequence[str]) -> str:
    """Names as they may be written: all of them, or the first ones where there are many."""
    return ", ".join(names) if len(names) <= 12 else f"{', '.join(names[:12])} and {len(names) - 12} more"
