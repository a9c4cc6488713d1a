"""How much a step of every number moves: who gains the card, how often, the length of games, the seats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from balance.analysis.trial_edits import Edit, Sensitivity, Shift, Tried
from balance.analysis.verdicts import Power
from balance.cards.read import CardTable
from balance.engine.game import Plan
from balance.engine.game.plan import with_cards
from balance.engine.playing.runner import Watcher
from balance.judging.again import Games, Room
from balance.judging.answers import Parts
from balance.judging.edits import edits
from balance.judging.effects import UNSEEN
from balance.judging.moments import Moments
from balance.judging.rounds import RARE, Evidence, play_rounds
from balance.judging.trials import edit_for_all, edit_for_one, kinds_of


@dataclass(frozen=True)
class AskedEdits:
    """What is to be known."""

    cards: tuple[str, ...] = ()
    """The ids of the cards; none: all."""
    step: int = 1
    until: float = 0.015
    """Half the width of the interval of the change of win share with which an edit is known well enough."""
    most: int = 48_000
    """Games as they are that are looked at, at most."""


QUICK_EDITS = AskedEdits(until=0.04, most=2_000)
"""What a report tries: enough to see which number is worth a closer look."""
FULL_EDITS = AskedEdits()
OUTERMOST = 5
"""So many of the strongest cards, and of the weakest, are tried for a report."""


def outermost(power: Power) -> tuple[str, ...]:
    """The ids of the strongest and the weakest cards that were measured, in the order of their names."""
    measured = power.measured
    chosen = measured if len(measured) <= 2 * OUTERMOST else [*measured[:OUTERMOST], *measured[-OUTERMOST:]]
    return tuple(sorted(card.card for card in chosen))


@dataclass
class Counted(Evidence):
    """What the games say of one edit so far."""

    moments: Moments | None = None
    """All sums so far."""

    def replay(self, room: Room, games: Games, met: pl.DataFrame) -> pl.DataFrame:
        """The sums of the games played again."""
        return room.counted(self.trial, games, met).frame()

    def add(self, part: pl.DataFrame) -> None:
        """Add these sums."""
        sums = Moments.from_frame(part)
        self.moments = self.moments + sums if self.moments else sums
        self.users = round(self.moments.sum("players"))

    def look(self) -> None:
        """How well the change of the win share is known; where nobody gains the card, one round is enough."""
        change = self.change("win_before", "win_after", "players", UNSEEN)
        self.half_width = (
            0.0 if not self.trial.kind.gained else math.inf if change is None else (change.high - change.low) / 2
        )

    @property
    def takers(self) -> int:
        """Players who gained it as it is, or in either of the games played again: an edit may wake a dead card."""
        return max(self.gained, self.users)

    @property
    def rare(self) -> bool:
        """Whether hardly any game has somebody who gains it, with the edit or without."""
        return super().rare and self.users < RARE * self.games

    def change(self, before: str, after: str, below: str, unseen: float = 0.0) -> Shift | None:
        """What a figure is, and what the edit changes of it."""
        return self.change_of({before: 1.0}, {after: 1.0}, below, unseen)

    def change_of(
        self, before: dict[str, float], after: dict[str, float], below: str, unseen: float = 0.0
    ) -> Shift | None:
        """The same of weighted sums."""
        moments = self.moments
        if moments is None:
            return None
        parts = (after | {name: after.get(name, 0.0) - weight for name, weight in before.items()}, before, after)
        moved, was, now = (moments.ratio(part, below, unseen) for part in parts)
        if moved is None or was is None or now is None:
            return None
        return Shift(was.value, now.value, moved.value, moved.low, moved.high)

    def seat_gap(self, players: int) -> Shift | None:
        """What becomes of the lead of the seat that wins most over the one that wins least.

        Both are chosen by the games as they are and by those with the edit: who wins most in a few games is there by
        luck, and would win less in any others.
        """
        moments = self.moments
        if moments is None:
            return None
        wins = [moments.sum(f"seat_{seat}_before") + moments.sum(f"seat_{seat}_after") for seat in range(players)]
        best, worst = wins.index(max(wins)), wins.index(min(wins))
        before, after = ({f"seat_{best}_{arm}": 1.0, f"seat_{worst}_{arm}": -1.0} for arm in ("before", "after"))
        return self.change_of(before, after, "games")


def sensitivity(
    plan: Plan, asked: AskedEdits, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Sensitivity:
    """What a step of every number of the cards moves. Raises InputError for a card that is not in play."""
    plan = replace(plan, log="turns", log_every=1)
    tried = edits(plan, asked.cards, asked.step)
    kinds, named = kinds_of(plan), bool(asked.cards)
    for_all = [
        Counted(edit_for_all(edit.card, kinds[edit.card], edit.plan, edit.text, edit.patch), asked.until, named)
        for edit in tried.tried
    ]
    for_one = {
        place: Counted(edit_for_one(plan, edit.card, kinds[edit.card], edit.plan, edit.text), asked.until, named)
        for place, edit in enumerate(tried.tried)
        if kinds[edit.card].one_player and edit.column not in kinds[edit.card].of_set
    }
    if for_all:
        play_rounds(plan, [*for_all, *for_one.values()], asked.most, workers, watcher, parts)
    results = [
        _tried(plan, edit, everybody, for_one.get(place, everybody))
        for place, (edit, everybody) in enumerate(zip(tried.tried, for_all, strict=True))
    ]
    return Sensitivity(plan.players, asked.step, asked.until, asked.most, tried.refused, tried.unseen, tuple(results))


def same_players(
    plan: Plan,
    cards: Sequence[str],
    table: CardTable,
    until: float,
    most: int,
    workers: int = 1,
    watcher: Watcher | None = None,
) -> dict[str, Shift | None]:
    """By card: the win share of those who gained it with the plan's cards or with those of ``table``.

    All else is the plan's: the same seeds, players and rules.
    """
    plan = replace(plan, log="turns", log_every=1)
    edited = with_cards(plan, table)
    kinds = kinds_of(plan)
    gained = [card for card in cards if kinds[card].gained]
    evidence = [
        Counted(edit_for_all(card, kinds[card], edited, "as in the other table"), until, named=True) for card in gained
    ]
    if evidence:
        play_rounds(plan, evidence, most, workers, watcher)
    return {card.trial.card: card.change("win_before", "win_after", "players", UNSEEN) for card in evidence}


def _tried(plan: Plan, edit: Edit, everybody: Counted, users: Counted) -> Tried:
    """``users``: what tells of those who gain the card; ``everybody``: of the game."""
    return Tried(
        *(edit.card, edit.column, edit.place, edit.before, edit.after, edit.up),
        users.change("win_before", "win_after", "players", UNSEEN),
        users.change("points_before", "points_after", "players"),
        everybody.change("gained_before", "gained_after", "seats") if everybody.trial.kind.gained else None,
        everybody.change("turns_before", "turns_after", "games"),
        everybody.seat_gap(plan.players),
        everybody.replays + (users.replays if users is not everybody else 0),
        alone=users is not everybody,
        whole_set=edit.column in everybody.trial.kind.of_set,
    )
