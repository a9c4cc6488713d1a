"""Scenarios that are positions: from there some choices are played, and what must come of them; one JSON file each.

Those that are games of a seed read `read_game_file`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from balance.cards.read import CardTable, default_cards, read_cards
from balance.common.errors import BalanceError, Problem, nearest
from balance.common.units import counted
from balance.engine.game.game import Game, Plan
from balance.engine.game.installed import ENDING, find_game, game_ids, saved_game
from balance.engine.game.plan import game_cards
from balance.engine.game.settings import Value
from balance.engine.game.styles import styles_at

KEYS = ("says", "game", "cards", "settings", "turn", "moment", "active", "players", "script", "expect")
"""What may stand in a file. The engine reads `game`, `cards`, `settings`, `script` and `expect`; the game the rest."""
END = "end"
"""The verb that ends a script: what stands behind it is not played."""
ILLEGAL = "illegal"
"""The verb whose argument is a verb that must be refused, and leave everything as it was."""
LARGEST_FILE = 10_000_000  # bytes


class ScenarioError(BalanceError):
    """A scenario that cannot be used: where in the file, what is wrong, what is allowed; exit code 2."""

    def __init__(
        self,
        message: str,
        place: str = "",
        *,
        value: str | None = None,
        allowed: str = "",
        nearest: str | None = None,
        file: str = "",
    ) -> None:
        self.message = message
        self.place = place
        self.value = value
        self.allowed = allowed
        self.nearest = nearest
        self.file = file
        where = ", ".join(part for part in (file, place) if part)
        super().__init__(str(Problem(message, file=where, value=value, allowed=allowed, nearest=nearest)))

    def at(self, file: Path, place: str = "") -> ScenarioError:
        """The same error with the file and the place in it, where it does not name them itself."""
        return ScenarioError(
            self.message,
            self.place or place,
            value=self.value,
            allowed=self.allowed,
            nearest=self.nearest,
            file=self.file or str(file),
        )


class Refused(Exception):  # noqa: N818 (it is an answer, not a mistake)
    """Raised by a game for a verb that its rules do not allow; the text is the reason in words."""


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario as read, before the game looks at it."""

    path: Path
    data: dict[str, Any]
    cards: Any
    """The game's cards, from the card table that the file names."""
    plan: Plan
    """The players and settings of the file; seed 1, one game."""


class Position(Protocol):
    """A position that a game has built from a scenario, with the rules to go on from it."""

    def do(self, verb: list[Any]) -> None:
        """Play one verb. Raises Refused when it is against the rules, ScenarioError when it makes no sense."""

    def snapshot(self) -> Any:
        """Everything a verb may change. Two snapshots of one position are equal."""

    def restore(self, snapshot: Any) -> None:
        """Make the position what it was at the snapshot."""

    def value(self, expectation: list[Any]) -> Any:
        """What the game has where an expectation wants something: ``["life", 1, 7]`` asks for the life of seat 1.

        A list or a tuple answers the last items of the expectation, as many as it has. Raises ScenarioError.
        """


@dataclass(frozen=True)
class ScenarioResult:
    """How one scenario ended."""

    path: Path
    failure: str = ""
    """The first step or expectation that failed, and why; empty when all held."""

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.failure


def run_position(path: Path, data: dict[str, Any]) -> ScenarioResult:
    """Play on from a position and look whether it ends as expected.

    Raises BalanceError for a file that cannot be used.
    """
    file = position_of(path, data)
    game = file.plan.game
    try:
        assert game.scenario is not None
        position = game.scenario(file)
    except ScenarioError as error:
        raise error.at(path) from None
    return ScenarioResult(path, play_position(position, file))


def play_position(position: Position, file: ScenarioFile) -> str:
    """Play the script and look at what came of it; the first that failed and why, or nothing."""
    return play_script(position, file) or check_expectations(position, file)


def play_script(position: Position, file: ScenarioFile) -> str:
    """Play the steps in order; the first that failed and why, or nothing."""
    for number, step in enumerate(file.data.get("script", []), 1):
        if step[0] == END:
            break
        place = f"script step {number}"
        try:
            trouble = play_step(position, step)
        except ScenarioError as error:
            raise error.at(file.path, f"{place} {shown(step)}") from None
        if trouble:
            return f"{place} {shown(step)}: {trouble}"
    return ""


