"""How often things come up: counted in logged games, and held against what they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scipy.stats import chisquare

from helpers.logged_sql import LoggedGames

LINE = 1e-3 / 100
"""What is less likely than that is no chance: of 100 questions some gives a false alarm for one seed in a thousand."""


def counted(log: LoggedGames, sql: str) -> Counter:
    """How often each row of an answer comes up."""
    rows = log.connection.execute(sql).fetchall()
    told = [tuple(tuple(cell) if isinstance(cell, list) else cell for cell in row) for row in rows]
    return Counter(row[0] if len(row) == 1 else row for row in told)


def assert_shares(counts: Counter, shares: Mapping) -> None:
    """Exactly these things came up, in these shares of the cases."""
    assert {*counts} <= {*shares}
    total = sum(shares.values())
    wanted = [counts.total() * share / total for share in shares.values()]
    assert min(wanted) >= 5
    assert chisquare([counts[thing] for thing in shares], wanted).pvalue > LINE, counts


def assert_even(counts: Counter, things: Iterable) -> None:
    """Exactly these things came up, all equally often."""
    assert_shares(counts, dict.fromkeys(things, 1))
