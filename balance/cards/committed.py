"""A card table as it was in the revisions of its git repository."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.cards.read import CardFile, parse_cards
from balance.common.errors import InputError, Problem, plain, quoted

REVISION = "a commit, branch or tag, as HEAD~1"
HASH = re.compile(r"[0-9a-f]{40,64}")


@dataclass(frozen=True)
class Commit:
    """A commit that touched the card table."""

    hash: str
    date: str
    """Of its author, as 2026-05-31."""
    author: str
    subject: str
    path: str
    """The table's name then, from the root of the repository."""

    @property
    def short(self) -> str:
        """The beginning of the hash: enough for people, and for git."""
        return self.hash[:8]


def committed_cards(path: Path, revision: str, known_games: Sequence[str], of: str = "") -> CardFile:
    """The card table ``path`` as it was in ``revision`` (a commit, a branch, a tag, HEAD~1 ...).

    ``of``: as for ``read_cards``. Raises InputError, in words, where there is no git, no repository, no such revision,
    or no such file in it; and for every problem of the table.
    """
    commit = resolve(path, revision)
    text = _git(_folder(path), "show", f"{commit}:./{path.resolve().name}")
    if text is None:
        raise _cannot(str(path), f"revision {quoted(revision)} has no such file")
    return _parsed(text, f"{path} at {plain(revision)}", known_games, of)


def cards_of(path: Path, commit: Commit, known_games: Sequence[str], of: str = "") -> CardFile:
    """The card table ``path`` as ``commit`` left it, under the name it had then; ``of``: as for ``read_cards``.

    Raises InputError where the commit removed it, and for every problem of the table.
    """
    text = _git(_folder(path), "cat-file", "blob", f"{commit.hash}:{commit.path}")
    if text is None:
        raise _cannot(f"{path} at {commit.short}", "this commit removed the card table")
    return _parsed(text, f"{path} at {commit.short}", known_games, of)


def commits(path: Path) -> list[Commit]:
    """The commits of the current branch that touched the card table ``path``, oldest first; maybe none.

    A merge is one commit: what it brought to the branch. The table is followed through renames. Raises InputError
    where there is no git or no repository.
    """
    _check_repository(path, "its history cannot be read")
    said = _git(
        _folder(path),
        "--literal-pathspecs",
        *("log", "--first-parent", "--diff-merges=first-parent", "--follow", "--name-only", "-z"),
        *("--no-color", "--no-show-signature", "--encoding=UTF-8", "--format=%H%x00%as%x00%an%x00%s"),
        *("--", path.resolve().name),
    )
    # Without a commit there is no HEAD, and git fails.
    fields = (said or b"").split(b"\0")[:-1]
    listed = [_commit(fields[first : first + 5], path) for first in range(0, len(fields), 5)]
    return listed[::-1]


def commits_after(path: Path, revision: str) -> set[str]:
    """The hashes of all commits that the current branch has and ``revision`` has not.

    Raises InputError where there is no such revision, or it is no part of the branch's past.
    """
    commit, folder = resolve(path, revision), _folder(path)
    if _git(folder, "merge-base", "--is-ancestor", commit, "HEAD") is None:
        raise _cannot(str(path), f"revision {quoted(revision)} is not in the past of the current branch", REVISION)
    return set((_git(folder, "rev-list", "HEAD", f"^{commit}") or b"").decode().split())


def is_shallow(path: Path) -> bool:
    """Whether the repository was cloned without its whole past."""
    return (_git(_folder(path), "rev-parse", "--is-shallow-repository") or b"").strip() == b"true"


def resolve(path: Path, revision: str) -> str:
    """The hash of a revision. Raises InputError where there is no git, no repository or no such revision."""
    _check_repository(path, f"there is no {quoted(revision)}")
    words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    hash = None if "\0" in revision else _git(_folder(path), *words)
    if not hash:
        raise _cannot(str(path), f"its repository has no revision {quoted(revision)}", REVISION)
    return hash.decode().strip()


def _commit(fields: Sequence[bytes], path: Path) -> Commit:
    """A commit from what git says of it: hash, date, author, subject, and the table's name below them."""
    if len(fields) < 5 or not HASH.fullmatch(fields[0].decode(errors="replace")):
        raise _cannot(str(path), "its history cannot be read: git answers in another way than expected")
    hash, date, author, subject = (field.decode(errors="replace") for field in fields[:4])
    return Commit(hash, date, author, subject, os.fsdecode(fields[4].removeprefix(b"\n")))


def _check_repository(path: Path, so: str) -> None:
    if _git(_folder(path), "rev-parse", "--git-dir") is None:
        raise _cannot(str(path), f"is in no git repository that can be read, so {so}")


def _parsed(text: bytes, name: str, known_games: Sequence[str], of: str = "") -> CardFile:
    try:
        return parse_cards(text.decode("utf-8"), name, known_games, of)
    except UnicodeDecodeError:
        raise _cannot(name, "is not UTF-8 text") from None


def _folder(path: Path) -> Path:
    return path.resolve().parent


def _git(folder: Path, *words: str) -> bytes | None:
    """What git says, or None where it fails."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        message = "git is not installed: an older card table cannot be read from the repository"
        allowed = "`balance compare GAME --cards-b FILE` compares two files"
        raise InputError([Problem(message, allowed=allowed)]) from None
    return done.stdout if done.returncode == 0 else None


def _cannot(file: str, message: str, allowed: str = "") -> InputError:
    return InputError([Problem(message, file=file, allowed=allowed)])
