"""Files written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """Write ``path`` under a temporary name; on success it is on disk and appears at once, else nothing is left."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        unfinished.unlink(missing_ok=True)
        with open(unfinished, "xb") as file:  # never through a link that somebody put there
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


@contextmanager
def output_file(path: Path) -> Iterator[BinaryIO]:
    """A file that a user names, written whole or not at all; a device such as /dev/null is never replaced."""
    with open(path, "wb") if path.exists() and not path.is_file() else whole(path.resolve()) as file:
        yield file


def write_text(path: Path, text: str) -> None:
    """Replace ``path`` by ``text``."""
    with whole(path) as file:
        file.write(text.encode())