def play_step(position: Position, step: list[Any]) -> str:
    """Play one step; what is wrong with its end, or nothing."""
    if step[0] == ILLEGAL:
        return play_illegal(position, step)
    try:
        position.do(step)
    except Refused as reason:
        return f"was refused: {reason}"
    return ""


def play_illegal(position: Position, step: list[Any]) -> str:
    """Try a verb that must be refused and change nothing. The position is afterwards what it was in any case."""
    if len(step) != 2 or not is_step(step[1]) or step[1][0] in (END, ILLEGAL):
        raise ScenarioError("`illegal` needs one verb", allowed='["illegal", ["call", "X"]]')
    before = position.snapshot()
    try:
        position.do(step[1])
    except Refused as reason:
        changed = not same(before, position.snapshot())
        position.restore(before)
        return f"was refused ({reason}), yet it changed the position" if changed else ""
    position.restore(before)
    return "was allowed"


def check_expectations(position: Position, file: ScenarioFile) -> str:
    """Look at the expectations in order; the first that does not hold and what is so instead, or nothing."""
    for number, expectation in enumerate(file.data.get("expect", []), 1):
        place = f"expectation {number} {shown(expectation)}"
        try:
            value = position.value(expectation)
        except ScenarioError as error:
            raise error.at(file.path, place) from None
        if not holds(expectation, value):
            return f"{place}: is {shown(value)}"
    return ""


def holds(expectation: list[Any], value: Any) -> bool:
    """Whether an expectation wants what was found: its last item, or its last items where several were found."""
    if isinstance(value, tuple | list):
        wanted = expectation[-1] if isinstance(expectation[-1], list) else expectation[len(expectation) - len(value) :]
        return list(value) == wanted
    return bool(value == expectation[-1])


def same(value: Any, other: Any) -> bool:
    """Whether two snapshots are equal; records and arrays by their content."""
    if hasattr(value, "tobytes"):
        return bool(value.tobytes() == other.tobytes())
    return bool(value == other)


def shown(value: Any) -> str:
    """A step or a value as it stands in a file."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


# ---------------------------------------------------------------- reading


def game_of_file(path: Path, data: dict[str, Any]) -> Game:
    """The game that a file is about; ScenarioError where it names none."""
    try:
        return game_of(data, path.parent)
    except ScenarioError as error:
        raise error.at(path) from None


def is_position(game: Game, data: dict[str, Any]) -> bool:
    """Whether a file holds a position in the game's own words, and not a game of a seed."""
    return game.scenario is not None and "seed" not in data


def position_of(path: Path, data: dict[str, Any]) -> ScenarioFile:
    """A position with its card table and settings. Raises BalanceError with the place and what is allowed."""
    try:
        check_shape(data)
        game = game_of(data, path.parent)
        settings = settings_of(game, data.get("settings", {}))
        players = players_of(game, data["players"])
    except ScenarioError as error:
        raise error.at(path) from None
    given = data.get("cards")
    table, cards = cards_in(game, default_cards() if given is None else path.parent / given)
    plan = Plan(
        game=game,
        players=players,
        variant=game.variant_for(players),
        settings=settings,
        card_table=table,
        cards=cards,
        styles=styles_at(players, game.styles),
        lineup=(),
        fixed_seats=False,
        seed=1,
        games=1,
        log="turns",
    )
    return ScenarioFile(path, data, cards, plan)


def cards_in(game: Game, path: Path) -> tuple[CardTable, Any]:
    """The game's cards of a card table. Many scenarios share one: as long as it is as it was it is read once."""
    try:
        stat = path.stat()
    except OSError:
        return game_cards(game, read_cards(path, game_ids()))
    return _cards_in(game.id, path, (stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size))


@functools.lru_cache(maxsize=4)
def _cards_in(game: str, path: Path, state: tuple[int, ...]) -> tuple[CardTable, Any]:
    return game_cards(find_game(game), read_cards(path, game_ids()))


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object of a file; ScenarioError where there is none."""
    allowed = "a scenario: a JSON object in UTF-8"
    try:
        with open(path, "rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ScenarioError(f"cannot be read: {error.strerror or error}", file=str(path), allowed=allowed) from None
    if len(raw) > LARGEST_FILE:
        raise ScenarioError("is larger than 10 MB", file=str(path), allowed=allowed)
    try:
        data = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=once_each, parse_constant=no_number)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ScenarioError(f"is not JSON: {error.msg}", place, file=str(path), allowed=allowed) from None
    except UnicodeDecodeError:
        raise ScenarioError("is not UTF-8 text", file=str(path), allowed=allowed) from None
    except RecursionError:
        raise ScenarioError("is nested too deeply", file=str(path), allowed=allowed) from None
    except ValueError as error:  # an integer of thousands of digits, or one of ours
        raise ScenarioError(f"is not JSON: {str(error).partition(';')[0]}", file=str(path), allowed=allowed) from None
    if not isinstance(data, dict):
        raise ScenarioError("holds no JSON object", file=str(path), allowed=allowed)
    return data


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; ValueError when it has a key twice, of which one would be lost."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} stands twice in an object")
    return entries


def no_number(word: str) -> float:
    """NaN and Infinity, which Python's reader would take."""
    raise ValueError(f"{word} is not a number")


