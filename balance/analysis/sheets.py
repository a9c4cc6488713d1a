"""The score sheets of many games at once: figures by turn that windows over millions of rows would sort half a minute.

``gains.sql``, ``comeback.sql`` and ``runaway.sql`` say what is counted. Here the same is added up on arrays (game,
seat), a turn after the other, all at one reading: ten times as fast, and the tests hold both against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import polars as pl

from balance.analysis.database import Database
from balance.analysis.stats import case_stderr, ratio_stderr

CELLS = 4_000_000
"""Scores that are in memory at once, about: 20 bytes each."""


@dataclass(frozen=True)
class Sheets:
    """Some games, of matches all that were played.

    ``scores``, ``there`` (who has a row): (turns, games, seats). ``case`` (its match, or it alone; in order) and
    ``length``: (games,). ``wins``: (games, seats).
    """

    case: np.ndarray
    scores: np.ndarray
    there: np.ndarray
    length: np.ndarray
    wins: np.ndarray

    def by_case(self, values: np.ndarray) -> np.ndarray:
        """(..., games) added up to (..., cases)."""
        begins = _begins(self.case)
        return values if len(begins) == len(self.case) else np.add.reduceat(values, begins, axis=-1)

    def pairs(self) -> Iterator[tuple[slice, int, slice, int, np.ndarray]]:
        """Every two players of a case once: game and seat, game and seat, many games at a time; which are of a case."""
        games, seats = self.wins.shape
        for apart in range(_most(self.case)):
            one, other = slice(0, games - apart), slice(apart, games)
            places = product(range(seats), repeat=2) if apart else combinations(range(seats), 2)
            for seat, second in places:
                yield one, seat, other, second, self.case[one] == self.case[other]


def _begins(case: np.ndarray) -> np.ndarray:
    """Where the games of every case begin."""
    return np.flatnonzero(np.diff(case, prepend=-1))


def _most(case: np.ndarray) -> int:
    """The games of a case, at most."""
    return int(np.diff(_begins(case), append=len(case)).max(initial=1))


def read_sheets(database: Database) -> Iterator[Sheets]:
    """The first games with turns, some at a time."""
    games = database.frame("SELECT game_no, case_no(game_no) AS case_no, turns FROM turn_games ORDER BY game_no")
    if not games.height:
        return
    last, seats = database.frame("SELECT max(turn)::INT, max(seat)::INT + 1 FROM first_turns").row(0)
    if last is None:
        return
    case = games["case_no"].to_numpy()
    step = max(1, CELLS // (last * seats * _most(case)))
    for begin, stop in pairwise([*_begins(case)[::step], games.height]):
        part = games[begin:stop]
        first, end = part["game_no"][0], part["game_no"][-1]
        rows = f"WHERE game_no BETWEEN {first} AND {end}"
        at = np.zeros(end - first + 1, np.int64)
        at[part["game_no"].to_numpy() - first] = np.arange(part.height)
        turns = database.columns(f"SELECT game_no, turn, seat, score FROM first_turns {rows}")
        ends = database.columns(f"SELECT game_no, seat, win_share::DOUBLE AS win_share FROM turn_seats {rows}")
        shape = (last, part.height, seats)
        scores, there = np.zeros(shape, np.int64), np.zeros(shape, bool)
        spot = (turns["turn"] - 1, at[turns["game_no"] - first], turns["seat"])
        scores[spot], there[spot] = turns["score"], True
        wins = np.zeros(shape[1:])
        wins[at[ends["game_no"] - first], ends["seat"]] = ends["win_share"]
        yield Sheets(part["case_no"].to_numpy(), scores, there, part["turns"].to_numpy().astype(np.int64), wins)


def by_turn(database: Database) -> dict[str, pl.DataFrame]:
    """The rows of gains.sql, comeback.sql and runaway.sql, by these names."""
    gains, comebacks, runaways = _Gains(), _Comebacks(), _Runaways()
    for sheets in read_sheets(database):
        for sums in (gains, comebacks, runaways):
            sums.add(sheets)
    return {"gains": gains.frame(), "comeback": comebacks.frame(), "runaway": runaways.frame()}


# ---- points per turn


class _Gains:
    """Sums over cases of m (turns), g (gain), u (unchanged), d (dead) and their products with each other."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], np.ndarray] = {}

    def add(self, sheets: Sheets) -> None:
        """Add what these games gained, turn by turn, in every third and all together."""
        _, games, seats = sheets.scores.shape
        before, place_before = np.zeros((games, seats), np.int64), np.zeros((games, seats), np.int64)
        played_before = np.zeros((games, seats), bool)
        thirds = np.zeros((4, 3, games))  # m, g, u, d by third and game
        for turn, (score, there) in enumerate(zip(sheets.scores, sheets.there, strict=True), 1):
            place = _places(score, there)
            counted = there & played_before
            gain = np.where(counted, score - before, 0)
            same = counted & (gain == 0)
            four = [values.sum(axis=1) for values in (counted, gain, same, same & (place == place_before))]
            self._add_part("turn", turn, sheets, four)
            third = (turn * 3 + sheets.length - 1) // np.maximum(1, sheets.length) - 1
            for number in range(3):
                thirds[:, number] += np.where(third == number, four, 0)
            before, place_before = np.where(there, score, before), np.where(there, place, place_before)
            played_before |= there
        for number in range(3):
            self._add_part("third", number + 1, sheets, thirds[:, number])
        self._add_part("game", 0, sheets, thirds.sum(axis=1))

    def _add_part(self, part: str, number: int, sheets: Sheets, four: Sequence[np.ndarray] | np.ndarray) -> None:
        """Add m, g, u and d of these games, (games,) each; games without a turn do not count."""
        if games := np.count_nonzero(four[0]):
            counted = sheets.by_case(np.asarray(four, float))
            (m, *others), products = counted.sum(axis=1), np.einsum("ik,jk->ij", counted, counted)
            sums = np.array([m, games, *others, *products.diagonal(), *products[1:, 0]])
            self.rows[part, number] = self.rows.get((part, number), 0) + sums

    def frame(self) -> pl.DataFrame:
        rows = [self._row(part, number, *sums) for (part, number), sums in sorted(self.rows.items())]
        shape: dict[str, Any] = {"part": pl.String, "number": pl.Int32, "n": pl.Int64, "games": pl.Int64}
        shape |= {name: pl.Float64 for name in ("gain", "unchanged", "dead") for name in (name, f"{name}_se")}
        return pl.DataFrame(rows, shape, orient="row")

    @staticmethod
    def _row(part: str, number: int, n: float, games: float, *sums: float) -> tuple[Any, ...]:
        totals, mm, squares, products = sums[:3], sums[3], sums[4:7], sums[7:]
        row: list[Any] = [part, number, int(n), int(games)]
        for total, square, with_m in zip(totals, squares, products, strict=True):
            row += [total / n, ratio_stderr(total, n, square, with_m, mm)]
        return tuple(row)


