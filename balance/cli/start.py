"""From the words on the command line to an exit code."""

from __future__ import annotations

import atexit
import functools
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import typer

from balance.cli.app import ReaderLeftError, app, report_error
from balance.common.errors import DEBUG_VARIABLE, BalanceError

OUT_OF_MEMORY = "there is not enough memory.\nClose other programs, or use fewer --workers or games."
LEAST_MEMORY, PER_PROCESSOR = 3_000_000_000, 100_000_000
"""Bytes of addresses that we need. Most are never filled: libraries reserve room for every processor."""


def run(begin: Callable[[], None]) -> int:
    """Run the command on the command line, after ``begin()``. Returns the exit code.

    0: success, 1: a check found something, 2: bad input, 130: stopped.
    """
    needed = LEAST_MEMORY + PER_PROCESSOR * (os.cpu_count() or 1)
    allowed = addresses()
    if allowed is not None and allowed < needed:  # or libraries break down, without a word
        message = (
            f"this shell allows {allowed / 1e9:.1f} GB of addresses (ulimit -v); {needed / 1e9:.1f} GB are needed."
        )
        return report_error(f"{message}\n`ulimit -v unlimited` lifts the limit.", 2)
    from balance.cli import commands  # noqa: F401 (registers the commands)

    try:
        begin()
        code = run_command()
        sys.stdout.flush()
    except (ReaderLeftError, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except BalanceError as error:
        code = report_error(str(error), error.exit_code)
    except typer.TyperException as error:
        code = report_error(usage(error), 2)
    except OSError as error:
        code = report_error(f"{error.filename or 'the system'}: {error.strerror or error}", 2)
    except KeyboardInterrupt:
        code = report_error("stopped.", 130)
    except MemoryError:
        code = report_error(OUT_OF_MEMORY, 2)
    except BaseException as error:
        # What Rust panics with in Polars is no Exception; it need not be imported for this.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        if os.environ.get(DEBUG_VARIABLE):
            raise
        if type(error).__name__ == "OutOfMemoryException":  # of DuckDB, which need not be imported for this
            return report_error(OUT_OF_MEMORY, 2)
        from balance.common.faults import internal_error
        from balance.engine.game import game_folders

        code = report_error(internal_error(error, game_folders()), 2)
    return int(code or 0)


def addresses() -> int | None:
    """Bytes of addresses that the shell allows us; None: as many as there are."""
    if sys.platform == "win32":
        return None
    import resource

    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if allowed == resource.RLIM_INFINITY else allowed


def leave(code: int) -> NoReturn:
    """End with this exit code, and at once where a kernel still runs: Python would wait for it, or fail."""
    from balance.engine.playing.threads import still_playing

    if still_playing():
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        atexit._run_exitfuncs()  # temporary folders
        os._exit(code)
    sys.exit(code)


def run_command() -> int:
    """Run the command, or show the help where no word says which. Returns the exit code."""
    try:
        return program()(prog_name="balance", standalone_mode=False)
    except typer.TyperException as error:
        message = error.format_message()
        if not message.startswith("Usage:"):  # Typer's message is the help where nothing was asked for
            raise
        print(message)
        return 0


@functools.cache
def program() -> Any:
    """The commands, each with its options. To make them takes longer than many a command does, so it is done once."""
    return typer.main.get_command(app)


def usage(error: typer.TyperException) -> str:
    """What is wrong with the words on the command line."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "balance"
    return f"{error.format_message()}\n`{path} --help` lists the options."
