"""Whether a game passes: it has not drifted from its reference figures, and it is what its designer wants.

Every game is played once for both, where both are about the same games. A gate that cannot see refuses, and a refusal
fails: reference figures of something else, games that are not all there, too many that were cut short.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from balance.analysis.baseline_file import MissingBaselineError, load_baseline
from balance.analysis.comparison import FAILING, NOT_COMPUTABLE, UNDECIDED, Comparison, hold_against
from balance.analysis.database import Database
from balance.analysis.figures import UNFINISHED
from balance.analysis.results import Results
from balance.analysis.targets.judge import FAIL, INCONCLUSIVE, Judgement, judge
from balance.analysis.targets.measures import LIFT, POWER
from balance.analysis.targets.read import Target
from balance.analysis.verdicts import UNDECIDED as UNDECIDED_POWER
from balance.analysis.verdicts import Power
from balance.cards.check import CardTable
from balance.common.errors import DEBUG_VARIABLE, BalanceError, InputError, plain
from balance.common.faults import fault_within
from balance.engine.game import Plan, find_game, game_folders
from balance.engine.game.agents import who
from balance.engine.game.headlines import SHARE_MARGIN
from balance.engine.playing.runner import Interrupted, Watcher, simulated
from balance.judging.power import QUICK
from balance.judging.power_cache import cached_power
from balance.judging.reference import baseline_plan, edited_cells, figures_of, other_than

MOST_UNFINISHED = 0.01
"""More games than this share that did not end by their rules, and nothing is judged (see ``_limit``)."""
DIGITS = 9
"""Significant digits in JSON. Beyond them sums depend on the order in which threads added them up."""


@dataclass(frozen=True)
class TargetCheck:
    """The verdicts on one table of targets.toml."""

    label: str
    """Which games, in words."""
    file: str
    line: int | None
    games: int
    judgements: tuple[Judgement, ...] = ()
    refused: str = ""
    """Why nothing could be judged, if so."""
    agents: tuple[str, ...] = ()
    """Who played, as ``engine.game.agents.who`` says it."""

    def count(self, verdict: str) -> int:
        """How many targets have this verdict."""
        return sum(judgement.verdict == verdict for judgement in self.judgements)


@dataclass(frozen=True)
class Check:
    """The verdict on one game."""

    game: str
    comparisons: list[Comparison]
    refused: str = ""
    """Why nothing could be compared with the reference, or why the comparisons prove nothing, if so."""
    missing: bool = False
    """Whether that is because there are no reference figures."""
    plan: Plan | None = None
    """What was played, if anything was."""
    edited: tuple[str, ...] = ()
    """The cards that were edited since the reference was made."""
    notes: tuple[str, ...] = ()
    targets: tuple[TargetCheck, ...] = ()

    @property
    def plans(self) -> list[Plan]:
        """What knows the names of cards, as far as anything was played."""
        return [self.plan] if self.plan else []

    @property
    def cards(self) -> CardTable | None:
        """The cards that were judged, if any were."""
        return self.plan.card_table if self.plan else None

    @property
    def agents(self) -> tuple[str, ...]:
        """Who played, as ``engine.game.agents.who`` says it; () where nothing was judged."""
        return who(self.plan.lineup, self.plan.styles) if self.plan else ()

    @property
    def failed(self) -> bool:
        """Whether the check found something: a figure moved, a target is missed, or one of them cannot be decided."""
        return self.fails()

    def fails(self, on_inconclusive: bool = False) -> bool:
        """The same; with ``on_inconclusive`` what is not decided counts, too."""
        return bool(self.refused) or self.finds(on_inconclusive)

    def finds(self, on_inconclusive: bool = False) -> bool:
        """Whether something fails beside the reference figures that could not be used."""
        if any(target.refused for target in self.targets):
            return True
        moved = any(comparison.verdict in failing_verdicts(on_inconclusive) for comparison in self.comparisons)
        judged = (judgement for target in self.targets for judgement in target.judgements)
        return moved or any(judgement.verdict in failing_verdicts(on_inconclusive) for judgement in judged)

    def count(self, verdict: str) -> int:
        """How many figures have this verdict."""
        return sum(comparison.verdict == verdict for comparison in self.comparisons)


def failing_verdicts(on_inconclusive: bool = False) -> tuple[str, ...]:
    """The verdicts, on figures and on targets, that make a check fail."""
    return (*FAILING, FAIL, *((UNDECIDED, INCONCLUSIVE) if on_inconclusive else ()))


@dataclass
class _Job:
    """Games that are played once, and what is asked of them."""

    plan: Plan
    stored: dict[str, Any] | None = None
    file: str = ""
    """Where the stored figures are."""
    targets: list[Target] = field(default_factory=list)

    def power(self, workers: int, watcher: Watcher) -> Power | None:
        """The power of the cards, where a stored figure or a target is about it."""
        goals = (goal for target in self.targets for goal in target.goals)
        wanted = any(map(_of_power, self.stored["figures"] if self.stored else ()))
        wanted |= any(goal.measure.name == POWER for goal in goals)
        return cached_power(self.plan, QUICK, workers, watcher) if wanted else None


def _linked(targets: Sequence[Target]) -> list[str]:
    """A warning where a target is about what is linked to winning."""
    goals = [(target.file, goal) for target in targets for goal in target.goals if goal.measure.unit == LIFT]
    if not goals:
        return []
    file, goal = goals[0]
    where = f"{plain(file)}, line {goal.line}" if goal.line else plain(file)
    return [f"{where}: {goal.name} is linked to winning and no verdict on a card; it will go: say card_power instead"]


def _of_power(row: dict[str, Any]) -> bool:
    return bool(row["figure"] == POWER)


def _without_power(target: Target) -> Target:
    return replace(target, goals=tuple(goal for goal in target.goals if goal.measure.name != POWER))


def check_game(
    game: str,
    path: Path,
    cards: Path | None,
    workers: int,
    watch: Callable[[], Watcher] = Watcher,
    targets: Sequence[Target] = (),
    power: bool = True,
) -> Check:
    """Play the game as its reference was played, compare every figure, and judge its targets.

    Without ``power`` nothing is said of what cards do, which takes longer than all else. A missing reference, or one
    of something else, is refused; a damaged one raises BaselineError.
    """
    stored, plan, refused, missing = None, None, "", False
    try:
        stored = load_baseline(path, find_game(game).typed)
        plan = baseline_plan(game, cards, stored["seed"], stored["games"])
        refused = other_than(stored, plan)
    except MissingBaselineError as error:
        refused, missing = str(error), True
    if not power:
        targets = [_without_power(target) for target in targets]
        stored = stored and {**stored, "figures": [row for row in stored["figures"] if not _of_power(row)]}
    compared = [] if refused or plan is None else [_Job(plan, stored, plain(str(path)))]
    check = Check(game, [], refused=refused, missing=missing)
    by_target: dict[int, TargetCheck] = {}
    jobs = _jobs(compared, targets, stored["seed"] if stored else 1)
    for job in jobs:
        check = _do(job, check, by_target, workers, watch)
    plan = jobs[0].plan if jobs else None
    notes = [*check.notes, *_linked(targets), *([] if power else ["what cards do was not checked (--power off)"])]
    return replace(
        check,
        plan=plan,
        notes=tuple(notes),
        targets=tuple(by_target[id(target)] for target in targets),
    )


def _jobs(jobs: list[_Job], targets: Sequence[Target], seed: int) -> list[_Job]:
    """What must be played: a target joins games that are played anyway, where they are the same and enough."""
    jobs = list(jobs)
    for target in targets:
        plan = replace(target.plan, seed=seed)
        wanted = target.games or 0
        job = next((job for job in jobs if _same_games(job.plan, plan) and job.plan.games >= wanted), None)
        if job is None:
            job = _Job(plan)
            jobs.append(job)
        job.targets.append(target)
    return jobs


def _same_games(plan: Plan, other: Plan) -> bool:
    return {**plan.identity(), "games": 0} == {**other.identity(), "games": 0}


def _do(
    job: _Job, check: Check, by_target: dict[int, TargetCheck], workers: int, watch: Callable[[], Watcher]
) -> Check:
    """``check`` with what these games say; verdicts on targets go into ``by_target``."""
    try:
        comparisons, judged, doubt = _played(job, workers, watch())
        refused = ""
    except (InputError, Interrupted):
        raise
    except Exception as error:  # whatever happens, the gate says so in its own form, and fails
        if os.environ.get(DEBUG_VARIABLE) and not isinstance(error, BalanceError):
            raise
        comparisons, judged, doubt, refused = [], {}, "", _words(error)
    for target in job.targets:
        agents = who(job.plan.lineup, job.plan.styles)
        checked = TargetCheck(target.label, target.file, target.line, job.plan.games, refused=refused, agents=agents)
        by_target[id(target)] = replace(checked, judgements=judged.get(id(target), ()))
    if job.stored is None:
        return check
    edited = () if refused else tuple(edited_cells(job.stored, job.plan))
    notes = (f"cards changed since the reference: {', '.join(edited)}",) if edited else ()
    if doubt:
        refused = f"{job.file}: {doubt}. `balance baseline {job.plan.game.typed}` makes a new one."
    return replace(check, comparisons=comparisons, refused=refused, edited=edited, notes=notes)


def _words(error: Exception) -> str:
    if isinstance(error, BalanceError):
        return str(error)
    if isinstance(error, MemoryError):
        return "there was not enough memory to play and count the games. Fewer threads (--workers 1) need less"
    if fault := fault_within(error, game_folders()):
        return str(fault).partition("\n")[0]
    lines = plain(str(error).partition("\n")[0])[:300]
    return f"the games could not be played and counted: {type(error).__name__}: {lines}"


def _played(
    job: _Job, workers: int, watcher: Watcher
) -> tuple[list[Comparison], dict[int, tuple[Judgement, ...]], str]:
    """Play, see that everything is there, compare and judge; and why the comparisons prove nothing, if so.

    Raises BalanceError where nothing can be said.
    """
    with simulated(job.plan, workers, watcher) as run, Database(run, threads=1) as database:  # sums in one order
        _check_complete(database, job.plan)
        results = Results(database)
        results.power = job.power(workers, watcher)
        _see_that_games_end(results, job)
        comparisons, doubt = _compared(job.stored, results) if job.stored else ([], "")
        judged = {
            id(target): tuple(judge(goal, results, target.goals, job.plan.games) for goal in target.goals)
            for target in job.targets
        }
    return comparisons, judged, doubt


def _compared(stored: dict[str, Any], results: Results) -> tuple[list[Comparison], str]:
    before, after, plan = stored["figures"], figures_of(results), results.plan
    comparisons, doubt = hold_against(before, after, plan.game.figures, games=plan.games)
    return [explained(figure, results.power) for figure in comparisons], doubt


def explained(figure: Comparison, power: Power | None) -> Comparison:
    """A comparison; of a card's power that could not be measured again with the reason.

    Of a card that too few gained it is not decided, like all that is counted among few. One that nobody gains or can
    gain any more is not as it was.
    """
    gone = figure.verdict == NOT_COMPUTABLE and figure.figure == POWER
    card = power.of(figure.subject) if gone and power else None
    if card is None:
        return figure
    verdict = UNDECIDED if card.verdict == UNDECIDED_POWER else NOT_COMPUTABLE
    return replace(figure, verdict=verdict, reason=card.why.removesuffix("."))


def _check_complete(database: Database, plan: Plan) -> None:
    """Raise BalanceError unless every game and seat that was to be played is on disk."""
    games = _games_wanted(database, plan)
    for table, rows in {"games": games, "seats": games * plan.players}.items():
        count = database.frame(f"SELECT count(*) FROM {table}").item()
        if count != rows:
            raise BalanceError(f"only {count:,} of {rows:,} rows of the table {table} were found: nothing is judged.")
    if plan.logs_turns:
        logged = database.frame("SELECT count(DISTINCT game_no) FROM turns").item()
        cards = database.frame("SELECT count(DISTINCT game_no) FROM cards").item()
        if logged != games or (plan.card_table.rows and not cards):
            message = f"the turns of {logged:,} and the cards of {cards:,} games were found, of {games:,} games"
            raise BalanceError(f"{message}: nothing is judged.")


def _games_wanted(database: Database, plan: Plan) -> int:
    """How many games there must be. Every match is played, but of its games only those that decide it."""
    if plan.match_games == 1:
        return plan.games
    matches, games = database.frame(f"SELECT count(DISTINCT game_no // {plan.match_games}), count(*) FROM games").row(0)
    return games if matches == plan.games // plan.match_games else plan.games


def _see_that_games_end(results: Results, job: _Job) -> None:
    """Raise BalanceError when too many games did not end by their rules."""
    stuck, games = results.unfinished
    limit = _limit(job)
    if stuck > limit * games:
        message = f"{stuck:,} of {games:,} games ({100 * stuck / games:.2f} %) did not end by their rules"
        raise BalanceError(f"{message}, more than the limit of {100 * limit:.2f} %: nothing is judged.")


def _limit(job: _Job) -> float:
    """The share of games that may be cut short: 1 %, or what the reference had and a point more, or what is wanted."""
    figures = job.stored["figures"] if job.stored else []
    ends = [row["value"] for row in figures if row["figure"] == "end_share" and row["subject"] in UNFINISHED]
    before = sum(value for value in ends if isinstance(value, int | float))
    wanted = [goal for target in job.targets for goal in target.goals if goal.measure.name == "unfinished"]
    return max([MOST_UNFINISHED, before + SHARE_MARGIN, *((goal.at_most or 0) + goal.margin for goal in wanted)])


def as_json(check: Check) -> dict[str, Any]:
    """A check as JSON. Numbers have DIGITS digits: the same on any number of threads."""
    return {
        "game": check.game,
        "failed": check.failed,
        "refused": check.refused,
        "cards": check.cards and {"file": check.cards.file, "sha256": check.cards.sha256},
        "agents": list(check.agents),
        "notes": list(check.notes),
        "figures": [_rounded(comparison.as_json()) for comparison in check.comparisons],
        "targets": [
            {**asdict(target), "judgements": [_rounded(judgement.as_json()) for judgement in target.judgements]}
            for target in check.targets
        ],
    }


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {key: float(f"{x:.{DIGITS}g}") if isinstance(x, float) else x for key, x in row.items()}
