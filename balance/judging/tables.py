"""Weak, mixed and strong tables: against whom a player sits, seen from the games as they are.

The strength of a table, for one of its players, is the mean win share of the **others'** styles. The player's own style
is left out: whether a card holds for it is what power by style says, and a strong player would make every table of
theirs a strong one. How strong a style is, and where the thirds lie, follows from the first round alone: the same
table has the same name, however long is played and whichever cards are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from balance.judging.again import Games

TABLES = ("weak", "mixed", "strong")
DIGITS = 9
"""Decimal places by which two tables differ: the same styles in other seats add up to the same."""


@dataclass(frozen=True)
class Company:
    """In what company everybody sat."""

    third: np.ndarray
    """(cases, players): the place among TABLES of the table that each player sat at."""

    def at(self, rows: pl.DataFrame) -> pl.DataFrame:
        """These rows (``again.ROWS``), with their place among TABLES as ``table``."""
        return rows.with_columns(table=self.third[rows["case"].to_numpy(), rows["seat"].to_numpy()])


def company(rounds: Sequence[Games], match_games: int) -> Company | None:
    """The company in all cases of these rounds; None: there is nobody else, or all tables are equally strong."""
    first, players = rounds[0], rounds[0].agent.shape[1]
    if players < 2:
        return None
    styles = 1 + max(int(games.agent.max()) for games in rounds)
    level = _strength(first, styles)
    others = [_of_the_others(level[games.agent[::match_games]]) for games in rounds]  # styles stay for a match
    weakest, strongest = _thirds(others[0])
    third = np.concatenate([(level > weakest).astype(np.int8) + (level >= strongest) for level in others])
    return Company(third) if len(np.unique(third)) > 1 else None


def _strength(games: Games, styles: int) -> np.ndarray:
    """(styles,): the mean win share of each in the games that were played; of one that did not play, an even share."""
    agent, share = games.agent[games.played].ravel(), games.share[games.played].ravel()
    seats = np.bincount(agent, minlength=styles)
    even = 1 / games.agent.shape[1]
    return np.where(seats > 0, np.bincount(agent, share, styles) / np.maximum(seats, 1), even)


def _of_the_others(level: np.ndarray) -> np.ndarray:
    """(cases, players): the mean level of all but oneself."""
    return ((level.sum(axis=1, keepdims=True) - level) / (level.shape[1] - 1)).round(DIGITS)


def _thirds(level: np.ndarray) -> tuple[float, float]:
    """The highest level of a weak table, and the lowest of a strong one: a level belongs where its middle lies.

    So two levels that are equally frequent are weak and strong, three are one third each, and one alone is mixed.
    """
    levels, counts = np.unique(level, return_counts=True)
    middle = (np.cumsum(counts) - counts / 2) / counts.sum()
    weak, strong = levels[middle < 1 / 3], levels[middle > 2 / 3]
    return float(weak.max(initial=-np.inf)), float(strong.min(initial=np.inf))
