"""The commands, the way errors are told, and the exit codes."""

from __future__ import annotations

import atexit
import os
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from balance import __version__
from balance.engine.errors import DEBUG_VARIABLE, BalanceError, plain

OUT_OF_MEMORY = "there is not enough memory.\nClose other programs, or use fewer --workers or games."
LEAST_MEMORY, PER_PROCESSOR = 3_000_000_000, 100_000_000
"""Bytes of addresses that we need. Most are never filled: libraries reserve room for every processor."""


class ReaderLeftError(Exception):
    """Nobody reads standard output any more, as in `balance cards list | head -1`."""


class StoppedError(BalanceError):
    """Ctrl-C or SIGTERM, wherever nothing has to be put in order."""

    exit_code = 130


class Commands(TyperGroup):
    """The commands. Typer would end a broken pipe with 1, where a check found something, and Ctrl-C without a word."""

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderLeftError from None
        except KeyboardInterrupt:
            raise StoppedError("stopped.") from None


app = typer.Typer(
    name="balance",
    cls=Commands,
    help="Play tabletop games by the million and see in plain words what is fair and what is not.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
cards_app = typer.Typer(help="Show or validate the card table.", no_args_is_help=True)
app.add_typer(cards_app, name="cards")


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        print(f"balance {__version__}")
        raise typer.Exit()


@app.callback()
def balance(
    version: bool = typer.Option(False, "--version", callback=show_version, is_eager=True, help="Show the version."),
) -> None:
    """Play tabletop games by the million and see in plain words what is fair and what is not."""


def run(begin: Callable[[], None]) -> int:
    """Run the command on the command line, after ``begin()``. Returns the exit code.

    0: success, 1: a check found something, 2: bad input, 130: stopped.
    """
    needed = LEAST_MEMORY + PER_PROCESSOR * (os.cpu_count() or 1)
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY and allowed < needed:  # or libraries break down, without a word
        says = f"this shell allows {allowed / 1e9:.1f} GB of addresses (ulimit -v); {needed / 1e9:.1f} GB are needed."
        return tell(f"{says}\n`ulimit -v unlimited` lifts the limit.", 2)
    from balance.cli import commands  # noqa: F401 (registers the commands)

    try:
        begin()
        code = run_command()
        sys.stdout.flush()
    except (ReaderLeftError, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except BalanceError as error:
        code = tell(str(error), error.exit_code)
    except typer.TyperException as error:
        code = tell(usage(error), 2)
    except OSError as error:
        code = tell(f"{error.filename or 'the system'}: {error.strerror or error}", 2)
    except KeyboardInterrupt:
        code = tell("stopped.", 130)
    except MemoryError:
        code = tell(OUT_OF_MEMORY, 2)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        if type(error).__name__ == "OutOfMemoryException":  # of DuckDB, which need not be imported for this
            return tell(OUT_OF_MEMORY, 2)
        from balance.engine.faults import told
        from balance.engine.game import game_folders

        code = tell(told(error, game_folders()), 2)
    return int(code or 0)


def leave(code: int) -> NoReturn:
    """End with this exit code, and at once where a kernel still runs: Python would wait for it, or fail."""
    from balance.engine.threads import still_playing

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
        return app(prog_name="balance", standalone_mode=False)
    except typer.TyperException as error:
        message = error.format_message()
        if not message.startswith("Usage:"):  # Typer's message is the help where nothing was asked for
            raise
        print(message)
        return 0


def tell(text: str, code: int) -> int:
    """Say what went wrong; nothing in it steers the terminal. Returns the exit code."""
    print("balance:", "\n".join(plain(line) for line in text.split("\n")), file=sys.stderr)
    return code


def usage(error: typer.TyperException) -> str:
    """What is wrong with the words on the command line."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "balance"
    return f"{error.format_message()}\n`{path} --help` lists the options."
