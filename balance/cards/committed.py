"""A card table as it is in a revision of its git repository."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from balance.cards.read import CardFile, parse_cards
from balance.engine.errors import InputError, Problem, plain, quoted


def committed_cards(path: Path, revision: str, known_games: Sequence[str]) -> CardFile:
    """The card table ``path`` as it was in ``revision`` (a commit, a branch, a tag, HEAD~1 ...).

    Raises InputError, in words, where there is no git, no repository, no such revision, or no such file in it; and for
    every problem of the table.
    """
    folder, shown = path.resolve().parent, str(path)
    if _git(folder, "rev-parse", "--git-dir") is None:
        raise _cannot(shown, f"is in no git repository that can be read, so there is no {quoted(revision)}")
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not found:
        raise _cannot(shown, f"its repository has no revision {quoted(revision)}", "a commit, branch or tag, as HEAD~1")
    text = _git(folder, "show", f"{found.decode().strip()}:./{path.resolve().name}")
    if text is None:
        raise _cannot(shown, f"revision {quoted(revision)} has no such file")
    name = f"{shown} at {plain(revision)}"
    try:
        return parse_cards(text.decode("utf-8"), name, known_games)
    except UnicodeDecodeError:
        raise _cannot(name, "is no text in UTF-8") from None


def _git(folder: Path, *words: str) -> bytes | None:
    """What git says, or None where it fails."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        says = "git is not installed: an older card table cannot be read from the repository"
        raise InputError([Problem(says=says, allowed="--cards-b FILE compares two files")]) from None
    return done.stdout if done.returncode == 0 else None


def _cannot(file: str, says: str, allowed: str = "") -> InputError:
    return InputError([Problem(says=says, file=file, allowed=allowed)])
