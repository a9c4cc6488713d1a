"""What is printed on the cards of Fairy School, in words."""

from __future__ import annotations

from typing import Any

from balance.engine.game.faces import Face, sentence
from balance.engine.game.kinds import find_card
from balance.games.fairy_school.cards.box import ANY, DISCARD, ELEMENTS, Card, Cards, Creature, Final
from balance.games.fairy_school.tell.words import NAMES, describe_line, elements


def face(row: Any, cards: Cards) -> Face:
    """The face of a card in play."""
    card = find_card(cards, row.id)
    match card:
        case Card():
            return _small(card, cards)
        case Final():
            steps = tuple((f"Step {place}", elements(step.counts)) for place, step in enumerate(card.steps, start=1))
            return Face(effect=("Takes its steps in this order.",), points=f"{card.points} a step", facts=steps)
        case Creature():
            bonus = (
                "1 element of choice"
                if card.bonus == ANY
                else elements([int(card.bonus == element) for element in ELEMENTS])
            )
            return Face(effect=(f"Who studies it gains {bonus}.",), points=str(card.points))
    raise TypeError(card)


def _small(card: Card, cards: Cards) -> Face:
    effect = tuple(sentence(describe_line(line)) for line in card.effect.lines)
    if len(effect) == 2:
        effect = (effect[0], f"Or: {effect[1]}")
    facts = [("Creature", cards.creatures[card.creature].name.replace("_", " "))]
    if card.place:
        column = "the free column" if card.place == "0" else f"the {NAMES.get(card.place, '')} column"
        facts.append(("Begins in", "the discard pile" if card.place == DISCARD else column))
    if card.deck:
        facts.append(("Starting deck", card.deck))
    return Face(elements(card.cost.counts), effect, str(card.points) if card.points else "", tuple(facts))
