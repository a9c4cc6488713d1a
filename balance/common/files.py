"""Files written whole or not at all, and read only as far as they can be what they should."""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import secrets
import stat
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, TypeGuard

from balance.common.errors import InputError, Problem, quoted

LARGEST_TOML = 1_000_000
LARGEST_JSON = 100_000_000
"""Bytes."""
DEEPEST = 50
"""Tables within tables: real files have four or so."""
SEAL = hashlib.sha256().digest_size
"""Bytes in front of a file of a cache: the SHA-256 of the rest."""


@contextmanager
def atomic_file(path: Path, lasting: bool = True) -> Iterator[BinaryIO]:
    """Write ``path`` under a temporary name; on success it is on disk and appears at once, else nothing is left.

    ``lasting``: False for what can be made again: it appears at once, too, but after a power cut it may be damaged.
    """
    # A name of our own: on a disk that machines share, two processes may have one number.
    unfinished = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
    try:
        with open(unfinished, "xb") as file:  # never through a link that somebody put there
            yield file
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        os.replace(unfinished, path)
        if lasting:
            sync_folder(path.parent)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk, not only the content of its files: a power cut forgets no renaming."""
    try:
        number = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except PermissionError:  # a folder to write into, not to read; on Windows none is opened
        return
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems cannot, and need not
            raise
    finally:
        os.close(number)


def remove_unfinished(path: Path, process: int) -> None:
    """Remove what a process that was killed had written of ``path``."""
    path = path.resolve()
    for name in os.listdir(path.parent) if path.parent.is_dir() else ():
        if name.startswith(f".{path.name}.{process}-") and name.endswith(".tmp"):
            (path.parent / name).unlink(missing_ok=True)


@contextmanager
def output_file(path: Path) -> Iterator[BinaryIO]:
    """A file that a user names, written whole or not at all; a device such as /dev/null is never replaced.

    Raises InputError where it cannot be written.
    """
    try:
        with open(path, "wb") if path.exists() and not path.is_file() else atomic_file(path.resolve()) as file:
            yield file
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror or error}", file=str(path))]) from None


def write_file(path: Path, text: str) -> None:
    """Write a file that a user names, as ``output_file`` does. Raises InputError."""
    with output_file(path) as file:
        file.write(text.encode())


def read_file(path: Path, most: int) -> bytes:
    """The content of an ordinary file. Raises OSError, also for other kinds of files and more than ``most`` bytes."""
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):  # a pipe might never end
        raise OSError(errno.EINVAL, "this is not an ordinary file")
    with open(path, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"larger than {most // 1_000_000} MB")
    return content


def write_sealed(file: BinaryIO, content: bytes | memoryview) -> None:
    """Write a file of a cache for ``unsealed``: behind its seal."""
    file.write(hashlib.sha256(content).digest())
    file.write(content)


def unsealed(file: Path, say: Callable[[Path, str], object]) -> bytes | None:
    """What stands behind the seal of a file, which is the SHA-256 of it in SEAL bytes.

    None where there is no file, and where it is damaged or cannot be read: then ``say`` hears the file and what is so.
    """
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        say(file, f"cannot be read ({error.strerror or error})")
        return None
    if hashlib.sha256(content[SEAL:]).digest() != content[:SEAL]:
        say(file, "is damaged")
        return None
    return content[SEAL:]


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file says. Raises OSError, and ValueError in words for what is no TOML or cannot be meant."""
    return parsed(lambda: tomllib.loads(read_file(path, LARGEST_TOML).decode("utf-8-sig")))


def read_json(path: Path) -> Any:
    """What a JSON file says. Raises OSError, and ValueError in words for what is not JSON or cannot be meant."""
    return parsed(lambda: json.loads(read_file(path, LARGEST_JSON).decode("utf-8"), object_pairs_hook=_each_once))


def json_text(value: Any, **how: Any) -> str:
    """``value`` as JSON, letters as they are; in escapes where a byte of a file's name is no letter, to be read again.

    ``how``: as of ``json.dumps``.
    """
    text = json.dumps(value, ensure_ascii=False, **how)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, **how)
    return text


def is_finite(value: Any) -> TypeGuard[int | float]:
    """Whether a value of a file is a number with which one can reckon: neither true nor false, nor without end."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The entries of a JSON object: the last of two with one name would win without a word."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the entry {quoted(twice)} is there twice")
    return entries


def parsed(parse: Callable[[], Any]) -> Any:
    """What ``parse`` makes of a text. Raises ValueError where that is nested too deeply or has endless numbers."""
    try:
        data = parse()
    except RecursionError:
        raise ValueError(f"nested more than {DEEPEST} deep") from None
    except ValueError as error:
        if "int_max_str_digits" in str(error):
            raise ValueError("a number has thousands of digits") from None
        raise
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in level):
            raise ValueError("a whole number has more than 64 bits")
        inner = [value.values() for value in level if isinstance(value, dict)]
        level = list(chain(*inner, *(value for value in level if isinstance(value, list))))
        if not level:
            return data
    raise ValueError(f"nested more than {DEEPEST} deep")


def other_case(path: Path) -> Path | None:
    """A file beside ``path`` whose name differs in upper and lower case only; None where ``path`` itself is there."""
    if os.path.lexists(path):
        return None
    try:
        names = sorted(os.listdir(path.parent))
    except OSError:
        return None
    return next((path.parent / name for name in names if name.casefold() == path.name.casefold()), None)


def fingerprint(folders: Iterable[Path], suffixes: Sequence[str] = (".py",)) -> str:
    """The SHA-256 of all files with these endings in the folders and below: of their names and contents.

    A file stands for itself.
    """
    digest = hashlib.sha256()
    for folder in folders:
        below = [folder] if folder.is_file() else folder.rglob("*")
        for file in sorted(file for file in below if file.suffix in suffixes):
            digest.update(f"{folder.name}/{file.relative_to(folder).as_posix()}\0".encode())
            digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()


def write_text(path: Path, text: str) -> None:
    """Replace ``path`` by ``text``."""
    with atomic_file(path) as file:
        file.write(text.encode())


@contextmanager
def writing_into(folder: Path) -> Iterator[None]:
    """Where a folder is written into: raises InputError, which names the file, where that is impossible."""
    try:
        yield
    except OSError as error:
        file = str(error.filename or folder)
        raise InputError([Problem(f"cannot be written: {error.strerror}", file=file)]) from None
