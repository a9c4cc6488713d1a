"""Logged games of Heroes as arrays, and what the cards say about them: for tests that look at many games at once.

A column of the table of turns becomes an array by game, turn and seat, for every game has the same 30 rows per seat.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import polars as pl

from balance.engine.game import Plan
from balance.games.heroes.cards.box import DICE, RANKS, TYPES, Cards, Option
from helpers.play import Log

Array = np.ndarray

RECRUIT = (range(4), range(9, 13), range(19, 23))
ADVENTURE = (range(4, 8), range(13, 18), range(23, 29))
RETURN = (8, 18, 29)
"""The turns of the three rounds, counted from 0."""

SIDES = ("left", "right", "only")
FATES = ("used", "own", "opponent", "kept")
PHASES = ("recruit", "adventure", "return")
LEFT, RIGHT, ONLY = range(3)
USED, OWN, OPPONENT, KEPT = range(4)
NOTHING = -1  # a blank cell
MANY = 99

HURTING = ("fight", "mission", "roll")
"""Steps that bring wounds to the seat itself."""

HITTING = ("hit", "hitroll")
"""Steps that bring wounds to an opponent."""


# ---------------------------------------------------------------- cards


def ids(rows: Iterable[Any]) -> list[str]:
    return [row.id for row in rows]


class Words:
    """How often each option names a step, and how often it may come to it with all tiles it may draw."""

    def __init__(self, cards: Cards):
        at_once = [option for tile in cards.tiles if tile.set == "immediate" for option in tile.action.options]
        options: dict[str, Option] = {}
        for card in (*cards.heroes, *cards.tiles):
            for option in card.action.options:
                options.setdefault(option.text, option)
        self.options = [options[text] for text in cards.options]
        self.endless = any(self.times(option, "tile") for option in at_once)
        self.loudest = {
            words: max((self.times(option, *words) for option in at_once), default=0)
            for words in (("fight",), ("mission",), ("tile",), ("gift",), ("heal",), ("shine",), HURTING, HITTING)
        }

    @staticmethod
    def times(option: Option, *words: str) -> int:
        return sum(step.word in words for step in option.steps)

    def count(self, *words: str) -> Array:
        """By option: such steps."""
        return np.array([self.times(option, *words) for option in self.options])

    def most(self, *words: str) -> Array:
        """By option: such steps, those of immediate tiles that may be drawn included."""
        tiles = self.count("tile")
        more = self.loudest[words] * (MANY if self.endless else 1)
        if self.endless and words == ("tile",):
            more = MANY
        return self.count(*words) + tiles * more

    def points(self, word: str) -> Array:
        """By option: the sum of the numbers of such steps."""
        return np.array([sum(step.number for step in option.steps if step.word == word) for option in self.options])


def fight_of(option: Option) -> Any:
    return next((step for step in option.steps if step.word == "fight"), None)


def heals_late(option: Option) -> bool:
    """Whether it heals after it may have done damage: then the most counters lay there within the turn."""
    words = [step.word for step in option.steps]
    hurts = [i for i, word in enumerate(words) if word in (*HURTING, *HITTING, "tile")]
    heals = [i for i, word in enumerate(words) if word == "heal"]
    return bool(hurts and heals and max(heals) > min(hurts))


def joints_of(cards: Cards) -> Array:
    """By two heroes side by side and energy: complete icons between them."""
    right = np.array([[[half == letter for half in hero.right] for letter in TYPES] for hero in cards.heroes])
    left = np.array([[[half == letter for half in hero.left] for letter in TYPES] for hero in cards.heroes])
    return np.einsum("atp,btp->abt", right.astype(np.int64), left.astype(np.int64))


# ---------------------------------------------------------------- games


class Played:
    """Games of one plan, and their log as arrays by game, turn and seat."""

    def __init__(self, log: Log, plan: Plan):
        self.log, self.plan = log, plan
        self.arrays: dict[str, Array] = {}
        self.cards: Cards = plan.cards
        self.players = plan.players
        self.numbers = log.games["game_no"].to_numpy()
        self.games = len(self.numbers)
        self.words = Words(plan.cards)
        self.seat_table = {name: self.by_seat(log.seats[name]) for name in log.seats.columns if name != "agent"}
        self.game_table = {name: log.games[name].to_numpy() for name in log.games.columns}

    def by_seat(self, column: pl.Series) -> Array:
        """A column of the seats, by game and seat."""
        return column.to_numpy().reshape(self.games, self.players)

    @functools.cached_property
    def lists(self) -> dict[str, Sequence[str]]:
        """The words of columns that hold words."""
        heroes, tiles, adversaries = ids(self.cards.heroes), ids(self.cards.tiles), ids(self.cards.adversaries)
        return {
            "hero": heroes,
            **{f"discard_{n}": heroes for n in (1, 2, 3)},
            "tile_in_force": tiles,
            "tile_drawn": tiles,
            **{f"adv_{n}": adversaries for n in (1, 2, 3)},
            "mission": ids(self.cards.missions),
            "mission_rank": RANKS,
            "action": self.cards.options,
            "side": SIDES,
            "tile_fate": FATES,
            "phase": PHASES,
            "dice": ["", *("+".join(d for i, d in enumerate(DICE) if bits >> i & 1) for bits in range(1, 8))],
        }

    def __getitem__(self, name: str) -> Array:
        """A column of the turns, as numbers; -1 where it is blank."""
        if name not in self.arrays:
            column = self.log.turns[name]
            if name in self.lists:
                column = column.cast(pl.Enum(list(self.lists[name]))).to_physical()
            numbers = column.cast(pl.Int64).fill_null(NOTHING).to_numpy()
            self.arrays[name] = numbers.reshape(self.games, 30, self.players)
        return self.arrays[name]

    @functools.cached_property
    def starts(self) -> Array:
        """By game and round: who starts."""
        return np.stack([self.game_table[f"start_{n}"] for n in (1, 2, 3)], axis=1).astype(np.int64)

    def in_order(self, name: str, stage: int) -> Array:
        """A column of one round's adventure, by game and in the order of play."""
        rows = self[name][:, list(ADVENTURE[stage]), :]
        seats = self.actors(stage).reshape(rows.shape)
        return np.take_along_axis(rows, seats, axis=2).reshape(self.games, -1)

    def actors(self, stage: int) -> Array:
        """Whose turn it is, by game and in the order of play."""
        seats = (self.starts[:, stage, None] + np.arange(self.players)) % self.players
        return np.tile(seats, (1, len(ADVENTURE[stage])))

    def all_acts(self, name: str) -> Array:
        """A column of all adventure turns, by game and in the order of play."""
        return np.concatenate([self.in_order(name, stage) for stage in range(3)], axis=1)

    @functools.cached_property
    def all_actors(self) -> Array:
        return np.concatenate([self.actors(stage) for stage in range(3)], axis=1)

    def per_option(self, values: Array) -> Array:
        """What is known of options, by game, turn and seat; 0 where nobody acts."""
        return np.where(self["action"] >= 0, values[self["action"]], 0)

    def once(self, *words: str) -> bool:
        """Whether no turn can have more than one such step."""
        return bool((self.words.most(*words) <= 1).all())

    def lineup(self, stage: int) -> Array:
        """Heroes by game, position and seat during an adventure."""
        return self["hero"][:, list(ADVENTURE[stage]), :]

    def card_events(self, kind: Sequence[Any], *events: str) -> pl.DataFrame:
        """Rows of the card table for cards of one kind."""
        return self.log.cards.filter(pl.col("card").is_in(ids(kind))).select("game_no", "seat", "card", *events)

    def counted(self, rows: pl.DataFrame, name: str) -> pl.DataFrame:
        """How often each card stands there, by game and seat. ``rows``: game_no, seat, card."""
        return rows.drop_nulls().group_by("game_no", "seat", "card").agg(pl.len().alias(name))

    def turns_of(self, *phases: str) -> pl.DataFrame:
        return self.log.turns.filter(pl.col("phase").is_in(phases))

    def all_true(self, right: Array, says: str, **values: Array) -> None:
        """Fail and name the first case where it is not so; the first index is the game."""
        if right.all():
            return
        place = tuple(int(i) for i in np.argwhere(~right)[0])
        shown = {name: np.broadcast_to(value, right.shape)[place] for name, value in values.items()}
        raise AssertionError(f"{says}: game {self.numbers[place[0]]}, at {place[1:]}, {shown}")


