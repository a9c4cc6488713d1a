"""What the chart of an answer shows, said in words and in numbers."""

from __future__ import annotations

import re
from typing import Any

import polars as pl

from balance.engine.game.questions import Bars, Grid, Lines, Scatter, Slopes
from balance.report.labels import MINUS, POINTS, SHARES, number_text, on_one_line, true_minus, words
from balance.report.page import ColumnView, DataTable

NUMBERS = "The chart in numbers"
AROUND = "Blue: more than {even}; orange: less."
"""Where a grid's colours part."""
CHANGED = "Left: now; right: each change. Blue: clearly more; orange: clearly less; grey: no clear change."
SHORT = 3
"""Words of an axis' label that are read beside a number; of a longer one the column's name is."""
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
    """What to see, and what a chart's title and its axes leave open: the unit, and what the marks mean."""
    marks = [_unit(chart, frame).removeprefix(", ")]
    if not isinstance(chart, Slopes | Grid) and chart.low and chart.high:
        marks.append(f"{'band' if isinstance(chart, Lines) else 'dash'}: 95\u00a0% interval")
    said = "; ".join(mark for mark in marks if mark)
    text = f"{said[:1].upper()}{said[1:]}." if said else ""
    if isinstance(chart, Slopes):
        text = f"{text} {CHANGED}".strip()
    elif isinstance(chart, Grid) and chart.centre is not None:
        text = f"{text} {AROUND.format(even=_shown(chart, frame, chart.centre))}".strip()
    return f"{_seen(chart, frame)} {text}".strip()


def _seen(chart: AnyChart, frame: pl.DataFrame) -> str:
    """The highest and the lowest of a chart, by name; of changes the largest. Nothing where several are as far out."""
    measured = chart.value if isinstance(chart, Grid) else chart.y
    rows = frame.filter(pl.col(measured).is_not_null() & pl.col(measured).is_not_nan()).sort(measured, descending=True)
    if rows.height < 2:
        return ""
    if isinstance(chart, Slopes):
        return _largest_change(chart, frame, rows)
    said = []
    for end, place in (("highest", 0), ("lowest", -1)):
        for finer in (0, 1):
            shown = [_shown(chart, frame, value, finer) for value in rows[measured]]
            if shown.count(shown[place]) == 1:
                said.append(f"{end}: {_named(chart, rows.row(place, named=True))} ({shown[place]})")
                break
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _largest_change(chart: Slopes, frame: pl.DataFrame, rows: pl.DataFrame) -> str:
    """Which change does most, and to what."""
    now = frame[chart.y][0]
    if now is None:
        return ""
    top = rows.sort((pl.col(chart.y) - now).abs(), descending=True).row(0, named=True)
    before, after = (_shown(chart, frame, value) for value in (now, top[chart.y]))
    return f"Largest change: {on_one_line(top[chart.x])}, {after} instead of {before}." if after != before else ""


def _shown(chart: AnyChart, frame: pl.DataFrame, value: float, finer: int = 0) -> str:
    """A number of a chart, as briefly as the eye reads it there, or with so many digits more."""
    unit = drawn_unit(chart, frame)
    digits = 1 if unit == POINTS else 0 if unit in SHARES or abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return number_text(value, unit, digits + finer, unit == POINTS).replace(" %", "\u00a0%")


def _named(chart: AnyChart, row: dict[str, Any]) -> str:
    """What a mark of a chart is of: "Rain Barrel, called", "ice, round 3"; of a point its group alone."""
    if isinstance(chart, Grid):
        return f"{_placed(row[chart.y], chart.y, chart.y_label)}, {_placed(row[chart.x], chart.x, chart.x_label)}"
    along = _placed(row[chart.x], chart.x, chart.x_label)
    if not chart.by or chart.by == chart.x:
        return along
    group = on_one_line(row[chart.by])
    if isinstance(chart, Scatter):
        return group
    return f"{group}, {along}" if isinstance(chart, Lines) else f"{along}, {group}"


def _placed(value: Any, column: str, label: str) -> str:
    """A place along an axis; of a number, what it counts: "round 3", "10 players"."""
    text = true_minus(f"{value:g}") if isinstance(value, int | float) else on_one_line(value)
    if not re.fullmatch(rf"{MINUS}?[\d.]+([+]|-\d+)?", text):
        return text
    what = label if 0 < len(label.split()) <= SHORT else words(column)
    return f"{text} {what}" if what.split()[0].endswith("s") else f"{what} {text}"
