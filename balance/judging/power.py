"""The power of cards: what a card does for who gains it, measured against an ordinary one in its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl
from scipy.stats import norm

from balance.analysis.stats import benjamini_hochberg
from balance.engine.plan import Plan
from balance.engine.runner import Watcher
from balance.judging.effects import Effect, Estimate, effect, less_their_mean
from balance.judging.rounds import Found, Parts, play_rounds
from balance.judging.trials import kinds_of, trials

TOO_STRONG, TOO_WEAK, FAIR = "too strong", "too weak", "fair"
IGNORED, UNDECIDED, NONE = "ignored", "undecided", "none"

MARGIN = 0.1
"""Of the share that everybody would win if all were equal: a card is worth that much more or less, and may be."""
COARSE = 4
"""So many times as wide may be what is known of cards that nobody asked for, but whose kind has a mean."""
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


@dataclass(frozen=True)
class OfStyle:
    """Users' power for the players of one style."""

    style: str
    users_power: float
    users_low: float
    users_high: float


@dataclass(frozen=True)
class CardPower:
    """One card. Shares: 0.01 is one point of win rate; intervals hold with 95 %; None: not known, or there is none."""

    card: str
    kind: str
    verdict: str
    why: str
    """Of undecided, ignored and none: why."""
    users_power: float | None = None
    """The win share of those who gained it, less that of the same players with an ordinary card in its place."""
    users_low: float | None = None
    users_high: float | None = None
    power: float | None = None
    """Users' power less the mean of its kind."""
    low: float | None = None
    high: float | None = None
    two_way: float | None = None
    """The same difference over all who gained what stands in the place, in the one game or the other."""
    two_way_low: float | None = None
    two_way_high: float | None = None
    points: float | None = None
    """As users' power, in points of the score."""
    points_low: float | None = None
    points_high: float | None = None
    bench: float | None = None
    """Users' power against the weakest fifth of its kind."""
    reach: float | None = None
    """The share of seats that gain it."""
    games: int = 0
    """Games played again."""
    against: str = ""
    """What stood in its place."""
    by_style: tuple[OfStyle, ...] = ()

    @property
    def weight(self) -> float:
        """Power times reach: how much of all that is won it moves, the more the more urgent."""
        return (self.power or 0.0) * (self.reach or 0.0)


@dataclass(frozen=True)
class Power:
    """The power of cards at one table."""

    players: int
    margin: float
    until: float
    games: int
    """Games as they are, at most, that were looked at."""
    cards: tuple[CardPower, ...]

    @property
    def weaken(self) -> list[CardPower]:
        """The cards that are too strong, the most urgent first."""
        return sorted((one for one in self.cards if one.verdict == TOO_STRONG), key=lambda one: -one.weight)

    @property
    def strengthen(self) -> list[CardPower]:
        """The cards that are too weak, the most urgent first."""
        return sorted((one for one in self.cards if one.verdict == TOO_WEAK), key=lambda one: one.weight)


def usual_margin(players: int) -> float:
    """A tenth of the even share: 2.5 points of win rate at four players."""
    return MARGIN / players


