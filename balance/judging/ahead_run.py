"""A run in which everybody looks ahead: few games, slowly, logged as any others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from balance.engine.game import Plan
from balance.engine.game.decisions import Force, script_of
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool, StoppedError
from balance.engine.playing.runner import Executor, Goal, MakeExecutor, Watcher, write_part_of
from balance.engine.playing.what_if import play_scripted
from balance.engine.runs.run import Run
from balance.judging.look_ahead import LookAhead, play_ahead


def looking_ahead(player: LookAhead) -> MakeExecutor:
    """What plays a run with players who all look ahead, over what their styles would do (see ``runner.simulate``)."""
    return partial(_AheadExecutor, player)


class _AheadExecutor(Executor):
    """Thinks first, game by game, and then plays what was thought of, so that it is logged as it was played."""

    def __init__(self, player: LookAhead, plan: Plan, run: Run, watcher: Watcher, goal: Goal | None = None):
        super().__init__(plan, run, watcher, goal)
        self.player = player

    def play(self, workers: int) -> None:
        """Play the parts ``todo``; the games of a part are shared out."""
        thinking = replace(self.plan, log="seats", log_every=1)
        batch = GameBatch(self.plan)
        with Pool(partial(GameBatch, thinking), workers, self.stop) as pool:

            def think(batch: GameBatch, game_no: int) -> Sequence[Force]:
                # What is not a whole part is not kept: nobody waits for a game that is thought out in minutes.
                return _script_of(batch, game_no, self.player, pool.go_on)

            for chunk in self.todo:
                first = chunk * self.run.games_per_part
                numbers = range(first, first + self.run.games_in(chunk))
                scripts = []
                with suppress(StoppedError):
                    for script in pool.each(think, numbers):
                        scripts.append(script)
                        self.watcher.played(1)
                if self.stop.is_set():
                    return
                batch.clear()
                for game_no, script in zip(numbers, scripts, strict=True):
                    play_scripted(batch, game_no, script)
                write_part_of(batch, self.run, chunk)


def _script_of(batch: GameBatch, game_no: int, player: LookAhead, before: Callable[[], None]) -> Sequence[Force]:
    """What everybody chooses in a game, looking ahead; ``before`` as of ``play_ahead``."""
    batch.clear()
    script = script_of(play_ahead(batch, game_no, range(batch.plan.players), player, before))
    batch.clear()
    return script
