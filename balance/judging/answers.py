"""What was measured once is not measured again: answers, and the parts they are made of, in the cache."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

import polars as pl

from balance.common.cache import cache_root
from balance.common.errors import aside
from balance.common.files import atomic_file, read_json, unsealed, write_sealed, write_text
from balance.engine.game import Plan
from balance.engine.game.log import parquet
from balance.engine.runs.run import versions

KEPT = 100
"""So many answers of a kind, or beginnings of one, are kept; then those go that nobody has asked for the longest."""
ANSWER = "answer.json"
PART = ".part"
"""How the files of parts end: Parquet behind a seal (see ``common.files.unsealed``)."""
T = TypeVar("T")


class Parts(Protocol):
    """Where parts are kept that were played once."""

    def load(self, name: str) -> pl.DataFrame | None:
        """The part of this name; None: there is none."""
        ...

    def store(self, name: str, part: pl.DataFrame) -> None:
        """Keep a part."""
        ...


class NoParts:
    """Keeps nothing."""

    def load(self, name: str) -> None:
        """Nothing."""

    def store(self, name: str, part: pl.DataFrame) -> None:
        """Forget it."""


class Folder:
    """Parts as files, each with its checksum. One that is damaged is played again; one that cannot be written is not
    kept."""

    def __init__(self, path: Path):
        self.path = path

    def load(self, name: str) -> pl.DataFrame | None:
        """The part of this name; None: there is none, or, with a word, it is damaged."""
        content = unsealed(self.path / f"{name}{PART}", _say)
        return None if content is None else pl.read_parquet(io.BytesIO(content))

    def store(self, name: str, part: pl.DataFrame) -> None:
        """Keep a part."""
        with suppress(OSError):
            self.path.mkdir(parents=True, exist_ok=True)
            with atomic_file(self.path / f"{name}{PART}", lasting=False) as file:
                write_sealed(file, parquet(part))


def _say(file: Path, what: str) -> None:
    aside(f"what was measured before, in {file}, {what}: it is measured again.")


def part_name(kind: str, *identity: Any) -> str:
    """What a part is kept under: one name for each ``kind`` and what tells it from others of it, which can be JSON.

    A digest, because names of styles and ids of cards may hold what would stand between them, and some disks take an
    "A" in a file's name for an "a".
    """
    return f"{kind}-{hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]}"


def key_of(plan: Plan, **asked: Any) -> str:
    """A fingerprint of all that an answer depends on: the plan and its cards, what is asked, the code, what runs it."""
    parts = {"plan": plan.identity(), "asked": asked, "code": plan.game.code, "versions": versions()}
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def answer_key(plan: Plan, games: int = 1, **asked: Any) -> str:
    """What tells an answer from others. How many games a run has, and what it keeps of them, is nothing to it."""
    return key_of(replace(plan, games=games, log="turns", log_every=1), **asked)[:32]


def answer_folder(what: str, plan: Plan, key: str) -> Path:
    """Where an answer is kept, and its parts."""
    return cache_root() / what / f"{plan.game.id}-{key}"


def keep_answer(folder: Path, answer: Mapping[str, Any], parts: bool = False) -> None:
    """Keep an answer, and with it the parts it was made of only where they are asked for. Where there are too many, let
    those go that were not written or read the longest."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / ANSWER, json.dumps(answer))
        for part in () if parts else folder.glob(f"*{PART}"):
            part.unlink()
        kept = sorted(folder.parent.iterdir(), key=lambda answer: answer.stat().st_mtime, reverse=True)
        for old in kept[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)


def load_answer(file: Path, read: Callable[[Mapping[str, Any]], T]) -> T | None:
    """What is kept in this file; None: nothing, or it is damaged."""
    try:
        answer = read(read_json(file))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if file.name == ANSWER:  # in a folder of its own, and not in a run's
        with suppress(OSError):
            os.utime(file.parent)
    return answer
