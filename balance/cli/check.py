"""`balance check`: play again, compare with reference figures and targets, and fail if one is missed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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


@app.command()
def check(
    game: GamesArgument = None,
    cards: CardsOption = None,
    folder: FolderOption = BASELINES,
    targets: Annotated[
        Path | None,
        typer.Option("--targets", metavar="FILE", help="Design targets; default: targets.toml here."),
    ] = None,
    no_targets: Annotated[bool, typer.Option("--no-targets", help="Check the reference figures only.")] = False,
    require_targets: Annotated[bool, typer.Option("--require-targets", help="Fail if a game has no targets.")] = False,
    fmt: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text, json, markdown, junit or github.")
    ] = "text",
    write: Annotated[
        list[str] | None,
        typer.Option(
            "--write",
            metavar="FORMAT=FILE",
            help="Also write a file in this format; repeatable, games are played once.",
        ),
    ] = None,
    power: CheckedPowerOption = "quick",
    warn_only: Annotated[bool, typer.Option("--warn-only", help="Report failures but exit 0.")] = False,
    fail_on_inconclusive: Annotated[
        bool, typer.Option("--fail-on-inconclusive", help="Also fail if a figure or target is undecided.")
    ] = False,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Check balance against reference figures and targets.

    Ends with exit code 1 if one fails. The targets say what the designer wants: targets.toml here, or another file.
    """
    from balance.api.check import check as play_again
    from balance.cli.console import emit, say
    from balance.common.errors import unknown
    from balance.common.files import write_file
    from balance.report.checks.writers import WOULD_FAIL

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
    if not (quiet and fmt == "text"):
        tell = (lambda text: say(text.removesuffix("\n"))) if fmt == "text" else emit
        tell(checks.text(fmt))
    elif words := checks.refusals:
        typer.echo(f"balance: {words}", err=True)
    for file, form in files.items():
        write_file(file, checks.text(form))
    if not checks.games:
        typer.echo("balance: no game to check, nothing was compared.", err=True)
    if not checks.passed and warn_only and fmt in ("json", "junit") and not quiet:
        typer.echo(f"balance: {WOULD_FAIL}", err=True)
    raise typer.Exit(checks.exit_code)


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
