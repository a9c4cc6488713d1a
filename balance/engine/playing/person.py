"""A person at the table: a game that asks somebody in the middle of it. Only where rules run as plain Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from balance.engine.game.decisions import Decision, Force, Option
from balance.engine.kernels.decisions import Person
from balance.engine.kernels.news import Listener
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_scripted, traced

Choose = Callable[[Decision, tuple[Decision, ...], Any], int]
"""(the decision under way, with what its style thinks of it; those made before it; the state of the game) -> the place
of the option chosen. May raise, to leave the game: what derives from BaseException alone passes as it is."""


Hear = Callable[[Any, tuple[int, ...]], None]
"""(the state of the game, what happens in it: a code and three numbers of the game)"""


def play_with_person(
    batch: GameBatch,
    game_no: int,
    seats: Collection[int],
    choose: Choose,
    script: Sequence[Force] = (),
    hear: Hear | None = None,
) -> tuple[Decision, ...]:
    """Append a game in which ``choose`` decides for these seats where the script is silent. Returns all decisions.

    ``hear``: is told what happens, also where the script speaks.
    """
    decision = batch.state.decision

    def ask(s: Any, place: int) -> int:
        return choose(_under_way(s.decision, int(s.turn), place), traced(s.decision), s)

    decision.persons = sum(1 << seat for seat in set(seats))
    Person.choose, Listener.hear = ask, hear
    try:
        return play_scripted(batch, game_no, script, here=True)
    finally:
        Person.choose, Listener.hear = None, None
        decision.persons = 0


def _under_way(decision: Any, turn: int, place: int) -> Decision:
    """The decision that is being made; the place is that which the style would choose."""
    options = [
        Option(int(option.verb), int(option.card), int(option.target), float(worth))
        for option, worth in zip(decision.option[: decision.options], decision.worth, strict=False)
    ]
    return Decision(
        int(decision.number),
        int(decision.group),
        turn,
        int(decision.point),
        int(decision.seat),
        tuple(options),
        place,
        forced=False,
    )
