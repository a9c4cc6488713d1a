"""Cells in a game's own notation: their text piece by piece, with an error that says where and what else may stand."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from balance.cards.check import CardRow, NotationError
from balance.common.errors import Problems, quoted

NUMBER = re.compile(r"-?[0-9]+")

Read = TypeVar("Read")


@dataclass(frozen=True)
class Piece:
    """A word, a number or a sign of a cell; behind the last one stands a piece of the kind ``end``."""

    kind: str  # the group of the reader's pattern that found it
    text: str  # in small letters where capitals do not matter
    original: str
    at: int  # character, from 1


class PieceReader(ABC):
    """The cell ``text``, called ``what`` in errors; a grammar's functions read on from ``self.place``.

    Raises NotationError for more than ``longest`` characters.
    """

    pattern: ClassVar[re.Pattern[str]]  # of one piece and the blanks before it; one named group for each kind
    capitals_matter: ClassVar[bool]
    longest: ClassVar[int]  # characters of a cell

    def __init__(self, text: str, what: str) -> None:
        check_length(text, what, self.longest)
        self.what = what
        self.pieces = self._pieces(text)
        self.place = 0

    def _pieces(self, text: str) -> list[Piece]:
        pieces = []
        for match in self.pattern.finditer(text):
            kind = str(match.lastgroup)
            original = match[kind]
            plain = original if self.capitals_matter else original.lower()
            pieces.append(Piece(kind, plain, original, match.start(kind) + 1))
        return [*pieces, Piece("end", "", "", len(text.rstrip()) + 1)]

    @abstractmethod
    def like(self, words: Sequence[str]) -> str | None:
        """What may be meant by the piece that is here (not the end), where ``words`` may stand."""

    @property
    def piece(self) -> Piece:
        """The piece that is here."""
        return self.pieces[self.place]

    def take(self, *texts: str) -> str:
        """Step over the piece if it is one of ``texts``, and give it; else "" ."""
        text = self.piece.text
        if self.piece.kind == "end" or text not in texts:
            return ""
        self.place += 1
        return text

    def stop(self, expected: str, words: Sequence[str] = ()) -> NotationError:
        """The error for the piece that is here, where only ``expected`` may stand."""
        piece = self.piece
        if piece.kind == "end":
            return NotationError(f"this {self.what} stops too early, at character {piece.at}", f"there {expected}")
        message = f"this {self.what} cannot be read from character {piece.at} on: {quoted(piece.original)}"
        return NotationError(message, f"at this place {expected}", self.like(words))

    def room(self, count: int, most: int, of: str) -> None:
        """Refuse one more when there are ``most`` already."""
        if count == most:
            message = f"this {self.what} has more than {most} {of}, from character {self.piece.at} on"
            raise NotationError(message, f"at most {most} {of}")

    def end(self, signs: Sequence[str]) -> None:
        """The end, or one of ``signs``: those that the caller has looked for in vain."""
        if self.piece.kind != "end":
            raise self.stop(" or ".join([*(f"'{sign}'" for sign in signs), "the end"]), signs)

    def number(self, low: int, high: int, more: str = "", words: Sequence[str] = ()) -> int:
        """Step over a whole number, and give it; ``more`` and ``words`` tell what else may stand here."""
        allowed = f"a whole number from {low} to {high}{more}"
        if not NUMBER.fullmatch(self.piece.text):
            raise self.stop(allowed, words)
        number = int(self.piece.text)
        if not low <= number <= high:
            size = "small" if number < low else "large"
            message = f"the number at character {self.piece.at} is too {size}: {quoted(self.piece.original)}"
            raise NotationError(message, allowed)
        self.place += 1
        return number


def check_length(text: str, what: str, longest: int) -> None:
    """Raise NotationError for a cell, called ``what``, of more than ``longest`` characters."""
    if len(text) > longest:
        raise NotationError(f"this {what} has {len(text)} characters", f"at most {longest} characters")


def read_cell(row: CardRow, column: str, parse: Callable[[str], Read], problems: Problems) -> Read | None:
    """What ``parse`` makes of a cell; an error and None when it cannot."""
    try:
        return parse(row.cell(column))
    except NotationError as trouble:
        problems.errors.append(row.problem(column, trouble.message, trouble.allowed, trouble.like))
        return None


def read_filled(
    row: CardRow, column: str, parse: Callable[[str], Read], allowed: str, problems: Problems
) -> Read | None:
    """The same, of a cell that must not be blank."""
    if not row.cell(column):
        problems.errors.append(row.problem(column, "the cell is blank", allowed))
        return None
    return read_cell(row, column, parse, problems)
