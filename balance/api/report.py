"""The pages of runs: what `balance report` and ``Run.report`` do."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.analysis.robust import Robust
from balance.analysis.targets.read import margin_for
from balance.api.defaults import HOW, PLAYERS, ROBUST, USUAL
from balance.api.options import check_file_out, one_of, threads, typed, win_rate
from balance.api.progress import ProgressWatcher, Stages
from balance.cards.check import RESULT
from balance.common.errors import InputError, Problem, plain
from balance.common.files import writing_into
from balance.common.places import REPORTS
from balance.engine.game import Plan
from balance.engine.runs.run import Run
from balance.judging.luck import FULL, QUICK, cached_luck
from balance.judging.power_cache import edits_of, finest_in_run, power_of
from balance.judging.robust import asked_robust, cached_robust, known_robust, with_players
from balance.judging.strength_cache import known_gap
from balance.report.build import Measured, Written, write_reports


def report(
    runs: Sequence[Run],
    out: str | Path = REPORTS,
    *,
    power: str = "quick",
    margin: str | float | None = None,
    players: str = USUAL,
    workers: int | None = None,
    cards_out: str | Path | None = None,
    brief: bool = False,
    quiet: bool = False,
) -> Written:
    """Write a page for each game of these runs, and ``index.html``, into the folder ``out``; ``brief``: pages to send.

    Raises InputError where a run is unfinished, or a file cannot be written.
    """
    for run in runs:
        if not run.complete:
            message = "the run is unfinished: repeat its `balance simulate` command first"
            raise InputError([Problem(message, file=str(run.path))])
    cards = None if cards_out is None else Path(cards_out)
    if cards:
        check_cards_out(cards, runs)
    how = one_of("--power", power, HOW)
    by = None if margin is None else win_rate("--margin", margin)
    wanted = Wanted(how, by, one_of("--players", players, PLAYERS), threads(workers))
    with writing_into(Path(out)), Stages(quiet) as stages:
        measuring = Measuring(wanted, quiet, stages)
        in_full = wanted.command if brief else None
        return write_reports(runs, Path(out), stages.begin, measuring, cards, workers=wanted.workers, in_full=in_full)


def check_cards_out(file: Path, runs: Sequence[Run]) -> None:
    """Refuse before the work what could not be written, or would destroy the table that a designer edits."""
    if not any("cards" in run.tables() for run in runs):
        message = "no run kept its cards (--log seats), so there are no results to write: play one with --log turns"
        raise InputError([Problem(message, file=str(file))])
    check_file_out(file)
    if file.is_file():
        with file.open(encoding="utf-8", errors="replace") as there:
            if RESULT not in there.readline():
                message = "is there already and holds no results of a report: it is not overwritten; name another file"
                raise InputError([Problem(message, file=str(file))])


@dataclass(frozen=True)
class Wanted:
    """How much of what cards do is measured, by what they are judged, among whom, and on how many threads."""

    power: str
    margin: float | None
    players: str
    workers: int

    def margin_at(self, plan: Plan) -> float:
        """By how much a card may be off at tables of this plan."""
        return self.margin or margin_for(plan)

    def command(self, runs: Sequence[Run]) -> str:
        """What a reader types to see all of the page of these runs."""
        words = ["balance", "report", *(plain(str(run.path)) for run in runs)]
        words += typed("power", self.power) if self.power != "quick" else []
        words += typed("margin", f"{100 * self.margin:g}pp") if self.margin else []
        words += typed("players", self.players) if self.players != USUAL else []
        return shlex.join(words)


SLOW = "Games are played again with other cards: in plain Python that takes a while. --power off leaves it out."


@dataclass(frozen=True)
class Measuring:
    """Finds out what a run's cards do, and among whom. Its progress takes the place of ``stages``."""

    wanted: Wanted
    quiet: bool
    stages: Stages

    def __call__(self, run: Run, plan: Plan) -> Measured:
        if not run.has_rules_of(plan.game):
            return Measured()
        how, workers = self.wanted.power, self.wanted.workers
        if how != "off" and plan.game.is_plain and finest_in_run(run.path, plan) is None:
            self.stages.keep(SLOW)
        with self.stages.away():
            power = power_of(plan, how, workers, ProgressWatcher(self.quiet), run.path)
            tried = edits_of(plan, how, power, workers, ProgressWatcher(self.quiet)) if power else None
            luck = None
            if how != "off":
                luck = cached_luck(plan, FULL if how == "full" else QUICK, workers, ProgressWatcher(self.quiet))
            robust = self._among_others(plan) if power else None
        power = robust.closer(power) if power and robust else power
        power = power and power.judged_with(self.wanted.margin_at(plan))
        return Measured(power, tried, luck, known_gap(plan), robust)

    def _among_others(self, plan: Plan) -> Robust | None:
        """How the verdicts fare among other players: asked for, or known from before; None: neither."""
        how, margin = self.wanted.power, self.wanted.margin_at(plan)
        if self.wanted.players == ROBUST:
            asked = asked_robust(how, plan, margin)
            robust: Robust | None = cached_robust(plan, asked, self.wanted.workers, ProgressWatcher(self.quiet))
        else:
            ways = sorted(("quick", "full"), key=lambda finely: finely != how)
            answers = (known_robust(plan, asked_robust(finely, plan, margin)) for finely in ways)
            robust = next((answer for answer in answers if answer is not None), None)
        return robust and robust.judged_with(lambda count: self.wanted.margin_at(with_players(plan, count)))
