"""The decisions of a game as they are read: who was asked, what could be done, what was done; and words for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, overload

import numpy as np

from balance.engine.kernels.decision_record import FORCED, WEIGHED


class Option(NamedTuple):
    """Something that a seat could choose: numbers, as the game means them at this point."""

    verb: int
    card: int
    """As the log counts cards; -1: no card."""
    target: int
    worth: float | None
    """To the style; None where it did not weigh."""


@dataclass(frozen=True)
class Decision:
    """A decision that was made in a game."""

    number: int
    """From 0, of all seats."""
    group: int
    """The number of the first of those that are made before anything is shown; its own where it stands alone."""
    turn: int
    """As in the log."""
    point: int
    seat: int
    options: tuple[Option, ...]
    place: int
    """Of the option chosen."""
    forced: bool

    @property
    def chosen(self) -> Option:
        """What was chosen."""
        return self.options[self.place]

    @property
    def weighed(self) -> bool:
        """Whether the style said what each option is worth; if not, it was forced or chosen at random."""
        return self.chosen.worth is not None

    @property
    def different(self) -> tuple[int, ...]:
        """The places of the options, of equal ones (two plain slots) the first; that of the one chosen among them."""
        first: dict[tuple[int, int, int], int] = {}
        for place, option in enumerate(self.options):
            first.setdefault(option[:3], place)
        first[self.chosen[:3]] = self.place
        return tuple(sorted(first.values()))


class Force(NamedTuple):
    """An entry of a script: what is chosen at the decision of this number."""

    number: int
    verb: int
    card: int
    target: int


class Trace(Sequence[Decision]):
    """The decisions of a game as they were played, each read when it is asked for: who plays on needs few of them."""

    def __init__(self, decisions: np.ndarray, options: np.ndarray, first: int = 0):
        """``decisions``: rows of TRACED from the number ``first`` on; ``options``: all TRACED_OPTION of the game."""
        self._decisions, self._options, self._first = decisions, options, first

    def __len__(self) -> int:
        return len(self._decisions)

    @overload
    def __getitem__(self, at: int) -> Decision: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Decision]: ...
    def __getitem__(self, at: int | slice) -> Decision | Sequence[Decision]:
        if isinstance(at, slice):
            start, _, step = at.indices(len(self))
            if step != 1:
                return tuple(self)[at]
            return Trace(self._decisions[at], self._options, self._first + start)
        number = range(len(self))[at]
        turn, point, seat, how, group, first, count, place = self._decisions[number].tolist()
        listed = self._options[first : first + count].tolist()
        if how != WEIGHED:
            listed = [(verb, card, target, None) for verb, card, target, _ in listed]
        options = tuple(map(Option._make, listed))
        return Decision(self._first + number, group, turn, point, seat, options, place, how == FORCED)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def worth(self) -> np.ndarray:
        """What each option of the game is worth to whoever was asked, one after the other: see ``first_options``."""
        return self._options["worth"]

    @property
    def first_options(self) -> np.ndarray:
        """By decision: where its options begin in ``worth``."""
        return self._decisions["first"]

    def alike(self, other: Trace) -> int:
        """How many options in a row, from the first of the game on, are the same in both."""
        mine, theirs = (trace._options[["verb", "card", "target"]] for trace in (self, other))
        count = min(len(mine), len(theirs))
        differ = mine[:count] != theirs[:count]
        return int(differ.argmax()) if differ.any() else count

    def script(self) -> tuple[Force, ...]:
        """As ``script_of``, all at once."""
        chosen = self._options[self._decisions["first"] + self._decisions["place"]]
        columns = (chosen[name].tolist() for name in ("verb", "card", "target"))
        return tuple(map(Force, range(self._first, self._first + len(self)), *columns))


def script_of(decisions: Iterable[Decision]) -> tuple[Force, ...]:
    """The script that makes these decisions once more."""
    if isinstance(decisions, Trace):
        return decisions.script()
    return tuple(Force(d.number, *d.chosen[:3]) for d in decisions)


@dataclass(frozen=True)
class Wording:
    """What the decisions of a game are called, with the cards of one plan."""

    points: Mapping[int, str]
    """By point, what is to be decided there: "which hero to keep"."""
    option: Callable[[Decision, Option], str]
    """What the option is, in a few words: those of an entry of a menu."""
    openly: Callable[[Decision, Option], str] | None = None
    """What the others at a table hear of a choice: "" where they do not see it, or see only what comes of it; None:
    they hear what the option is."""

    @property
    def names(self) -> dict[str, int]:
        """The points as a script calls them, in small letters: `hero`; without names their numbers."""
        return {point.name.lower() if isinstance(point, IntEnum) else str(point): int(point) for point in self.points}


@dataclass(frozen=True)
class Remarks:
    """What a person who is asked hears beside the wording, as things stand at the table."""

    about: str = ""
    """What the question is about: "5 sparkles are left"; "": the wording says it all."""
    options: tuple[str, ...] = ()
    """Of every option, what it costs or does now; "" where there is nothing to say. (): nothing of any."""

    def of(self, place: int) -> str:
        """What is said of one option, behind a dash."""
        said = self.options[place] if self.options else ""
        return f" – {said}" if said else ""


class News(NamedTuple):
    """Something that happened at the table."""

    seat: int
    """Whose doing it was, or whom it befell; -1: nobody's."""
    words: str
    """As a sentence about that player goes on: "draws a card"; of the listener: "draw Daisy 01"."""
