"""From a data table to what its template needs: words in cells, and the exact numbers for sorting and for CSV."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from markupsafe import Markup

from balance.report.labels import MISSING, number_text
from balance.report.page import ColumnView, DataTable

FORMATS: dict[str, dict[str, Any]] = {
    "int": {},
    "number": {"decimals": 2},
    "percent": {"unit": "percent", "decimals": 1},
    "points": {"unit": "percent", "decimals": 1, "signed": True},
    "lift": {"decimals": 2},
    "signed": {"decimals": 2, "signed": True},
}
LONG = 24
"""Rows from which on a table scrolls inside its own frame."""
SEARCHED = 8
"""Rows from which on a table can be searched, unless it has a drop-down list."""


@dataclass(frozen=True)
class Head:
    """A column's heading and its explanation."""

    label: str
    help: str
    help_id: str
    number: bool


@dataclass(frozen=True)
class Cell:
    """What a cell shows. Intervals of one column are given equal width, so that the numbers before them line up."""

    text: str
    number: bool
    interval: str = ""
    width: int = 0
    mark: str = ""
    help: str = ""
    help_id: str = ""


@dataclass(frozen=True)
class TableView:
    """A table as its template needs it."""

    table: DataTable
    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    choices: Sequence[str]
    filter_label: str
    data: Markup

    @property
    def long(self) -> bool:
        return len(self.rows) > LONG

    @property
    def searchable(self) -> bool:
        by_hand = len(self.rows) > SEARCHED and not self.choices
        return self.table.searchable or by_hand


def view_of(table: DataTable) -> TableView:
    """The table, ready to be rendered."""
    _check(table)
    columns = [_cells(table, view) for view in table.columns]
    choices: list[str] = []
    if table.filter_by:
        choices = sorted({str(value) for value in table.frame[table.filter_by].drop_nulls()}, key=str.casefold)
    labels = {view.name: view.label for view in table.columns}
    return TableView(
        table=table,
        heads=[
            Head(view.label, _help(view), f"{table.id}-help-{place}", view.format != "text")
            for place, view in enumerate(table.columns)
        ],
        rows=list(zip(*columns, strict=True)),
        choices=choices,
        filter_label=labels.get(table.filter_by, table.filter_by.replace("_", " ")),
        data=for_script(_data(table)),
    )


def for_script(value: Any) -> Markup:
    """JSON that can stand inside a script element: no sign of it can end the element or begin a comment."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def _check(table: DataTable) -> None:
    """A table that names a column or a format that is not there is a mistake of the one who made it."""
    wanted = [name for view in table.columns for name in _columns_of(view)] + [table.filter_by]
    for name in wanted:
        if name and name not in table.frame.columns:
            raise ValueError(f"Table {table.id}: no column {name!r}; there are {', '.join(table.frame.columns)}")
    if table.filter_by and table.frame.schema[table.filter_by] not in (pl.String, pl.Categorical, pl.Enum, pl.Null):
        raise ValueError(f"Table {table.id}: {table.filter_by!r} is not text, so there is no list to choose from")
    for view in table.columns:
        if view.format != "text" and view.format not in FORMATS:
            raise ValueError(f"Table {table.id}, column {view.name}: no format {view.format!r}")


def _help(view: ColumnView) -> str:
    """A column's explanation, with a word on the interval beside the number."""
    if not view.low:
        return view.help
    return f"{view.help} In brackets: {view.brackets}.".strip()


def _columns_of(view: ColumnView) -> tuple[str, ...]:
    """Every column of the frame that a view reads, "" where it reads none."""
    return view.name, view.low, view.high, view.format_from, view.help_from, view.mark


def _cells(table: DataTable, view: ColumnView) -> list[Cell]:
    """A column's cells from top to bottom."""
    values = table.frame[view.name].to_list()
    helps = table.frame[view.help_from].to_list() if view.help_from else [""] * len(values)
    if view.format == "text":
        return [
            Cell(_text(value), number=False, help=text or "", help_id=f"{table.id}-row-help-{row}")
            for row, (value, text) in enumerate(zip(values, helps, strict=True))
        ]
    forms = table.frame[view.format_from].to_list() if view.format_from else [view.format] * len(values)
    texts = [_number(value, form) for value, form in zip(values, forms, strict=True)]
    marks = [mark or "" for mark in table.frame[view.mark]] if view.mark else [""] * len(values)
    if not (view.low and view.high):
        return [Cell(text, number=True, mark=mark) for text, mark in zip(texts, marks, strict=True)]
    ends = zip(table.frame[view.low].to_list(), table.frame[view.high].to_list(), forms, strict=True)
    intervals = [_interval(low, high, form) for low, high, form in ends]
    width = max(map(len, intervals), default=0)
    cells = zip(texts, intervals, marks, strict=True)
    return [Cell(text, True, interval, width, mark) for text, interval, mark in cells]


def _number(value: Any, form: str) -> str:
    """A number in one of the formats; a difference of shares has no sign of percent, because it is none."""
    text = number_text(value, **FORMATS[form])
    return text.removesuffix(" %") if form == "points" else text


def _interval(low: Any, high: Any, form: str) -> str:
    """The ends of an interval, with the sign of percent left to the number before."""
    ends = [_number(end, form).removesuffix(" %") for end in (low, high)]
    return "" if MISSING in ends else f"({ends[0]} to {ends[1]})"


def _text(value: Any) -> str:
    """A value that is not a measured number."""
    if value is None or value == "":
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _data(table: DataTable) -> dict[str, Any]:
    """The exact values behind the table: what is sorted by, filtered by and downloaded."""
    names = list(dict.fromkeys(_columns_of_data(table)))
    columns = [[_exact(value) for value in table.frame[name].to_list()] for name in names]
    texts = [names.index(view.name) for view in table.columns if view.format == "text"]
    return {
        "file": f"{table.id}.csv",
        "names": names,
        "rows": list(zip(*columns, strict=True)),
        "shown": [names.index(view.name) for view in table.columns],
        "texts": texts,
        "searched": texts or [0],
        "filter": names.index(table.filter_by) if table.filter_by else -1,
    }


def _columns_of_data(table: DataTable) -> Iterator[str]:
    """The columns to keep, intervals behind their number."""
    for view in table.columns:
        yield from (name for name in (view.name, view.low, view.high, view.mark) if name)
    if table.filter_by:
        yield table.filter_by


def _exact(value: Any) -> Any:
    """A value as JSON: numbers in full precision, what is not finite as missing, everything else as text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, int | str) else str(value)
