"""What a target can be about: every measure with its definition, its unit, and the numbers it is judged by."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from balance.analysis.cards.peers import in_lift
from balance.analysis.figures import UNFINISHED
from balance.analysis.stats import Z, mean_interval, share_interval
from balance.analysis.verdicts import NONE
from balance.analysis.win_probability import MODEL_GAMES
from balance.engine.game import Plan
from balance.engine.game.agents import MIXED, drawn_from
from balance.engine.game.log import COMPONENT, literal

if TYPE_CHECKING:
    from balance.analysis.results import Results  # slow to load, and targets are often only read

POWER = "card_power"
"""The target that every card's power is within a margin."""
SHARE, TURNS, LIFT = "share", "turns", "lift"
BOTH = ("at_least", "at_most")


@dataclass(frozen=True)
class Estimate:
    """A number that is judged: of the whole run, or of one seat, style or card.

    ``value`` is None where there is none, and ``reason`` says why. ``n``: the cases behind it. With ``even`` it is the
    distance of a share from that even share. ``grows``: more games make it surer.
    """

    subject: str
    value: float | None
    se: float | None = None
    n: int = 0
    share: bool = False
    even: float = 0.0
    reason: str = ""
    grows: bool = True
    verdict: str = ""
    """Of a card's power: the verdict on it, which nothing here judges again."""

    @property
    def known(self) -> bool:
        """Whether there is a value and an error, and both are numbers."""
        return all(x is not None and math.isfinite(x) for x in (self.value, self.se))

    def interval(self, z: float = Z) -> tuple[float, float]:
        """Its interval, of a value that is known."""
        value, se = float(self.value or 0), float(self.se or 0)
        if not self.share:
            return mean_interval(value, se, z)
        low, high = share_interval(min(1.0, max(0.0, value + self.even)), se, self.n, z=z)
        return low - self.even, high - self.even


def missing(subject: str, reason: str) -> Estimate:
    """A number that cannot be had, and why."""
    return Estimate(subject, None, reason=reason)


@dataclass(frozen=True)
class Goal:
    """One wanted figure: a measure, its band, and how far outside still passes."""

    measure: Measure
    subject: str
    """The component or card it is about, where the measure is of one."""
    at_least: float | None
    at_most: float | None
    margin: float
    options: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = None

    @property
    def name(self) -> str:
        """The words by which targets.toml calls it."""
        return f"{self.measure.name}.{self.subject}" if self.subject else self.measure.name


@dataclass(frozen=True)
class Measure:
    """Something that targets.toml can ask of a game."""

    name: str
    label: str
    """Its name on a page; with {} for what it is asked of by name."""
    description: str
    unit: str
    margin: float
    """The usual margin."""
    estimates: Callable[[Results, Goal, tuple[Goal, ...]], list[Estimate]]
    """(results, this goal, all goals of the table) -> the numbers that are judged together."""
    ends: tuple[str, ...] = BOTH
    distance: bool = False
    """Whether it is a distance, to either side: of shares, in points."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Further words it takes, and what they say."""
    each: str = ""
    """What it is asked for by name: component or card. Empty: it is one figure."""
    names: Callable[[Plan], list[str]] = lambda plan: []
    """The names that ``each`` may have."""
    query: str = ""
    """The query that its numbers come from."""


def components(plan: Plan) -> list[str]:
    """The score components of a game, as targets.toml calls them."""
    return [name.removeprefix(COMPONENT) for name in plan.log_tables["seats"].components]


def card_ids(plan: Plan) -> list[str]:
    """The ids of the game's cards."""
    return [row.id for row in plan.card_table.rows]


def seated_styles(plan: Plan) -> list[str]:
    """The styles that sit down in the games of a plan."""
    if not plan.lineup:
        return drawn_from(MIXED, plan.styles)
    return sorted({name for word in plan.lineup for name in drawn_from(word, plan.styles)})


# ---------------------------------------------------------------- whole games


def _games_share(results: Results, hits: float, games: float, is_hit: str = "", grows: bool = True) -> list[Estimate]:
    """A share of so many games. ``is_hit``: which they are, as an expression over the table games; "": none can say."""
    if not games:
        return [missing("", "no game was played")]
    share = hits / games
    se = math.sqrt(share * (1 - share) / games)
    if is_hit and results.plan.match_games > 1:
        se = _error_by_match(results, f"({is_hit})::INT")
    return [Estimate("", share, se, int(games), share=True, grows=grows)]


