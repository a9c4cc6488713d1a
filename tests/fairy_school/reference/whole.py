"""Fairy School once more, slow and obvious, written from the rules alone: the compiled game must agree with it.

Cards are objects, zones are lists, whatever the rules page proves by a formula is tried out where that is possible.
Seats are numbered from 0 clockwise, so the left neighbour of seat i is seat i + 1 (FS-2). The top of every pile is
its last card. The parts of the game are in the other files called school_reference_...: the table and its chance,
payments, setup and drafts, effects, the final trimester with scoring and the log, and the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import Any

from balance.games.fairy_school.cards.box import TRIMESTERS, Cards
from fairy_school.reference.effects import Effects, Payable
from fairy_school.reference.elements import affordable, plainly_payable, total
from fairy_school.reference.end import Final
from fairy_school.reference.players import Player, RandomPlayer
from fairy_school.reference.setup import Setup
from fairy_school.reference.table import (
    BOTTOM,
    COLUMN_COST,
    CORNERS,
    HERE,
    LEFT,
    RIGHT,
    TOP,
    Chance,
    Copy,
    Seat,
    Settings,
    take_out,
)


class Game(Setup, Effects, Final):
    """One game. ``play`` plays it all; tests may also lay out the table themselves and play single phases.

    ``order``: in which order the seats are gone through within a phase; it must not change anything (FS-79).
    """

    def __init__(
        self,
        cards: Cards,
        players: int = 4,
        agents: Sequence[Player] | None = None,
        settings: Settings | None = None,
        chance: Chance | None = None,
        order: Sequence[int] | None = None,
    ):
        self.cards, self.players = cards, players
        self.settings, self.chance = settings or Settings(), chance or Chance(0, 0)
        self.order = list(order or range(players))
        self.setup = self.settings.setup or ("expert" if players == 6 else "advanced")
        self.check_settings()
        short = self.settings.length == "short"
        self.trimesters = 2 if short else 3
        self.trimester_turns = self.settings.turns_per_trimester or (5 if players == 2 else 3)
        self.cubes = self.settings.activation_cubes or (32 if short else 37)
        agents = agents or [RandomPlayer(self.chance)] * players
        start = self.settings.start_elements
        self.seats = [Seat(number, agents[number], list(start), self.cubes) for number in range(players)]
        self.common_discard: list[Copy] = []
        self.trimester = self.turn_in_trimester = self.turns = self.final_turns = 0
        self.is_final = False
        self.finishers: list[int] = []
        self.end_reason = ""

    def check_settings(self) -> None:
        """ValueError: a table that the rules do not know (FS-1, FS-19, FS-85)."""
        if not 2 <= self.players <= 6:
            raise ValueError(f"Fairy School has 2 to 6 players, not {self.players}.")
        if self.players == 6 and self.setup != "expert":
            raise ValueError(f"6 players need the expert setup: there are five predefined decks. Not {self.setup}.")
        if self.players < 4 and self.settings.sharing == "insensitive":
            raise ValueError(f"Seat-insensitive sharing needs 4 players or more, not {self.players}.")

    def in_order(self) -> list[Seat]:
        return [self.seats[number] for number in self.order]

    def ask(self, seat: Seat, point: str, options: Iterable[Any], *more: Any) -> Any:
        """Ask the player, unless there is nothing to choose. ValueError: not one of the choices."""
        options = list(options)
        if len(options) == 1:
            return options[0]
        self.chance.decide(seat.number, point)
        chosen = getattr(seat.player, point)(self, seat, options, *more)
        if chosen not in options:
            raise ValueError(f"{point}: {chosen!r} is not a legal choice")
        return chosen

    # -- the frame

    def play(self) -> Game:
        """FS-26 to FS-72."""
        self.set_up()
        for trimester in range(self.trimesters):
            self.trimester, self.turn_in_trimester = trimester, 0
            self.draft_projects()
            for _ in range(self.trimester_turns):
                self.take_turn()
        self.start_final_trimester()
        while not self.end_reason:
            self.take_turn()
        return self

    def start_final_trimester(self) -> None:
        self.trimester, self.turn_in_trimester, self.is_final = self.trimesters, 0, True
        self.choose_finals()

    def take_turn(self) -> None:
        """Phases 0 to 7 (3.5, 3.7)."""
        self.turns += 1
        self.turn_in_trimester += 1
        for seat in self.seats:
            self.start_row(seat)
        if not self.is_final:
            self.in_choosing_order([seat for seat in self.seats if not seat.ongoing], self.pick_idle)
        for seat in self.in_order():
            self.plan(seat)
        for seat, columns in [(seat, self.choose_columns(seat)) for seat in self.in_order()]:
            self.play_columns(seat, columns)
        for phase in (self.activate_cards, self.collect, self.study_corner, self.slide, self.realize):
            for seat in self.in_order():
                phase(seat)
        if self.is_final:
            self.end_final_turn()
        for seat in self.seats:
            self.end_row(seat)

    def end_final_turn(self) -> None:
        """The race goes on, or it is over (FS-67 to FS-71)."""
        self.final_turns += 1
        self.finishers = [seat.number for seat in self.seats if seat.finished()]
        if self.finishers:
            self.end_reason = "finished"
        elif self.final_turns >= self.settings.final_turn_cap or not any(seat.cubes for seat in self.seats):
            self.end_reason = "capped"
        else:
            self.leader_bonus()
            return
        for seat in self.in_order():
            if not seat.finished():
                self.last_spending(seat)

    # -- phase 0

    def pick_idle(self, seat: Seat) -> None:
        """FS-31, FS-33."""
        current = TRIMESTERS[self.trimester]
        offer = [copy for copy in self.common_discard if copy.card.set == current]
        if not offer:
            return
        for copy in offer:
            seat.count("seen", copy)
        copy = self.ask(seat, "idle_pick", offer)
        take_out(self.common_discard, copy)
        seat.ongoing.append(copy)
        seat.row["idle_pick"] = copy.card.id
        seat.count("idle_taken", copy)

    # -- phase 1

    def draw_cards(self, seat: Seat, number: int) -> list[Copy]:
        """FS-30: an empty pile is renewed when a card is needed and there are discards."""
        drawn: list[Copy] = []
        while len(drawn) < number and (seat.draw or seat.discard):
            if not seat.draw:
                seat.draw, seat.discard = seat.discard, []
                self.shuffle_pile(seat)
                seat.row["reshuffles"] += 1
            drawn.append(seat.draw.pop())
            seat.count("drawn", drawn[-1])
        return drawn

    def plan(self, seat: Seat) -> None:
        """FS-34."""
        to_come = self.draw_cards(seat, len(seat.empty_slots()))
        seat.row["drawn"] = len(to_come)
        while to_come:
            copy = to_come.pop(0)
            slot = self.ask(seat, "place", seat.empty_slots(), copy, to_come)
            seat.forest[slot] = copy
            seat.count("placed_top" if slot in TOP else "placed_bottom", copy)

    # -- phase 2

    def column_sets(self, seat: Seat, payable: Payable) -> list[tuple[int, ...]]:
        """Which columns can be played together (FS-35 to FS-38); () if there is none.

        The first column by itself, then with each of the later ones; the second by itself, and so on.
        """
        there = [column for column in range(5) if seat.column(column)]
        sets: list[tuple[int, ...]] = [
            chosen
            for chosen in sorted([*combinations(there, 1), *combinations(there, 2)])
            if payable(seat.stock, total(COLUMN_COST[column] for column in chosen))
        ]
        pairs: list[tuple[int, ...]] = [chosen for chosen in sets if len(chosen) == 2]
        if self.settings.must_play_two and pairs:
            return pairs
        return sets or [()]

    def choose_columns(self, seat: Seat) -> tuple[int, ...]:
        """Where columns can be paid by exchanges only, nothing may be played, too: as the random style does (4.4)."""
        sets = self.column_sets(seat, affordable)
        must = self.settings.must_play_two and len(sets[0]) == 2
        if sets != [()] and not must and self.column_sets(seat, plainly_payable) == [()]:
            sets.append(())
        chosen = self.ask(seat, "columns", sets)
        return self.ask(seat, "column_order", permutations(chosen)) if len(chosen) == 2 else chosen

    def play_columns(self, seat: Seat, columns: tuple[int, ...]) -> None:
        """FS-36, FS-37, FS-85, FS-86."""
        self.pay(seat, total(COLUMN_COST[column] for column in columns))
        for column, name in zip(columns, "ab", strict=False):
            top, bottom = seat.forest[column], seat.forest[5 + column]
            seat.forest[column] = seat.forest[5 + column] = None
            seat.row[f"col_{name}"] = column
            if top is not None:
                self.share(seat, top)
                seat.row[f"top_card_{name}"] = top.card.id
            if bottom is not None:
                self.put_into_personal_area(seat, bottom)
                seat.row[f"bottom_card_{name}"] = bottom.card.id
        if seat.shared and self.settings.insensitive_alternation == "per_turn":
            seat.side = other_side(seat.side)

    def share(self, seat: Seat, copy: Copy) -> None:
        """Lay a card where the neighbours can use it."""
        copy.side = HERE if self.settings.sharing == "neighbours" else seat.side
        step = {HERE: 0, RIGHT: -1, LEFT: 1}[copy.side]
        copy.before = (seat.number + step) % self.players
        seat.shared.append(copy)
        seat.count("played_shared", copy)
        if self.settings.insensitive_alternation == "per_card":
            seat.side = other_side(seat.side)

    # -- phases 4 and 5

    def collect(self, seat: Seat) -> None:
        """FS-44, FS-45."""
        for copy in (*seat.shared, *seat.personal):
            for giver in copy.cubes:
                if giver == seat.number:
                    seat.cubes += 1
                else:
                    seat.kindness += 1
                    seat.row["kind_gained"] += 1
                    seat.row[f"kind_from_{giver}"] += 1
            copy.cubes = []
        seat.discard += [*seat.shared, *seat.personal]
        seat.shared, seat.personal, seat.activated, seat.brought = [], [], [], []
        seat.row["cubes_supply"] = seat.cubes

    def study_corner(self, seat: Seat) -> None:
        """FS-46, FS-47."""
        cards = [copy for slot in CORNERS if (copy := seat.forest[slot]) is not None]
        shown = sorted({copy.card.creature for copy in cards})
        creature = self.ask(seat, "study_corner", [*(number for number in shown if number not in seat.studied), None])
        if creature is not None:
            self.study(seat, creature, "studied_corner")
        for slot, name in zip(CORNERS, ("corner_top", "corner_bottom"), strict=True):
            if (copy := seat.forest[slot]) is not None:
                seat.forest[slot] = None
                seat.row[name] = copy.card.id
                seat.count("corner_discarded", copy)
        seat.discard += cards
        seat.row["corner_discards"] = len(cards)

    def slide(self, seat: Seat) -> None:
        """FS-48: the top row to the left, the bottom row to the right."""
        top = [copy for slot in TOP if (copy := seat.forest[slot]) is not None]
        bottom = [copy for slot in BOTTOM if (copy := seat.forest[slot]) is not None]
        seat.forest = [*top, *[None] * (5 - len(top)), *[None] * (5 - len(bottom)), *bottom]


def other_side(side: str) -> str:
    return LEFT if side == RIGHT else RIGHT
