"""The chance of every player to win while a game goes on: a model fitted on the run's own games.

It knows the turn, the scores, the play styles and who sits where, nothing else: not the cards in hand. After turn t
the strength of a player is ``exp(style[t] + seat[t] + like[t] * players of the same style + lead[t] * alone + ahead[t]
* points ahead - apart[t] * points apart)``: what the style, the place at the table and each other player of the same
style are worth at that moment, alone in the lead (1 or 0), points ahead of the best of the others, points between it
and them either way. The players of a game share the win in proportion to their strengths (a conditional logit: the
chances of a game add up to 1 by themselves). The weights of the scores are at least 0, so that a point more never makes
a chance smaller: a leader's next point sets everybody else back, too. Weights of neighbouring turns are drawn to each
other, which matters where few games are left. A style that was seen in few games is drawn to the middle of them all,
and one that was never seen counts as the middle. Seats are drawn to theirs more strongly: they seldom count for much.
Where games can end without a winner, the share of those is set aside first.

Of the models tried, this one was calibrated best on games it had not seen: a chance for each player by itself (logistic
or isotonic), scaled to sum to 1, was wrong by up to four times as much, and always gave leaders too much; without the
styles, a style was up to 20 points off; see docs/decisions/win-chances.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import polars as pl

from balance.analysis.database import Database
from balance.analysis.logit import Turn, fit_weights, shares_of, strengths_of

SQL = Path(__file__).parent / "sql" / "chances"
MODEL_GAMES = 10_000
"""Games the model is fitted on, and among which games worth reading are looked for: enough for a chance to about one
percentage point, and quick enough for a replay."""
SMOOTH = 20.0
"""How strongly weights of neighbouring turns are drawn to each other, in games' worth of evidence."""
WEAK = 0.1
"""How strongly the weight of a score is drawn to 0 where the games say nothing."""
MIDDLE = 1.0
"""How strongly a style is drawn to the middle of them all: matters where it was seen in a few games only."""
SEAT = 30.0
"""How strongly a seat is drawn to the middle of them all: at few tables is where somebody sits worth much, and in a
run of some dozen games the luck of who won looks like it."""
SCORES = 3
"""Features of the scores: alone in the lead, points ahead, points apart."""
EVEN, ODD = (f"case_no(kept_no(game_no)) % 2 = {rest}" for rest in (0, 1))
"""Of the games, or matches, that kept their turns: the games of a match are not independent, and stand on one side."""
ROWS_AT_ONCE = 500_000
"""Rows of turns that are read together: they are in memory while a model is fitted or asked."""
Column: TypeAlias = np.ndarray | pl.Series
TESTS = ("reliability", "by_style", "skill")
"""The queries that hold chances against what happened."""


@dataclass(frozen=True)
class WinModel:
    """The fitted model.

    ``weights``: (turns, 4 + styles + seats): lead, ahead, apart (per ``unit`` points), each other player of the same
    style, then every style's and every seat's own; row 0 is turn 1.
    """

    weights: np.ndarray
    unit: float
    nobody: np.ndarray
    """By turn: the chance that nobody wins."""
    games: int
    """Games it was fitted on."""
    styles: tuple[str, ...] = ()
    seats: int = 0

    def share(self, turn: int, scores: Mapping[int, int], styles: Mapping[int, str] | None = None) -> dict[int, float]:
        """The chance of every seat that plays on after ``turn``, from the scores of them all and their styles.

        A style that is not named, or that no game has shown, counts as the middle of them all. What is missing to 1
        is the chance that nobody wins.
        """
        best = {seat: max((score for other, score in scores.items() if other != seat), default=0) for seat in scores}
        agents = [(styles or {}).get(seat, "") for seat in scores]
        features = _features(
            np.array([score - best[seat] for seat, score in scores.items()]),
            np.array(agents),
            np.array(list(scores)),
            np.array([agents.count(agent) - 1 for agent in agents]),
            *(self.unit, self.styles, self.seats),
        )
        return dict(zip(scores, self._shares(turn, features, np.zeros(1, int)).tolist(), strict=True))

    def after(self, turn: int, standings: pl.DataFrame) -> np.ndarray:
        """(rows,): the chances after ``turn``, from rows of standings.sql; those of a game are together."""
        return self._shares(turn, _features_of(standings, self.unit, self.styles, self.seats), _starts(standings))

    def _shares(self, turn: int, features: np.ndarray, starts: np.ndarray) -> np.ndarray:
        row = min(turn, len(self.weights)) - 1  # turns later than any that was fitted count as the last one
        return (1 - self.nobody[row]) * shares_of(strengths_of(features, self.weights[row]), starts)