def _error_by_match(results: Results, counted: str) -> float:
    """The standard error of a mean over games, as headline figures have it: those of a match are not independent."""
    per_match = f"SELECT sum({counted})::DOUBLE AS x, count(*) AS m FROM games GROUP BY case_no(game_no)"
    return float(results.database.frame(f"SELECT ratio_se(x, m) FROM ({per_match})").item())


def _length(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    rows = results["length"].rows()
    games = sum(count for _, count in rows)
    if not games:
        return [missing("", "no game was played")]
    mean = sum(turns * count for turns, count in rows) / games
    variance = sum(count * (turns - mean) ** 2 for turns, count in rows) / max(1, games - 1)
    se = math.sqrt(variance / games) if results.plan.match_games == 1 else _error_by_match(results, "turns")
    return [Estimate("", mean, se, games)]


def _length_band(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    low, high = goal.options.get("from", 0), goal.options.get("to", math.inf)
    rows = results["length"].rows()
    inside = sum(count for turns, count in rows if low <= turns <= high)
    is_hit = f"turns >= {low} AND turns <= {high}" if "to" in goal.options else f"turns >= {low}"
    return _games_share(results, inside, sum(count for _, count in rows), is_hit)


def _tie_rate(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    ends = results["ends"]
    shared = int(ends.filter(pl.col("winners") > 1)["games"].sum())
    return _games_share(results, shared, int(ends["games"].sum()), "winners > 1")


def _unfinished(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    return _games_share(results, *results.unfinished, f"end_reason::VARCHAR IN ({', '.join(map(literal, UNFINISHED))})")


def _comeback(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    if results.plan.players < 2:
        return [missing("", "one player alone has nobody to come back against")]
    frame = results.lowest_of_winners
    if not frame.height:
        return [missing("", "no chances to win are known: no turns were logged, or no player won alone")]
    games = int(frame["games"].sum())
    hits = int(frame.filter(pl.col("tenth") == 0)["games"].sum())
    return _games_share(results, hits, games, grows=results.plan.games < MODEL_GAMES)


# ---------------------------------------------------------------- seats, styles, components


def _even(results: Results, shares: Mapping[str, tuple], wanted: list[str], reason: str) -> list[Estimate]:
    """The distance of win shares (share, se, cases) from an even one, for every one that is wanted."""
    even = results.even
    estimates = []
    for name in wanted:
        share, se, n = shares.get(name, (None, None, 0))
        gap = missing(name, reason)
        estimates.append(gap if share is None else Estimate(name, share - even, se, n, share=True, even=even))
    return estimates


def _seat_gap(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    rows = results["seats"].select("seat", "win_share", "win_share_se", "games").rows()
    shares = {f"seat {seat + 1}": tuple(rest) for seat, *rest in rows}
    wanted = [f"seat {seat + 1}" for seat in range(results.plan.players)]
    return _even(results, shares, wanted, "nobody sat there")


def _style_spread(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    rows = results["styles"].select("agent", "win_share", "win_share_se", "seats").rows()
    shares = {str(agent): tuple(rest) for agent, *rest in rows}
    return _even(results, shares, goal.options.get("styles") or seated_styles(results.plan), "nobody played it")


def _points(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    rows = results["point_shares"].filter(pl.col("component") == COMPONENT + goal.subject)
    if not rows.height:
        return [missing("", "no player has such points in the score, or nobody gained any points")]
    row = rows.row(0, named=True)
    return [Estimate("", row["share"], row["share_se"], row["games"])]


# ---------------------------------------------------------------- cards


def _card(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    return [_improvement(results, goal.subject)]


def _cards(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    """All cards of the wanted kinds, but those left out and those that have a goal of their own."""
    own = {other.subject for other in goals if other.measure.each == "card"}
    kinds = goal.options.get("kinds")
    left_out = own | set(goal.options.get("leave_out", ()))
    rows = [row for row in results.plan.card_table.rows if row.id not in left_out]
    return [_improvement(results, row.id) for row in rows if kinds is None or row.cell("kind") in kinds]


def _improvement(results: Results, card: str) -> Estimate:
    """The report's Improvement of one card, in lift."""
    row = results.improvements.get(card)
    if row is None:
        return missing(card, "no player encountered it")
    if row["event"] is None:
        return missing(
            card, "nearly all players who encountered it did the same with it: there is nobody to compare with"
        )
    if row["effect"] is None or row["effect_se"] is None:
        return missing(card, "no players alike both did it and left it")
    few = min(row["did"], row["didnt"])
    lift, se = in_lift([row["effect"], row["effect_se"], row["did"], row["didnt"]], results.plan.players)
    return Estimate(card, lift, se, few)


def _power(results: Results, goal: Goal, goals: tuple[Goal, ...]) -> list[Estimate]:
    """The power of all cards of the wanted kinds that anybody can gain, but those left out, with their verdicts."""
    if results.power is None:
        return [missing("", "the power of the cards was not measured")]
    kinds, left_out = goal.options.get("kinds"), goal.options.get("leave_out", ())
    judged = [
        card
        for card in results.power.judged_with(goal.margin).cards
        if card.verdict != NONE and card.card not in left_out and (kinds is None or card.kind in kinds)
    ]
    return [
        Estimate(card.card, card.power, card.se, card.games, reason=card.why, verdict=card.verdict) for card in judged
    ]


STYLES_OPTION = {"styles": "only these play styles (names)"}
CARDS_OPTIONS = {
    "kinds": "only cards of these kinds (names in the column `kind`)",
    "leave_out": "not these cards (ids)",
    "without_figure": '"fail" (usual) or "tell": what a card means that cannot be judged',
}
BAND_OPTIONS = {"from": "the least turns", "to": "the most turns"}

MEASURES = {
    measure.name: measure
    for measure in (
        Measure(
            "seat_gap",
            "Seats",
            "The largest distance of a seat's win rate from an even share: "
            "(1 − share of the games that nobody wins) / players. Every seat is judged.",
            *(SHARE, 0.01, _seat_gap),
            ends=("at_most",),
            distance=True,
            query="seats",
        ),
        Measure(
            "style_spread",
            "Styles",
            "The largest distance of a play style's win rate from an even share, as in `seat_gap`. "
            "Every style is judged.",
            *(SHARE, 0.02, _style_spread),
            ends=("at_most",),
            distance=True,
            options=STYLES_OPTION,
            query="styles",
        ),
        Measure(
            "tie_rate",
            "Shared victories",
            "Share of games won by several players together.",
            SHARE,
            0.01,
            _tie_rate,
            query="ends",
        ),
        Measure("length", "Length", "Mean length of a game, tie-breaks included.", TURNS, 0.5, _length, query="length"),
        Measure(
            "length_band",
            "Usual length",
            "Share of the games that last from so many to so many turns (as in `length`), both included.",
            *(SHARE, 0.01, _length_band),
            options=BAND_OPTIONS,
            query="length",
        ),
        Measure(
            "comeback",
            "Comebacks",
            "Share of the games won by one player alone whose winner's chance was once below 10 %, as in a report; "
            f"from the first {MODEL_GAMES:,} games.",
            *(SHARE, 0.02, _comeback),
            query="chances/comebacks",
        ),
        Measure(
            "unfinished",
            "Unfinished games",
            "Share of the games that did not end by their rules (cut by a cap, or a stalemate).",
            *(SHARE, 0.001, _unfinished),
            ends=("at_most",),
            query="ends",
        ),
        Measure(
            "points",
            "Points from {}",
            "Share of all points gained that comes from one score component.",
            *(SHARE, 0.01, _points),
            each="component",
            names=components,
            query="point_shares",
        ),
        Measure(
            POWER,
            "Cards",
            "Every card's power, as `balance power` and a report judge it: what those who gain it owe to it, less the "
            "mean of its kind, in points of win rate. Too strong or too weak fails; a card that nobody wants, too.",
            *(SHARE, 0.025, _power),
            ends=(),
            distance=True,
            options=CARDS_OPTIONS,
        ),
        Measure(
            "card_improvement",
            "Cards, linked",
            "Every card's Improvement: how much more those win who took (played, used) it than players alike who did "
            "not, less the average of its kind. It is linked to winning, and no verdict on a card: that is "
            "`card_power`, and this word will go.",
            *(LIFT, 0.05, _cards),
            options=CARDS_OPTIONS,
        ),
        Measure(
            "card",
            "{}",
            "The same of one card, which `card_improvement` then leaves out.",
            *(LIFT, 0.05, _card),
            each="card",
            names=card_ids,
        ),
    )
}
"""Everything a target can be about, by the name it has in targets.toml."""
