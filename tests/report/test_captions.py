"""What the chart of an answer shows, in words and in numbers."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure as Canvas

from balance.engine.game import find_game, game_ids, questions
from balance.engine.game.questions import Bars, Grid, Lines, Scatter, Slopes
from balance.report.answers import _draw
from balance.report.captions import CHANGED, AnyChart, caption, drawn_numbers
from balance.report.columns import bins
from balance.report.sections.lead import lead
from balance.report.sections.length import length
from balance.report.sections.scores import scores
from balance.report.sections.tempo import tempo
from balance.report.tables import view_of
from helpers.frozen import FrozenRuns

FRAME = pl.DataFrame(
    {
        "name": ["a", "b"],
        "turn": [1, 2],
        "share": [0.25, 0.5],
        "gain": [-0.1, 0.2],
        "low": [-0.2, 0.1],
        "high": [0.0, 0.3],
    }
)
SHARES: AnyChart = Lines("turn", "share", "T", by="name", by_label="style", unit="percent", y_label="share of games")
GAINS: AnyChart = Bars("name", "gain", "T", low="low", high="high", unit="percent", y_label="win share, more or less")
BETTER: AnyChart = Bars("name", "share", "T", unit=questions.POINTS, y_label="win rate vs. expected")
CELLS: AnyChart = Grid(
    "turn", "name", "share", "Share of fights lost", unit="percent", x_label="round", value_label="lost"
)
AROUND_EVEN: AnyChart = Grid("turn", "name", "share", "Which beats which", unit="percent", centre=0.4)
CHANGES: AnyChart = Slopes("name", "share", "T", low="low", high="high")
POINTS: AnyChart = Scatter("turn", "gain", "T", unit="points")


@pytest.mark.parametrize(
    ("chart", "says"),
    [
        (SHARES, "Highest: b, turn 2 (50\u00a0%); lowest: a, turn 1 (25\u00a0%). In percent."),
        (GAINS, "Highest: b (+20.0); lowest: a (\N{MINUS SIGN}10.0). In points; dash: 95\u00a0% interval."),
        (BETTER, "Highest: b (+50.0); lowest: a (+25.0). In points."),
        (CELLS, "Highest: b, round 2 (50\u00a0%); lowest: a, round 1 (25\u00a0%). In percent."),
        (AROUND_EVEN, "Highest: b, turn 2 (50\u00a0%); lowest: a, turn 1 (25\u00a0%). In percent. "
                      "Blue: more than 40\u00a0%; orange: less."),
        (POINTS, "Highest: turn 2 (0.20); lowest: turn 1 (\N{MINUS SIGN}0.10). In points."),
        (CHANGES, f"Largest change: b, 0.50 instead of 0.25. {CHANGED}"),
    ],
)  # fmt: skip
def test_captions_say_what_to_see_and_what_the_title_and_the_axes_leave_open(chart: AnyChart, says: str) -> None:
    assert caption(chart, FRAME) == says


@pytest.mark.parametrize(
    ("shares", "says"),
    [
        ([0.604, 0.6, 0.59], "Highest: 0.5 turns (60.4\u00a0%); lowest: 2 turns (59\u00a0%)."),
        ([1.0, 1.0, 0.2], "Lowest: 2 turns (20\u00a0%)."),
        ([0.3, 0.3, 0.3], ""),
        ([None, 0.3, None], ""),
    ],
)
def test_only_what_stands_alone_is_called_highest_or_lowest(shares: list[float | None], says: str) -> None:
    chart = Bars("turns", "share", "T", unit="percent")
    frame = pl.DataFrame({"turns": [0.5, 1, 2], "share": shares}, {"turns": pl.Float64, "share": pl.Float64})
    assert caption(chart, frame) == f"{says} In percent.".strip()


def test_a_change_that_cannot_be_seen_is_not_called_the_largest() -> None:
    chart = Slopes("name", "share", "T", unit="percent")
    level = pl.DataFrame({"name": ["now", "dearer"], "share": [0.5, 0.501]})
    assert caption(chart, level) == f"In percent. {CHANGED}"


@pytest.mark.parametrize(
    ("chart", "name", "sign"),
    [(SHARES, "share of games", " %"), (GAINS, "more or less (points)", ""), (BETTER, "vs. expected (points)", "")],
)
def test_a_difference_of_shares_is_drawn_in_points(chart: AnyChart, name: str, sign: str) -> None:
    ax = Canvas().add_subplot()
    _draw(ax, chart, FRAME)
    ax.figure.canvas.draw()
    assert ax.get_title().endswith(name)
    ticks = [label.get_text() for label in ax.get_yticklabels()]
    assert all(tick.endswith(sign) and ("%" in tick) == bool(sign) for tick in ticks), ticks
    assert max(float(tick.removesuffix(" %").replace("\N{MINUS SIGN}", "-")) for tick in ticks) >= 20


@pytest.mark.parametrize(
    ("chart", "heads", "first"),
    [
        (SHARES, ["Turn", "Style", "Share of games"], ["1", "a", "25.0 %"]),
        (GAINS, ["Name", "Win share, more or less"], ["a", "−10.0"]),
        (CELLS, ["Round", "Name", "Lost"], ["1", "a", "25.0 %"]),
        (POINTS, ["Turn", "Gain"], ["1", "−0.10"]),
    ],
)
def test_the_numbers_of_a_chart_are_a_table(chart: AnyChart, heads: list[str], first: list[str]) -> None:
    table = drawn_numbers("t", chart, FRAME)
    view = view_of(table)
    assert [head.label for head in view.heads] == heads
    assert [cell.text for cell in view.rows[0]] == first
    assert all(column.help for column in table.columns)
    assert table.folded
    assert (chart is SHARES) == ([filter.choices for filter in view.filters] == [["a", "b"]])


def test_heads_say_what_is_below_them() -> None:
    """No column of a query is called so that its name alone says something of these."""
    asked = (question for game in map(find_game, game_ids()) for question in game.questions)
    for question in (question for question in asked if not question.table):
        chart = question.chart
        if isinstance(chart, Grid):
            assert chart.value_label, question.sql
        elif chart and chart.by:
            assert chart.by_label, question.sql


def test_a_grid_names_its_numbers_with_true_minus_signs_and_its_rows_in_full() -> None:
    ax = Canvas().add_subplot()
    frame = pl.DataFrame({"turn": [-1, 1], "name": "lost to damage of effects", "share": [0.1, 0.2]})
    _draw(ax, CELLS, frame)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["\N{MINUS SIGN}1", "1"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["lost to damage of effects"]


@pytest.mark.slow
def test_a_game_that_counts_life_speaks_of_life(frozen: FrozenRuns) -> None:
    """And of points only where it means points of win rate."""
    results = frozen.results("fairy_conundrum")
    blocks = [block for make in (scores, length, tempo, lead) for block in make(results).blocks]
    assert {"places", "margins", "race", "gains-by-third", "comeback"} <= {block.id for block in blocks}
    for block in blocks:
        columns = [f"{column.label} {column.help}" for column in getattr(block, "columns", ())]
        said = " ".join([block.title, *(getattr(block, name, "") for name in ("alt", "note")), *columns])
        assert not re.search(r"\b[Pp]oints?\b(?! of win rate)|\b[Ss]core\b", said), said


@pytest.mark.parametrize(
    ("scores", "drawn"),
    [
        ([0, 3, 5], {0: 0.25, 3: 0.25, 5: 0.5}),
        ([0, 4, 6], {0: 0.25, 4: 0.25, 6: 0.5}),
        ([0.0, 0.5, 1.5], {0: 0.25, 0.5: 0.25, 1.5: 0.5}),
        ([7, 7, 7], {7: 1.0}),
    ],
)
def test_a_histogram_draws_every_score_at_its_place(scores: list[float], drawn: dict[float, float]) -> None:
    heights, edges = bins(np.array(scores, float), np.array([0.25, 0.25, 0.5]))
    middles = (edges[1:] + edges[:-1]) / 2
    assert {middle: height for middle, height in zip(middles, heights, strict=True) if height} == drawn
