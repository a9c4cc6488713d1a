"""The score sheets of many games at once: figures by turn that windows over millions of rows would sort half a minute.

``gains.sql``, ``comeback.sql`` and ``runaway.sql`` say what is counted. Here the same is added up on arrays (game,
seat), a turn after the other, all at one reading: ten times as fast, and the tests hold both against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from balance.analysis.database import Database

CELLS = 4_000_000
"""Scores that are in memory at once, about: 20 bytes each."""


@dataclass(frozen=True)
class Sheets:
    """Some games.

    ``scores``, ``there`` (who has a row): (turns, games, seats). ``case`` (its match, or it alone) and ``length``:
    (games,). ``wins``: (games, seats).
    """

    case: np.ndarray

    scores: np.ndarray
    there: np.ndarray
    length: np.ndarray
    wins: np.ndarray


def read_sheets(database: Database) -> Iterator[Sheets]:
    """The first games with turns, some at a time."""
    games = database.frame("SELECT game_no, case_no(game_no) AS case_no, turns FROM turn_games ORDER BY game_no")
    if not games.height:
        return
    last, seats = database.frame("SELECT max(turn)::INT, max(seat)::INT + 1 FROM first_turns").row(0)
    if last is None:
        return
    step = max(1, CELLS // (last * seats))
    for part in games.iter_slices(step):
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
    """Sums over games of m (turns), g (gain), u (unchanged), d (dead) and their products with each other."""

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
            self._add_part("turn", turn, *four)
            third = (turn * 3 + sheets.length - 1) // np.maximum(1, sheets.length) - 1
            for number in range(3):
                thirds[:, number] += np.where(third == number, four, 0)
            before, place_before = np.where(there, score, before), np.where(there, place, place_before)
            played_before |= there
        for number in range(3):
            self._add_part("third", number + 1, *thirds[:, number])
        self._add_part("game", 0, *thirds.sum(axis=1))

    def _add_part(self, part: str, number: int, m: np.ndarray, g: np.ndarray, u: np.ndarray, d: np.ndarray) -> None:
        """Add these games, one number each; games without a turn do not count."""
        some = m > 0
        if some.any():
            m, g, u, d = (values[some].astype(float) for values in (m, g, u, d))
            pairs = [x @ y for x, y in ((m, m), (g, g), (u, u), (d, d), (g, m), (u, m), (d, m))]
            sums = np.array([m.sum(), len(m), g.sum(), u.sum(), d.sum(), *pairs])
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
        for total, square, product in zip(totals, squares, products, strict=True):
            mean = total / n
            row += [mean, max(0.0, square - 2 * mean * product + mean**2 * mm) ** 0.5 / n]
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
                sums = _by_deficit(score, there, sheets.wins)
                self.sums[turn] = _added(self.sums[turn], sums) if turn in self.sums else sums

    def frame(self) -> pl.DataFrame:
        parts = [_comebacks(turn, sums) for turn, sums in self.sums.items()]
        shape: dict[str, Any] = dict.fromkeys(("turn", "deficit", "n", "games"), pl.Int64)
        shape |= dict.fromkeys(("win_share", "win_share_se"), pl.Float64)
        return pl.concat(parts) if parts else pl.DataFrame(schema=shape)


def _by_deficit(score: np.ndarray, there: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """(6, deficits): seats, games, and sums over the games with seats so far behind, m of them with wins w:
    w, m * m, w * w, w * m."""
    best = np.where(there, score, np.iinfo(np.int64).min).max(axis=1, initial=np.iinfo(np.int64).min)
    behind = np.where(there, best[:, None] - score, 0)
    size = int(behind.max()) + 1

    def total(places: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        return np.bincount(places, weights, minlength=size).astype(float)

    places, won = behind[there], wins[there]
    n, w, ww = total(places), total(places, won), total(places, won * won)
    games, mm, wm = n.copy(), n.copy(), w.copy()
    alike = np.zeros(there.shape, bool)  # somebody before it stands as far behind
    for seat, other in combinations(range(there.shape[1]), 2):
        level = there[:, seat] & there[:, other] & (behind[:, seat] == behind[:, other])
        at, first, second = behind[level, seat], wins[level, seat], wins[level, other]
        mm += 2 * total(at)
        wm += total(at, first + second)
        ww += 2 * total(at, first * second)
        alike[:, other] |= level
    games -= total(behind[alike])
    return np.stack([n, games, w, mm, ww, wm])


def _added(sums: np.ndarray, other: np.ndarray) -> np.ndarray:
    wide = max(sums.shape[1], other.shape[1])
    return sum(np.pad(part, ((0, 0), (0, wide - part.shape[1]))) for part in (sums, other))  # type: ignore[return-value]


def _comebacks(turn: int, sums: np.ndarray) -> pl.DataFrame:
    deficits = np.flatnonzero(sums[0])
    n, games, w, mm, ww, wm = sums[:, deficits]
    win = w / n
    return pl.DataFrame(
        {
            "turn": np.full(len(n), turn),
            "deficit": deficits,
            "n": n.astype(np.int64),
            "games": games.astype(np.int64),
            "win_share": win,
            "win_share_se": np.sqrt(np.maximum(0, ww - 2 * win * wm + win**2 * mm)) / n,
        }
    )


# ---- who leads alone


class _Runaways:
    """By moment in sixths of the game, game by game: its case, whether it runs away, whether anybody leads, who wins.

    A match may lie in two readings, so its games are added up at the end.
    """

    def __init__(self) -> None:
        self.rows: dict[int, list[np.ndarray]] = {2: [], 3: [], 4: []}

    def add(self, sheets: Sheets) -> None:
        """Add games that last till then: case, 1 where it runs away, 1 with a sole leader, the leader's win share."""
        leader = _sole_leaders(sheets)
        number = np.arange(1, 1 + len(leader))[:, None]
        winner = np.where((sheets.wins == 1).any(axis=1), (sheets.wins == 1).argmax(axis=1), -2)
        there = sheets.there.any(axis=2)
        lost = np.max(np.where(there & (leader != winner), number, 0), axis=0, initial=0)
        played = np.max(np.where(there, number, 0), axis=0, initial=0)
        for sixths, rows in self.rows.items():
            turn = (sheets.length * sixths + 5) // 6
            now = np.flatnonzero((played > 0) & (played >= turn))
            leads = leader[turn[now] - 1, now]
            won = np.where(leads >= 0, sheets.wins[now, leads], 0.0)
            rows.append(np.stack([sheets.case[now], lost[now] < turn[now], leads >= 0, won]))

    def frame(self) -> pl.DataFrame:
        moments = {sixths: np.concatenate(rows, axis=1) for sixths, rows in self.rows.items() if rows}
        rows = [(sixths, *_runaway(*moment)) for sixths, moment in moments.items() if moment.size]
        shape: dict[str, Any] = {"sixths": pl.Int32, "games": pl.Int64, "led": pl.Float64}
        shape |= dict.fromkeys(("win_share", "win_share_se", "runaway", "runaway_se"), pl.Float64)
        return pl.DataFrame(rows, shape, orient="row")


