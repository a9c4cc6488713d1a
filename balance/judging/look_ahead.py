"""A player that looks ahead: at each of its decisions it tries what it could do, over many futures, and does the best.

It knows what its seat may know and nothing else: for every future what is hidden is dealt again. All players, itself
too, then play on by their styles, which is what makes it a yardstick of those styles: it beats a style by as much as
that style's choices can be bettered by one good choice at a time (policy improvement by rollouts: Tesauro and Galperin
1996). It is slow: some tens of milliseconds a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from balance.analysis.stats import mean_stderr
from balance.engine.game.decisions import Decision, Force, script_of
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_on, play_scripted

BY_MARGIN = 0.2
"""What a margin over the best opponent counts in win share, by standard deviations of the margins at this decision: it
tells options apart that win alike."""
AS_IT_IS = 0
"""The future in which nothing is dealt again."""


@dataclass
class Playouts:
    """What came of the options of a decision, in futures that they share."""

    batch: GameBatch
    game_no: int
    made: Sequence[Decision]
    """The last is the decision."""
    won: dict[int, np.ndarray] = field(default_factory=dict)
    """By place of the option, future by future: the win share of who decides; ``margin``: over the best opponent. Who
    plays alone has none, and the score counts."""
    margin: dict[int, np.ndarray] = field(default_factory=dict)

    def play(self, places: Sequence[int], futures: Sequence[int]) -> None:
        """Play on with these options in these futures."""
        each = [place for place in places for _ in futures]
        shares, scores = play_on(self.batch, self.game_no, self.made, each, list(futures) * len(places))
        seat = self.made[-1].seat
        others = np.delete(scores, seat, axis=1)
        margins = scores[:, seat] - (others.max(axis=1) if others.shape[1] else 0)
        shape = len(places), len(futures)
        for place, won, margin in zip(places, shares[:, seat].reshape(shape), margins.reshape(shape), strict=True):
            self.won[place] = np.append(self.won.get(place, ()), won)
            self.margin[place] = np.append(self.margin.get(place, ()), margin)

    def worths(self, places: Sequence[int]) -> dict[int, np.ndarray]:
        """By place, future by future: what the option is worth."""
        deviation = float(np.concatenate([self.margin[place] for place in places]).std()) or 1.0
        return {place: self.won[place] + BY_MARGIN * self.margin[place] / deviation for place in places}

    def in_order(self, places: Sequence[int]) -> list[int]:
        """The places, the best option first."""
        worths = self.worths(places)
        return sorted(places, key=lambda place: -float(worths[place].mean()))

    def lead(self, place: int, other: int) -> tuple[float, float]:
        """How much more the option at ``place`` is worth than the ``other``, and its standard error."""
        worths = self.worths((place, other))
        return mean_stderr(worths[place] - worths[other])


@dataclass(frozen=True)
class LookAhead:
    """How a player looks ahead."""

    playouts: int = 256
    """Games it plays for one decision, all options together."""
    options: int | None = None
    """So many options, at most, are thought about: those that its style finds best. None: all."""
    points: frozenset[int] | None = None
    """The points of the game at which it thinks; elsewhere its style chooses. None: all."""
    sure: float = 1.0
    """It leaves what its style would choose only for an option that leads by so many standard errors: of many options
    that are alike one always looks better by luck."""
    sees_all: bool = False
    """Nothing is dealt again: it knows what will be drawn and rolled. A cheat: about the most there is to win."""

    def choose(self, batch: GameBatch, game_no: int, made: Sequence[Decision]) -> int:
        """The place of the option to take at the last of the decisions ``made``.

        By halves (Karnin, Koren and Somekh 2013): all options over a few futures, the better half over more, until two
        are left. Options meet the same futures, so that they differ by what follows from them and not by their luck.
        The choice of its style stays to the end.
        """
        own, left = made[-1].place, self._sensible(made[-1])
        played = Playouts(batch, game_no, made)
        if self.sees_all:
            played.play(left, [AS_IT_IS])
            best = played.in_order([own, *(place for place in left if place != own)])
            return best[0]
        rounds, future = max(1, int(np.ceil(np.log2(len(left))))), 1
        while True:
            more = max(2, self.playouts // (rounds * len(left)))
            played.play(left, range(future, future + more))
            future += more
            best = played.in_order(left)
            if len(left) <= 2:
                break
            left = _better_half(best, own)
        if best[0] == own:
            return own
        lead, stderr = played.lead(best[0], own)
        return best[0] if lead > self.sure * stderr else own

    def _sensible(self, decision: Decision) -> list[int]:
        """The places of the options that it thinks about."""
        places = list(decision.different)
        if self.options is None or not decision.weighed or len(places) <= self.options:
            return places
        first = sorted(places, key=lambda place: -float(decision.options[place].worth or 0.0))
        return _with(first[: self.options], decision.place)

    def thinks_about(self, decision: Decision) -> bool:
        """Whether it is at a point at which it thinks, with options that differ."""
        return (self.points is None or decision.point in self.points) and len(decision.different) > 1


def _better_half(places: list[int], own: int) -> list[int]:
    return _with(places[: -(-len(places) // 2)], own)


def _with(places: list[int], own: int) -> list[int]:
    """The places, of which the last makes room where one's own is not among them."""
    return places if own in places else [*places[:-1], own]


def play_ahead(
    batch: GameBatch,
    game_no: int,
    seats: Collection[int],
    player: LookAhead,
    before: Callable[[], None] = lambda: None,
) -> Sequence[Decision]:
    """Append a game in which these seats look ahead and the others play by their styles. Returns its decisions.

    ``before``: is called before every choice of theirs; what it raises ends the game.
    """
    chosen: tuple[Force, ...] = ()
    while True:
        made = play_scripted(batch, game_no, chosen)
        left = (decision for decision in made[len(chosen) :] if decision.seat in seats)
        due = next((decision for decision in left if player.thinks_about(decision)), None)
        if due is None:
            return made
        batch.clear()
        before()
        place = player.choose(batch, game_no, made[: due.number + 1])
        chosen = (*script_of(made[: due.number]), Force(due.number, *due.options[place][:3]))
