"""A game is a function of cards, seed and script: its decisions told, choices forced, and *what if?* asked.

Nothing is copied and nothing is undone: a game is played again from its beginning, its choices forced as far as they
are to stay, which takes microseconds, and from there on the styles play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from balance.engine.game.decisions import Decision, Force, Trace, script_of
from balance.engine.game.story import Happened
from balance.engine.game.styles import Style
from balance.engine.kernels.decision_record import BY_THE_STYLE, MOST_BRANCHES
from balance.engine.playing.game_batch import GameBatch, PlayError, ScriptError


def play_scripted(batch: GameBatch, game_no: int, script: Sequence[Force] = (), here: bool = False) -> Trace:
    """Append a game to the buffers in which the script chooses where it says so. Returns all its decisions, in order.

    What happens in it is written down, too: ``happened``.

    ``script``: by rising numbers. ``here``: in this thread and no other. Raises ScriptError where it chooses what is
    not offered, or at a decision that there is not, and ValueError for one that cannot be a script.
    """
    decision = batch.state.decision
    _set_script(decision, script)
    decision.tracing = 1
    try:
        play_told(batch, game_no, here)
        followed = int(decision.forced_next)
    finally:
        decision.tracing = 0
        decision.forced = 0
    if followed < len(script):
        message = (
            f"{batch.plan.game.name}, game {game_no}: the script wants a choice at decision {script[followed].number}"
        )
        raise ScriptError(f"{message}, and there are {int(decision.number)}, from 0 on.")
    return traced(decision)


def weigh_again(
    batch: GameBatch, game_no: int, made: Sequence[Decision], styles: Sequence[Style] | None = None
) -> Trace:
    """The same decisions of a game, each weighed by the style of its seat, whatever was chosen by chance.

    ``styles``: in place of those of the plan, in their order. What is paid with is theirs to say, so that later on they
    may be offered other things: ``Trace.alike``. Empties the buffers.
    """
    plan, table, decision = batch.plan, batch.table, batch.state.decision
    batch.clear()
    try:
        if styles is not None:
            if game_no % plan.match_games:  # by other styles the match might not get as far as this game
                batch.play_these(np.array([game_no - 1], np.int64))
                batch.clear()
            batch.take(replace(plan, styles=tuple(styles)))
        decision.weighs_all = 1
        return play_scripted(batch, game_no, script_of(made))
    except ScriptError:
        if styles is None:
            raise
        return traced(decision)
    finally:
        decision.weighs_all = 0
        batch.take(plan, table)
        batch.clear()


def play_told(batch: GameBatch, game_no: int, here: bool = False) -> None:
    """Append a game to the buffers, and write down what happens in it if its story needs that: see ``happened``.

    ``here``: in this thread and no other.
    """
    written = batch.plan.game.tells_happenings
    if written:
        batch.state.decision.telling = 1
    try:
        batch.play_these(np.array([game_no], np.int64), here)
    finally:
        if written:
            batch.state.decision.telling = 0


def happened(batch: GameBatch) -> tuple[Happened, ...] | None:
    """What happened in the game played last, in order, which was told; None where the game's story needs no more
    than its rows. Raises PlayError where room ran out."""
    if not batch.plan.game.tells_happenings:
        return None
    decision = batch.state.decision
    count, room = int(decision.happenings), len(decision.happened)
    if count > room:
        message = f"{batch.plan.game.name}, game {batch.state.game_no}: {count:,} things happen"
        raise PlayError(f"{message}, more than the {room:,} that there is room for.")
    return tuple(map(Happened._make, decision.happened[:count].tolist()))


def play_on(
    batch: GameBatch, game_no: int, made: Sequence[Decision], places: Sequence[int], futures: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """Leave a game at the last of the decisions ``made``, and play on: one game for every place and future.

    Until then all choices are as they were made. There what its seat cannot know is redealt, by the number of the
    future (0: nothing is), the option at the place is taken (-1: as the style chooses), and the styles play on. Where
    others decided before anything was shown, they choose again; what the seat itself decided in that time is as it was.
    Empties the buffers.

    Returns (win shares, scores): float64[games, seats].
    """
    seats = batch.plan.players
    shares, scores = np.empty((len(places), seats)), np.empty((len(places), seats))
    at_once = min(MOST_BRANCHES, batch.room)
    for first in range(0, len(places), at_once):
        some = slice(first, first + at_once)
        batch.clear()
        _leave(batch, game_no, made, places[some], futures[some])
        standing = batch.standing()  # a row for every seat of every game, in their order
        shares[some] = standing["win_share"].to_numpy().reshape(-1, seats)
        scores[some] = standing["score"].to_numpy().reshape(-1, seats)
        batch.clear()
    return shares, scores


def play_redealt(batch: GameBatch, game_no: int, made: Sequence[Decision], future: int) -> Trace:
    """Append a game that is left at the last of the decisions ``made``, where the style chooses as ever.

    What its seat cannot know is redealt by the number of the ``future``. Returns all decisions of the game.
    """
    decision = batch.state.decision
    decision.tracing = 1
    try:
        _leave(batch, game_no, made, [BY_THE_STYLE], [future])
    finally:
        decision.tracing = 0
    return traced(decision)


def _leave(
    batch: GameBatch, game_no: int, made: Sequence[Decision], places: Sequence[int], futures: Sequence[int]
) -> None:
    """Append a game for every place and future, each left at the last of the decisions made."""
    here, count = made[-1], len(places)
    decision = batch.state.decision
    own = [d for d in made[here.group :] if d.seat == here.seat][:-1]  # asked first in a group apart
    own = [replace(d, number=number) for number, d in enumerate(own, start=here.group)]
    _set_script(decision, (*script_of(made[: here.group]), *script_of(own)))
    decision.branches = count
    decision.branch = here.group + len(own)
    decision.branch_group = here.group
    decision.branch_seat = here.seat
    decision.branch_place[:count] = places
    decision.future[:count] = futures
    decision.game = -1
    try:
        batch.play_these(np.full(count, game_no, np.int64))
    finally:
        decision.branches = 0
        decision.forced = 0


def _set_script(decision: Any, script: Sequence[Force]) -> None:
    """Write a script where the kernels read it."""
    if len(script) > len(decision.force):
        raise ValueError(f"a script has room for {len(decision.force)} choices, not for {len(script)}")
    entries = np.array(script, np.int64).reshape(-1, len(Force._fields))
    if (np.diff(entries[:, 0], prepend=-1) <= 0).any():
        raise ValueError("the numbers of a script's decisions rise from 0 on")
    for name, column in zip(Force._fields, entries.T, strict=True):
        decision.force[name][: len(script)] = column
    decision.forced = len(script)


def traced(decision: Any) -> Trace:
    """The trace of the game, as far as it was played."""
    decisions = decision.traced_decision[: int(decision.number)].copy()
    return Trace(decisions, decision.traced_option[: int(decision.traced)].copy())
