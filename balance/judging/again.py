"""Playing games again: as they are, and with something else in a card's place, with the same luck.

Where a card is weighed, one row is kept for every player who gained what stands in the place, in the one game or in the
other; where an edit is tried, sums over all. Nothing of it depends on threads or on the order of the work: which way a
game is tried in follows from seed, card and number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import duckdb
import numpy as np
import polars as pl

from balance.engine.game import Plan
from balance.engine.game.kinds import places_in_pile, rows_by_card
from balance.engine.game.log import literal
from balance.engine.playing.game_batch import GameBatch
from balance.judging.draws import drawn_players, drawn_ways
from balance.judging.moments import Moments
from balance.judging.trials import Trial, kinds_of, logged_cards, patch

ROWS = pl.Schema(
    {
        "case": pl.Int64,  # the number of the game, or of the match
        "seat": pl.Int8,
        "agent": pl.Int8,  # the code of its style
        "way": pl.Int16,  # place among the trial's ways
        "gained": pl.Boolean,  # in the game as it is
        "gained_after": pl.Boolean,  # in the game with something else in the place
        "before": pl.Float32,  # win share in the game as it is
        "after": pl.Float32,
        "points_before": pl.Int32,
        "points_after": pl.Int32,
        "weight": pl.Int8,  # it stands for so many such rows
    }
)
"""A row for every game and player who gained what stands in the place, in either version."""
USERS = pl.Schema({name: ROWS[name] for name in ("case", "seat", "agent", "before", "points_before", "weight")})
"""A row for every player who gained the card in games as they are, whether these are played again or not."""
Exchange = Callable[[str], Callable[[], None]]
"""Lets a way be played from now on; what it gives takes it back."""


@dataclass(frozen=True)
class Games:
    """Some games as they are: who sat there, how it ended for them, and who could gain and gained which card."""

    numbers: np.ndarray
    """(n,): the numbers of the games, rising."""
    share: np.ndarray
    """(n, players): win shares; ``score`` and ``agent`` likewise. Of a game that was not played: 0, but ``agent``."""
    score: np.ndarray
    agent: np.ndarray
    turns: np.ndarray
    """(n,): how long they last; 0, too, where the game was not played, because its match was decided before."""
    played: np.ndarray
    """(n,): whether they were: beside ``turns``, for a game may know no turns."""
    met: pl.DataFrame
    """card (its place in ``logged_cards``), game_no, and bit sets of seats: offered, gained.

    Only where somebody was offered the card.
    """

    def places(self, numbers: np.ndarray) -> np.ndarray:
        """Where these games stand among them."""
        return np.searchsorted(self.numbers, numbers)


@dataclass(frozen=True)
class Pairs:
    """Games as they are, and the same played again in another way: arrays (n,), and by seat (n, players)."""

    case: np.ndarray
    place: np.ndarray
    """Where they stand among the games as they are."""
    way: np.ndarray
    was: np.ndarray
    """(n, players): who gained what stands in the place; ``now``: in the game played again; ``share`` .. ``played``: of
    the game played again."""
    now: np.ndarray
    share: np.ndarray
    score: np.ndarray
    turns: np.ndarray
    played: np.ndarray


def users_in(plan: Plan, trial: Trial, met: pl.DataFrame) -> np.ndarray:
    """Who gained the card in these games (bit sets of seats, int64[n]): where one player alone may have another card
    in its place, only whether that one did. ``met``: the rows of ``Games.met`` that are about the card."""
    gained = met["gained"].to_numpy().astype(np.int64)
    if trial.kind.one_player:
        gained &= 1 << drawn_players(plan.seed, met["game_no"].to_numpy() // plan.match_games, plan.players)
    return gained


def users_as_they_are(plan: Plan, games: Games, met: pl.DataFrame, users: np.ndarray) -> pl.DataFrame:
    """USERS of a card. ``met``: the rows of ``games.met`` that are about it. ``users``: as ``users_in`` gives them."""
    row, seat = np.nonzero((users[:, None] >> np.arange(plan.players)) & 1)
    number = met["game_no"].to_numpy()[row]
    place = games.places(number)
    ends = (games.share[place, seat], games.score[place, seat])
    columns = (number // plan.match_games, seat, games.agent[place, seat], *ends, np.ones(len(seat)))
    return pl.DataFrame(dict(zip(USERS, columns, strict=True))).cast(USERS)


class Room:
    """What one thread plays in."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.batch = GameBatch(plan, turns=False)
        as_it_is = np.array([self.batch.table], plan.game.table_record)
        played = as_it_is.copy()
        self.as_it_is, self.table = (tables[0] for tables in (as_it_is, played))
        """TABLE as it is; and that which is played with: exchanges are made in it and taken back."""
        self.bytes_as_they_are, self.bytes = as_it_is.view(np.uint8), played.view(np.uint8)
        self.memory = duckdb.connect(":memory:", config={"threads": 1})
        kinds = kinds_of(plan)
        rows = [(id, code, kinds[id].name) for code, id in enumerate(logged_cards(plan)) if id in kinds]
        cards = pl.DataFrame(rows, {"id": pl.String, "code": pl.Int16, "kind": pl.String}, orient="row")
        self.memory.register("incoming", cards.to_arrow())
        self.memory.execute("CREATE TABLE kinds AS FROM incoming")
        known = {kind.name: kind for kind in kinds.values() if kind.gained}
        self.gained = _case({name: kind.gained for name, kind in known.items()})
        self.offered = _case({name: kind.offered for name, kind in known.items()})

    def close(self) -> None:
        """Give back what its database holds; nothing can be played any more."""
        self.memory.close()

    def as_they_are(self, first: int, count: int) -> Games:
        """The games ``first`` .. ``first + count - 1``, at most as many as fit the buffers."""
        self.batch.clear()
        self.batch.take(self.plan, self.table)
        self.batch.play(first, count)
        numbers = np.arange(first, first + count)
        ended = self.batch.standing_of(numbers, "win_share", "score", "agent")
        played, ended = ~np.isnan(ended[0, :, 0]), np.nan_to_num(ended)
        share, score, agent = (of.astype(to) for of, to in zip(ended, (np.float32, np.int32, np.int8), strict=True))
        match_games = self.plan.match_games
        # Those of a match sit there though a game is not needed.
        agent = agent[np.arange(count) // match_games * match_games]
        wanted = f"card, game_no, seat, {self.offered}, {self.gained}"
        self._show("cards", self.batch.frame("cards", wanted))
        met = self.memory.sql(
            f"""
            SELECT code AS card, game_no,
                   sum(CASE WHEN offered THEN 1::INTEGER << seat ELSE 0 END)::INTEGER AS offered,
                   sum(CASE WHEN gained THEN 1::INTEGER << seat ELSE 0 END)::INTEGER AS gained
            FROM (SELECT code, game_no, seat, ({self.offered}) > 0 AS offered, ({self.gained}) > 0 AS gained
                  FROM ({self._view("cards", wanted)}) AS cards JOIN kinds ON kinds.id = cards.card)
            GROUP BY ALL HAVING bool_or(offered)
            """
        ).pl()
        lengths, turns = self._lengths(), np.zeros(count, np.int32)
        turns[lengths["game_no"].to_numpy() - first] = lengths["turns"].to_numpy()
        return Games(numbers, share, score, agent, turns, played, met.sort("card", "game_no"))

    def again(self, trial: Trial, games: Games, met: pl.DataFrame, idle: int = 1) -> pl.DataFrame:
        """The ROWS of the cases of these games. ``met``: the rows of ``games.met`` that are about the trial's card.

        ``idle``: a case in which nobody gained the card as the game is stands for so many of them.
        """
        pairs = self._pairs(trial, games, met)
        used = pairs.was.any(axis=1).reshape(-1, self.plan.match_games).any(axis=1).repeat(self.plan.match_games)
        game, seat = np.nonzero(pairs.was | pairs.now)
        place = pairs.place[game]
        columns = (pairs.case[game], seat, games.agent[place, seat], pairs.way[game])
        gained = (pairs.was[game, seat], pairs.now[game, seat])
        ends = (games.share[place, seat], pairs.share[game, seat], games.score[place, seat], pairs.score[game, seat])
        weight = np.where(used, 1, idle)[game]
        return pl.DataFrame(dict(zip(ROWS, (*columns, *gained, *ends, weight), strict=True))).cast(ROWS)

    def counted(self, trial: Trial, games: Games, met: pl.DataFrame) -> Moments:
        """What the cases of these games count: sums over who gained what stands in the place in either version
        (win shares, points), over all seats (how many, who gained), and over games (turns, win shares by seat)."""
        pairs = self._pairs(trial, games, met)
        either = pairs.was | pairs.now
        before = {"share": games.share[pairs.place], "score": games.score[pairs.place]}
        played = (games.played[pairs.place] | pairs.played).astype(np.int64)
        by_game = {
            "players": either.sum(axis=1),
            "win_before": (before["share"] * either).sum(axis=1),
            "win_after": (pairs.share * either).sum(axis=1),
            "points_before": (before["score"] * either).sum(axis=1),
            "points_after": (pairs.score * either).sum(axis=1),
            "gained_before": pairs.was.sum(axis=1),
            "gained_after": pairs.now.sum(axis=1),
            "seats": played * self.plan.players,
            "games": played,
            "turns_before": games.turns[pairs.place],
            "turns_after": pairs.turns,
        }
        for seat in range(self.plan.players):
            by_game[f"seat_{seat}_before"] = before["share"][:, seat]
            by_game[f"seat_{seat}_after"] = pairs.share[:, seat]
        match_games = self.plan.match_games
        return Moments.of({name: sums.reshape(-1, match_games).sum(axis=1) for name, sums in by_game.items()})

    def _pairs(self, trial: Trial, games: Games, met: pl.DataFrame) -> Pairs:
        """The cases of these games, played again."""
        match_games, players = self.plan.match_games, self.plan.players
        cases = np.unique(met["game_no"].to_numpy() // match_games)
        numbers = (cases[:, None] * match_games + np.arange(match_games)).ravel()
        case = numbers // match_games
        before = np.zeros(len(numbers), np.int64)
        before[np.searchsorted(numbers, met["game_no"].to_numpy())] = users_in(self.plan, trial, met)
        way = drawn_ways(self.plan.seed, trial.key, case, len(trial.ways))
        share, score, turns, played, after = self._play_ways(trial, numbers, way)
        bits = 1 << np.arange(players)
        was, now = (before[:, None] & bits) > 0, (after[:, None] & bits) > 0
        return Pairs(case, games.places(numbers), way, was, now, share, score, turns, played)

    def _play_ways(self, trial: Trial, numbers: np.ndarray, way: np.ndarray) -> tuple[np.ndarray, ...]:
        """Of the games of these numbers, played each in its way: win shares and scores (n, players), turns (n,) where
        an edit is tried, whether they were played (n,), and the seats that gained what stands in the place, as bits."""
        share = np.zeros((len(numbers), self.plan.players), np.float32)
        score = np.zeros((len(numbers), self.plan.players), np.int32)
        turns, gained = np.zeros(len(numbers), np.int32), np.zeros(len(numbers), np.int64)
        played = np.zeros(len(numbers), bool)

        def gather() -> None:
            self._gather(trial, numbers, share, score, turns, played, gained)

        self.batch.clear()
        exchange = self._by_rows(trial) if trial.kind.rows else self._by_patches(trial)
        for place in np.unique(way):
            take_back = exchange(trial.ways[place])
            left = np.flatnonzero(way == place)
            while len(left):
                room = self.batch.room // self.plan.match_games * self.plan.match_games
                if room:
                    self.batch.play_these(numbers[left[:room]])
                    left = left[room:]
                else:
                    gather()
            take_back()
        gather()
        return share, score, turns, played, gained

    def _by_rows(self, trial: Trial) -> Exchange:
        """Exchanges of the rows that TABLE has of a card."""
        self.batch.take(self.plan, self.table)
        places = places_in_pile(self.plan.cards, trial.card)
        place = places[trial.card]
        fields = [rows_by_card(table, trial.kind) for table in (self.table, self.as_it_is)]

        def put(id: str) -> None:
            for mine, theirs in zip(*fields, strict=True):
                mine[place] = theirs[places[id]]

        def exchange(way: str) -> Callable[[], None]:
            put(way)
            return lambda: put(trial.card)

        return exchange

    def _by_patches(self, trial: Trial) -> Exchange:
        """Exchanges of all in which TABLE differs. It is filled once for every way of a trial, by whom is first."""

        def exchange(way: str) -> Callable[[], None]:
            plan = trial.plan(way)
            if way not in trial.patches:
                trial.patches[way] = patch(self.as_it_is, plan.table())
            where, what = trial.patches[way]
            self.bytes[where] = what
            self.batch.take(plan, self.table)
            return lambda: take_back(where)

        def take_back(where: np.ndarray) -> None:
            self.bytes[where] = self.bytes_as_they_are[where]

        return exchange

    def _gather(
        self,
        trial: Trial,
        numbers: np.ndarray,
        share: np.ndarray,
        score: np.ndarray,
        turns: np.ndarray,
        played: np.ndarray,
        gained: np.ndarray,
    ) -> None:
        """Take what the buffers hold, and empty them."""
        standing = self.batch.standing()
        game, seat = np.searchsorted(numbers, standing["game_no"].to_numpy()), standing["seat"].to_numpy()
        share[game, seat], score[game, seat] = standing["win_share"].to_numpy(), standing["score"].to_numpy()
        played[game] = True
        if trial.edit:  # of an exchange nobody asks how long games last
            lengths = self._lengths()
            turns[np.searchsorted(numbers, lengths["game_no"].to_numpy())] = lengths["turns"].to_numpy()
        if not trial.kind.gained:
            self.batch.clear()
            return
        wanted = f"game_no, seat, {trial.kind.gained}"
        self._show("cards", self.batch.rows_of_card(trial.logged, wanted))
        gains = self.memory.sql(
            f"""
            SELECT game_no, sum(1::INTEGER << seat)::BIGINT AS gained FROM ({self._view("cards", wanted)})
            WHERE ({trial.kind.gained}) > 0 GROUP BY game_no
            """
        ).pl()
        gained[np.searchsorted(numbers, gains["game_no"].to_numpy())] = gains["gained"].to_numpy()
        self.batch.clear()

    def _lengths(self) -> pl.DataFrame:
        """How long the games in the buffers last: game_no, turns."""
        wanted = "game_no, turns"
        self._show("games", self.batch.frame("games", wanted))
        return self.memory.sql(self._view("games", wanted)).pl()

    def _show(self, name: str, frame: pl.DataFrame) -> None:
        self.memory.register(f"stored_{name}", frame.to_arrow())

    def _view(self, name: str, wanted: str | None = None) -> str:
        return self.batch.tables[name].view(f"stored_{name}", wanted)


def _case(by_kind: dict[str, str]) -> str:
    """The SQL expression that is another one for every kind."""
    lines = (f"WHEN {literal(name)} THEN ({sql})" for name, sql in by_kind.items())
    return f"CASE kind {' '.join(lines)} ELSE 0 END" if by_kind else "0"
