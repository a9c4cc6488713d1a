"""`balance` as if typed on the command line, inside this process: quick, with both outputs caught."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from balance import cli
from balance.cli import apart, start


class Nobody(io.TextIOBase):
    """Standard input that nobody may read."""

    def read(self, *_: Any) -> str:
        raise AssertionError("a command must not read input")

    readline = readlines = __next__ = read

    def isatty(self) -> bool:
        return True


class Screen(io.StringIO):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True)
class Said:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as strict JSON: NaN is none."""
        return json.loads(self.out, parse_constant=lambda word: AssertionError(word))

    @property
    def lines(self) -> list[str]:
        """Standard output, line by line."""
        return self.out.splitlines()


def balance(*words: object, screen: bool = False) -> Said:
    """`balance` with these words; with ``screen`` on a terminal.

    All of it inside this process, queries too, which goes on to hear signals as before, and goes on where a game that
    was left is still being played in another thread: a process of its own would end at once.
    """
    out, err = (Screen(), Screen()) if screen else (io.StringIO(), io.StringIO())
    argv = ["balance", *map(str, words)]
    with (
        patch.object(sys, "argv", argv),
        patch.object(sys, "stdin", Nobody()),
        patch.object(apart, "work_apart"),
        patch.object(cli, "_listen"),
        patch.object(start, "leave", sys.exit),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            cli.main()
        except SystemExit as end:
            return Said(int(end.code or 0), out.getvalue(), err.getvalue())
    raise AssertionError("balance always ends with an exit code")


def refused(*words: object, code: int = 2) -> list[str]:
    """What is said about a command that cannot be: one to three plain lines on standard error, nothing else."""
    said = balance(*words)
    assert said.code == code, said
    assert said.out == ""
    lines = said.err.splitlines()
    assert 1 <= len(lines) <= 3, said.err
    assert lines[0].startswith("balance: ")
    assert all(line.isprintable() for line in lines)
    assert "Traceback" not in said.err
    assert "Internal error" not in said.err
    return lines
