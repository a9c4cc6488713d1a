"""The edit that moved a figure, in words."""

from __future__ import annotations

from balance.analysis.comparison import MOVED, SAME, Comparison
from balance.analysis.stats import games_text
from balance.common.errors import plain
from balance.common.units import counted
from balance.engine.game import Plan
from balance.judging.bisect import Alone, Bisection
from balance.judging.history import text_of
from balance.report.differences import sentence
from balance.report.history import who, with_interval
from balance.report.phrases import plain_number

MOST_EDITS = 10


def text(bisection: Bisection) -> str:
    """The whole search for a terminal."""
    versions, name = bisection.versions, text_of(bisection.key)
    if bisection.overall is None:
        return f"{name} is known in one version only, {versions[-1].name}: there is nothing to search."
    lines = [
        f"{name}: {counted(len(versions), 'version')}",
        f"  good: {who(versions[0])}",
        f"  bad:  {who(versions[-1])}",
        f"  {sentence(bisection.overall, _plans(bisection))}",
    ]
    if bisection.overall.verdict != MOVED:
        return "\n".join([*lines, "", f"The two ends do not clearly differ: {_why_not(bisection.overall)}"])
    return "\n".join([*lines, "", *_step(bisection), *_alone(bisection)])


def _plans(bisection: Bisection) -> tuple[Plan, Plan]:
    before, after = (bisection.versions[place].plan for place in (0, -1))
    assert before
    assert after
    return before, after


def _why_not(comparison: Comparison) -> str:
    if comparison.verdict == SAME:
        return "the figure stays within its margin."
    if comparison.games_needed:
        return f"{games_text(comparison.games_needed)} of each would tell (--games)."
    return f"it is {comparison.verdict}."


def _step(bisection: Bisection) -> list[str]:
    version, step = bisection.version, bisection.step
    assert version
    assert step
    _, before, after, _ = bisection.rows
    plan, _ = _plans(bisection)
    values = f"{with_interval(before, plan)} before, {with_interval(after, plan)} after"
    edits = [f"  {plain(edit)}" for edit in version.edits[:MOST_EDITS]]
    if len(version.edits) > MOST_EDITS:
        edits.append(f"  and {counted(len(version.edits) - MOST_EDITS, 'more edit')}")
    if step.verdict != MOVED:
        heading = "No single version clearly changed it: it crept. It changes sides here, but by too little to be sure:"
        return [heading, f"  {who(version)}", *edits, f"  {values}"]
    said = sentence(step, _plans(bisection))
    return ["It was moved by", f"  {who(version)}", *edits, f"  {values}", f"  {said}", *_others(bisection, step)]


def _others(bisection: Bisection, step: Comparison) -> list[str]:
    """What the other versions did to it together, where that is more than nothing."""
    overall = bisection.overall
    assert overall
    rest = (overall.difference or 0.0) - (step.difference or 0.0)
    if abs(rest) <= overall.margin:
        return []
    share = step.headline.is_share
    amount = f"{plain_number(100 * rest, 1, '+')} points" if share else plain_number(rest, 2, "+")
    show = f"balance history {_plans(bisection)[0].game.typed} --figure {text_of(bisection.key)}"
    return [f"  The other versions moved it, too, by {amount} together: {show}"]


def _alone(bisection: Bisection) -> list[str]:
    if bisection.untried:
        return ["", f"{bisection.untried} cards were edited: too many to try each alone."]
    if not bisection.alone:
        return []
    movers = [trial.card for trial in bisection.alone if trial.moves]
    heading = f"Alone, {' and '.join(movers)} moves it:" if movers else "No single card's edit clearly moves it:"
    if len(movers) > 1:
        heading = f"Each of these alone moves it: {', '.join(movers)}."
    return ["", heading, *(f"  {_one(trial, bisection)}" for trial in bisection.alone)]


def _one(trial: Alone, bisection: Bisection) -> str:
    edits = plain("; ".join(trial.edits[:MOST_EDITS]))
    if trial.compared is None:
        return f"{edits}: cannot be played without the others ({plain(trial.problem)})"
    said = "moves it" if trial.moves else {SAME: "does not move it"}.get(trial.compared.verdict, trial.compared.verdict)
    return f"{edits}: {said}. {sentence(trial.compared, _plans(bisection))}"
