"""The contract between the engine and a game, and where games are found."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.engine.errors import DEBUG_VARIABLE, Problems, aside, unknown
from balance.engine.faces import Face
from balance.engine.faults import GameFault, fault
from balance.engine.headlines import Headline
from balance.engine.kinds import Kind
from balance.engine.log import Table
from balance.engine.questions import Experiment, Question
from balance.engine.settings import Setting
from balance.engine.styles import Feature, Knob, Style

if TYPE_CHECKING:
    from balance.engine.plan import Plan
    from balance.engine.scenario import ScenarioFile
    from balance.engine.scenario import Table as ScenarioTable

ENTRY_POINTS = "balance.games"


@dataclass(frozen=True)
class Variant:
    """A rules variant and what it changes."""

    name: str
    help: str


@dataclass(frozen=True)
class First:
    """Who goes first in a game, in words for a report.

    What that is worth says the game's query ``sql/first.sql`` (its columns: see analysis/sql/first.sql), which also
    gives it for the places after the first. A game without that query means the first player at the table.
    """

    who: str = "The first player at the table"
    """Who is first, at the beginning of a sentence: "The lead player"."""
    against: str = "an even share"
    """What its win rate is compared with."""
    how: str = ""
    """What a reader must know to trust the number: how one comes to be first."""
    nobody: str = ""
    """Why nobody goes first, where nobody does: "all choose at the same time"."""


@dataclass(frozen=True)
class Game:
    """Everything the engine, the command line and the report need to know about a game."""

    id: str
    name: str
    about: str
    rules_version: int
    """Raised whenever the same request may give other rows than before."""
    seats: tuple[int, int]
    usual_seats: int
    variants: tuple[Variant, ...]
    settings: tuple[Setting, ...]
    knobs: tuple[Knob, ...]
    styles: tuple[Style, ...]
    folder: Path
    demo_games: int
    baseline_games: int

    read_cards: Callable[[Any, Problems], Any]
    """Card table -> this game's cards, adding every problem; None when there is an error."""
    features: Callable[[Any], tuple[Feature, ...]]
    """Cards -> the features its styles may weigh."""
    fill_table: Callable[[Any, Plan, Any], None]
    """(table record, plan, cards): set everything the kernels read; raises InputError."""
    tables: Callable[[Plan, Any], dict[str, Table]]
    """(plan, cards) -> the four tables of the log."""
    rows_per_game: Callable[[Plan, Any], dict[str, int]]
    """(plan, cards) -> the most rows one game can add to each table."""
    table_record: np.dtype
    state_record: np.dtype
    blocks: Mapping[str, np.dtype]
    play_games: Any
    """Kernel (s, t, numbers, games, seats, turns, cards, used, whole): appends the games of these numbers (int64[n],
    rising), or stops at the first one that leaves a code in ``s.trouble``. One with (s, t, first, count, ...) plays
    ranges."""
    tell: Callable[[Any], list[str]]
    """A LoggedGame (engine.story) -> its story, a line each."""
    face: Callable[[Any, Any], Face | None] | None = None
    """(row of the card table, the game's cards) -> what is printed on the card, in words; None: no words for it."""
    picture: Callable[[Any], str] | None = None
    """A LoggedGame -> its final position as an SVG document; None: the game has no picture."""
    scenario: Callable[[ScenarioFile], ScenarioTable] | None = None
    """A scenario file -> its position, ready to play on; raises ScenarioError. None: the game has no scenarios."""
    whole_games: Callable[[Mapping[str, Any]], int] | None = None
    """Settings -> how many games belong together: a run has a multiple of it; None: 1."""
    usual_variant: Callable[[int], str] | None = None
    """Players -> the variant when nobody says; None: always the first one."""
    troubles: Mapping[int, str] = field(default_factory=dict)
    """Words for the trouble codes its kernels may leave in the state's field ``trouble``."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Plain words for columns and codes, for the report."""
    first: First = First()
    """Who goes first; by default the first player at the table."""
    strata: tuple[str, ...] = ()
    """Columns of `seats` (a deck) in which two seats must agree, beside seat and style, before cards are compared."""
    kinds: tuple[Kind, ...] = ()
    """What the power of cards needs to know of every kind of them; none: guessed from the log and the card table."""
    card_columns: tuple[str, ...] = ()
    """Columns of the card table that this game has beside those that all games share; a file may lack any of them."""
    headlines: tuple[Headline, ...] = ()
    """The headline figures that only this game has, in the order in which they are told. Its ``sql/figures.sql`` counts
    them (columns: see analysis/sql/counted/figures.sql); those that are no ratio give its ``sql/spreads.sql``."""
    questions: tuple[Question, ...] = ()
    experiments: tuple[Experiment, ...] = ()
    arm_games: int = 20_000
    """How many games every arm of an experiment plays."""

    def rounded_up(self, games: int, settings: Mapping[str, Any]) -> int:
        """The least number of games, at least ``games``, that leaves nothing half played."""
        together = self.games_together(settings)
        return -(-games // together) * together

    def games_together(self, settings: Mapping[str, Any]) -> int:
        """How many games belong together (a match); 1 where each stands alone."""
        return 1 if self.whole_games is None else self.whole_games(settings)


def game_ids() -> list[str]:
    """The ids of the installed games. Other packages bring games through the entry point ``balance.games``."""
    return sorted(_entries())


def working_games(names: Sequence[str] | None = None) -> list[Game]:
    """The games of these ids, by default all. Those that cannot be loaded are named in a line, and left out."""
    games = []
    for name in names or game_ids():
        try:
            games.append(find_game(name))
        except GameFault as error:
            says, _, _ = str(error).partition("\n")
            aside(f"{says}. This game is left out.")
    return games


@functools.cache
def find_game(word: str) -> Game:
    """The game of this id. Raises an error with the nearest known one, and GameFault where it cannot be loaded."""
    entries = _entries()
    if word not in entries:
        raise unknown("game", word, sorted(entries))
    entry = entries[word]
    try:
        game = entry.load()
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        raise fault(error, word, _folder(entry)) from error
    if not isinstance(game, Game) or game.id != word:
        found = f"has the id {game.id!r}" if isinstance(game, Game) else "is no Game"
        raise GameFault(f"Internal error in game '{word}': {entry.value} {found}")
    return game


def game_folders() -> dict[str, Path]:
    """Where the installed games stand, by their ids, as far as that is known without loading them."""
    return {name: folder for name, entry in _entries().items() if (folder := _folder(entry)) is not None}


def _folder(entry: EntryPoint) -> Path | None:
    """The folder of the package that brings the game, or the file where it is a module."""
    try:
        found = find_spec(entry.module)
    except Exception:  # a package above it does not load
        found = find_spec(entry.module.partition(".")[0])
    file = found.origin if found else None
    return None if file is None else Path(file).parent if Path(file).name == "__init__.py" else Path(file)


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
