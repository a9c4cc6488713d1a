"""The notation for when a guess is right, such as ``gap >= 10 or fairy`` (section 5.2 of the rules page).

A condition speaks of two cards only: the pile card and the next card. It is read into a small tree,
which ``str`` writes back. From loose to tight: ``or``, ``and``, ``not``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from balance.cards.pieces import PieceReader
from balance.common.errors import nearest

LONGEST = 1000  # characters of a condition
DEEPEST = 50  # parentheses within parentheses

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}
QUANTITIES = ("next", "pile", "gap")

PIECE = re.compile(
    r"\s*(?:(?P<word>[^\W\d_][^\W_]*)|(?P<number>-?\s*[0-9]+)|(?P<comparison>[<>=!]+)|(?P<other>\S))",
)
SUIT_NAME = re.compile(r"[^\W\d_][^\W_]*")

HABITS = {
    "==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "><": "!=", "≥": ">=", "≤": "<=", "≠": "!=",
    "!": "not", "&": "and", "|": "or", "%": "mod", "[": "(", "]": ")", "{": "(", "}": ")",
    "-": "gap", "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-",
}  # fmt: skip
"""Signs that people write out of habit (or that spreadsheets put in), and the word of this notation."""


@dataclass(frozen=True)
class Number:
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Quantity:
    """``next`` or ``pile``: a printed number; ``gap``: how far they are apart. Perhaps its remainder."""

    name: str
    mod: int | None = None

    def __str__(self) -> str:
        return self.name if self.mod is None else f"{self.name} mod {self.mod}"


@dataclass(frozen=True)
class Compare:
    """Two values compared, such as ``next > pile``."""

    left: Number | Quantity
    sign: str
    right: Number | Quantity

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class SameSuit:
    """Next card and pile card have the same suit."""

    def __str__(self) -> str:
        return "same suit"


@dataclass(frozen=True)
class ShowsFairy:
    """The next card (or the pile card) shows a fairy."""

    pile: bool = False

    def __str__(self) -> str:
        return "pile fairy" if self.pile else "fairy"


@dataclass(frozen=True)
class SuitIs:
    """The next card is (or is not) of the suit ``name``."""

    name: str
    equal: bool = True

    def __str__(self) -> str:
        return f"suit {'=' if self.equal else '!='} {self.name}"


@dataclass(frozen=True)
class Not:
    """The opposite of ``part``."""

    part: Condition

    def __str__(self) -> str:
        return f"not {_inside(self.part, (Not, And, Or))}"


@dataclass(frozen=True)
class And:
    """All of ``parts``, two or more."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(_inside(part, (And, Or)) for part in self.parts)


@dataclass(frozen=True)
class Or:
    """At least one of ``parts``, two or more."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(_inside(part, (Or,)) for part in self.parts)


Condition = Compare | SameSuit | ShowsFairy | SuitIs | Not | And | Or


def _inside(part: Condition, wrapped: tuple[type, ...]) -> str:
    """``part`` as written inside another condition: in parentheses where it would be read otherwise."""
    return f"({part})" if isinstance(part, wrapped) else str(part)


def parse_condition(text: str, suits: Sequence[str]) -> Condition:
    """Read a condition; ``suits`` are the suit names it may mention, in the spelling the tree will bear.

    Raises NotationError with the place of the first thing that cannot be read.
    """
    reader = _Reader(text, "condition")
    reader.suits = {suit.casefold(): suit for suit in suits if SUIT_NAME.fullmatch(suit)}
    condition = reader.any()
    if reader.piece.kind != "end":
        raise reader.stop("'and', 'or' or the end", ("and", "or"))
    return condition


class _Reader(PieceReader):
    """One function per line of the grammar; each reads on from ``self.place``."""

    pattern = PIECE
    capitals_matter = False
    longest = LONGEST

    UNITS = ("next", "pile", "gap", "same suit", "fairy", "pile fairy", "suit", "not")
    depth = 0
    suits: Mapping[str, str]
    """The suits that a condition may name: in small letters, and as it is spelt."""

    def like(self, words: Sequence[str]) -> str | None:
        """Which of ``words``, or of the signs of this notation, may be meant by the piece that is here."""
        piece = self.piece
        sign = HABITS.get(piece.text)
        if sign is not None or piece.kind != "word" or piece.text in words:
            return sign
        return nearest(piece.text, words)

    def any(self) -> Condition:
        parts = [self.all()]
        while self.take("or"):
            parts.append(self.all())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def all(self) -> Condition:
        parts = [self.unit()]
        while self.take("and"):
            parts.append(self.unit())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def unit(self) -> Condition:
        if self.take("not"):
            return Not(self.group_or_test())
        return self.group_or_test()

    def group_or_test(self) -> Condition:
        if self.piece.text != "(":
            return self.test()
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.stop(f"no further parenthesis: at most {DEEPEST} may be open at once")
        self.take("(")
        condition = self.any()
        if not self.take(")"):
            raise self.stop("'and', 'or' or ')'", ("and", "or"))
        self.depth -= 1
        return condition

    def test(self) -> Condition:
        if self.take("same"):
            if not self.take("suit"):
                raise self.stop("'suit' (same suit)", ("suit",))
            return SameSuit()
        if self.take("fairy"):
            return ShowsFairy()
        if self.take("suit"):
            return self.suit_test()
        if self.piece.text == "pile" and self.pieces[self.place + 1].text == "fairy":
            self.place += 2
            return ShowsFairy(pile=True)
        left = self.value("a test, such as next > pile, gap <= 3, same suit, fairy, pile fairy or suit = A", self.UNITS)
        sign = self.take(*COMPARISONS)
        if not sign:
            raise self.stop(f"a comparison ({' '.join(COMPARISONS)})", ("mod", "fairy"))
        return Compare(left, sign, self.value("next, pile, gap or a whole number", QUANTITIES))

    def suit_test(self) -> Condition:
        sign = self.take("=", "!=")
        if not sign:
            raise self.stop("'=' or '!=' (suit = A)")
        name = self.suits.get(self.piece.original.casefold())
        if name is None or self.piece.kind != "word":
            known = list(self.suits.values())
            raise self.stop(f"the one-word name of a suit ({', '.join(known) or 'no suit has one'})", known)
        self.place += 1
        return SuitIs(name, sign == "=")

    def value(self, expected: str, words: Sequence[str]) -> Number | Quantity:
        if self.piece.kind == "number":
            return Number(self.integer())
        name = self.take(*QUANTITIES)
        if not name:
            raise self.stop(expected, words)
        if not self.take("mod"):
            return Quantity(name)
        if self.piece.kind != "number" or self.piece.text.startswith("-") or int(self.piece.text) == 0:
            raise self.stop("a whole number above 0 (next mod 2)")
        return Quantity(name, self.integer())

    def integer(self) -> int:
        """Step over the number that is here, whose sign may stand apart."""
        self.place += 1
        return int("".join(self.pieces[self.place - 1].text.split()))
