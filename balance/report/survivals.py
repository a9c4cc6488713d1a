"""How verdicts fare among other players, in words."""

from __future__ import annotations

from balance.analysis.robust import Robust, Survival
from balance.engine.game import Plan
from balance.report.phrases import card_names, some_names

NAMED = 3
"""Cards named in a sentence."""


def summary(robust: Robust, plan: Plan) -> str:
    """How many verdicts hold, in a sentence or two."""
    judged, groups = robust.survivals, len(robust.judged)
    if not judged:
        return "No card is clearly too strong or too weak among these players, so none had to hold among others."
    everywhere = sum(len(survival.same) == survival.groups for survival in judged)
    turned = robust.reversals
    text = f"{_of_cards(len(judged), everywhere)} in all {groups} groups of players"
    if len(robust.peers) > 1 and len(judged) > 1:
        firm = sum(survival.firm for survival in judged)
        text += f", and {firm or 'none'} at {tables_of_strong(robust)}"
    if not turned:
        return f"{text}; none is clearly the opposite anywhere."
    names = some_names([card_names(plan).get(survival.card, survival.card) for survival in turned], NAMED)
    return f"{text}; {len(turned)} {'is' if len(turned) == 1 else 'are'} clearly the opposite somewhere: {names}."


def tables_of_strong(robust: Robust) -> str:
    """Where strong players sit: "all 4 tables of strong players"."""
    tables = len(robust.peers)
    return f"{'both' if tables == 2 else f'all {tables}'} tables of strong players"


def _of_cards(judged: int, so: int) -> str:
    """So many cards are judged, and of these so many are so."""
    if judged == 1:
        return f"The one card that is too strong or too weak is {'' if so else 'not '}so"
    are = "are" if so > 1 else "is"
    return f"Of {judged} cards that are too strong or too weak, {so or 'none'} {are} so"


def survival_text(survival: Survival) -> str:
    """How a card's verdict fares: "Too strong in 4 of 6 groups of players; undecided: careless, 2 players"."""
    text = f"{survival.verdict.capitalize()} in {len(survival.same)} of {survival.groups} groups of players"
    if survival.firm and len(survival.same) < survival.groups:
        text += ", every table of strong ones among them"
    fair = [name for name in survival.other if name not in survival.reversed]
    parts = [("undecided", survival.undecided), ("not so", fair), ("the opposite", survival.reversed)]
    return "; ".join([text, *(f"{what}: {', '.join(names)}" for what, names in parts if names)])
