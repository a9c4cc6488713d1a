"""`balance check`: play again, compare with reference figures and targets, and fail if one is missed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.app import app
from balance.cli.baseline import BASELINES, FolderOption, cards_beside
from balance.cli.options import (
    CardsOption,
    CheckedPowerOption,
    GamesArgument,
    JsonOption,
    QuietOption,
    WorkersOption,
    threads,
)

if TYPE_CHECKING:
    from balance.report.checks.words import Mode

FORMATS = ("text", "json", "markdown", "junit", "github")


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
    from balance.cli.console import emit, say, write_file
    from balance.common.errors import InputError, Problem, unknown
    from balance.report.checks.words import Mode
    from balance.report.checks.writers import WOULD_FAIL, WRITERS, would_fail

    fmt = "json" if as_json else fmt
    if fmt not in FORMATS:
        raise unknown("format", fmt, FORMATS)
    files = read_files(write or [])
    if targets is not None and no_targets:
        raise InputError([Problem("--targets and --no-targets", allowed="one of the two")])
    if require_targets and no_targets:
        raise InputError([Problem("--require-targets and --no-targets", allowed="one of the two")])
    workers = threads(workers)
    mode = Mode(warn_only, fail_on_inconclusive)
    checks = check_games(game, cards, folder, targets, no_targets, workers, quiet, require_targets, power != "off")
    if not (quiet and fmt == "text"):
        tell = (lambda text: say(text.removesuffix("\n"))) if fmt == "text" else emit
        tell(WRITERS[fmt](checks, mode))
    elif words := refusals(checks):
        typer.echo(f"balance: {words}", err=True)
    for file, form in files.items():
        write_file(file, WRITERS[form](checks, mode))
    if not checks:
        typer.echo("balance: no game to check, nothing was compared.", err=True)
    if would_fail(checks, mode):
        if not warn_only:
            raise typer.Exit(exit_code(checks, mode))
        if fmt in ("json", "junit") and not quiet:
            typer.echo(f"balance: {WOULD_FAIL}", err=True)


def read_files(words: list[str]) -> dict[Path, str]:
    """The format of every file that ``--write`` names. Raises InputError before anything is played."""
    from balance.common.errors import InputError, Problem, unknown

    files: dict[Path, str] = {}
    for word in words:
        form, equals, name = word.partition("=")
        if not equals or not name:
            raise InputError([Problem(says=f"--write {word}", allowed="FORMAT=FILE, such as junit=balance.xml")])
        if form not in FORMATS:
            raise unknown("format", form, FORMATS)
        file = Path(name)
        if file in files:
            raise InputError(
                [Problem(says="--write names the file twice", file=name, allowed="a file for each format")]
            )
        if not file.parent.is_dir():
            raise InputError([Problem(says="cannot be written: there is no such folder", file=name)])
        files[file] = form
    return files


def exit_code(checks: list, mode: Mode) -> int:
    """The exit code of a check that fails: 2 where all that is wrong is that reference figures are not there."""
    only_missing = all(one.missing and not one.finds(mode.on_inconclusive) for one in checks if mode.fails(one))
    return 2 if checks and only_missing else 1


def refusals(checks: list) -> str:
    """In one line, which reference figures could not be used; "" where all could."""
    from balance.common.errors import plain

    missing = [one.game for one in checks if one.missing]
    others = [one.refused.partition("\n")[0] for one in checks if one.refused and not one.missing]
    if missing:
        names = " ".join(missing)
        others.append(
            f"there are no reference figures of {', '.join(missing)}: `balance baseline {names}` stores them."
        )
    return plain(" ".join(others))


def check_games(
    names: list[str] | None,
    cards: Path | None,
    folder: Path,
    targets: Path | None,
    no_targets: bool,
    workers: int,
    quiet: bool,
    require_targets: bool = False,
    power: bool = True,
) -> list:
    """Check these games (none: all), each with its targets and a note where it has none.

    Every file is read before a game is played: what is damaged is told at once.
    """
    from contextlib import suppress
    from dataclasses import replace

    from balance.analysis.baseline_file import MissingBaselineError, load_baseline
    from balance.analysis.targets.read import FILE, check_targets, find_targets, read_targets
    from balance.cli.progress import ProgressWatcher
    from balance.engine.game import find_game, game_ids
    from balance.engine.game.plan import cards_for_all
    from balance.judging.gate import check_game

    games = list(dict.fromkeys(find_game(name).id for name in names or game_ids()))
    beside = {name: cards_beside(folder, name, cards) for name in games}
    table = cards_for_all(beside)
    file = None if no_targets else find_targets(targets)
    wanted = read_targets(file, table, games, some=targets is not None) if file else ()
    if require_targets:
        check_targets(wanted, games, str(file or f"{FILE} (there is none here)"))
    for name in games:
        with suppress(MissingBaselineError):
            load_baseline(folder / f"{name}.json")
    checks = []
    for name in games:
        own = [target for target in wanted if target.plan.game.id == name]
        found = check_game(
            name, folder / f"{name}.json", beside[name], workers, lambda: ProgressWatcher(quiet), own, power
        )
        if not own and not no_targets:
            note = f"no targets for this game in {file}" if file else f"no targets: there is no {FILE} here"
            found = replace(found, notes=(*found.notes, note))
        checks.append(found)
    return checks
