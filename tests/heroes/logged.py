"""What is in the tables of a small run of Heroes, as plain rows, and the plain ways to reckon with them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from statistics import fmean
from typing import Any

import pytest

from balance.analysis.results import Results
from balance.analysis.stats import Z
from balance.games.heroes.cards.box import Cards

Row = dict[str, Any]
ENERGIES = {"lightning": "l", "fire": "f", "ice": "i"}
"""The energies and their letters in the columns."""


def ratio(rows: Iterable[Row], top: Callable[[Row], float], bottom: Callable[[Row], float] = lambda _: 1):
    """A ratio of two sums and its standard error: the games are independent, what happens in one is not."""
    games: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in rows:
        games[row["game_no"]][0] += top(row)
        games[row["game_no"]][1] += bottom(row)
    total = sum(below for _, below in games.values())
    middle = sum(above for above, _ in games.values()) / total
    return middle, math.sqrt(sum((above - middle * below) ** 2 for above, below in games.values())) / total


def near(row: Row, low: str, high: str, middle: float, se: float) -> bool:
    """Whether an interval of the row is the normal one."""
    return (row[low], row[high]) == pytest.approx((middle - Z * se, middle + Z * se), abs=1e-7)


def by(rows: Iterable[Row], *keys: str) -> dict[Any, list[Row]]:
    """Rows by one column, or by several."""
    groups = defaultdict(list)
    for row in rows:
        groups[row[keys[0]] if len(keys) == 1 else tuple(row[key] for key in keys)].append(row)
    return groups


class Logged:
    """The stored rows of a run, as dictionaries, and what the tests often ask of them."""

    def __init__(self, results: Results):
        def rows(name: str) -> list[Row]:
            return results.database.frame(f"SELECT * FROM {name} ORDER BY ALL").to_dicts()

        self.games, self.seats, self.turns, self.met = rows("games"), rows("seats"), rows("turns"), rows("cards")
        self.cards: Cards = results.plan.cards
        self.heroes = {hero.id: hero for hero in self.cards.heroes}
        usual = {agent: fmean(seat["win_share"] for seat in seats) for agent, seats in by(self.seats, "agent").items()}
        for seat in self.seats:
            seat["gain"] = seat["win_share"] - usual[seat["agent"]]
        self.seat = {(seat["game_no"], seat["seat"]): seat for seat in self.seats}
        self.adventure = [row for row in self.turns if row["phase"] == "adventure"]

    def of(self, row: Row) -> Row:
        """The seat of a row."""
        return self.seat[row["game_no"], row["seat"]]

    @cached_property
    def price(self) -> float:
        """What an adversary pays on average."""
        parts = [name for name in self.seats[0] if name.startswith("pts_adv_")]
        return sum(seat[part] for seat in self.seats for part in parts) / sum(seat["adv_held"] for seat in self.seats)


def effective(share: float, se: float, n: float) -> tuple[float, float]:
    """Wilson's interval for as many independent cases as the standard error tells of."""
    spread = share * (1 - share)
    m = min(n, spread / se**2) if se > 0 and spread > 0 else n
    middle, half = share + Z**2 / (2 * m), Z * math.sqrt(spread / m + Z**2 / (4 * m**2))
    return max(0, (middle - half) / (1 + Z**2 / m)), min(1, (middle + half) / (1 + Z**2 / m))


def rows_of(heroes: Results, query: str, key: str, **only: Any) -> dict[Any, Row]:
    """The rows of a query by one column."""
    frame = heroes.own(query).filter(**only)
    rows = {row[key]: row for row in frame.to_dicts()}
    assert len(rows) == frame.height
    return rows
