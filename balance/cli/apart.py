"""Work that others may have thought out, in a process of its own: it is held to limits, and leaves nothing behind."""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import typer

from balance.common.errors import BalanceError
from balance.common.files import remove_unfinished
from balance.common.units import size
from balance.engine.runs.scratch import make_folder, remove_folder

MOST_MEMORY = 4_000_000_000
MEMORY_PER_PROCESSOR = 64_000_000
"""Bytes that the process may write to, threads' stacks included, whoever asks the system for them."""

LONGEST = 1e9
"""Seconds: more than that the system cannot wait."""


class ApartError(BalanceError):
    """The work did not come to its end."""


def work_apart(timeout: float | None = None, output: Path | None = None) -> None:
    """Go on in a child process, in which this returns. In this process it never does: it ends as the child ends.

    The child's temporary folder goes with it, and so does what it had written of ``output``, whatever ends it: Ctrl-C,
    SIGTERM, the ``timeout`` (in seconds), a limit, or the death of this process. To be called before threads start.
    Raises ApartError when the child is killed.

    Windows knows no such children: there the work goes on in this process, without limits.
    """
    if sys.platform == "win32":
        if timeout is not None:
            raise ApartError("--timeout is not kept to on Windows: leave it out.")
        return
    folder = make_folder()
    ours, theirs = socket.socketpair()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        ours.close()
        _begin_child(folder, theirs, output)
        return
    theirs.close()
    status = None
    wait = None if timeout is None else min(timeout, LONGEST)
    try:
        if not select.select([ours], [], [], wait)[0]:
            raise ApartError(f"Stopped after {timeout:g} seconds, as --timeout asks: there is no answer yet.")
        status = _end(child)
    finally:
        if status is None:
            os.kill(child, signal.SIGKILL)
            _end(child)
        remove_folder(folder)
        if output is not None:
            remove_unfinished(output, child)
    if status < 0:
        raise ApartError(_died(-status))
    raise typer.Exit(status)


def _end(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _begin_child(folder: Path, parent: socket.socket, output: Path | None) -> None:
    """Live in ``folder``, within limits, and no longer than the parent, which alone hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tempfile.tempdir = str(folder)
    hold_memory(MOST_MEMORY + MEMORY_PER_PROCESSOR * (os.cpu_count() or 1))

    def die_with_parent() -> None:
        parent.recv(1)  # nothing is ever sent: it returns when the other end is closed
        shutil.rmtree(folder, ignore_errors=True)
        if output is not None:
            with suppress(OSError):
                remove_unfinished(output, os.getpid())
        os._exit(130)

    threading.Thread(target=die_with_parent, daemon=True).start()


def hold_memory(most: int) -> None:
    """Let this process have at most so many bytes of its own; what asks for more is refused. Linux keeps to it."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _died(number: int) -> str:
    name = signal.Signals(number).name
    if number == signal.SIGTERM:
        return f"Stopped from outside ({name})."
    likely = f"Most likely it needed more memory than there is, or than {size(MOST_MEMORY)}."
    return f"The process that worked broke down ({name}).\n{likely}"
