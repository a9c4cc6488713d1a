"""What can be seen in the code of a plain game, and in games of it: things its author will want to know."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from balance.common.errors import BalanceError
from balance.common.faults import shown
from balance.common.modules import line_of
from balance.engine.game import Game, Plan
from balance.engine.plain.game import Game as PlainGame
from balance.engine.plain.playing import Order, Process, play
from balance.engine.plain.sample import sample_of
from balance.engine.plain.table import terms_of

CHANCE = ("random", "secrets", "uuid", "time", "datetime")
"""Modules whose answers are other ones in every run."""
SAID = ("name", "about", "players", "usual_players", "settings", "parts", "features", "styles", "most_turns")
"""What a class says of itself: not changed by games."""
FEW = 20


class Remark(NamedTuple):
    """Something found in a plain game."""

    text: str
    error: bool = True


def look_at_code(game: Game) -> Iterator[Remark]:
    """What the text of the file shows, without playing."""
    file = Path(str(game.file))
    for node in ast.walk(ast.parse(game.source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            message = "print() speaks in every game: self.tell puts it into the replay"
            yield Remark(f"{shown((str(file), node.lineno))}: {message}", error=False)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            for name in names:
                if name.partition(".")[0] in CHANCE:
                    message = f"{name} is not the same in every run: use self.roll, self.shuffle and player.choose"
                    yield Remark(f"{shown((str(file), node.lineno))}: {message}")
        elif isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.List | ast.Dict | ast.Set):
                    for name in (target.id for target in statement.targets if isinstance(target, ast.Name)):
                        if name not in SAID:
                            message = f"all games share this {name}: make it in setup, as self.{name}"
                            yield Remark(f"{shown((str(file), statement.lineno))}: {message}")


def look_at_games(plan: Plan) -> Iterator[Remark]:
    """What games of a plan show. Raises as playing them does."""
    few = replace(plan, games=FEW)
    games = list(sample_of(few))
    kind = type(games[0])
    weighed = {name for game in games for name in game.weighed}
    for name in kind.features:
        if name not in weighed:
            yield Remark(f"{place(plan.game, 'features', name)}: no choice weighs {name}", error=False)
    asked = {player.seat for game in games for player in game.players if player.asked}
    for player in sorted({*range(plan.players)} - asked) if asked else ():
        yield Remark(f"{place(plan.game, 'play')}: player {player + 1} has no choice in {FEW} games", error=False)
    if not asked:
        yield Remark(f"{place(plan.game, 'play')}: nobody has a choice in {FEW} games", error=False)
    yield from _other_games(plan.game, kind)
    yield from _gains_count(plan.game, games)
    yield from _score_is_steady(plan.game, games)
    yield from _somebody_loses(plan.game, games)
    yield from _order_of_sets(few)
    yield from _settings_matter(few, games)


def _other_games(game: Game, kind: type[PlainGame]) -> Iterator[Remark]:
    """Games that stand in the same file: the last one is played."""
    classes = [member for member in vars(sys.modules[kind.__module__]).values() if isinstance(member, type)]
    for other in (each for each in classes if issubclass(each, PlainGame) and each.__module__ == kind.__module__):
        if not issubclass(kind, other):
            message = f"{other.__name__} is not played: the last game of the file is, {kind.__name__}"
            yield Remark(f"{place(game, other.__name__)}: {message}", error=False)


def _gains_count(game: Game, games: list[PlainGame]) -> Iterator[Remark]:
    """Whether ``score`` counts, of what players gained, anything at all."""
    gained = [(played, player) for played in games for player in played.players if any(player.parts.values())]
    for played, player in gained:
        scored, kept = played.scored(player), player.parts
        player.parts = dict.fromkeys(kept, 0)
        counts = played.scored(player) != scored
        player.parts = kept
        if counts:
            return
    if gained:
        yield Remark(f"{place(game, 'score')}: score() leaves out what players gain (player.points)", error=False)


def _score_is_steady(game: Game, games: list[PlainGame]) -> Iterator[Remark]:
    for played in games:
        for player in played.players:
            first, again = played.scored(player), played.scored(player)
            if first != again:
                message = (
                    f"score() gives {sum(first)} and then {sum(again)} for the same player: it must change nothing"
                )
                yield Remark(f"{place(game, 'score')}: {message}")
                return


def _somebody_loses(game: Game, games: list[PlainGame]) -> Iterator[Remark]:
    """Whether all win every game, though there are several."""
    if len(games[0].players) > 1 and all(len(played.won) == len(played.players) for played in games):
        message = "all players win every game: if they can lose together, say so in `def winners(self):`"
        yield Remark(f"{place(game, 'score')}: {message}", error=False)


def _order_of_sets(plan: Plan) -> Iterator[Remark]:
    """Python puts sets of words in another order in every process; then a game is another one, too."""
    order = Order(terms_of(plan), plan.seed, range(plan.games), True)
    here = play(order)
    for seed in ("1", "2"):
        process = Process(hash_seed=seed, silent=True)
        try:
            there = process.play(order)
        finally:
            process.end()
        if there != here:
            message = "another process plays other games: does a loop go over a set? Sort it"
            yield Remark(f"{place(plan.game, 'play')}: {message}")
            return


def _settings_matter(plan: Plan, games: list[PlainGame]) -> Iterator[Remark]:
    """Whether another value of a setting makes another game."""
    for setting in plan.game.settings:
        value = plan.settings[setting.name]
        other = not value if isinstance(value, bool) else max(1, int(value) // 2) if value != 1 else 2
        changed = replace(plan, settings={**plan.settings, setting.name: other})
        try:
            played = [game.rows for game in sample_of(changed)]
        except BalanceError as error:
            message = f"with {setting.name} = {other} the game goes wrong: {str(error).splitlines()[0]}"
            yield Remark(f"{place(plan.game, 'settings', setting.name)}: {message}", error=False)
            continue
        if played == [game.rows for game in games]:
            message = f"the setting {setting.name} changes nothing: {FEW} games are the same with {other}"
            yield Remark(f"{place(plan.game, 'settings', setting.name)}: {message}", error=False)


def place(game: Game, name: str, word: str = "") -> str:
    """Where a plain game says something, as ``pig.py:12``: see ``line_of``."""
    return shown((str(game.file), line_of(game.source, name, word)))
