"""What is printed on the tiles of Fairies of Alfheim, in words."""

from __future__ import annotations

from typing import Any

from balance.engine.game.faces import Face
from balance.engine.game.kinds import find_card
from balance.engine.game.story import listed
from balance.games.alfheim.cards.box import PREPARATION, START, Cards, Clue, Cost, Expert, Fairy, Footprint, Reveal
from balance.games.alfheim.tell.words import name_types

RANKS = ("first", "second", "third", "fourth", "fifth")


def face(row: Any, cards: Cards) -> Face:
    """The face of a tile in play."""
    names = {clue.icon: clue.name.removesuffix(" from the centre").lower() for clue in cards.player}
    card = find_card(cards, row.id)
    match card:
        case Clue():
            return Face(effect=(f"Shows {names[card.icon]}.",))
        case Fairy():
            effect = _reveal(cards.reveal[card.type], name_types(cards))
            return Face(_cost(card.cost, names), (effect,), str(cards.points[card.type]))
        case Footprint():
            pair = listed([names[icon] for icon in card.icons])
            return Face(effect=(f"A bonus for {pair} side by side.",))
        case Expert():
            types = name_types(cards)
            who = f"For the {RANKS[card.rank - 1]} to place {listed([types[kind] for kind in card.need])}."
            return Face(effect=(who,), points=str(card.points))
    raise TypeError(card)


def _cost(cost: Cost, names: dict[str, str]) -> str:
    """2 bread, 1 honey and 2 of any clue; 3 alike and 1 other."""
    if not cost.parts:
        words = [f"{cost.icons.count(icon)} {names[icon]}" for icon in dict.fromkeys(cost.icons)]
        return listed([*words, *([f"{cost.wild} of any clue"] if cost.wild else [])])
    alike = [part for part in cost.parts if part > 1]
    single = len(cost.parts) - len(alike)
    words = [f"{part} {'others ' if place else ''}alike" for place, part in enumerate(alike)]
    if single:
        words.append(f"{single} different" if not alike else "1 other" if single == 1 else f"{single} different others")
    return listed(words)


def _reveal(reveal: Reveal, types: dict[str, str]) -> str:
    if reveal.when == START:
        return "Open from the start."
    if reveal.when == PREPARATION:
        return "Revealed in the preparation."
    return f"Secret: drawn by who has placed {listed([types[kind] for kind in reveal.after])}."
