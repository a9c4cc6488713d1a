"""Cards, players, events and abilities at work in the slow implementation of Fairy Conundrum."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from fairy_conundrum.reference.words import Ability, abilities

AGE = "KALBMCD"  # FC-14
FOR_ABILITIES = {"E": "D", "F": "D", "N": "M"}  # FC-13
COPIES = {"A": 5, "B": 4, "C": 3, "D": 2, "E": 1, "F": 1, "K": 4, "L": 3, "M": 2, "N": 1}  # FC-16
OPPOSITE = {"L": "D", "D": "L"}  # FC-12
MOST_MORPHS, MOST_ABILITIES, MOST_TOKENS = 4, 6, 32


@dataclass(frozen=True)
class Row:
    """A row of the card table (5.1)."""

    id: str
    kind: str  # avatar, fairy, shard, shelter, token
    name: str = ""
    cost: int = 0
    radiance: str = "N"
    astralae: str = ""
    ray: int = 0
    mat: int = 0  # of a shelter: stability
    slots: int = 0
    vol: int = 0  # 0: permanent
    mes: int = 0  # 0: no mesangette
    morphs: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    rank: int = 0
    life: int = 0
    handmax: int = 0
    least: int | None = None  # maturation of a stage
    most: int | None = None
    grows: tuple[int, int, int] = (0, 0, 0)  # for each sparkle of light, dark, neutral cards
    set: str = ""
    effect: str = ""

    @property
    def abilities(self) -> tuple[Ability, ...]:
        return abilities(self.effect)


@dataclass(frozen=True)
class Deck:
    """What a player brings: three avatar rows, the canvas 1..n, the haversack in table order, the reserve."""

    name: str
    avatar: tuple[Row, ...]
    canvas: tuple[Row, ...]
    haversack: tuple[tuple[Row, int], ...]
    reserve: tuple[tuple[Row, int], ...] = ()


@dataclass(eq=False)
class Label:
    """A bonus or malus in force (FC-9): ``n`` is a number, or the letter of a radiance or astralae."""

    op: str
    n: Any
    until: str = ""  # "", "turn", "stay"
    source: Card | None = None
    number: int = field(default_factory=count().__next__)  # in the order in which they were laid


@dataclass(eq=False)
class Slot:
    """An ability as a card has it, with its uses of this turn."""

    ability: Ability
    resolved: int = 0
    used_by: set[int] = field(default_factory=set)


@dataclass(eq=False)
class Card:
    """One card. ``zone``: deck, canvas, hand, valley, traps, rest, fallow, memory, prison, stored, fused."""

    row: Row
    owner: int
    token: bool = False
    narr: int = -1
    zone: str = ""
    arrival: int = 0
    host: Card | None = None  # the shelter it is in
    home: Card | None = None  # the shelter it goes back to when it is freed (FC-64)
    inside: Card | None = None  # the shelter it was imprisoned with (FC-65)
    responsible: Card | None = None  # who imprisoned or bewitched it
    hold: str = ""  # until when: stay, turn
    witch: tuple[Card, int] | None = None  # who bewitched it last, and which object that was (FC-118)
    waiting: bool = False  # an E card that may leave its prison when another copy goes (FC-21)
    actioned: bool = False
    active: bool = False  # a face-down mesangette that was not declined
    damage: int = 0
    vol: int = 0
    labels: list[Label] = field(default_factory=list)
    original: str = ""  # the principal morpheme it is printed with (FC-153)
    morphs: list[str] = field(default_factory=list)  # leftmost first: that is the principal one
    slots: list[Slot] = field(default_factory=list)
    linked: Card | None = None  # the card this one is attached to
    spouse: Card | None = None
    widow: str = ""  # "", temp, perm
    lost: Card | None = None  # the spouse a temporary widow waits for
    lost_ids: list[str] = field(default_factory=list)
    parts: list[Card] = field(default_factory=list)  # of a fusion, the base first; else the card alone
    radiance: str = ""  # of a fusion: the chosen one
    base: Card | None = None  # of a part of a fusion
    bearer: Card | None = None  # of a stored card
    times: int = 0  # how often it has become a new object
    followed: list[Card] = field(default_factory=list)  # stored cards that left the valley with it

    def __post_init__(self) -> None:
        self.narr = self.owner
        self.renew()

    def __repr__(self) -> str:
        return f"{self.row.id}@{self.zone}/{self.arrival}"

    def renew(self) -> None:
        """A new object (FC-9)."""
        self.times += 1
        self.witch = None
        self.narr, self.host, self.home, self.inside = self.owner, None, None, None
        self.responsible, self.hold, self.waiting = None, "", False
        self.actioned = self.active = False
        self.damage = self.vol = 0
        self.labels = []
        self.original, self.morphs = (self.row.morphs or ("",))[0], list(self.row.morphs)
        self.slots = [Slot(ability) for ability in self.row.abilities]
        self.linked = self.spouse = self.lost = None
        self.widow, self.lost_ids = "", []
        self.parts, self.radiance, self.base, self.bearer = [self], "", None, None

    @property
    def kind(self) -> str:
        return "token" if self.token else self.row.kind

    @property
    def is_fairy(self) -> bool:
        """Tokens are fairies too (FC-122)."""
        return self.row.kind in ("fairy", "token")

    @property
    def is_avatar(self) -> bool:
        return self.row.kind == "avatar"

    @property
    def has_defence(self) -> bool:
        return self.is_fairy or self.row.kind == "shelter"

    @property
    def ids(self) -> list[str]:
        """A fusion is a copy of each of its components (FC-20)."""
        return [part.row.id for part in self.parts]

    @property
    def in_valley(self) -> bool:
        return self.zone == "valley"

    @property
    def explores(self) -> bool:
        """FC-2."""
        return self.in_valley and self.host is None

    @property
    def bewitched(self) -> bool:
        return self.in_valley and self.responsible is not None

    @property
    def single(self) -> bool:
        return self.spouse is None and not self.widow

    @property
    def side(self) -> int:
        return self.narr if self.in_valley else self.owner

    def trait(self, word: str) -> bool:
        return any(word in part.row.traits for part in self.parts)


@dataclass(eq=False)
class Player:
    """A seat."""

    seat: int
    deck_list: Deck
    decider: Any
    avatar: Card
    stage: int = 1
    life: int = 0
    sparkles: int = 0
    deck: list[Card] = field(default_factory=list)  # its top is the last
    canvas: list[Card] = field(default_factory=list)  # its top is the first
    labels: list[Label] = field(default_factory=list)
    stage_slots: list[list[Slot]] = field(default_factory=list)
    absorbed: int = 0  # w of FC-81
    stored_maturation: int = 0
    alive: bool = True
    fell: int = 0  # when it was eliminated: 1, 2...; 0: not
    cause: str = ""
    called: int = 0  # fairies called this Narration (FC-42)
    placed: bool = False  # a shelter this turn (FC-45)
    row: dict[str, Any] = field(default_factory=dict)
    points: Counter[str] = field(default_factory=Counter)
    events: Counter[tuple[str, str]] = field(default_factory=Counter)
    used_by_others: Counter[str] = field(default_factory=Counter)
    first_turn: dict[str, int] = field(default_factory=dict)
    called_turn: dict[str, int] = field(default_factory=dict)


@dataclass(eq=False)
class Event:
    """Something that happened, and who listens (section 5.2)."""

    kind: str
    player: int
    card: Card
    target: int = -1  # of a joust
    cancelled: bool = False
    calls: list[tuple[int, Card, Slot]] = field(default_factory=list)  # CALL abilities (FC-54)
    listeners: list[tuple[int, Card, Slot]] = field(default_factory=list)
    traps: list[tuple[int, Card, list[Slot]]] = field(default_factory=list)


@dataclass(eq=False)
class Context:
    """An ability at work."""

    user: int  # its narrator
    source: Card
    ability: Ability
    event: Event | None = None
    foe: int = -1  # the opponent chosen
    picked: list[Card] = field(default_factory=list)  # by the step before


class GameOver(Exception):  # noqa: N818
    """At most one avatar is left."""
