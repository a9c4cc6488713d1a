"""Object stores (`s3://`, `gs://`) through PyArrow's file systems.

Two writers of one run do no harm here. A part holds the same rows whoever writes it, is replaced at once, and no
part that belongs to the run is ever deleted: what a killed writer left is not sealed by a games part, and is written
over when its games are played again. So the lock only saves double work, and need not be perfect: no clock can cost a
row.
"""

from __future__ import annotations

import functools
import io
import json
import os
import re
import secrets
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import PurePosixPath
from typing import Any, BinaryIO

import pyarrow as pa
from pyarrow import fs

from balance.common.errors import BalanceError, masked, plain
from balance.engine.runs.store import CREDENTIALS, LOCK, Store, StoreError, Url

CONNECT_SECONDS, REQUEST_SECONDS, ATTEMPTS = 5, 60, 4
"""How long a store may take to answer before a request is tried again or given up."""
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
"""Environment variables that name a store elsewhere than at Amazon's."""
BEAT_SECONDS = 20
"""How often a writer renews its lock."""
STALE_SECONDS = 90
"""A lock that was not renewed for so long, by the clock of the store, is of a writer that is gone."""
KEPT_SOURCES = 8

ERROR_MESSAGES: tuple[tuple[str, str], ...] = (
    (
        "ACCESS_DENIED|INVALID_ACCESS_KEY|INVALID_CLIENT_TOKEN|SIGNATURE|EXPIRED_TOKEN|UNRECOGNIZED_CLIENT"
        "|status 40[13]|OAuth2 access token|PERMISSION_DENIED|UNAUTHENTICATED",
        "access is denied.\nCredentials come from {credentials}.",
    ),
    ("status 301", "the bucket is in another region.\nAdd ?region=... to the URL."),
    (
        "NETWORK_CONNECTION|curlCode|CURL error|REQUEST_TIMEOUT|UNAVAILABLE|SLOW_DOWN",
        "the object store does not answer.\nCheck the network and the address, then repeat the command.",
    ),
    ("NO_SUCH_BUCKET|bucket does not exist|Bucket .*not found", "there is no bucket {bucket}."),
)
"""What PyArrow says, and what it means. The first that fits counts."""


def file_system(url: Url) -> fs.FileSystem:
    """The file system of a URL. Credentials come from where the vendor's own tools look for them."""
    options = dict(url.options)
    shared = {name: options[name] for name in ("scheme", "endpoint_override") if name in options}
    anonymous = options.get("anonymous") == "true"
    if url.scheme == "gs":
        limit = timedelta(seconds=CONNECT_SECONDS * 2)
        return fs.GcsFileSystem(anonymous=anonymous, retry_time_limit=limit, **shared)
    endpoint = shared.get("endpoint_override") or next(filter(None, map(os.environ.get, ENDPOINTS)), None)
    region = options.get("region") or (None if endpoint else fs.resolve_s3_region(url.bucket))
    return fs.S3FileSystem(
        region=region,
        endpoint_override=endpoint,
        scheme=shared.get("scheme"),
        anonymous=anonymous,
        connect_timeout=CONNECT_SECONDS,
        request_timeout=REQUEST_SECONDS,
        retry_strategy=fs.AwsStandardS3RetryStrategy(max_attempts=ATTEMPTS),
        allow_delayed_open=True,  # a small part is one request
    )


