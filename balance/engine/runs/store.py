"""Where a run lies: a folder, or a place in an object store, behind the same few operations.

A file appears whole or not at all, in both: in a folder by its renaming, in a store when its upload is completed. Names
inside a run are relative, with slashes: ``turns/part-00000007.parquet``.
"""

from __future__ import annotations

import io
import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import parse_qsl, urlencode, urlsplit

from balance.common.errors import BalanceError, InputError, Problem, unknown
from balance.common.files import LARGEST_JSON, atomic_file, read_file
from balance.common.system import NO_LINKS, lock, look

LOCK = ".lock"
UNFINISHED = re.compile(r"\.(manifest\.json|part-\d{8}\.(parquet|sha256))\.[\w-]+\.tmp")
OPTIONS = {
    "s3": ("endpoint_override", "scheme", "region", "anonymous"),
    "gs": ("endpoint_override", "scheme", "anonymous"),
}
"""The kinds of object stores, and what may be said about one behind the question mark of its URL."""
SECRET = re.compile("key|secret|token|password|credential", re.IGNORECASE)
LOOKS, LOOK = 5, 0.02
"""Who looks whether a run is written holds its lock for an instant: how often a writer tries again, after so many
seconds each."""
URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


class StoreError(BalanceError):
    """An object store that does not do as it is asked."""


@dataclass(frozen=True)
class Url:
    """A place in an object store: `s3://bucket/folder`. It never holds a secret, so it may be shown and stored."""

    scheme: str
    bucket: str
    key: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = f"?{urlencode(self.options, safe=':/')}" if self.options else ""
        return f"{self.scheme}://{self.bucket}/{self.key}{options}"

    def __truediv__(self, name: str) -> Url:
        return Url(self.scheme, self.bucket, f"{self.key}/{name}", self.options)

    @property
    def name(self) -> str:
        """The last part of it, as of a path."""
        return self.key.rpartition("/")[2]

    def resolve(self) -> Url:
        """The same place, as of a path."""
        return self


Place = Path | Url
"""Where a run lies."""


def place(text: str | Path) -> Place:
    """A folder, or a place in an object store for a URL. Raises InputError for a URL that names none."""
    text = str(text)
    return read_url(text) if URL.match(text) else Path(text)


def read_url(text: str) -> Url:
    """The place that a URL names. Raises InputError, which never shows a secret."""
    parts = urlsplit(text, allow_fragments=False)
    if parts.scheme not in OPTIONS:
        raise unknown("kind of object store", parts.scheme, OPTIONS)
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    options = parse_qsl(parts.query, keep_blank_values=True)
    if "@" in parts.netloc + parts.query or any(SECRET.search(name) for name, _ in options):
        message = "credentials do not belong into a URL: they would be shown and stored"
        raise InputError([Problem(message, file=shown, allowed=CREDENTIALS[parts.scheme])])
    for name, value in options:
        if name not in OPTIONS[parts.scheme]:
            raise unknown(f"option of {parts.scheme}:// URLs", name, OPTIONS[parts.scheme])
        allowed = {"scheme": ("https", "http"), "anonymous": ("true", "false")}.get(name)
        if not value or (allowed and value not in allowed):
            raise InputError(
                [Problem(f"option {name}", file=shown, value=value, allowed=", ".join(allowed or ["a value"]))]
            )
    key = parts.path.strip("/")
    if not parts.netloc or not key or {"", ".", ".."} & set(key.split("/")):
        raise InputError([Problem("names no folder in a bucket", file=shown, allowed="s3://BUCKET/FOLDER/RUN")])
    return Url(parts.scheme, parts.netloc, key, tuple(options))


CREDENTIALS = {
    "s3": "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile (AWS_PROFILE), or the role of the machine",
    "gs": "GOOGLE_APPLICATION_CREDENTIALS, `gcloud auth application-default login`, or the role of the machine",
}
"""Where the credentials come from: never from us."""


class Store(ABC):
    """What a run needs of the place it lies in."""

    @abstractmethod
    def exists(self, name: str) -> bool:
        """Whether there is a file of this name."""

    @abstractmethod
    def read(self, name: str) -> bytes:
        """The content of a file. Raises FileNotFoundError where there is none."""

    @abstractmethod
    def write(self, name: str) -> AbstractContextManager[BinaryIO]:
        """A file to write, which appears whole on success; otherwise nothing changes."""

    @abstractmethod
    def names(self, folder: str) -> list[str]:
        """The names of the files in a folder of the run; none where there is no such folder."""

    @abstractmethod
    def delete(self, name: str) -> None:
        """Remove a file, if it is there."""

    @abstractmethod
    def is_free(self, leftover: re.Pattern) -> bool:
        """Whether nothing is there but files whose names match ``leftover``."""

    @abstractmethod
    def prepare(self, folders: Sequence[str]) -> None:
        """Make ready to write into these folders; half-written files that lie there are removed."""

    @abstractmethod
    def lock(self) -> AbstractContextManager[None]:
        """Hold the place against a second writer. Raises BlockingIOError, whose text may say who has it."""

    @abstractmethod
    def source(self, name: str) -> Path | io.BytesIO:
        """A file as Polars reads it."""


class Folder(Store):
    """A run in a folder of this machine."""

    def __init__(self, path: Path):
        self.path = path

    def exists(self, name: str) -> bool:
        return (self.path / name).exists()

    def read(self, name: str) -> bytes:
        return read_file(self.path / name, LARGEST_JSON)

    def write(self, name: str) -> AbstractContextManager[BinaryIO]:
        return atomic_file(self.path / name)

    def names(self, folder: str) -> list[str]:
        there = self.path / folder
        return os.listdir(there) if there.is_dir() else []

    def delete(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)

    def is_free(self, leftover: re.Pattern) -> bool:
        if not self.path.is_dir():
            return not self.path.exists()
        return all(name == LOCK or leftover.fullmatch(name) for name in os.listdir(self.path))

    def prepare(self, folders: Sequence[str]) -> None:
        for folder in folders:
            (self.path / folder).mkdir(parents=True, exist_ok=True)
            for name in os.listdir(self.path / folder):
                if UNFINISHED.fullmatch(name):
                    (self.path / folder / name).unlink(missing_ok=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """The lock falls with the process, however it ends."""
        # Never through a link that somebody put there.
        with open(os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT | NO_LINKS, 0o666), "rb") as file:
            for tries in range(LOOKS, -1, -1):
                try:
                    lock(file, wait=False)
                    break
                except BlockingIOError:
                    if not tries:
                        raise
                    time.sleep(LOOK)
            yield

    def is_locked(self) -> bool:
        """Whether some process holds the lock at this moment."""
        try:
            with open(self.path / LOCK) as file:
                look(file)
        except BlockingIOError:
            return True
        except OSError:  # nobody ever wrote here
            return False
        return False

    def source(self, name: str) -> Path:
        return self.path / name
