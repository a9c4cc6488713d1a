"""A player that looks ahead, in the world as it is and in others that its seat cannot tell from it.

As a program, ``python -m helpers.other_worlds GAME`` prints what it finds at decisions of a game (see ``looked``)
as JSON. Kernels must be plain Python (NUMBA_DISABLE_JIT=1): it puts itself between a game and its ``redeal``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from balance.engine.game.decisions import Decision
from balance.engine.kernels.kernel import PLAIN
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_redealt, play_scripted
from balance.judging.look_ahead import LookAhead, Playouts
from helpers.play import make

ELSEWHERE = 1_000_000
"""From here on, the futures by which what is hidden is redealt beforehand."""
FUTURES = (1, 2)
PLAYER = LookAhead(playouts=8, options=2)
GAME = 3


def looked(game: str, decisions: int = 3) -> list[dict[str, Any]]:
    """At so many decisions of a game, spread over its length: what is found in the world as it is and in another, and
    whether the game goes on in another way there."""
    batch = GameBatch(make(game, seed=5, log="seats"))
    game_no = GAME * batch.plan.match_games
    made = play_scripted(batch, game_no)
    ends = _scores(batch)
    numbers = [number for number, decision in enumerate(made) if PLAYER.thinks_about(decision)]
    looks = []
    for number in numbers[:: len(numbers) // decisions][:decisions]:
        before, world = made[: number + 1], ELSEWHERE + number
        look: dict[str, Any] = {"point": made[number].point, "as it is": _worths(batch, game_no, before)}
        with redealt_before(game, world):
            look["elsewhere"] = _worths(batch, game_no, before)
        play_redealt(batch, game_no, before, world)
        looks.append({**look, "another": _scores(batch) != ends})
    return looks


def _scores(batch: GameBatch) -> list[int]:
    """How the game in the buffers ended, which are empty then."""
    scores = batch.standing()["score"].to_list()
    batch.clear()
    return scores


def _worths(batch: GameBatch, game_no: int, made: Sequence[Decision]) -> dict[str, Any]:
    """What two options win, future by future, and which one is chosen."""
    played = Playouts(batch, game_no, made)
    played.play(made[-1].different[:2], FUTURES)
    won, margin = ({place: each.tolist() for place, each in of.items()} for of in (played.won, played.margin))
    return {"won": won, "margin": margin, "choice": PLAYER.choose(batch, game_no, made)}


@contextmanager
def redealt_before(game: str, future: int) -> Iterator[None]:
    """Wherever the game redeals what a seat cannot know, it was redealt by this future before."""
    theirs = {name: module for name, module in sys.modules.items() if name.startswith(f"balance.games.{game}.")}
    users = [module for module in theirs.values() if callable(getattr(module, "redeal", None))]
    (own,) = {module.redeal for module in users}

    def twice(s: Any, *of: Any) -> None:
        decision = s.decision
        asked = int(decision.future[decision.game])
        decision.future[decision.game] = future
        own(s, *of)
        decision.future[decision.game] = asked
        own(s, *of)

    with ExitStack() as patches:
        for module in users:
            patches.enter_context(patch.object(module, "redeal", twice))
        yield


if __name__ == "__main__":
    assert PLAIN
    print(json.dumps(looked(sys.argv[1])))
