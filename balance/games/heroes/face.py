"""What is printed on the cards of Heroes, in words."""

from __future__ import annotations

from typing import Any

from balance.common.units import counted
from balance.engine.game.faces import Face, sentence
from balance.engine.game.kinds import find_card
from balance.engine.game.story import listed
from balance.games.heroes.cards.box import (
    ALL,
    ENERGY,
    TYPES,
    Action,
    Adversary,
    Cards,
    Condition,
    Damage,
    Die,
    Hero,
    Mission,
    Option,
    Step,
    Tile,
)

SIGNS = {"L": "lightning", "F": "fire", "I": "ice", "-": "–"}
PLACED = {"fight": "a fight", "shine": "a shine", "tile": "a tile"}
"""What a hero has on it, where an interaction tile may go (HF-73)."""


def face(row: Any, cards: Cards) -> Face:
    """The face of a card in play."""
    card = next((die for die in cards.dice if die.id == row.id), None) or find_card(cards, row.id)
    match card:
        case Hero():
            return _hero(card)
        case Adversary():
            return Face(effect=(_condition(card.condition),) if card.condition else (), points=str(card.points))
        case Mission():
            return Face(requirement(card), points=", then ".join(map(str, card.spaces)))
        case Tile():
            where = (f"Goes on a hero with {PLACED[card.icon]}.",) if card.icon else ()
            return Face(effect=(_action(card.action), *where))
        case Die():
            return Face(facts=(("Faces", "; ".join(damage(face) for face in card.faces)),))
    raise TypeError(card)


def _hero(hero: Hero) -> Face:
    facts = [("Strength", str(hero.strength))]
    if hero.slots:
        facts.append(("Slots", ", ".join(f"worth {value}" if value else "plain" for value in hero.slots)))
    facts += [("Left edge", _edge(hero.left)), ("Right edge", _edge(hero.right))]
    return Face(effect=(_action(hero.action),), facts=tuple(facts))


def _edge(edge: str) -> str:
    """The half icons of an edge from top to bottom: "fire, –, ice"."""
    return ", ".join(SIGNS[sign] for sign in edge)


def _action(action: Action) -> str:
    return sentence(", or ".join(_option(option) for option in action.options))


def _option(option: Option) -> str:
    return ", then ".join(_step(step) for step in option.steps)


def _step(step: Step) -> str:
    dice = f"the {listed(list(step.dice))} {'die' if len(step.dice) == 1 else 'dice'}"
    match step.word:
        case "fight":
            many = "1 adversary" if step.number == 1 else f"up to {step.number} adversaries"
            return f"fight {many}{f' with the {step.with_die} die' if step.with_die else ''}"
        case "heal":
            return "remove all wounds" if step.number == ALL else f"remove {counted(step.number, 'wound')}"
        case "shine":
            return f"gain {counted(step.number, 'point')}"
        case "gift":
            return f"an opponent gains {counted(step.number, 'point')}"
        case "roll":
            return f"roll {dice} against yourself"
        case "hit":
            return f"an opponent takes {damage(step.damage)}"
        case "hitroll":
            return f"an opponent rolls {dice} and takes the damage"
    return {"none": "no action", "mission": "go on a mission", "tile": "take a tile"}[step.word]


def damage(points: Damage) -> str:
    """1 damage and 2 fire; "no damage"."""
    typed = zip(points.typed, TYPES, strict=True)
    words = [f"{points.untyped} damage"] if points.untyped else []
    words += [f"{count} {ENERGY[letter.lower()]}" for count, letter in typed if count]
    return listed(words) or "no damage"


def requirement(mission: Mission) -> str:
    """What a mission asks for: "have 2 adversaries and take 1 damage"; nothing: ""."""
    words = [f"have {counted(mission.have, 'adversary').replace('adversarys', 'adversaries')}"] if mission.have else []
    if mission.wounds != Damage():
        words.append(f"take {damage(mission.wounds)}")
    if mission.dice:
        words.append(f"roll {listed(list(mission.dice))}")
    return listed(words)


def _condition(condition: Condition) -> str:
    colors, bonus = condition.colors, f"+{condition.bonus}"
    match condition.head:
        case "set":
            return f"{bonus} in a set of {listed(list(colors))}."
        case "most":
            return f"{bonus} for the most {colors[0]} adversaries."
        case "strongest":
            return f"{bonus} for the most Strength."
        case "count":
            return f"{bonus} with {condition.number} adversaries or more."
        case "each":
            return f"{bonus} for each {colors[0]} adversary."
    return f"{bonus} for each tile."