def check_shape(data: dict[str, Any]) -> None:
    """ScenarioError unless every part the engine reads has the right form."""
    for key in data:
        if key not in KEYS:
            like = nearest(key, KEYS)
            raise ScenarioError("there is no such key", value=key, allowed=", ".join(KEYS), nearest=like)
    if "players" not in data:
        raise ScenarioError("the key 'players' is missing", allowed="game, players; and perhaps other keys")
    for key in ("says", "cards"):
        if key in data and not isinstance(data[key], str):
            raise ScenarioError("is not text", key, value=shown(data[key]))
    if not isinstance(data.get("settings", {}), dict):
        raise ScenarioError("is not an object", "settings", value=shown(data["settings"]), allowed='{"name": value}')
    for key, word in (("script", "step"), ("expect", "expectation")):
        check_list(data.get(key, []), key, word)


def check_list(steps: Any, key: str, word: str) -> None:
    """ScenarioError unless this is a list of lists that begin with a word."""
    if not isinstance(steps, list):
        raise ScenarioError("is not a list", key, value=shown(steps), allowed='[["word", ...], ...]')
    for number, step in enumerate(steps, 1):
        if not is_step(step):
            raise ScenarioError("is none", f"{key}, {word} {number}", value=shown(step), allowed='["word", ...]')


def is_step(step: Any) -> bool:
    """Whether this has the form of a verb or an expectation."""
    return isinstance(step, list) and bool(step) and isinstance(step[0], str)


def game_of(data: dict[str, Any], folder: Path) -> Game:
    """The game of a scenario in ``folder``; ScenarioError when it is unknown."""
    known = game_ids()
    if "game" not in data:
        raise ScenarioError("the key 'game' is missing", allowed=", ".join(known))
    word = data["game"]
    if not isinstance(word, str):
        raise ScenarioError("is not text", "game", value=shown(word))
    if word.endswith(ENDING):
        return saved_game(word, folder)
    if word not in known:
        like = nearest(word, known)
        raise ScenarioError("there is no such game", "game", value=word, allowed=", ".join(known), nearest=like)
    return find_game(word)


def players_of(game: Game, players: Any) -> int:
    """The number of players; ScenarioError when the game cannot be played by so many."""
    if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
        raise ScenarioError("is not a list of objects", "players", value=shown(players), allowed="an object per seat")
    low, high = game.seats
    if not low <= len(players) <= high:
        message = f"{game.name} cannot be played by {len(players)}"
        raise ScenarioError(message, "players", allowed=f"{low} to {high} players")
    return len(players)


def settings_of(game: Game, given: dict[str, Any]) -> dict[str, Value]:
    """Every setting's value: the given one, else the default. ScenarioError for one that cannot be."""
    known = {setting.name: setting for setting in game.settings}
    values = {name: setting.default for name, setting in known.items()}
    for name, value in given.items():
        place = f"settings, {name}"
        if name not in known:
            message = "there is no such setting"
            raise ScenarioError(message, place, allowed=", ".join(known) or "(none)", nearest=nearest(name, known))
        values[name] = setting_value(known[name], value, place)
    return values


def setting_value(setting: Any, value: Any, place: str) -> Value:
    """The value of a setting, written as JSON writes it or as one would type it."""
    try:
        return setting.read(setting.show(value) if isinstance(value, bool | int | str) else shown(value))
    except BalanceError:
        raise ScenarioError("cannot be this", place, value=shown(value), allowed=setting.allowed) from None


def summary(outcomes: Sequence[ScenarioResult]) -> str:
    """How many passed, in a line."""
    failed = sum(not outcome.passed for outcome in outcomes)
    return f"{counted(len(outcomes), 'scenario')}, {failed:,} failed"
