"""One row of Fairy Conundrum: its cells, and those that stand in its traits where the file lacks the columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from balance.cards.check import CardRow, NotationError, integer, one_of
from balance.cards.pieces import read_cell, read_filled
from balance.common.errors import Problems, nearest, quoted
from balance.games.fairy_conundrum.cards.box import AVATAR, LIMITS, MORPHEMES, SHELTER

CARD_COLUMNS = (
    "radiance", "astralae", "ray", "mat", "slots", "vol", "mes", "morphs", "rank", "life", "handmax", "mature", "decks",
)  # fmt: skip
"""Columns beside those that all games share."""
FLAGS = ("entry", "passage", "teleport")
PANTHEON = "pantheon"
TRAITS = (*FLAGS, f"{PANTHEON}=")
MIXED_DECKS = "mixed"  # in place of the name of a deck, in the settings
MOST_MORPHEMES = 4
MOST_COPIES = max(LIMITS.values())

DECK = re.compile(r"([A-Za-z0-9_-]{1,40})(\.r)?:([0-9]{1,3})")
DECK_ALLOWED = "the name of a deck and a number of copies, such as dawn_rush:3 or, of its reserve, dawn_rush.r:1"

Read = TypeVar("Read")


class Cells:
    """Reads the cells of a row, and keeps in ``bad`` the columns that cannot be read."""

    def __init__(self, row: CardRow, problems: Problems) -> None:
        self.problems = problems
        self.bad: set[str] = set()
        self.row, self.traits = self._with_traits(row)

    def _with_traits(self, row: CardRow) -> tuple[CardRow, dict[str, str]]:
        """The row with the own columns that its traits hold, and its other traits: name -> value."""
        traits: dict[str, str] = {}
        own = dict(row.own)
        for trait in row.traits.split():
            name, equals, value = trait.partition("=")
            if name in traits or (name in own and name not in row.own):
                self.refuse(row, "traits", f"the trait {quoted(name)} stands here twice", "every trait once", trait)
            elif equals and name in row.own:
                message = f"the file has a column {name}: {quoted(trait)} has no meaning among the traits"
                self.refuse(row, "traits", message, f"the value in the column {name}", trait)
            elif equals and name in CARD_COLUMNS:
                own[name] = value
            elif (name in FLAGS and not equals) or (name == PANTHEON and value):
                traits[name] = value
            else:
                known = [*TRAITS, *(f"{column}=" for column in CARD_COLUMNS if column not in row.own)]
                like = nearest(name + equals, known)
                self.refuse(row, "traits", f"there is no trait {quoted(trait)}", ", ".join(known), trait, like)
        return replace(row, own=own), traits

    def refuse(
        self, row: CardRow, column: str, message: str, allowed: str, value: str | None = None, like: str | None = None
    ) -> None:
        """Add an error about a cell."""
        self.bad.add(column)
        self.problems.errors.append(row.problem(column, message, allowed, like, value))

    def number(self, column: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number; ``default`` for a blank cell where there is one."""
        value = integer(self.row, column, self.problems, low, high, default)
        if value is None:
            self.bad.add(column)
        return value or 0

    def word(self, column: str, known: Sequence[str]) -> str:
        """One of some words, or of the letters of a text."""
        if one_of(self.row, column, self.problems, [*known]):
            return self.row.cell(column)
        self.bad.add(column)
        return ""

    def text(self, column: str, allowed: str) -> str:
        """Text that must not be blank."""
        cell = self.row.cell(column)
        if not cell:
            self.refuse(self.row, column, "the cell is blank", allowed)
        return cell

    def parsed(self, column: str, parse: Callable[[str], Read], allowed: str = "") -> Read | None:
        """What ``parse`` makes of a cell; with ``allowed`` it must not be blank."""
        if allowed:
            value = read_filled(self.row, column, parse, allowed, self.problems)
        else:
            value = read_cell(self.row, column, parse, self.problems)
        if value is None:
            self.bad.add(column)
        return value

    def decks(self, kind: str) -> Mapping[tuple[str, bool], int]:
        """How often the card is in a deck, and in its reserve (True)."""
        once = kind in (AVATAR, SHELTER)
        return self.parsed("decks", lambda text: parse_decks(text, once)) or {}


def parse_morphs(text: str) -> tuple[str, ...]:
    """Read morphemes, such as ``RO-BL``; none when the text is blank. Raises NotationError."""
    codes = tuple(code.strip() for code in text.split("-")) if text else ()
    allowed = f"at most {MOST_MORPHEMES} different morphemes with - between them: {', '.join(MORPHEMES)}"
    for code in codes:
        if code not in MORPHEMES:
            raise NotationError(f"there is no morpheme {quoted(code)}", allowed, nearest(code, MORPHEMES))
        if codes.count(code) > 1:
            raise NotationError(f"the morpheme {code} stands here {codes.count(code)} times", allowed)
    if len(codes) > MOST_MORPHEMES:
        raise NotationError(f"these are {len(codes)} morphemes", allowed)
    return codes


def parse_decks(text: str, once: bool) -> dict[tuple[str, bool], int]:
    """Read in which decks a card is, such as ``dawn:3 dawn.r:1``. Raises NotationError.

    Gives how many copies a deck has (False) and its reserve (True). ``once``: an avatar or canvas, which a deck has
    once. Commas between the decks are as good as blanks.
    """
    decks: dict[tuple[str, bool], int] = {}
    for part in text.replace(",", " ").split():
        match = DECK.fullmatch(part)
        if not match:
            raise NotationError(f"{quoted(part)} is not a deck and a number", DECK_ALLOWED)
        key, copies = (match[1], bool(match[2])), int(match[3])
        if match[1] == MIXED_DECKS:
            raise NotationError(f"no deck can be called {MIXED_DECKS}", "another name; in settings this means any deck")
        if key in decks:
            raise NotationError(f"{quoted(part)} names a deck for a second time", "every deck once")
        if once and (key[1] or copies != 1):
            raise NotationError(f"{quoted(part)} is not a number for an avatar or a canvas", f"{match[1]}:1")
        if not 1 <= copies <= MOST_COPIES:
            raise NotationError(f"{quoted(part)} is not a number of copies", f"1 to {MOST_COPIES}")
        decks[key] = copies
    return decks
