"""Looking a turn ahead in a plain game: every option is tried by the real rules, to the end of the turn.

A game stands still while a player chooses, and Python cannot copy it there. So it is played once more from its
beginning, with the choices that were made, in a future of its own: what the player cannot see lies differently, and all
chance to come is another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from balance.common.faults import AuthorError
from balance.engine.plain.chance import Stream
from balance.engine.plain.choosing import place_of
from balance.engine.plain.game import Director, Game, Player

WIN = 10**6
"""What it is worth to win a game that ends in this turn, in points."""
NEARLY = 1e-6
"""By how much the weights of a style decide among options that bring the same."""


class _TurnOver(BaseException):
    """A game that is tried has come to its next turn. It passes through an author's ``except Exception``."""


class _Trial(Director):
    """Directs a game that is played again: as it was so far, then this option, then all by their styles."""

    def __init__(self, game: Game, known: int, place: int, future: int):
        self.past, self.redealt = game.choices_made or [], game.redealt
        self.known = known
        self.option = place
        self.future = future
        self.number = 0
        """Of the decision that comes next."""

    def place(
        self, player: Player, offered: Sequence[Any], about: str, weigh: Callable[[], Sequence[float]], luck: Stream
    ) -> int:
        """As it was chosen before, the option that is tried, or what the style likes best."""
        number, now, game = self.number, len(self.past), player.game
        self.number += 1
        for after, seat, future in self.redealt:
            if after == number:
                game.redeal(game.players[seat], future)
        if number == now:
            game.redeal(player, self.future + (number << 32))  # another at every decision
        elif number >= self.known:
            if number < now:  # made in secret: the luck of that choice is unknown, too
                luck = game.chance.named(f"imagined {self.future} {number}")
            return place_of(game.terms.styles[player.style], len(offered), weigh, luck)
        place = self.option if number == now else self.past[number].place
        if place >= len(offered):
            raise AuthorError("played again, the game went another way: is there chance that is not the game's?")
        return place

    def begin_turn(self, game: Game) -> None:
        """Nothing is played after the turn in which the option was tried."""
        if self.number > len(self.past) and game.rows:
            raise _TurnOver


def worth_ahead(player: Player, about: str, count: int, weigh: Callable[[], Sequence[float]]) -> list[float]:
    """What every option is worth at the end of the turn: points ahead of the best of the others, on average."""
    futures, known = player.game.terms.styles[player.style].ahead, _known(player, about)
    leads = [
        sum(_lead(player, known, place, future) for future in range(1, futures + 1)) / futures for place in range(count)
    ]
    likes = weigh()
    order = sorted({*likes})
    return [lead + NEARLY * order.index(like) for lead, like in zip(leads, likes, strict=True)]


def _known(player: Player, about: str) -> int:
    """How many of the choices that were made a player knows: not those of others who choose in secret with her."""
    past, seats = player.game.choices_made or [], {player.seat}
    known = len(past)
    while (
        about in player.game.secret and known and past[known - 1].about == about and past[known - 1].seat not in seats
    ):
        known -= 1
        seats.add(past[known].seat)
    return known


def _lead(player: Player, known: int, place: int, future: int) -> int:
    """By how many points a player leads when this turn is over in which she takes an option."""
    game, seat = player.game, player.seat
    director = _Trial(game, known, place, future)
    trial = type(game)(game.terms, game.cards, game.seed, game.game_no, director=director)
    trial.chance = game.chance.again()
    with suppress(_TurnOver):
        trial.run()
    scores = trial.rows[-1]
    lead = scores[seat] - max((points for other, points in enumerate(scores) if other != seat), default=0)
    if not trial.final:
        return lead
    return lead + (WIN if seat in trial.won else -WIN)
