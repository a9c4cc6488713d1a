"""The power of cards: what a card does for who gains it, measured against an ordinary one in its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import polars as pl

from balance.analysis.stats import Z
from balance.engine.plan import Plan
from balance.engine.runner import Watcher
from balance.judging.again import ROWS, Games, Room
from balance.judging.effects import FEWEST, Effect, Estimate, effect, less_their_mean
from balance.judging.rounds import Evidence, Parts, play_rounds
from balance.judging.trials import Trial, kinds_of, trials
from balance.judging.verdicts import (
    IGNORED,
    NONE,
    NOTHING,
    UNDECIDED,
    CardPower,
    OfStyle,
    Power,
    judged,
    usual_margin,
)

COARSE = 4
"""So many times as wide may be what is known of cards that nobody asked for, but whose kind has a mean."""
IDLE = 4
"""Of the games in which nobody gained the card, one in so many is played again, and counts so many times: users' power
needs none of them, and two-way, which needs to be clear of 0 alone, few."""
FAMILY = 3
"""So many cards that are alike (of one rank, one stack) have a mean of their own."""
BENCH = 0.2
"""The bench is this share of a kind's cards: the weakest."""


@dataclass(frozen=True)
class Asked:
    """What is to be known."""

    cards: tuple[str, ...] = ()
    """The ids of the cards; none: all."""
    until: float = 0.01
    """Half the width of the interval of users' power with which a card is known well enough."""
    most: int = 160_000
    """Games as they are that are looked at, at most."""


QUICK = Asked(until=0.025, most=4_000)
"""What a report and a check measure: enough to see what is far beyond the margin, on every machine the same games."""
FULL = Asked()


@dataclass
class Found(Evidence):
    """What the games told of one card so far: users' power, and all it is made of."""

    rows: list[pl.DataFrame] = field(default_factory=list)
    users_after: int = 0
    """Those who gained what stands in its place in the game played again."""
    idle: ClassVar[int] = IDLE

    def replay(self, room: Room, games: Games, met: pl.DataFrame) -> pl.DataFrame:
        """The rows of the games played again."""
        return room.again(self.trial, games, met, self.idle)

    def add(self, part: pl.DataFrame) -> None:
        """Take these rows."""
        self.rows.append(part)
        self.users += int(part.filter("gained")["weight"].sum())
        self.users_after += int(part.filter("gained_after")["weight"].sum())

    def look(self) -> None:
        """How well users' power is known."""
        users = effect(self.all_rows.filter("gained"))
        self.half = Z * users.se if users.known else math.inf

    @property
    def all_rows(self) -> pl.DataFrame:
        """A row for every player who gained what stands in the place: see ``again.ROWS``."""
        return pl.concat(self.rows) if self.rows else pl.DataFrame(schema=ROWS)

    @property
    def either(self) -> float:
        """Players who gained it as it is, and in proportion those who gained something else in its place."""
        before, after = self.users, self.users_after
        return self.gained * max(1.0, after / before) if before else after


