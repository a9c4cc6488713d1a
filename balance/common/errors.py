"""What went wrong, in words for the person at the keyboard: where, what, and what to do."""

from __future__ import annotations

import difflib
import functools
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

MOST_SHOWN = 200
USER = re.compile(r"[^\s/?&=@'\"]+@(?=[\w\[])")
DEBUG_VARIABLE = "BALANCE_DEBUG"
"""When set, a mistake in balance itself is shown with its traceback."""


class BalanceError(Exception):
    """Something the user can put right. The text is one to three plain lines; never a traceback."""

    exit_code = 2


class InputError(BalanceError):
    """Input that cannot be used: every problem at once, one per line group, and what is wrong in many places once."""

    def __init__(self, problems: Iterable[Problem | str]):
        self.problems = list(problems)
        lines = [*dict.fromkeys(str(problem) for problem in self.problems)]
        if len(lines) > MOST_SHOWN:
            lines = [*lines[:MOST_SHOWN], f"... and {len(lines) - MOST_SHOWN} more problems."]
        super().__init__("\n".join(lines))


@dataclass(frozen=True)
class Problem:
    """One thing wrong with an input file (or, as a notice, one thing odd about it)."""

    message: str
    file: str = ""
    line: int | None = None
    column: str = ""
    value: str | None = None
    allowed: str = ""
    nearest: str | None = None

    def __str__(self) -> str:
        where = ", ".join(
            part
            for part in (
                plain(self.file),
                f"line {self.line}" if self.line is not None else "",
                f"column {plain(self.column)}" if self.column else "",
            )
            if part
        )
        value = f" (found {quoted(self.value)})" if self.value is not None else ""
        text = f"{where}: {plain(self.message)}{value}" if where else f"{plain(self.message)}{value}"
        if self.allowed:
            text += f"\n  allowed: {plain(self.allowed)}"
        if self.nearest:
            text += f"\n  did you mean {quoted(self.nearest)}?"
        return text


@dataclass
class Problems:
    """Collects what is wrong (``errors``) and what is merely odd (``notices``), to be reported all at once."""

    errors: list[Problem] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)

    def raise_if_any(self) -> None:
        """Raise InputError with every error found so far; do nothing when there is none."""
        if self.errors:
            raise InputError(self.errors)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like ``word``, or None when nothing is close."""
    return _nearest(word, tuple(known))


@functools.lru_cache(maxsize=1000)
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The same: one slip may be in every row of a table."""
    lowered = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), list(lowered), n=1, cutoff=0.5)
    return lowered[near[0]] if near else None


def unknown(what: str, word: str, known: Iterable[str]) -> InputError:
    """The error for a name nobody knows, with the nearest known one."""
    known = list(known)
    return InputError(
        [
            Problem(
                message=f"there is no {what} {quoted(word)}",
                allowed=", ".join(known) if known else "(none)",
                nearest=nearest(word, known),
            )
        ]
    )


@functools.cache
def aside(text: str) -> None:
    """Say on standard error what does not stop the work, once."""
    print("balance:", "\n".join(plain(line) for line in text.split("\n")), file=sys.stderr)


def plain(text: str) -> str:
    """``text`` without control characters: nothing from a file may steer the terminal."""
    if text.isprintable():  # nearly every one, of hundreds of thousands
        return text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def masked(text: str) -> str:
    """``text`` without what stands before an @ as `user:password` does: it might be shown, or stored."""
    return USER.sub("***@", text)


def quoted(text: str) -> str:
    """``text`` in quotes, shortened and harmless."""
    text = plain(text)
    return f"'{text if len(text) <= 60 else text[:57] + '...'}'"
