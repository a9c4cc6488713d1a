"""Reading a game from a file: every problem at once, each with its place and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from balance.common.errors import InputError, Problem, Problems
from balance.common.files import is_finite
from balance.engine.game.by_hand import Fields, Lay, check_handy, some
from balance.engine.game.decisions import Wording
from balance.engine.game.game import Game, Plan
from balance.engine.game.game_file import KEYS, GameFile
from balance.engine.game.log import TABLES
from balance.engine.game.plan import LARGEST_SEED, MOST_GAMES

ENTRY_KEYS = ("decision", "point", "seat", "turn", "asked", "choose", "offers", "refuses", "always")
OPTION_KEYS = ("card", "target", "verb")
PLAYER_KEYS = ("style", "person")
SHAPES: dict[str, tuple[type, str]] = {
    "says": (str, "text"),
    "game": (str, "text"),
    "cards": (str, "the path of a card table"),
    "variant": (str, "text"),
    "rules_version": (int, "a whole number"),
    "seed": (int, "a whole number"),
    "dealt": (bool, "true or false"),
    "game_no": (int, "a whole number"),
    "settings": (dict, "an object"),
    "position": (dict, "an object"),
    "piles": (dict, "an object"),
    "dice": (dict, "an object"),
    "styles": (list, "a list"),
    "players": (list, "a list"),
    "script": (list, "a list"),
    "expect": (list, "a list"),
}
"""By key: what stands there. Lists are of objects."""


def read_game_file(path: Path, data: Mapping[str, Any], game: Game) -> GameFile:
    """The game that this JSON describes. Raises InputError with everything that is wrong with its form."""
    problems = Problems()
    fields = Fields(str(path), problems)
    fields.keys(data, KEYS, "")
    for key, (type_, noun) in SHAPES.items():
        value = data.get(key)
        if key in data and (not isinstance(value, type_) or (isinstance(value, bool) and type_ is not bool)):
            fields.wrong(key, f"is not {noun}", value)
        elif type_ is list:
            for number, row in enumerate(value or (), 1):
                if not isinstance(row, dict):
                    fields.wrong(f"{key} {number}", "is not an object", row, "{...}")
    problems.raise_if_any()
    _check_form(data, game, fields)
    problems.raise_if_any()
    known: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return GameFile(**known, folder=path.parent)


def _check_form(data: Mapping[str, Any], game: Game, fields: Fields) -> None:
    low, high = game.seats
    if not low <= len(data.get("players", ())) <= high:
        message = f"{game.name} cannot be played by {len(data.get('players', ()))}"
        fields.wrong("players", message, allowed=f"{low} to {high} players, an object for each")
    fields.is_number(data.get("seed", 1), "seed", 0, LARGEST_SEED)
    fields.is_number(data.get("game_no", 0), "game_no", 0, MOST_GAMES - 1)
    fields.is_number(data.get("rules_version", 0), "rules_version", 0, 2**32)
    for seat, player in enumerate(data.get("players", ())):
        if not isinstance(player.get("style", ""), str):
            fields.wrong(f"players, seat {seat}, style", "is not text", player["style"])
        if not isinstance(player.get("person", False), bool):
            fields.wrong(f"players, seat {seat}, person", "is neither true nor false", player["person"])
    for number, style in enumerate(data.get("styles", ()), 1):
        tables = [style.get(key) for key in ("weights", "knobs")]
        numbers = all(isinstance(table, dict) and all(map(is_finite, table.values())) for table in tables)
        if not isinstance(style.get("name"), str) or not numbers:
            fields.wrong(f"styles {number}", "is not a style", allowed='{"name": "...", "weights": {}, "knobs": {}}')


def plan_of(file: GameFile, path: Path) -> Plan:
    """The plan of the game in a file. Raises InputError that names the file."""
    try:
        return file.plan()
    except InputError as error:
        said = [problem if isinstance(problem, Problem) else Problem(problem) for problem in error.problems]
        raise InputError([problem if problem.file else replace(problem, file=str(path)) for problem in said]) from None


def check_names(file: GameFile, plan: Plan, path: Path) -> Lay | None:
    """Look up everything that the file names in the game. Returns what sets its position, where it has one.

    Raises InputError with everything that there is not.
    """
    problems = Problems()
    fields = Fields(str(path), problems)
    game = plan.game
    check_handy(plan.handy, file.piles, file.dice, fields)
    lay = _position_of(file, plan, fields)
    if file.script and game.wording is None:
        fields.wrong("script", f"the decisions of {game.name} are not listed yet", allowed="no script")
    elif game.wording is not None:
        _check_script(file.script, game.wording(plan), plan, fields)
    _check_expectations(file.expect, plan, fields)
    problems.raise_if_any()
    return lay


def _position_of(file: GameFile, plan: Plan, fields: Fields) -> Lay | None:
    """What sets the position; None where the file has none."""
    own = [{key: value for key, value in player.items() if key not in PLAYER_KEYS} for player in file.players]
    if not file.position and not any(own):
        return None
    if plan.game.lay is None:
        fields.keys(file.position, (), "position")
        for seat, player in enumerate(own):
            fields.keys(player, PLAYER_KEYS, f"players, seat {seat}")
        return None
    return plan.game.lay(plan, file.position, own, fields)


def _check_script(script: Sequence[Mapping[str, Any]], wording: Wording, plan: Plan, fields: Fields) -> None:
    numbers = [entry["decision"] for entry in script if "decision" in entry]
    for number, entry in enumerate(script, 1):
        place = f"script {number}"
        fields.keys(entry, ENTRY_KEYS, place)
        if ("decision" in entry) == ("point" in entry):
            fields.wrong(place, "names no decision, or two", allowed='"decision": its number, or "point": its name')
        if "decision" in entry:
            fields.is_number(entry["decision"], f"{place}, decision", 0, 10**6)
            if numbers.count(entry["decision"]) > 1:
                fields.wrong(f"{place}, decision", "stands there twice", entry["decision"])
        if "point" in entry:
            fields.is_one_of(entry["point"], list(wording.names), f"{place}, point")
        if "seat" in entry:
            fields.is_number(entry["seat"], f"{place}, seat", 0, plan.players - 1)
        if "turn" in entry:
            fields.is_number(entry["turn"], f"{place}, turn", 0, 10**6)
        if entry.get("always", False) not in (True, False) or ("always" in entry and "decision" in entry):
            fields.wrong(f"{place}, always", "cannot be", allowed='true, with "point"')
        _check_choice(entry, plan, place, fields)


def _check_choice(entry: Mapping[str, Any], plan: Plan, place: str, fields: Fields) -> None:
    """What an entry of a script says about the options."""
    if not entry.keys() & {"choose", "offers", "refuses"}:
        fields.wrong(place, "says nothing about the options", allowed="choose, offers or refuses")
    if "choose" in entry:
        several = isinstance(entry["choose"], list)
        if several and (entry.get("always", False) or "decision" in entry or not entry["choose"]):
            fields.wrong(f"{place}, choose", "cannot be a list here", entry["choose"], "one option")
        for choose in entry["choose"] if several else [entry["choose"]]:
            _check_option(choose, plan, f"{place}, choose", fields)
    for key in ("offers", "refuses"):
        listed = entry.get(key, [])
        if fields.is_list(listed, f"{place}, {key}") and not all(isinstance(item, str) for item in listed):
            fields.wrong(f"{place}, {key}", "is not a list of words", listed)


def _check_option(choose: Any, plan: Plan, place: str, fields: Fields) -> None:
    """An option by its words, or by what it is made of."""
    if isinstance(choose, dict):
        fields.keys(choose, OPTION_KEYS, place)
        if choose.get("card") is not None:
            fields.is_one_of(choose["card"], plan.cards.ids, f"{place}, card")
    elif not isinstance(choose, str) or not choose.strip():
        fields.wrong(place, "is not an option", choose, 'words of it, or {"card": id, "target": number}')


def _check_expectations(expect: Sequence[Mapping[str, Any]], plan: Plan, fields: Fields) -> None:
    tables = plan.log_tables
    shown = {name: [column.name for column in tables[name].columns if not column.hidden] for name in TABLES}
    for number, row in enumerate(expect, 1):
        place = f"expect {number}"
        table = table_of(row)
        selectors = SELECTED[table]
        columns = [column for column in shown[table] if column not in (*selectors, "game_no")]
        wanted = [key for key in row if key not in selectors]
        if not wanted:
            fields.wrong(place, "expects nothing", allowed=f"columns of {table}: {some(columns)}")
        for key in wanted:
            if key not in columns:
                fields.wrong(place, f"there is no such column of {table}", key, some(columns), columns)
        if "seat" in selectors:
            fields.is_number(row.get("seat"), f"{place}, seat", 0, plan.players - 1)
        if "turn" in selectors:
            fields.is_number(row["turn"], f"{place}, turn", 1, 10**6)
        if "card" in selectors:
            fields.is_one_of(row["card"], plan.cards.ids, f"{place}, card")


SELECTED = {"games": (), "seats": ("seat",), "turns": ("turn", "seat"), "cards": ("seat", "card")}


def table_of(row: Mapping[str, Any]) -> str:
    """The table that an expectation is about: with a turn `turns`, with a card `cards`, with a seat `seats`."""
    if "turn" in row:
        return "turns"
    if "card" in row:
        return "cards"
    return "seats" if "seat" in row else "games"