def discarded(p: Played, stage: int) -> tuple[Array, Array]:
    """The return: which positions stay, and which heroes go; the latter are named in the order of the line-up."""
    gone = np.stack([p[f"discard_{n}"][:, RETURN[stage], :] for n in (1, 2, 3)], axis=1)
    if stage == 2 and not p.plan.settings["discard_after_last_round"]:
        p.all_true(gone == NOTHING, "nobody is discarded in the end")
        return np.ones(p.lineup(stage).shape, bool), gone
    p.all_true(gone >= 0, "three heroes are discarded")
    lineup = p.lineup(stage)
    stays = np.ones(lineup.shape, bool)
    following = np.zeros((p.games, p.players), np.int64)
    for position in range(lineup.shape[1]):
        wanted = np.take_along_axis(gone, np.minimum(following, 2)[:, None, :], axis=1)[:, 0]
        here = (following < 3) & (wanted == lineup[:, position])
        stays[:, position] = ~here
        following += here
    p.all_true(following == 3, "the discarded heroes were in the line-up, in this order")
    return stays, gone


# ---------------------------------------------------------------- slots


class Capacity:
    """The slots of a line-up, by game and seat."""

    def __init__(self, p: Played, stage: int):
        lineup = p.lineup(stage)
        self.energy = joints_of(p.cards)[lineup[:, :-1], lineup[:, 1:]].sum(axis=1)  # game, seat, energy
        plain = np.array([sum(value == 0 for value in hero.slots) for hero in p.cards.heroes])
        values = np.zeros((len(p.cards.heroes), 8), np.int64)
        for number, hero in enumerate(p.cards.heroes):
            worth = [value for value in hero.slots if value]
            values[number, : len(worth)] = worth
        self.plain = plain[lineup].sum(axis=1)
        every = values[lineup].transpose(0, 2, 1, 3).reshape(p.games, p.players, -1)
        self.prestige = (every > 0).sum(axis=2)
        self.dearest = sums_of(-np.sort(-every, axis=2))  # of the n dearest
        self.cheapest = sums_of(np.sort(np.where(every > 0, every, 10**6), axis=2))
        self.points = every.sum(axis=2)
        self.all = self.energy.sum(axis=2) + self.plain + self.prestige


def sums_of(values: Array) -> Array:
    """The sum of the first n values, n from 0."""
    return np.concatenate([np.zeros((*values.shape[:2], 1), np.int64), np.cumsum(values, axis=2)], axis=2)


class Turn:
    """One turn of every game: columns that tell of slots."""

    names = (
        *("action", "counters", "placed", "free_l", "free_f", "free_i", "free_generic"),
        *("victim", "hit_placed", "hit_any", "victim_free_l", "victim_free_f", "victim_free_i", "victim_free_generic"),
        *("l_after", "f_after", "i_after", "plain_after", "pslot_after", "victim_pslot"),
    )

    def __init__(self, columns: dict[str, Array], act: int):
        self.columns, self.act = columns, act

    def __getitem__(self, name: str) -> Array:
        return self.columns[name][:, self.act]

    def sum(self, prefix: str) -> Array:
        return sum(self[f"{prefix}{kind}"] for kind in ("l", "f", "i", "generic"))
