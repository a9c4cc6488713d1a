"""The notation for when a guess is right, such as ``gap >= 10 or fairy`` (section 5.2 of the rules page).

A condition speaks of two cards only: the pile card and the next card. It is read into a small tree,
which ``evaluate`` asks and ``str`` writes back. From loose to tight: ``or``, ``and``, ``not``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.cards.check import NotationError
from balance.engine.errors import nearest, quoted

if TYPE_CHECKING:
    from balance.games.fairy.cards.box import Charm

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

TOKEN = re.compile(
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


def evaluate(condition: Condition, pile: Charm, following: Charm) -> bool:
    """Is the condition true when ``following`` is flipped onto ``pile``?"""
    match condition:
        case Or(parts):
            return any(evaluate(part, pile, following) for part in parts)
        case And(parts):
            return all(evaluate(part, pile, following) for part in parts)
        case Not(part):
            return not evaluate(part, pile, following)
        case Compare(left, sign, right):
            return COMPARISONS[sign](_value(left, pile, following), _value(right, pile, following))
        case SameSuit():
            return following.suit == pile.suit
        case ShowsFairy(of_pile):
            return pile.fairy if of_pile else following.fairy
        case SuitIs(name, equal):
            return (following.suit == name) == equal


def _value(value: Number | Quantity, pile: Charm, following: Charm) -> int:
    """The number a value stands for. The remainder of a negative number is not negative: -1 mod 3 is 2."""
    if isinstance(value, Number):
        return value.value
    numbers = {"next": following.number, "pile": pile.number, "gap": abs(following.number - pile.number)}
    number = numbers[value.name]
    return number if value.mod is None else number % value.mod


def parse_condition(text: str, suits: Sequence[str]) -> Condition:
    """Read a condition; ``suits`` are the suit names it may mention, in the spelling the tree will bear.

    Raises NotationError with the place of the first thing that cannot be read.
    """
    if len(text) > LONGEST:
        raise NotationError(f"this condition has {len(text)} characters", f"at most {LONGEST} characters")
    return _Parser(text, suits).whole()


@dataclass(frozen=True)
class _Token:
    kind: str  # word, number, comparison, other, end
    text: str  # in small letters
    written: str
    at: int  # character, from 1


def _tokens(text: str) -> list[_Token]:
    tokens = []
    for found in TOKEN.finditer(text):
        kind = str(found.lastgroup)
        written = found[kind]
        tokens.append(_Token(kind, written.lower(), written, found.start(kind) + 1))
    return [*tokens, _Token("end", "", "", len(text.rstrip()) + 1)]


class _Parser:
    """One function per line of the grammar; each reads on from ``self.place``."""

    UNITS = ("next", "pile", "gap", "same suit", "fairy", "pile fairy", "suit", "not")

    def __init__(self, text: str, suits: Sequence[str]) -> None:
        self.tokens = _tokens(text)
        self.place = 0
        self.depth = 0
        self.suits = {suit.casefold(): suit for suit in suits if SUIT_NAME.fullmatch(suit)}

    @property
    def token(self) -> _Token:
        return self.tokens[self.place]

    def take(self, *texts: str) -> str | None:
        """Step over the token if it is one of ``texts``, and give it."""
        found = self.token.text
        if self.token.kind == "end" or found not in texts:
            return None
        self.place += 1
        return found

    def stop(self, expected: str, words: Sequence[str] = ()) -> NotationError:
        """The error for the token that is here, where only ``expected`` may stand."""
        token = self.token
        if token.kind == "end":
            return NotationError(f"this condition stops too early, at character {token.at}", f"there {expected}")
        like = HABITS.get(token.text)
        if like is None and token.kind == "word" and token.text not in words:
            like = nearest(token.text, words)
        says = f"this condition cannot be read from character {token.at} on: {quoted(token.written)}"
        return NotationError(says, f"at this place {expected}", like)

    def whole(self) -> Condition:
        condition = self.any()
        if self.token.kind != "end":
            raise self.stop("'and', 'or' or the end", ("and", "or"))
        return condition

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
        if self.token.text != "(":
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
        if self.token.text == "pile" and self.tokens[self.place + 1].text == "fairy":
            self.place += 2
            return ShowsFairy(pile=True)
        left = self.value("a test, such as next > pile, gap <= 3, same suit, fairy, pile fairy or suit = A", self.UNITS)
        sign = self.take(*COMPARISONS)
        if sign is None:
            raise self.stop(f"a comparison ({' '.join(COMPARISONS)})", ("mod", "fairy"))
        return Compare(left, sign, self.value("next, pile, gap or a whole number", QUANTITIES))

    def suit_test(self) -> Condition:
        sign = self.take("=", "!=")
        if sign is None:
            raise self.stop("'=' or '!=' (suit = A)")
        name = self.suits.get(self.token.written.casefold())
        if name is None or self.token.kind != "word":
            known = list(self.suits.values())
            raise self.stop(f"the one-word name of a suit ({', '.join(known) or 'no suit has one'})", known)
        self.place += 1
        return SuitIs(name, sign == "=")

    def value(self, expected: str, words: Sequence[str]) -> Number | Quantity:
        if self.token.kind == "number":
            return Number(self.number())
        name = self.take(*QUANTITIES)
        if name is None:
            raise self.stop(expected, words)
        if not self.take("mod"):
            return Quantity(name)
        if self.token.kind != "number" or self.token.text.startswith("-") or int(self.token.text) == 0:
            raise self.stop("a whole number above 0 (next mod 2)")
        return Quantity(name, self.number())

    def number(self) -> int:
        self.place += 1
        return int("".join(self.tokens[self.place - 1].text.split()))
