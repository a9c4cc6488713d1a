"""Threads, each at a room of its own, that share out tasks and give back what came of them in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from queue import SimpleQueue
from threading import Event
from typing import Generic, TypeVar

from balance.engine.playing.threads import PLAYING, result_of

AHEAD = 2
"""So many tasks for every thread are handed out before the first of them is asked for: nobody waits for a long one."""
Room = TypeVar("Room")
Task = TypeVar("Task")
Result = TypeVar("Result")


class StoppedError(Exception):
    """Nobody waits for this task any more."""


class Pool(Generic[Room]):
    """So many threads. What a task gives must not depend on the room in which it is done."""

    def __init__(self, make: Callable[[], Room], workers: int, stop: Event | None = None):
        """``make``: sets up the room of one thread; one with ``close`` is closed at the end.

        ``stop``: is set when the user wants to stop.
        """
        self._stop = stop or Event()
        self._threads = ThreadPoolExecutor(workers, PLAYING)
        self._ahead = AHEAD * workers
        self._rooms: SimpleQueue[Room] = SimpleQueue()
        for _ in range(workers):
            self._rooms.put(make())

    def map(self, work: Callable[[Room, Task], Result], tasks: Iterable[Task]) -> list[Result]:
        """What ``work(room, task)`` gives of every task, in their order. Raises what the first of them raises."""
        return list(self.each(work, tasks))

    def each(self, work: Callable[[Room, Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The same one by one, as soon as it and all before it are done. Who stops asking cancels the rest.

        Tasks are taken as they are needed: at no time are more than ``AHEAD`` waiting for every thread.
        """

        def play(task: Task) -> Result:
            room = self._rooms.get()
            try:
                return work(room, task)
            finally:
                self._rooms.put(room)

        waiting: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                # In a copy of our context: what NumPy is to say about overflows is part of it (see kernel.PLAIN).
                waiting.append(self._threads.submit(copy_context().run, play, task))
                if len(waiting) > self._ahead:
                    yield result_of(waiting.popleft())
            while waiting:
                yield result_of(waiting.popleft())
        finally:
            for future in waiting:
                future.cancel()

    def go_on(self) -> None:
        """For tasks of minutes, again and again: raises StoppedError once the user stops, or an error ends it all."""
        if self._stop.is_set():
            raise StoppedError

    def __enter__(self) -> Pool[Room]:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        if failure is not None:
            self._stop.set()
        self._threads.shutdown(cancel_futures=True)
        while not self._rooms.empty():  # all are back: nobody plays any more
            close = getattr(self._rooms.get(), "close", None)
            if close is not None:
                close()
