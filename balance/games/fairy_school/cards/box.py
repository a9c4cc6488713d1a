"""What is in the box of Fairy School: creatures, projects and final projects as the game knows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

ELEMENTS = ("E", "P", "F", "W", "A")  # earth, plants, fire, water, air: always in this order
ANY = "N"  # one element of the player's choice, air excepted
TRIMESTERS = ("I", "II", "III")
DECKS = ("A", "B", "C", "D", "E")  # the predefined starting decks
PLACES = ("E", "P", "0", "F", "W")  # the columns of the forest, by what they cost
DISCARD = "discard"
LENGTHS = ("long", "short")
SPECIALS = ("take", "draw", "react", "trash", "study")

START_CARDS = 12  # of a starting set
START_SETS = 4
CREATURES = 12
PAIRS = 6
STEPS = {"long": 5, "short": 4}
STARTING_PROJECTS = 3  # of a predefined deck, in the initiation game


@dataclass(frozen=True)
class Bundle:
    """Elements, one count each in the order of ELEMENTS."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @property
    def text(self) -> str:
        """In standard spelling, such as "3F+P+2W": in the order of ELEMENTS; "" for nothing."""
        return "+".join(
            f"{count if count > 1 else ''}{element}"
            for count, element in zip(self.counts, ELEMENTS, strict=True)
            if count
        )


@dataclass(frozen=True)
class Special:
    """What an effect does besides giving elements (FS-55 to FS-60)."""

    word: str  # one of SPECIALS
    number: int = 0  # take: cards at most; draw: cards drawn
    placed: int = 0  # draw: of these, cards that go to the personal area

    @property
    def text(self) -> str:
        """In standard spelling, such as "draw3.1"."""
        match self.word:
            case "take":
                return f"take{self.number}"
            case "draw":
                return f"draw{self.number}.{self.placed}"
        return self.word


@dataclass(frozen=True)
class Alternative:
    """One of the outcomes between which a line lets choose."""

    gains: Bundle = Bundle()
    free: int = 0  # elements of the player's choice (N)
    special: Special | None = None

    @property
    def text(self) -> str:
        """In standard spelling, such as "take1+W" (the special first)."""
        words = [self.special.text] if self.special else []
        if self.gains.text:
            words.append(self.gains.text)
        if self.free:
            words.append(f"{self.free if self.free > 1 else ''}{ANY}")
        return "+".join(words)


@dataclass(frozen=True)
class Line:
    """A line of an effect: a gain, or a transformation from a cost (FS-51 to FS-53)."""

    cost: Bundle  # all zero for a gain
    times: int  # how often it may be done in one activation, from 1
    outcomes: tuple[Alternative, ...]

    @property
    def text(self) -> str:
        """In standard spelling, such as "Fx2>4E/4W/A"."""
        outcome = "/".join(alternative.text for alternative in self.outcomes)
        repeated = f"x{self.times}" if self.times > 1 else ""
        return f"{self.cost.text}{repeated}>{outcome}" if self.cost.text else outcome


@dataclass(frozen=True)
class Effect:
    """One line, or two of which an activation carries out one."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """In standard spelling, such as "F|P>draw2.1"."""
        return "|".join(line.text for line in self.lines)


@dataclass(frozen=True)
class Creature:
    """A creature of the board (2.3)."""

    id: str
    name: str
    pair: int  # from 1
    bonus: str  # one of ELEMENTS, or ANY
    points: int


@dataclass(frozen=True)
class Card:
    """A small card: what a player's deck is made of."""

    id: str
    name: str
    kind: str  # start, initial, project
    set: str  # start: all, 1..4; initial: S, SA..SE; project: I, II, III
    copies: int
    cost: Bundle  # of a project
    effect: Effect
    points: int
    creature: int  # its place among Cards.creatures
    place: str = ""  # of a lettered initial card: one of PLACES, or DISCARD
    deck: str = ""  # of a starting project of the initiation game: one of DECKS


@dataclass(frozen=True)
class Final:
    """A final project."""

    id: str
    name: str
    copies: int
    length: str  # long, short
    steps: tuple[Bundle, ...]
    points: int  # of each step


@dataclass(frozen=True)
class Cards:
    """Everything in play, in the order of the card table; rows with copies 0 are left out."""

    creatures: tuple[Creature, ...]
    cards: tuple[Card, ...]
    finals: tuple[Final, ...]
    stand_in: Card | None = None
    """What one player of every game has instead of the starting card of its id."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Small cards, final projects, then a stand-in: the log knows a card by its place in here."""
        stand_in = (f"{self.stand_in.id}'",) if self.stand_in else ()
        return tuple(card.id for card in self.cards) + tuple(final.id for final in self.finals) + stand_in

    @cached_property
    def small(self) -> dict[int, Card]:
        """Small cards by their numbers, that is by their places in ``ids``; a stand-in too."""
        small = dict(enumerate(self.cards))
        if self.stand_in:
            small[len(self.cards) + len(self.finals)] = self.stand_in
        return small