def _places(score: np.ndarray, there: np.ndarray) -> np.ndarray:
    """(games, seats): how many seats have more."""
    place = np.zeros(score.shape, np.int64)
    for seat, other in combinations(range(score.shape[1]), 2):
        both = there[:, seat] & there[:, other]
        place[:, seat] += both & (score[:, other] > score[:, seat])
        place[:, other] += both & (score[:, seat] > score[:, other])
    return place


# ---- who is behind


class _Comebacks:
    """Sums by turn and deficit: see _by_deficit."""

    def __init__(self) -> None:
        self.sums: dict[int, np.ndarray] = {}

    def add(self, sheets: Sheets) -> None:
        """Add who stood how far behind after every turn of these games."""
        for turn, (score, there) in enumerate(zip(sheets.scores, sheets.there, strict=True), 1):
            if there.any():
                sums = _by_deficit(score, there, sheets)
                self.sums[turn] = _added(self.sums[turn], sums) if turn in self.sums else sums

    def frame(self) -> pl.DataFrame:
        parts = [_comebacks(turn, sums) for turn, sums in self.sums.items()]
        shape: dict[str, Any] = dict.fromkeys(("turn", "deficit", "n", "games"), pl.Int64)
        shape |= dict.fromkeys(("win_share", "win_share_se"), pl.Float64)
        return pl.concat(parts) if parts else pl.DataFrame(schema=shape)


