"""Where compiled code is kept. It is run when it is loaded, so it is kept where nobody else may write."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from balance.common.errors import aside
from balance.common.system import user

CACHE_VARIABLE = "BALANCE_CACHE_DIR"


@functools.cache
def cache_root() -> Path:
    """The folder for compiled code: $BALANCE_CACHE_DIR, else the user's cache folder, else a temporary one.

    One that cannot be written is passed over, and one that others may write to with a word.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for choice in (os.environ.get(CACHE_VARIABLE), os.path.join(home, "balance")):
        if not choice:
            continue
        folder = Path(choice)
        try:
            make_private(folder)
            tempfile.TemporaryFile(dir=folder).close()
            trouble = others_may_write(folder)
        except OSError:
            continue
        if trouble is None:
            return folder
        aside(f"compiled code is not kept in {folder}: {trouble}, or name a folder of your own in {CACHE_VARIABLE}.")
    return _temporary()


def make_private(folder: Path) -> None:
    """Make the folder where it is missing, and those above it, open to nobody else whatever the umask says."""
    for place in (*reversed(folder.parents), folder):
        if not place.is_dir():
            place.mkdir(mode=0o700, exist_ok=True)


def others_may_write(folder: Path) -> str | None:
    """How others could put their code into ``folder``, and what to do; None: they cannot.

    They can where it is theirs, where they may write to it, or where they may rename it: in a folder above that all may
    write to, unless that is sticky as /tmp is. Whoever owns the folders above is trusted. Raises OSError.
    """
    folder = folder.resolve()
    here, me = folder.stat(), user()
    if me is None:
        return None
    if here.st_uid != me:
        return f"it belongs to another user (number {here.st_uid}). Change its owner (`chown`)"
    if here.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"others may write to it. Run `chmod go-w {folder}`"
    for above in folder.parents:
        mode = above.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"others may write to {above}. Run `chmod o-w {above}`"
    return None


def _temporary() -> Path:
    """A folder that nobody else can have made."""
    shared = Path(tempfile.gettempdir()) / f"balance-{user()}"
    with suppress(OSError):
        shared.mkdir(mode=0o700, exist_ok=True)
        owner = shared.lstat()
        if stat.S_ISDIR(owner.st_mode) and owner.st_uid == (user() or 0) and not owner.st_mode & 0o022:
            return shared
    own = tempfile.mkdtemp(prefix="balance-")
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    return Path(own)
