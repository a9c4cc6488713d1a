"""How many games are played again: in rounds, until the width of every card that is not rare is as promised.

What a round plays follows from what the rounds before it found, and from nothing else: neither the time nor the number
of threads. So every part can be kept and need not be played twice, and who stopped goes on from there.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import numpy as np
import polars as pl

from balance.analysis.stats import Z
from balance.engine.game import Plan
from balance.engine.playing.batches import games_of_a_batch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher, compile_rules
from balance.judging.again import Games, Room, users_in
from balance.judging.answers import NoParts, Parts, part_name
from balance.judging.draws import kept_cases
from balance.judging.effects import FEWEST
from balance.judging.trials import Trial, logged_cards

ROUNDS = (4_000, 16_000, 48_000, 160_000)
"""After so many games as they are, at the latest, it is looked which cards are known well enough; later after as many
more as the last."""
SHORT_ROUND = 1_000
"""So many games a round has at least, but where a usual one ends: to look costs time, too."""
REPLAYS = 8_000
"""So many replays of one card are one thread's task."""
LEAST_SHIFT = 0.35
"""How far the win share of a player moves, at least, when a card is exchanged: what the first round counts on."""
OFFERED, TAKEN = 2_000, 0.01
"""A card that was offered so often, and gained by a smaller share of those, is not waited for."""
RARE = 0.05
"""Nobody waits for a card that is gained in a smaller share of the games, unless cards were asked for by their names:
few notice it, and one in 200 games would cost more games than all others together."""
SURPLUS = 1.05
"""A little more is played than the width so far says is needed, so that it rarely is too little."""


@dataclass
class Evidence(ABC):
    """What the games say of one trial so far."""

    trial: Trial
    until: float
    """Half the width of the interval that is promised."""
    named: bool = False
    """Whether cards were asked for by their names: then it is waited for however rare it is."""
    replays: int = 0
    offered: int = 0
    """Seats of the games as they are to which its card was offered."""
    gained: int = 0
    seats: int = 0
    """All seats of these games."""
    games: int = 0
    """These games."""
    games_gained: int = 0
    """Those of them in which somebody gained it."""
    gains: int = 0
    """Players of these games whom ``users`` could rest on: more than it does, where some were enough."""
    half_width: float = math.inf
    """Half the width so far."""
    users: int = 0
    """So many players the width rests on."""
    idle: ClassVar[int] = 1
    """Of the cases in which nobody gained the card as the game is, one in so many is played again."""

    def watch(self, plan: Plan, games: Games, met: pl.DataFrame) -> np.ndarray:
        """Look at games as they are, before some are played again. ``met``: as for ``replay``.

        Who gained the card there, as ``users_in`` gives it.
        """
        users, played = users_in(plan, self.trial, met), int(games.played.sum())
        self.offered += _bits(met["offered"])
        self.gained += _bits(met["gained"])
        self.gains += int(np.bitwise_count(users).sum())
        self.games += played
        self.games_gained += met.filter(pl.col("gained") > 0).height
        self.seats += played * plan.players
        return users

    @abstractmethod
    def replay(self, room: Room, games: Games, met: pl.DataFrame) -> pl.DataFrame:
        """What these games say, played again. ``met``: the rows of ``games.met`` that are about the card."""

    @abstractmethod
    def add(self, part: pl.DataFrame) -> None:
        """Take what ``replay`` gave."""

    @abstractmethod
    def look(self) -> None:
        """Find out how well it is known: ``half_width``."""

    @property
    @abstractmethod
    def takers(self) -> int:
        """So many of those to whom it was offered gained it, as far as that is asked."""

    @property
    def nothing_to_know(self) -> bool:
        """Whether it is offered often and gained by hardly anybody."""
        return self.offered >= OFFERED and self.takers < TAKEN * self.offered

    @property
    def enough(self) -> bool:
        """Whether it is known as well as promised, or that there is nothing to know."""
        return self.half_width <= self.until or self.nothing_to_know

    @property
    def rare(self) -> bool:
        """Whether hardly any game has somebody who gains it."""
        return bool(self.trial.kind.gained) and self.games_gained < RARE * self.games

    @property
    def awaited(self) -> bool:
        """Whether playing goes on for its sake."""
        return not self.enough and (self.named or not self.rare)


Task = tuple[Evidence, str, pl.DataFrame]
"""Evidence, the name of a part of it, and the rows of ``Games.met`` that are to be played again for it."""


def play_rounds(
    plan: Plan,
    evidence: Sequence[Evidence],
    most: int,
    workers: int = 1,
    watcher: Watcher | None = None,
    parts: Parts | None = None,
) -> list[Games]:
    """Let every trial find what it promises. ``most``: games as they are, at most. The games as they are, by round."""
    watcher, parts = watcher or Watcher(), parts or NoParts()
    rounds: list[Games] = []
    compile_rules(plan, watcher)
    with Pool(partial(Room, plan), workers) as pool:
        watcher.started(0, _foreseen(evidence))
        try:
            first = 0
            while (last := _end_of_round(plan, first, most, evidence)) > first:
                rounds.append(_play_round(plan, pool, (first, last), evidence, parts, watcher))
                first = last
        finally:
            watcher.finished()
    return rounds


def _foreseen(evidence: Sequence[Evidence]) -> int:
    """About how many games will be played: never exact, for nobody knows how often a card will be gained."""
    return sum(round(2 * _rows_needed(card)) for card in evidence)


