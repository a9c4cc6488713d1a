"""`balance` on a terminal of 80 columns, with somebody who answers."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from helpers.plain_process import PATIENCE, begin, code_of

COLUMNS, LINES = 80, 40


@dataclass(frozen=True)
class Session:
    """What was on the screen, answers included, and how it ended."""

    screen: str
    code: int


def session(words: Iterable[str], answers: Iterable[str], folder: Path, interrupt: bool = False) -> Session:
    """Type ``answers`` at the prompts of `balance WORDS`. After the last one the input ends (``interrupt``: Ctrl-C)."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    environment |= {"TERM": "dumb", "NO_COLOR": "1"}
    process = begin([*words], folder, environment, there, there, there)
    os.close(there)
    seen = b""
    left = iter(answers)
    try:
        while True:
            ready, _, _ = select.select([here], [], [], PATIENCE)
            assert ready, f"nothing was said for {PATIENCE} s after: {seen[-500:].decode()}"
            try:
                some = os.read(here, 65536)
            except OSError:  # the other side is closed
                break
            if not some:
                break
            seen += some
            if seen.endswith(b"\n> ") or seen == b"> ":
                answer = next(left, None)
                if answer is not None:
                    os.write(here, answer.encode() + b"\n")
                elif interrupt:
                    time.sleep(0.5)  # a person reads the question first
                    os.kill(process.pid, signal.SIGINT)
                else:
                    os.write(here, b"\x04")
    finally:
        code = code_of(process)
        os.close(here)
    return Session(seen.decode().replace("\r\n", "\n"), code)
