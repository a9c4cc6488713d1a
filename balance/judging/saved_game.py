"""A game that a person plays, as a file: what was asked for, and every choice made so far."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from balance.common.errors import InputError, Problem
from balance.common.files import write_text
from balance.engine.game import Plan, find_game
from balance.engine.game.decisions import Decision, Force, script_of
from balance.engine.game.plan import Request, make_plan

KIND = "a game of balance"
"""What the file says it is."""


@dataclass(frozen=True)
class SavedGame:
    """A game in which one seat is a person's."""

    game: str
    seat: int
    """The person's, from 0."""
    players: int
    agents: str
    """A style for every seat; the person's own is the one that gives hints."""
    seed: int
    variant: str
    settings: dict[str, str]
    cards: str | None = None
    """The file of the card table, as it was named; None: the usual one."""
    rules_version: int = 0
    choices: tuple[Force, ...] = ()
    """Of all players, as far as the game was played."""

    def plan(self) -> Plan:
        """The plan of the game. Raises InputError for what cannot be, and where the rules have changed since."""
        game = find_game(self.game)
        if self.choices and self.rules_version != game.rules_version:
            says = f"the rules of {game.name} have changed since this game was begun"
            raise InputError([Problem(says, allowed="a new game")])
        request = Request(
            game=self.game,
            games=1,
            players=self.players,
            variant=self.variant or None,
            settings=self.settings,
            agents=self.agents,
            fixed_seats=True,
            seed=self.seed,
            cards=Path(self.cards) if self.cards else None,
        )
        plan = make_plan(request)
        if game.look is None or game.wording is None:
            raise InputError([Problem(f"nobody can sit down at {game.name} yet", allowed="another game")])
        return plan

    def after(self, decisions: Iterable[Decision]) -> SavedGame:
        """The same game after these decisions, from its first one on."""
        return replace(self, rules_version=find_game(self.game).rules_version, choices=script_of(decisions))


def save(saved: SavedGame, file: Path) -> None:
    """Write the file, whole or not at all."""
    told = {"kind": KIND} | asdict(saved)
    told["choices"] = [list(asdict(choice).values()) for choice in saved.choices]
    write_text(file, json.dumps(told, indent=None) + "\n")


def load(file: Path) -> SavedGame:
    """Read it. Raises InputError, which names what is wrong in the file."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(told, dict) or told.pop("kind", None) != KIND:
            raise ValueError("it is not a game saved by `balance play`")
        choices = tuple(Force(*map(_whole, choice)) for choice in told.pop("choices"))
        return SavedGame(**_checked(told), choices=choices)
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror or error}", file=str(file))]) from None
    except (ValueError, TypeError, KeyError) as error:
        says = f"cannot be used: {error}" if error.args else "cannot be used"
        raise InputError([Problem(says, file=str(file), allowed="a file that `balance play` has written")]) from None


TYPES: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "seat": int,
    "players": int,
    "agents": str,
    "seed": int,
    "variant": str,
    "settings": dict,
    "cards": (str, type(None)),
    "rules_version": int,
}


def _checked(told: dict[str, Any]) -> dict[str, Any]:
    """The fields, if each is there and of its type. Raises ValueError."""
    for name, type_ in TYPES.items():
        if name not in told or not isinstance(told[name], type_):
            raise ValueError(f"{name} is missing, or no {type_ if isinstance(type_, tuple) else type_.__name__}")
    if more := told.keys() - TYPES.keys():
        raise ValueError(f"{min(more)} does not belong there")
    if not 0 <= told["seat"] < told["players"]:
        raise ValueError("there is no such seat")
    return told


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no choice")
    return value
