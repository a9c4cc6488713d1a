"""Whether a game is what it was and what it should be: what `balance check` and ``balance.check`` do."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from balance.analysis.baseline_file import MissingBaselineError, load_baseline
from balance.analysis.targets.read import FILE, check_targets, find_targets, read_targets
from balance.api.defaults import CHECKED_HOW, FORMATS
from balance.api.options import File, file, one_of, threads
from balance.api.progress import ProgressWatcher
from balance.api.shown import InWords
from balance.common.errors import InputError, Problem, plain, unknown
from balance.common.faults import GameFault
from balance.common.places import BASELINES
from balance.engine.game import find_game, game_ids, others_go_on
from balance.engine.game.plan import cards_for_all
from balance.judging.gate import Check, check_game
from balance.judging.reference import baseline_cards
from balance.report.checks.words import Mode
from balance.report.checks.writers import WRITERS, full_text, would_fail


def check(
    *game: str,
    cards: File = None,
    folder: str | Path = BASELINES,
    targets: File = None,
    no_targets: bool = False,
    require_targets: bool = False,
    power: str = "quick",
    warn_only: bool = False,
    fail_on_inconclusive: bool = False,
    workers: int | None = None,
    quiet: bool = False,
) -> Checks:
    """Play these games again (none: all), and compare with reference figures and targets.

    The options are those of `balance check`. What it finds is in the answer (``passed``), not by an exception.
    Raises BalanceError: InputError for what cannot be, BaselineError for damaged reference figures.
    """
    if targets is not None and no_targets:
        raise InputError([Problem("--targets and --no-targets", allowed="one of the two")])
    if require_targets and no_targets:
        raise InputError([Problem("--require-targets and --no-targets", allowed="one of the two")])
    measured = one_of("--power", power, CHECKED_HOW) != "off"
    checks = check_games(
        game,
        file(cards),
        Path(folder),
        file(targets),
        no_targets,
        threads(workers),
        quiet,
        require_targets,
        measured,
    )
    return Checks(tuple(checks), Mode(warn_only, fail_on_inconclusive))


@dataclass(frozen=True, repr=False)
class Checks(InWords):
    """The verdicts on games: on every reference figure and on every target."""

    games: tuple[Check, ...]
    """The verdict on each game."""
    mode: Mode
    """What fails."""

    @property
    def passed(self) -> bool:
        """Whether no figure moved and no target is missed. A check of nothing at all does not pass."""
        return not would_fail(list(self.games), self.mode)

    @property
    def exit_code(self) -> int:
        """0: passed; 2: all that is wrong is that reference figures are not there; 1: all else."""
        if self.passed or self.mode.warn_only:
            return 0
        failing = (check for check in self.games if self.mode.fails(check))
        only_missing = all(check.missing and not check.finds(self.mode.on_inconclusive) for check in failing)
        return 2 if self.games and only_missing else 1

    @property
    def figures(self) -> pl.DataFrame:
        """A row per game and reference figure: game, figure, subject, before, after, difference, low, high, ...

        Shares: 0.01 is a point; null: not known; no rows: nothing was compared.
        """
        rows = [{"game": check.game, **each.as_json()} for check in self.games for each in check.comparisons]
        return pl.DataFrame(rows, infer_schema_length=None)

    @property
    def targets(self) -> pl.DataFrame:
        """A row per game and target: game, table (which games, in words), name, verdict, value, low, high, ...

        No rows: there are no targets, or none could be judged.
        """
        rows = [
            {"game": check.game, "table": table.label, **_flat(each.as_json())}
            for check in self.games
            for table in check.targets
            for each in table.judgements
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_json(self) -> list[dict[str, Any]]:
        """What `balance check --json` prints."""
        return json.loads(self.text("json"))

    def text(self, format: str = "text", all: bool = False) -> str:
        """As `balance check --format` prints it: text, json, markdown, junit or github. Raises InputError.

        ``all``: in the text every figure that moved or is not decided; the other formats have them anyway.
        """
        if format not in FORMATS:
            raise unknown("format", format, FORMATS)
        write = full_text if all and format == "text" else WRITERS[format]
        return write(list(self.games), self.mode)

    @property
    def refusals(self) -> str:
        """Why games could not be compared with reference figures, a line for each; "" where all could."""
        missing = [check.game for check in self.games if check.missing]
        others = [check.refused.partition("\n")[0] for check in self.games if check.refused and not check.missing]
        if missing:
            names = " ".join(find_game(game).typed for game in missing)
            others.append(
                f"there are no reference figures of {', '.join(missing)}: `balance baseline {names}` stores them."
            )
        return "\n".join(map(plain, others))

    def __str__(self) -> str:
        return self.text().removesuffix("\n")


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose lists are words with commas between them."""
    return {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value for name, value in row.items()
    }


def check_games(
    names: Sequence[str],
    cards: Path | None,
    folder: Path,
    targets: Path | None,
    no_targets: bool,
    workers: int,
    quiet: bool,
    require_targets: bool = False,
    power: bool = True,
) -> list[Check]:
    """Check these games (none: all), each with its targets and a note where it has none.

    Every file is read before a game is played: damage is reported at once. A game with a mistake in its code is
    refused, and the others are checked.
    """
    faults: dict[str, GameFault] = {}

    def failed(game: str) -> Callable[[GameFault], object]:
        return partial(faults.setdefault, game)

    ids, tables = _card_tables(names or game_ids(), folder, cards, failed)
    file = None if no_targets else find_targets(targets)
    table = cards_for_all(tables) if tables else None
    unread = [Path(name).stem for name in faults]
    wanted = read_targets(file, table, [*tables], targets is not None, failed, unread) if file and table else ()
    if require_targets:
        known = [name for name in tables if name not in faults]
        check_targets(wanted, known, str(file or f"{FILE} (there is none here)"))
    for name in tables:
        with suppress(MissingBaselineError):
            load_baseline(folder / f"{name}.json")
    checks = []
    for name in ids:
        own = [target for target in wanted if target.plan.game.id == name]
        if name not in faults:
            with others_go_on(failed(name)):
                checked = check_game(
                    name, folder / f"{name}.json", tables[name], workers, lambda: ProgressWatcher(quiet), own, power
                )
        if name in faults:
            checked = Check(name, [], refused=str(faults[name]))
        elif not own and not no_targets:
            checked = _without_targets(checked, file)
        checks.append(checked)
    return checks


def _card_tables(
    names: Sequence[str], folder: Path, cards: Path | None, failed: Callable[[str], Callable[[GameFault], object]]
) -> tuple[list[str], dict[str, Path | None]]:
    """The ids of the games, as typed where they cannot be opened; of the others, by id, the card table."""
    ids = {name: name for name in names}
    tables: dict[str, Path | None] = {}
    for name in names:
        with others_go_on(failed(name)):
            ids[name] = find_game(name).id
            tables[ids[name]] = baseline_cards(folder, name, cards)
    return [*dict.fromkeys(ids.values())], tables


def _without_targets(check: Check, file: Path | None) -> Check:
    """The same, with a note that nothing is wanted of the game."""
    note = f"no targets for this game in {file}" if file else f"no targets: there is no {FILE} here"
    return replace(check, notes=(*check.notes, note))
