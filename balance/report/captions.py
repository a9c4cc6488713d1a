"""What the chart of an answer shows, said in words and in numbers."""

from __future__ import annotations

import polars as pl

from balance.engine.game.questions import Bars, Grid, Lines, Scatter, Slopes
from balance.report.labels import POINTS, SHARES, words
from balance.report.page import ColumnView, DataTable

NUMBERS = "The chart in numbers"
CHANGED = "Left: now; right: each change. Blue: clearly more; orange: clearly less; grey: no clear change."
AnyChart = Bars | Slopes | Lines | Scatter | Grid


def drawn_numbers(ident: str, chart: AnyChart, frame: pl.DataFrame) -> DataTable:
    """What a chart shows, as a table."""
    x_label = chart.x_label or words(chart.x)
    columns = [ColumnView(chart.x, _heading(x_label), _kind(frame, chart.x), f"Along the chart: {x_label}.")]
    if isinstance(chart, Grid):
        y_label = chart.y_label or words(chart.y)
        value = ColumnView(
            chart.value,
            _heading(chart.value_label or words(chart.value)),
            _kind(frame, chart.value, drawn_unit(chart, frame)),
            f"In the cells: {chart.title}{_unit(chart, frame)}.",
        )
        columns += [ColumnView(chart.y, _heading(y_label), _kind(frame, chart.y), f"Up the chart: {y_label}."), value]
        return DataTable(ident, NUMBERS, frame, columns, folded=True)
    grouped = bool(chart.by) and chart.by != chart.x
    if grouped:
        help = "The group, as in the chart's legend."
        columns.append(ColumnView(chart.by, _heading(chart.by_label or words(chart.by)), "text", help))
    y_label = chart.y_label or words(chart.y)
    help = f"Up the chart: {y_label}{_unit(chart, frame)}."
    form = _kind(frame, chart.y, drawn_unit(chart, frame))
    columns.append(ColumnView(chart.y, _heading(y_label), form, help, chart.low, chart.high))
    by_name = grouped and frame.schema[chart.by] == pl.String
    return DataTable(ident, NUMBERS, frame, columns, filter_by=chart.by if by_name else "", folded=True)


def _heading(label: str) -> str:
    return label[:1].upper() + label[1:]


def _kind(frame: pl.DataFrame, column: str, unit: str = "") -> str:
    """The format of a column that a chart shows."""
    dtype = frame.schema[column]
    if not dtype.is_numeric():
        return "text"
    if unit in SHARES:
        return "points" if unit == POINTS else "percent"
    return "int" if dtype.is_integer() else "number"


def drawn_unit(chart: AnyChart, frame: pl.DataFrame) -> str:
    """The unit of what a chart measures: a difference of shares is in points, not in percent."""
    measured = chart.value if isinstance(chart, Grid) else chart.y
    return POINTS if chart.unit == "percent" and below_zero(frame, measured) else chart.unit


def below_zero(frame: pl.DataFrame, column: str) -> bool:
    """Whether a share must be a difference of shares: only these are ever below zero."""
    return bool((frame[column].drop_nulls() < 0).any())


def _unit(chart: AnyChart, frame: pl.DataFrame) -> str:
    unit = drawn_unit(chart, frame).replace(POINTS, "points")
    return f", in {unit}" if unit else ""


def caption(chart: AnyChart, frame: pl.DataFrame) -> str:
    """What a chart's title and its axes leave open: the unit, and what the marks mean. The answer stands above it."""
    marks = [_unit(chart, frame).removeprefix(", ")]
    if not isinstance(chart, Slopes | Grid) and chart.low and chart.high:
        marks.append(f"{'band' if isinstance(chart, Lines) else 'dash'}: 95\u00a0% interval")
    said = "; ".join(mark for mark in marks if mark)
    text = f"{said[:1].upper()}{said[1:]}." if said else ""
    return f"{text} {CHANGED}".strip() if isinstance(chart, Slopes) else text
