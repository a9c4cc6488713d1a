"""Who decides in Fairy School (4.1) and how the random style does it (4.4): part of school_reference.

A player has a method for each decision. It is given the game, its seat and the legal choices in the order that its
docstring tells, and returns one of them. The game does not ask where there is only one choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fairy_school.reference.elements import Payment, canonical, plainly_payable, total
from fairy_school.reference.table import Chance, Seat

if TYPE_CHECKING:
    from fairy_school.reference.whole import Game


class Player:
    """Leaves every decision to ``choose``."""

    name = "player"

    def choose(self, point: str, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        raise NotImplementedError

    def draft_initial(self, game: Game, seat: Seat, hand: Sequence[Any]) -> Any:
        """D1: a card of the hand, in the order dealt."""
        return self.choose("D1", game, seat, hand)

    def lay_out(self, game: Game, seat: Seat, layouts: Sequence[Any]) -> Any:
        """D2: two of the drafted cards, in the order drafted, for the top row, and a column for each."""
        return self.choose("D2", game, seat, layouts)

    def draft_project(self, game: Game, seat: Seat, hand: Sequence[Any]) -> Any:
        """D3: a card of the hand, in the order dealt."""
        return self.choose("D3", game, seat, hand)

    def keep(self, game: Game, seat: Seat, threes: Sequence[Any]) -> Any:
        """D4: three of the pool, which is the drafted projects as they were picked and then the unfinished ones."""
        return self.choose("D4", game, seat, threes)

    def idle_pick(self, game: Game, seat: Seat, offer: Sequence[Any]) -> Any:
        """D5: a card of the trimester, in the order in which they came to the common discard."""
        return self.choose("D5", game, seat, offer)

    def place(self, game: Game, seat: Seat, slots: Sequence[int], card: Any, to_come: Sequence[Any]) -> Any:
        """D6: an empty slot for this drawn card; the cards still to be placed are asked for after it, as drawn.

        Slots are those of the top row and then those of the bottom row.
        """
        return self.choose("D6", game, seat, slots)

    def columns(self, game: Game, seat: Seat, sets: Sequence[Any]) -> Any:
        """D7: one column, or a pair in ascending order, as in ``Game.column_sets``; (), the last, for none."""
        return self.choose("D7", game, seat, sets)

    def column_order(self, game: Game, seat: Seat, orders: Sequence[Any]) -> Any:
        """D7: which column of a pair is played first; the ascending order comes first."""
        return self.choose("D7 order", game, seat, orders)

    def activate(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        """D8: (card, number of a line from 0), by area as in ``Effects.reach``; None, the last: stop."""
        return self.choose("D8", game, seat, options)

    def times(self, game: Game, seat: Seat, numbers: Sequence[int], cost: Sequence[int]) -> Any:
        """D8: how often a multiple transformation is done, from 1."""
        return self.choose("D8 times", game, seat, numbers)

    def alternative(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        """D8: an alternative of the line that does something, as written. Asked for each repetition."""
        return self.choose("D8 alternative", game, seat, options)

    def take_number(self, game: Game, seat: Seat, numbers: Sequence[int]) -> Any:
        """D8: how many cards are taken from the discard pile, from 1."""
        return self.choose("D8 number", game, seat, numbers)

    def take(self, game: Game, seat: Seat, pile: Sequence[Any]) -> Any:
        """D8: a card of the discard pile, the bottom one first. Asked card by card."""
        return self.choose("D8 take", game, seat, pile)

    def put(self, game: Game, seat: Seat, sets: Sequence[Any]) -> Any:
        """D8: which of the cards drawn by an effect, in the order drawn, go to the personal area."""
        return self.choose("D8 put", game, seat, sets)

    def remove(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        """D8: a card of the forest, slot by slot; None, the last, if the alternative also gains elements."""
        return self.choose("D8 remove", game, seat, options)

    def study(self, game: Game, seat: Seat, creatures: Sequence[int]) -> Any:
        """D8: a creature not studied yet, by number."""
        return self.choose("D8 study", game, seat, creatures)

    def again(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        """D8: what to re-activate, (card, line) as in ``activate``; None, the last, if the line also gains."""
        return self.choose("D8 again", game, seat, options)

    def study_corner(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        """D9: a creature on a study slot that is not studied, by number; None, the last."""
        return self.choose("D9", game, seat, options)

    def realize(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        """D10: an affordable project, in the order of ongoing ones; "step"; None, the last: stop."""
        return self.choose("D10", game, seat, options)

    def choose_final(self, game: Game, seat: Seat, offer: Sequence[Any]) -> Any:
        """D11: a final project, in the order in which they were revealed."""
        return self.choose("D11", game, seat, offer)

    def element(self, game: Game, seat: Seat, elements: Sequence[int], why: str) -> Any:
        """D12: E, P, F or W, as a number from 0. ``why``: "effect", "bonus" or "leader"."""
        return self.choose("D12", game, seat, elements)

    def pay(self, game: Game, seat: Seat, stock: Sequence[int], cost: Sequence[int]) -> Payment:
        """D13: how a cost is paid that is affordable; also asked to look ahead. Here as in FS-10."""
        return canonical(stock, cost)


class RandomPlayer(Player):
    """The random style (4.4)."""

    name = "random"

    def __init__(self, chance: Chance):
        self.chance = chance

    def any_of(self, seat: Seat, options: Sequence[Any]) -> Any:
        """All equally likely."""
        return options[self.chance.under_way[seat.number].below(len(options))]

    def choose(self, point: str, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        return self.any_of(seat, options)

    def columns(self, game: Game, seat: Seat, sets: Sequence[Any]) -> Any:
        """If two columns must be played and no such pair is plainly payable, one that takes exchanges will do."""
        plain = game.column_sets(seat, plainly_payable)
        must = game.settings.must_play_two and len(sets[0]) == 2
        return self.any_of(seat, sets if must and len(plain[0]) < 2 else plain)

    def activate(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        return self.any_of(seat, [*game.activations(seat, plainly_payable), None])

    def times(self, game: Game, seat: Seat, numbers: Sequence[int], cost: Sequence[int]) -> Any:
        return self.any_of(seat, [m for m in numbers if plainly_payable(seat.stock, total([cost] * m))])

    def alternative(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        plain = [option for option in options if game.does_something(seat, option, plainly_payable)]
        return self.any_of(seat, plain or options)

    def again(self, game: Game, seat: Seat, options: Sequence[Any]) -> Any:
        declining = [None] if None in options else []
        return self.any_of(seat, [*game.targets(seat, plainly_payable), *declining] or options)