def _by_deficit(score: np.ndarray, there: np.ndarray, sheets: Sheets) -> np.ndarray:
    """(6, deficits): seats, games, and sums over the cases with seats so far behind, m of them with wins w:
    w, m * m, w * w, w * m."""
    best = np.where(there, score, np.iinfo(np.int64).min).max(axis=1, initial=np.iinfo(np.int64).min)
    behind = np.where(there, best[:, None] - score, -1)
    size = int(behind.max()) + 1

    def total(places: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        return np.bincount(places, weights, minlength=size).astype(float)

    wins = sheets.wins
    places, won = behind[there], wins[there]
    n, w, ww = total(places), total(places, won), total(places, won * won)
    games, mm, wm = n.copy(), n.copy(), w.copy()
    alike = np.zeros(there.shape, bool)  # somebody before it in its game stands as far behind
    for one, seat, other, second, together in sheets.pairs():
        level = together & there[one, seat] & (behind[one, seat] == behind[other, second])
        at, mine, others = (values[level] for values in (behind[one, seat], wins[one, seat], wins[other, second]))
        mm += 2 * total(at)
        wm += total(at, mine + others)
        ww += 2 * total(at, mine * others)
        if one == other:
            alike[one, second] |= level
    games -= total(behind[alike])
    return np.stack([n, games, w, mm, ww, wm])


def _added(sums: np.ndarray, other: np.ndarray) -> np.ndarray:
    wide = max(sums.shape[1], other.shape[1])
    return sum(np.pad(part, ((0, 0), (0, wide - part.shape[1]))) for part in (sums, other))  # type: ignore[return-value]


def _comebacks(turn: int, sums: np.ndarray) -> pl.DataFrame:
    deficits = np.flatnonzero(sums[0])
    n, games, w, mm, ww, wm = sums[:, deficits]
    return pl.DataFrame(
        {
            "turn": np.full(len(n), turn),
            "deficit": deficits,
            "n": n.astype(np.int64),
            "games": games.astype(np.int64),
            "win_share": w / n,
            "win_share_se": ratio_stderr(w, n, ww, wm, mm),
        }
    )


# ---- who leads alone


class _Runaways:
    """By moment in sixths of the game, case by case: games that last till then, and of these those that run away, those
    with a sole leader, and what these leaders win."""

    def __init__(self) -> None:
        self.rows: dict[int, list[np.ndarray]] = {2: [], 3: [], 4: []}

    def add(self, sheets: Sheets) -> None:
        """Add what these games count."""
        leader = _sole_leaders(sheets)
        number = np.arange(1, 1 + len(leader))[:, None]
        winner = np.where((sheets.wins == 1).any(axis=1), (sheets.wins == 1).argmax(axis=1), -2)
        there = sheets.there.any(axis=2)
        lost = np.max(np.where(there & (leader != winner), number, 0), axis=0, initial=0)
        played = np.max(np.where(there, number, 0), axis=0, initial=0)
        games = np.arange(leader.shape[1])
        for sixths, rows in self.rows.items():
            turn = (sheets.length * sixths + 5) // 6
            lasts = (played > 0) & (played >= turn)
            leads = leader[np.where(lasts, turn, 1) - 1, games]
            led = lasts & (leads >= 0)
            won = np.where(led, sheets.wins[games, leads], 0.0)
            rows.append(sheets.by_case(np.stack([lasts, lasts & (lost < turn), led, won])))

    def frame(self) -> pl.DataFrame:
        moments = {sixths: np.concatenate(rows, axis=1) for sixths, rows in self.rows.items() if rows}
        rows = [(sixths, *_runaway(*moment)) for sixths, moment in moments.items() if moment[0].any()]
        shape: dict[str, Any] = {"sixths": pl.Int32, "games": pl.Int64, "led": pl.Float64}
        shape |= dict.fromkeys(("win_share", "win_share_se", "runaway", "runaway_se"), pl.Float64)
        return pl.DataFrame(rows, shape, orient="row")


def _sole_leaders(sheets: Sheets) -> np.ndarray:
    """(turns, games): the seat that has the best score alone after that turn; -1: none."""
    scores = np.where(sheets.there, sheets.scores, np.iinfo(np.int64).min)
    best = sheets.there & (scores == scores.max(axis=2, keepdims=True, initial=np.iinfo(np.int64).min))
    return np.where(best.sum(axis=2) == 1, best.argmax(axis=2), -1)


def _runaway(m: np.ndarray, away: np.ndarray, led: np.ndarray, won: np.ndarray) -> tuple[Any, ...]:
    """The numbers of a moment, from its cases."""
    games, leads = m.sum(), led.sum()
    share = won.sum() / leads if leads else None
    return int(games), leads / games, share, case_stderr(won, led), away.sum() / games, case_stderr(away, m)
