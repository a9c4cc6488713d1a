"""Kernels run beside the main thread: a signal is heard between two steps of Python, and never inside a kernel."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextvars import copy_context
from typing import Any, Generic, TypeVar

PLAYING = "balance-playing"
"""How the names of threads begin that kernels run in."""
STEP = 0.1
"""Seconds until the main thread looks up from its waiting."""
STACK = 64 << 20
"""Bytes: compiling goes deep, and some systems give other threads half a megabyte."""
T = TypeVar("T")


def thread(work: Callable[[], Any]) -> threading.Thread:
    """A thread for ``work``, in a copy of our context: what NumPy is to say about overflows is part of it."""
    return threading.Thread(target=copy_context().run, args=(work,), daemon=True, name=PLAYING)


def interruptible(work: Callable[[], None]) -> None:
    """Do ``work`` in a thread of its own when this is the main one, so that Ctrl-C is heard. Raises what it raises."""
    if threading.current_thread() is not threading.main_thread():
        work()
        return
    Ahead(work).result()


class Ahead(Generic[T]):
    """Work that begins now in a thread of its own; its result is asked for later."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._found: list[T] = []
        self._trouble: list[BaseException] = []

        def carefully() -> None:
            try:
                self._found.append(work())
            except BaseException as error:
                self._trouble.append(error)

        before = threading.stack_size(STACK)
        try:
            self._thread = thread(carefully)
            self._thread.start()
        finally:
            threading.stack_size(before)

    def result(self) -> T:
        """What the work gives, when it is done; raises what it raises. Ctrl-C is heard while it is not."""
        while self._thread.is_alive():
            self._thread.join(STEP)
        if self._trouble:
            raise self._trouble[0]
        return self._found[0]


def result_of(future: Future[T]) -> T:
    """What a task of a pool of threads gives; raises what it raises. Ctrl-C is heard while it is not done.

    Some systems give the signal to another thread than the one that waits.
    """
    while not wait([future], STEP).done:
        pass
    return future.result()


def still_playing() -> bool:
    """Whether a kernel still runs: Python must not end in good order then, for it would wait, or take its code away."""
    return any(thread.name.startswith(PLAYING) for thread in threading.enumerate())
