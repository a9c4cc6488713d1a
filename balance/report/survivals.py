"""How verdicts fare among other players, in words."""

from __future__ import annotations

from collections.abc import Sequence

from balance.analysis.robust import Group, Robust, Survival
from balance.analysis.verdicts import FAIR, UNDECIDED
from balance.engine.game import Plan
from balance.engine.game.story import listed
from balance.report.phrases import card_names, some_names

NAMED = 3
"""Cards named in a sentence."""


def summary(robust: Robust, plan: Plan) -> str:
    """How many verdicts hold, in a sentence or two."""
    judged, turned = robust.survivals, robust.reversals
    if not judged:
        return "No card is clearly too strong or too weak among these players, so none had to hold among others."
    if robust.peers:
        text = f"{_of_cards(len(judged), sum(survival.firm for survival in judged), 'firm')}: {where_firm(robust)}"
    else:
        everywhere = sum(len(survival.same) == survival.groups for survival in judged)
        text = f"{_of_cards(len(judged), everywhere, 'so')} in all {len(robust.judged)} groups of players"
    if not turned:
        return f"{text}; none is clearly the opposite anywhere."
    names = some_names([card_names(plan).get(survival.card, survival.card) for survival in turned], NAMED)
    return f"{text}; {len(turned)} {'is' if len(turned) == 1 else 'are'} clearly the opposite somewhere: {names}."


def where_firm(robust: Robust) -> str:
    """What firm means: "the same here and where everybody plays racer, climber or scholar"."""
    return f"the same here and {alone(robust.peers)}"


def alone(peers: Sequence[Group]) -> str:
    """Where a strong style plays alone: "where everybody plays racer, climber or scholar"."""
    return f"where everybody plays {listed([group.style for group in peers], ' or ')}"


def _of_cards(judged: int, so: int, what: str) -> str:
    """So many cards are judged, and of these so many are so."""
    if judged == 1:
        return f"The one card that is too strong or too weak is {'' if so else 'not '}{what}"
    are = "are" if so > 1 else "is"
    return f"Of {judged} cards that are too strong or too weak, {so or 'none'} {are} {what}"


def survival_text(survival: Survival) -> str:
    """How a card's verdict fares: "Firm: too strong here and where everybody plays racer; fair: 2 players"."""
    so: list[str] = []
    if not survival.peers:
        text = f"{survival.verdict.capitalize()} in {len(survival.same)} of {survival.groups} groups of players"
    elif survival.firm:
        text = f"Firm: {survival.verdict} here and {alone(survival.peers)}"
        so = [name for name in survival.same[1:] if name not in {group.name for group in survival.peers}]
    else:
        text, so = f"Not firm: {survival.verdict} here", [*survival.same[1:]]
    fair = [name for name in survival.other if name not in survival.reversed]
    parts = (("so, too", so), (UNDECIDED, survival.undecided), (FAIR, fair), ("the opposite", survival.reversed))
    return "; ".join([text, *(f"{what}: {', '.join(names)}" for what, names in parts if names)])
