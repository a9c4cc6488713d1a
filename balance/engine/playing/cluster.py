"""Playing a run on a Dask cluster: every task is one part, which its worker writes where the run lies.

The scheduler only hears numbers of parts, so a billion games are a few thousand small messages. What counts is on disk:
a part that is there is done, whoever played it, and one that is not is played again.
"""

from __future__ import annotations

import functools
import importlib
import logging
import socket
import ssl
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from balance.common.errors import BalanceError, masked, plain
from balance.engine.game import Plan
from balance.engine.playing import worker
from balance.engine.playing.runner import Executor, Goal, Watcher, how_to_go_on
from balance.engine.runs.run import Run, clear_leftovers

CONNECT_SECONDS = 15
ANSWER_SECONDS = 4
"""How long it may take to find the scheduler's machine, to reach its port, and to hear how many workers it has."""
LONGEST_GREETING = 1_000_000
"""Bytes; a scheduler sends some hundred. Other servers wait, or begin with text, which would be an enormous number."""
ADDRESSES = "An address looks like tcp://10.0.0.1:8786, or tls://10.0.0.1:8786."
WITHOUT_WORKERS_SECONDS = 60
"""How long a cluster may be without workers."""
LOST_SECONDS = 15
"""How long the scheduler may be silent before it is taken for gone. Each time it has ``ANSWER_SECONDS`` to answer."""
LOOK_SECONDS = 180
"""How long the workers may take to load balance and look at the run's folder."""
IN_FLIGHT = 2
"""Parts that are given out, per thread of the cluster: one in work, one waiting."""
TRIES = 3
"""How often a part is given out again that was lost with its worker (Dask itself gives it out several times)."""
WATCH_SECONDS = 1.0


class ClusterError(BalanceError):
    """A cluster that cannot play."""


def cluster(address: str) -> Callable[[Plan, Run, Watcher, Goal | None], Executor]:
    """What makes the executor of the cluster at ``address``, for ``simulate``.

    Raises ClusterError, before anything starts, where Dask is missing or nothing answers at that address.
    """
    host, port, secure = read_address(address)
    try:
        importlib.import_module("distributed")
    except ImportError:
        raise ClusterError(
            "--scheduler needs Dask, which is not installed: pip install 'tabletop-balance[cluster]'"
        ) from None
    knock(address, host, port, _certificates(address) if secure else None)
    return functools.partial(ClusterExecutor, address)


def read_address(address: str) -> tuple[str, int, bool]:
    """Host and port of a scheduler's address, and whether it is encrypted. Raises ClusterError for what is none."""
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    complete = parts.scheme in ("tcp", "tls") and parts.hostname and port and not parts.path.strip("/")
    if not complete or "@" in parts.netloc or parts.query or parts.fragment:
        shown = plain(masked(address))
        raise ClusterError(f"{shown}: is not the address of a Dask scheduler.\n{ADDRESSES}")
    assert parts.hostname is not None and port is not None  # noqa: PT018
    return parts.hostname, port, parts.scheme == "tls"


def knock(address: str, host: str, port: int, certificates: ssl.SSLContext | None) -> None:
    """See that Dask listens there and, with ``certificates``, trusts us as we trust it, or raise ClusterError."""
    try:
        with socket.create_connection(_look_up(host, port), timeout=ANSWER_SECONDS) as line:
            if certificates is not None:
                line = certificates.wrap_socket(line, server_hostname=host)
            greeting = b""
            with line, suppress(TimeoutError):  # whoever speaks Dask begins with the length of its greeting
                greeting = line.recv(8, 0 if certificates else socket.MSG_WAITALL)
        if not 0 < int.from_bytes(greeting, "little") < LONGEST_GREETING:
            raise ClusterError(f"{plain(address)}: something answers there that is not a Dask scheduler.\n{ADDRESSES}")
    except ssl.SSLError as error:
        reason = plain(error.reason or str(error)).replace("_", " ").lower()
        advice = "Scheduler, workers and this machine need certificates of one authority (see run-on-a-cluster)."
        raise ClusterError(f"{plain(address)}: no encrypted connection: {reason}.\n{advice}") from None
    except socket.gaierror:
        raise ClusterError(f"{plain(address)}: there is no machine {plain(host)}.\n{ADDRESSES}") from None
    except (OSError, UnicodeError):
        raise _nobody(address) from None


def _look_up(host: str, port: int) -> tuple[str, int]:
    """The number of a machine with that name. Raises OSError where there is none, or nobody says so in time."""
    found: tuple[str, int] = in_time(
        lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][:2], ANSWER_SECONDS
    )
    return found


