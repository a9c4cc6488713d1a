"""Two arms of one game, played side by side until every shared figure is decided; or two runs, read side by side.

Both arms play the same games, with the same seed and luck, in batches of a fixed number of games: first a batch of
A, then the same of B. After every batch all figures are judged (see ``paired``), and the comparison stops by itself
when what it waits for is decided: the figures that every game has, all of them or, for a quick answer, without those of
cards that nobody edited. Single cards are hundreds of figures, and the rarest of them takes the longest by far. A batch
depends neither on the time nor on the number of threads, so the outcome does not either; only a limit of time makes it
depend on the machine, and even then it stops at the end of a batch.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import polars as pl

from balance.analysis.changes import changes, edits
from balance.analysis.comparison import MOVED, NOT_COMPARABLE, UNDECIDED
from balance.analysis.paired import Difference, judge
from balance.analysis.tally import Counter, Frames, Tally, no_distributions, tally
from balance.common.errors import BalanceError, plain
from balance.engine.game import Plan
from balance.engine.game.agents import who
from balance.engine.game.headlines import CARD
from balance.engine.game.log import kept_tables
from balance.engine.game.plan import has_columns, plan_from_manifest, stored_columns
from balance.engine.playing.batches import games_of_a_batch, games_of_a_case
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher, compile_rules
from balance.engine.runs.checksums import check_parts
from balance.engine.runs.run import Run

RUN_BATCH = 20_000
"""Games of each run that are in memory at once."""


class CompareError(BalanceError):
    """Two things that cannot be compared."""


@dataclass(frozen=True)
class Outcome:
    """What a comparison found so far."""

    plans: tuple[Plan, Plan]
    games: tuple[int, int]
    """Games looked at, in A and in B."""
    pairs: int
    """How many of them are the same game in both; 0: the arms do not have the same luck."""
    alike: int | None
    """Pairs that came out alike in every cell of every table; None where that was not looked at."""
    differences: list[Difference]
    distributions: pl.DataFrame = field(default_factory=no_distributions)
    """How often every length, margin and score came up: see ``Tally.distributions``."""
    first_different: int | None = None
    """The first game that did not come out alike."""
    runs: tuple[Run, Run] | None = None
    """What was read; None where the games were played for the comparison."""
    proved: bool = False
    """The rules see the same in both arms, to the last bit: no game can differ, and none was played."""
    stopped: bool = False
    """Ended by the user with Ctrl-C, which harms nothing: the intervals hold at every look."""

    @property
    def settled(self) -> bool:
        """Whether more games would tell little more about any figure that every game has."""
        return self.proved or (self.games[0] > 0 and not self.unsettled)

    @property
    def unsettled(self) -> list[Difference]:
        """Figures that every game has and of which more games would tell more."""
        return [figure for figure in self.differences if not figure.settled and not figure.headline.own]

    @property
    def pressing(self) -> list[Difference]:
        """Those of them that are about the game as a whole, or about an edited card."""
        edited = {change.card for change in edits(*self.plans)} if self.unsettled else set()
        return [figure for figure in self.unsettled if figure.headline.of != CARD or figure.subject in edited]

    @property
    def close(self) -> list[Difference]:
        """Figures that are known to two thirds of their margin and still on neither side of it."""
        return [figure for figure in self.differences if figure.verdict == UNDECIDED and figure.settled]

    @property
    def differs(self) -> bool:
        """Whether a figure moved, or only one arm has it."""
        return any(figure.verdict in (MOVED, NOT_COMPARABLE) for figure in self.differences)

    @property
    def correlation(self) -> float | None:
        """How alike the pairs are: the median of the figures that differ at all; where none does, of all."""
        differing = [figure for figure in self.differences if figure.unpaired_games is not None]
        return _median([figure.correlation for figure in differing or self.differences]) if self.pairs else None

    @property
    def unpaired_games(self) -> int | None:
        """How many games of each with other luck would be as sharp: the median of the figures that differ at all."""
        median = _median([figure.unpaired_games for figure in self.differences]) if self.pairs else None
        return None if median is None else round(median)


def _median(numbers: Sequence[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return statistics.median(known) if known else None


def compare_plans(
    before: Plan,
    after: Plan,
    workers: int = 1,
    max_seconds: float = math.inf,
    watcher: Watcher | None = None,
    on_look: Callable[[Outcome], None] = lambda _: None,
    quick: bool = False,
) -> Outcome:
    """Play both plans pair by pair until every shared figure is decided; at most as many games as ``before`` has.

    ``quick``: until no figure that is left is ``pressing``. ``on_look`` hears of every look. Ctrl-C ends it with what
    was found so far.
    """
    plans = before, after
    if same_to_the_rules(before, after):
        return Outcome(plans, (0, 0), 0, None, [], proved=True)
    watcher = watcher or Watcher()
    for plan in plans:
        compile_rules(plan, watcher)
    begun = time.monotonic()
    outcome, tally = Outcome(plans, (0, 0), 0, 0, []), None
    try:
        watcher.started(0, before.games)
        for batch in _batches(before, after, workers):
            tally = batch if tally is None else tally + batch
            outcome = _judged(plans, tally)
            watcher.played(batch.sums.pairs * batch.sums.case_games)
            on_look(outcome)
            left = outcome.pressing if quick else outcome.unsettled
            if not left or time.monotonic() - begun > max_seconds:
                break
    except KeyboardInterrupt:
        if not outcome.pairs:
            raise
        outcome = replace(outcome, stopped=True)
    finally:
        watcher.finished()
    return outcome


def _judged(plans: tuple[Plan, Plan], tally: Tally) -> Outcome:
    """What the pairs that were played so far say."""
    games = tally.sums.pairs * tally.sums.case_games
    differences = judge(tally.sums, plans[0].game.figures)
    return Outcome(plans, (games, games), games, tally.alike, differences, tally.distributions, tally.first_different)


def same_to_the_rules(before: Plan, after: Plan) -> bool:
    """Whether the rules' code reads the same numbers in both arms: then every game is the same.

    A game is a function of the record TABLE and its number, and of nothing else. (No such proof is known for a single
    game that does not show an edited card: styles may weigh what lies in the box, too, so all games are played.)
    """
    mine, others = (plan.table() for plan in (before, after))
    return before.game is after.game and mine.tobytes() == others.tobytes()


def _batches(before: Plan, after: Plan, workers: int) -> Iterator[Tally]:
    """What every batch counted, in the order of the games."""
    case_games = games_of_a_case(before, after)
    games = -(-before.games // case_games) * case_games
    batch = games_of_a_batch(before, after)
    with Pool(partial(_Room, before, after, case_games), workers) as pool:
        yield from pool.each(lambda room, first: room.play(first, min(batch, games - first)), range(0, games, batch))


class _Room:
    """What one thread plays in: a table for each arm."""

    def __init__(self, before: Plan, after: Plan, case_games: int):
        self.case_games = case_games
        self.batches = GameBatch(before), GameBatch(after)
        self.counters = Counter(before), Counter(after)

    def play(self, first: int, games: int) -> Tally:
        """What these games of both arms count."""
        before, after = (self._tables(batch, first, games) for batch in self.batches)
        return tally(self.counters, (before, after), first, games, self.case_games)

    def close(self) -> None:
        """Give back what its counters hold."""
        for counter in self.counters:
            counter.close()

    def _tables(self, batch: GameBatch, first: int, games: int) -> Frames:
        batch.clear()
        batch.play(first, games)
        return {name: batch.frame(name) for name in kept_tables(batch.plan.log)}


# ---------------------------------------------------------------- two runs


def compare_runs(before: Run, after: Run, watcher: Watcher | None = None) -> Outcome:
    """What differs between two runs: pair by pair where they have one seed, otherwise as two lots of games.

    With one seed but not the same number of games, those that both have are compared. Raises CompareError where the
    runs are not of one kind.
    """
    watcher = watcher or Watcher()
    runs = before, after
    plans = _plans(runs)
    paired = plans[0].seed == plans[1].seed
    games = [plan.games // games_of_a_case(*plans) * games_of_a_case(*plans) for plan in plans]
    if paired:
        games = [min(games)] * 2
    tally: Tally | None = None
    try:
        watcher.started(0, max(games))
        for batch in _batches_of_runs(runs, plans, games, paired):
            tally = batch if tally is None else tally + batch
            watcher.played(max(batch.sums.cases) * batch.sums.case_games)
    finally:
        watcher.finished()
    if tally is None:
        raise CompareError("The runs have no whole match in common.")
    pairs, alike = (games[0], tally.alike) if paired else (0, None)
    differences = judge(tally.sums, plans[0].game.figures)
    return Outcome(
        plans, (games[0], games[1]), pairs, alike, differences, tally.distributions, tally.first_different, runs
    )


def _batches_of_runs(
    runs: tuple[Run, Run], plans: tuple[Plan, Plan], games: Sequence[int], paired: bool
) -> Iterator[Tally]:
    """What some games at a time count; unpaired, of one run at a time."""
    case_games = games_of_a_case(*plans)
    cards = all(plan.logs_turns for plan in plans)
    with ExitStack() as opened:
        counters = tuple(opened.enter_context(closing(Counter(plan, cards))) for plan in plans)
        batch = max(min(RUN_BATCH, *(run.games_per_part for run in runs)) // case_games, 1) * case_games
        for first in range(0, max(games), batch):
            counts = [max(0, min(batch, most - first)) for most in games]
            asked = zip(runs, plans, counts, strict=True)
            before, after = (_read(run, plan, first, count) for run, plan, count in asked)
            if paired:
                before, after = (_turns_in_both(plans, tables) for tables in (before, after))
                yield tally(counters, _in_both(before, after), first, counts[0], case_games)
                continue
            for arms, count in (((before, None), counts[0]), ((None, after), counts[1])):
                if count:
                    yield tally(counters, arms, first, count, case_games)


def _in_both(before: Frames, after: Frames) -> tuple[Frames, Frames]:
    """The tables that both runs kept."""
    names = [name for name in before if name in after]
    return {name: before[name] for name in names}, {name: after[name] for name in names}


def _turns_in_both(plans: Sequence[Plan], tables: Frames) -> Frames:
    """The tables without the turns of games whose turns only one of the runs kept (--log-every)."""
    if "turns" not in tables or plans[0].log_every == plans[1].log_every:
        return tables
    kept = (plan.keeps_turns(pl.col("game_no")) for plan in plans)
    return tables | {"turns": tables["turns"].filter(pl.all_horizontal(*kept))}


def _read(run: Run, plan: Plan, first: int, games: int) -> Frames:
    """The stored tables of these games; without rows where there are none."""
    per_part = run.games_per_part
    last = max(first, first + games - 1)
    parts = slice(first // per_part, last // per_part + 1) if games else slice(1)
    wanted = pl.col("game_no").is_between(first, first + games - 1)
    check_parts(run, run.chunks()[parts])
    stored = stored_columns(plan)
    return {
        name: pl.scan_parquet(run.sources(name, parts)).filter(wanted).select(stored[name]).collect()
        for name in run.tables()
    }


def _plans(runs: tuple[Run, Run]) -> tuple[Plan, Plan]:
    """The plans of two runs that can be compared. Raises CompareError, naming the run, where they cannot."""
    plans = []
    for run in runs:
        shown = plain(str(run.path))
        if not run.complete:
            raise CompareError(f"{shown}: this run is not finished.\nThe command that began it plays the rest.")
        plan = plan_from_manifest(run.manifest)
        if not has_columns(run.manifest, plan):
            raise CompareError(f"{shown}: the run was written by another version of {plan.game.name}: play it again.")
        plans.append(plan)
    before, after = plans
    if before.game is not after.game:
        raise CompareError(f"{runs[0].path} is a run of {before.game.name}, {runs[1].path} of {after.game.name}.")
    if before.players != after.players:
        message = f"{runs[0].path} has {before.players} players, {runs[1].path} has {after.players}"
        raise CompareError(f"{message}: their figures mean different things.\n`balance report` puts them side by side.")
    return before, after


def as_json(outcome: Outcome) -> dict[str, Any]:
    """A comparison as JSON: the same for the same inputs, whatever the machine."""
    return {
        "game": outcome.plans[0].game.id,
        "changes": changes(*outcome.plans),
        "cards": [{"file": plan.card_table.file, "sha256": plan.card_table.sha256} for plan in outcome.plans],
        "agents": [list(who(plan.lineup, plan.styles)) for plan in outcome.plans],
        "games": list(outcome.games),
        "paired": outcome.pairs > 0 or outcome.proved,
        "alike": outcome.alike,
        "proved_same": outcome.proved,
        "differs": outcome.differs,
        "settled": outcome.settled,
        "correlation": outcome.correlation,
        "unpaired_games": outcome.unpaired_games,
        "figures": [figure.as_json() for figure in outcome.differences],
    }
