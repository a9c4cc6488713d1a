"""The program that commands are added to, and the way errors are reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from balance.common.errors import BalanceError, plain
from balance.common.version import __version__

if TYPE_CHECKING:
    from balance.common.faults import GameFault


class ReaderLeftError(BaseException):
    """Nobody reads standard output any more, as in `balance cards list | head -1`.

    No Exception: in the middle of a game that a person plays it is no mistake of the game.
    """


class StoppedError(BalanceError):
    """Ctrl-C or SIGTERM, wherever nothing has to be put in order."""

    exit_code = 130


class Commands(TyperGroup):
    """The commands. Typer would end a broken pipe with 1, where a check found something, and Ctrl-C without a word."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name. Its arguments are shown without Python's types: `GAME`, not `GAME <str>`."""
        command = super().get_command(ctx, cmd_name)
        for parameter in command.params if command else ():
            if parameter.param_type_name == "argument":
                vars(parameter)["display_type_rich"] = lambda **_: None
        return command

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
cards_app = typer.Typer(cls=Commands, help="Show, validate or export the card table.", no_args_is_help=True)
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


@contextmanager
def others_first() -> Iterator[Callable[[GameFault], None]]:
    """Gives what tells of a mistake in a game at once; the command ends with its exit code after the other games."""
    codes: list[int] = []
    yield lambda fault: codes.append(report_error(str(fault), fault.exit_code))
    if codes:
        raise typer.Exit(max(codes))


def report_error(text: str, code: int) -> int:
    """Say what went wrong; nothing in it steers the terminal. Returns the exit code."""
    print("balance:", "\n".join(plain(line) for line in text.split("\n")), file=sys.stderr)
    return code
