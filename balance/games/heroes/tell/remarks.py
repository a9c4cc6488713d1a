"""What a player who is asked hears beside the wording: which cards the places of an option stand for."""

from __future__ import annotations

from typing import Any

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Remarks
from balance.engine.game.story import places_in
from balance.games.heroes.state import LONGEST, PRESTIGE_SLOT, Point, Verb
from balance.games.heroes.tell.words import describe_hero, name_adversaries, name_heroes


def remarks(plan: Plan, s: Any, t: Any, decision: Decision) -> Remarks:
    """What there is to say of the decision under way."""
    return Remarks(options=tuple(_say(plan, s, decision, option) for option in decision.options))


def _say(plan: Plan, s: Any, decision: Decision, option: Option) -> str:
    cards, me, target = plan.cards, s.seat[decision.seat], option.target
    match Point(decision.point):
        case Point.SPOILS:
            return name_adversaries(cards, s, places_in(target))
        case Point.DISCARDS:
            return name_heroes(cards, me, places_in(target))
        case Point.RESERVE | Point.PLACE if option.verb != Verb.LEAVE:
            owner, position = divmod(target, LONGEST)
            return describe_hero(cards.heroes[int(s.seat[owner].lineup[position])])
        case Point.SLOT | Point.HEALING if target >= PRESTIGE_SLOT:
            return f"worth {int(me.slots.value[target - PRESTIGE_SLOT])}"
    return ""
