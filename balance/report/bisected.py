"""The edit that moved a figure, in words."""

from __future__ import annotations

from balance.analysis.comparison import MOVED, SAME, Comparison
from balance.analysis.stats import games_text
from balance.common.errors import plain
from balance.engine.game import Plan
from balance.judging.bisect import Alone, Bisection
from balance.judging.history import text_of
from balance.report.differences import sentence
from balance.report.history import who, with_interval

MOST_EDITS = 10


def text(found: Bisection) -> str:
    """The whole search for a terminal."""
    versions, name = found.versions, text_of(found.key)
    if found.overall is None:
        return f"{name} is known in one version only, {versions[-1].name}: there is nothing to search."
    lines = [
        f"{name}: {len(versions)} versions",
        f"  good: {who(versions[0])}",
        f"  bad:  {who(versions[-1])}",
        f"  {sentence(found.overall, _plans(found))}",
    ]
    if found.overall.verdict != MOVED:
        return "\n".join([*lines, "", f"The two ends do not clearly differ: {_why_not(found.overall)}"])
    return "\n".join([*lines, "", *_step(found), *_alone(found)])


def _plans(found: Bisection) -> tuple[Plan, Plan]:
    before, after = (found.versions[place].plan for place in (0, -1))
    assert before
    assert after
    return before, after


def _why_not(one: Comparison) -> str:
    if one.verdict == SAME:
        return "the figure stays within its margin."
    if one.games_needed:
        return f"{games_text(one.games_needed)} of each would tell (--games)."
    return f"it is {one.verdict}."


def _step(found: Bisection) -> list[str]:
    version, step = found.version, found.step
    assert version
    assert step
    _, before, after, _ = found.rows
    plan, _ = _plans(found)
    values = f"{with_interval(before, plan)} before, {with_interval(after, plan)} after"
    edits = [f"  {plain(edit)}" for edit in version.edits[:MOST_EDITS]]
    if len(version.edits) > MOST_EDITS:
        edits.append(f"  and {len(version.edits) - MOST_EDITS} more edits")
    if step.verdict != MOVED:
        says = "No single version clearly changed it: it crept. It changes sides here, but by too little to be sure:"
        return [says, f"  {who(version)}", *edits, f"  {values}"]
    return ["It was moved by", f"  {who(version)}", *edits, f"  {values}", f"  {sentence(step, _plans(found))}"]


def _alone(found: Bisection) -> list[str]:
    if found.untried:
        return ["", f"{found.untried} cards were edited: too many to try each alone."]
    if not found.alone:
        return []
    movers = [one.card for one in found.alone if one.moves]
    says = f"Alone, {' and '.join(movers)} moves it:" if movers else "No single card's edit clearly moves it:"
    if len(movers) > 1:
        says = f"Each of these alone moves it: {', '.join(movers)}."
    return ["", says, *(f"  {_one(one, found)}" for one in found.alone)]


def _one(one: Alone, found: Bisection) -> str:
    edits = plain("; ".join(one.edits[:MOST_EDITS]))
    if one.compared is None:
        return f"{edits}: cannot be played without the others ({plain(one.problem)})"
    said = "moves it" if one.moves else {SAME: "does not move it"}.get(one.compared.verdict, one.compared.verdict)
    return f"{edits}: {said}. {sentence(one.compared, _plans(found))}"
