"""The slow implementation plays the games of the kernels, choice by choice: chance and every choice are theirs.

Only in plain Python (NUMBA_DISABLE_JIT=1) can somebody listen to the choices of the kernels.

python school_followed.py
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from balance.engine.game import Plan
from balance.engine.kernels.kernel import PLAIN
from balance.games.fairy_school.cards.box import Cards
from balance.games.fairy_school.play import activations, games
from balance.games.fairy_school.play.choosing import layout_of
from balance.games.fairy_school.rules import forest, projects
from balance.games.fairy_school.state import STEP
from fairy_school.box import card_table
from fairy_school.invariants.log import make, own_style
from fairy_school.reference.box import REACTING, box
from fairy_school.reference.elements import AIR, COMMON, EARTH, FIRE, PLANTS, WATER, Payment, canonical, missing, settle
from fairy_school.reference.log import LoggedGame, differences
from fairy_school.reference.players import Player
from fairy_school.reference.table import Seat
from helpers.play import logged_rows

Heard = tuple[str, Any]  # a point of decision and what was chosen

CHOICES: dict[str, tuple[Any, str]] = {
    "choose_initial": (games, "draft_initial"),
    "choose_layout": (games, "lay_out"),
    "choose_project": (games, "draft_project"),
    "choose_kept": (games, "keep"),
    "choose_common": (games, "idle_pick"),
    "choose_final": (games, "choose_final"),
    "choose_slots": (games, "place"),
    "choose_columns": (games, "columns"),
    "choose_activation": (activations, "activate"),
    "choose_times": (activations, "times"),
    "choose_outcome": (activations, "alternative"),
    "choose_count": (activations, "take_number"),
    "choose_to_take": (activations, "take"),
    "choose_spares": (activations, "put"),
    "choose_to_remove": (activations, "remove"),
    "choose_study": (activations, "study"),
    "choose_again": (activations, "again"),
    "choose_corner": (games, "study_corner"),
    "choose_realization": (games, "realize"),
}


class Choices:
    """What the kernels have chosen, by game and seat, in order."""

    def __init__(self) -> None:
        self.made: dict[tuple[int, int], deque[Heard]] = {}
        self.state: Any = None  # of the game that is played
        for name, (module, point) in CHOICES.items():
            setattr(module, name, self.overheard(getattr(module, name), point))
        choosing: list[Any] = [games, activations]
        for place in choosing:
            place.choose_element = self.overheard(place.choose_element, "element")
        paying: list[Any] = [activations, forest, projects]
        for place in paying:
            place.pay_cost = self.watched(place.pay_cost)

    def remember(self, seat: int, *heard: Heard) -> None:
        self.made.setdefault((int(self.state.game_no), int(seat)), deque()).extend(heard)

    def overheard(self, kernel: Callable[..., Any], point: str) -> Callable[..., Any]:
        @functools.wraps(kernel)
        def chooses(s: Any, t: Any, seat: int, *more: Any) -> Any:
            self.state = s
            me = s.seat[seat]
            choice = kernel(s, t, seat, *more)
            if point == "lay_out":
                first, second, *columns = map(int, layout_of(choice))
                self.remember(seat, (point, ((first, second), tuple(columns))))
            elif point == "place":
                self.remember(seat, *((point, int(slot)) for slot in me.slot[: me.held]))
            elif point == "columns":
                self.remember(seat, (point, tuple(int(column) for column in choice if column >= 0)))
            else:
                self.remember(seat, (point, int(choice)))
            return choice

        return chooses

    def watched(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """Payments out of a seat's stock; what a payment would leave is tried out elsewhere."""

        @functools.wraps(kernel)
        def settles(stock: Any, cost: Any, keep: Any, thrifty: int, now: Any) -> Any:
            owner = [seat for seat in range(6) if self.state and np.shares_memory(stock, self.state.seat[seat].stock)]
            before, made = stock.tolist(), int(now.jokers)
            done = kernel(stock, cost, keep, thrifty, now)
            if owner and cost.any():
                paid = payment(before, cost.tolist(), stock.tolist(), int(now.jokers) - made)
                self.remember(owner[0], ("pay", (cost.tolist(), before, paid)))
            return done

        return settles


def payment(stock: Sequence[int], cost: Sequence[int], left: Sequence[int], jokers: int) -> Payment:
    """How a stock became another one. Which missing elements the airs stood in for: any that fits the numbers."""
    lack = missing(stock, cost)
    burnt = [stock[x] + lack[x] - cost[x] - left[x] for x in (*COMMON, AIR)]
    burnt[AIR] -= jokers
    for choice in joker_splits(lack, jokers):
        made = [lack[x] - choice[x] for x in (*COMMON, AIR)]
        three, four = made[EARTH] + made[WATER], made[PLANTS] + made[FIRE]
        if 3 * three + 4 * four + 6 * made[AIR] == sum(burnt):
            return Payment(choice, burnt)
    raise AssertionError(f"{cost} out of {list(stock)} leaves {list(left)} with {jokers} jokers")


def joker_splits(lack: Sequence[int], jokers: int) -> Iterable[list[int]]:
    """All ways in which so many airs stand in for missing elements."""
    for earth in range(min(jokers, lack[EARTH]) + 1):
        for plants in range(min(jokers - earth, lack[PLANTS]) + 1):
            for fire in range(min(jokers - earth - plants, lack[FIRE]) + 1):
                water = jokers - earth - plants - fire
                if water <= lack[WATER]:
                    yield [earth, plants, fire, water, 0]


