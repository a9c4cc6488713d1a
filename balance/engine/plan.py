"""What was asked for: everything that determines a run's rows, checked and complete."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from balance.cards.own import own_table
from balance.cards.read import CardFile, CardTable, default_cards, parse_cards, read_cards
from balance.engine.agents import MIXED, drawn_from, read_lineup
from balance.engine.errors import InputError, Problem, Problems, unknown
from balance.engine.faults import blamed
from balance.engine.game import Game, find_game, game_ids
from balance.engine.kernels.lineup import MAX_STYLES
from balance.engine.settings import Value, read_settings
from balance.engine.styles import Style, is_style, read_styles

LOG_LEVELS = ("turns", "seats")
LARGEST_SEED = 2**63 - 1
MOST_GAMES = 10**12
LARGEST_STEP = 1_000_000
"""Of so many games at most, the turns of one are kept."""


@dataclass(frozen=True)
class Plan:
    """A checked request. The rows of a run are a function of this and nothing else."""

    game: Game
    players: int
    variant: str
    settings: Mapping[str, Value]
    card_table: CardTable
    cards: Any
    """The card table as the game reads it."""
    styles: tuple[Style, ...]
    """Every style that may sit down; a style's place here is its code in the log."""
    lineup: tuple[str, ...]
    """A word for every seat (see ``engine.agents``); empty for `mixed`."""
    fixed_seats: bool
    seed: int
    games: int
    log: str
    log_every: int = 1
    """With turns: those of every Nth game (of a match: of all its games) are kept, from game 0 on."""

    @property
    def whole(self) -> bool:
        """Whether turns and cards are logged too."""
        return self.log == "turns"

    @property
    def together(self) -> int:
        """How many games belong together (a match): 1 where each stands alone."""
        return self.game.games_together(self.settings)

    def keeps_turns(self, game_no: Any) -> Any:
        """Whether the turns of this game go to disk; of a column of games (a Polars expression), which ones."""
        return self.whole and game_no // self.together % self.log_every == 0

    @property
    def style_names(self) -> tuple[str, ...]:
        """The styles' names, in the order of their codes."""
        return tuple(style.name for style in self.styles)

    @property
    def seated(self) -> list[list[str]]:
        """Of every seat, the styles it draws from; a single one where the line-up names it."""
        return [drawn_from(word, self.styles) for word in self.lineup or (MIXED,) * self.players]

    @property
    def turns_of(self) -> str:
        """Whose turns are kept, in words: "every game", "every 5th game", "every 3rd match"."""
        if self.log_every == 1:
            return "every game"
        tens, ones = divmod(self.log_every % 100, 10)
        ending = "th" if tens == 1 else {1: "st", 2: "nd", 3: "rd"}.get(ones, "th")
        return f"every {self.log_every:,}{ending} {'game' if self.together == 1 else 'match'}"

    def with_turns(self, games: int) -> int:
        """How many of the first ``games`` games keep their turns (the last match counted as whole)."""
        return -(-games // (self.together * self.log_every)) * self.together

    def nearest_with_turns(self, game_no: int) -> int:
        """The game nearest to this one that keeps its turns, the earlier of two."""
        before = game_no // (self.together * self.log_every) * self.log_every
        last_before = min(game_no, before * self.together + self.together - 1)
        after = (before + self.log_every) * self.together
        return after if after < self.games and after - game_no < game_no - last_before else last_before

    def identity(self) -> dict[str, Any]:
        """What the rows depend on, as JSON: two plans with equal identities give equal runs."""
        return {
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "players": self.players,
            "variant": self.variant,
            "settings": dict(self.settings),
            "cards_sha256": self.card_table.sha256,
            "styles": [style.as_json() for style in self.styles],
            "agents": list(self.lineup) or MIXED,
            "fixed_seats": self.fixed_seats,
            "seed": self.seed,
            "games": self.games,
            "log": self.log,
            "log_every": self.log_every,
        }

    def table(self) -> Any:
        """The record TABLE that the kernels read. Raises InputError where plan and cards do not fit."""
        from balance.engine.kernels.kernel import new

        t = new(self.game.table_record)
        t.seed = self.seed
        t.players = self.players
        t.lineup.dealt = not self.fixed_seats and len(set(self.lineup)) > 1
        code = {name: i for i, name in enumerate(self.style_names)}
        for seat, names in enumerate(self.seated):
            t.lineup.choices[seat] = len(names)
            t.lineup.style[seat, : len(names)] = [code[name] for name in names]
        with blamed(self.game):
            self.game.fill_table(t, self, self.cards)
        return t


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
    game = find_game(request.game)
    if cards is None:
        cards = read_cards(request.cards or default_cards(), game_ids())
    table, compiled = game_cards(game, cards)
    styles = game.styles
    if request.styles is not None:
        styles += read_styles(request.styles, game.id, game.features(compiled), game.knobs, game_ids())
    players = game.usual_seats if request.players is None else request.players
    low, high = game.seats
    if not low <= players <= high:
        raise InputError(
            [Problem(says=f"{game.name} cannot be played by {players}", allowed=f"{low} to {high} players")]
        )
    check_number("--seed", request.seed, 0, LARGEST_SEED)
    check_number("--games", request.games, 1, MOST_GAMES)
    if request.log not in LOG_LEVELS:
        raise unknown("log level", request.log, LOG_LEVELS)
    check_number("--log-every", request.log_every, 1, LARGEST_STEP)
    if request.log_every > 1 and request.log != "turns":
        says = f"--log-every {request.log_every} thins out turns, and --log {request.log} keeps none"
        raise InputError([Problem(says=says, allowed="one of the two")])
    variants = [variant.name for variant in game.variants]
    usual = variants[0] if game.usual_variant is None else game.usual_variant(players)
    variant = request.variant or usual
    if variant not in variants:
        raise unknown(f"variant of {game.name}", variant, variants)
    settings = read_settings(game.settings, request.settings or {})
    plan = Plan(
        game=game,
        players=players,
        variant=variant,
        settings=settings,
        card_table=table,
        cards=compiled,
        styles=check_styles(styles),
        lineup=read_lineup(request.agents, styles, players),
        fixed_seats=request.fixed_seats,
        seed=request.seed,
        games=game.rounded_up(request.games, settings),
        log=request.log,
        log_every=request.log_every,
    )
    plan.table()  # what only shows when plan and cards meet is said now, not after the first part
    return plan


def game_cards(game: Game, file: CardFile) -> tuple[CardTable, Any]:
    """One game's rows of a card file, and the cards the game reads from them. Raises InputError."""
    if game.id not in file.tables:
        raise InputError([Problem(says=f"has no cards of {game.name} (game {game.id})", file=str(file.path))])
    problems = Problems()
    table = own_table(file.tables[game.id], game.card_columns, problems)
    problems.raise_if_any()
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
        raise InputError([Problem(says=f"{name} cannot be {value}", allowed=f"a whole number from {low} to {high}")])


def check_styles(styles: tuple[Style, ...]) -> tuple[Style, ...]:
    """The styles, or InputError when two have one name or there are too many."""
    names = [style.name for style in styles]
    for name in names:
        if names.count(name) > 1 or name == MIXED:
            raise InputError([Problem(says=f"the style name {name!r} is taken: give yours another name")])
    if len(names) > MAX_STYLES:
        raise InputError([Problem(says=f"{len(names)} styles are too many", allowed=f"at most {MAX_STYLES}")])
    return styles


def plan_from_manifest(manifest: Mapping[str, Any]) -> Plan:
    """The plan of a run on disk, from its manifest alone. Raises InputError when it does not fit this version."""
    game = find_game(manifest["game"])
    _check_manifest(manifest, game)
    if manifest["settings"].keys() != {setting.name for setting in game.settings}:
        raise InputError([Problem(says=f"the run was made by another version of {game.name}, with other settings")])
    file = parse_cards(manifest["cards"]["text"], "the run's card table", game_ids())
    table, compiled = game_cards(game, file)
    agents = manifest["agents"]
    styles = tuple(
        Style(
            entry["name"],
            entry.get("about", ""),
            entry["weights"],
            entry["knobs"],
            script=entry.get("script", False),
            in_mixed=entry.get("in_mixed", True),
        )
        for entry in manifest["styles"]
    )
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
        says = f"what the run's manifest says of {' and '.join(wrong)} cannot be: the file was changed"
        raise InputError([Problem(says, allowed="a manifest as it was written; or play the run again elsewhere")])


def stored_columns(plan: Plan) -> dict[str, list[str]]:
    """The names of the columns on disk, by table: how a run of another version of the log is recognised."""
    return {
        name: [column.name for column in table.stored] for name, table in plan.game.tables(plan, plan.cards).items()
    }
