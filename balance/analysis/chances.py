"""The chance of every seat to win while a game goes on: a model fitted on the run's own games.

It knows the turn and the scores, nothing else: not the cards in hand, not the play styles. After turn t the
strength of a seat is ``exp(lead[t] * alone + ahead[t] * points ahead - apart[t] * points apart)``: alone in the lead
(1 or 0), points ahead of the best of the others, points between it and them either way. The seats of a game share the
win in proportion to their strengths (a conditional logit: the chances of a game add up to 1 by themselves). All three
weights are at least 0, so that a point more never makes a chance smaller: a leader's next point sets everybody else
back, too. Weights of neighbouring turns are drawn to each other, which matters where few games are left. Where games
can end without a winner, the share of those is set aside first.

Of the models tried, this one was calibrated best on games it had not seen, in all five games: a chance for each
seat by itself (logistic or isotonic), scaled to sum to 1, was wrong by up to four times as much, and always gave
leaders too much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from balance.analysis.database import Database

SQL = Path(__file__).parent / "sql" / "chances"
MODEL_GAMES = 10_000
"""Games the model is fitted on, and among which games worth reading are looked for: enough for a chance to about one
percentage point, and quick enough for a replay."""
SMOOTH = 20.0
"""How strongly weights of neighbouring turns are drawn to each other, in games' worth of evidence."""
WEAK = 0.1
"""How strongly a weight is drawn to 0 where the games say nothing."""
FEATURES = 3
MOST_STEPS = 30
LONGEST_STEP = 2.0
EXACT = 0.003
CAP = 30.0
"""Strengths lie between exp(-CAP) and exp(CAP)."""


@dataclass(frozen=True)
class Chances:
    """The fitted model. ``weights``: (turns, 3) lead, ahead, behind, per ``unit`` points; row 0 is turn 1."""

    weights: np.ndarray
    unit: float
    nobody: np.ndarray
    """By turn: the chance that nobody wins."""
    games: int
    """Games it was fitted on."""

    def strengths(self, turns: np.ndarray, gaps: np.ndarray) -> np.ndarray:
        """Strengths of seats with these gaps (points to the best of the others) after these turns (from 1)."""
        weights = self.weights[self._rows(turns)]
        return np.exp(np.clip((weights * _features(gaps / self.unit)).sum(axis=1), -CAP, CAP))

    def share(self, turn: int, scores: Mapping[int, int]) -> dict[int, float]:
        """The chance of every seat that plays on after ``turn``, from the scores of them all."""
        seats, points = list(scores), np.array(list(scores.values()), dtype=float)
        won = 1 - float(self.nobody[self._rows(np.array([turn]))][0])
        if len(seats) == 1:
            return {seats[0]: won}
        gaps = np.array([own - np.delete(points, at).max() for at, own in enumerate(points)])
        strengths = self.strengths(np.full(len(seats), turn), gaps)
        return dict(zip(seats, (won * strengths / strengths.sum()).tolist(), strict=True))

    def _rows(self, turns: np.ndarray) -> np.ndarray:
        """Rows of the weights; turns later than any that was fitted count as the last one."""
        return np.clip(turns - 1, 0, len(self.weights) - 1)


def fit_chances(database: Database, even_only: bool = False) -> Chances | None:
    """The model of a run, from all of its first games with turns or only every other one.

    None where there is nothing to fit: a run without turns, a single seat, games of one turn.
    """
    if not database.plan.whole:
        return None
    _show_standings(database)
    which = "kept_no(game_no) % 2 = 0" if even_only else "true"
    games = database.frame(
        f"SELECT turn, count(*) AS games, sum(won) AS won FROM (SELECT DISTINCT game_no, turn, won FROM standings "
        f"WHERE {which}) GROUP BY turn ORDER BY turn"
    )
    cells = database.frame(
        f"SELECT turn, gap, count(*) AS n, sum(win_share) AS wins FROM standings WHERE won = 1 AND {which} "
        f"GROUP BY turn, gap ORDER BY turn, gap"
    )
    if not cells.height:
        return None
    unit = float(np.sqrt(np.average(cells["gap"].to_numpy() ** 2, weights=cells["n"].to_numpy()))) or 1.0
    last = int(games["turn"].max())  # type: ignore[arg-type]
    weights = _fit_weights(database, cells, unit, last, which)
    count = int(games["games"].max())  # type: ignore[arg-type]
    return Chances(weights, unit, _nobody(games, last), count)


def show_strengths(database: Database, model: Chances) -> None:
    """Make the strengths of all standings readable as table ``strengths``: turn, gap, strength, nobody."""
    cells = database.frame("SELECT DISTINCT turn, gap FROM standings")
    turns, gaps = cells["turn"].to_numpy(), cells["gap"].to_numpy().astype(float)
    strengths = pl.Series("strength", model.strengths(turns, gaps))
    nobody = pl.Series("nobody", model.nobody[model._rows(turns)])
    database.add("strengths", cells.with_columns(strengths, nobody))


def reliability(database: Database) -> pl.DataFrame | None:
    """How well a model fitted on the even games says what happens in the odd ones: see reliability.sql."""
    model = fit_chances(database, even_only=True)
    if model is None:
        return None
    show_strengths(database, model)
    return _ask(database, "reliability")


def calibration_error(table: pl.DataFrame) -> float:
    """How far chances are from what happened, on average over all chances given (expected calibration error)."""
    wrong = (table["predicted"] - table["win_share"]).abs()
    return float(np.average(wrong.to_numpy(), weights=table["n"].to_numpy()))