def power(
    plan: Plan, asked: Asked, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Power:
    """The power of the cards that are asked for. Raises InputError for a card that is not in play."""
    plan = replace(plan, log="turns", log_every=1)
    tried = trials(plan, asked.cards)
    wanted = set(asked.cards or tried)
    widths = {id: asked.until * (1 if id in wanted else COARSE) for id in tried}
    found = {id: Found(trial, widths[id]) for id, trial in tried.items() if trial is not None}
    if found:
        play_rounds(plan, list(found.values()), asked.most, workers, watcher, parts)
    figures = _figures(plan, found)
    margin = usual_margin(plan.players)
    rows = [figures.get(id) or _untried(plan, id) for id in tried if id in wanted]
    return Power(plan.players, margin, asked.until, asked.most, judged(rows, margin))


def _untried(plan: Plan, id: str) -> CardPower:
    kind = kinds_of(plan)[id]
    why = kind.why if not kind.gained else "There is no other card that could stand in its place."
    return CardPower(id, kind.name, NONE, why)


@dataclass(frozen=True)
class _Measured:
    found: Found
    users: Effect
    two_way: Effect
    power: Estimate


def _figures(plan: Plan, found: Mapping[str, Found]) -> dict[str, CardPower]:
    """What was found of every card, by its id, not judged yet."""
    users = {id: effect(one.all_rows.filter("gained")) for id, one in found.items()}
    known = {id: one.trial for id, one in found.items() if users[id].known and not one.nothing_to_know}
    measured: dict[str, _Measured] = {}
    for ids in _families(known):
        measures = [users[id] for id in ids]
        absent = known[ids[0]].kind.absent is not None
        if not absent and len(ids) < 2:
            continue  # a card alone is all of its mean
        for id, one in zip(ids, measures if absent else less_their_mean(measures), strict=True):
            measured[id] = _Measured(found[id], users[id], effect(found[id].all_rows), one)
    return {
        id: _card(plan, measured[id], measured) if id in measured else _without_figure(plan, one)
        for id, one in found.items()
    }


def _families(known: Mapping[str, Trial]) -> list[list[str]]:
    """The cards whose mean is taken off: of one kind, and alike where enough are; a few alone go with their kind."""
    alike: dict[str, list[str]] = {}
    for id, trial in known.items():
        alike.setdefault(trial.family, []).append(id)
    families: dict[str, list[str]] = {}
    for family, ids in alike.items():
        families.setdefault(family if len(ids) >= FAMILY else known[ids[0]].kind.name, []).extend(ids)
    return list(families.values())


def _card(plan: Plan, one: _Measured, measured: Mapping[str, _Measured]) -> CardPower:
    found, trial = one.found, one.found.trial
    rows = found.all_rows
    users = rows.filter("gained")
    points = effect(users, "points_before", "points_after", unseen=0.0)
    return CardPower(
        trial.card,
        trial.kind.name,
        UNDECIDED,
        "",
        *(one.users.value, one.users.low, one.users.high),
        *(one.power.value, one.power.low, one.power.high),
        *(one.two_way.value, one.two_way.low, one.two_way.high),
        *(points.value, points.low, points.high),
        _bench(users, trial.ways, measured),
        found.gained / found.seats,
        found.replays,
        NOTHING if trial.kind.absent else f"another {trial.family}",
        tuple(_by_style(plan, users)),
    )


def _without_figure(plan: Plan, one: Found) -> CardPower:
    reach = one.gained / one.seats if one.seats else None
    if one.nothing_to_know:
        verdict, why = IGNORED, f"Offered to {one.offered:,} players, gained by {one.gained:,} of them."
    elif one.all_rows["case"].n_unique() >= FEWEST:
        verdict, why = UNDECIDED, "No other card of its kind was measured: there is no mean to take off."
    elif not one.offered:
        verdict, why = NONE, f"Nobody could gain it in the {one.seats // plan.players:,} games looked at."
    else:
        verdict, why = UNDECIDED, f"Only {one.all_rows['case'].n_unique()} games told of it: more games would."
    return CardPower(one.trial.card, one.trial.kind.name, verdict, why, reach=reach, games=one.replays)


def _bench(users: pl.DataFrame, ways: Sequence[str], measured: Mapping[str, _Measured]) -> float | None:
    """Users' power against the weakest fifth of the cards that stood in the place."""
    known = sorted((way for way in ways if way in measured), key=lambda way: measured[way].users.value)
    weakest = [ways.index(way) for way in known[: math.ceil(BENCH * len(known))]]
    against = effect(users.filter(pl.col("way").is_in(weakest)))
    return against.value if against.known else None


def _by_style(plan: Plan, users: pl.DataFrame) -> list[OfStyle]:
    found = []
    for (code,), rows in sorted(users.partition_by("agent", as_dict=True).items()):
        of_style = effect(rows)
        if of_style.known:
            found.append(OfStyle(plan.style_names[code], of_style.value, of_style.low, of_style.high))
    return found
