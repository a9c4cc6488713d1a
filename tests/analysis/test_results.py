"""What is worked out of the queries: intervals as wide as the errors say."""

from __future__ import annotations

import pytest

from balance.analysis.cards.metrics import ALL
from balance.analysis.cards.numbers import LEAST_SHARE
from balance.analysis.results import Results
from balance.analysis.stats import Z
from helpers.frozen import FrozenRuns


def half_width(row: dict, name: str) -> float:
    return (row[f"{name}high"] - row[f"{name}low"]) / 2


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["fairy", "fairy_conundrum"])
def test_the_win_share_of_a_style_is_known_as_well_as_its_error_says(game: str, frozen: FrozenRuns):
    """Of several players of one style in a game at most one wins: they tell more than as many strangers."""
    results: Results = frozen.results(game)
    seen, figures = 0, results.figures().filter(figure="style_win_share")
    for row in results.styles.iter_rows(named=True):
        wide = half_width(row, "win_share_")
        assert wide == pytest.approx(Z * row["win_share_se"], rel=0.03)
        alone = (row["win_share"] * (1 - row["win_share"]) / row["seats"]) ** 0.5
        seen += row["win_share_se"] < 0.97 * alone
        (figure,) = figures.filter(subject=row["agent"]).iter_rows(named=True)
        assert half_width(figure, "") == pytest.approx(wide)
    assert seen


def test_the_page_says_how_many_seats_a_comparison_needs():
    (compared,) = (metric for metric in ALL if metric.name == "compared")
    assert f"more than {100 * LEAST_SHARE:.0f} %" in str(compared)
