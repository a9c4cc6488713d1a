"""What systems do in different ways: locks that fall with the process, whose a file is, how much memory was used."""

from __future__ import annotations

import errno
import os
import sys
import time
from typing import IO, Any

NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
"""For ``os.open``: never through a link. Windows knows no such thing, and lets few people make links."""
TRY_AGAIN = 0.1
"""Seconds."""

if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[Any], wait: bool = True) -> None:
        """Hold a file until it is closed. Raises BlockingIOError where somebody else does, unless it is waited for."""
        while True:
            try:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                if not wait:
                    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from None
            time.sleep(TRY_AGAIN)

    def look(file: IO[Any]) -> None:
        """Raise BlockingIOError where somebody holds the file."""
        lock(file, wait=False)

    def user() -> int | None:
        """The number of who runs this, as files know it; None: the system guards its folders in other ways."""
        return None

    def most_memory() -> int:
        """Bytes of memory that this process has used at a time, at most; 0: nobody knows."""
        return 0

else:
    import fcntl
    import resource

    KILO = 1 if sys.platform == "darwin" else 1024
    """In what the system counts, in bytes."""

    def lock(file: IO[Any], wait: bool = True) -> None:
        """Hold a file until it is closed. Raises BlockingIOError where somebody else does, unless it is waited for."""
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)

    def look(file: IO[Any]) -> None:
        """Raise BlockingIOError where somebody holds the file."""
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def user() -> int | None:
        """The number of who runs this, as files know it; None: the system guards its folders in other ways."""
        return os.getuid()

    def most_memory() -> int:
        """Bytes of memory that this process has used at a time, at most; 0: nobody knows."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILO
