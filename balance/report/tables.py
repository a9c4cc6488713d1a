"""From a data table to what its template needs: words in cells, and the numbers for sorting, drawing and CSV."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
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


TEXTS = ("text", "verdict")
"""Formats of words; a verdict stands behind its mark."""
DIGITS = 7
"""Digits of a number in the data of a page: more than any interval bears, and a third of the letters of all."""

NONE_NAMED: Mapping[str, str] = {}


@dataclass(frozen=True)
class Head:
    """A column's heading and its explanation."""

    label: str
    help: str
    number: bool
    group: str
    shown: bool
    name: str


@dataclass(frozen=True)
class Filter:
    """A drop-down list of the values of a column."""

    label: str
    choices: Sequence[str]


@dataclass(frozen=True)
class Whisker:
    """A dot and the ends of its interval, in percent of the width of a column's scale, and where its zero is."""

    low: float
    value: float
    high: float
    zero: float | None

    @property
    def style(self) -> str:
        """As variables of a style attribute."""
        places = {"l": self.low, "v": self.value, "h": self.high, "z": self.zero}
        return ";".join(f"--{name}:{place:.4g}" for name, place in places.items() if place is not None)


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
    whisker: Whisker | None = None
    card: str = ""
    """The id of the card it names."""
    verdict: str = ""
    """Which mark stands before it."""


@dataclass(frozen=True)
class TableView:
    """A table as its template needs it."""

    table: DataTable
    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    filters: Sequence[Filter]
    data: Markup

    @property
    def long(self) -> bool:
        return len(self.rows) > LONG

    @property
    def searchable(self) -> bool:
        by_hand = len(self.rows) > SEARCHED and not self.filters
        return self.table.searchable or by_hand

    @property
    def explained(self) -> bool:
        """Whether there is anything to say of its columns."""
        return any(head.help for head in self.heads)

    @property
    def helps(self) -> Sequence[Cell]:
        """The cells that explain themselves, one for all that say the same."""
        return list({cell.help_id: cell for row in self.rows for cell in row if cell.help}.values())

    @property
    def shown(self) -> Sequence[Head]:
        """The columns that are there before the reader chooses."""
        return [head for head in self.heads if head.shown]

    @property
    def groups(self) -> Sequence[tuple[str, Sequence[tuple[int, Head]]]]:
        """(what they are about, the columns with their places) where the reader chooses the columns; else nothing."""
        if all(head.shown for head in self.heads):
            return []
        groups: dict[str, list[tuple[int, Head]]] = {}
        for place, head in enumerate(self.heads):
            groups.setdefault(head.group, []).append((place, head))
        return list(groups.items())


def view_of(table: DataTable, cards: Mapping[str, str] = NONE_NAMED, more: Any = None) -> TableView:
    """The table, ready to be rendered. ``cards``: by name, the id of a card; cells with its name lead to it.

    ``more``: goes with the data that the script reads.
    """
    _check(table)
    columns = [cells_of(table, view, cards) for view in table.columns if view.shown]
    return TableView(
        table=table,
        heads=[
            Head(view.label, _help(view), view.format not in TEXTS, view.group, view.shown, view.name)
            for view in table.columns
        ],
        rows=list(zip(*columns, strict=True)),
        filters=[_filter(table, name) for name in _filters(table)],
        data=for_script(_data(table) | ({"more": more} if more is not None else {})),
    )


def _filters(table: DataTable) -> tuple[str, ...]:
    """The columns to filter by."""
    return (table.filter_by,) if isinstance(table.filter_by, str) and table.filter_by else tuple(table.filter_by)


def _filter(table: DataTable, name: str) -> Filter:
    """The values of a column that are there, an Enum's in its order, others in that of the alphabet."""
    values = table.frame[name].drop_nulls().unique()
    choices = values.sort().to_list() if isinstance(values.dtype, pl.Enum) else sorted(values, key=_letters)
    labels = {view.name: view.label for view in table.columns}
    return Filter(labels.get(name, name.replace("_", " ")), [str(choice) for choice in choices])


def _letters(value: Any) -> str:
    return str(value).casefold()


def for_script(value: Any) -> Markup:
    """JSON that can stand inside a script element: no sign of it can end the element or begin a comment."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def _check(table: DataTable) -> None:
    """A table that names a column or a format that is not there is a mistake of the one who made it."""
    wanted = [name for view in table.columns for name in _columns_of(view)] + [*_filters(table)]
    for name in wanted:
        if name and name not in table.frame.columns:
            raise ValueError(f"Table {table.id}: no column {name!r}; there are {', '.join(table.frame.columns)}")
    for name in _filters(table):
        if table.frame.schema[name] not in (pl.String, pl.Categorical, pl.Enum, pl.Null):
            raise ValueError(f"Table {table.id}: {name!r} is not text, so there is no list to choose from")
    for view in table.columns:
        if view.format not in (*TEXTS, *FORMATS):
            raise ValueError(f"Table {table.id}, column {view.name}: no format {view.format!r}")


def _help(view: ColumnView) -> str:
    """A column's explanation, with a word on the interval beside the number."""
    if not view.low:
        return view.help
    return f"{view.help} In brackets: {view.brackets}.".strip()


def _columns_of(view: ColumnView) -> tuple[str, ...]:
    """Every column of the frame that a view reads, "" where it reads none."""
    return view.name, view.low, view.high, view.format_from, view.help_from, view.mark, view.link


def cells_of(table: DataTable, view: ColumnView, cards: Mapping[str, str] = NONE_NAMED) -> list[Cell]:
    """A column's cells from top to bottom."""
    values = table.frame[view.name].to_list()
    helps = table.frame[view.help_from].to_list() if view.help_from else [""] * len(values)
    if view.format in TEXTS:
        ids = table.frame[view.link].to_list() if view.link else [cards.get(str(value), "") for value in values]
        first: dict[tuple[Any, Any], int] = {}  # of the rows that explain the same
        firsts = [first.setdefault(pair, row) for row, pair in enumerate(zip(values, helps, strict=True))]
        return [
            Cell(
                _text(value),
                number=False,
                help=text or "",
                help_id=f"{table.id}-row-help-{row}",
                card=card or "",
                verdict=slug(str(value)) if view.format == "verdict" and value is not None else "",
            )
            for row, value, text, card in zip(firsts, values, helps, ids, strict=True)
        ]
    forms = table.frame[view.format_from].to_list() if view.format_from else [view.format] * len(values)
    texts = [_number(value, form) for value, form in zip(values, forms, strict=True)]
    marks = [mark or "" for mark in table.frame[view.mark]] if view.mark else [""] * len(values)
    if not (view.low and view.high):
        return [Cell(text, number=True, mark=mark) for text, mark in zip(texts, marks, strict=True)]
    lows, highs = table.frame[view.low].to_list(), table.frame[view.high].to_list()
    intervals = [_interval(*ends) for ends in zip(lows, highs, forms, strict=True)]
    width = max(map(len, intervals), default=0)
    scale = scale_of(values) if view.drawn else None
    whiskers = [whisker(*three, scale) for three in zip(lows, values, highs, strict=True)]
    cells = zip(texts, intervals, marks, whiskers, strict=True)
    return [Cell(text, True, interval, width, mark, whisker=drawn) for text, interval, mark, drawn in cells]


def slug(verdict: str) -> str:
    """A verdict as the class of its mark: "too-strong"."""
    return verdict.casefold().replace(" ", "-")


def scale_of(values: Sequence[float | None]) -> tuple[float, float] | None:
    """The ends of the scale on which the numbers of a column are drawn, 0 included, never both the same.

    None: there is nothing to draw.
    """
    known = [value for value in values if value is not None and math.isfinite(value)]
    if not known:
        return None
    low, high = min(0.0, *known), max(0.0, *known)
    room = 0.08 * (high - low) or 1.0
    return low - (room if low else 0), high + (0 if low and not high else room)


def whisker(
    low: float | None, value: float | None, high: float | None, scale: tuple[float, float] | None
) -> Whisker | None:
    """A number with its interval on a scale; what is beyond the scale ends at its edge."""
    if value is None or scale is None:
        return None
    first, last = scale

    def place(number: float) -> float:
        return min(100.0, max(0.0, 100 * (number - first) / (last - first)))

    ends = (value if end is None else end for end in (low, high))
    return Whisker(place(next(ends)), place(value), place(next(ends)), place(0) if first < 0 < last else None)


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
    """The values behind the table: what is sorted by, filtered by, drawn and downloaded."""
    names = list(dict.fromkeys(_columns_of_data(table)))
    columns = [[_exact(value) for value in table.frame[name].to_list()] for name in names]
    texts = [names.index(view.name) for view in table.columns if view.format in TEXTS]
    return {
        "file": f"{table.id}.csv",
        "names": names,
        "rows": list(zip(*columns, strict=True)),
        "columns": [_column(table, view, names) for view in table.columns],
        "searched": texts or [0],
        "filters": [names.index(name) for name in _filters(table)],
    }


def _column(table: DataTable, view: ColumnView, names: Sequence[str]) -> dict[str, Any]:
    """A column as the script draws it: where its values stand among ``names``, and how they are written."""
    scale = scale_of(table.frame[view.name].to_list()) if view.drawn else None
    parts = {
        "at": names.index(view.name),
        "label": view.label,
        "format": view.format,
        "ends": [names.index(view.low), names.index(view.high)] if view.low and view.high else None,
        "with": [names.index(name) for name in (view.low, view.high, view.mark) if name],
        "scale": scale,
        "link": names.index(view.link) if view.link else None,
        "shown": view.shown,
    }
    return {name: value for name, value in parts.items() if value not in (None, [])}


def _columns_of_data(table: DataTable) -> Iterator[str]:
    """The columns to keep, intervals behind their number."""
    for view in table.columns:
        yield from (name for name in (view.name, view.low, view.high, view.mark, view.link) if name)
    yield from _filters(table)


def _exact(value: Any) -> Any:
    """A value as JSON: numbers with DIGITS digits, what is not finite as missing, everything else as text."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
    return value if value is None or isinstance(value, int | str) else str(value)
