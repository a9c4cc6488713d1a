"""What trial edits were found to do: every number of a card one step up or down, and what that changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

MEASURES = ("win_share", "points", "pick_rate", "length", "seat_gap")


@dataclass(frozen=True)
class Edit:
    """One cell of one card, as it is and as it might be."""

    card: str
    column: str
    place: int
    """Which of the numbers in the cell, from 0."""
    before: str
    """The cell as it is."""
    after: str
    up: bool
    """Whether that number is larger then."""

    @property
    def text(self) -> str:
        """What tells it from all other edits of the card."""
        return f"{self.column}: {self.before} -> {self.after}"


@dataclass(frozen=True)
class Shift:
    """A figure as it is and with the edit, and what the edit changes, with its interval (95 %)."""

    before: float
    after: float
    change: float
    low: float
    high: float

    @property
    def sure(self) -> float:
        """How far it clearly is from no change; 0: it may be none."""
        return max(0.0, self.low, -self.high)


@dataclass(frozen=True)
class Tried(Edit):
    """What became of one edit. Shares: 0.01 is one point; None: not known, or there is none."""

    win_share: Shift | None
    """Of the same players: those who gained the card in the game as it is, or in the game with the edit."""
    points: Shift | None
    """Of their score."""
    pick_rate: Shift | None
    """The share of the players who gain it, in games in which somebody could."""
    length: Shift | None
    """Turns of such a game."""
    seat_gap: Shift | None
    """How much more the seat wins that wins most than the one that wins least, in such games."""
    games: int
    """Games played again."""
    alone: bool = False
    """Whether win share and score are of one player for whom alone it was edited: all others have the card, too."""
    whole_set: bool = False
    """Whether all rows of the card's set were edited alike: the rules want the same in them."""


@dataclass(frozen=True)
class Sensitivity:
    """What became of all edits at one table."""

    players: int
    step: int
    until: float
    games: int
    """Games as they are, at most, that were looked at."""
    refused: int
    """Steps that the rules do not allow."""
    unseen: int
    """Steps that the rules do not see: no game can differ."""
    edits: tuple[Tried, ...]

    @property
    def ranked(self) -> list[Tried]:
        """What clearly moves the win share of its users most first."""
        return sorted(
            self.edits, key=lambda edit: (-_sure(edit), -_size(edit), edit.card, edit.column, edit.place, edit.up)
        )


def _sure(edit: Tried) -> float:
    return edit.win_share.sure if edit.win_share else 0.0


def _size(edit: Tried) -> float:
    return abs(edit.win_share.change) if edit.win_share else 0.0


def as_json(sensitivity: Sensitivity) -> dict[str, Any]:
    """Sensitivity as JSON: a flat object for every edit, the one that moves most first."""
    return {
        **{name: getattr(sensitivity, name) for name in ("players", "step", "until", "games", "refused", "unseen")},
        "edits": [_flat(edit) for edit in sensitivity.ranked],
    }


def _flat(edit: Tried) -> dict[str, Any]:
    flat: dict[str, Any] = {
        "card": edit.card, "column": edit.column, "place": edit.place,
        "from": edit.before, "to": edit.after, "up": edit.up,
    }  # fmt: skip
    for name in MEASURES:
        change: Shift | None = getattr(edit, name)
        prefix = "" if name == "win_share" else f"{name}_"
        numbers = asdict(change) if change else dict.fromkeys(("before", "after", "change", "low", "high"))
        flat |= {
            name: numbers["change"],
            f"{prefix}low": numbers["low"],
            f"{prefix}high": numbers["high"],
            f"{name}_before": numbers["before"],
            f"{name}_after": numbers["after"],
        }
    return flat | {"games": edit.games, "alone": edit.alone, "whole_set": edit.whole_set}


def from_json(data: Mapping[str, Any]) -> Sensitivity:
    """What ``as_json`` made of one. Raises ValueError, KeyError or TypeError for anything else."""
    asked = {name: data[name] for name in ("players", "step", "until", "games", "refused", "unseen")}
    return Sensitivity(**asked, edits=tuple(_unflat(edit) for edit in data["edits"]))


def _unflat(flat: dict[str, Any]) -> Tried:
    changes: dict[str, Any] = {}
    for name in MEASURES:
        prefix = "" if name == "win_share" else f"{name}_"
        names = (f"{name}_before", f"{name}_after", name, f"{prefix}low", f"{prefix}high")
        changes[name] = None if flat[name] is None else Shift(*(flat[key] for key in names))
    what = {name: flat[name] for name in ("card", "column", "place", "up", "games", "alone", "whole_set")}
    return Tried(**what, before=flat["from"], after=flat["to"], **changes)
