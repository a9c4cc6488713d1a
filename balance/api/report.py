"""The pages of runs: what `balance report` and ``Run.report`` do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.api.defaults import HOW
from balance.api.options import one_of, threads, win_rate
from balance.api.progress import ProgressWatcher, Stages
from balance.cards.check import RESULT
from balance.common.errors import InputError, Problem
from balance.common.files import pages_into
from balance.common.places import REPORTS
from balance.engine.game import Plan
from balance.engine.runs.run import Run
from balance.judging.luck import FULL, QUICK, remembered_luck
from balance.judging.power_cache import edits_of, power_of
from balance.judging.strength_cache import known_gap
from balance.report.build import Measured, Written, write_reports


def report(
    runs: Sequence[Run],
    out: str | Path = REPORTS,
    *,
    power: str = "quick",
    margin: str | float | None = None,
    workers: int | None = None,
    cards_out: str | Path | None = None,
    quiet: bool = False,
) -> Written:
    """Write a page for each game of these runs, and ``index.html``, into the folder ``out``.

    Raises InputError where a run is unfinished, or a file cannot be written.
    """
    for run in runs:
        if not run.complete:
            says = "the run is unfinished: repeat its `balance simulate` command first"
            raise InputError([Problem(says=says, file=str(run.path))])
    cards = None if cards_out is None else Path(cards_out)
    if cards:
        check_cards_out(cards, runs)
    how = one_of("--power", power, HOW)
    by = None if margin is None else win_rate("--margin", margin)
    return write(runs, Path(out), how, by, threads(workers), cards, quiet)


def check_cards_out(file: Path, runs: Sequence[Run]) -> None:
    """Refuse before the work what could not be written, or would destroy the table that a designer edits."""
    if not any("cards" in run.tables() for run in runs):
        says = "no run kept its cards (--log seats), so there are no results to write: play one with --log turns"
        raise InputError([Problem(says=says, file=str(file))])
    if file.is_file():
        with file.open(encoding="utf-8", errors="replace") as there:
            if RESULT not in there.readline():
                says = "is there already and holds no results of a report: it is not overwritten; name another file"
                raise InputError([Problem(says=says, file=str(file))])


@dataclass(frozen=True)
class Measuring:
    """Finds out what a run's cards do, as ``--power`` asks. Its progress takes the place of ``stages``."""

    power: str
    margin: float | None
    workers: int
    quiet: bool
    stages: Stages

    def __call__(self, run: Run, plan: Plan) -> Measured:
        self.stages.stop()
        found = power_of(plan, self.power, self.workers, ProgressWatcher(self.quiet), run.path)
        tried = edits_of(plan, self.power, found, self.workers, ProgressWatcher(self.quiet)) if found else None
        luck = None
        if self.power != "off":
            games = FULL if self.power == "full" else QUICK
            luck = remembered_luck(plan, games, self.workers, ProgressWatcher(self.quiet))
        self.stages.start()
        found = found.judged_with(self.margin) if found and self.margin else found
        return Measured(found, tried, luck, known_gap(plan))


def write(
    runs: Sequence[Run], out: Path, power: str, margin: float | None, workers: int, cards_out: Path | None, quiet: bool
) -> Written:
    """Write the pages, and tell meanwhile what is being done."""
    with pages_into(out), Stages(quiet) as stages:
        return write_reports(runs, out, stages.tell, Measuring(power, margin, workers, quiet, stages), cards_out)
