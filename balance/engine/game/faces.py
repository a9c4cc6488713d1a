"""The face of a card: what is printed on it, in words that need no notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Face:
    """A card as a person reads it; what it has not is empty. All texts are plain text."""

    cost: str = ""
    """What it costs or asks for: "1 damage and 2 fire"."""
    effect: tuple[str, ...] = ()
    """What it does, a sentence each."""
    points: str = ""
    """What it scores: "8, then 6"."""
    facts: tuple[tuple[str, str], ...] = ()
    """(what, value) of everything else that is printed: ("Strength", "2")."""


def cells_as_they_stand(row: Any) -> Face:
    """The cells of the card table, unread."""
    effect = (row.effect,) if row.effect else ()
    return Face(row.cost, effect, row.points, (("Traits", row.traits),) if row.traits else ())


def sentence(text: str) -> str:
    """A phrase as a sentence: a capital first, a full stop at the end.

    >>> sentence("take a tile")
    'Take a tile.'
    """
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}" if text else ""
