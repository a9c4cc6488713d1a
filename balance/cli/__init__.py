"""The command line: one file per command; each reads its words, calls one plain function and prints."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from typing import Any


def main() -> None:
    """Run `balance`, and say every error in one to three plain lines."""
    _open_outputs()
    _calculate_in_one_thread()
    _listen(_leave)
    from balance.cli.start import leave, run

    code = run(lambda: _listen(signal.default_int_handler))
    _listen(signal.SIG_IGN)  # the work is done, and Python ends without a word
    leave(code)


def _open_outputs() -> None:
    """What was closed with `>&-` leads nowhere: else the next file that is opened would get what is printed.

    Words for people are shown in any encoding, as far as it goes.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115 (as long as we live)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # a terminal that knows few letters shows ? for the others


def _calculate_in_one_thread() -> None:
    """NumPy's matrices are small here: threads that share one mostly wait, turning, on the cores that play.

    NumPy reads this when it is imported. Who set a number of threads knows better.
    """
    if not os.environ.keys() & {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}:
        os.environ["OPENBLAS_NUM_THREADS"] = "1"


def _leave(number: int, frame: Any) -> None:
    """Nothing has begun yet: to stop while modules are imported needs no order."""
    os.write(2, b"balance: stopped.\n")
    os._exit(130)


def _listen(handler: Any) -> None:
    """What Ctrl-C and SIGTERM do from now on."""
    with suppress(ValueError):  # in a thread of a larger program, which has handlers of its own
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, handler)
