"""What is in the box of Fairy Conundrum: its cards and prebuilt decks as the game knows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from balance.games.fairy_conundrum.cards.abilities import Ability

AVATAR, FAIRY, SHARD, SHELTER, TOKEN = KINDS = ("avatar", "fairy", "shard", "shelter", "token")
RADIANCES = "LDN"
ASTRALAE = "ABCDEFKLMN"
LIMITS = dict(zip(ASTRALAE, (5, 4, 3, 2, 1, 1, 4, 3, 2, 1), strict=True))
"""Copies of one card in a haversack and its reserve together, by astralae (FC-16)."""

FINAL = "F"  # at most one card of it in a haversack (FC-17)
MORPHEMES = ("RO", "RE", "OR", "YE", "GR", "TU", "BL", "VI", "WH", "BK", "GY", "BR")
"""In the order of the palette (section 2)."""

STAGES = 3
DECK_SIZES = (40, 80)
RESERVE = 7
SHELTERS = 12  # of a canvas, at most


@dataclass(frozen=True)
class Maturation:
    """When a stage of an avatar is active, and what its sum is made of (FC-84, FC-86)."""

    low: int | None  # None: no bound
    high: int | None
    coefficients: tuple[int, int, int]  # of the costs of light, dark, neutral cards

    @property
    def text(self) -> str:
        """In standard spelling, such as "10..21;1/-1/0"."""
        low, high = ("" if bound is None else bound for bound in (self.low, self.high))
        return f"{low}..{high};{'/'.join(map(str, self.coefficients))}"


@dataclass(frozen=True)
class Card:
    """A row of the card table; what its kind has not is 0, "" or empty."""

    id: str
    name: str
    kind: str  # one of KINDS
    set: str
    copies: int  # of the product; avatar, shelter, token: 1 unless the table says more
    cost: int = 0
    ray: int = 0
    mat: int = 0  # shelter: stability
    slots: int = 0
    vol: int = 0  # 0: permanent
    mes: int = 0  # 0: no mesangette
    radiance: str = "N"
    astralae: str = ""  # "" for avatars and shelters
    morphs: tuple[str, ...] = ()  # the principal first
    rank: int = 0  # shelter: order number; avatar: stage
    life: int = 0
    handmax: int = 0
    mature: Maturation | None = None
    entry: bool = False
    passage: bool = False
    teleport: bool = False
    pantheon: str = ""
    abilities: tuple[Ability, ...] = ()

    @property
    def limit(self) -> int:
        """How many copies a haversack and its reserve may have; 0 for cards that are in none."""
        return LIMITS[self.astralae] if self.kind in (FAIRY, SHARD) else 0


@dataclass(frozen=True)
class Deck:
    """A prebuilt deck (5.1)."""

    name: str
    avatar: int  # place in Cards.avatars
    canvas: int  # place in Cards.canvases
    cards: tuple[tuple[int, int], ...]  # card and copies, in table order
    reserve: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Cards:
    """Everything in play."""

    cards: tuple[Card, ...]  # in table order
    avatars: tuple[tuple[int, int, int], ...]  # cards: stages 1 to 3
    canvases: tuple[tuple[int, ...], ...]  # cards in rank order
    decks: tuple[Deck, ...]
    stand_in: Card | None = None  # stands, for one player of every game, in the place of the card with its id

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """A card's number is its place in here; what stands in another's place is the last."""
        own = tuple(card.id for card in self.cards)
        return own if self.stand_in is None else (*own, f"{self.stand_in.id}'")

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each id."""
        return {id: number for number, id in enumerate(self.ids)}

    @cached_property
    def deck_names(self) -> tuple[str, ...]:
        """In the order of `decks`."""
        return tuple(deck.name for deck in self.decks)
