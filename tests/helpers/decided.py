"""What is said of every game with listed decisions: forced, it is the same game; redealt, nobody sees more."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from balance.engine.game.decisions import Decision, script_of
from balance.engine.game.log import kept_tables
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_redealt, play_scripted


def rows(batch: GameBatch) -> list[pl.DataFrame]:
    """What was logged, and forget it."""
    frames = [batch.frame(name) for name in kept_tables(batch.plan.log)]
    batch.clear()
    return frames


def same(log: list[pl.DataFrame], other: list[pl.DataFrame]) -> bool:
    """Whether two logs are equal."""
    return all(a.equals(b) for a, b in zip(log, other, strict=True))


def assert_same_when_forced(
    batch: GameBatch, game_no: int, made: Sequence[Decision], was: list[pl.DataFrame], length: int
) -> None:
    """With so many of its first decisions forced a game offers and chooses as it did, and has the same rows."""
    again = play_scripted(batch, game_no, script_of(made[:length]))
    assert same(rows(batch), was), f"game {game_no}, the first {length} decisions forced"
    assert [decision.chosen[:3] for decision in again] == [decision.chosen[:3] for decision in made]
    assert [decision.forced for decision in again] == [number < length for number in range(len(made))]
    assert [[option[:3] for option in decision.options] for decision in again] == [
        [option[:3] for option in decision.options] for decision in made
    ], "what is offered does not depend on who chooses"


def assert_blind(batch: GameBatch, game_no: int, made: Sequence[Decision], decision: Decision) -> None:
    """What the seat of a decision cannot know is dealt anew: it thinks and chooses the same, as was chosen before."""
    redealt = play_redealt(batch, game_no, made[: decision.number + 1], future=1 + decision.number)
    batch.clear()
    since = slice(decision.group, decision.number)
    own = sum(earlier.seat == decision.seat for earlier in made[since])  # decided by itself before
    again = [other for other in redealt[decision.group :] if other.seat == decision.seat][own]
    before = slice(decision.group)
    assert [other.chosen[:3] for other in redealt[before]] == [other.chosen[:3] for other in made[before]]
    assert (again.options, again.chosen) == (decision.options, decision.chosen), f"game {game_no}, {decision}"
