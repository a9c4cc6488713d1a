"""A game in plain Python as the rest of balance knows it: the contract of ``engine.game`` filled from its class."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from inspect import isfunction
from pathlib import Path
from typing import Any

from balance.common.faults import AuthorError
from balance.engine.game import Chance, Variant
from balance.engine.game import Game as EngineGame
from balance.engine.game.settings import Setting
from balance.engine.game.styles import AHEAD, NAME, RANDOM, SLIP, Feature, Style
from balance.engine.kernels.buffers import BLOCK_ROWS
from balance.engine.kernels.lineup import MAX_SEATS
from balance.engine.kernels.swift import SWIFT_TROUBLES, swift_table
from balance.engine.plain.directed import STATE, look, news, wording
from balance.engine.plain.game import Game
from balance.engine.plain.log import GAMES_PER_PART, blocks, rows_per_game, tables
from balance.engine.plain.table import NAMED_STREAM, TABLE, fill_swift_table, fill_table, play_games, read_plain_cards
from balance.engine.plain.tell import tell

LARGEST_SETTING = 1_000_000
LOOKAHEAD = "lookahead"
FUTURES = 4
"""In which the style of this name tries every option."""
CLOSED = "it does not say what a player cannot see: write `def hidden(self, player):` in its class"
FEW_GAMES = 10_000
"""Of a demonstration, of reference figures and of an arm of an experiment."""


def contract(kind: type[Game]) -> EngineGame:
    """The game of a class. Raises AuthorError for what the class says and cannot mean."""
    file = Path(sys.modules[kind.__module__].__file__ or "")
    low, high, usual = _players(kind)
    _check_shapes(kind)
    parts = tuple(kind.parts)
    features = tuple(Feature(name, "1", about) for name, about in kind.features.items())
    for name in (*parts, *kind.features, *kind.settings):
        if not isinstance(name, str) or not name.isidentifier():
            raise AuthorError(f"{name!r} is not a name: letters, digits and _", kind.__name__)
    game = EngineGame(
        id=file.stem,
        name=kind.name or kind.__name__,
        about=kind.about or (kind.__doc__ or "").strip().partition("\n")[0] or "A game of your own.",
        rules_version=1,
        seats=(low, high),
        usual_seats=usual,
        variants=(Variant("base", "the rules as they are written"),),
        settings=tuple(_setting(name, value) for name, value in kind.settings.items()),
        knobs=(SLIP, AHEAD),
        styles=_styles(kind),
        folder=file,
        demo_games=FEW_GAMES,
        baseline_games=FEW_GAMES,
        arm_games=FEW_GAMES,
        read_cards=read_plain_cards,
        features=lambda cards: features,
        fill_table=fill_table,
        tables=partial(tables, parts),
        rows_per_game=partial(rows_per_game, kind.most_turns, GAMES_PER_PART),
        table_record=TABLE,
        state_record=STATE,
        blocks=blocks(len(parts)),
        play_games=play_games,
        tell=tell,
        wording=wording,
        look=look,
        news=news,
        luck=(Chance("dice and cards", (NAMED_STREAM,)),),
        in_turn=_in_turn(kind),
        closed=CLOSED if kind.hidden is Game.hidden else "",
    )
    return game if kind.compiled is None else _compiled(kind, game)


def _compiled(kind: type[Game], game: EngineGame) -> EngineGame:
    """The same, played by the kernel that the class names."""
    if kind.state is None:
        raise AuthorError("compiled = ... needs a STATE beside it: state = swift_state(...)", "compiled")
    cards, streams = kind.state["met"].shape[1], kind.state["stream"].shape[0] - 1
    if len(kind.streams) > streams:
        raise AuthorError(
            f"{len(kind.streams)} streams, and the STATE has {streams}: swift_state(streams=...)", "state"
        )
    return replace(
        game,
        table_record=swift_table(dict(kind.settings), len(kind.features), tuple(kind.columns), cards, streams),
        state_record=kind.state,
        fill_table=partial(fill_swift_table, kind),
        rows_per_game=partial(rows_per_game, kind.most_turns, BLOCK_ROWS),
        play_games=kind.compiled,
        troubles=SWIFT_TROUBLES,
        wording=None,
        look=None,
        luck=(),
    )


def _in_turn(kind: type[Game]) -> bool:
    """Whether it asks for ``turns()``, one player's after the other's: rows of turns say nothing of who moves."""
    methods = (value for each in kind.__mro__ if each not in Game.__mro__ for value in vars(each).values())
    return any(isfunction(method) and Game.turns.__name__ in method.__code__.co_names for method in methods)


def _players(kind: type[Game]) -> tuple[int, int, int]:
    """The fewest, the most, and the usual number."""
    given = kind.players
    both = given if isinstance(given, tuple | list) else (given, given)
    if [type(number) for number in both] != [int, int] or not 1 <= both[0] <= both[1] <= MAX_SEATS:
        raise AuthorError(f"players = {given!r} cannot be: fewest and most, from 1 to {MAX_SEATS}", "players")
    low, high = both
    usual = kind.usual_players or max(low, min(high, 4))
    if type(usual) is not int or not low <= usual <= high:
        raise AuthorError(f"usual_players = {usual!r} cannot be: from {low} to {high}", "usual_players")
    return low, high, usual


def _check_shapes(kind: type[Game]) -> None:
    """Raise AuthorError for what is no list of names, or does not say something of each."""
    for field, example in (("settings", '"goal": 50'), ("features", '"bank": "points"'), ("styles", '"bold": {}')):
        if not isinstance(getattr(kind, field), Mapping):
            raise AuthorError(f"{field} must say something of every name: {field} = {{{example}}}", field)
    for field in ("parts", "secret"):
        if isinstance(words := getattr(kind, field), str):
            raise AuthorError(f"{field} needs a comma, also behind a single name: {field} = {words!r},", field)
    if not kind.parts or len({*kind.parts}) < len(tuple(kind.parts)):
        raise AuthorError('parts must name where points come from, each once: parts = "points",', "parts")
    if kind.__init__ is not Game.__init__:
        raise AuthorError("a game is made by balance: write what __init__ does into `def setup(self):`", "__init__")


def _setting(name: str, value: Any) -> Setting:
    message = name.replace("_", " ")
    if isinstance(value, bool):
        return Setting(name, value, message, "own")
    if isinstance(value, int):
        return Setting(name, value, message, "own", min(value, 0), max(value, LARGEST_SETTING))
    raise AuthorError(f"settings: {name} = {value!r} must be a whole number, True or False", "settings", name)


def _styles(kind: type[Game]) -> tuple[Style, ...]:
    knobs = {SLIP.name: SLIP.default}
    own = {"greedy": dict.fromkeys(kind.features, 1.0), **kind.styles}
    for name, weights in own.items():
        if not NAME.fullmatch(name):
            raise AuthorError(f"styles: {name!r} is not a name: a letter, then letters, digits, _ or -", "styles", name)
        if not isinstance(weights, Mapping):
            raise AuthorError(f"style {name} must give weights: {{{name!r}: {{'feature': 1}}}}", "styles", name)
        if unknown := weights.keys() - kind.features.keys():
            known = ", ".join(kind.features) or "none"
            raise AuthorError(
                f"style {name} weighs {', '.join(sorted(unknown))}, which is not a feature ({known})", "styles", name
            )
        for feature, weight in weights.items():
            if not isinstance(weight, int | float) or not math.isfinite(weight):
                raise AuthorError(f"style {name}: the weight of {feature} is {weight!r}, no number", "styles", name)
    looks = Style(
        LOOKAHEAD,
        "tries every option to the end of the turn, and otherwise plays as greedy (slow)",
        {key: float(value) for key, value in own["greedy"].items()},
        {**knobs, AHEAD.name: FUTURES},
        reference=True,
        in_mixed=False,
    )
    return (
        RANDOM,
        *(
            Style(name, _about(weights), {key: float(value) for key, value in weights.items()}, knobs, name == "greedy")
            for name, weights in own.items()
        ),
        *([looks] if LOOKAHEAD not in own else []),
    )


def _about(weights: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:+g}" for name, value in weights.items()) or "weighs nothing"