def in_time(ask: Callable[[], Any], seconds: float) -> Any:
    """What ``ask`` returns or raises; TimeoutError where that takes longer.

    For what has no time limit of its own: it is asked in a thread, which is not waited for any longer.
    """
    answers: SimpleQueue = SimpleQueue()

    def answer() -> None:
        try:
            answers.put((ask(), None))
        except Exception as error:
            answers.put((None, error))

    threading.Thread(target=answer, daemon=True).start()
    try:
        said, error = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if error is not None:
        raise error
    return said


def _certificates(address: str) -> ssl.SSLContext:
    """Our certificates, as Dask's configuration names them. Raises ClusterError where it does not."""
    try:
        context = importlib.import_module("distributed").Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        reason = plain(getattr(error, "strerror", None) or str(error))
        raise ClusterError(f"{plain(address)}: the certificates that Dask is told to use: {reason}.") from None
    if context is None:
        message = f"{plain(address)}: encrypted, and Dask is not told which certificates to use."
        raise ClusterError(
            f"{message}\nName them in DASK_DISTRIBUTED__COMM__TLS__CA_FILE and so on (see run-on-a-cluster)."
        )
    return context


def _nobody(address: str) -> ClusterError:
    message = f"no Dask scheduler answers at {plain(address)}."
    return ClusterError(f"{message}\nStart one with `dask scheduler`; it prints its address.")


class ClusterExecutor(Executor):
    """The workers of a cluster."""

    def __init__(self, address: str, plan: Plan, run: Run, watcher: Watcher, goal: Goal | None = None):
        super().__init__(plan, run, watcher, goal)
        self.address = address
        self.where = str(run.path.resolve())
        self.required = worker.requirements(run)
        self.seconds = 0.0
        """What the workers spent on parts."""

    def play(self, workers: int) -> None:
        client = connect(self.address)
        try:
            check_workers(client, self.address, self.where, self.required)
            left = list(self.todo)
            for _ in range(TRIES):
                _InFlight(self, client).play(left)
                if self.stop.is_set():
                    return
                done = set(self.run.done_chunks())
                left = [chunk for chunk in self.run.chunks() if chunk not in done]
                if not left:
                    clear_leftovers(self.run)  # of workers that died
                    return
            self.fail(f"{len(left)} parts were played and are not in {plain(self.where)}: do all machines share it?")
        finally:
            with suppress(TimeoutError):  # of a scheduler that hangs
                client.close(timeout=CONNECT_SECONDS)

    def fail(self, message: str) -> None:
        """End the run with these words."""
        self.trouble = ClusterError(f"{message}\n{how_to_go_on(self.run)}")
        self.stop.set()


class _InFlight:
    """Parts given out to the workers, a bounded number at once."""

    def __init__(self, executor: ClusterExecutor, client: Any):
        self.executor = executor
        self.client = client
        self.in_flight: dict[str, tuple[Any, int]] = {}
        self.landed: SimpleQueue = SimpleQueue()
        self.lost: Counter[int] = Counter()
        self.room = 1
        self.watched = self.heard = self.had_workers = time.monotonic()
        self.number = 0

    def play(self, chunks: Iterable[int]) -> None:
        """Have these parts played. Ends early when the executor is to stop: in good order, or at once in trouble."""
        self.left = list(reversed(list(chunks)))
        self._watch()
        while self.in_flight or (self.left and not self.executor.stop.is_set()):
            self.executor.tick()
            while self.left and len(self.in_flight) < self.room and not self.executor.stop.is_set():
                self._give(self.left.pop())
            with suppress(Empty):
                self._land(self.landed.get(timeout=0.1))
            if time.monotonic() - self.watched > WATCH_SECONDS:
                self._watch()
            if self.executor.trouble is not None:
                self._drop()
                return

    def _give(self, chunk: int) -> None:
        self.number += 1
        key = f"balance-{self.executor.required['run']}-{chunk}-{self.number}-{id(self)}"
        future = self.client.submit(
            worker.play, self.executor.where, self.executor.required, chunk, key=key, pure=False
        )
        self.in_flight[key] = future, chunk
        future.add_done_callback(self.landed.put)

    def _land(self, future: Any) -> None:
        _, chunk = self.in_flight.pop(future.key, (None, None))
        if chunk is None:
            return
        if future.status == "finished":
            result = future.result()
            if "trouble" in result:
                self.executor.fail(result["trouble"])
            else:
                self.executor.seconds += result["seconds"]
                self.executor.watcher.played(self.executor.run.games_in(chunk))
        elif future.status == "error":
            self._failed(future.exception(timeout=CONNECT_SECONDS), chunk)
        else:  # cancelled or lost: with the scheduler, which `_watch` tells, or for a moment
            self._again(chunk, "its task was lost")

    def _failed(self, error: BaseException, chunk: int) -> None:
        if type(error).__name__ in ("KilledWorker", "CommClosedError", "CancelledError"):
            self._again(chunk, "its workers died: have they enough memory?")
        elif isinstance(error, ModuleNotFoundError):
            self.executor.fail(f"A worker has no balance ({plain(str(error))}): install the same version there.")
        else:
            self.executor.fail(
                f"A worker failed: {type(error).__name__}: {plain(str(error).partition(chr(10))[0])[:300]}"
            )

    def _again(self, chunk: int, why: str) -> None:
        if self.client.status == "running":
            self.lost[chunk] += 1
        if self.lost[chunk] > TRIES:
            self.executor.fail(f"Part {chunk} was given up after {TRIES} tries: {why}")
        self.left.append(chunk)

    def _watch(self) -> None:
        """Whether scheduler and workers are there, and how many parts they can take."""
        now = self.watched = time.monotonic()
        if self.client.status == "running":
            with suppress(TimeoutError):  # not heard: a process that hangs keeps its connection
                threads = threads_of(self.client)
                self.heard = time.monotonic()
                self.room = max(1, IN_FLIGHT * threads)
                if threads:
                    self.had_workers = self.heard
        if now - self.heard > LOST_SECONDS:
            self.executor.fail(_silent(self.executor.address))
        elif now - self.had_workers > WITHOUT_WORKERS_SECONDS:
            self.executor.fail(_no_workers(self.executor.address))

    def _drop(self) -> None:
        """Forget what is in flight. Parts in work are finished by their workers, and may be written over."""
        if self.client.status == "running":
            self.client.cancel([future for future, _ in self.in_flight.values()], force=True)
        self.in_flight.clear()


