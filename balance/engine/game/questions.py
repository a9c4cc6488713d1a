"""How a game declares its designer's questions: the query, the chart, and what must be played beside the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

POINTS = "percentage points"
"""The unit of a difference of two shares: 0.02 is shown as 2, with the word points beside it."""


@dataclass(frozen=True)
class Chart:
    """A chart of an answer: ``y`` over ``x`` in groups ``by``, with intervals ``low`` to ``high``; all are columns."""

    x: str
    y: str
    title: str
    by: str = ""
    low: str = ""
    high: str = ""
    unit: str = ""
    """Of ``y``: "percent" for shares, POINTS for differences of shares, or a word."""
    x_label: str = ""
    y_label: str = ""
    by_label: str = ""
    """What the groups are."""
    part: str = ""
    """Draw only the rows whose column ``part`` says this; empty: all rows."""


class Bars(Chart):
    """One bar per row of the query."""


class Slopes(Chart):
    """What changes do: a line from the first row, how it is now, to every other one."""


class Lines(Chart):
    """One line per group."""


class Scatter(Chart):
    """One point per row of the query; ``x`` is measured like ``y``."""


@dataclass(frozen=True)
class Grid:
    """A chart of an answer: a number for every pair (x, y), as coloured cells."""

    x: str
    y: str
    value: str
    title: str
    unit: str = ""
    x_label: str = ""
    y_label: str = ""
    value_label: str = ""
    """What the numbers are."""
    centre: float | None = None
    """What is even: numbers above it have another colour than those below; None: all have one, and more is stronger."""
    part: str = ""
    """Draw only the rows whose column ``part`` says this; empty: all rows."""


@dataclass(frozen=True)
class Question:
    """A designer's question, answered from a run.

    ``sql`` names two files in the game's ``sql`` folder: the query ``<sql>.sql``, and the answer
    ``<sql>.txt``, a Jinja template over its rows (``rows``, and ``first`` for the first one). With
    ``experiments``, the arms of these names are played beside the run and the query reads their figures
    from the table ``experiments``.
    """

    number: int
    text: str
    sql: str
    chart: Bars | Slopes | Lines | Scatter | Grid | None = None
    experiments: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    """Columns of the query shown as a table below the answer: (column, heading, format, what it means), and where it
    has an interval, the two columns with its ends.

    Formats: text, int, number, percent, points (a difference of shares)."""
    table_part: str = ""
    """Show only the rows whose column ``part`` says this in the table; empty: all rows."""


@dataclass(frozen=True)
class Arm:
    """One way to play the game otherwise: what changes against the run it stands beside."""

    name: str
    players: int | None = None
    variant: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    agents: tuple[str, ...] = ()
    cells: tuple[tuple[str, str, str], ...] = ()
    """Edits of the card table: (card id, column, new value)."""


@dataclass(frozen=True)
class Experiment:
    """Several arms played with the same luck, for a question that one run cannot answer."""

    name: str
    arms: tuple[Arm, ...]
