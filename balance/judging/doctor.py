"""What is wrong with a game: it is played under watch, and asked what holds of every game.

A mistake ends what it spoils, and the rest is looked at: whatever a game does, the doctor goes on.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import TypeVar

import duckdb
import numpy as np
import polars as pl

from balance.common.errors import BalanceError, InputError, plain
from balance.common.faults import shown
from balance.common.system import most_memory
from balance.common.units import counted
from balance.engine.game import Game, Plan, find_game
from balance.engine.game.columns import COMMON
from balance.engine.game.log import COMPONENT, TABLES
from balance.engine.game.own_game import ENDING
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.styles import RANDOM
from balance.engine.plain.checks import look_at_code, look_at_games, place
from balance.engine.plain.log import FIELDS
from balance.engine.plain.playing import Order, play
from balance.engine.plain.table import play_games as played_in_python
from balance.engine.plain.table import terms_of
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.runner import Watcher, compile_rules, play_in_memory
from balance.engine.playing.threads import STEP, thread

T = TypeVar("T")
AGAIN = 20
"""Games that are played again, to see whether they are the same."""
MOST_MEMORY = 3 * 10**9
"""Bytes more than before, under watch."""
GREEDY = "takes more and more memory: does a loop not end?"


@dataclass(frozen=True)
class Finding:
    """Something that the doctor found."""

    text: str
    """In words, with file and line first where they are known."""
    error: bool = True
    """Whether it is wrong, and not only odd."""


class HungError(Exception):
    """A game does not end. ``why``: what shows it, where that is not the time."""

    def __init__(self, place: str, why: str = ""):
        super().__init__(place)
        self.why = why


def examine(word: str, games: int, seconds: float, watcher: Watcher | None = None) -> tuple[str, list[Finding]]:
    """What is wrong with a game, by its id or file: its name, and what was found, each thing once.

    ``games``: so many at its usual, least and largest number of players, each in at most so many ``seconds``.
    Raises InputError where there is neither such a game nor such a file.
    """
    try:
        game = find_game(word)
    except BalanceError as error:
        if isinstance(error, InputError) and not (word.endswith(ENDING) and Path(word).is_file()):
            raise
        return word, _as_findings(error)
    findings = []
    if game.is_plain:
        findings += [Finding(*words) for words in look_at_code(game)]
    low, high = game.seats
    for players in dict.fromkeys((game.usual_seats, low, high)):
        some, hangs = _examine_table(game, players, games, seconds, watcher or Watcher())
        findings += some
        if hangs:
            break
    return game.name, list({finding.text: finding for finding in findings}.values())


def is_compiled(game: Game) -> bool:
    """Whether kernels play it."""
    return game.play_games is not played_in_python


def _as_findings(error: BalanceError) -> list[Finding]:
    """An error as findings: each of its problems is one."""
    problems = error.problems if isinstance(error, InputError) else [str(error)]
    return [Finding(str(problem)) for problem in problems]


def _examine_table(
    game: Game, players: int, games: int, seconds: float, watcher: Watcher
) -> tuple[list[Finding], bool]:
    """What is found at a table of so many players, and whether a game does not end."""
    findings: list[Finding] = []
    batch: list[GameBatch] = []
    try:
        plan = make_plan(Request(game=game.id, players=players, games=games))
        if is_compiled(game):
            compile_rules(plan, watcher)
        watched(lambda: findings.extend(_look(plan, batch)), seconds, game)
    except HungError as error:
        number = batch[0].playing[0] if batch else 0
        where = f"{error}: " if str(error) else ""
        who, why = counted(players, "player"), error.why or f"does not end within {seconds:g} seconds"
        return [Finding(f"{where}game {number} with {who} {why}")], True
    except BalanceError as error:
        findings += _as_findings(error)
    return findings, False


def watched(work: Callable[[], T], seconds: float, game: Game) -> T:
    """What ``work`` gives. Raises what it raises, and HungError, with the place, where it takes longer, or most memory.

    A loop that fills a list would have the machine down before its time is over.
    """
    gave: list[T] = []
    trouble: list[BaseException] = []

    def carefully() -> None:
        try:
            gave.append(work())
        except BaseException as error:
            trouble.append(error)

    worker = thread(carefully)
    worker.start()
    end, before = time.monotonic() + seconds, most_memory()
    while worker.is_alive():
        worker.join(STEP)
        if most_memory() - before > MOST_MEMORY:
            raise HungError(_where(worker, game.folder), GREEDY)
        if time.monotonic() > end and worker.is_alive():
            raise HungError(_where(worker, game.folder))
    if trouble:
        raise trouble[0]
    return gave[0]


def _where(worker: threading.Thread, folder: Path) -> str:
    """File and line at which a thread is in the code of a game; "": nobody knows, as in compiled code."""
    frame: FrameType | None = sys._current_frames().get(worker.ident or 0)
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(folder):
            return shown((str(file), frame.f_lineno))
        frame = frame.f_back
    return ""


# ---------------------------------------------------------------- what holds of every game


def _look(plan: Plan, batches: list[GameBatch]) -> list[Finding]:
    """Play the games of a plan one by one, and look at them."""
    batch = GameBatch(plan)
    batches.append(batch)
    findings = list(_missing_columns(plan))
    plan = replace(plan, games=min(plan.games, batch.room // plan.match_games * plan.match_games))
    for game_no in range(0, plan.games, plan.match_games):  # one by one: which one hangs, if one does?
        batch.play(game_no, plan.match_games)
    if findings:
        return findings
    frames = {name: batch.frame(name) for name in TABLES}
    with duckdb.connect(":memory:", config={"threads": 1}) as memory:
        for name in TABLES:
            memory.register(f"stored_{name}", frames[name].to_arrow())
            memory.execute(f"CREATE VIEW {name} AS {batch.tables[name].view(f'stored_{name}')}")
        for look in (_points, _wins, _turns, _cards, _luck):
            findings += look(plan, memory)
    findings += _same_again(plan, frames)
    findings += _styles(plan)
    if plan.game.is_plain:
        if plan.players == plan.game.usual_seats:
            findings += [Finding(*words) for words in look_at_games(plan)]
        findings += _like_plain(plan, batch) if is_compiled(plan.game) else ()
    return findings


def first(memory: duckdb.DuckDBPyConnection, sql: str) -> tuple | None:
    """The first row that a query gives."""
    return next(iter(memory.sql(sql).fetchall()), None)


def _missing_columns(plan: Plan) -> Iterator[Finding]:
    for name, table in plan.log_tables.items():
        there = [column.name for column in table.columns]
        for column in COMMON[name]:
            if column not in there:
                yield Finding(f"the table {name} has no column {column}, which every game has")
    if not plan.log_tables["seats"].components:
        yield Finding(f"the table seats has no columns {COMPONENT}..., the parts of the score")


def _points(plan: Plan, memory: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """The parts of a score add up to it."""
    total = " + ".join(f'"{name}"' for name in plan.log_tables["seats"].components)
    wrong = first(memory, f"SELECT game_no, seat, score, {total} FROM seats WHERE score <> {total} LIMIT 1")
    if wrong:
        game_no, seat, score, parts = wrong
        yield Finding(f"game {game_no}, player {seat + 1}: the parts add up to {parts}, and the score is {score}")
    scores = memory.sql("SELECT DISTINCT score FROM seats LIMIT 2").fetchall()
    if len(scores) == 1:
        yield Finding(f"{_at(plan, 'score')}everybody has {scores[0][0]} points in every game", error=False)


def _wins(plan: Plan, memory: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """A win is shared by those who win."""
    wrong = first(
        memory,
        "SELECT game_no, sum(win_share) FROM seats JOIN games USING (game_no) GROUP BY game_no, winners "
        "HAVING abs(sum(win_share) - (winners > 0)::INTEGER) > 1e-6 ORDER BY 1 LIMIT 1",
    )
    if wrong:
        yield Finding(f"game {wrong[0]}: the win shares of its players add up to {wrong[1]:g}")
    if not first(memory, "SELECT 1 FROM games WHERE winners > 0 LIMIT 1"):
        yield Finding(f"{_at(plan, 'winners')}nobody wins in any of these games", error=False)
    seats = first(memory, "SELECT seat, avg(win_share) FROM seats GROUP BY 1 HAVING avg(win_share) > 0.999")
    if seats and plan.players > 1:
        yield Finding(f"{_at(plan, 'play')}player {seats[0] + 1} wins every game", error=False)


def _turns(plan: Plan, memory: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Turns are numbered from 1, without gaps, and nobody has a turn twice."""
    wrong = first(
        memory,
        "SELECT game_no FROM turns GROUP BY 1 HAVING min(turn) <> 1 OR count(DISTINCT turn) <> max(turn) "
        "OR count(*) <> count(DISTINCT (turn, seat)) ORDER BY 1 LIMIT 1",
    )
    if wrong:
        yield Finding(f"game {wrong[0]}: its turns are not numbered 1, 2, 3 ..., each player once in each")