def fit_win_model(database: Database, even_only: bool = False, by_score: bool = True) -> WinModel | None:
    """The model of a run, from all of its first games with turns or only every other one.

    Without ``by_score`` it knows nothing but who sits where: the styles and seats as they count after the first turn.
    None where there is nothing to fit: a run without turns, a single seat, games of one turn.
    """
    if not database.plan.logs_turns:
        return None
    which = EVEN if even_only else "true"
    _show_standings(database)
    games = database.frame(
        "SELECT turn, count(DISTINCT game_no) AS played, count(DISTINCT game_no) FILTER (won = 0) AS lost "
        f"FROM standings WHERE {which} GROUP BY turn ORDER BY turn"
    )
    won = f"{which} AND won = 1"
    seen = database.frame(
        "SELECT list(DISTINCT agent ORDER BY agent) AS styles, max(seat) + 1 AS seats, "
        f"sqrt(avg(gap::DOUBLE ** 2)) AS unit FROM standings WHERE {won}"
    ).row(0, named=True)
    if not seen["seats"]:
        return None
    unit, styles, seats = seen["unit"] or 1.0, tuple(seen["styles"]), seen["seats"]
    last = int(games["turn"].max())  # type: ignore[arg-type]
    turns = []
    for _, rows in _standings(database, won, last if by_score else 1):
        rows = rows if by_score else rows.with_columns(gap=pl.lit(0))
        turns.append(Turn(_features_of(rows, unit, styles, seats), _starts(rows), rows["win_share"].to_numpy()))
    pulls = np.repeat([WEAK, MIDDLE, SEAT], [SCORES, 1 + len(styles), seats])
    weights = fit_weights(turns, pulls, SMOOTH, positive=np.arange(len(pulls)) < SCORES)
    weights = np.broadcast_to(weights, (last, len(pulls)))
    return WinModel(weights, unit, _nobody(games, last), int(games["played"].max()), styles, seats)  # type: ignore[arg-type]


def put_to_the_test(database: Database) -> dict[str, pl.DataFrame] | None:
    """How well a model fitted on the even games says what happens in the odd ones, and better than the styles alone.

    Of games that come in matches: the even matches, and the odd ones.

    The rows of reliability.sql, by_style.sql and skill.sql, by these names. They read the table ``tested``: the
    columns of standings.sql for the odd games, chance, and guess (from the styles and seats alone). None without a
    model, or without odd games.
    """
    model, guess = (fit_win_model(database, even_only=True, by_score=by_score) for by_score in (True, False))
    if model is None or guess is None:
        return None
    _show_given(database, "tested", ODD, chance=model, guess=guess)
    tested = {name: _query(database, name) for name in TESTS}
    return tested if tested["reliability"].height else None


def calibration_error(table: pl.DataFrame) -> float:
    """How far chances are from what happened, on average over all chances given (expected calibration error)."""
    wrong = (table["predicted"] - table["win_share"]).abs()
    return float(np.average(wrong.to_numpy(), weights=table["n"].to_numpy()))


def frames_of_games(database: Database, model: WinModel) -> dict[str, pl.DataFrame]:
    """What the chances say of the games on disk: the rows of worth.sql, comebacks.sql and winners.sql, by these names.

    They read the table ``given``: the columns of standings.sql, and chance.
    """
    _show_given(database, "given", chance=model)
    return {"worth": _query(database, "worth", games=MODEL_GAMES)} | {
        name: _query(database, name) for name in ("comebacks", "winners")
    }


def games_worth_reading(database: Database, model: WinModel) -> pl.DataFrame:
    """The games worth reading, a row each: see worth.sql."""
    _show_given(database, "given", chance=model)
    return _query(database, "worth", games=MODEL_GAMES)


def numbers_of(worth: pl.DataFrame) -> dict[str, int]:
    """By word, the number of the game, from the rows of worth.sql."""
    return dict(worth.select("word", "game_no").iter_rows())


