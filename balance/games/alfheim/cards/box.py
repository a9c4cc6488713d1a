"""What is in the box of Fairies of Alfheim: clues, fairies, footprints and experts as the game knows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

ICONS = 6
TYPES_OF = {
    "king": ("king",),
    "queen": ("queen",),
    "nisse": ("nisse_1", "nisse_2", "nisse_3"),
    "fairy": ("fairy_1", "fairy_2", "fairy_3"),
    "tomte": ("tomte",),
}  # by group
GROUPS = tuple(TYPES_OF)
TYPES = tuple(type for types in TYPES_OF.values() for type in types)
EXPERTS = ("king_queen", "tomte", "fairy")
ANY = "?"  # in a cost: one clue tile of any icon

SHORTEST_COST, LONGEST_COST = 2, 6  # tiles
FAIRIES_OF_A_TYPE = 5
RANKS = 5
PLAYER_TILES = 12  # clue tiles of a colour set
CENTRE_TILES = 18

START, PREPARATION, AFTER = "start", "prep", "after"  # when the first cost of a type is revealed


@dataclass(frozen=True)
class Cost:
    """What a fairy asks of a line: named icons and any others (a set), or how many tiles are equal (a pattern)."""

    icons: str = ""  # letters, sorted
    wild: int = 0  # tiles of any icon beside them
    parts: tuple[int, ...] = ()  # a pattern: that many tiles of one icon each, descending; then the rest is empty

    @property
    def length(self) -> int:
        """How many tiles pay it."""
        return len(self.icons) + self.wild + sum(self.parts)

    @property
    def text(self) -> str:
        """In standard spelling, such as "BBCHM", "BC??" or "#3+1"."""
        if self.parts:
            return "#" + "+".join(str(part) for part in self.parts)
        return self.icons + ANY * self.wild


@dataclass(frozen=True)
class Reveal:
    """When the costs of a type become known (5.2)."""

    when: str  # START, PREPARATION or AFTER
    after: tuple[str, ...] = ()  # the types that bring a tile of this one, in the order of TYPES

    @property
    def text(self) -> str:
        """In standard spelling, such as "reveal:start" or "after:nisse_1,nisse_2,nisse_3"."""
        return f"after:{','.join(self.after)}" if self.when == AFTER else f"reveal:{self.when}"


@dataclass(frozen=True)
class Clue:
    """Clue tiles of one icon: in every colour set (player), or with black backs (centre)."""

    id: str
    name: str
    set: str  # player, centre
    copies: int
    icon: str  # a capital letter


@dataclass(frozen=True)
class Fairy:
    """A fairy tile: one of the costs of its type."""

    id: str
    name: str
    type: str  # one of TYPES
    copies: int
    cost: Cost


@dataclass(frozen=True)
class Footprint:
    """A footprint tile."""

    id: str
    name: str
    copies: int
    icons: str  # two different letters, sorted


@dataclass(frozen=True)
class Expert:
    """An expert tile."""

    id: str
    name: str
    row: str  # one of EXPERTS
    rank: int  # from 1, the first to be taken
    need: tuple[str, ...]  # types, in the order of TYPES; the same for a whole row
    points: int


@dataclass(frozen=True)
class Cards:
    """Everything in play; rows with copies 0 are left out."""

    icons: str  # the six letters, sorted; an icon's number is its place in here
    player: tuple[Clue, ...]  # one for each icon, in the order of `icons`
    centre: tuple[Clue, ...]  # likewise
    fairies: tuple[Fairy, ...]  # by type, in the order of TYPES; within a type as in the card table
    points: Mapping[str, int]  # by type
    reveal: Mapping[str, Reveal]  # by type
    footprints: tuple[Footprint, ...]  # as in the card table
    experts: tuple[Expert, ...]  # by row, in the order of EXPERTS, then by rank
    stand_in: Fairy | None = None  # for one player of every game, in the place of the fairy of its id

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Clues (player, then centre), fairies, footprints, experts: the log knows a card by its place in here.

        The card that stands in for one comes last.
        """
        kinds = (self.player, self.centre, self.fairies, self.footprints, self.experts, self.tiles[len(self.fairies) :])
        return tuple(card.id for kind in kinds for card in kind)

    @cached_property
    def tiles(self) -> tuple[Fairy, ...]:
        """The fairies, and last the one that stands in for one of them, with a stroke to its id."""
        if self.stand_in is None:
            return self.fairies
        return (*self.fairies, replace(self.stand_in, id=f"{self.stand_in.id}'"))
