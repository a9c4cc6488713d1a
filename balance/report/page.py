"""What a report page is made of, before it is HTML: findings, sections, charts, tables.

All text here is plain text and is escaped when it is rendered; nothing from a card table can become markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from balance.engine.faces import Face


@dataclass(frozen=True)
class ColumnView:
    """How a table shows one column."""

    name: str
    label: str
    format: str = "text"
    """text, int, number (2 decimals), percent (a share as 52.1 %), points (a difference of shares as +2.1), lift,
    signed (a difference of lifts as +0.12)."""
    help: str = ""
    """What the number means, with its unit: shown on the column's heading and in the definitions."""
    low: str = ""
    high: str = ""
    """Columns with the ends of its 95 % interval; shown beside the number, sorted with it."""
    format_from: str = ""
    """A column that names the format of every row, where rows differ (a mean in one, a share in the next)."""
    help_from: str = ""
    """A column that says what every row means: shown on the row's own cell and in the definitions."""
    brackets: str = "its 95 % interval"
    """What the interval is."""
    mark: str = ""
    """A text column with a word to put behind the number ("higher")."""
    group: str = ""
    """What the column is about, in tables of which a reader chooses the columns."""
    shown: bool = True
    """Whether the column is there before the reader chooses. Hidden columns are data until then, and weigh little."""
    drawn: bool = False
    """Whether a dot with its interval stands before the number, all of a column on one scale."""
    link: str = ""
    """A column with the ids of the cards that the cells name."""


@dataclass(frozen=True)
class DataTable:
    """A table a reader can sort, search and download as CSV."""

    id: str
    title: str
    frame: pl.DataFrame
    columns: Sequence[ColumnView]
    note: str = ""
    searchable: bool = False
    filter_by: str | tuple[str, ...] = ""
    """Text columns to filter by, each with a drop-down list of its values; of an Enum in its order."""
    folded: bool = False
    """Opened on demand: it only repeats in numbers what a chart shows."""


@dataclass(frozen=True)
class Figure:
    """A chart: ``draw`` draws on the given matplotlib axes; ``alt`` says in words what it shows."""

    id: str
    title: str
    draw: Callable[[Any], None]
    alt: str
    note: str = ""
    height: float = 3.2
    """Inches, at a width of 7."""


@dataclass(frozen=True)
class Paragraph:
    """Plain text."""

    text: str
    folded: str = ""
    """The words to open it by, where it is there on demand only."""


@dataclass(frozen=True)
class Telling:
    """How a game goes on and ends: lines of a story, the last ones of each part shown on demand."""

    label: str
    lines: Sequence[str]
    more: Sequence[str]
    ending: Sequence[str]
    more_ending: Sequence[str]


@dataclass(frozen=True)
class Told:
    """One game told in several ways, side by side: first what they share."""

    id: str
    title: str
    note: str
    shared: Sequence[str]
    tellings: Sequence[Telling]


@dataclass(frozen=True)
class Answered:
    """A designer's question with its answer; the evidence follows it."""

    id: str
    number: int
    question: str
    answer: str
    evidence: Sequence[Figure | DataTable] = ()
    sql: str = ""
    """The query behind it, shown on demand."""
    see: str = ""
    """The id, as it stands on the finished page, of where the answer is given instead."""


@dataclass(frozen=True)
class BookCard:
    """A card as the page draws it, and what its own page says beside the numbers of the table."""

    id: str
    name: str
    kind: str
    of: str
    """Kind and set in a few words: "hero", "adversary, blue"."""
    face: Face
    verdict: str = ""
    """The verdict's word, where its power was measured."""
    says: str = ""
    """What the verdict means for this card, in sentences."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Lists for its page, as JSON (see ``balance.report.cards.pages``)."""


@dataclass(frozen=True)
class CardBook:
    """All cards: drawn, and as the one table of their numbers. Row i of the table is that of card i."""

    id: str
    title: str
    cards: Sequence[BookCard]
    table: DataTable
    note: str = ""
    replay: str = ""
    """The command that tells a game of the run, without the game's number."""
    also: tuple[str, ...] = ()
    """Other ids that lead here."""
    prefix: str = ""
    """Begins the ids of the cards, where several runs share a page."""


Block = Paragraph | Figure | DataTable | Told | Answered | CardBook


@dataclass(frozen=True)
class Section:
    """A chapter of the page."""

    id: str
    title: str
    intro: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Finding:
    """One plain sentence at the top of the page, with a link to its evidence."""

    text: str
    evidence: str
    """The id of a section, figure, table or question."""
    weight: str = "note"
    """good (as it should be), warn (look at this), note (worth knowing)."""


@dataclass(frozen=True)
class Definition:
    """A word of the report and what it means exactly."""

    word: str
    meaning: str
    pattern: str = ""
    """A regular expression for the ways a sentence says it, if not by the very word: there it explains itself."""


@dataclass(frozen=True)
class Page:
    """What one run says. Several of one game are shown side by side on one page."""

    title: str
    subtitle: str
    findings: Sequence[Finding]
    sections: Sequence[Section]
    made: Sequence[tuple[str, str]]
    """How the report was made: (what, value)."""
    definitions: Sequence[Definition] = ()
    biases: Sequence[str] = ()
    label: str = ""
    """What sets this run apart from the others beside it: "4 players"."""


@dataclass(frozen=True)
class IndexEntry:
    """One line of the index: a report and the first thing it says."""

    title: str
    subtitle: str
    href: str
    findings: Sequence[Finding] = field(default_factory=tuple)
