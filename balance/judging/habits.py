"""What a style does differently from its start: the same deals, the same company, once with the one and once the other.

Both play among the same others on the same deals, and everything is written down. Game by game the two are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
import polars as pl

from balance.analysis.database import Database
from balance.analysis.stats import Z_OF_MANY, Z
from balance.engine.game import Plan
from balance.engine.game.log import literal
from balance.engine.game.styles import Style
from balance.engine.playing.runner import Watcher, simulated
from balance.judging.answers import part_name
from balance.judging.sittings import Sitting, Sittings, fresh_seed
from balance.judging.trials import kinds_of

LENGTH, SCORE, OTHERS, LATE, SOURCE, COUNT, CARD, WINS, ENDS = (
    *("length", "score", "others", "late", "source", "count", "card", "wins", "ends"),
)
"""What a habit is of: turns of a game, the own score, the mean score of the others, the share of the own points that
come in the last quarter of a game; points of a source; another column of ``seats``; the share of games in which a card
was gained; of the games won, the share in which it was; the share of games that end for a reason."""
LAST_QUARTER = 0.75
PLAIN = ("game_no", "seat", "agent", "rank", "win_share", "score", "shared_by")


@dataclass(frozen=True)
class Habit:
    """A figure of the style and of its start, among the same others."""

    what: str
    subject: str
    now: float
    before: float
    se: float
    """Of the difference, deal by deal."""

    @property
    def change(self) -> float:
        """By how much it is more."""
        return self.now - self.before

    @property
    def clear(self) -> bool:
        """Whether the two differ, though dozens of figures are looked at."""
        return abs(self.change) > Z_OF_MANY * self.se

    @property
    def ratio(self) -> float:
        """How many times as much it is; infinite where it was nothing."""
        return self.now / self.before if self.before else float("inf") if self.now else 1.0

    def more_than(self, least: float) -> bool:
        """Whether it is clearly more than so much more."""
        return self.change - Z * self.se > least

    def less_than(self, least: float) -> bool:
        """Whether it is clearly more than so much less."""
        return -self.change - Z * self.se > least


def habits(
    sittings: Sittings, style: Style, start: Style, others: str, games: int, copies: int = 1
) -> tuple[Habit, ...]:
    """The habits of a style beside those of its start, over so many games of each, in which so many players have it."""
    plan = replace(sittings.plan, log_every=1)
    seed = fresh_seed(plan.seed, "habits")
    tables = [Sitting(seated, others, copies) for seated in (style, start)]
    plans = [replace(table.seated(plan, seed, games), log="turns") for table in tables]
    name = part_name("habits", *(plan.identity() for plan in plans))
    part = sittings.parts.load(name)
    if part is None:
        watcher = _Counting(sittings.begin())
        seen = [
            _seen(plan, who.name, sittings.workers, watcher) for plan, who in zip(plans, (style, start), strict=True)
        ]
        part = pl.DataFrame([asdict(habit) for habit in _compared(*seen)])
        sittings.parts.store(name, part)
    sittings.count_elsewhere(sum(plan.games for plan in plans))
    return tuple(Habit(**row) for row in part.iter_rows(named=True))


class _Counting(Watcher):
    """Tells another watcher of the games, and of nothing else."""

    def __init__(self, other: Watcher):
        self.other = other

    def played(self, games: int) -> None:
        self.other.played(games)


_Seen = dict[tuple[str, str], np.ndarray]
"""By what and subject: float64[cases]; NaN where there is none."""


def _seen(plan: Plan, name: str, workers: int, watcher: Watcher) -> _Seen:
    """What a player with the style of this name did in the games of a plan, on average where several have it."""
    with simulated(plan, workers, watcher) as run, Database(run) as database:
        rows = _seats(database, name)
        cards = _cards(database, plan, name)
    cases = plan.games // plan.match_games
    case = (rows["game_no"] // plan.match_games).to_numpy()
    figures: _Seen = {}
    for (what, subject), values in _columns(plan, rows).items():
        figures[what, subject] = _by_case(values, case, cases)
    won = rows["win_share"].to_numpy() > 0
    for (card,), some in cards.partition_by("card", as_dict=True).items():
        gained = rows["game_no", "seat"].join(some, on=["game_no", "seat"], how="left", maintain_order="left")
        has = gained["card"].is_not_null().to_numpy().astype(float)
        figures[CARD, str(card)] = _by_case(has, case, cases)
        figures[WINS, str(card)] = _by_case(np.where(won, has, np.nan), case, cases)
    return figures


def _seats(database: Database, name: str) -> pl.DataFrame:
    """A row for every player with the style: all of its row of ``seats``, and of the game what is wanted."""
    return database.frame(
        f"""
        WITH ends AS (SELECT game_no, max(turn) AS last FROM turns GROUP BY game_no),
        early AS (
            SELECT t.game_no, t.seat, arg_max(t.score, t.turn) AS early_score
            FROM turns t JOIN ends USING (game_no) WHERE t.turn <= {LAST_QUARTER} * last GROUP BY ALL
        ),
        rest AS (SELECT game_no, avg(score) AS others_score FROM seats WHERE agent <> $name GROUP BY game_no)
        SELECT s.*, g.turns AS game_turns, g.end_reason::VARCHAR AS game_ends, early_score, others_score
        FROM seats s JOIN games g USING (game_no) LEFT JOIN rest USING (game_no) LEFT JOIN early USING (game_no, seat)
        WHERE s.agent = $name ORDER BY game_no, seat
        """,
        {"name": name},
    )


def _cards(database: Database, plan: Plan, name: str) -> pl.DataFrame:
    """(game_no, seat, card) of every card that a player with the style gained."""
    of_kind: dict[str, list[str]] = {}
    for id, kind in kinds_of(plan).items():
        if kind.gained:
            of_kind.setdefault(kind.gained, []).append(id)
    gained = " OR ".join(
        f"(card IN ({', '.join(map(literal, ids))}) AND ({expression}) > 0)" for expression, ids in of_kind.items()
    )
    return database.frame(
        f"""
        SELECT DISTINCT c.game_no, c.seat, c.card::VARCHAR AS card
        FROM (SELECT game_no, seat, card FROM cards WHERE {gained or "false"}) c JOIN seats s USING (game_no, seat)
        WHERE s.agent = $name ORDER BY ALL
        """,
        {"name": name},
    )


def _columns(plan: Plan, rows: pl.DataFrame) -> dict[tuple[str, str], np.ndarray]:
    """The figures of every game, one value for each of ``rows``."""
    score = rows["score"].to_numpy().astype(float)
    early = rows["early_score"].cast(pl.Float64).to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        late = np.where(score > 0, np.clip((score - early) / score, 0, 1), np.nan)
    figures = {
        (LENGTH, ""): rows["game_turns"].to_numpy().astype(float),
        (SCORE, ""): score,
        (OTHERS, ""): rows["others_score"].cast(pl.Float64).to_numpy(),
        (LATE, ""): late,
    }
    seats = plan.log_tables["seats"]
    for column in seats.columns:
        if column.name in PLAIN or column.hidden or not rows[column.name].dtype.is_numeric():
            continue
        what = SOURCE if column.name in seats.components else COUNT
        figures[what, column.name] = rows[column.name].cast(pl.Float64).to_numpy()
    for reason in rows["game_ends"].unique().sort():
        figures[ENDS, reason] = (rows["game_ends"] == reason).to_numpy().astype(float)
    return figures


def _by_case(values: np.ndarray, case: np.ndarray, cases: int) -> np.ndarray:
    """The mean of every case; NaN where it has none."""
    there = ~np.isnan(values)
    sums = np.bincount(case[there], values[there], cases)
    counts = np.bincount(case[there], minlength=cases)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _compared(now: _Seen, before: _Seen) -> list[Habit]:
    """Every figure that either has; a card or a reason that one never met is 0 there."""
    habits = []
    for key in sorted(now.keys() | before.keys()):
        known = next(seen[key] for seen in (now, before) if key in seen)
        values = [seen.get(key, np.zeros_like(known)) for seen in (now, before)]
        if all(np.isnan(figure).all() for figure in values):
            continue
        means = [0.0 if np.isnan(figure).all() else float(np.nanmean(figure)) for figure in values]
        habits.append(Habit(*key, now=means[0], before=means[1], se=_se_of_difference(*values)))
    return habits


def _se_of_difference(now: np.ndarray, before: np.ndarray) -> float:
    """The standard error of the difference of two means: deal by deal where both are known in most, else apart."""
    both = ~np.isnan(now) & ~np.isnan(before)
    if both.all() and len(now) > 1:
        return float((now - before).std(ddof=1) / np.sqrt(len(now)))
    parts = [figure[~np.isnan(figure)] for figure in (now, before)]
    return float(np.sqrt(sum(part.var(ddof=1) / len(part) if len(part) > 1 else 0.0 for part in parts)))


def of(habits: Sequence[Habit], what: str, subject: str = "") -> Habit | None:
    """The habit of this name; None: there is none."""
    return next((habit for habit in habits if (habit.what, habit.subject) == (what, subject)), None)