def power(
    plan: Plan, asked: Asked, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Power:
    """The power of the cards that are asked for. Raises InputError for a card that is not in play."""
    plan = replace(plan, log="turns", log_every=1)
    margin = usual_margin(plan.players)
    tried = trials(plan, asked.cards)
    wanted = set(asked.cards or tried)
    widths = {id: asked.until * (1 if id in wanted else COARSE) for id in tried}
    known = [one for one in tried.values() if one is not None]
    found = play_rounds(plan, known, widths, asked.most, workers, watcher, parts) if known else {}
    judged = _judged(plan, found, margin)
    rows = [judged.get(id) or _untried(plan, id) for id in tried if id in wanted]
    return Power(plan.players, margin, asked.until, asked.most, tuple(rows))


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


def _judged(plan: Plan, found: Mapping[str, Found], margin: float) -> dict[str, CardPower]:
    measured: dict[str, _Measured] = {}
    for name in dict.fromkeys(one.trial.kind.name for one in found.values()):
        of_kind = {id: one for id, one in found.items() if one.trial.kind.name == name}
        users = {id: effect(one.all_rows.filter("gained")) for id, one in of_kind.items()}
        ids = [id for id in of_kind if users[id].known and not of_kind[id].ignored]
        absent = bool(ids) and of_kind[ids[0]].trial.kind.absent is not None
        measures = [users[id] for id in ids]
        for id, one in zip(ids, measures if absent else less_their_mean(measures), strict=True):
            two_way = effect(of_kind[id].all_rows)
            measured[id] = _Measured(of_kind[id], users[id], two_way, one)
    beyond = _beyond(measured, margin)
    return {
        id: _card(plan, measured[id], measured, beyond, margin) if id in measured else _without_figure(plan, one)
        for id, one in found.items()
    }


def _beyond(measured: Mapping[str, _Measured], margin: float) -> dict[str, bool]:
    """By card: whether its power is beyond the margin, on either side, with at most 5 % false ones among many."""
    chances = [float(norm.sf((abs(one.power.value) - margin) / max(one.power.se, 1e-12))) for one in measured.values()]
    return dict(zip(measured, benjamini_hochberg(chances), strict=True))


def _card(
    plan: Plan, one: _Measured, measured: Mapping[str, _Measured], beyond: Mapping[str, bool], margin: float
) -> CardPower:
    found, trial = one.found, one.found.trial
    rows = found.all_rows
    users = rows.filter("gained")
    points = effect(users, "points_before", "points_after", unseen=0.0)
    verdict, why = _verdict(one, beyond[trial.card], margin)
    return CardPower(
        trial.card,
        trial.kind.name,
        verdict,
        why,
        *(one.users.value, one.users.low, one.users.high),
        *(one.power.value, one.power.low, one.power.high),
        *(one.two_way.value, one.two_way.low, one.two_way.high),
        *(points.value, points.low, points.high),
        _bench(users, trial.ways, measured),
        found.gained / found.seats,
        found.replays,
        "nothing" if trial.kind.absent else f"another {trial.kind.name}",
        tuple(_by_style(plan, users)),
    )


def _verdict(one: _Measured, beyond: bool, margin: float) -> tuple[str, str]:
    strong = one.power.value > 0
    absent = one.found.trial.kind.absent is not None
    agrees = (one.two_way.low > 0) if strong else (one.two_way.high < 0)
    if absent and strong and one.power.low > -margin:
        return FAIR, ""  # any useful card beats nothing
    if beyond and agrees:
        return (TOO_STRONG if strong else TOO_WEAK), ""
    if beyond:
        return UNDECIDED, "Among those who gain what stands in its place in either game the difference is not clear."
    if -margin <= one.power.low and one.power.high <= margin:
        return FAIR, ""
    if one.power.low > margin or one.power.high < -margin:
        return UNDECIDED, "Beyond the margin, but among so many cards one may seem so by chance: more games would tell."
    return UNDECIDED, "The interval reaches over the margin: more games would tell."


def _without_figure(plan: Plan, one: Found) -> CardPower:
    reach = one.gained / one.seats if one.seats else None
    if one.ignored:
        verdict, why = IGNORED, f"Offered to {one.offered:,} players, gained by {one.gained:,} of them."
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


def as_json(found: Power) -> dict[str, Any]:
    """Power as JSON."""
    return {
        "players": found.players,
        "margin": found.margin,
        "until": found.until,
        "games": found.games,
        "cards": [asdict(one) for one in found.cards],
    }


def from_json(data: Mapping[str, Any]) -> Power:
    """What ``as_json`` made of a Power. Raises ValueError, KeyError or TypeError for anything else."""
    cards = [
        CardPower(**{**one, "by_style": tuple(OfStyle(**style) for style in one["by_style"])}) for one in data["cards"]
    ]
    return Power(data["players"], data["margin"], data["until"], data["games"], tuple(cards))