class ObjectStore(Store):
    """A run in an object store."""

    def __init__(self, url: Url):
        self.url = url
        self._recent = functools.lru_cache(maxsize=KEPT_SOURCES)(self.read)

    @functools.cached_property
    def system(self) -> fs.FileSystem:
        """The file system, connected when it is needed."""
        with self.errors_in_words():
            return file_system(self.url)

    @contextmanager
    def errors_in_words(self) -> Iterator[None]:
        """Say in words what a store refuses. A file that is not there stays FileNotFoundError."""
        try:
            yield
        except FileNotFoundError:
            raise
        except (OSError, pa.ArrowException) as error:
            raise StoreError(f"{plain(str(self.url))}: {self._words(str(error))}") from None

    def _words(self, text: str) -> str:
        for pattern, words in ERROR_MESSAGES:
            if re.search(pattern, text):
                return words.format(bucket=plain(self.url.bucket), credentials=CREDENTIALS[self.url.scheme])
        return f"the object store refuses: {plain(masked(text.partition(chr(10))[0]))[:300]}"

    def path(self, name: str = "") -> str:
        """The path of a file in the file system."""
        return str(PurePosixPath(self.url.bucket, self.url.key, name))

    def _info(self, name: str) -> Any:
        with self.errors_in_words():
            return self.system.get_file_info(self.path(name))

    def exists(self, name: str) -> bool:
        return self._info(name).type is fs.FileType.File

    def read(self, name: str) -> bytes:
        system = self.system
        with self.errors_in_words(), system.open_input_file(self.path(name)) as file:
            return file.read()

    def size(self, name: str) -> int:
        """Bytes of a file."""
        return int(self._info(name).size or 0)

    def open(self, name: str) -> Any:
        """A file to read piece by piece, by several threads at once (``read_at``)."""
        with self.errors_in_words():
            return self.system.open_input_file(self.path(name))

    @contextmanager
    def write(self, name: str) -> Iterator[BinaryIO]:
        content = io.BytesIO()
        yield content
        system = self.system
        with self.errors_in_words(), system.open_output_stream(self.path(name)) as stream:
            stream.write(content.getbuffer())

    def delete(self, name: str) -> None:
        system = self.system
        with suppress(FileNotFoundError), self.errors_in_words():
            system.delete_file(self.path(name))

    def names(self, folder: str) -> list[str]:
        return [info.base_name for info in self._list(folder) if info.type is fs.FileType.File]

    def _list(self, folder: str = "", deep: bool = False) -> list[Any]:
        system = self.system
        with self.errors_in_words():
            return system.get_file_info(fs.FileSelector(self.path(folder), allow_not_found=True, recursive=deep))

    def is_free(self, leftover: re.Pattern) -> bool:
        """Stores keep empty markers of folders: only files count."""
        files = [info for info in self._list(deep=True) if info.type is fs.FileType.File]
        return not self.exists("") and all(
            leftover.fullmatch(info.base_name) or info.base_name.startswith(LOCK) for info in files
        )

    def prepare(self, folders: Sequence[str]) -> None:
        """Nothing: stores have no folders, and show nothing half-written."""

    def source(self, name: str) -> io.BytesIO:
        return io.BytesIO(self._recent(name))

    # ------------------------------------------------------------ the lock

    @contextmanager
    def lock(self) -> Iterator[None]:
        """An object that says who writes, renewed while we do; its age is by the store's clock, not by ours."""
        mine = f"{LOCK}-{secrets.token_hex(8)}"
        others = {info.base_name for info in self._list() if info.base_name.startswith(f"{LOCK}-")}
        self._beat(mine)
        over = threading.Event()
        beating = threading.Thread(target=self._keep_beating, args=(mine, over), daemon=True)
        try:
            for other in others:
                self._take_over(other, self._info(mine).mtime_ns)
            beating.start()
            yield
        finally:
            over.set()
            if beating.ident:
                beating.join()
            self._remove(mine)

    def _beat(self, name: str) -> None:
        with self.write(name) as file:
            file.write(json.dumps({"host": socket.gethostname(), "process": os.getpid()}).encode())

    def _keep_beating(self, name: str, over: threading.Event) -> None:
        while not over.wait(BEAT_SECONDS):
            with suppress(BalanceError):
                self._beat(name)

    def _take_over(self, other: str, now_ns: int | None) -> None:
        """Remove another's stale lock. Raises BlockingIOError where it is fresh."""
        info = self._info(other)
        if info.type is not fs.FileType.File:  # gone in the meantime
            return
        age = ((now_ns or 0) - (info.mtime_ns or 0)) / 1e9
        owner = self._owner(other)
        if age < STALE_SECONDS and not _is_gone(owner):
            raise BlockingIOError(f"process {owner.get('process')} on {plain(str(owner.get('host')))}")
        self._remove(other)

    def _owner(self, name: str) -> dict[str, Any]:
        try:
            owner = json.loads(self.read(name))
        except (ValueError, FileNotFoundError):
            return {}
        return owner if isinstance(owner, dict) else {}

    def _remove(self, name: str) -> None:
        with suppress(BalanceError):  # it goes stale by itself
            self.delete(name)


def _is_gone(owner: dict[str, Any]) -> bool:
    """Whether a process of this very machine, as far as its name tells, is not there any more."""
    process = owner.get("process")
    if owner.get("host") != socket.gethostname() or not isinstance(process, int) or not 0 < process < 2**31:
        return False
    if sys.platform == "win32":  # there it would not ask, but interrupt
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False
