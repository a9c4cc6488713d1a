"""A game as a file: cards, settings, styles, seed and script, and what must come of it; JSON.

`balance scenario` plays it, `balance replay --script` writes it of a logged game, and `balance play` keeps in one what
a person plays. What stands in it is described in docs/how-to/write-a-scenario.md.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from balance.cards.read import CardFile, default_cards, read_cards
from balance.common.files import json_text, write_file
from balance.engine.game.agents import read_lineup
from balance.engine.game.decisions import Decision, Option, Wording
from balance.engine.game.game import Game, Plan
from balance.engine.game.installed import game_ids, saved_game
from balance.engine.game.plan import Request, cards_for, check_styles, requested_plan
from balance.engine.game.story import seat_name
from balance.engine.game.styles import Style

Row = Mapping[str, Any]


@dataclass(frozen=True)
class GameFile:
    """A game of one seed. Everything but ``folder`` is as it stands in the file; what is empty is left out there."""

    says: str = ""
    game: str = ""
    rules_version: int = 0
    """Of the game when the script was written; 0: not said."""
    cards: str = ""
    """The file of the card table, from ``folder``; empty: the usual one."""
    styles: tuple[Row, ...] = ()
    """Own styles: name, weights, knobs."""
    variant: str = ""
    settings: Row = field(default_factory=dict)
    seed: int = 1
    game_no: int = 0
    dealt: bool = False
    """The styles of the players are dealt to them in a random order, as in a run without --fixed-seats."""
    players: tuple[Row, ...] = ()
    """By seat: ``style``, ``person`` where one sits there, and what the game's position says of the seat."""
    position: Row = field(default_factory=dict)
    piles: Row = field(default_factory=dict)
    dice: Row = field(default_factory=dict)
    script: tuple[Row, ...] = ()
    expect: tuple[Row, ...] = ()
    folder: Path = Path()

    def plan(self) -> Plan:
        """The plan of this one game, all of it logged. Raises InputError."""
        game = self.rules
        known = {setting.name: setting for setting in game.settings}
        shown = {
            name: known[name].show(value) if name in known and isinstance(value, bool | int | str) else str(value)
            for name, value in self.settings.items()
        }
        request = Request(
            game=game.id, players=len(self.players), variant=self.variant or None, settings=shown, seed=self.seed,
            games=self.game_no + 1,
        )  # fmt: skip
        plan = requested_plan(request, cards_of(game, self.folder / self.cards if self.cards else None))
        own = tuple(Style(style["name"], "", style["weights"], style["knobs"]) for style in self.styles)
        styles = check_styles((*plan.styles, *own))
        words = [str(player.get("style", usual_style(game))) for player in self.players]
        lineup = read_lineup(",".join(words), styles, len(words))
        plan = replace(plan, styles=styles, lineup=lineup, fixed_seats=not self.dealt)
        plan.table()
        return plan

    @property
    def rules(self) -> Game:
        """The game that it is one of."""
        return saved_game(self.game, self.folder)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats at which persons sit."""
        return tuple(seat for seat, player in enumerate(self.players) if player.get("person"))

    def with_script(self, script: Iterable[Row]) -> GameFile:
        """The same game with another script, of the rules as they are."""
        return replace(self, rules_version=self.rules.rules_version, script=tuple(script))

    def of_other_rules(self) -> bool:
        """Whether the script was written when the game had other rules."""
        return self.rules_version not in (0, self.rules.rules_version)

    def text(self) -> str:
        """The file: a player, an entry of the script and an expectation on a line each."""
        lines = []
        for part in fields(self)[:-1]:
            value = getattr(self, part.name)
            if part.name not in ALWAYS and (value == part.default or value in ({}, ())):
                continue
            if isinstance(value, tuple):
                rows = ",\n".join(f"    {_json(row)}" for row in value)
                lines.append(f'  "{part.name}": [\n{rows}\n  ]')
            else:
                lines.append(f'  "{part.name}": {_json(value)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"


KEYS = tuple(part.name for part in fields(GameFile)[:-1])
ALWAYS = ("game", "seed", "game_no", "players")
"""Keys that are written even where they say what is usual."""


def _json(value: Any) -> str:
    return json_text(value, default=dict)


def usual_style(game: Game) -> str:
    """The style of a seat of which a file says nothing: it weighs nothing, where the game has such a one."""
    names = [style.name for style in game.styles]
    return "random" if "random" in names else names[0]


def cards_of(game: Game, path: Path | None) -> CardFile:
    """The card table of this file, else that which is usual for the game. Raises InputError."""
    return card_file(path or default_cards()) if game.file is None else cards_for(game, path)


def card_file(path: Path) -> CardFile:
    """A card table. Many files share one: as long as it is as it was it is read once. Raises InputError."""
    try:
        stat = path.stat()
    except OSError:
        return read_cards(path, game_ids())
    return _card_file(path, (stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size))


@functools.lru_cache(maxsize=8)
def _card_file(path: Path, state: tuple[int, ...]) -> CardFile:
    return read_cards(path, game_ids())


def save(file: GameFile, path: Path) -> None:
    """Write it, whole or not at all. Raises InputError where it cannot be written."""
    write_file(path, file.text())


def with_person(file: GameFile, seat: int) -> GameFile:
    """The same game with a person in this seat, and in no other."""
    players = [{key: value for key, value in player.items() if key != "person"} for player in file.players]
    players[seat]["person"] = True
    return replace(file, players=tuple(players))


def entry_of(decision: Decision, wording: Wording, ids: tuple[str, ...], agent: str) -> dict[str, Any]:
    """The entry of a script that makes this decision once more: by its number, in the words of its option.

    Where these may mean another option, too, by what the option is made of. ``ids``: as of ``find_option``.
    """
    asked = f"turn {decision.turn}, {seat_name(decision.seat, agent)}: {wording.points[decision.point]}"
    return {"decision": decision.number, "asked": asked, "choose": _named(decision, wording, ids)}


def _named(decision: Decision, wording: Wording, ids: tuple[str, ...]) -> str | dict[str, Any]:
    """What ``find_option`` finds the option chosen by, and no other."""
    words, parts = wording.option(decision, decision.chosen), _parts_of(decision.chosen, ids)
    if words.strip() and find_option(words, decision, wording, ids) == [decision.place]:
        return words
    # A verb of a game in plain Python is another number in another process: it is named only where it has to be.
    few = {key: parts[key] for key in ("card", "target")}
    return few if find_option(few, decision, wording, ids) == [decision.place] else parts


def as_said(words: str) -> str:
    """Words of an option as they are said now: older scripts say seat 2 where people say player 2.

    >>> as_said("T7 on seat 2's hero 1")
    "T7 on player 2's hero 1"
    """
    return re.sub(r"\bseat (?=\d)", "player ", words)


def find_option(wanted: Any, decision: Decision, wording: Wording, ids: tuple[str, ...]) -> list[int]:
    """The places of the options that ``choose`` of an entry means: one, or it is none of them or not clear.

    ``wanted``: words of the option, all of them or some that no other has; or an object of `card` (id), `target` and
    `verb` (numbers). ``ids``: of the cards, as the log counts them.
    """
    if isinstance(wanted, str):
        words = {place: wording.option(decision, decision.options[place]) for place in decision.different}
        low = as_said(wanted).casefold()
        exact = [place for place, said in words.items() if said.casefold() == low]
        return exact or [place for place, said in words.items() if low in said.casefold()]
    return [place for place in decision.different if _is_meant(decision.options[place], wanted, ids)]


def _is_meant(option: Option, wanted: Row, ids: tuple[str, ...]) -> bool:
    has = _parts_of(option, ids)
    return all(has[key] == value for key, value in wanted.items())


def _parts_of(option: Option, ids: tuple[str, ...]) -> dict[str, Any]:
    """What an option is made of, as a script names it."""
    return {"card": ids[option.card] if option.card >= 0 else None, "target": option.target, "verb": option.verb}
