"""Games of a file played one after another, here or in processes beside this one; what comes of them as rows."""

from __future__ import annotations

import atexit
import functools
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TextIO

from balance.common.errors import DEBUG_VARIABLE, BalanceError
from balance.common.faults import AuthorError, GameFault, broken, shown
from balance.common.modules import last_class, run_source
from balance.engine.plain.ahead import worth_ahead
from balance.engine.plain.cards import Card, as_cards
from balance.engine.plain.chance import AS_IT_IS, Chance, OtherLuck
from balance.engine.plain.game import Director, Game
from balance.engine.plain.terms import Terms

Row = tuple[int, ...]


class Rows(NamedTuple):
    """Rows for the buffers, in the order of their fields (see ``contract``)."""

    games: list[Row]
    seats: list[Row]
    turns: list[Row]
    cards: list[Row]


class Order(NamedTuple):
    """Games that are wanted."""

    terms: Terms
    seed: int
    numbers: Sequence[int]
    logs_turns: bool
    luck: OtherLuck = AS_IT_IS


# ---------------------------------------------------------------- one game after another


@functools.cache
def game_class(file: Path, source: str) -> type[Game]:
    """The game that stands in a file of this text: its last class that is one. Raises what the file raises."""
    game = last_class(run_source(file, source), lambda member: issubclass(member, Game))
    if game is None:
        raise AuthorError("there is no game in this file")
    return game


def play(order: Order) -> Rows:
    """The rows of these games. Raises GameFault, with file and line, where one goes wrong."""
    rows = Rows([], [], [], [])
    for game in played(order.terms, order.seed, order.numbers, luck=order.luck):
        append(rows, game, order.logs_turns)
    return rows


def played(
    terms: Terms,
    seed: int,
    numbers: Iterable[int],
    tell: bool = False,
    director: Director | None = None,
    luck: OtherLuck = AS_IT_IS,
) -> Iterator[Game]:
    """These games, each at its end. Raises as ``play`` does; with ``tell`` they say what happens in them."""
    kind, cards = game_class(terms.file, terms.source), cards_of(terms)
    for game_no in numbers:
        game = None
        try:
            game = kind(terms, cards, seed, game_no, tell, director)
            game.look_ahead(worth_ahead)
            if luck != AS_IT_IS:
                game.chance = Chance(seed, game_no, luck)
            if director is not None:
                director.begin(game)
            game.run()
        except BalanceError:
            raise
        except (Exception, SystemExit) as error:
            if os.environ.get(DEBUG_VARIABLE):
                raise
            when = f"game {game_no}, turn {game.turn if game else 0}"
            raise broken(error, terms.file, terms.source, when) from None
        yield game


@functools.lru_cache(64)
def _cards_by_content(content: bytes) -> tuple[Card, ...]:
    return as_cards(pickle.loads(content))


def cards_of(terms: Terms) -> tuple[Card, ...]:
    """The cards that are played with."""
    return _cards_by_content(pickle.dumps(terms.cards))


def append(rows: Rows, game: Game, logs_turns: bool) -> None:
    """Append what a game that is over says of itself."""
    number, turns = game.game_no, game.turn
    score = [sum(parts) for parts in game.final]
    won = game.won
    standing = [(player.seat in won, points) for player, points in zip(game.players, score, strict=True)]
    changes, since = _leads(game.rows)
    margin = max(score) - sorted(score)[-2] if len(score) > 1 else 0
    rows.games.append((number, turns, len(won), margin, changes, since))
    for player, (wins, points), own in zip(game.players, standing, game.final, strict=True):
        rank = 1 + sum(other > (wins, points) for other in standing)
        rows.seats.append((number, player.seat, player.style, points, rank, len(won) * wins, *own))
    if not logs_turns:
        return
    styles = [player.style for player in game.players]
    for turn, scores in enumerate(game.rows, 1):
        for seat, points in enumerate(scores):
            rows.turns.append((number, turn, seat, styles[seat], points))
    for player in game.players:
        for card, met in sorted(player.met.items()):
            kept = sum(isinstance(held, Card) and held.number == card for held in player.hand)
            counts = (met.seen, met.taken, met.played, met.used, kept, met.options_in, met.chosen_in)
            rows.cards.append((number, player.seat, card, met.first_turn, *counts))


