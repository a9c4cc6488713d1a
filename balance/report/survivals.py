"""How verdicts fare among other players, in words."""

from __future__ import annotations

from collections.abc import Sequence

from balance.analysis.robust import Robust, Survival
from balance.analysis.verdicts import FAIR, UNDECIDED
from balance.engine.game import Plan
from balance.report.phrases import card_names, some_names

NAMED = 3
"""Cards named in a sentence."""
ALL = "all "
"""What the name of a group begins with in which a style plays alone."""
FIRM = "the same here and"
"""What firm means, with where a strong style plays alone behind it."""


def summary(robust: Robust, plan: Plan) -> str:
    """How many verdicts hold, in a sentence or two."""
    judged, turned = robust.survivals, robust.reversals
    if not judged:
        return "No card is clearly too strong or too weak among these players, so none had to hold among others."
    if robust.peers:
        text = f"{_of_cards(len(judged), sum(survival.firm for survival in judged), 'firm')}: {FIRM} {alone(robust)}"
    else:
        everywhere = sum(len(survival.same) == survival.groups for survival in judged)
        text = f"{_of_cards(len(judged), everywhere, 'so')} in all {len(robust.judged)} groups of players"
    if not turned:
        return f"{text}; none is clearly the opposite anywhere."
    names = some_names([card_names(plan).get(survival.card, survival.card) for survival in turned], NAMED)
    return f"{text}; {len(turned)} {'is' if len(turned) == 1 else 'are'} clearly the opposite somewhere: {names}."


def alone(robust: Robust) -> str:
    """Where a strong style plays alone: "where everybody plays racer, climber or scholar"."""
    return _where(tuple(group.name for group in robust.peers))


def _where(groups: Sequence[str]) -> str:
    *first, last = (name.removeprefix(ALL) for name in groups)
    return f"where everybody plays {' or '.join([', '.join(first), last] if first else [last])}"


def _of_cards(judged: int, so: int, what: str) -> str:
    """So many cards are judged, and of these so many are so."""
    if judged == 1:
        return f"The one card that is too strong or too weak is {'' if so else 'not '}{what}"
    are = "are" if so > 1 else "is"
    return f"Of {judged} cards that are too strong or too weak, {so or 'none'} {are} {what}"


def survival_text(survival: Survival) -> str:
    """How a card's verdict fares: "Firm: too strong here and where everybody plays racer; fair: 2 players"."""
    if not survival.peers:
        text = f"{survival.verdict.capitalize()} in {len(survival.same)} of {survival.groups} groups of players"
        return "; ".join([text, *_elsewhere(survival, survival.undecided, survival.other)])
    if survival.firm:
        text = f"Firm: {survival.verdict} here and {_where(survival.peers)}"
    else:
        text = f"Not firm: {survival.verdict} here"
    others = [name for name in survival.same[1:] if not survival.firm or name not in survival.peers]
    parts = [f"so, too: {', '.join(others)}"] if others else []
    return "; ".join([text, *parts, *_elsewhere(survival, survival.undecided, survival.other)])


def _elsewhere(survival: Survival, undecided: Sequence[str], other: Sequence[str]) -> list[str]:
    """Where it is not so: the groups by what is clear there."""
    fair = [name for name in other if name not in survival.reversed]
    parts = ((UNDECIDED, undecided), (FAIR, fair), ("the opposite", survival.reversed))
    return [f"{what}: {', '.join(names)}" for what, names in parts if names]
