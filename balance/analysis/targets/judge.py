"""Whether a figure is as wanted: by its size and by how sure it is.

FAIL: it lies outside the band by more than the margin, and its interval leaves the band out. PASS: the whole interval
lies inside the band widened by the margin. Otherwise INCONCLUSIVE, with the games that would probably decide it. What
is wanted seldom or never, "at most 0", PASSES where it was not seen at all, in any number of games but FEW: no run
could show anything better.

Where a target speaks of every seat, style or card, each is judged, with intervals that hold for all of them together
(Bonferroni); the target's verdict is the worst of theirs. A figure that cannot be computed fails.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from scipy.special import ndtri

from balance.analysis.cards.peers import FEW
from balance.analysis.results import Results
from balance.analysis.stats import Z, joint_z, round_number
from balance.analysis.targets.measures import Estimate, Goal
from balance.analysis.verdicts import FAIR, UNDECIDED

PASS, FAIL, INCONCLUSIVE = "pass", "fail", "inconclusive"
WORST_FIRST = (FAIL, INCONCLUSIVE, PASS)
MOST_TIMES = 1000
"""A figure that needs more than so many times the games lies on the edge of the band itself."""
POWER = 0.8
"""After the games said to be needed, this share of such figures is decided."""
EDGE = 1e-12


@dataclass(frozen=True)
class Verdict:
    """What was found of one seat, style or card, or of a whole run."""

    estimate: Estimate
    low: float | None
    high: float | None
    verdict: str
    beyond: float
    """How far outside the band the value lies; below 0 inside."""
    games_needed: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class Judgement:
    """The verdict on one target: that of the worst of those it speaks of."""

    name: str
    verdict: str
    subject: str
    value: float | None
    low: float | None
    high: float | None
    at_least: float | None
    at_most: float | None
    margin: float
    unit: str
    culprits: tuple[str, ...] = ()
    """The seats, styles or cards with this verdict, worst first; of a target that passes none."""
    reason: str = ""
    games_needed: int | None = None
    """About how many games would decide it; None where it is decided, or where more games would not help."""
    without_figure: tuple[str, ...] = ()
    """Cards without a figure, of a target that only tells them."""
    line: int | None = None
    players: int = 0
    """At the table of the games: what is said in shares of an even one is points of win rate there."""

    def as_json(self) -> dict[str, Any]:
        """What programs read, where the cards without a figure are ``untold``."""
        return {"untold" if name == "without_figure" else name: value for name, value in asdict(self).items()}


def judge(goal: Goal, results: Results, goals: tuple[Goal, ...], games: int) -> Judgement:
    """The verdict on ``goal``, one of the ``goals`` of a table, from the results of a run of so many games."""
    estimates = goal.measure.estimates(results, goal, goals)
    without_figure: tuple[str, ...] = ()
    if goal.options.get("without_figure") == "tell":
        known = [estimate for estimate in estimates if estimate.value is not None or estimate.verdict == UNDECIDED]
        without_figure = tuple(estimate.subject for estimate in estimates if estimate not in known)
        estimates = known
    return replace(judge_all(goal, estimates, games, without_figure), players=results.plan.players)


def judge_all(goal: Goal, estimates: Sequence[Estimate], games: int, without_figure: tuple[str, ...] = ()) -> Judgement:
    """The verdict on ``goal`` from all the numbers it speaks of, judged together."""
    if not estimates:
        estimates = [Estimate("", None, reason="there is nothing to judge")]
    z = joint_z(len(estimates))
    verdicts = [judge_one(goal, estimate, games, z) for estimate in estimates]
    verdicts.sort(key=lambda verdict: (WORST_FIRST.index(verdict.verdict), -verdict.beyond, verdict.estimate.subject))
    worst = verdicts[0]
    alike = [verdict for verdict in verdicts if verdict.verdict == worst.verdict != PASS]
    needed = [verdict.games_needed for verdict in alike]
    known = None not in needed and worst.verdict == INCONCLUSIVE
    return Judgement(
        name=goal.name,
        verdict=worst.verdict,
        subject=worst.estimate.subject,
        value=worst.estimate.value if worst.estimate.known else None,
        low=worst.low,
        high=worst.high,
        at_least=goal.at_least,
        at_most=goal.at_most,
        margin=goal.margin,
        unit=goal.measure.unit,
        culprits=tuple(verdict.estimate.subject for verdict in alike if verdict.estimate.subject),
        reason=worst.reason,
        games_needed=max((n for n in needed if n), default=None) if known else None,
        without_figure=without_figure,
        line=goal.line,
    )


def judge_one(goal: Goal, estimate: Estimate, games: int, z: float = Z) -> Verdict:
    """The verdict on one number, with its interval at this ``z``."""
    if estimate.verdict:
        return _as_judged(goal, estimate)
    if not estimate.known:
        reason = estimate.reason or "is not a number"
        return Verdict(estimate, None, None, FAIL, math.inf, reason=reason)
    lowest, highest = band(goal)
    value = float(estimate.value or 0)
    low, high = estimate.interval(z)
    beyond = max(value - highest, lowest - value)
    if estimate.n < FEW:
        needed = math.ceil(games * FEW / max(1, estimate.n)) if estimate.grows else None
        return Verdict(estimate, low, high, INCONCLUSIVE, beyond, needed, f"only {estimate.n} cases: too few to judge")
    if beyond > goal.margin and (low > highest or high < lowest):
        return Verdict(estimate, low, high, FAIL, beyond)
    if never(estimate, lowest) or (low >= lowest - goal.margin and high <= highest + goal.margin):
        return Verdict(estimate, low, high, PASS, beyond)
    reason = "" if estimate.grows else "more games do not help here: widen the margin"
    needed = _games_needed(beyond, goal.margin, (high - low) / 2 / z, z, games) if estimate.grows else None
    return Verdict(estimate, low, high, INCONCLUSIVE, beyond, needed, reason)


def never(estimate: Estimate, lowest: float) -> bool:
    """Whether it is a share of games or players that is 0, and may be: nothing of the kind was seen."""
    return estimate.share and not estimate.even and estimate.value == 0 and lowest <= 0


def _as_judged(goal: Goal, estimate: Estimate) -> Verdict:
    """The verdict on a card, in the words of a target: fair passes, undecided is inconclusive, all else fails."""
    verdict = {FAIR: PASS, UNDECIDED: INCONCLUSIVE}.get(estimate.verdict, FAIL)
    if not estimate.known:
        return Verdict(estimate, None, None, verdict, math.inf, reason=estimate.reason)
    return Verdict(
        estimate, *estimate.interval(), verdict, abs(estimate.value or 0) - goal.margin, reason=estimate.reason
    )


def band(goal: Goal) -> tuple[float, float]:
    """The ends of the wanted band; a distance from an even share counts on both sides."""
    highest = math.inf if goal.at_most is None else goal.at_most
    if goal.measure.name in ("seat_gap", "style_spread"):
        return -highest, highest
    return -math.inf if goal.at_least is None else goal.at_least, highest


def _games_needed(beyond: float, margin: float, se: float, z: float, games: int) -> int | None:
    """Games after which four of five such figures would be decided, if it is what it seems: two round digits.

    Outside by more than the margin it must keep clear of the band, otherwise of the widened band's end.
    """
    distance = beyond if beyond > margin else margin - beyond
    times = ((z + float(ndtri(POWER))) * se / max(EDGE, distance)) ** 2
    if times > MOST_TIMES:
        return None
    return round_number(max(games + 1, games * times))