def games_worth_reading(database: Database, model: Chances) -> pl.DataFrame:
    """The games worth reading, a row each: see worth.sql."""
    show_strengths(database, model)
    return _ask(database, "worth", games=MODEL_GAMES)


def lowest_of_winners(database: Database, model: Chances) -> pl.DataFrame:
    """How low the chance of winners was at its lowest: see comebacks.sql."""
    show_strengths(database, model)
    return _ask(database, "comebacks")


def _ask(database: Database, query: str, **numbers: int) -> pl.DataFrame:
    """The rows of one of the queries beside the model."""
    return database.frame((SQL / f"{query}.sql").read_text(encoding="utf-8"), numbers or None)


def _show_standings(database: Database) -> None:
    """Keep the standings in the database, not in Python: they are millions of rows."""
    sql = (SQL / "standings.sql").read_text(encoding="utf-8")
    database.execute(f"CREATE TABLE IF NOT EXISTS standings AS {sql}", {"games": MODEL_GAMES})


def _features(gaps: np.ndarray) -> np.ndarray:
    """(n, 3): alone in the lead, points ahead, points apart (negative), the last two in units."""
    return np.stack([(gaps > 0).astype(float), np.maximum(gaps, 0), -np.abs(gaps)], axis=1)


def _nobody(games: pl.DataFrame, last: int) -> np.ndarray:
    """By turn, the share of the games going on that nobody won; drawn to the share of all where games are few."""
    played, lost = np.zeros(last), np.zeros(last)
    played[games["turn"].to_numpy() - 1] = games["games"].to_numpy()
    lost[games["turn"].to_numpy() - 1] = (games["games"] - games["won"]).to_numpy()
    return (lost + SMOOTH * lost[0] / max(1.0, played[0])) / (played + SMOOTH)


def _fit_weights(database: Database, cells: pl.DataFrame, unit: float, last: int, which: str) -> np.ndarray:
    """The most likely weights, (turns, 3), by Newton's method; every step is two sums over the games in DuckDB."""
    turns = cells["turn"].to_numpy() - 1
    features = _features(cells["gap"].to_numpy() / unit)
    wins = cells["wins"].to_numpy()
    steps = np.diff(np.eye(last), axis=0)
    drawn = np.kron(SMOOTH * steps.T @ steps + WEAK * np.eye(last), np.eye(FEATURES))
    weights = np.zeros(last * FEATURES)
    for _ in range(MOST_STEPS):
        now = weights.reshape(last, FEATURES)[turns]
        strengths = np.exp(np.clip((now * features).sum(axis=1), -CAP, CAP))
        expected, products = _expect(database, cells, features, strengths, last, which)
        slope = np.zeros((last, FEATURES))
        np.add.at(slope, turns, (wins - expected)[:, None] * features)
        bend = np.zeros((last, FEATURES, last, FEATURES))
        for turn in range(last):
            mine = turns == turn
            bend[turn, :, turn, :] = (features[mine] * expected[mine, None]).T @ features[mine] - products[turn]
        step = _step(weights, slope.ravel() - drawn @ weights, bend.reshape(weights.size, weights.size) + drawn)
        weights = weights + step
        if np.abs(step).max() < EXACT:
            break
    return weights.reshape(last, FEATURES)


def _step(weights: np.ndarray, slope: np.ndarray, bend: np.ndarray) -> np.ndarray:
    """One step of Newton's method with weights that stay at or above 0: those held at 0 by the games wait."""
    free = (weights > 0) | (slope > 0)
    step = np.zeros_like(weights)
    if free.any():
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
    step *= min(1.0, LONGEST_STEP / max(np.abs(step).max(), LONGEST_STEP))
    return np.maximum(weights + step, 0) - weights


def _expect(
    database: Database, cells: pl.DataFrame, features: np.ndarray, strengths: np.ndarray, last: int, which: str
) -> tuple[np.ndarray, np.ndarray]:
    """What these strengths expect: wins per cell; and by turn the (3, 3) sums of products of games' mean features."""
    named = {f"x{at}": features[:, at] for at in range(FEATURES)}
    database.add("trial", cells.select("turn", "gap").with_columns(strength=strengths, **named))
    means = ", ".join(f"sum(strength * x{at}) / sum(strength) AS m{at}" for at in range(FEATURES))
    database.execute(
        f"CREATE OR REPLACE TEMP TABLE at_once AS SELECT game_no, turn, sum(strength) AS all_of_them, {means} "
        f"FROM standings JOIN trial USING (turn, gap) WHERE won = 1 AND {which} GROUP BY game_no, turn"
    )
    expected = database.frame(
        "SELECT turn, gap, sum(strength / all_of_them) AS wins FROM standings JOIN trial USING (turn, gap) "
        "JOIN at_once USING (game_no, turn) GROUP BY turn, gap ORDER BY turn, gap"
    )
    pairs = [f"sum(m{a} * m{b}) AS p{a}{b}" for a in range(FEATURES) for b in range(FEATURES)]
    sums = database.frame(f"SELECT turn, {', '.join(pairs)} FROM at_once GROUP BY turn ORDER BY turn")
    products = np.zeros((last, FEATURES, FEATURES))
    products[sums["turn"].to_numpy() - 1] = sums.drop("turn").to_numpy().reshape(-1, FEATURES, FEATURES)
    return expected["wins"].to_numpy(), products
