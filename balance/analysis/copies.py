"""The parts of a run in an object store, as files for DuckDB: copied when they are first read, never writable."""

from __future__ import annotations

import datetime
import functools
import hashlib
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
from fsspec import AbstractFileSystem

from balance.common.errors import BalanceError, plain
from balance.engine.runs.checksums import checksum_name, read_checksums
from balance.engine.runs.objects import ObjectStore
from balance.engine.runs.run import RunError
from balance.engine.runs.scratch import room

SMALL_FILES = 4096
"""Files of checksums that are remembered: the tables of one part share one."""
UNCHANGED = datetime.datetime(2000, 1, 1)


class Part:
    """An open part. DuckDB's threads share it and seek before they read, so every thread has a place of its own."""

    def __init__(self, file: Any):
        self.file = file
        self.place = threading.local()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Where this thread reads next."""
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self.tell(), os.SEEK_END: self.size()}[whence]
        self.place.offset = start + offset
        return self.place.offset

    def tell(self) -> int:
        """Where this thread is."""
        return getattr(self.place, "offset", 0)

    def read(self, count: int = -1) -> bytes:
        """At most ``count`` bytes from there."""
        offset = self.tell()
        content = self.file.read_at(self.size() - offset if count < 0 else count, offset)
        self.place.offset = offset + len(content)
        return content

    def size(self) -> int:
        """Bytes of the part."""
        return self.file.size()

    def close(self) -> None:
        """Let go of it."""
        self.file.close()


class Copies(AbstractFileSystem):
    """A file system of nothing but these parts. What does not fit the temporary folder is read in place."""

    protocol = "parts"
    cachable = False

    def __init__(self, store: ObjectStore, parts: Mapping[str, int], folder: Path, recorded: bool):
        """``parts``: the number of every part by the name of its file. ``recorded``: all of them have checksums."""
        super().__init__()
        self.store = store
        self.parts = dict(parts)
        self.folder = folder
        self.recorded = recorded
        self.room = room(folder)
        self.trouble: BalanceError | None = None
        """Why a part could not be read, for DuckDB tells only that."""
        self._read_small = functools.lru_cache(SMALL_FILES)(store.read)
        self._counting = threading.Lock()
        self._copying = {name: threading.Lock() for name in self.parts}

    def _name(self, path: str) -> str:
        name = path.removeprefix(f"{self.protocol}://")
        if name not in self.parts:
            raise FileNotFoundError(name)
        return name

    def open(self, path: str, mode: str = "rb", **_: Any) -> Any:
        """A part to read."""
        name = self._name(path)
        if mode != "rb":
            raise PermissionError("runs are read only")
        try:
            copy = self._copy(name)
            return Part(pa.OSFile(str(copy)) if copy else self.store.open(name))
        except BalanceError as trouble:
            self.trouble = trouble
            raise

    def _copy(self, name: str) -> Path | None:
        """The part in our folder; None where there is no room for it."""
        copy = self.folder / name.replace("/", "-")
        with self._copying[name]:
            if copy.exists():
                return copy
            size = self.store.size(name)
            with self._counting:
                if size > self.room:
                    return None
                self.room -= size
            content = self.store.read(name)
            self._check_intact(name, content)
            try:
                unfinished = copy.with_suffix(".tmp")
                unfinished.write_bytes(content)
                unfinished.rename(copy)
            except OSError:  # fuller than it was
                self.room = 0
                return None
            return copy

    def _check_intact(self, name: str, content: bytes) -> None:
        """Raise RunError where a part is not what was written."""
        try:
            known = read_checksums(self._read_small(checksum_name(self.parts[name])).decode("ascii"))
        except FileNotFoundError:
            if not self.recorded:
                return
            known = {}
        except ValueError:
            known = {}
        if hashlib.sha256(content).hexdigest() != known.get(name):
            where = plain(str(self.store.url))
            message = f"{where}: the run is damaged: {name} is not what was written."
            again = f"The command that played the run, with --out {where}, plays it again."
            raise RunError(f"{message}\nDelete it there. {again}")

    def size(self, path: str) -> int:
        """Bytes of a part."""
        return self.store.size(self._name(path))

    def modified(self, path: str) -> datetime.datetime:
        """Always the same: a part never changes."""
        return UNCHANGED

    def exists(self, path: str, **_: Any) -> bool:
        """Whether it is one of the parts."""
        return path.removeprefix(f"{self.protocol}://") in self.parts

    isfile = exists

    def glob(self, path: str, **_: Any) -> list[str]:
        """The part of that name: there are no patterns."""
        return [path] if self.exists(path) else []
