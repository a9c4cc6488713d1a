"""What a game says about itself to the contract suite, and what is played of a game that says nothing."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

import polars as pl

from balance.cards.check import COLUMNS, CardTable
from balance.engine.game import Plan, find_game, game_ids
from helpers.card_tables import Row
from helpers.cards import frozen_table

Column: TypeAlias = Callable[[str, str], pl.Series]
"""Table and name -> this column of all the plans that have it, as text."""
FROZEN = "mixed"
"""The run of every game that most tests read."""


def rows_of_table(game: str) -> list[Row]:
    """The rows of the frozen table, new ones at every call."""
    table = frozen_table(game)
    names = [*COLUMNS, *sorted({name for card in table.rows for name in card.own})]
    return [{name: card.cell(name) for name in names} for card in table.rows]


@dataclass(frozen=True, kw_only=True)
class Contract:
    """``CONTRACT`` of ``tests/<game>/contract.py``. All of it may be left out, and so may the file."""

    frozen: Mapping[str, Any] = field(default_factory=lambda: {"games": 300, "seed": 11})
    """The request of the run that most tests read: mixed styles at the usual table."""
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Requests of further tables at which every question is asked, by name; ``tables_of`` has the usual ones."""
    seats_alone: frozenset[int] = frozenset()
    """The numbers of the questions that games and seats can answer."""
    ends: Callable[[Plan], Collection[str]] = lambda plan: plan.game.words
    """How the games of a plan end by their rules, without being given up; in any case the end has a word."""
    shared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind: what happens to a card in a game, all seats together, no more often than it has copies; as SQL over
    `cards`."""
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same for each seat by itself, where everybody has copies of her own, or a card lies open to all."""
    rows: Callable[[], list[Row]] | None = None
    """The rows of a small card table, new ones at every call; None: those of the frozen table."""
    odd_cells: tuple[str, ...] = ()
    """Cells that bring a reader of cards to its limits, beside those of the table itself."""
    free: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By kind: columns that may be filled without a notice, though no card of the tables fills them."""
    other_cards: Callable[[], CardTable] | None = None
    """A table of other cards, for which every question has an answer."""
    plans: Callable[[], Iterator[tuple[str, Plan, int]]] | None = None
    """Name, plan and number of games of what is played in every way of compiling; None: the usual tables."""
    worth_comparing: Callable[[Column], None] | None = None
    """Asserts that what ``plans`` play brings up what is rare."""


@functools.cache
def contract_of(game: str) -> Contract:
    """What the game says about itself."""
    module = f"{game}.contract"
    try:
        return import_module(module).CONTRACT
    except ModuleNotFoundError as error:
        if error.name not in (game, module):
            raise
    return Contract()


def weakest(game: str) -> str:
    """The style that plays by chance, or the last one."""
    names = [style.name for style in find_game(game).styles]
    return "random" if "random" in names else names[-1]


@functools.cache
def tables_of(game: str) -> dict[str, Mapping[str, Any]]:
    """The requests of every table at which questions are asked, by name; the first is the frozen run."""
    known, own = find_game(game), contract_of(game)
    few: dict[str, Any] = {"games": 60, "seed": 11}
    tables: dict[str, Mapping[str, Any]] = {FROZEN: own.frozen}
    for players in sorted(set(known.seats) - {known.usual_seats}):
        tables[f"{players} players"] = few | {"players": players}
    for variant in known.variants[1:]:
        tables[variant.name] = few | {"variant": variant.name}
    tables[weakest(game)] = few | {"agents": weakest(game)}
    tables["one game"] = few | {"games": 1, "players": known.seats[0]}
    return tables | {name: few | dict(request) for name, request in own.tables.items()}


def all_tables() -> list[tuple[str, str]]:
    """Game and table, for tests: the frozen run of every game, and its other tables."""
    return [(game, table) for game in game_ids() for table in tables_of(game)]
