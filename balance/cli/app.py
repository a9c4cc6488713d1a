"""The commands, the way errors are told, and the exit codes."""

from __future__ import annotations

import sys

import typer

from balance import __version__
from balance.engine.errors import BalanceError

app = typer.Typer(
    name="balance",
    help="Play tabletop games by the million, and read in plain words what is fair and what is not.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
cards_app = typer.Typer(help="Look at the card table, and check it.", no_args_is_help=True)
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
    """Play tabletop games by the million, and read in plain words what is fair and what is not."""


def run() -> None:
    """Run the command on the command line. Exit codes: 0 success, 1 a check found something, 2 bad input."""
    from balance.cli import commands  # noqa: F401 (registers the commands)

    try:
        app(standalone_mode=True)
    except BalanceError as error:
        print(f"balance: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        print("balance: stopped.", file=sys.stderr)
        sys.exit(130)
