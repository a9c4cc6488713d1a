"""The notation of Fairy School's cells, such as ``Fx2>4E/4W/A`` (section 5.2 of the rules page).

Costs and effects are read piece by piece, one function per line of the grammar. The ``text`` of what was read is
its standard spelling. Capitals matter: ``E`` is earth, ``e`` is nothing. Blanks between two pieces do not matter,
nor does the order of the items of one alternative; an element that stands there twice adds up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from balance.cards.check import NotationError
from balance.cards.pieces import PieceReader
from balance.common.errors import nearest
from balance.games.fairy_school.cards.box import ANY, ELEMENTS, SPECIALS, Alternative, Bundle, Effect, Line, Special
from balance.games.fairy_school.state import MAX_ALTERNATIVES, MOST_COST, MOST_DRAWN, MOST_ELEMENTS, MOST_TIMES

LONGEST = 1000  # characters of a cell
MOST_LINES = 2  # of an effect

PIECE = re.compile(r"\s*(?:(?P<number>-?[0-9]+)|(?P<word>[^\W\d_](?=[xX](?![^\W\d_]))|[^\W\d_]+)|(?P<sign>\S))")

HABITS = {
    "earth": ("E",), "plant": ("P",), "plants": ("P",), "fire": ("F",), "water": ("W",), "air": ("A",), "any": ("N",),
    "and": ("+",), "&": ("+",), ",": ("+", ";"), ";": ("|", "+"), "or": ("/", "|"), "\\": ("/",), "|": (";",),
    "/": (";",), "*": ("x",), "×": ("x",), "times": ("x",), ":": (">",), "=": (">",), "-": (">",), "–": (">",),
    "→": (">",), "➔": (">",), "⇒": (">",),
}  # fmt: skip
"""Signs and words that people write out of habit, and the signs of this notation that may be meant."""

ELEMENT_NAMES = "an element (E earth, P plants, F fire, W water, A air)"
GAIN_NAMES = "an element (E, P, F, W, A, or N for one of E, P, F, W)"


def parse_cost(text: str) -> Bundle:
    """Read what a project costs, such as ``3F+P+2W``. Raises NotationError."""
    reader = _Reader(text, "cost")
    bundle = reader.bundle(MOST_COST)
    reader.end(("+",))
    return bundle


def parse_final(text: str) -> tuple[Bundle, ...]:
    """Read the steps of a final project, such as ``2F+3W;2E+2P+A``. Raises NotationError."""
    reader = _Reader(text, "list of steps")
    steps = [reader.bundle(MOST_COST)]
    while reader.take(";"):
        steps.append(reader.bundle(MOST_COST))
    reader.end(("+", ";"))
    return tuple(steps)


def parse_effect(text: str) -> Effect:
    """Read what an activation does, such as ``F|P>draw2.1``. Raises NotationError."""
    reader = _Reader(text, "effect")
    lines = [reader.line()]
    while reader.take("|"):
        reader.room(len(lines), MOST_LINES, "lines")
        lines.append(reader.line())
    return Effect(tuple(lines))


def parse_bonus(text: str) -> str:
    """Read the bonus of a pair of creatures: one of E, P, F, W, A, N. Raises NotationError."""
    reader = _Reader(text, "bonus")
    bonus = reader.take(*ELEMENTS, ANY)
    if not bonus:
        raise reader.stop(GAIN_NAMES, (*ELEMENTS, ANY))
    reader.end(())
    return bonus


class _Reader(PieceReader):
    """One function per line of the grammar; each reads on from ``self.place``."""

    pattern = PIECE
    capitals_matter = True
    longest = LONGEST

    def like(self, words: Sequence[str]) -> str | None:
        """Which of ``words`` may be meant by the piece that is here."""
        piece = self.piece
        before = self.pieces[self.place - 1].text if self.place else ""
        if piece.kind == "number" and "+" in words and before in (*ELEMENTS, ANY):
            return f"{piece.text}{before}"  # E2
        meant = [sign for sign in HABITS.get(piece.text.lower(), ()) if sign in words]
        if meant or piece.kind != "word":
            return meant[0] if meant else None
        letters = [letter for letter in piece.text.upper() if letter in words]
        if len(piece.text) > 1 and len(letters) == len(piece.text):
            return "+".join(letters)  # EP
        return nearest(piece.text, words)

    def line(self) -> Line:
        """A line and what follows it: '|' or the end."""
        if not self.has_cost():
            outcomes = self.outcomes()
            if self.piece.text != "|":
                self.end(("+", "/", "|", ">"))
            return Line(Bundle(), 1, outcomes)
        cost = self.bundle(MOST_ELEMENTS)
        repeated = self.piece.at
        times = self.number(1, MOST_TIMES) if self.take("x") else 0
        if not self.take(">"):
            raise self.stop("'>' and the outcome" if times else "'+', '>' or 'x' and a number", ("+", "x", ">"))
        outcomes = self.outcomes()
        if self.piece.text != "|":
            self.end(("+", "/", "|"))
        if times and any(outcome.special for outcome in outcomes):
            message = f"this effect repeats a special, by x{times} at character {repeated}"
            raise NotationError(message, f"x only without {', '.join(SPECIALS)} in the outcome")
        return Line(cost, times or 1, outcomes)

    def has_cost(self) -> bool:
        """Whether the line that begins here is a transformation: it has a '>', or the 'x' that asks for one."""
        for piece in self.pieces[self.place :]:
            if piece.text in (">", "x"):
                return True
            if piece.text == "|":
                return False
        return False

    def outcomes(self) -> tuple[Alternative, ...]:
        outcomes = [self.alternative()]
        while self.take("/"):
            self.room(len(outcomes), MAX_ALTERNATIVES, "alternatives in one line")
            outcomes.append(self.alternative())
        return tuple(outcomes)

    def alternative(self) -> Alternative:
        counts = dict.fromkeys((*ELEMENTS, ANY), 0)
        special: Special | None = None
        while True:
            at = self.piece.at
            word = self.take(*SPECIALS)
            if word and special:
                message = f"this alternative has a second special, {word}, at character {at}"
                raise NotationError(message, f"one of {', '.join(SPECIALS)} in an alternative; others behind '/'")
            if word:
                special = self.special(word)
            else:
                self.term(counts, MOST_ELEMENTS, SPECIALS)
            if not self.take("+"):
                return Alternative(_bundle(counts), counts[ANY], special)

    def special(self, word: str) -> Special:
        if word == "take":
            return Special(word, self.number(1, MOST_DRAWN))
        if word != "draw":
            return Special(word)
        drawn = self.number(1, MOST_DRAWN)
        if not self.take("."):
            raise self.stop("'.' and how many of them are placed, such as draw3.1")
        at = self.piece.at
        placed = self.number(1, MOST_DRAWN)
        if placed > drawn:
            message = f"this effect places more cards than it draws, at character {at}: {placed} of {drawn}"
            raise NotationError(message, f"draw{drawn}.1 to draw{drawn}.{drawn}")
        return Special(word, drawn, placed)

    def bundle(self, most: int) -> Bundle:
        counts = dict.fromkeys(ELEMENTS, 0)
        self.term(counts, most)
        while self.take("+"):
            self.term(counts, most)
        return _bundle(counts)

    def term(self, counts: dict[str, int], most: int, specials: Sequence[str] = ()) -> None:
        """Add a term, such as ``2F``, to ``counts``: at most ``most`` of an element."""
        at = self.piece.at
        counted = self.piece.kind == "number"
        count = self.number(1, most) if counted else 1
        element = self.take(*counts)
        if not element:
            raise self.no_element(counts, () if counted else specials, counted)
        counts[element] += count
        if counts[element] > most:
            message = f"this {self.what} has more than {most} {element}, from character {at} on"
            raise NotationError(message, f"at most {most} of an element")

    def no_element(self, counts: dict[str, int], specials: Sequence[str], counted: bool) -> NotationError:
        """The error for the piece that is here, where an element or one of ``specials`` may stand."""
        if self.piece.text == ANY:  # not among counts
            message = f"N cannot be paid, at character {self.piece.at}: a cost says which element"
            return NotationError(message, f"at this place {ELEMENT_NAMES}")
        expected = GAIN_NAMES if ANY in counts else ELEMENT_NAMES
        if specials:
            expected += ", a number and an element, take1, draw3.1, react, trash or study"
        elif not counted:
            expected += ", or a number and an element"
        return self.stop(expected, (*counts, *specials))


def _bundle(counts: dict[str, int]) -> Bundle:
    earth, plants, fire, water, air = (counts[element] for element in ELEMENTS)
    return Bundle((earth, plants, fire, water, air))
