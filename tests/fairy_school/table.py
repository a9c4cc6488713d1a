"""A game of Fairy School held at some point, staged as a test wants it: stocks, forests, piles, areas, projects.

A card is a ``Card`` or, where its creature does not matter, the text of its effect. Columns are 0 to 4, the slots of
the bottom row 5 to 9; the top of a pile is its last card. What lies somewhere is told by ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from balance.engine.game import Plan
from balance.engine.game.styles import Style
from balance.engine.kernels.decisions import begin_decisions
from balance.engine.kernels.kernel import rows
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.rng import start_streams
from balance.games.fairy_school.cards.box import Card, Final
from balance.games.fairy_school.play.activations import carry_out, study_creature
from balance.games.fairy_school.play.choosing_effects import choose_again
from balance.games.fairy_school.play.games import clean_up, plan_and_play, realize_projects
from balance.games.fairy_school.rules.effects import find_reach
from balance.games.fairy_school.rules.forest import discard_played, draw_hand, place_hand, play_columns
from balance.games.fairy_school.rules.legal import list_activations, list_columns
from balance.games.fairy_school.rules.scoring import score_seat
from balance.games.fairy_school.rules.setup import begin_turn, set_up
from balance.games.fairy_school.state import (
    HERE,
    NO_CARD,
    NO_COLUMN,
    PLAYED,
    POINTS,
    PROJECTS,
    SLOTS,
    STATE,
    STREAMS,
    STUDIES,
)
from balance.games.fairy_school.styles.worth import want
from fairy_school.games import little_box, plan_for, small
from fairy_school.reference.box import bundle
from helpers.play import compile_once

Stock = tuple[int, ...]


class Sheet:
    """A game held in its first turn: nobody has a card or a project, every seat these elements and all its cubes."""

    def __init__(
        self,
        players: int = 3,
        stock: Sequence[int] = (0, 0, 0, 0, 0),
        agents: Sequence[str | Style] = ("random",),
        **request: Any,
    ):
        compile_once("fairy_school")
        self.players = players
        self.plan = plan_for(players, little_box(), agents, setup="expert", **request)
        self.small: list[Card] = list(self.plan.cards.cards)
        self.finals: list[Final] = list(self.plan.cards.finals)
        self._fresh = False
        memory = rows(STATE, 1)
        self.s = memory[0]
        self._bytes = memory.view(np.uint8)  # NumPy copies records field by field, which takes eight times as long
        self._luck(0)
        set_up(self.s, self.t)
        self.s.turn = 1
        for seat in range(players):
            me = self.s.seat[seat]
            me.piled = 0
            me.stock[:] = stock
        self.begin()
        self.keep()

    @property
    def t(self) -> Any:
        """The table; another one once there are new cards."""
        if not self._fresh:
            self._table = _table(self.plan, tuple(self.small), tuple(self.finals))
            self._fresh = True
        return self._table

    def _luck(self, game_no: int) -> None:
        start_streams(self.s, self.plan.seed, game_no, STREAMS)
        begin_decisions(self.s.decision, self.plan.seed, game_no, self.players, POINTS)
        deal_styles(self.s, self.t, self.players)

    def number(self, thing: Card | str) -> int:
        """The number of a card; a new one is added to the table."""
        card = small(thing) if isinstance(thing, str) else thing
        if card not in self.small:
            self.small.append(card)
            self._fresh = False
        return self.small.index(card)

    def _numbers(self, things: Iterable[Card | str]) -> list[int]:
        return [self.number(thing) for thing in things]

    # Going back

    def keep(self) -> None:
        """Remember this point, for ``back``."""
        self._kept = self._bytes.copy(), self._reacher

    def back(self, game_no: int = 0) -> None:
        """Go back to the point kept, with the luck of this game."""
        kept, self._reacher = self._kept
        self._bytes[:] = kept
        self._luck(game_no)

    def again(self, games: int) -> Iterator[int]:
        """Go on from this point so many times, with other luck each time."""
        self.keep()
        for game_no in range(1, games + 1):
            self.back(game_no)
            yield game_no

    # Staging

    def begin(self) -> None:
        """Nothing has happened yet this turn."""
        for seat in range(self.players):
            begin_turn(self.s, seat)
            self.s.seat[seat].column[:] = NO_COLUMN
            want(self.s, self.t, seat)
        self._reacher = -1

    def give(self, seat: int, text: str) -> None:
        """Exactly these elements, as in "3F+P"."""
        self.s.seat[seat].stock[:] = bundle(text).counts

    def plant(self, seat: int, cards: Mapping[int, Card | str]) -> None:
        """Cards by slot: the whole forest."""
        forest = self.s.seat[seat].forest
        forest[:] = NO_CARD
        for slot, thing in cards.items():
            forest[slot] = self.number(thing)
        self._book(seat)

    def pile(self, seat: int, *things: Card | str) -> None:
        """The draw pile, the top card last."""
        self._lay(seat, "piled", "pile", things)

    def discard(self, seat: int, *things: Card | str) -> None:
        """The discard pile."""
        self._lay(seat, "discarded", "discard", things)

    def own(self, seat: int, *things: Card | str) -> None:
        """The personal area."""
        self._lay(seat, "personals", "personal", things)

    def share(self, seat: int, *things: Card | str, lies: int = HERE) -> None:
        """The shared area."""
        self._lay(seat, "sharing", "shared", things)
        self.s.seat[seat].lies[: len(things)] = lies

    def ongoing(self, seat: int, *projects: Card) -> None:
        """The ongoing projects."""
        self._lay(seat, "projects", "ongoing", projects)
        want(self.s, self.t, seat)

    def _lay(self, seat: int, count: str, where: str, things: Sequence[Card | str]) -> None:
        numbers = self._numbers(things)
        me = self.s.seat[seat]
        me[count] = len(numbers)
        me[where][: len(numbers)] = numbers
        self._book(seat)

    def _book(self, seat: int) -> None:
        """The points of what was staged: realized projects and creatures studied."""
        me = self.s.seat[seat]
        numbers = [*me.pile[: me.piled], *me.discard[: me.discarded], *(card for card in me.forest if card != NO_CARD)]
        me.points[PROJECTS] = sum(self.small[card].points for card in numbers)
        me.points[STUDIES] = sum(
            creature.points for creature in self.plan.cards.creatures if creature.name in self.studied(seat)
        )

    def mark(self, seat: int, *creatures: str) -> None:
        """These creatures are studied, without a bonus."""
        for name in creatures:
            self.s.seat[seat].studied |= 1 << self.creature(name)
        self._book(seat)

    def race(self, *finals: Final, turn: int = 1) -> None:
        """The final trimester, with these final projects by seat."""
        self.finals += [new for new in dict.fromkeys(finals) if new not in self.finals]
        self._fresh = False
        self.s.stage = self.t.trimesters
        self.s.final_turn = turn
        for seat, final in enumerate(finals):
            self.s.seat[seat].final = self.finals.index(final)
            want(self.s, self.t, seat)

    # What happens

    def draw(self, seat: int = 0) -> list[str]:
        """Draw for the empty slots; the cards drawn, in order."""
        draw_hand(self.s, seat)
        me = self.s.seat[seat]
        return self.ids(me.hand[: me.held])

    def place(self, seat: int, *slots: int) -> None:
        """The drawn cards go to these slots."""
        self.s.seat[seat].slot[: len(slots)] = slots
        place_hand(self.s, seat)

    def play(self, seat: int, *columns: int, thrifty: int = 0) -> None:
        """Play one or two columns."""
        self.s.seat[seat].column[:] = (*columns, NO_COLUMN)[:PLAYED]
        play_columns(self.s, self.t, seat, thrifty)

    def plan_and_play(self) -> None:
        """Phases 1 and 2, as the agents like."""
        plan_and_play(self.s, self.t)

    def columns(self, seat: int = 0, plainly: int = 0) -> int:
        """How many sets of columns may be played."""
        return int(list_columns(self.s, self.t, self.s.seat[seat], plainly))

    def reach(self, seat: int = 0) -> list[tuple[str, int]]:
        """The cards a seat may activate: ids and owners."""
        find_reach(self.s, self.t, seat)
        self._reacher = seat
        entries = self.s.reachable[: self.s.reached]
        return [(self.small[entry.card].id, int(entry.owner)) for entry in entries]

    def possible(self, seat: int = 0) -> list[tuple[str, int]]:
        """What a seat may activate now, paying plainly and as in FS-10: ids and lines (0 or 1)."""
        if self._reacher != seat:
            self.reach(seat)
        count = list_activations(self.s, self.t, seat, 1, 0)
        choices = [int(choice) for choice in self.s.choice[:count]]
        return [(self.small[self.s.reachable[choice // 2].card].id, choice % 2) for choice in choices]

    def activate(self, seat: int, thing: Card | str, line: int = 0, again: int = 0) -> None:
        """Activate a line of a card in reach, or activate it again; choices within it are the agent's."""
        number = self.number(thing)
        if self._reacher != seat:
            self.reach(seat)
        entries = self.s.reachable[: self.s.reached]
        place = next(i for i, entry in enumerate(entries) if entry.card == number and entry.done == again)
        entries[place].done = 1
        carry_out(self.s, self.t, seat, 2 * place + line, again)

    def targets(self, seat: int = 0, may_decline: int = 0, games: int = 60) -> set[tuple[str, int] | None]:
        """What a random seat re-activates, over many games; None: nothing."""
        targets: set[tuple[str, int] | None] = set()
        for _ in self.again(games):
            choice = int(choose_again(self.s, self.t, seat, may_decline))
            targets.add((self.small[self.s.reachable[choice // 2].card].id, choice % 2) if choice >= 0 else None)
        return targets

    def discard_played(self) -> None:
        """Phase 4."""
        for seat in range(self.players):
            discard_played(self.s, self.t, seat)

    def clean_up(self) -> None:
        """Phases 4 and 5."""
        clean_up(self.s, self.t)

    def study(self, seat: int, creature: str) -> None:
        """Study a creature, with its bonus."""
        study_creature(self.s, self.t, seat, self.creature(creature))

    def realize(self) -> None:
        """Phase 6."""
        realize_projects(self.s, self.t)

    # What lies where

    def ids(self, numbers: Iterable[int]) -> list[str]:
        """The ids of these cards."""
        return [self.small[number].id for number in numbers]

    def creature(self, name: str) -> int:
        """The number of a creature."""
        return [creature.name for creature in self.plan.cards.creatures].index(name)

    def stock(self, seat: int = 0) -> Stock:
        """Elements, in the order of ELEMENTS."""
        return tuple(int(count) for count in self.s.seat[seat].stock)

    def forest(self, seat: int = 0) -> dict[int, str]:
        """The cards of the forest by slot."""
        forest = self.s.seat[seat].forest
        return {slot: self.small[forest[slot]].id for slot in range(SLOTS) if forest[slot] != NO_CARD}

    def lies(self, where: str, seat: int = 0) -> list[str]:
        """The cards of a pile or an area: pile, discard, personal, shared or ongoing."""
        counts = {"pile": "piled", "discard": "discarded", "personal": "personals", "shared": "sharing"}
        me = self.s.seat[seat]
        return self.ids(me[where][: me[counts.get(where, "projects")]])

    def studied(self, seat: int = 0) -> set[str]:
        """The creatures studied."""
        mask = int(self.s.seat[seat].studied)
        return {creature.name for i, creature in enumerate(self.plan.cards.creatures) if mask >> i & 1}

    def cubes(self, seat: int = 0) -> int:
        """Cubes in supply."""
        return int(self.s.seat[seat].cubes)

    def kindness(self, seat: int = 0) -> int:
        """Cubes received for good."""
        return int(self.s.seat[seat].kindness)

    def score(self, seat: int = 0) -> list[int]:
        """The parts of the score: kindness, projects, steps, study, resources."""
        score_seat(self.s, self.t, seat)
        return [int(part) for part in self.s.seat[seat].points]


_tables: dict[Any, Any] = {}


def _table(plan: Plan, small: tuple[Card, ...], finals: tuple[Final, ...]) -> Any:
    """The table of a plan with these cards; filled in once for all tests, none of which may change it."""
    key = (plan.players, plan.lineup, repr(plan.styles), tuple(plan.settings.items()), plan.seed, small, finals)
    if key not in _tables:
        _tables[key] = replace(plan, cards=replace(plan.cards, cards=small, finals=finals)).table()
    return _tables[key]
