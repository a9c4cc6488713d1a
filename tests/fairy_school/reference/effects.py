"""Card effects of Fairy School (phase 3 and 3.6): part of the slow implementation in school_reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from balance.games.fairy_school.cards.box import ANY, Alternative, Line
from fairy_school.reference.elements import COMMON, LETTERS, Payment, affordable, settle, total
from fairy_school.reference.setup import by_the_last
from fairy_school.reference.table import HERE, RIGHT, Copy, Seat, take_out

if TYPE_CHECKING:
    from fairy_school.reference.whole import Game

Payable = Callable[[Sequence[int], Sequence[int]], bool]  # of a stock and a cost: FS-9, or FS-11


class Effects:
    """The part of ``Game`` that activates cards."""

    # -- elements

    def pay(self: Game, seat: Seat, cost: Sequence[int], payment: Payment | None = None) -> None:
        """As the player wants unless told, and log what the exchanges did."""
        payment = payment or seat.player.pay(self, seat, list(seat.stock), list(cost))
        done = settle(seat.stock, cost, payment)
        seat.stock = done.stock
        for element, letter in enumerate(LETTERS):
            seat.row[f"{letter}_spend"] += cost[element]
            seat.row[f"{letter}_conv"] += done.conv[element]
        for name in ("conv3", "conv4", "conv6", "jokers"):
            seat.row[name] += getattr(done, name)

    def gain(self: Game, seat: Seat, element: int, number: int = 1) -> None:
        seat.stock[element] += number
        seat.row[f"{LETTERS[element]}_gain"] += number

    def gain_any(self: Game, seat: Seat, why: str) -> int:
        """N: E, P, F or W (FS-67, 2.3)."""
        element = self.ask(seat, "element", COMMON, why)
        self.gain(seat, element)
        return element

    # -- what can be activated

    def reach(self: Game, seat: Seat) -> list[Copy]:
        """FS-39: own personal area, and the shared cards before her, her left and her right neighbour (FS-85).

        Without the seat-insensitive variant the cards before a player are her own. Shared cards come owner by owner,
        first her own and then clockwise; what effects brought to the personal area comes last.
        """
        places = {(seat.number + step) % self.players for step in (0, 1, -1)}
        owners = [self.seats[(seat.number + step) % self.players] for step in range(self.players)]
        own = [copy for copy in seat.personal if copy not in seat.brought]
        return [*own, *(copy for owner in owners for copy in owner.shared if copy.before in places), *seat.brought]

    def activations(self: Game, seat: Seat, payable: Payable) -> list[tuple[Copy, int]]:
        """All (card, line) pairs that can be activated now (FS-40 to FS-42)."""
        if not seat.cubes:
            return []
        return [
            (copy, number)
            for copy in self.reach(seat)
            if copy not in seat.activated
            for number, line in enumerate(copy.card.effect.lines)
            if self.possible(seat, line, seat.stock, seat.cubes - 1, payable)
        ]

    def targets(
        self: Game, seat: Seat, payable: Payable, stock: Sequence[int] | None = None, cubes: int | None = None
    ) -> list[tuple[Copy, int]]:
        """What can be re-activated (FS-60 to FS-62) with this stock and so many cubes in the supply: hers, if None."""
        stock = seat.stock if stock is None else stock
        cubes = seat.cubes if cubes is None else cubes
        if not cubes:
            return []
        return [
            (copy, number)
            for copy in self.reach(seat)
            if copy in seat.activated and not copy.reacts
            for number, line in enumerate(copy.card.effect.lines)
            if self.possible(seat, line, stock, cubes - 1, payable)
        ]

    def possible(self: Game, seat: Seat, line: Line, stock: Sequence[int], cubes: int, payable: Payable) -> bool:
        """Whether the line can be paid and does something (FS-42). ``cubes``: left after the one on its card."""
        cost = line.cost.counts
        if not payable(stock, cost):
            return False
        only_react = [
            alternative
            for alternative in line.outcomes
            if not gains_elements(alternative) and alternative.special.word == "react"
        ]
        if any(
            self.does_something(seat, alternative, payable)
            for alternative in line.outcomes
            if alternative not in only_react
        ):
            return True
        if not only_react:
            return False
        left = settle(stock, cost, seat.player.pay(self, seat, list(stock), list(cost))).stock
        return bool(self.targets(seat, payable, left, cubes))

    def does_something(self: Game, seat: Seat, outcome: Alternative, payable: Payable) -> bool:
        """FS-42, once the line is paid."""
        if gains_elements(outcome):
            return True
        match outcome.special.word:
            case "take":
                return bool(seat.discard)
            case "draw":
                return bool(seat.draw or seat.discard)
            case "trash":
                return bool(seat.in_forest())
            case "study":
                return bool(self.unstudied(seat))
        return bool(self.targets(seat, payable))

    def unstudied(self: Game, seat: Seat) -> list[int]:
        return [creature for creature in range(len(self.cards.creatures)) if creature not in seat.studied]

    # -- activating

    def activate_cards(self: Game, seat: Seat) -> None:
        """Phase 3 for one seat (FS-39 to FS-41)."""
        while seat.cubes:
            choice = self.ask(seat, "activate", [*self.activations(seat, affordable), None])
            if choice is None:
                return
            seat.activated.append(choice[0])
            self.activate(seat, *choice)

    def activate(self: Game, seat: Seat, copy: Copy, number: int, again: bool = False) -> None:
        """A cube on the card, then one of its lines (FS-41)."""
        seat.cubes -= 1
        copy.cubes.append(seat.number)
        self.log_activation(seat, copy, number, again)
        self.carry_out(seat, copy.card.effect.lines[number])

    def carry_out(self: Game, seat: Seat, line: Line) -> None:
        """Pay, take the element gains, do the special part (FS-53, FS-54)."""
        cost = line.cost.counts
        numbers = [m for m in range(1, line.times + 1) if affordable(seat.stock, total([cost] * m))]
        times = self.ask(seat, "times", numbers, cost)
        self.pay(seat, total([cost] * times))
        for _ in range(times):
            outcomes = [
                alternative for alternative in line.outcomes if self.does_something(seat, alternative, affordable)
            ]
            outcome = self.ask(seat, "alternative", outcomes)
            for element in range(5):
                self.gain(seat, element, outcome.gains.counts[element])
            for _ in range(outcome.free):
                self.gain_any(seat, "effect")
            if outcome.special:
                self.do_special(seat, outcome)

    def do_special(self: Game, seat: Seat, outcome: Alternative) -> None:
        """FS-55 to FS-62. What may be declined may be so only where the alternative gains elements as well."""
        special: Any = outcome.special
        declining = [None] if gains_elements(outcome) else []
        match special.word:
            case "take":
                self.take_back(seat, special.number)
            case "draw":
                self.draw_and_put(seat, special.number, special.placed)
            case "trash":
                self.remove_from_forest(seat, declining)
            case "study":
                if creatures := self.unstudied(seat):
                    self.study(seat, self.ask(seat, "study", creatures), "studied_effect")
            case "react":
                if not seat.cubes:
                    return
                targets = self.targets(seat, affordable)
                choice = self.ask(seat, "again", [*targets, *(declining if targets else [None])])
                if choice is not None:
                    self.activate(seat, *choice, again=True)

    def take_back(self: Game, seat: Seat, most: int) -> None:
        """FS-55, FS-56."""
        if not seat.discard:
            return
        number = self.ask(seat, "take_number", range(1, min(most, len(seat.discard)) + 1))
        for _ in range(number):
            copy = self.ask(seat, "take", seat.discard)
            take_out(seat.discard, copy)
            seat.row["taken"] += 1
            seat.count("taken_back", copy)
            self.bring(seat, copy, "take")

    def draw_and_put(self: Game, seat: Seat, number: int, placed: int) -> None:
        """FS-57: cards are placed, and the others discarded, in the order in which they were drawn."""
        drawn = self.draw_cards(seat, number)
        if not drawn:
            return
        for copy in (chosen := self.ask(seat, "put", by_the_last(drawn, min(placed, len(drawn))))):
            seat.row["drawn_placed"] += 1
            self.bring(seat, copy, "place")
        seat.discard += [copy for copy in drawn if copy not in chosen]

    def bring(self: Game, seat: Seat, copy: Copy, deed: str) -> None:
        seat.row["deeds"].append((deed, seat.number, copy.card.id))
        seat.brought.append(copy)
        self.put_into_personal_area(seat, copy)

    def put_into_personal_area(self: Game, seat: Seat, copy: Copy) -> None:
        seat.personal.append(copy)
        seat.count("played_personal", copy)

    def remove_from_forest(self: Game, seat: Seat, declining: list[None]) -> None:
        """FS-58."""
        if not seat.in_forest():
            return
        copy = self.ask(seat, "remove", [*seat.in_forest(), *declining])
        if copy is not None:
            seat.forest[seat.forest.index(copy)] = None
            seat.removed.append(copy)
            seat.row["deeds"].append(("remove", seat.number, copy.card.id))
            seat.row["removed"] += 1
            seat.count("removed", copy)

    def study(self: Game, seat: Seat, creature: int, column: str) -> None:
        """A marker, and the bonus for the second of a pair (FS-47, FS-59)."""
        studied = self.cards.creatures[creature]
        seat.row[column].append(studied.name)
        seat.studied.append(creature)
        pair = [number for number, other in enumerate(self.cards.creatures) if other.pair == studied.pair]
        if all(number in seat.studied for number in pair):
            if studied.bonus == ANY:
                element = self.gain_any(seat, "bonus")
            else:
                element = LETTERS.index(studied.bonus)
                self.gain(seat, element)
            seat.row["bonus_element"].append(LETTERS[element])

    def log_activation(self: Game, seat: Seat, copy: Copy, number: int, again: bool) -> None:
        owner = self.owner(copy)
        own = owner is seat
        if own:
            where = "act_own"
        elif copy.side == HERE:
            where = "act_left" if owner.number == (seat.number + 1) % self.players else "act_right"
        else:  # laid to the owner's right: she sits to the left
            where = "act_left" if copy.side == RIGHT else "act_right"
        seat.row[where] += 1
        seat.row["react"] += again
        seat.row["deeds"].append((f"{'again' if again else 'line'} {number + 1}", owner.number, copy.card.id))
        owner.count("act_owner" if own else "act_others", copy)
        owner.count(f"line{number + 1}", copy)
        if again:
            owner.count("reactivated", copy)

    def owner(self: Game, copy: Copy) -> Seat:
        return next(seat for seat in self.seats if copy in seat.shared or copy in seat.personal)


def gains_elements(outcome: Alternative) -> bool:
    return sum(outcome.gains.counts) + outcome.free > 0
