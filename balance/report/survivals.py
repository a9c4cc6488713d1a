"""How verdicts fare among other players, in words."""

from __future__ import annotations

from balance.analysis.robust import Robust, Survival
from balance.engine.game import Plan
from balance.report.phrases import card_name, some_names

NAMED = 3
"""Cards named in a sentence."""


def summary(found: Robust, plan: Plan) -> str:
    """How many verdicts hold, in a sentence or two."""
    judged, groups = found.survivals, len(found.judged)
    if not judged:
        return f"No card is clearly too strong or too weak among these players; {groups} groups were tried."
    firm = [one for one in judged if len(one.same) == one.groups]
    turned = found.reversals
    text = f"{_of_cards(len(judged), len(firm))} in all {groups} groups of players"
    if not turned:
        return f"{text}; none is clearly the opposite anywhere."
    names = some_names([card_name(one.card, [plan]) for one in turned], NAMED)
    return f"{text}; {len(turned)} {'is' if len(turned) == 1 else 'are'} clearly the opposite somewhere: {names}."


def _of_cards(judged: int, firm: int) -> str:
    """So many cards are judged, and of these so many are so."""
    if judged == 1:
        return f"The one card that is too strong or too weak is {'' if firm else 'not '}so"
    are = "are" if firm > 1 else "is"
    return f"Of {judged} cards that are too strong or too weak, {firm or 'none'} {are} so"


def survival_text(one: Survival) -> str:
    """How a card's verdict fares: "Too strong in 4 of 6 groups of players; undecided: careless, 2 players"."""
    text = f"{one.verdict.capitalize()} in {len(one.same)} of {one.groups} groups of players"
    fair = [name for name in one.other if name not in one.reversed]
    parts = [("undecided", one.undecided), ("not so", fair), ("the opposite", one.reversed)]
    return "; ".join([text, *(f"{what}: {', '.join(names)}" for what, names in parts if names)])
