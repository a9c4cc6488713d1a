"""What is in the box of Heroes: cards, tiles and dice as the game knows them, read from cards.csv."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

TYPES = ("L", "F", "I")  # lightning, fire, ice: the three energies, always in this order
ENERGY = {"l": "lightning", "f": "fire", "i": "ice"}  # their words, by small letter
COLORS = ("brown", "green", "blue", "red")
RANKS = ("B", "A", "S")
DICE = ("green", "yellow", "red")
SETS = ("immediate", "activation", "interaction")
ICONS = ("fight", "shine", "tile")  # what an interaction tile may ask for

ALL = -1
"""The number of `heal all`."""


@dataclass(frozen=True)
class Damage:
    """Points of damage: untyped, and one count per energy in the order of TYPES (3.5)."""

    untyped: int = 0
    typed: tuple[int, int, int] = (0, 0, 0)

    @property
    def text(self) -> str:
        """In standard spelling, such as "1FF"."""
        letters = "".join(letter * count for letter, count in zip(TYPES, self.typed, strict=True))
        return f"{self.untyped or ''}{letters}" or "0"


@dataclass(frozen=True)
class Step:
    """One step of an option: a word and what it needs.

    ``word``: none, mission, tile, fight, heal, shine, gift, roll, hit or hitroll.
    """

    word: str
    number: int = 0  # fight, heal (ALL: heal all), shine, gift
    with_die: str = ""  # fight N with this die
    dice: tuple[str, ...] = ()  # roll, hitroll: in the order of DICE
    damage: Damage = Damage()  # hit

    @property
    def text(self) -> str:
        """In standard spelling, such as "fight 2 with red"."""
        match self.word:
            case "none" | "mission" | "tile":
                return self.word
            case "roll" | "hitroll":
                return f"{self.word} {','.join(self.dice)}"
            case "hit":
                return f"hit {self.damage.text}"
        number = "all" if self.number == ALL else self.number
        return f"{self.word} {number}" + (f" with {self.with_die}" if self.with_die else "")


@dataclass(frozen=True)
class Option:
    """Steps joined by +, performed in this order (HF-46)."""

    steps: tuple[Step, ...]
    text: str  # in standard spelling, such as "heal 1 + mission"


@dataclass(frozen=True)
class Action:
    """Options separated by a slash: exactly one is performed (HF-44)."""

    options: tuple[Option, ...]

    @property
    def text(self) -> str:
        """In standard spelling, such as "mission / heal 2"."""
        return " / ".join(option.text for option in self.options)

    def has(self, word: str) -> bool:
        """Whether any option has such a step: an icon on the card (HF-73)."""
        return any(step.word == word for option in self.options for step in option.steps)


@dataclass(frozen=True)
class Hero:
    """A hero card (section 2)."""

    id: str
    name: str
    copies: int
    action: Action
    strength: int
    left: str  # the left edge, top to bottom: one of L, F, I, - per position (HF-20)
    right: str
    slots: tuple[int, ...]  # 0: a plain slot; v: a prestige slot worth v


@dataclass(frozen=True)
class Condition:
    """When an adversary pays its bonus (HF-101 to HF-106).

    ``head``: set, most, strongest, count, each, tile ("each tile").
    """

    head: str
    bonus: int
    colors: tuple[str, ...] = ()  # set: three, in the order of COLORS; most, each: one
    number: int = 0  # count

    @property
    def text(self) -> str:
        """In standard spelling, such as "most blue = 3"."""
        match self.head:
            case "set" | "most" | "each":
                head = f"{self.head} {'+'.join(self.colors)}"
            case "count":
                head = f"count {self.number}"
            case "tile":
                head = "each tile"
            case _:
                head = self.head
        return f"{head} = {self.bonus}"


@dataclass(frozen=True)
class Adversary:
    """An adversary card."""

    id: str
    name: str
    copies: int
    color: str
    points: int
    condition: Condition | None


@dataclass(frozen=True)
class Mission:
    """A mission card: what it takes, and its spaces from the first to the last."""

    id: str
    name: str
    copies: int
    rank: str
    spaces: tuple[int, ...]
    wounds: Damage
    dice: tuple[str, ...]  # in the order of DICE
    have: int  # adversaries one must hold; 0: none
    start: bool


@dataclass(frozen=True)
class Tile:
    """A constellation tile."""

    id: str
    name: str
    copies: int
    set: str
    icon: str  # interaction: one of ICONS; else ""
    action: Action


@dataclass(frozen=True)
class Die:
    """A combat die: six faces."""

    id: str
    name: str
    color: str
    faces: tuple[Damage, ...]


@dataclass(frozen=True)
class Cards:
    """Everything in play, in the order of the card table; rows with copies 0 are left out."""

    heroes: tuple[Hero, ...]
    adversaries: tuple[Adversary, ...]
    missions: tuple[Mission, ...]
    tiles: tuple[Tile, ...]
    dice: tuple[Die, ...]  # green, yellow, red

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Heroes, adversaries, missions, tiles: the log knows a card by its place in here."""
        piles: tuple[Sequence[Hero | Adversary | Mission | Tile], ...]
        piles = (self.heroes, self.adversaries, self.missions, self.tiles)
        return tuple(card.id for pile in piles for card in pile)

    @cached_property
    def options(self) -> tuple[str, ...]:
        """Every different option of heroes and tiles as text: the log knows an option by its place in here."""
        cards: tuple[Hero | Tile, ...] = (*self.heroes, *self.tiles)
        return tuple(dict.fromkeys(option.text for card in cards for option in card.action.options))
