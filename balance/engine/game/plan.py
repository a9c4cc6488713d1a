"""From what was asked for to a plan: checked and complete."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from balance.cards.committed import committed_cards
from balance.cards.own import own_table
from balance.cards.read import CardFile, CardTable, default_cards, parse_cards, read_cards
from balance.common.errors import InputError, Problem, Problems, unknown
from balance.common.faults import blamed
from balance.common.places import OWN_CARDS
from balance.engine.game.agents import MIXED, drawn_from, read_lineup
from balance.engine.game.game import Game, Plan
from balance.engine.game.installed import find_game, game_ids, game_of
from balance.engine.game.settings import read_settings
from balance.engine.game.styles import Style, is_style, read_styles, stored_style, styles_at
from balance.engine.kernels.lineup import MAX_STYLES

LOG_LEVELS = ("turns", "seats")
LARGEST_SEED = 2**63 - 1
MOST_GAMES = 10**12
LARGEST_STEP = 1_000_000
"""Of so many games at most, the turns of one are kept."""


@dataclass(frozen=True)
class Request:
    """A run as asked for on the command line: everything optional, nothing checked."""

    game: str
    games: int = 10_000
    players: int | None = None
    variant: str | None = None
    settings: Mapping[str, str] | None = None
    agents: str | None = None
    fixed_seats: bool = False
    seed: int = 1
    cards: Path | None = None
    styles: Path | None = None
    log: str = "turns"
    log_every: int = 1


def make_plan(request: Request, cards: CardFile | None = None) -> Plan:
    """Check a request against the game's rules and the card table. Raises InputError with what is allowed."""
    plan = requested_plan(request, cards)
    plan.table()  # what only shows when plan and cards meet is said now, not after the first part
    return plan


def requested_plan(request: Request, cards: CardFile | None = None) -> Plan:
    """The same for who changes the plan before plan and cards meet: ``plan.table()`` is left to them."""
    game = find_game(request.game)
    if cards is None:
        cards = cards_for(game, request.cards)
    table, compiled = game_cards(game, cards)
    styles = game.styles
    if request.styles is not None:
        styles += read_styles(request.styles, game.id, game.features(compiled), game.knobs, game_ids())
    players = game.usual_seats if request.players is None else request.players
    check_request(request, game, players)
    variants = [variant.name for variant in game.variants]
    variant = request.variant or game.variant_for(players)
    if variant not in variants:
        raise unknown(f"variant of {game.name}", variant, variants)
    settings = read_settings(game.settings, request.settings or {})
    return Plan(
        game=game,
        players=players,
        variant=variant,
        settings=settings,
        card_table=table,
        cards=compiled,
        styles=styles_at(players, check_styles(styles)),
        lineup=read_lineup(request.agents, styles, players),
        fixed_seats=request.fixed_seats,
        seed=request.seed,
        games=game.rounded_up(request.games, settings),
        log=request.log,
        log_every=request.log_every,
    )


def check_request(request: Request, game: Game, players: int) -> None:
    """Raise InputError for numbers and words that no run can have."""
    low, high = game.seats
    if not low <= players <= high:
        raise InputError([Problem(f"{game.name} cannot be played by {players}", allowed=f"{low} to {high} players")])
    check_number("--seed", request.seed, 0, LARGEST_SEED)
    check_number("--games", request.games, 1, MOST_GAMES)
    if request.log not in LOG_LEVELS:
        raise unknown("log level", request.log, LOG_LEVELS)
    check_number("--log-every", request.log_every, 1, LARGEST_STEP)
    if request.log_every > 1 and request.log != "turns":
        message = f"--log-every {request.log_every} thins out turns, and --log {request.log} keeps none"
        raise InputError([Problem(message, allowed="one of the two")])


def cards_for(game: Game, file: Path | None = None) -> CardFile:
    """A card table for a game: of this file, else the one that it brings, else the usual one. Raises InputError.

    A game in a file of its own that brings none is played without cards.
    """
    if game.file is None:
        return read_cards(file or default_cards(), game_ids())
    if file is None and game.own_cards is None:
        return CardFile(game.file, {game.id: CardTable(game.id, "no card table", ())}, [])
    return read_cards(file or game.own_cards or default_cards(), game_ids(), of=game.id)


def cards_for_all(files: Mapping[str, Path | None]) -> CardFile:
    """The same for several games, by id each with its file; games that are not named have no rows."""
    own = {name: cards_for(find_game(name), file) for name, file in files.items() if find_game(name).file is not None}
    usual = [cards_for(find_game(name), files[name]) for name in [*(files.keys() - own.keys())][:1]]
    tables = {name: CardTable(name, "no card table", ()) for name in game_ids()}
    tables |= {name: table for file in usual for name, table in file.tables.items()}
    first = [*usual, *own.values()][0]
    return replace(first, tables=tables | {name: file.tables[name] for name, file in own.items()})


def committed_for(game: Game, revision: str, file: Path | None = None) -> CardFile:
    """The same table as it was in a revision of its git repository. Raises InputError."""
    return committed_cards(file or card_file(game), revision, game_ids(), of="" if game.file is None else game.id)


def card_file(game: Game) -> Path:
    """Where the card table of a game is. Raises InputError for a game in a file of its own that brings none."""
    if game.file is None:
        return default_cards()
    if game.own_cards is None:
        allowed = f"a {OWN_CARDS} beside {game.file.name}, or --cards FILE"
        raise InputError([Problem(f"{game.name} has no card table", file=str(game.file), allowed=allowed)])
    return game.own_cards


