"""The contract between the engine and a game, and where games are found."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.engine.errors import Problems, unknown
from balance.engine.log import Table
from balance.engine.settings import Setting
from balance.engine.styles import Feature, Knob, Style

if TYPE_CHECKING:
    from balance.engine.plan import Plan

ENTRY_POINTS = "balance.games"
MIXED = "mixed"
"""The line-up in which every seat draws a style anew in every game."""


@dataclass(frozen=True)
class Variant:
    """A rules variant and what it changes."""

    name: str
    help: str


@dataclass(frozen=True)
class Bars:
    """A chart of an answer: one bar (or, with ``interval``, point with error) per row of its query."""

    x: str
    y: str
    title: str
    by: str = ""
    low: str = ""
    high: str = ""
    unit: str = ""
    x_label: str = ""
    y_label: str = ""
    part: str = ""
    """Draw only the rows whose column ``part`` says this; empty: all rows."""


@dataclass(frozen=True)
class Lines:
    """A chart of an answer: ``y`` over ``x``, one line per ``by``."""

    x: str
    y: str
    title: str
    by: str = ""
    low: str = ""
    high: str = ""
    unit: str = ""
    x_label: str = ""
    y_label: str = ""
    part: str = ""
    """Draw only the rows whose column ``part`` says this; empty: all rows."""


@dataclass(frozen=True)
class Grid:
    """A chart of an answer: a number for every pair (x, y), as coloured cells."""

    x: str
    y: str
    value: str
    title: str
    unit: str = ""
    x_label: str = ""
    y_label: str = ""
    part: str = ""
    """Draw only the rows whose column ``part`` says this; empty: all rows."""


@dataclass(frozen=True)
class Question:
    """A designer's question, answered from a run.

    ``sql`` names a file in the game's ``sql`` folder; ``say`` is a Jinja template over its rows
    (``rows``, and ``first`` for the first one). With ``experiments``, the arms of these names are played
    beside the run and the query reads their figures from the table ``experiments``.
    """

    number: int
    ask: str
    sql: str
    say: str
    chart: Bars | Lines | Grid | None = None
    experiments: tuple[str, ...] = ()
    table: tuple[tuple[str, str, str], ...] = ()
    """Columns of the query shown as a table below the answer: (column, heading, format: text, int, number, percent)."""


@dataclass(frozen=True)
class Arm:
    """One way to play the game otherwise: what changes against the run it stands beside."""

    name: str
    players: int | None = None
    variant: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    agents: tuple[str, ...] = ()
    cells: tuple[tuple[str, str, str], ...] = ()
    """Edits of the card table: (card id, column, new value)."""


@dataclass(frozen=True)
class Experiment:
    """Several arms played on the same luck, for a question that one run cannot answer."""

    name: str
    arms: tuple[Arm, ...]


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
    """Kernel (s, t, first, count, games, seats, turns, cards, used, whole): appends ``count`` games."""
    tell: Callable[[Any], list[str]]
    """A LoggedGame (engine.story) -> its story, a line each."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Plain words for columns and codes, for the report."""
    questions: tuple[Question, ...] = ()
    experiments: tuple[Experiment, ...] = ()


def game_ids() -> list[str]:
    """The ids of the installed games. Other packages bring games through the entry point ``balance.games``."""
    return sorted(_entries())


@functools.cache
def find_game(word: str) -> Game:
    """The game of this id. Raises an error with the nearest known one."""
    entries = _entries()
    if word not in entries:
        raise unknown("game", word, sorted(entries))
    return entries[word].load()


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
