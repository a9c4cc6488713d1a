"""How much a step of every number moves: who gains the card, how often, the length of games, the seats."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl

from balance.engine.plan import Plan
from balance.engine.runner import Watcher
from balance.judging.again import Games, Room
from balance.judging.edits import Edit, edits
from balance.judging.effects import UNSEEN
from balance.judging.moments import Moments
from balance.judging.rounds import Evidence, Parts, play_rounds
from balance.judging.trials import edit_for_all, edit_for_one, kinds_of
from balance.judging.verdicts import Power


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
    return tuple(sorted(one.card for one in chosen))


@dataclass(frozen=True)
class Change:
    """A figure as it is and with the edit, and what the edit changes, with its interval (95 %)."""

    before: float
    after: float
    change: float
    low: float
    high: float

    @property
    def sure(self) -> float:
        """How far it clearly is from no change; 0: it may be none."""
        return max(0.0, self.low, -self.high)


@dataclass(frozen=True)
class Tried(Edit):
    """What became of one edit. Shares: 0.01 is one point; None: not known, or there is none."""

    win_share: Change | None
    """Of the same players: those who gained the card in the game as it is, or in the game with the edit."""
    points: Change | None
    """Of their score."""
    pick_rate: Change | None
    """The share of the players who gain it, in games in which somebody could."""
    length: Change | None
    """Turns of such a game."""
    seat_gap: Change | None
    """How much more the seat wins that wins most than the one that wins least, in such games."""
    games: int
    """Games played again."""


@dataclass(frozen=True)
class Sensitivity:
    """What became of all edits at one table."""

    players: int
    step: int
    until: float
    games: int
    """Games as they are, at most, that were looked at."""
    refused: int
    """Steps that the rules do not allow."""
    unseen: int
    """Steps that the rules do not see: no game can differ."""
    edits: tuple[Tried, ...]

    @property
    def ranked(self) -> list[Tried]:
        """What clearly moves the win share of its users most first."""
        return sorted(self.edits, key=lambda one: (-_sure(one), -_size(one), one.card, one.column, one.place, one.up))


def _sure(one: Tried) -> float:
    return one.win_share.sure if one.win_share else 0.0


def _size(one: Tried) -> float:
    return abs(one.win_share.change) if one.win_share else 0.0


@dataclass
class Counted(Evidence):
    """What the games told of one edit so far."""

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
        self.half = (
            0.0 if not self.trial.kind.gained else math.inf if change is None else (change.high - change.low) / 2
        )

    @property
    def takers(self) -> int:
        """Players who gained it as it is, or in either of the games played again: an edit may wake a dead card."""
        return max(self.gained, self.users)

    def change(self, before: str, after: str, below: str, unseen: float = 0.0) -> Change | None:
        """What a figure is, and what the edit changes of it."""
        return self.change_of({before: 1.0}, {after: 1.0}, below, unseen)

    def change_of(
        self, before: dict[str, float], after: dict[str, float], below: str, unseen: float = 0.0
    ) -> Change | None:
        """The same of weighted sums."""
        moments = self.moments
        if moments is None:
            return None
        parts = (after | {name: after.get(name, 0.0) - weight for name, weight in before.items()}, before, after)
        moved, was, now = (moments.ratio(part, below, unseen) for part in parts)
        if moved is None or was is None or now is None:
            return None
        return Change(was.value, now.value, moved.value, moved.low, moved.high)

    def seat_gap(self, players: int) -> Change | None:
        """What becomes of the lead of the seat that wins most over the one that wins least."""
        moments = self.moments
        if moments is None:
            return None
        wins = [moments.sum(f"seat_{seat}_before") for seat in range(players)]
        best, worst = wins.index(max(wins)), wins.index(min(wins))
        before, after = ({f"seat_{best}_{arm}": 1.0, f"seat_{worst}_{arm}": -1.0} for arm in ("before", "after"))
        return self.change_of(before, after, "games")


def sensitivity(
    plan: Plan, asked: AskedEdits, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Sensitivity:
    """What a step of every number of the cards moves. Raises InputError for a card that is not in play."""
    plan = replace(plan, log="turns", log_every=1)
    tried = edits(plan, asked.cards, asked.step)
    kinds = kinds_of(plan)
    for_all = [
        Counted(edit_for_all(one.card, kinds[one.card], one.plan, one.text, one.patch), asked.until)
        for one in tried.tried
    ]
    for_one = {
        place: Counted(edit_for_one(plan, one.card, kinds[one.card], one.plan, one.text), asked.until)
        for place, one in enumerate(tried.tried)
        if kinds[one.card].one_player and one.column not in kinds[one.card].of_set
    }
    if for_all:
        play_rounds(plan, [*for_all, *for_one.values()], asked.most, workers, watcher, parts)
    told = [
        _told(plan, one, everybody, for_one.get(place, everybody))
        for place, (one, everybody) in enumerate(zip(tried.tried, for_all, strict=True))
    ]
    return Sensitivity(plan.players, asked.step, asked.until, asked.most, tried.refused, tried.unseen, tuple(told))


def same_players(
    plan: Plan,
    cards: Sequence[str],
    edited: Plan,
    until: float,
    most: int,
    workers: int = 1,
    watcher: Watcher | None = None,
) -> dict[str, Change | None]:
    """By card: the win share of those who gained it with the cards of the one plan or of the other."""
    plan = replace(plan, log="turns", log_every=1)
    edited = replace(edited, log="turns", log_every=1)
    kinds = kinds_of(plan)
    gained = [card for card in cards if kinds[card].gained]
    found = [Counted(edit_for_all(card, kinds[card], edited, "as in the other table"), until) for card in gained]
    if found:
        play_rounds(plan, found, most, workers, watcher)
    return {one.trial.card: one.change("win_before", "win_after", "players", UNSEEN) for one in found}


def _told(plan: Plan, edit: Edit, everybody: Counted, users: Counted) -> Tried:
    """``users``: what tells of those who gain the card; ``everybody``: of the game."""
    return Tried(
        *(edit.card, edit.column, edit.place, edit.before, edit.after, edit.up),
        users.change("win_before", "win_after", "players", UNSEEN),
        users.change("points_before", "points_after", "players"),
        everybody.change("gained_before", "gained_after", "seats") if everybody.trial.kind.gained else None,
        everybody.change("turns_before", "turns_after", "games"),
        everybody.seat_gap(plan.players),
        everybody.replays + (users.replays if users is not everybody else 0),
    )


MEASURES = ("win_share", "points", "pick_rate", "length", "seat_gap")


def as_json(found: Sensitivity) -> dict[str, Any]:
    """Sensitivity as JSON: a flat object for every edit, the one that moves most first."""
    return {
        **{name: getattr(found, name) for name in ("players", "step", "until", "games", "refused", "unseen")},
        "edits": [_flat(one) for one in found.ranked],
    }


def _flat(one: Tried) -> dict[str, Any]:
    flat: dict[str, Any] = {
        "card": one.card, "column": one.column, "place": one.place, "from": one.before, "to": one.after, "up": one.up,
    }  # fmt: skip
    for name in MEASURES:
        change: Change | None = getattr(one, name)
        prefix = "" if name == "win_share" else f"{name}_"
        numbers = asdict(change) if change else dict.fromkeys(("before", "after", "change", "low", "high"))
        flat |= {
            name: numbers["change"],
            f"{prefix}low": numbers["low"],
            f"{prefix}high": numbers["high"],
            f"{name}_before": numbers["before"],
            f"{name}_after": numbers["after"],
        }
    return flat | {"games": one.games}


def from_json(data: Mapping[str, Any]) -> Sensitivity:
    """What ``as_json`` made of one. Raises ValueError, KeyError or TypeError for anything else."""
    asked = {name: data[name] for name in ("players", "step", "until", "games", "refused", "unseen")}
    return Sensitivity(**asked, edits=tuple(_unflat(one) for one in data["edits"]))


def _unflat(flat: dict[str, Any]) -> Tried:
    changes: dict[str, Any] = {}
    for name in MEASURES:
        prefix = "" if name == "win_share" else f"{name}_"
        names = (f"{name}_before", f"{name}_after", name, f"{prefix}low", f"{prefix}high")
        changes[name] = None if flat[name] is None else Change(*(flat[one] for one in names))
    what = {name: flat[name] for name in ("card", "column", "place", "up", "games")}
    return Tried(**what, before=flat["from"], after=flat["to"], **changes)