def _cards(plan: Plan, memory: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Every card in play is met, and gained by somebody."""
    counts = memory.sql("SELECT card, sum(seen), sum(taken + played + used) FROM cards GROUP BY 1").fetchall()
    gained = {card: often for card, _, often in counts}
    known = plan.log_tables["cards"].words("card")
    for row in plan.card_table.rows:
        if row.id not in known:
            continue
        where = f"{shown((row.file, row.line))}: {plain(row.name)} ({row.id})"
        if row.id not in gained:
            yield Finding(f"{where} is encountered by nobody in {plan.games} games", error=False)
        elif not gained[row.id]:
            yield Finding(f"{where} is taken, played or used by nobody in {plan.games} games", error=False)


def _luck(plan: Plan, memory: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    ends = memory.sql("SELECT DISTINCT list(score ORDER BY seat) FROM seats GROUP BY game_no LIMIT 2").fetchall()
    if len(ends) == 1 and plan.games > 1:
        yield Finding(f"{_at(plan, 'play')}all {plan.games} games end alike", error=False)


def _same_again(plan: Plan, frames: dict[str, pl.DataFrame]) -> Iterator[Finding]:
    """A game is the same again, whatever is played before it, and whatever is written down."""
    batches = GameBatch(plan), GameBatch(replace(plan, log="seats"))
    match_games = plan.match_games
    for number in reversed(range(0, min(AGAIN, plan.games), match_games)):
        for batch, kept in zip(batches, (TABLES, TABLES[:2]), strict=True):
            batch.clear()
            batch.play(number, match_games)
            for name in kept:
                before = frames[name].filter(pl.col("game_no").is_between(number, number + match_games - 1))
                if not batch.frame(name).equals(before):
                    what = "with --log seats" if len(kept) == 2 else "when it is played again"
                    message = f"game {number} is another one {what} (table {name})"
                    yield Finding(f"{_at(plan, 'play')}{message}: does it keep something from one game to the next?")
                    return


def _like_plain(plan: Plan, batch: GameBatch) -> Iterator[Finding]:
    """Kernels and plain Python play the same games. ``batch``: the games as kernels played them, from the first on."""
    plain_game = play(Order(terms_of(plan), plan.seed, range(min(AGAIN, plan.games)), True))
    for name in TABLES:
        rows = np.array(getattr(plain_game, name), np.int64)
        fields = FIELDS[name] if len(rows) else ()
        for column, field in zip(rows.T, fields, strict=False):
            differs = np.flatnonzero(batch.blocks[name][field][: len(rows)] != column)
            if len(differs):
                message = f"game {rows[differs[0], 0]} is another one compiled than in plain Python ({field} in {name})"
                yield Finding(f"{_at(plan, 'compiled')}{message}")
                return


def _styles(plan: Plan) -> Iterator[Finding]:
    """Two styles that always do the same are one; where random is like them, no choice matters."""
    names = [style.name for style in plan.styles if style.in_mixed or style.name == RANDOM.name]
    ends: dict[str, list[str]] = {}
    for name in names:
        few = replace(plan, lineup=(name,) * plan.players, games=plan.game.rounded_up(AGAIN, plan.settings))
        ends.setdefault(repr(play_in_memory(few)["seats"]["score"].to_list()), []).append(name)
    for alike in (some for some in ends.values() if len(some) > 1):
        message = f"the styles {', '.join(alike)} play alike: {AGAIN} games of each end the same"
        yield Finding(f"{_at(plan, 'styles')}{message}", error=False)


def _at(plan: Plan, what: str) -> str:
    """Where a plain game says it, with a colon; "" of others."""
    with suppress(SyntaxError):
        return f"{place(plan.game, what)}: " if plan.game.source else ""
    return ""
