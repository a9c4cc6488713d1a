"""Where all play alike no seat wins more than another, whatever the style and the number of players."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2

from balance.engine.game import find_game, game_ids
from helpers.contract import weakest
from helpers.marks import games
from helpers.play import make, play_many

FALSE_ALARMS = 1e-4
"""With so small a share of seeds a fair game fails; the seed is fixed."""
GAMES, MANY = games(150, 400), games(1000, 3000)
"""Of each style at the usual table; of chance at every table."""


def mirrors(game: str) -> list[tuple[dict[str, Any], int]]:
    """Tables where nobody has an edge, and how many games are played there: a dealt mixture, too."""
    known = find_game(game)
    low, high = known.seats
    tables: list[tuple[dict[str, Any], int]] = [({}, MANY)]
    tables += [({"players": players, "agents": weakest(game)}, MANY) for players in range(max(low, 2), high + 1)]
    return tables + [({"agents": style.name}, GAMES) for style in known.styles if style.name != weakest(game)]


def surplus(shares: np.ndarray) -> tuple[float, int]:
    """How far the seats' mean win shares are from equal: chi-squared and its degrees of freedom.

    ``shares``: game by seat. The seats of a game are not independent: the spread is that of whole games.
    """
    apart = shares[:, 1:] - shares[:, :1]
    spread = np.atleast_2d(np.cov(apart, rowvar=False)) / len(apart)
    mean, degrees = apart.mean(axis=0), int(np.linalg.matrix_rank(spread))
    if degrees < len(mean):  # seats that always share a win
        assert np.allclose(spread @ np.linalg.pinv(spread) @ mean, mean)
    return float(mean @ np.linalg.pinv(spread) @ mean), degrees


@pytest.mark.nightly
@pytest.mark.parametrize("game", game_ids())
def test_equal_styles_win_alike_in_every_seat(game: str):
    surpluses = {}
    for table, number in mirrors(game):
        plan = make(game, seed=2, **table)
        _, seats = play_many(plan, -(-number // plan.match_games) * plan.match_games)
        shares = seats["win_share"].cast(pl.Float64).to_numpy().reshape(-1, plan.players)
        surpluses[str(table)] = surplus(shares)
    chances = {table: float(chi2.sf(far, degrees)) if degrees else 1.0 for table, (far, degrees) in surpluses.items()}
    far, degrees = (sum(column) for column in zip(*surpluses.values(), strict=True))
    assert chi2.sf(far, degrees) > FALSE_ALARMS / 2, chances
    assert min(chances.values()) > FALSE_ALARMS / 2 / len(chances), chances


def test_a_seat_that_wins_one_game_in_fifty_more_is_noticed():
    rng = np.random.default_rng(1)
    winner = rng.choice(4, size=12_000, p=[0.27, 0.25, 0.25, 0.23])
    far, degrees = surplus(np.eye(4)[winner])
    assert degrees == 3
    assert chi2.sf(far, degrees) < FALSE_ALARMS / 2