def _query(database: Database, query: str, **numbers: int) -> pl.DataFrame:
    """The rows of one of the queries beside the model."""
    return database.frame((SQL / f"{query}.sql").read_text(encoding="utf-8"), numbers or None)


def _show_standings(database: Database) -> None:
    """Keep the standings in the database, not in Python: they are millions of rows."""
    sql = (SQL / "standings.sql").read_text(encoding="utf-8")
    # By turn: that is how they are asked for, and DuckDB then reads no others.
    database.execute(
        f"CREATE TABLE IF NOT EXISTS standings AS FROM ({sql}) ORDER BY turn, game_no, seat", {"games": MODEL_GAMES}
    )


def _standings(database: Database, which: str, last: int) -> Iterator[tuple[int, pl.DataFrame]]:
    """Turn by turn up to the ``last``: the rows of the games that ``which`` says, by game and seat.

    Of short runs all turns are read at once: a query takes longer than what it reads of one turn.
    """
    counted = database.frame(f"SELECT turn, count(*) FROM standings WHERE {which} GROUP BY turn")
    rows = dict(counted.iter_rows())
    for turns in _together([rows.get(turn, 0) for turn in range(1, last + 1)]):
        some = f"turn BETWEEN {turns[0]} AND {turns[-1]} AND {which}"
        frame, at = database.frame(f"SELECT * FROM standings WHERE {some} ORDER BY turn, game_no, seat"), 0
        for turn in turns:
            count = rows.get(turn, 0)
            yield turn, frame.slice(at, count)
            at += count


def _together(rows: Sequence[int]) -> Iterator[range]:
    """The turns, from 1 on, that are read at once: as many as have ROWS_AT_ONCE together, and at least one."""
    first, read = 1, 0
    for turn, count in enumerate(rows, start=1):
        if read and read + count > ROWS_AT_ONCE:
            yield range(first, turn)
            first, read = turn, 0
        read += count
    if rows:
        yield range(first, len(rows) + 1)


def _show_given(database: Database, name: str, which: str = "true", **models: WinModel) -> None:
    """Make what these models say of the standings readable as table ``name``, a column each."""
    _show_standings(database)
    last = database.frame("SELECT max(turn) FROM standings").item() or 0
    by_turn = [
        rows.with_columns(**{column: model.after(turn, rows) for column, model in models.items()})
        for turn, rows in _standings(database, which, last)
    ]
    database.add(name, pl.concat(by_turn))


def _features_of(standings: pl.DataFrame, unit: float, styles: Sequence[str], seats: int) -> np.ndarray:
    """The features of rows of standings.sql."""
    alike = standings.select(pl.len().over("game_no", "agent") - 1).to_series()
    return _features(standings["gap"].to_numpy(), standings["agent"], standings["seat"], alike, unit, styles, seats)


def _features(
    gaps: np.ndarray, agents: Column, places: Column, alike: Column, unit: float, styles: Sequence[str], seats: int
) -> np.ndarray:
    """(rows, 4 + styles + seats): see ``WinModel.weights``; points apart are negative, style and seat are 0 or 1."""
    gaps = gaps / unit
    scores = [gaps > 0, np.maximum(gaps, 0), -np.abs(gaps)]
    own = [*(agents == style for style in styles), *(places == seat for seat in range(seats))]
    return np.stack([*scores, alike, *own], axis=1, dtype=np.float32, casting="unsafe")  # half the memory


def _starts(standings: pl.DataFrame) -> np.ndarray:
    """Where the rows of each game begin."""
    games = standings["game_no"].to_numpy()
    return np.flatnonzero(np.append(games[:1] == games[:1], games[1:] != games[:-1]))


def _nobody(games: pl.DataFrame, last: int) -> np.ndarray:
    """By turn, the share of the games going on that nobody won; drawn to the share of all where games are few."""
    played, lost = np.zeros(last), np.zeros(last)
    played[games["turn"].to_numpy() - 1] = games["played"].to_numpy()
    lost[games["turn"].to_numpy() - 1] = games["lost"].to_numpy()
    return (lost + SMOOTH * lost[0] / max(1.0, played[0])) / (played + SMOOTH)
