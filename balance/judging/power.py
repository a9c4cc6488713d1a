"""The power of cards: what a card does for who gains it, measured against an ordinary one in its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import ClassVar

import numpy as np
import polars as pl

from balance.analysis.stats import Z
from balance.analysis.verdicts import (
    IGNORED,
    NONE,
    NOTHING,
    UNDECIDED,
    Among,
    CardPower,
    Power,
    judged,
    usual_margin,
)
from balance.engine.game import Plan
from balance.engine.game.agents import who
from balance.engine.playing.runner import Watcher
from balance.judging.again import ROWS, USERS, Games, Room, users_as_they_are
from balance.judging.answers import Parts
from balance.judging.effects import FEWEST, UNSEEN, Effect, Estimate, effect, less_their_mean
from balance.judging.rounds import Evidence, play_rounds
from balance.judging.tables import TABLES, Company, company
from balance.judging.trials import Trial, kinds_of, logged_cards, trials

COARSE = 4
"""So many times as wide may be what is known of cards that nobody asked for, but whose kind has a mean."""
IDLE = 4
"""Of the games in which nobody gained the card, one in so many is played again, and counts so many times: users' power
needs none of them, and two-way, which needs to be clear of 0 alone, few."""
FAMILY = 3
"""So many cards that are alike (of one rank, one stack) have a mean of their own."""
FEW = FEWEST // 3
"""Cases among some of the players with which a card counts for the mean there: little is said before FEWEST."""
BENCH = 0.2
"""The bench is this share of a kind's cards: the weakest."""

UNCONTESTED = "Everybody won the same in every game: no win rate tells what a card is worth."


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


Numbers = tuple[float | None, float | None, float | None]
"""A number and the ends of its interval."""


@dataclass(frozen=True)
class Gainers:
    """Those who gained a card in games as they are."""

    again: pl.DataFrame
    """The ROWS of those whose games were played again,"""
    everybody: pl.DataFrame
    """and the USERS rows of all."""

    def power(self, before: str = "before", after: str = "after", unseen: float = UNSEEN) -> Effect:
        """Users' power: how much better they fare as the game is, by these columns."""
        return effect(self.again, before, after, unseen, self.everybody)

    def at(self, tables: Company) -> Gainers:
        """The same, with the column ``table``."""
        return Gainers(tables.at(self.again), tables.at(self.everybody))

    def power_by(self, column: str) -> dict[int, Effect]:
        """By what a column holds, users' power among these alone."""
        everybody = self.everybody.partition_by(column, as_dict=True)
        some = self.again.partition_by(column, as_dict=True)
        return {value: Gainers(rows, everybody[value,]).power() for (value,), rows in some.items()}


@dataclass
class PowerEvidence(Evidence):
    """What the games say of one card so far: users' power, and all it is made of."""

    rows: list[pl.DataFrame] = field(default_factory=list)
    watched: list[pl.DataFrame] = field(default_factory=list)
    idle: ClassVar[int] = IDLE

    def watch(self, plan: Plan, games: Games, met: pl.DataFrame) -> np.ndarray:
        """The same, and how its users fare."""
        users = super().watch(plan, games, met)
        self.watched.append(users_as_they_are(plan, games, met, users))
        return users

    def replay(self, room: Room, games: Games, met: pl.DataFrame) -> pl.DataFrame:
        """The rows of the games played again."""
        return room.again(self.trial, games, met, self.idle)

    def add(self, part: pl.DataFrame) -> None:
        """Take these rows."""
        self.rows.append(part)
        self.users += int(part["gained"].sum())

    def look(self) -> None:
        """How well users' power is known."""
        users = self.gainers.power()
        self.half_width = Z * users.se if users.known else math.inf

    @property
    def all_rows(self) -> pl.DataFrame:
        """A row for every player who gained what stands in the place: see ``again.ROWS``."""
        return pl.concat(self.rows) if self.rows else pl.DataFrame(schema=ROWS)

    @property
    def gainers(self) -> Gainers:
        """Who gained the card as it is."""
        everybody = pl.concat(self.watched) if self.watched else pl.DataFrame(schema=USERS)
        return Gainers(self.all_rows.filter("gained"), everybody)

    @property
    def takers(self) -> int:
        """Players who gained it as it is. That they would gain another card in its place makes a dead one no better."""
        return self.gained


