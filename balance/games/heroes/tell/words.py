"""What the story calls cards, damage and slots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from balance.engine.game.story import LoggedGame, Row, listed, seat_name
from balance.games.heroes.cards.box import ENERGY, TYPES, Adversary, Cards, Condition, Hero, Mission, Option, Tile


@dataclass(frozen=True)
class Book:
    """The cards by id, the options by their text, the seats by number."""

    seats: Mapping[int, str]
    heroes: Mapping[str, Hero]
    adversaries: Mapping[str, Adversary]
    missions: Mapping[str, Mission]
    tiles: Mapping[str, Tile]
    options: Mapping[str, Option]
    chains: bool  # an immediate tile may draw another one


def open_book(game: LoggedGame) -> Book:
    """The words of one game."""
    cards = game.plan.cards
    return Book(
        seats={row["seat"]: seat_name(row["seat"], row["agent"]) for row in game.seats},
        heroes={card.id: card for card in cards.heroes},
        adversaries={card.id: card for card in cards.adversaries},
        missions={card.id: card for card in cards.missions},
        tiles={card.id: card for card in cards.tiles},
        options={option.text: option for card in (*cards.heroes, *cards.tiles) for option in card.action.options},
        chains=any(card.set == "immediate" and card.action.has("tile") for card in cards.tiles),
    )


def describe_hero(hero: Hero) -> str:
    """The hero with its printed action."""
    return f"{hero.name} ({'no action' if hero.action.text == 'none' else hero.action.text})"


def describe_adversary(card: Adversary) -> str:
    """The adversary with its colour, points and condition."""
    more = f", {_condition(card.condition)}" if card.condition else ""
    return f"{card.name} ({card.color} {card.points}{more})"


def name_adversaries(cards: Cards, s: Any, places: Iterable[int]) -> str:
    """The adversaries at these places of the row, from 0, in the middle of a game."""
    return listed([describe_adversary(cards.adversaries[int(s.row[place])]) for place in places])


def name_heroes(cards: Cards, me: Any, places: Iterable[int]) -> str:
    """The heroes at these places of a seat's line-up, from 0, in the middle of a game."""
    return listed([cards.heroes[int(me.lineup[place])].name for place in places])


def _condition(condition: Condition) -> str:
    colors = condition.colors
    match condition.head:
        case "set":
            when = f"in a set of {listed(list(colors))}"
        case "most":
            when = f"for most {colors[0]}"
        case "strongest":
            when = "for most Strength"
        case "count":
            when = f"with {condition.number} adversaries"
        case "each":
            when = f"for each {colors[0]}"
        case _:
            when = "for each tile"
    return f"{condition.bonus} more {when}"


def damage(row: Row, prefix: str) -> tuple[int, str]:
    """The points under ``dmg_`` or ``hit_``, and how they are told: 2 damage and 1 fire."""
    untyped = row[f"{prefix}any"]
    typed = {word: row[f"{prefix}{letter}"] for letter, word in ENERGY.items()}
    words = [f"{untyped} damage"] if untyped else []
    words += [f"{points} {word}" for word, points in typed.items() if points]
    return untyped + sum(typed.values()), listed(words) or "no damage"


def free(row: Row, prefix: str) -> str:
    """The free slots under ``free_`` or ``victim_free_``."""
    kinds = {**ENERGY, "generic": "generic"}
    words = [f"{row[prefix + letter]} {word}" for letter, word in kinds.items() if row[prefix + letter]]
    return listed(words) or "none"


def placed(row: Row, prefix: str, free_prefix: str, column: str) -> str:
    """How much of the damage found a slot, and if not all of it, why."""
    points, _ = damage(row, prefix)
    if row[column] == points:
        return "all placed"
    return f"{row[column]} of {points} placed (free: {free(row, free_prefix)})"


def slots(lineup: Sequence[Hero]) -> str:
    """The slots of a line-up: 2 lightning, 1 plain, prestige 2 and 3."""
    joints = list(pairwise(lineup))
    words = []
    for letter, word in zip(TYPES, ENERGY.values(), strict=True):
        icons = sum(a == b == letter for left, right in joints for a, b in zip(left.right, right.left, strict=True))
        words += [f"{icons} {word}"] if icons else []
    values = [value for hero in lineup for value in hero.slots]
    plain = values.count(0)
    prestige = [str(value) for value in values if value]
    words += [f"{plain} plain"] if plain else []
    words += [f"prestige {listed(prestige)}"] if prestige else []
    return ", ".join(words) or "none"
