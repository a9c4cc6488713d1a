"""Numba's cache of compiled code on disk, each file with its checksum: what is damaged is compiled again."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from numba.core import caching

from balance.common.errors import aside
from balance.common.files import unsealed, write_sealed

CacheFile: Any = caching.IndexDataCacheFile
FunctionCache: Any = caching.FunctionCache


class SealedFiles(CacheFile):
    """The index of one function and the files with its machine code."""

    def save(self, key: Any, data: Any) -> None:
        """Keep the code with its key: where two processes write at once, the index may point to another one's."""
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        """The code that was kept under this key; None where there is none, or it is damaged."""
        name = self._load_index().get(key)
        content = None if name is None else _content(self._data_path(name))
        kept_key, data = (None, None) if content is None else pickle.loads(content)
        return data if kept_key == key else None

    def intact(self) -> bool:
        """Whether there is code, all of it as it was written."""
        names = self._load_index().values()
        return bool(names) and all(_content(self._data_path(name)) is not None for name in names)

    def _load_index(self) -> dict[Any, str]:
        content = _content(self._index_path)
        if content is None:
            return {}
        file = io.BytesIO(content)
        version = pickle.load(file)
        stamp, overloads = pickle.load(file)
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BinaryIO]:
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            write_sealed(file, content.getbuffer())


class SealedCache(FunctionCache):
    """The cache of one kernel. Nothing that is wrong with it keeps the kernel from running."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        files: Any = self._cache_file
        self._cache_file: Any = SealedFiles(files._cache_path, self._impl.filename_base, files._source_stamp)

    def intact(self) -> bool:
        """Whether the kernel was compiled before, and all of it is as it was written."""
        return bool(self._cache_file.intact())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled kernel; None where it must be compiled."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:
            _say(Path(self._cache_file._index_path), f"cannot be loaded ({type(error).__name__})")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled kernel, where the disk allows it."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            aside(f"compiled code cannot be kept in {self.cache_path}: {error.strerror or error}.")


def _content(file: str) -> bytes | None:
    """What was written; None, with a word, for a file that is damaged, and without one where there is none."""
    return unsealed(Path(file), _say)


def _say(file: Path, what: str) -> None:
    aside(f"compiled code in {file} {what}: it is compiled again.")