def power(
    plan: Plan, asked: Asked, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Power:
    """The power of the cards that are asked for. Raises InputError for a card that is not in play."""
    plan = replace(plan, log="turns", log_every=1)
    watcher = watcher or Watcher()
    if not plan.game.kinds:
        watcher.trying(len(logged_cards(plan)))
    tried = trials(plan, asked.cards)
    wanted = set(asked.cards or tried)
    widths = {id: asked.until * (1 if id in wanted else COARSE) for id in tried}
    evidence = {
        id: PowerEvidence(trial, widths[id], named=bool(asked.cards))
        for id, trial in tried.items()
        if trial is not None
    }
    rounds = play_rounds(plan, list(evidence.values()), asked.most, workers, watcher, parts) if evidence else []
    if rounds and _uncontested(rounds, list(evidence.values())):
        known = {id: _without_figure(plan, card, UNCONTESTED) for id, card in evidence.items()}
    else:
        known = figures(plan, evidence, company(rounds, plan.match_games) if rounds else None)
    margin = usual_margin(plan.players)
    rows = [known.get(id) or _untried(plan, id) for id in tried if id in wanted]
    return Power(plan.players, margin, asked.until, asked.most, judged(rows, margin), who(plan.lineup, plan.styles))


def _uncontested(rounds: Sequence[Games], evidence: Sequence[PowerEvidence]) -> bool:
    """Whether everybody won the same in every game, whatever stood in a card's place: one player alone, mostly."""
    as_they_are = (games.share[games.played] for games in rounds)
    again = (card.all_rows["after"].to_numpy() for card in evidence)
    first = rounds[0].share[0, 0]  # the first game of a match is always played
    return all((shares.astype(np.float32) == first).all() for shares in chain(as_they_are, again))


def _untried(plan: Plan, id: str) -> CardPower:
    kind = kinds_of(plan)[id]
    why = kind.why if not kind.gained else "There is no other card that could stand in its place."
    return CardPower(id, kind.name, NONE, why)


@dataclass(frozen=True)
class _Measured:
    evidence: PowerEvidence
    gainers: Gainers
    users: Effect
    two_way: Effect
    power: Estimate
    by_style: tuple[Among, ...]
    by_table: tuple[Among, ...]


def figures(plan: Plan, evidence: Mapping[str, PowerEvidence], tables: Company | None = None) -> dict[str, CardPower]:
    """What was found of every card, by its id; not judged yet, which is for ``verdicts.judged``."""
    rows = {id: card.all_rows for id, card in evidence.items()}
    gainers = {id: card.gainers for id, card in evidence.items()}
    users = {id: of.power() for id, of in gainers.items()}
    known = {id: card.trial for id, card in evidence.items() if users[id].known and not card.nothing_to_know}
    measured: dict[str, _Measured] = {}
    for ids in _families(known):
        absent = known[ids[0]].kind.absent is not None
        powers = _less_usual({id: users[id] for id in ids}, absent)
        by_style = _among(plan.style_names, "agent", {id: gainers[id] for id in powers}, absent)
        at_tables = {id: gainers[id].at(tables) for id in powers} if tables else {}
        by_table = _among(TABLES, "table", at_tables, absent)
        for id, power in powers.items():
            among = by_style[id], by_table.get(id, ())
            measured[id] = _Measured(evidence[id], gainers[id], users[id], effect(rows[id]), power, *among)
    return {
        id: _card(measured[id], measured) if id in measured else _without_figure(plan, card)
        for id, card in evidence.items()
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


def _less_usual(users: Mapping[str, Effect], absent: bool) -> dict[str, Estimate]:
    """Power, by card of a family: less the mean of all, but of what is compared with nothing.

    None of a card alone, which is all of its mean.
    """
    if not absent and len(users) < 2:
        return {}
    effects = list(users.values())
    return dict(zip(users, effects if absent else less_their_mean(effects), strict=True))


def _card(card: _Measured, measured: Mapping[str, _Measured]) -> CardPower:
    evidence, trial = card.evidence, card.evidence.trial
    points = card.gainers.power("points_before", "points_after", unseen=0.0)
    return CardPower(
        trial.card,
        trial.kind.name,
        UNDECIDED,
        "",
        *(card.users.value, card.users.low, card.users.high),
        *(card.power.value, card.power.low, card.power.high),
        *(card.two_way.value, card.two_way.low, card.two_way.high),
        *(points.value, points.low, points.high),
        *_bench(card.gainers, trial.ways, measured),
        evidence.gained / evidence.seats,
        evidence.replays,
        NOTHING if trial.kind.absent else f"another {trial.family}",
        card.by_style,
        card.by_table,
    )


def _without_figure(plan: Plan, evidence: PowerEvidence, uncontested: str = "") -> CardPower:
    """Why nothing is known of a card. ``uncontested``: why nothing is known of any, if so."""
    gain_share = evidence.gained / evidence.seats if evidence.seats else None
    if uncontested:
        verdict, why = NONE, uncontested
    elif evidence.nothing_to_know:
        verdict, why = IGNORED, f"Offered to {evidence.offered:,} players, gained by {evidence.gained:,} of them."
    elif not evidence.offered:
        verdict, why = NONE, f"Nobody could gain it in the {evidence.seats // plan.players:,} games looked at."
    elif (cases := evidence.all_rows.filter("gained")["case"].n_unique()) < FEWEST:
        asked = f"`balance power {plan.game.typed} --card {evidence.trial.card}` looks at more"
        more = "more games would tell" if evidence.named else asked
        verdict, why = UNDECIDED, f"Gained in only {cases} of the games looked at: {more}."
    else:
        verdict, why = UNDECIDED, "No other card of its kind was measured: there is no average to compare with."
    return CardPower(
        evidence.trial.card, evidence.trial.kind.name, verdict, why, gain_share=gain_share, games=evidence.replays
    )


def _bench(gainers: Gainers, ways: Sequence[str], measured: Mapping[str, _Measured]) -> Numbers:
    """Users' power against the weakest fifth of the cards that stood in the place, and its interval."""
    known = sorted((way for way in ways if way in measured), key=lambda way: measured[way].users.value)
    weakest = [ways.index(way) for way in known[: math.ceil(BENCH * len(known))]]
    against = replace(gainers, again=gainers.again.filter(pl.col("way").is_in(weakest))).power()
    return (against.value, against.low, against.high) if against.known else (None, None, None)


def _among(
    names: Sequence[str], column: str, gainers: Mapping[str, Gainers], absent: bool
) -> dict[str, tuple[Among, ...]]:
    """By card of a family, power among the players of every style, or at every kind of tables.

    ``column`` holds the place among ``names``; what is taken off is the mean of the family among the same players.
    """
    by_card: dict[str, list[Among]] = {id: [] for id in gainers}
    users = {id: of.power_by(column) for id, of in gainers.items()}
    for place, name in enumerate(names):
        there = {id: of[place] for id, of in users.items() if place in of and of[place].seen >= FEW}
        for id, power in _less_usual(there, absent).items():
            of = there[id]
            if of.known:
                by_card[id].append(Among(name, of.value, of.low, of.high, power.value, power.low, power.high))
    return {id: tuple(among) for id, among in by_card.items()}
