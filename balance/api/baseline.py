"""Reference figures, played and stored: what `balance baseline` and ``balance.baseline`` do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from balance.analysis.baseline_file import BaselineError, load_baseline, store_baseline
from balance.api.defaults import CHECKED_HOW
from balance.api.options import File, file, one_of, threads, whole_number
from balance.api.progress import ProgressWatcher
from balance.api.shown import Answers, Framed
from balance.common.faults import GameFault, raised
from balance.common.places import BASELINES
from balance.engine.game import Plan, find_game, others_go_on, working_games
from balance.judging.baseline_update import BaselineUpdate, baseline_update
from balance.judging.power_cache import power_of
from balance.judging.reference import baseline_cards, baseline_plan, make_baseline
from balance.report.checks.words import update_text


def baseline(
    *game: str,
    games: int | None = None,
    seed: int | None = None,
    cards: File = None,
    folder: str | Path = BASELINES,
    power: str = "quick",
    update: bool = False,
    dry_run: bool = False,
    workers: int | None = None,
    quiet: bool = False,
    measured: Callable[[Baseline], None] = lambda baseline: None,
    failed: Callable[[GameFault], object] = raised,
) -> Answers[Baseline]:
    """Play these games (none: all) and store their headline figures as the reference of ``check``.

    The options are those of `balance baseline`. ``games``: how many, default the game's own number; ``update``: say
    what changes, and play as many games with the same seed as before; ``dry_run``: say it, and store nothing.
    ``measured`` gets the figures of every game as soon as they are known; ``failed`` hears of mistakes in the code of a
    game, and the others are played (default: the mistake is raised).

    Raises BalanceError: InputError for what cannot be, Interrupted when it was stopped.
    """
    how, hands = one_of("--power", power, CHECKED_HOW), threads(workers)
    names = list(dict.fromkeys(game or [each.id for each in working_games()]))
    tables: dict[str, Path | None] = {}
    for name in names:
        with others_go_on(failed):
            tables[name] = baseline_cards(Path(folder), name, file(cards))
    baselines = []
    for name, table in tables.items():
        with others_go_on(failed):
            path = Path(folder) / f"{find_game(name).id}.json"
            before, trouble = _stored(path) if update or dry_run else (None, "")
            plan = _as_before(before, name, table, whole_number("--seed", seed), whole_number("--games", games))
            cards_power = power_of(plan, how, hands, ProgressWatcher(quiet))
            fresh = make_baseline(plan, hands, ProgressWatcher(quiet), cards_power)
            changes = baseline_update(before, fresh, plan) if before else None
            if not dry_run:
                store_baseline(path, fresh)
            baselines.append(Baseline(plan, fresh, path, not dry_run, changes, trouble))
            measured(baselines[-1])
    return Answers(tuple(baselines))


def _stored(path: Path) -> tuple[dict[str, Any] | None, str]:
    """The reference figures in a file, or None and why there are none that can be used."""
    try:
        return load_baseline(path), ""
    except BaselineError as error:
        return None, str(error).partition("\n")[0]


def _as_before(
    before: dict[str, Any] | None, game: str, cards: Path | None, seed: int | None, games: int | None
) -> Plan:
    """What is played: what was asked for, else as the reference that is there, else the usual."""
    known = before or {"seed": 1, "games": None}
    return baseline_plan(
        game, cards, known["seed"] if seed is None else seed, known["games"] if games is None else games
    )


@dataclass(frozen=True, repr=False)
class Baseline(Framed):
    """New reference figures of a game."""

    plan: Plan
    content: dict[str, Any]
    path: Path
    stored: bool
    changes: BaselineUpdate | None
    """What is different from the reference before; None where nobody asked, or where there was none."""
    trouble: str = ""
    """Why the reference before could not be used; "" where it could, or where nobody asked."""

    @property
    def frame(self) -> pl.DataFrame:
        """A row per figure: game, figure, subject, value, se, n. Shares: 0.01 is a point."""
        figures = pl.DataFrame(self.content["figures"], infer_schema_length=None)
        return figures.select(pl.lit(self.plan.game.id).alias("game"), pl.all())

    def as_json(self) -> dict[str, Any]:
        """The file as it is stored."""
        return self.content

    def text(self, all: bool = False) -> str:
        """What `balance baseline` prints; ``all``: every figure that changed or is open, not just the largest."""
        name, count = self.plan.game.name, len(self.content["figures"])
        lines = [update_text(self.changes, self.plan, all)] if self.changes else []
        if self.trouble:
            lines = [f"{self.plan.game.id}: {count} new", f"  {self.trouble}"]
        if not self.stored:
            return "\n".join([*lines, f"{name}: nothing stored (--dry-run)"])
        lines.append(f"{name}: {count} reference figures of {self.plan.games:,} games: {self.path}")
        return "\n".join([*lines, f"  cards: {self.plan.card_table.label}"])

    def __str__(self) -> str:
        return self.text()