class FollowedGame(LoggedGame):
    """A game in which the seats choose what they chose before. AssertionError: a choice is not legal, or not due."""

    def __init__(self, plan: Plan, game_no: int, made: Sequence[deque[Heard]]):
        self.made = made
        self.orders: dict[int, tuple[int, ...]] = {}  # by seat: the columns that are being played
        super().__init__(plan, game_no, lambda chance, seat: Follower(made[seat]))

    def heard(self, seat: Seat, point: str) -> Any:
        due, choice = self.made[seat.number].popleft()
        assert due == point, f"turn {self.turns}, seat {seat.number}: {due} was due, not {point}"
        return choice

    def ask(self, seat: Seat, point: str, options: Iterable[Any], *more: Any) -> Any:
        if point == "column_order":
            return self.orders[seat.number]
        if point == "columns":
            self.orders[seat.number] = self.made[seat.number][0][1]
        options = list(options)
        heard = self.heard(seat, point)
        chosen = self.meant(seat, point, options, heard)
        says = f"turn {self.turns}, seat {seat.number}: {point} {heard}, that is {chosen}, is not legal: {options}"
        assert chosen in options, says
        self.book_choice(seat, point, options, chosen)
        return chosen

    def meant(self, seat: Seat, point: str, options: list[Any], heard: Any) -> Any:
        if point in ("draft_initial", "draft_project", "idle_pick", "choose_final", "take"):
            return options[heard]
        if point in ("keep", "put"):
            things = list(dict.fromkeys(thing for option in options for thing in option))
            return tuple(thing for place, thing in enumerate(things) if heard >> place & 1)
        if point == "lay_out":
            places, columns = heard
            things = list(dict.fromkeys(thing for pair, _ in options for thing in pair))
            return tuple(things[place] for place in places), columns
        if point in ("activate", "again"):
            return None if heard < 0 else (self.reach(seat)[heard // 2], heard % 2)
        if point == "alternative":
            return self.line.outcomes[heard]
        if point == "columns":
            return tuple(sorted(heard))
        if point == "remove":
            return None if heard < 0 else seat.forest[heard]
        if point == "study_corner":
            return None if heard < 0 else heard
        if point == "realize":
            return None if heard < 0 else "step" if heard == STEP else seat.ongoing[heard]
        return heard

    def carry_out(self, seat: Seat, line: Any) -> None:
        self.line = line
        super().carry_out(seat, line)

    def pay(self, seat: Seat, cost: Sequence[int], told: Payment | None = None) -> None:
        if any(cost):
            _, _, paid = self.heard(seat, "pay")
            wanted = settle(seat.stock, cost, told).stock if told else None
            super().pay(seat, cost, paid)
            assert wanted in (None, seat.stock), "the last spending is paid as in FS-10"


class Follower(Player):
    """A seat that chooses what it chose before, where the game asks it directly."""

    def __init__(self, made: deque[Heard]):
        self.made = made

    def pay(self, game: Any, seat: Seat, stock: Sequence[int], cost: Sequence[int]) -> Payment:
        """Looking ahead: as it will be paid, if this is what will be paid next."""
        due = next((heard for point, heard in self.made if point == "pay"), None)
        return due[2] if due and due[:2] == (cost, stock) else canonical(stock, cost)


def follow(choices: Choices, plan: Plan, first: int, count: int) -> list[str]:
    """Play some games twice; what is wrong with them."""
    choices.made.clear()
    log = logged_rows(plan, first, count)
    wrong = []
    for game_no in range(first, first + count):
        made = [choices.made.get((game_no, seat), deque()) for seat in range(plan.players)]
        try:
            game = FollowedGame(plan, game_no, made)
            game.play()
            assert not any(made), "choices were not asked for"
            wrong += [f"game {game_no}: {cell}" for cell in differences(game, log)]
        except (AssertionError, ValueError) as error:
            wrong.append(f"game {game_no}: {error}")
    return wrong


def tables() -> Iterator[Plan]:
    """Tables of weighing styles; those with made-up boxes and styles of one's own come to odd choices, too."""
    own = [
        own_style("slipping", {"need": 1.0, "spare": 0.5, "proj_points": 1.0, "step": 2.0}, slip=0.3),
        own_style("eager", {"need": 2.0, "kind_out": 1.0, "cards_in": 1.5, "study_now": 2.0, "thin": -1.0}),
    ]

    def sit(players: int, variant: str, cards: Cards, agents: str = "", **settings: Any) -> Plan:
        request = {"agents": agents} if agents else {}
        plan = make(card_table(), own, players=players, variant=variant, settings=settings, **request)
        return replace(plan, cards=cards)

    yield sit(4, "advanced", box(1), length="short", turns_per_trimester=2, final_turn_cap=3)
    yield sit(2, "expert", box(2, True), "builder,eager", turns_per_trimester=2, must_play_two="on")
    yield sit(
        3, "initiation", box(3, True, REACTING), "eager,racer,slipping", start_elements="0,0,0,0,3", length="short"
    )
    yield sit(5, "advanced", box(4, False, REACTING), "miser,eager,slipping,scholar,generous", sharing="insensitive",
              length="short", turns_per_trimester=2, final_turn_cap=2)  # fmt: skip


def main() -> None:
    """The first game of each table."""
    assert PLAIN
    choices = Choices()
    for plan in tables():
        wrong = follow(choices, plan, 0, 1)
        assert not wrong, wrong[:5]


if __name__ == "__main__":
    main()