def _end_of_round(plan: Plan, first: int, most: int, evidence: Sequence[Evidence]) -> int:
    """Where the round ends that begins with game ``first``, after a whole match; there itself: none is needed."""

    def whole_matches(games: float) -> int:
        return int(games) // plan.match_games * plan.match_games

    if not first:
        return max(plan.match_games, whole_matches(min(ROUNDS[0], most)))
    more = max((_games_needed(card, first) for card in evidence if card.awaited), default=0)
    if not more:
        return first
    end = next((end for end in ROUNDS if whole_matches(end) > first), first + ROUNDS[-1])
    return max(first, whole_matches(min(end, most, first + max(more, SHORT_ROUND, plan.match_games))))


def _games_needed(card: Evidence, games: int) -> float:
    """How many games more, by what so many say, until a card is known as well as promised."""
    return _users_needed(card) * games / card.gains if card.gains else math.inf


def _play_round(
    plan: Plan,
    pool: Pool[Room],
    span: tuple[int, int],
    evidence: Sequence[Evidence],
    parts: Parts,
    watcher: Watcher,
) -> Games:
    step = games_of_a_batch(plan)
    firsts = range(*span, step)
    games = _joined(
        pool.map(lambda room, first: _as_they_are(room, first, min(step, span[1] - first), watcher), firsts)
    )
    unknown = [card for card in evidence if not card.enough]
    tasks = _tasks(plan, span, unknown, games)

    def play(room: Room, task: Task) -> pl.DataFrame:
        card, name, met = task
        rows = parts.load(name)
        if rows is None:
            rows = card.replay(room, games, met)
            parts.store(name, rows)
        watcher.played(met.height)
        return rows

    for (card, _, met), rows in zip(tasks, pool.map(play, tasks), strict=True):
        card.add(rows)
        card.replays += met.height
    for card in unknown:
        card.look()
    return replace(games, met=games.met.clear())  # who met which card is much, and done with


def _tasks(plan: Plan, span: tuple[int, int], unknown: Sequence[Evidence], games: Games) -> list[Task]:
    """What is to be played again of a round."""
    code = {id: place for place, id in enumerate(logged_cards(plan))}
    by_card = {key[0]: met for key, met in games.met.partition_by("card", as_dict=True).items()}
    empty = games.met.clear()
    tasks = []
    for card in unknown:
        met = by_card.get(code[card.trial.card], empty) if card.trial.kind.gained else _every(games, empty)
        users = card.watch(plan, games, met)
        for k, some in enumerate(_split(_wanted(card, met, users, plan), plan)):
            tasks.append((card, part_name("round", *span, k, card.trial.card, card.trial.edit), some))
    return tasks


def _as_they_are(room: Room, first: int, count: int, watcher: Watcher) -> Games:
    games = room.as_they_are(first, count)
    watcher.played(count)
    return games


def _every(games: Games, empty: pl.DataFrame) -> pl.DataFrame:
    """All games, for a card that nobody gains."""
    rows = pl.DataFrame({"game_no": games.numbers, "card": 0, "offered": 0, "gained": 0})
    return rows.select(empty.columns).cast(empty.schema)


def _joined(games: Sequence[Games]) -> Games:
    def all_of(name: str) -> np.ndarray:
        return np.concatenate([getattr(batch, name) for batch in games])

    met = pl.concat([batch.met for batch in games])
    columns = {name: all_of(name) for name in ("numbers", "share", "score", "agent", "turns", "played")}
    return Games(**columns, met=met)


def _bits(seats: pl.Series) -> int:
    return int(seats.cast(pl.UInt32).bitwise_count_ones().sum() or 0)


def _wanted(card: Evidence, met: pl.DataFrame, users: np.ndarray, plan: Plan) -> pl.DataFrame:
    """The first of the games that could be played again, as many as the promise needs by what is known of it.

    ``users``: who gained the card there, as ``users_in`` gives it.
    """
    needed = _users_needed(card)
    gains = int(np.bitwise_count(users).sum())
    if gains <= 0:
        return _thinned(card, met, users, plan)
    last = math.ceil(needed / gains * met.height)
    if last < met.height:
        ends = met["game_no"][last] // plan.match_games * plan.match_games
        wanted = met["game_no"].to_numpy() < ends
        met, users = met.filter(wanted), users[wanted]
    return _thinned(card, met, users, plan)


def _thinned(card: Evidence, met: pl.DataFrame, users: np.ndarray, plan: Plan) -> pl.DataFrame:
    """The games of all cases with users, and of ``card.idle`` others one."""
    if card.idle == 1:
        return met
    case = met["game_no"].to_numpy() // plan.match_games
    used = np.isin(case, case[users > 0])
    return met.filter(used | kept_cases(plan.seed, card.trial.key, case, card.idle))


def _users_needed(card: Evidence) -> float:
    """How many players more who gained the card the promise needs, by what is known of it."""
    if math.isfinite(card.half_width) and card.half_width > 0:
        return max(0.0, card.users * ((card.half_width / card.until) ** 2 * SURPLUS - 1))
    # Of a player whom every game has, the first players may be too few games to know anything: twice as many.
    return max(_rows_needed(card) - card.users, card.users)


def _rows_needed(card: Evidence) -> float:
    """How many players who gained the card the first round asks for."""
    return max((Z * LEAST_SHIFT / card.until) ** 2, 2 * FEWEST)


def _split(met: pl.DataFrame, plan: Plan) -> list[pl.DataFrame]:
    """In tasks for several threads: whole matches each. The more games a task has, the fewer exchanges are made."""
    if met.is_empty():
        return []
    case, cases = (pl.col("game_no") // plan.match_games).rle_id(), max(1, REPLAYS // plan.match_games)
    return met.with_columns(_task=case // cases).partition_by("_task", include_key=False)