def game_cards(game: Game, file: CardFile) -> tuple[CardTable, Any]:
    """One game's rows of a card file, and the cards the game reads from them. Raises InputError."""
    if game.id not in file.tables:
        raise InputError([Problem(f"has no cards of {game.name} (game {game.id})", file=str(file.path))])
    problems = Problems()
    table = own_table(file.tables[game.id], game.card_columns, problems, inferred=game.file is not None)
    problems.raise_if_any()
    table = replace(table, notices=(*table.notices, *problems.notices))
    return table, read_rows(game, table)


def with_cards(plan: Plan, table: CardTable) -> Plan:
    """The plan with these rows as its cards. Raises InputError with every problem of theirs."""
    return replace(plan, card_table=table, cards=read_rows(plan.game, table))


def read_rows(game: Game, table: CardTable) -> Any:
    """The cards as the game reads them. Raises InputError with every problem."""
    problems = Problems()
    with blamed(game):
        cards = game.read_cards(table, problems)
    problems.raise_if_any()
    return cards


def check_number(name: str, value: int, low: int, high: int) -> None:
    """Raise InputError unless low <= value <= high."""
    if not low <= value <= high:
        raise InputError([Problem(f"{name} cannot be {value}", allowed=f"a whole number from {low} to {high}")])


def check_styles(styles: tuple[Style, ...]) -> tuple[Style, ...]:
    """The styles, or InputError when two have one name or there are too many."""
    names = [style.name for style in styles]
    for name in names:
        if names.count(name) > 1 or name == MIXED:
            raise InputError([Problem(f"the style name {name!r} is taken: give yours another name")])
    if len(names) > MAX_STYLES:
        raise InputError([Problem(f"{len(names)} styles are too many", allowed=f"at most {MAX_STYLES}")])
    return styles


def plan_from_manifest(manifest: Mapping[str, Any]) -> Plan:
    """The plan of a run on disk, from its manifest alone. Raises InputError when it does not fit this version."""
    game = game_of(manifest)
    _check_manifest(manifest, game)
    if manifest["settings"].keys() != {setting.name for setting in game.settings}:
        raise InputError([Problem(f"the run was made by another version of {game.name}, with other settings")])
    table, compiled = _stored_cards(game, manifest["cards"]["text"])
    agents = manifest["agents"]
    styles = tuple(stored_style(entry, manifest["players"]) for entry in manifest["styles"])
    return Plan(
        game=game,
        players=manifest["players"],
        variant=manifest["variant"],
        settings=manifest["settings"],
        card_table=table,
        cards=compiled,
        styles=styles,
        lineup=() if agents == MIXED else tuple(agents),
        fixed_seats=manifest["fixed_seats"],
        seed=manifest["seed"],
        games=manifest["games"],
        log=manifest["log"],
        log_every=manifest.get("log_every", 1),  # runs of earlier versions kept all turns
    )


def _stored_cards(game: Game, text: str) -> tuple[CardTable, Any]:
    """The cards of a run on disk, read once however often it is opened. Raises InputError.

    Those of a game in a file of its own are read each time: its author may change them while they are played with.
    """
    return _read_cards(game, text) if game.file is not None else _kept_cards(game.id, game.read_cards, text)


@lru_cache(maxsize=16)
def _kept_cards(game_id: str, _read: Callable[..., Any], text: str) -> tuple[CardTable, Any]:
    return _read_cards(find_game(game_id), text)


def _read_cards(game: Game, text: str) -> tuple[CardTable, Any]:
    return game_cards(game, parse_cards(text, "the run's card table", game_ids()))


def _check_manifest(manifest: Mapping[str, Any], game: Game) -> None:
    """Raise InputError where the manifest says what no run can be: somebody changed it."""
    low, high = game.seats
    agents, names = manifest["agents"], [str(style["name"]) for style in manifest["styles"]]
    values = [(setting, manifest["settings"].get(setting.name, setting.default)) for setting in game.settings]
    text = manifest["cards"]["text"]

    def is_seat(word: Any) -> bool:
        drawn = drawn_from(word, ()) if isinstance(word, str) else [""]
        return word == MIXED or (set(drawn) <= set(names) and len(set(drawn)) == len(drawn))

    right = {
        "players": low <= manifest["players"] <= high,
        "variant": manifest["variant"] in [variant.name for variant in game.variants],
        "settings": all(setting.takes(value) for setting, value in values),
        "styles": 0 < len(set(names)) == len(names) <= MAX_STYLES and all(map(is_style, manifest["styles"])),
        "agents": agents == MIXED or (len(agents) == manifest["players"] and all(map(is_seat, agents))),
        "seed": 0 <= manifest["seed"] <= LARGEST_SEED,
        "games": 1 <= manifest["games"] <= MOST_GAMES,
        "log": manifest["log"] in LOG_LEVELS,
        "log_every": 1 <= manifest.get("log_every", 1) <= LARGEST_STEP,
        "cards": hashlib.sha256(text.encode(errors="replace")).hexdigest() == manifest["cards"].get("sha256"),
    }
    wrong = [name for name, fine in right.items() if not fine]
    if wrong:
        message = f"what the run's manifest says of {' and '.join(wrong)} cannot be: the file was changed"
        raise InputError([Problem(message, allowed="a manifest as it was written; or play the run again elsewhere")])


def stored_columns(plan: Plan) -> dict[str, list[str]]:
    """The names of the columns on disk, by table: how a run of another version of the log is recognised."""
    return {name: [column.name for column in table.stored] for name, table in plan.log_tables.items()}


def has_columns(manifest: Mapping[str, Any], plan: Plan) -> bool:
    """Whether a run holds all columns that are read of it; an older one may hold more, which are not."""
    columns = manifest.get("columns")
    if not isinstance(columns, dict) or not all(isinstance(names, list) for names in columns.values()):
        return False
    return all(name in columns.get(table, []) for table, names in stored_columns(plan).items() for name in names)
