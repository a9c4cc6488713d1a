"""`balance check`: play again, compare with reference figures and targets, and fail if one is missed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.api.defaults import FORMATS
from balance.cli.app import app
from balance.cli.baseline import FolderOption
from balance.cli.options import (
    CardsOption,
    CheckedPowerOption,
    GamesArgument,
    JsonOption,
    QuietOption,
    WorkersOption,
)
from balance.common.places import BASELINES

if TYPE_CHECKING:
    from balance.api.check import Checks

TargetsOption = Annotated[
    Path | None, typer.Option("--targets", metavar="FILE", help="Design targets; default: targets.toml here.")
]
NoTargetsOption = Annotated[bool, typer.Option("--no-targets", help="Check the reference figures only.")]
RequireTargetsOption = Annotated[bool, typer.Option("--require-targets", help="Fail if a game has no targets.")]
FormatOption = Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json, markdown, junit or github.")]
WriteOption = Annotated[
    list[str] | None,
    typer.Option(
        "--write", metavar="FORMAT=FILE", help="Also write a file in this format; repeatable, games are played once."
    ),
]
WarnOnlyOption = Annotated[bool, typer.Option("--warn-only", help="Report failures but exit 0.")]
AllOption = Annotated[
    bool, typer.Option("--all", help="Tell everything that moved or is undecided, not just what moved most.")
]
FailOnInconclusiveOption = Annotated[
    bool, typer.Option("--fail-on-inconclusive", help="Also fail if a figure or target is undecided.")
]


@app.command()
def check(
    game: GamesArgument = None,
    cards: CardsOption = None,
    folder: FolderOption = BASELINES,
    targets: TargetsOption = None,
    no_targets: NoTargetsOption = False,
    require_targets: RequireTargetsOption = False,
    fmt: FormatOption = "text",
    write: WriteOption = None,
    power: CheckedPowerOption = "quick",
    warn_only: WarnOnlyOption = False,
    fail_on_inconclusive: FailOnInconclusiveOption = False,
    every: AllOption = False,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Check balance against reference figures and targets.

    Ends with exit code 1 if one fails. The targets say what the designer wants: targets.toml here, or another file.
    """
    from balance.api.check import check as play_again
    from balance.common.errors import unknown
    from balance.common.files import write_file

    fmt = "json" if as_json else fmt
    if fmt not in FORMATS:
        raise unknown("format", fmt, FORMATS)
    files = read_files(write or [])
    checks = play_again(
        *(game or []),
        cards=cards,
        folder=folder,
        targets=targets,
        no_targets=no_targets,
        require_targets=require_targets,
        power=power,
        warn_only=warn_only,
        fail_on_inconclusive=fail_on_inconclusive,
        workers=workers,
        quiet=quiet,
    )
    print_checks(checks, fmt, quiet, every)
    for file, form in files.items():
        write_file(file, checks.text(form, all=every))
    if not checks.games:
        typer.echo("balance: no game to check, nothing was compared.", err=True)
    if not checks.passed and warn_only and fmt in ("json", "junit") and not quiet:
        from balance.report.checks.writers import WOULD_FAIL

        typer.echo(f"balance: {WOULD_FAIL}", err=True)
    raise typer.Exit(checks.exit_code)


def print_checks(checks: Checks, fmt: str, quiet: bool, every: bool = False) -> None:
    """Print them in a format; quietly, of the text only what was refused. ``every``: all that moved or is undecided."""
    from balance.cli.console import emit, say

    if not (quiet and fmt == "text"):
        write = (lambda text: say(text.removesuffix("\n"))) if fmt == "text" else emit
        write(checks.text(fmt, all=every))
    else:
        for line in checks.refusals.splitlines():
            typer.echo(f"balance: {line}", err=True)


def read_files(words: list[str]) -> dict[Path, str]:
    """The format of every file that ``--write`` names. Raises InputError before anything is played."""
    from balance.common.errors import InputError, Problem, unknown

    files: dict[Path, str] = {}
    for word in words:
        form, equals, name = word.partition("=")
        if not equals or not name:
            raise InputError([Problem(f"--write {word}", allowed="FORMAT=FILE, such as junit=balance.xml")])
        if form not in FORMATS:
            raise unknown("format", form, FORMATS)
        file = Path(name)
        if file in files:
            raise InputError([Problem("--write names the file twice", file=name, allowed="a file for each format")])
        if not file.parent.is_dir():
            raise InputError([Problem("cannot be written: there is no such folder", file=name)])
        files[file] = form
    return files
