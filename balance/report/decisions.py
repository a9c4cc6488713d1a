"""Decisions of a game in words: what each option was worth to the style, and what came of it over many futures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from balance.engine.game.decisions import Decision, Option
from balance.engine.game.story import seat_name
from balance.judging.decisions import DecidedGame, OptionValue, Reasons
from balance.report.phrases import plain_number, true_minus

SHOWN = 5
"""Options of a decision that are shown, beside the one chosen: the best ones."""


WEIGHTS_SHOWN = 4
"""Weights and knobs that are named behind an option: those that bring or take most."""

LEAST_REST = 0.05
"""What all else brings together is named from here on."""


def tell_decisions(decided: DecidedGame, reasons: Reasons) -> dict[int, list[str]]:
    """Every decision, by turn: what was asked, the best options with what they were worth and why, what was chosen."""
    return {
        turn: [line for decision in those for line in ["", *_tell_decision(decided, decision, reasons)]]
        for turn, those in groupby(decided.decisions, key=lambda decision: decision.turn)
    }


def decision_title(decided: DecidedGame, decision: Decision) -> str:
    """Who decides what: `Decision 17. Seat 2 (greedy): which hero to keep`."""
    asked = decided.wording.points[decision.point]
    return f"Decision {decision.number}. {seat_name(decision.seat, decided.agents[decision.seat])}: {asked}"


def _tell_decision(decided: DecidedGame, decision: Decision, reasons: Reasons) -> list[str]:
    title = decision_title(decided, decision)
    if not decision.weighed:
        return [f"  {title}: {_said(decided, decision, decision.chosen)}, at random out of {len(decision.options)}"]
    best = sorted(decision.different, key=lambda place: (-_worth(decision.options[place]), place != decision.place))
    shown = [place for n, place in enumerate(best) if n < SHOWN or place == decision.place]
    words = _in_words(decided, decision, shown)
    worth = {place: _worth(decision.options[place]) for place in shown}
    lines = [
        f"{words[place]} {_number(worth[place], 8, 2)}{_why(reasons.of(decision, place), worth[place])}"
        for place in shown
    ]
    more = len(best) - len(shown)
    return [f"  {title}", *lines, *([f"     and {more} more"] if more else [])]


def _why(brought: Sequence[tuple[str, float]], worth: float) -> str:
    """Which weights and knobs bring what, and the rest of the worth: "   dice_1 +3.50, plain −0.40, other +0.20".

    The rest are others, and what counts whatever the weights.
    """
    if not brought:
        return ""
    shown = list(brought[:WEIGHTS_SHOWN])
    rest = worth - sum(value for _, value in shown)
    if math.isfinite(rest) and abs(rest) >= LEAST_REST:
        shown.append(("other", rest))
    return "   " + ", ".join(f"{name} {plain_number(value, 2, '+')}" for name, value in shown)


def _in_words(decided: DecidedGame, decision: Decision, places: Sequence[int]) -> dict[int, str]:
    """Options in words, all as long as the longest, the chosen one marked; by place."""
    said = {place: _said(decided, decision, decision.options[place]) for place in places}
    width = max(map(len, said.values()))
    return {place: f"   {'>' if place == decision.place else ' '} {words:<{width}}" for place, words in said.items()}


def _number(value: float, width: int, digits: int) -> str:
    """A number; no minus before what rounds to nothing."""
    return true_minus(f"{round(value, digits) + 0.0:{width}.{digits}f}")


def _said(decided: DecidedGame, decision: Decision, option: Option) -> str:
    """An option in words."""
    return decided.wording.option(decision, option)


def _worth(option: Option) -> float:
    return -math.inf if option.worth is None else option.worth


def tell_what_if(decided: DecidedGame, number: int, outcomes: Sequence[OptionValue], futures: int) -> list[str]:
    """A decision, and what came of its options: share of the win, score, and the difference from what was chosen."""
    decision = decided.decisions[number]
    included = decided.plan.game.turns_include
    words = _in_words(decided, decision, [outcome.place for outcome in outcomes])
    lines = [
        f"Game {decided.game_no}. {decision_title(decided, decision)}",
        f"What if? Every option in the same {futures:,} futures: what the seat could not know is redealt, and then"
        f" all play on by their styles.{f' Scores: {included}.' if included else ''}",
        f"{'':<{len(words[decision.place])}}    wins  (interval)       score  wins more often than the one chosen",
    ]
    for outcome in outcomes:
        low, high = (100 * end for end in outcome.win_interval)
        more = "" if outcome.place == decision.place else _points(outcome.more, outcome.more_interval)
        wins = f"{_number(100 * outcome.win, 6, 1)} %  {f'({low:.1f} to {high:.1f})':<15}"
        lines.append(f"{words[outcome.place]}{wins} {_number(outcome.score, 6, 1)}  {more}".rstrip())
    return [*lines, _verdict(decided, decision, outcomes)]


def _points(share: float, interval: tuple[float, float]) -> str:
    low, high = interval
    return true_minus(f"{100 * share:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})")


def _verdict(decided: DecidedGame, decision: Decision, outcomes: Sequence[OptionValue]) -> str:
    """Whether something else was better for certain."""
    better = [outcome for outcome in outcomes if outcome.more_interval[0] > 0]
    if better:
        best = max(better, key=lambda outcome: outcome.more)
        words = _said(decided, decision, decision.options[best.place])
        return f"Better than what was chosen: {words}, by {_points(best.more, best.more_interval)}."
    worse = sum(outcome.more_interval[1] < 0 for outcome in outcomes)
    others = len(outcomes) - 1
    if worse == others:
        return "What was chosen is better than everything else."
    return f"Nothing is better for certain than what was chosen; {worse} of {others} others are worse for certain."
