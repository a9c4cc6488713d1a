"""A player that looks ahead: at each of its decisions it tries what it could do, over many futures, and does the best.

It knows what its seat may know and nothing else: for every future what is hidden is dealt anew. All seats, its own too,
then play on by their styles, which is what makes it a yardstick of those styles: it beats a style by as much as that
style's choices can be bettered by one good choice at a time. It is slow: some tens of milliseconds a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.engine.game.decisions import Decision, script_of
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_on, play_scripted

BY_MARGIN = 0.03
"""What a point of the margin over the best opponent counts in win share: it tells options apart that win alike."""


@dataclass(frozen=True)
class LookAhead:
    """How a player looks ahead."""

    playouts: int = 256
    """Games it plays for one decision, all options together."""
    points: frozenset[int] | None = None
    """The points of the game at which it thinks; elsewhere its style chooses. None: all."""

    def choose(self, batch: GameBatch, game_no: int, made: Sequence[Decision]) -> int:
        """The place of the option to take at the last of the decisions ``made``.

        By halves: all options over a few futures, the better half over more, until one is left. Options meet the same
        futures, so that they differ by what follows from them and not by their luck.
        """
        left = list(made[-1].different)
        total, next_future = dict.fromkeys(left, 0.0), 1
        rounds = max(1, int(np.ceil(np.log2(len(left)))))
        while len(left) > 1:
            futures = max(2, self.playouts // (rounds * len(left)))
            numbers = range(next_future, next_future + futures)
            places = [place for place in left for _ in numbers]
            worths = self._worths(batch, game_no, made, places, list(numbers) * len(left))
            for place, some in zip(left, worths.reshape(len(left), futures), strict=True):
                total[place] += float(some.sum())
            next_future += futures
            left = sorted(left, key=lambda place: -total[place])[: -(-len(left) // 2)]
        return left[0]

    @staticmethod
    def _worths(
        batch: GameBatch, game_no: int, made: Sequence[Decision], places: Sequence[int], futures: Sequence[int]
    ) -> np.ndarray:
        """What came of each place and future for the seat: float64[n]."""
        shares, scores = play_on(batch, game_no, made, places, futures)
        seat = made[-1].seat
        margin = scores[:, seat] - np.delete(scores, seat, axis=1).max(axis=1)
        return shares[:, seat] + BY_MARGIN * margin


def play_ahead(batch: GameBatch, game_no: int, seat: int, player: LookAhead) -> tuple[Decision, ...]:
    """Append a game in which one seat looks ahead and the others play by their styles. Returns its decisions."""
    settled: list[Decision] = []
    while True:
        made = play_scripted(batch, game_no, script_of(settled))
        due = next((one for one in made[len(settled) :] if one.seat == seat and _thinks(player, one)), None)
        if due is None:
            return made
        batch.clear()
        place = player.choose(batch, game_no, made[: due.number + 1])
        settled = [*made[: due.number], replace(due, place=place)]


def _thinks(player: LookAhead, decision: Decision) -> bool:
    """Whether the player thinks about this decision: at a point of his, with options that differ."""
    return (player.points is None or decision.point in player.points) and len({o[:3] for o in decision.options}) > 1