def connect(address: str) -> Any:
    """A client of the scheduler. Raises ClusterError where none answers."""
    distributed = importlib.import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it says of lost connections, we say in words
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other versions are reported by `check_workers`
            return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="balance")
    except (OSError, TimeoutError):
        raise _nobody(address) from None
    except Exception as error:
        reason = plain(str(error).partition("\n")[0])[:200]
        raise ClusterError(f"{plain(address)}: no connection to the scheduler: {reason}") from None


def check_workers(client: Any, address: str, where: str, required: dict[str, str]) -> None:
    """Raise ClusterError, before anything is played, where a worker could not play the run, or nobody answers."""
    try:
        _check_workers(client, address, where, required)
    except TimeoutError:
        raise ClusterError(_silent(address)) from None


def _check_workers(client: Any, address: str, where: str, required: dict[str, str]) -> None:
    end = time.monotonic() + WITHOUT_WORKERS_SECONDS
    while not threads_of(client, LOST_SECONDS):
        if time.monotonic() > end:
            raise ClusterError(_no_workers(address))
        time.sleep(0.2)
    troubles = {}
    loaded = _by_worker(client, address, importlib.import_module, worker.__name__)
    for name, outcome in loaded.items():
        if isinstance(outcome, BaseException):
            troubles[name] = "has no balance: install it there, the same version as here"
    able = [name for name in threads_by_worker(client, LOST_SECONDS) if name not in troubles]
    answers = _by_worker(client, address, worker.look, where, required, workers=able) if able else {}
    for name, outcome in answers.items():
        if isinstance(outcome, BaseException):
            troubles[name] = f"failed: {type(outcome).__name__}: {outcome}".partition("\n")[0][:300]
        elif outcome:
            troubles[name] = outcome
    if troubles:
        name, trouble = min(troubles.items())
        more = f"\n{len(troubles) - 1} more workers cannot play either." if len(troubles) > 1 else ""
        raise ClusterError(f"The worker at {plain(name)} {plain(trouble)}.{more}")


def _by_worker(
    client: Any, address: str, function: Callable[..., Any], *arguments: Any, **which: Any
) -> dict[str, Any]:
    """What a function returned or raised on every worker. Raises ClusterError where they take too long."""
    run = functools.partial(client.run, function, *arguments, on_error="return", **which)
    try:
        outcomes: dict[str, Any] = in_time(run, LOOK_SECONDS)
    except TimeoutError:
        message = f"Not all workers of the scheduler at {plain(address)} answer: waited {LOOK_SECONDS} seconds."
        raise ClusterError(message) from None
    return outcomes


def threads_by_worker(client: Any, seconds: float = ANSWER_SECONDS) -> dict[str, int]:
    """The threads of every worker by its address. Raises TimeoutError where the scheduler does not answer in time."""
    workers = in_time(lambda: client.scheduler_info(n_workers=-1), seconds)["workers"]
    return {name: int(worker["nthreads"]) for name, worker in workers.items()}


def threads_of(client: Any, seconds: float = ANSWER_SECONDS) -> int:
    """The threads of all workers. Raises TimeoutError where the scheduler does not answer in time."""
    return sum(threads_by_worker(client, seconds).values())


def _silent(address: str) -> str:
    return f"The scheduler at {plain(address)} does not answer any more."


def _no_workers(address: str) -> str:
    return f"The scheduler at {plain(address)} has no workers: start some with `dask worker {plain(address)}`."
