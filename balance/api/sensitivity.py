"""What a step of every number does: what `balance sensitivity` and ``balance.sensitivity`` do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from balance.analysis.trial_edits import Sensitivity
from balance.analysis.trial_edits import as_json as edits_as_json
from balance.api.defaults import SENSITIVITY_GAMES, SENSITIVITY_UNTIL
from balance.api.options import File, Words, listed, number, request, threads, win_rate
from balance.api.progress import ProgressWatcher, kept_when_stopped
from balance.api.shown import InWords, ShownTable
from balance.common.files import writing_into
from balance.common.places import REPORTS
from balance.engine.game import Plan
from balance.engine.game.plan import make_plan
from balance.judging.power_cache import cached_sensitivity
from balance.judging.sensitivity import AskedEdits
from balance.judging.trials import check_cards
from balance.report.sensitivities import COLUMNS, NUMBERS, explained, rows, sentences, write_sensitivity

MOST_STEP = 1000


def sensitivity(
    game: str,
    *,
    card: Words = None,
    step: int = 1,
    until: str | float = SENSITIVITY_UNTIL,
    max_games: int = SENSITIVITY_GAMES,
    players: int | None = None,
    variant: str | None = None,
    set: Mapping[str, object] | None = None,
    agents: Words = None,
    styles: File = None,
    cards: File = None,
    seed: int = 1,
    workers: int | None = None,
    quiet: bool = False,
    announce: Callable[[str], None] = lambda text: None,
) -> Edits:
    """What happens when a card's number goes up or down by ``step``: the same games again, with the number changed.

    The options are those of `balance sensitivity`. ``card``: the id of a card, or a list; default: all.
    ``announce`` hears that edits are looked for. What was measured once is remembered.

    Raises BalanceError: InputError for what cannot be, Interrupted when it was stopped (what was played is kept).
    """
    most = number("--max-games", max_games, 1, 10**9)
    size = number("--step", step, 1, MOST_STEP)
    options: dict[str, Any] = {"games": most, "variant": variant, "set": set, "agents": agents, "seed": seed}
    plan = make_plan(request(game, players=players, styles=styles, cards=cards, **options))
    asked = AskedEdits(tuple(sorted({*listed(card)})), size, win_rate("--until", until), most)
    check_cards(plan, asked.cards)
    hands = threads(workers)
    announce(f"{plan.game.name}: finding edits to try")
    with kept_when_stopped():
        return Edits(cached_sensitivity(plan, asked, hands, ProgressWatcher(quiet)), plan)


@dataclass(frozen=True, repr=False)
class Edits(InWords):
    """What became of every edit that was tried."""

    sensitivity: Sensitivity
    plan: Plan

    @property
    def frame(self) -> pl.DataFrame:
        """A row per edit: card, column, place, from, to, up, win_share (what it changes for the same players), low, ...

        Shares: 0.01 is one point of win rate; null: not known; no rows: there is no number to try.
        """
        return pl.DataFrame(self.as_json()["edits"], infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """What `balance sensitivity --json` prints."""
        return edits_as_json(self.sensitivity)

    def table(self) -> ShownTable:
        """The numbers that move most, as people read it."""
        return ShownTable(
            "Every number, largest clear change first", COLUMNS, rows(self.sensitivity, self.plan), NUMBERS
        )

    def explained(self) -> str:
        """What the figures mean."""
        return explained(self.sensitivity, self.plan)

    def in_full(self) -> Iterator[str | ShownTable]:
        """All that `balance sensitivity` prints."""
        yield str(self)
        if (table := self.table()).rows:
            yield table
        yield self.explained()

    def report(self, out: str | Path = REPORTS) -> Path | None:
        """Write the page into the folder ``out``; None where there was no number to try. Raises InputError."""
        if not self.sensitivity.edits:
            return None
        with writing_into(Path(out)):
            return write_sensitivity(self.sensitivity, self.plan, Path(out))

    def __str__(self) -> str:
        return "\n".join(sentences(self.sensitivity, self.plan))