def _leads(scores: Sequence[Row]) -> tuple[int, int]:
    """Of the scores by turn: how often the sole lead passed on, and since when those lead who do in the end."""
    leader, leaders, changes, since = -1, [-1], 0, 0
    for turn, now in enumerate(scores, 1):
        best = max(now)
        ahead = [seat for seat, points in enumerate(now) if points == best]
        if ahead != leaders:
            leaders, since = ahead, turn
        if len(ahead) == 1:
            changes += leader not in (-1, ahead[0])
            leader = ahead[0]
    return changes, since


# ---------------------------------------------------------------- processes


class Process:
    """A process that plays what it is asked to. Python runs one thread at a time, so more cores need more of them."""

    def __init__(self, hash_seed: str = "0", silent: bool = False) -> None:
        """``hash_seed``: what the order of sets follows from: here any, and in all the same.

        ``silent``: what its games print is not shown.
        """
        paths = os.pathsep.join(path or "." for path in sys.path)
        self._child = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import answer; answer()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if silent else None,
            env=os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": hash_seed},
        )

    def play(self, order: Order) -> Rows:
        """The rows of these games. Raises as ``play`` does."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        folder = ""
        with suppress(OSError):  # it may be there no more
            folder = os.getcwd()
        try:
            pickle.dump((folder, order), self._child.stdin)
            self._child.stdin.flush()
            rows, trouble = pickle.load(self._child.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            self.end()  # it may be about to
            message = f"{shown((str(order.terms.file), 1)).removesuffix(':1')}: a process that played it broke down"
            raise GameFault(f"{message}, in games {order.numbers[0]:,} to {order.numbers[-1]:,}.") from None
        if trouble:
            raise GameFault(trouble)
        return Rows(*rows)

    def lives(self) -> bool:
        """Whether it can be asked again."""
        return self._child.poll() is None

    def end(self) -> None:
        """End it, whatever it does."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


_here = threading.Lock()
"""Held by the thread that plays in this process."""
_unheard: list[TextIO] = []
"""Where what games print goes to, while nobody is to see it."""
_crowded = threading.Event()
"""Several threads have wanted to play at a time."""
_idle: SimpleQueue[Process] = SimpleQueue()
_all: list[Process] = []


@contextmanager
def unheard() -> Iterator[None]:
    """Meanwhile nothing is shown of what games print in this process."""
    with redirect_stdout(StringIO()) as nowhere:
        _unheard.append(nowhere)
        try:
            yield
        finally:
            _unheard.pop()


def play_somewhere(order: Order) -> Rows:
    """The rows of these games: played here, or, once several threads have wanted to at a time, in processes beside us.

    Then here as well nobody plays any more: who plays keeps Python from the threads that take in what others played.
    """
    if not _crowded.is_set() and _here.acquire(blocking=False):
        try:
            with redirect_stdout(_unheard[-1] if _unheard else sys.stderr):  # standard output is for the answer
                return play(order)
        finally:
            _here.release()
    _crowded.set()
    try:
        process = _idle.get_nowait()
    except Empty:
        process = Process()
        _all.append(process)
    try:
        return process.play(order)
    finally:
        if process.lives():
            _idle.put(process)


@atexit.register
def end_processes() -> None:
    """End the processes beside this one."""
    while _all:
        _all.pop().end()


def answer() -> None:
    """What such a process does: play what standard input asks for, until that ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is asked to stop is the process that asks
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # exit() in a game closes standard input, and would wait for ``listen``, which reads it.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a game prints goes elsewhere
    orders: SimpleQueue[tuple[str, Order]] = SimpleQueue()

    def listen() -> None:
        with suppress(EOFError, pickle.UnpicklingError):
            while True:
                orders.put(pickle.load(requests))
        os._exit(0)  # even where a game does not end: nobody waits for it

    threading.Thread(target=listen, daemon=True).start()
    while True:
        folder, order = orders.get()
        with suppress(OSError):
            os.chdir(folder)  # who asks may have gone elsewhere since: files are named as seen from there
        try:
            reply = tuple(play(order)), ""
        except BalanceError as error:
            reply = (), str(error)
        pickle.dump(reply, replies)
        replies.flush()