def _sole_leaders(sheets: Sheets) -> np.ndarray:
    """(turns, games): the seat that has the best score alone after that turn; -1: none."""
    scores = np.where(sheets.there, sheets.scores, np.iinfo(np.int64).min)
    best = sheets.there & (scores == scores.max(axis=2, keepdims=True, initial=np.iinfo(np.int64).min))
    return np.where(best.sum(axis=2) == 1, best.argmax(axis=2), -1)


def _runaway(case: np.ndarray, away: np.ndarray, led: np.ndarray, won: np.ndarray) -> tuple[Any, ...]:
    """The numbers of a moment, from its games."""
    case = np.unique(case, return_inverse=True)[1]
    m, a, n, w = (np.bincount(case, values) for values in (np.ones(len(case)), away, led, won))
    share = won.sum() / led.sum() if led.any() else None
    return len(case), led.mean(), share, _case_se(w[n > 0], n[n > 0]), away.mean(), _case_se(a, m)


def _case_se(x: np.ndarray, m: np.ndarray) -> float | None:
    """As case_se of the queries: None for what nobody knows."""
    if m.max(initial=0) > 1:
        return float(np.sqrt(((x - x.sum() / m.sum() * m) ** 2).sum()) / m.sum())
    return float(x.std(ddof=1) / np.sqrt(len(x))) if len(x) > 1 else None
