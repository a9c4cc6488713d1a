"""What the games of a run are played on: plain data that another process understands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class PlainStyle:
    """A play style: what it weighs, how often it slips, and how far it looks."""

    name: str
    weights: Mapping[str, float]
    """Those that are not 0."""
    slip: float
    ahead: int = 0
    """The futures in which it tries every option; 0: it only weighs them."""


@dataclass(frozen=True)
class Terms:
    """Everything that the games of a run are played with."""

    file: Path
    source: str
    """The text of the game, as it was when it was opened."""
    settings: tuple[tuple[str, Any], ...]
    cards: tuple[Mapping[str, Any], ...]
    """The cells of every card in play."""
    styles: tuple[PlainStyle, ...]
    lineup: tuple[tuple[int, ...], ...] = ()
    """By seat, the styles that it draws from."""
    dealt: bool = False
    """Whether the seats are dealt in every game."""
