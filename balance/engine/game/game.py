"""The contract between the engine and a game, and the plan that a game is asked to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from balance.cards.check import CardTable
from balance.common.errors import Problems
from balance.common.faults import blamed
from balance.engine.game.agents import MIXED, drawn_from
from balance.engine.game.by_hand import Fields, Handy, Lay
from balance.engine.game.decisions import Decision, News, Remarks, Wording
from balance.engine.game.faces import Face, cells_as_they_stand
from balance.engine.game.headlines import Headline, Headlines, by_name
from balance.engine.game.kinds import Kind
from balance.engine.game.log import Table
from balance.engine.game.questions import Experiment, Question
from balance.engine.game.settings import Setting, Value
from balance.engine.game.styles import SLIP, Feature, Knob, Style


@dataclass(frozen=True)
class Variant:
    """A rules variant and what it changes."""

    name: str
    description: str


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
class Chance:
    """A part of a game's luck, in words, and the streams that it is drawn from."""

    name: str
    """In the middle of a sentence: "the deal", "dice and draws"."""
    streams: tuple[int, ...]
    chosen: bool = False
    """Whether people choose it before a game, as their decks: it is drawn only because nobody here chooses."""


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
    """Kernel (s, t, numbers, games, seats, turns, cards, used, logs_turns): appends the games of these numbers
    (int64[n], rising), or stops at the first one that leaves a code in ``s.trouble``. One with (s, t, first, count,
    ...) plays ranges. logs_turns: 0, or TURNS_AND_CARDS or CARDS_ALONE (engine.kernels.buffers)."""
    tell: Callable[[Any], list[str]]
    """A LoggedGame (engine.game.story) -> its story, a line each."""
    tells_happenings: bool = False
    """Whether the story needs what its rules say by ``happens``, too: then a logged game is played again for it."""
    face: Callable[[Any, Any], Face | None] | None = None
    """(row of the card table, the game's cards) -> what is printed on the card, in words; None: no words for it."""
    picture: Callable[[Any], str] | None = None
    """A LoggedGame -> its final position as an SVG document; None: the game has no picture."""
    wording: Callable[[Plan], Wording] | None = None
    """What its decisions are called, with the cards of a plan; None: its decisions are not listed yet."""
    look: Callable[[Plan, Any, Any, int], list[str]] | None = None
    """(plan, state, table record, seat) -> what the seat sees in the middle of a game, a line each; None: nobody can
    sit down at this game yet."""
    remarks: Callable[[Plan, Any, Any, Decision], Remarks] | None = None
    """(plan, state, table record, the decision under way) -> what its seat hears beside the wording; None: nothing."""
    news: Callable[[Plan, Any, Any, int, tuple[int, ...]], News | None] | None = None
    """(plan, state, table record, seat, what the rules said by ``happens``) -> what the seat sees of it; None: nothing,
    or (instead of the function) rules that say nothing."""
    closed: str = ""
    """Why nobody can play on from one of its decisions in other futures, as a part of a sentence; empty: one can."""
    scenario: Callable[[Any], Any] | None = None
    """A ScenarioFile (engine.game.scenario) -> its position, ready to play on; raises ScenarioError. None: scenarios of
    the game are games of a seed (engine.game.game_file)."""
    handy: Callable[[Plan], Handy] | None = None
    """What such a scenario may set by hand, with the cards of a plan: piles, dice. None: nothing."""
    lay: Callable[[Plan, Mapping[str, Any], Sequence[Mapping[str, Any]], Fields], Lay] | None = None
    """(plan, the scenario's `position`, what its `players` say beside their style, by seat; where problems go) ->
    what sets this position. None: games begin at their beginning."""
    match_games: Callable[[Mapping[str, Any]], int] | None = None
    """Settings -> how many games a match has: a run has a multiple of it; None: 1."""
    usual_variant: Callable[[int], str] | None = None
    """Players -> the variant when nobody says; None: always the first one."""
    troubles: Mapping[int, str] = field(default_factory=dict)
    """Words for the trouble codes its kernels may leave in the state's field ``trouble``."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Plain words for columns and codes, for the report."""
    turns_include: str = ""
    """What the turns and the score of a game include that a player may count apart: "tie-breaks included"."""
    in_turn: bool = False
    """Whether players move one after the other, and who waits has a row in every turn, too."""
    first: First = First()
    """Who goes first; by default the first player at the table."""
    strata: tuple[str, ...] = ()
    """Columns of `seats` (a deck) in which two seats must agree, beside seat and style, before cards are compared."""
    kinds: tuple[Kind, ...] = ()
    """What the power of cards needs to know of every kind of them; none: guessed from the log and the card table."""
    card_columns: tuple[str, ...] = ()
    """Columns of the card table that this game has beside those that all games share; a file may lack any of them."""
    file: Path | None = None
    """The file in which the whole game stands, where it is in no package: see engine.game.own_game."""
    source: str = ""
    """The text of that file, as it is played."""
    code: str = ""
    """What tells all code that answers depend on from other code, as it was when the game was loaded: set there."""
    own_cards: Path | None = None
    """Its card table, where it brings one: read where no other is named."""
    luck: tuple[Chance, ...] = ()
    """The parts of its luck in the order in which they happen; the rest, if any, is the players' choices. None: what is
    luck cannot be separated, as its TABLE has no ``luck`` (see ``engine.kernels.other_luck``)."""
    headlines: tuple[Headline, ...] = ()
    """The headline figures that only this game has, in the order shown. Its ``sql/figures.sql`` counts
    them (columns: see analysis/sql/counted/figures.sql); those that are no ratio give its ``sql/spreads.sql``."""
    questions: tuple[Question, ...] = ()
    experiments: tuple[Experiment, ...] = ()
    arm_games: int = 20_000
    """How many games every arm of an experiment plays; never more than a quarter of the run it stands beside."""

    @property
    def is_plain(self) -> bool:
        """Whether it is a class in plain Python, whatever plays it."""
        return self.file is not None and "terms" in (self.table_record.names or ())

    @property
    def has_slips(self) -> bool:
        """Whether any single decision can be made at random."""
        return any(knob.name == SLIP.name for knob in self.knobs)

    @property
    def typed(self) -> str:
        """What people type for it: its id, or the file in which it stands."""
        return self.id if self.file is None else self.file.name

    @cached_property
    def figures(self) -> Headlines:
        """Its headline figures by name, in the order in which they are shown: those of every game, and its own."""
        return by_name(self.headlines)

    def face_of(self, row: Any, cards: Any) -> Face:
        """The face of a row of the card table; its cells as they stand, where the game has no words for it.

        ``cards``: the game's cards. A card out of play (no copies) is not among them, so its cells must do.
        """
        face = self.face(row, cards) if self.face is not None and row.copies not in ("0", "0.0") else None
        return cells_as_they_stand(row) if face is None else face

    def variant_for(self, players: int) -> str:
        """The variant that so many play when nobody says another."""
        return self.variants[0].name if self.usual_variant is None else self.usual_variant(players)

    def rounded_up(self, games: int, settings: Mapping[str, Any]) -> int:
        """The least number of games, at least ``games``, that leaves nothing half played."""
        match_games = self.games_of_a_match(settings)
        return -(-games // match_games) * match_games

    def games_of_a_match(self, settings: Mapping[str, Any]) -> int:
        """How many games a match has; 1 where each game stands alone."""
        return 1 if self.match_games is None else self.match_games(settings)


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
    """A word for every seat (see ``engine.game.agents``); empty for `mixed`."""
    fixed_seats: bool
    seed: int
    games: int
    log: str
    log_every: int = 1
    """With turns: those of every Nth game (of a match: of all its games) are kept, from game 0 on."""

    @property
    def logs_turns(self) -> bool:
        """Whether turns and cards are logged too."""
        return self.log == "turns"

    @property
    def log_tables(self) -> dict[str, Table]:
        """The tables of its log, with their columns."""
        return self.game.tables(self, self.cards)

    @property
    def match_games(self) -> int:
        """How many games a match has: 1 where each game stands alone."""
        return self.game.games_of_a_match(self.settings)

    def keeps_turns(self, game_no: Any) -> Any:
        """Whether the turns of this game go to disk; of a column of games (a Polars expression), which ones."""
        return self.logs_turns and game_no // self.match_games % self.log_every == 0

    @property
    def handy(self) -> Handy:
        """What a scenario may set by hand."""
        return Handy() if self.game.handy is None else self.game.handy(self)

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
        return f"every {self.log_every:,}{ending} {'game' if self.match_games == 1 else 'match'}"

    def with_turns(self, games: int) -> int:
        """How many of the first ``games`` games keep their turns (the last match counted as whole)."""
        return -(-games // (self.match_games * self.log_every)) * self.match_games

    def nearest_with_turns(self, game_no: int) -> int:
        """The game nearest to this one that keeps its turns, the earlier of two."""
        before = game_no // (self.match_games * self.log_every) * self.log_every
        last_before = min(game_no, before * self.match_games + self.match_games - 1)
        after = (before + self.log_every) * self.match_games
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

    def wording(self) -> Wording:
        """What the decisions of its games are called; only of a game that lists them."""
        assert self.game.wording is not None
        return self.game.wording(self)

    def table(self) -> Any:
        """The record TABLE that the kernels read, a copy. Raises InputError where plan and cards do not fit."""
        return self._table.copy()

    @cached_property
    def _table(self) -> Any:
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
