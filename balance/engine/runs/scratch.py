"""Folders for a while: gone when the work is over, however it ends, and swept later where nothing could remove them."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from balance.common.errors import BalanceError, plain
from balance.common.signals import handled_by
from balance.common.system import NO_LINKS, user
from balance.common.system import lock as hold

PREFIX = "balance-"
LOCK = ".lock"
"""Held by the folder's owner as long as it lives: a folder whose lock nobody holds was left behind."""
MOST_BYTES = 20_000_000_000
TRIES = 40
MOVES_OPEN_FILES = sys.platform != "win32"
"""Whether a file can be renamed and removed while it is open."""

_locks: dict[Path, IO[bytes]] = {}


class ScratchError(BalanceError):
    """There is no folder for a while."""


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder of our own in the temporary folder (TMPDIR), removed at the end."""
    folder = make_folder()
    try:
        yield folder
    finally:
        remove_folder(folder)


def make_folder() -> Path:
    """A new folder in the temporary folder, to be given to ``remove_folder``; what killed processes left there goes.

    Raises ScratchError where that has a name with which databases cannot do anything: theirs are text.
    """
    try:
        tempfile.gettempdir().encode()
    except UnicodeEncodeError:
        message = "the name of the temporary folder is not UTF-8 text: set TMPDIR to another one."
        raise ScratchError(f"{plain(tempfile.gettempdir())}: {message}") from None
    sweep()
    with _deaf():
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        name = f"{LOCK}.new" if MOVES_OPEN_FILES else LOCK
        file = open(folder / name, "wb")  # noqa: SIM115 (held until the folder is removed)
        hold(file)
        if MOVES_OPEN_FILES:
            os.rename(file.name, folder / LOCK)  # so that nobody ever sees the lock without its owner
        _locks[folder] = file
        return folder


def remove_folder(folder: Path) -> None:
    """Remove a folder and let go of it. Signals wait until it is gone."""
    with _deaf():
        held = _locks.pop(folder, None)
        if held is not None and not MOVES_OPEN_FILES:
            held.close()
        # A thread that was not waited for may still write there: it does not find the folder by another name.
        gone = folder.with_name(f"{folder.name}.gone")
        with suppress(OSError):
            folder = folder.rename(gone)
        for _ in range(TRIES):
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break
            time.sleep(0.05)
        if held is not None:
            held.close()


def sweep() -> None:
    """Remove the folders of processes of ours that were killed."""
    for lock in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        with suppress(OSError):  # somebody else's, in use, or just gone
            if lock.parent.is_symlink() or user() not in (None, lock.parent.stat().st_uid):
                continue
            with open(os.open(lock, os.O_RDONLY | NO_LINKS), "rb") as file:
                hold(file, wait=False)
            shutil.rmtree(lock.parent, ignore_errors=True)


def room(folder: Path) -> int:
    """Bytes that may be put into a folder: at most half of what is free there."""
    return min(MOST_BYTES, shutil.disk_usage(folder).free // 2)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C and SIGTERM are heard afterwards."""
    heard: list[int] = []

    def on_signal(number: int, frame: Any) -> None:
        heard.append(number)

    try:
        with handled_by(on_signal):
            yield
    finally:
        for again in dict.fromkeys(heard):
            signal.raise_signal(again)
