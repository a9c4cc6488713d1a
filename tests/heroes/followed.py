"""The slow implementation plays the games of the kernels, choice by choice: chance and every choice are theirs.

Only in plain Python (NUMBA_DISABLE_JIT=1) can somebody listen to the choices of the kernels.

python heroes_followed.py PLANS SEED
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Sequence
from typing import Any

from hypothesis import given, seed

from balance.engine.game import Plan
from balance.engine.kernels.kernel import PLAIN
from balance.games.heroes.cards.box import DICE, RANKS, TYPES
from balance.games.heroes.play import actions, games
from balance.games.heroes.state import LONGEST, PLAIN_SLOT, PRESTIGE_SLOT
from helpers.own_plans import first_games, many
from helpers.play import play
from heroes.any_table import plans
from heroes.chance import SameChance, differences
from heroes.play import compile_once, make
from heroes.reference import Seat, Slot
from heroes.table import card_table

CHOICES = {
    "choose_hero": (games, "D1"),
    "choose_side": (games, "D2"),
    "choose_discards": (games, "D13"),
    "choose_option": (actions, "D4"),
    "choose_k": (actions, "D5"),
    "choose_dice": (actions, "D6"),
    "choose_slot": (actions, "D7"),
    "choose_adversaries": (actions, "D8"),
    "choose_mission": (actions, "D9"),
    "choose_place": (actions, "D10"),
    "choose_healing": (actions, "D11"),
    "choose_victim": (actions, "D12"),
    "choose_friend": (actions, "D12"),
}


class Choices:
    """What the kernels have chosen, game by game."""

    def __init__(self) -> None:
        self.made: dict[int, list[tuple[str, int, Any]]] = {}
        for name, (module, point) in CHOICES.items():
            setattr(module, name, self.overheard(getattr(module, name), point))

    def overheard(self, kernel: Any, point: str) -> Any:
        @functools.wraps(kernel)
        def chooses(s: Any, t: Any, seat: int, *more: Any) -> Any:
            choice = kernel(s, t, seat, *more)
            me = s.seat[seat]
            heard = choice
            if point in ("D7", "D11") and choice >= PRESTIGE_SLOT:
                heard = (PRESTIGE_SLOT, int(me.slots.value[choice - PRESTIGE_SLOT]))
            elif point == "D13":
                heard = tuple(int(position) for position in me.discard)
            elif point == "D6":
                heard = int(choice) & ~int(more[0].added)
            self.made.setdefault(int(s.game_no), []).append((point, int(seat), heard))
            return choice

        return chooses


class Followed(SameChance):
    """A game in which the seats choose what they chose before."""

    def __init__(self, plan: Plan, game_no: int, made: Sequence[tuple[str, int, Any]]):
        self.made = iter(made)
        super().__init__(plan, game_no)

    def choose(self, point: str, seat: Seat, options: Sequence[Any]) -> Any:
        options = list(options)
        chosen = self.chosen_at(point, seat, options)
        self.book_choice(point, seat, options, chosen)
        return chosen

    def chosen_at(self, point: str, seat: Seat, options: list[Any]) -> Any:
        if len(options) == 1 and point in ("D3", "D5", "D10") and options[0] in (None, 0):
            return options[0]  # the kernels do not ask
        asked, number, heard = next(self.made)
        assert (asked, number) == ("D10" if point == "D3" else point, seat.number), "another choice was due"
        chosen = self.meant(point, seat, options, heard)
        assert chosen in options, f"{point}: {heard} is not allowed"
        return chosen

    def meant(self, point: str, seat: Seat, options: Sequence[Any], heard: Any) -> Any:
        if point in ("D1", "D4"):
            return options[heard]
        if point == "D2":
            return ("left", "right")[heard]
        if point in ("D5", "D12"):
            return int(heard)
        if point == "D6":
            return tuple(color for bit, color in enumerate(DICE) if heard >> bit & 1)
        if point in ("D7", "D11"):
            return self.slot(options, heard)
        if point == "D8":
            return tuple(card for place, card in enumerate(self.row) if heard >> place & 1)
        if point == "D9":
            return None if heard < 0 else next(card for card in options if card and card.card.rank == RANKS[heard])
        if point == "D13":
            return tuple(seat.lineup[position] for position in heard)
        if heard < 0:
            return None
        return (int(heard // LONGEST), self.seats[heard // LONGEST].lineup[heard % LONGEST])

    @staticmethod
    def slot(options: Sequence[Slot], heard: Any) -> Slot:
        if isinstance(heard, tuple):
            return next(slot for slot in options if slot.value == heard[1])
        kind = (*TYPES, "g")[min(heard, PLAIN_SLOT)]
        return next(slot for slot in options if slot.kind == kind and slot.value == 0)


def follow(choices: Choices, plan: Plan, first: int, count: int) -> None:
    """Play some games twice and compare."""
    choices.made.clear()
    log = play(plan, first, count)
    for place, game_no in enumerate(range(first, first + count)):
        game = Followed(plan, game_no, choices.made[game_no]).play()
        assert next(game.made, None) is None, "a choice was not asked for"
        assert not (wrong := list(differences(game, log, place))), f"game {game_no}: {wrong[:5]}"


def main(number: int, start: int) -> None:
    """So many random plans, and some with the frozen cards and the default table of the tests."""
    assert PLAIN
    compile_once()  # which plays a game of its own
    choices = Choices()
    for players in (2, 3, 4):
        follow(choices, make(players=players, seed=start), 0, 1)
        follow(choices, make(card_table(), players=players, seed=start), 0, 1)

    @seed(start)
    @given(plans(), first_games)
    @many(number)
    def any_table(drawn: Any, first: int) -> None:
        follow(choices, drawn.plan, first, 1)

    any_table()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
