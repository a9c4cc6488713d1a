"""What kinds of cards a game has, when a player has gained one, and what may stand in its place.

The power of a card is found by playing games again with an ordinary card in its place (see ``balance.judging``). Of
each kind of its cards a game says here all that this needs. What several players have at once cannot be exchanged for
all of them, for then nobody would have an advantage: in every game it is exchanged for one player (``one_player``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

KEPT = ("id", "name", "copies")
"""What a place keeps, whatever stands in it."""
ALL_OF = "taken + played + used"
"""The event of gaining, where a game does not say: whatever a player can do with a card."""


@dataclass(frozen=True)
class Kind:
    """One kind of cards, as its power is found. Names of columns are those of the table ``cards`` of the log."""

    name: str
    """As in the column ``kind`` of the card table."""
    gained: str = ""
    """What counts how often a player gained such a card (an SQL expression); "": nobody ever gains one."""
    offered: str = "seen"
    """What counts how often a player could have gained it (an SQL expression)."""
    alike: tuple[str, ...] = ()
    """Fields of a card in which all that may stand in its place is like it: a stack, a rank."""
    keeps: tuple[str, ...] = ()
    """Fields that the place keeps, beside KEPT, because they belong to the set-up and not to the card."""
    rows: tuple[str, ...] = ()
    """Fields of TABLE that by card hold all that follows from its numbers: "hero[]", "style.hero[]", "card[].cost".

    "[]" stands behind the field that has a place for every card of the pile. Where a game names them an exchange is a
    copy of these, instead of a TABLE that is filled again, which may take longer than the games played with it.
    """
    one_player: bool = False
    """Whether the card is exchanged for one player of every game only, as several can have it.

    Then the game's cards have a field ``stand_in``: the card that stands in the place of the one of its id.
    """
    absent: Callable[[Any, str], Any] | None = None
    """(cards, id) -> the cards without this one, where no other can stand in its place; None: others can."""
    names: tuple[str, ...] = ()
    """Columns and traits of the card table whose numbers are names or places and no amounts: no step is tried."""
    ones: str = ""
    """A regular expression for the places in ``cost`` and ``effect`` where a 1 is left out: "E" is 1E."""
    of_set: tuple[str, ...] = ()
    """Columns that say the same in all rows of a set: an edit of one is an edit of all."""
    why: str = ""
    """For a person: what it is compared with, and why; or why it is compared with nothing."""


def peers(cards: Any, kind: Kind, place: str, of_kind: frozenset[str]) -> tuple[str, ...]:
    """The ids of the cards that may stand in a place: the others ``of_kind`` that are alike, in table order."""
    mine = find_card(cards, place)
    return tuple(
        card.id
        for card in _pile_of(cards, place)
        if card.id in of_kind
        and card.id != place
        and all(getattr(card, name) == getattr(mine, name) for name in kind.alike)
    )


def exchanged(cards: Any, kind: Kind, place: str, other: str) -> Any:
    """The cards with the numbers of ``other`` in the place of the card ``place``, for all or for one player."""
    mine = find_card(cards, place)
    kept = {name: getattr(mine, name) for name in (*KEPT, *kind.keeps)}
    card = replace(find_card(cards, other), **kept)
    if kind.one_player:
        return replace(cards, stand_in=card)
    pile = _name_of_pile(cards, place)
    return replace(cards, **{pile: tuple(card if row.id == place else row for row in getattr(cards, pile))})


def places_in_pile(cards: Any, id: str) -> dict[str, int]:
    """Where the card of this id and those beside it in its field lie, from 0. Raises KeyError."""
    return {card.id: place for place, card in enumerate(_pile_of(cards, id))}


def rows_by_card(table: Any, kind: Kind) -> list[np.ndarray]:
    """What ``table`` (a TABLE) holds of each card, as ``kind.rows`` says: views, by the place of the card."""
    fields = []
    for path in kind.rows:
        field, axis = table, 0
        for word in path.split("."):
            name = word.removesuffix("[]")
            axis = axis if name == word else field.ndim
            field = field[name]
        fields.append(np.moveaxis(field, axis, 0))
    return fields


def find_card(cards: Any, id: str) -> Any:
    """The card of this id. Raises KeyError."""
    for card in _pile_of(cards, id):
        if card.id == id:
            return card
    raise KeyError(id)


def _pile_of(cards: Any, id: str) -> tuple[Any, ...]:
    pile: tuple[Any, ...] = getattr(cards, _name_of_pile(cards, id))
    return pile


def _name_of_pile(cards: Any, id: str) -> str:
    """The field of the cards in which the card of this id lies. Raises KeyError."""
    for name, pile in _piles(cards):
        if any(card.id == id for card in pile):
            return name
    raise KeyError(id)


def _piles(cards: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for field in fields(cards):
        pile = getattr(cards, field.name)
        if isinstance(pile, tuple) and pile and is_dataclass(pile[0]) and hasattr(pile[0], "id"):
            yield field.name, pile


def kinds_by_card(kinds: tuple[Kind, ...], kind_of: Mapping[str, str]) -> dict[str, Kind]:
    """The kind of every card, by its id. A kind that the game does not name is one that nobody gains."""
    named = {kind.name: kind for kind in kinds}
    return {id: named.get(name, Kind(name)) for id, name in kind_of.items()}
