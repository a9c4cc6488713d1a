"""Reading selectors: which cards or players a step, a count or a condition speaks of (section 5.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from balance.cards.check import NotationError
from balance.cards.pieces import Piece, PieceReader
from balance.common.errors import nearest, quoted
from balance.games.fairy_conundrum.cards.abilities import (
    ALL,
    BY_FOE,
    CARD_WORDS,
    CHOSEN,
    COMPARISONS,
    FLAGS,
    KINDS,
    NUMBERS,
    PLAYER_WORDS,
    RANDOM,
    SIDES,
    ZONES,
    Filter,
    Range,
    Selector,
)
from balance.games.fairy_conundrum.cards.box import ASTRALAE, MORPHEMES, RADIANCES

MOST = 99  # cards of a pick, and every other number of a step
LEAST_BOUND = -98  # of a test

PIECE = re.compile(r"\s*(?:(?P<word>[A-Za-z]+)|(?P<number>[0-9]+)|(?P<sign><=|>=|\S))")
NAME_WORD = re.compile(r"[^\s&\]]+")
TOKEN_ID = re.compile(r"[A-Za-z0-9_.-]+")

HABITS = {
    "and": "&", ",": "&", "==": "=", "<": "<=", ">": ">=", "damage": "dmg", "kill": "reap", "destroy": "reap",
    "attack": "ray", "defence": "mat", "steal": "steala", "exile": "dissipate", "sparkle": "spark", "shield": "mat",
    "exploration": "x", "valley": "v", "sheltered": "in", "light": "L", "dark": "D", "neutral": "N", "my": "own",
    "enemy": "foe", "sparkles": "sparks", "turned": "actioned",
}  # fmt: skip
"""Signs and words that people write out of habit, and those of this notation that may be meant."""

SELECTOR_WORDS = (*CARD_WORDS, *PLAYER_WORDS, *SIDES)
TESTS = ("rad", "mor", "ast", *NUMBERS, *FLAGS, "name")
NEVER_TOGETHER = (("actioned", "restored"), ("married", "single"), ("single", "widow"))
OF_AN_EVENT = ("IN", "OUT", "LEAVE", "REAPED", "ENDVOL", "WHEN", "TRAP")
"""Triggers with a card that caused them: `it`."""

OF_PICKS = ("CALL", "ACT", "AT")
"""Triggers in which `it` is what the step before was about."""


class SelectorReader(PieceReader):
    """One function per line of the grammar; each reads on from ``self.place``."""

    pattern = PIECE
    capitals_matter = True
    longest: ClassVar[int]

    def __init__(self, text: str, what: str) -> None:
        super().__init__(text, what)
        self.text = text
        self.trigger = ""  # of the ability that is read
        self.about_cards = False  # whether an earlier step of it was about cards
        self.linked_at: Piece | None = None  # the first place that speaks of the linked card

    def like(self, words: Sequence[str]) -> str | None:
        """Which of ``words`` may be meant by the piece that is here."""
        meant = HABITS.get(self.piece.text.lower())
        if meant in [*words]:
            return meant
        return nearest(self.piece.text, words) if self.piece.kind == "word" else None

    # Help

    def refuse(self, message: str, allowed: str, at: Piece) -> NotationError:
        """The error for what begins at a piece."""
        return NotationError(f"{message}, at character {at.at}", allowed)

    def one_of(self, what: str, words: Sequence[str]) -> str:
        """Step over one of ``words``, and give it."""
        word = self.take(*words)
        if not word:
            raise self.stop(f"{what}: {', '.join(words)}", words)
        return word

    def sign(self, *signs: str) -> str:
        """Step over one of these signs, and give it."""
        taken = self.take(*signs)
        if not taken:
            raise self.stop(" or ".join(f"'{sign}'" for sign in signs), signs)
        return taken

    def integer(self, low: int, high: int, more: str = "") -> int:
        """Step over a whole number with or without a sign, and give it; ``more`` tells what else may stand here."""
        start = self.piece
        allowed = f"a whole number from {low} to {high}"
        sign = self.take("+", "-")
        if self.piece.kind != "number":
            raise self.stop(allowed + more)
        number = int(sign + self.piece.text)
        if not low <= number <= high:
            size = "small" if number < low else "large"
            message = f"the number at character {start.at} is too {size}: {quoted(sign + self.piece.text)}"
            raise NotationError(message, allowed)
        self.place += 1
        return number

    def raw(self, pattern: re.Pattern[str], what: str) -> str:
        """Step over text that is no piece of the grammar, such as an id, and give it."""
        match = pattern.match(self.text, self.piece.at - 1)
        if self.piece.kind == "end" or not match:
            raise self.stop(what)
        while self.piece.kind != "end" and self.piece.at <= match.end():
            self.place += 1
        return match[0]

    # Selectors

    def at_selector(self) -> bool:
        """Whether a selector begins here."""
        return self.piece.text in SELECTOR_WORDS

    def count(self) -> Selector:
        """What is counted, in round brackets."""
        self.sign("(")
        start = self.piece
        if not self.at_selector():
            raise self.stop("cards, such as own.fairy.x or guests", SELECTOR_WORDS)
        selector = self.selector(counted=True)
        if selector.of_players:
            raise self.refuse("players cannot be counted", "cards, such as own.fairy.x or guests", start)
        self.sign(")")
        return selector

    def selector(self, counted: bool = False) -> Selector:
        """Cards or players; what is ``counted`` has no pick: all of them."""
        start = self.piece
        if start.text in SIDES and (self.pieces[self.place + 1].text == "." or start.text not in PLAYER_WORDS):
            return self.cards(counted)
        word = self.one_of("cards or players", (*CARD_WORDS, *PLAYER_WORDS))
        if word == "it":
            self.check_it(start)
        if word == "linked" and self.linked_at is None:
            self.linked_at = start
        if word == "foe" and self.trigger == "ALWAYS":
            raise self.refuse("ALWAYS takes no chosen player", "foes, me or all", start)
        return Selector(word)

    def check_it(self, start: Piece) -> None:
        """There must be a card that caused the event, or cards that the step before was about."""
        if self.trigger in OF_AN_EVENT or (self.trigger in OF_PICKS and self.about_cards):
            return
        message = f"'it' means no card here in a {self.trigger} ability"
        allowed = "'it' where an event has a card, or behind a step that is about cards"
        raise self.refuse(message, allowed, start)

    def cards(self, counted: bool) -> Selector:
        """Cards of a side and a kind."""
        start = self.piece
        side = self.one_of("a side", SIDES)
        self.sign(".")
        kind = self.one_of("a kind of cards", KINDS)
        zone = ""
        if self.take("."):
            zone = self.one_of("a zone", {"avatar": ("v",), "trap": ("v",)}.get(kind, ZONES))
        zone = {"avatar": "", "trap": "v"}.get(kind, zone)
        filter = self.filter()
        pick, n = self.pick(counted)
        selector = Selector("", side, kind, zone, filter, pick, n)
        if counted or selector.own_avatar:
            return Selector("", side, kind, zone, filter)
        if self.trigger == "ALWAYS" and pick != ALL:
            message = "ALWAYS takes no chosen or random pick, and without one a card is chosen"
            raise self.refuse(message, "#all, or a word such as self", start)
        if pick in (CHOSEN, BY_FOE) and not zone and kind != "avatar":
            message = "cards that are chosen must be of a named zone, as hidden ones cannot be chosen"
            raise self.refuse(message, f"a zone ({', '.join(ZONES)}), or #all or #r1", start)
        return selector

    def pick(self, counted: bool) -> tuple[str, int]:
        """How many, and who chooses them."""
        start = self.piece
        if not self.take("#"):
            return CHOSEN, 1
        how = self.take(ALL)
        if not how:
            how = self.take(RANDOM, BY_FOE)
            if self.piece.kind not in ("number", "sign"):
                raise self.stop("'all', a number, or r or f and a number", (ALL, RANDOM, BY_FOE))
        n = 0 if how == ALL else self.integer(1, MOST)
        if counted and how != ALL:
            raise self.refuse("a count has no pick: all cards are counted", "no pick", start)
        return how, n

    def filter(self) -> Filter:
        """Tests in square brackets, or nothing."""
        if not self.take("["):
            return Filter()
        tests: dict[str, str] = {}
        morphs: list[str] = []
        bounds: dict[str, Range] = {}
        self.test(tests, morphs, bounds)
        while self.take("&"):
            self.test(tests, morphs, bounds)
        if not self.take("]"):
            raise self.stop("'&' or ']'", ("&", "]"))
        return Filter(
            tests.get("rad", ""),
            tuple(code for code in MORPHEMES if code in morphs),
            tests.get("ast", ""),
            tuple(bounds[name] for name in NUMBERS if name in bounds),
            tuple(flag for flag in FLAGS if flag in tests),
            tests.get("name", ""),
        )

    def test(self, tests: dict[str, str], morphs: list[str], bounds: dict[str, Range]) -> None:
        """One more test: adds it to those before it."""
        start = self.piece
        name = self.one_of("a test", TESTS)
        if name in NUMBERS:
            bounds[name] = self.bound(bounds.get(name, Range(name)), start)
            return
        value = name if name in FLAGS else self.equal(name)
        if name == "mor":
            again = value in morphs
            morphs.append(value)
        else:
            again = name in tests
            tests[name] = value
        if again:
            raise self.refuse(f"the test {quoted(name)} stands here twice", "tests that differ", start)
        for first, other in NEVER_TOGETHER:
            if name in (first, other) and first in tests and other in tests:
                raise self.refuse(f"no card is both {first} and {other}", "tests that a card can meet", start)

    def equal(self, name: str) -> str:
        """What stands behind rad=, mor=, ast= or name=."""
        self.sign("=")
        match name:
            case "rad":
                return self.one_of("a radiance", RADIANCES)
            case "mor":
                return self.one_of("a morpheme", MORPHEMES)
            case "ast":
                return self.one_of("a letter", ASTRALAE)
        return self.raw(NAME_WORD, "a word of the name")

    def bound(self, before: Range, start: Piece) -> Range:
        """What is left of a range of numbers after one more test."""
        compare = self.sign(*COMPARISONS)
        number = self.integer(LEAST_BOUND, MOST)
        low, high = before.low, before.high
        if compare != "<=":
            low = number if low is None else max(low, number)
        if compare != ">=":
            high = number if high is None else min(high, number)
        if low is not None and high is not None and low > high:
            raise self.refuse(f"no {before.name} meets this test and those before it", "bounds that meet", start)
        return Range(before.name, low, high)
