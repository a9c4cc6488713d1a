"""The store that holds a run: a folder, or an object store."""

from __future__ import annotations

import functools
from pathlib import Path

from balance.engine.runs.store import Folder, Place, Store, Url


def open_store(where: Place) -> Store:
    """The store that holds the run at ``where``."""
    return Folder(where) if isinstance(where, Path) else _object_store(where)


@functools.lru_cache(maxsize=32)
def _object_store(url: Url) -> Store:
    from balance.engine.runs.objects import ObjectStore  # PyArrow's file systems are slow to import

    return ObjectStore(url)
