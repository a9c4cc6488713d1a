"""What lies on the table of Fairy School, and the chance in it: part of the slow implementation in school_reference."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from balance.games.fairy_school.cards.box import Card, Final
from balance.games.fairy_school.state import (
    FINAL_STREAM,
    INITIAL_STREAM,
    ORDER_STREAM,
    PILE_STREAM,
    SET_STREAM,
    TRIMESTER_STREAM,
)
from helpers.plain_chance import Decisions, Stream, shuffle

if TYPE_CHECKING:
    from fairy_school.reference.players import Player

Row = dict[str, Any]

PURPOSES = {
    "trimester": TRIMESTER_STREAM,  # + trimester
    "initial": INITIAL_STREAM,
    "set": SET_STREAM,
    "final": FINAL_STREAM,
    "order": ORDER_STREAM,
    "pile": PILE_STREAM,  # + seat
}

POINTS = (
    "draft_initial",
    "lay_out",
    "draft_project",
    "keep",
    "idle_pick",
    "place",
    "columns",
    "activate",
    "times",
    "alternative",
    "take_number",
    "take",
    "put",
    "remove",
    "study",
    "again",
    "study_corner",
    "realize",
    "choose_final",
    "element",
    "column_order",
)
"""The decisions of section 4.1, D7 and D8 part by part: each time one is due it has luck of its own."""

TOP, BOTTOM = range(5), range(5, 10)  # slots of the forest, column 0 first
CORNERS = (0, 9)  # top of column 0, bottom of column 4
COLUMN_COST = ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0))

PLAYED = ("played_shared", "played_personal", "steps_done")  # events that count as playing a card

HERE, RIGHT, LEFT = "here", "right", "left"  # where a shared card is laid, as its owner sees it


@dataclass(frozen=True)
class Settings:
    """Section 3.11, but for the number of players. None: what the number of players and the length ask for."""

    setup: str | None = None
    length: str = "long"
    sharing: str = "neighbours"
    insensitive_alternation: str = "per_card"
    turns_per_trimester: int | None = None
    activation_cubes: int | None = None
    draft_direction: str = "RRL"
    must_play_two: bool = False
    leader_bonus_at_zero: bool = True
    final_turn_cap: int = 20
    start_elements: tuple[int, ...] = (1, 1, 1, 1, 0)
    pass_mark: int = 85
    honors_mark: int = 90


def take_out(things: list[Any], thing: Any) -> None:
    """Take a thing out of a list of which the order does not matter: the last one fills the gap."""
    place = next(place for place, other in enumerate(things) if other is thing)
    last = things.pop()
    if place < len(things):
        things[place] = last


class Luck:
    """One stream of chance."""

    def __init__(self, stream: Stream):
        self.stream = stream

    def shuffle(self, things: list[Any]) -> None:
        shuffle(self.stream, things)

    def below(self, n: int) -> int:
        return self.stream.below(n)


class Chance:
    """All streams of a game, by what they are for and, where each trimester or seat has its own, by number."""

    def __init__(self, seed: int, game_no: int):
        self.seed, self.game_no = seed, game_no
        self.streams: dict[int, Luck] = {}
        self.decisions = Decisions(seed, game_no)
        self.under_way: dict[int, Luck] = {}  # by seat

    def __call__(self, name: str, which: int = 0) -> Luck:
        purpose = PURPOSES[name] + which
        if purpose not in self.streams:
            self.streams[purpose] = Luck(Stream(self.seed, self.game_no, purpose))
        return self.streams[purpose]

    def decide(self, seat: int, point: str) -> None:
        """The seat's next decision at this point begins."""
        self.under_way[seat] = Luck(self.decisions.ask(seat, POINTS.index(point)))


@dataclass(eq=False)
class Copy:
    """One small card made of cardboard. It keeps its cubes until its owner collects them."""

    card: Card
    cubes: list[int] = field(default_factory=list)  # the seats they are from
    side: str = HERE
    before: int = -1  # the seat it lies in front of while it is shared

    def __repr__(self) -> str:
        return f"<{self.card.id} {self.card.effect.text}>"

    @property
    def reacts(self) -> bool:
        """Whether it carries a re-activate effect on any line (FS-61)."""
        return any(
            alternative.special is not None and alternative.special.word == "react"
            for line in self.card.effect.lines
            for alternative in line.outcomes
        )


@dataclass(eq=False)
class Seat:
    """A player and everything of hers (FS-4). The top of a pile is its last card."""

    number: int
    player: Player
    stock: list[int]
    cubes: int
    draw: list[Copy] = field(default_factory=list)
    discard: list[Copy] = field(default_factory=list)
    forest: list[Copy | None] = field(default_factory=lambda: [None] * 10)
    shared: list[Copy] = field(default_factory=list)
    personal: list[Copy] = field(default_factory=list)
    ongoing: list[Copy] = field(default_factory=list)
    removed: list[Copy] = field(default_factory=list)
    final: Final | None = None
    steps: int = 0
    studied: list[int] = field(default_factory=list)
    kindness: int = 0
    side: str = RIGHT  # where the next shared card goes in the seat-insensitive variant (FS-86)
    activated: list[Copy] = field(default_factory=list)  # this turn
    brought: list[Copy] = field(default_factory=list)  # of the personal area: what effects brought there this turn
    realized: list[Copy] = field(default_factory=list)
    s_deck: str | None = None
    s_cards: list[Copy] = field(default_factory=list)
    start_set: int = 0
    row: Row = field(default_factory=dict)  # of the turn being played
    rows: list[Row] = field(default_factory=list)
    events: Counter[tuple[str, str]] = field(default_factory=Counter)  # by word and card
    met_turn: dict[str, int] = field(default_factory=dict)  # by card; 1 for what was met before the first turn
    first_turn: dict[str, int] = field(default_factory=dict)  # first played
    realized_turn: dict[str, int] = field(default_factory=dict)

    def empty_slots(self) -> list[int]:
        return [slot for slot, copy in enumerate(self.forest) if copy is None]

    def in_forest(self) -> list[Copy]:
        return [copy for copy in self.forest if copy is not None]

    def deck(self) -> list[Copy]:
        """All small cards that are hers, wherever they lie; ongoing projects are not hers yet."""
        return [*self.draw, *self.discard, *self.in_forest(), *self.shared, *self.personal]

    def column(self, column: int) -> list[Copy]:
        """The cards of a column, the top one first."""
        return [copy for copy in (self.forest[column], self.forest[5 + column]) if copy is not None]

    def finished(self) -> bool:
        return self.final is not None and self.steps == len(self.final.steps)

    def count(self, event: str, copy: Copy | Card | Final, times: int = 1) -> None:
        """A card event (section 6)."""
        id, turn = copy.card.id if isinstance(copy, Copy) else copy.id, self.row.get("turn", 1)
        self.events[event, id] += times
        self.met_turn.setdefault(id, turn)
        if event in PLAYED:
            self.first_turn.setdefault(id, turn)
